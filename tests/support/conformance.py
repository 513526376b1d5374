"""What must hold for every game, over random play: time-outs, changed minds, wrong commands, voids and what follows.

Usage in tests/games/<game>/test_conformance.py:

    class TestConformance(Conformance):
        game = Game.THREE_CARD_POKER
        deck = DECK_52
        def rules(self, draw): ...                # a table with every option at random
        def bets(self, rules, draw): ...          # wagers of one seat that go together
        def go_together(self, rules, wagers): ... # whether they do, in the words of the approval

A sitting is a round and, where it was void and left a progressive wager lit, the rounds after it.
"""

import json
import random
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins

from pitboss.errors import PitbossError
from pitboss.games.audience import PUBLIC, Audience, Role, player
from pitboss.games.command import Deal, NoMoreBets, Void
from pitboss.games.event import SeatSettled, WagersSettled
from pitboss.games.power_blackjack import Burn
from pitboss.games.rounds import ROUNDS, STRATEGIES, TIME_OUTS
from support.seating import bet, change_minds, take_seats
from support.strays import stray
from support.twins import seen, twin
from support.voids import check_void

STAFF = [PUBLIC, Audience(Role.DEALER), Audience(Role.SUPERVISOR), Audience(Role.SURVEILLANCE)]
CARD = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs]|Jk2?)(?![A-Za-z0-9])")
STRAYS = 5
"""How many wrong commands come between two steps."""
ROUNDS_OF_A_SITTING = 3


def audiences(round):
    """Everybody who may look: the staff, the public, each seat, and players of two seats at both."""
    players = {}
    for number, seat in round.seats.items():
        players.setdefault(seat.player, []).append(number)
    alone = [player(number) for number in round.seats]
    return STAFF + alone + [player(*numbers) for numbers in players.values() if len(numbers) > 1]


def state(round):
    """All that may be asked of a round. Commands and events are never altered, so their number will do."""
    return (
        len(round.commands),
        len(round.events),
        round.phase,
        round.view(player(*round.seats)),
        round.statement,
        round.still_lit,
        round.progressive_report,
    )


def stored(round):
    return json.dumps(round.as_json(), sort_keys=True)


class Conformance:
    game = None
    deck = None
    examples = 100
    most_seats = 7

    def rules(self, draw):
        raise NotImplementedError

    def bets(self, rules, draw):
        raise NotImplementedError

    def go_together(self, rules, wagers):
        raise NotImplementedError

    def deck_of(self, rules):
        return self.deck

    def choices(self, round):
        """What a seat or the dealer may do; games narrow or widen what chance picks from."""
        return round.options()

    # ---- what may be known

    def known_cards(self, round, audience):
        """Every card that the audience may know; games override where more lies open."""
        known = set()
        for number, seat in round.seats.items():
            if seat.is_shown or audience.may_look_at(number):
                known |= set(map(str, seat.cards))
        return known | self.known_dealer_cards(round)

    def known_dealer_cards(self, round):
        return set(map(str, round.dealer_cards)) if round.dealer_is_shown else set()

    def keeps_secrets(self, round):
        """Whether nothing that happened so far depends on a hidden card."""
        return True

    def twin(self, round, audience, chance):
        return twin(round, self.deck_of(round.rules), self.known_cards(round, audience), chance)

    # ---- playing

    def test_random_play(self):
        @settings(max_examples=self.examples)
        @given(st.data())
        def run(data):
            self.play_sitting(data.draw)

        run()

    def play_sitting(self, draw):
        rules = self.rules(draw)
        seats, lit = take_seats(draw, rules, self.most_seats), {}
        for _ in range(ROUNDS_OF_A_SITTING):
            round = ROUNDS[self.game](rules, seats=seats, lit=lit)
            assert round.lit == lit
            self.play(round, draw)
            lit = round.still_lit
            if round.phase != "void" or not lit:
                return

    def play(self, round, draw):
        """One round to its end or its void, every check after every step."""
        void_at = draw(st.one_of(st.none(), st.integers(0, 16)))
        away = draw(st.sets(st.sampled_from(list(round.seats))))
        # Hypothesis likes to draw the same number again; with the table it is another one.
        chance = random.Random(f"{draw(st.integers(0, 2**32))} {void_at} {away} {stored(round)}")
        deck = chance.sample(self.deck_of(round.rules).cards, self.deck_of(round.rules).size)
        change_minds(round, chance)
        self.check_bets(round)
        if void_at != 0:
            bet(round, self.bets, draw)
            self.check_bets(round)
            round.do(NoMoreBets())
        told = 0
        for step in range(500):
            self.check_hidden(round, deck, told)
            told = len(round.events)
            unexpected = self.check_strays(round, deck, chance)
            if round.is_over:
                break
            if step == void_at:
                self.void(round)
            elif unexpected and chance.random() < 0.5:
                round.do(unexpected[0])
            else:
                round.do(self.answer(round, deck, away, draw))
            if chance.random() < 0.2:
                self.check_secrets(round, chance)
                self.check_replay(round)
        self.check_end(round)

    def answer(self, round, deck, away, draw):
        """What is wanted: the next cards, a time-out of a player who is away, any choice of the others."""
        awaiting = round.awaiting
        if awaiting.kind == "cards":
            return Deal(tuple(deck.pop() for _ in range(awaiting.cards)))
        if awaiting.kind == "decision" and awaiting.seat in away:
            return TIME_OUTS[self.game](round, awaiting.seat)
        assert {option.operation() for option in round.options()} == set(awaiting.operations)
        choices = self.choices(round)
        assert all(round.can(option) for option in choices)
        return draw(st.sampled_from(choices))

    def void(self, round):
        reason = "four cards at seat 2"
        if any(isinstance(event, SeatSettled) or self.is_final(round, event) for event in round.events):
            with pytest.raises(PitbossError, match="a void is no longer possible"):
                round.do(Void(reason))
            return
        collected = tuple(round.lines)
        round.do(Void(reason))
        check_void(round, reason, collected)

    def is_final(self, round, event):
        """Whether wagers were settled early for good. Those of a hand that has folded are only collected."""
        return isinstance(event, WagersSettled) and not round.seats[event.seat].is_folded

    # ---- what must hold

    def check_bets(self, round):
        """The bets close exactly when there is one, and those of every seat in play go together."""
        wagers = [dict(seat.wagers) for seat in round.seats.values()]
        for number, found in zip(round.seats, wagers, strict=True):
            if number in round.lit and list(found) == ["progressive"]:
                found.clear()
        playing = [found for found in wagers if found]
        assert round.can(NoMoreBets()) == (bool(playing) and all(self.go_together(round.rules, w) for w in playing))

    def check_strays(self, round, deck, chance):
        """A wrong command is refused in words that tell no hidden card, and changes nothing.

        Returned is what turned out to be allowed: decisions out of their usual order.
        """
        before, allowed = state(round), []
        public = self.known_cards(round, PUBLIC)
        for command in [*(stray(round, chance) for _ in range(STRAYS)), self.cards_again(round, deck, chance)]:
            if isinstance(command, Deal):
                assert round.can(command) == self.may_be_dealt(round, command.cards, deck)
            if round.can(command):
                allowed.append(command)
                continue
            with pytest.raises(PitbossError) as caught:
                round.do(command)
            given = set(map(str, getattr(command, "cards", ())))
            assert set(CARD.findall(str(caught.value))) <= given | public, command
            assert len(round.commands) == before[0], command
        assert state(round) == before
        assert not (allowed and round.is_over)
        # A burn goes to where the deck is long enough for it.
        stay = [command for command in allowed if not isinstance(command, Void | Burn)]
        return [command for command in stay if not hasattr(command, "cards")]

    def cards_again(self, round, deck, chance):
        """As many cards as are wanted, one of which has left the deck before."""
        gone = list((Counter(self.deck_of(round.rules).cards) - Counter(deck)).elements()) or deck
        number = round.awaiting.cards or 1
        return Deal((*deck[: number - 1], chance.choice(gone)))

    def may_be_dealt(self, round, cards, deck):
        """As many as are wanted, and all of them still undealt."""
        left = list(deck)
        for card in cards:
            if card not in left:
                return False
            left.remove(card)
        return round.awaiting.kind == "cards" and len(cards) == round.awaiting.cards

    def check_hidden(self, round, deck, told):
        """No view, and no event when it happens, shows a card that its audience may not know; nor does it say one."""
        for audience in audiences(round):
            events = [event.seen_by(audience) for event in round.events[told:]]
            shown = json.dumps([to_builtins(round.view(audience)), [event.as_json() for event in events]])
            shown += " ".join(event.sentence for event in events)
            assert set(CARD.findall(shown)) <= self.known_cards(round, audience), audience

    def check_secrets(self, round, chance):
        """With other cards where an audience may not look it sees the same, and decides the same."""
        if not self.keeps_secrets(round):
            return
        audience = chance.choice(audiences(round))
        other = self.twin(round, audience, chance)
        assert seen(other, audience) == seen(round, audience)
        seat = round.awaiting.seat
        if round.awaiting.kind == "decision" and audience.may_look_at(seat):
            for strategy in (TIME_OUTS[self.game], STRATEGIES[self.game]):
                assert strategy(other, seat) == strategy(round, seat)
                assert round.can(strategy(round, seat))

    def check_replay(self, round):
        """From storage comes the same round, for every audience."""
        again = type(round).from_json(json.loads(stored(round)))
        assert again.rules == round.rules
        assert stored(again) == stored(round)
        assert state(again) == state(round)
        assert again.awaiting == round.awaiting
        for audience in audiences(round):
            assert seen(again, audience) == seen(round, audience)

    def check_end(self, round):
        """Every stake of this round is paid or kept, once; only who sat out, or was voided, is lit."""
        self.check_replay(round)
        statement = round.statement
        playing = {line.seat for line in round.lines}
        carried = sum(cents for number, cents in round.lit.items() if number in playing)
        staked = sum(round.seats[number].staked_cents for number in playing)
        assert statement.staked_cents == staked - carried
        assert statement.staked_cents == statement.paid_cents + statement.house_cents
        assert all(line.pay_cents >= 0 and isinstance(line.pay_cents, int) for line in statement.lines)
        if round.phase == "over":
            self.check_settled(round, playing)

    def check_settled(self, round, playing):
        """Every wager has its line; progressive wagers are reported once and burn down."""
        for number, seat in round.seats.items():
            lines = [line.wager for line in round.lines if line.seat == number and line.wager != "ante-bonus"]
            assert sorted(lines) == (sorted(seat.wagers) if number in playing else [])
        lit = [number for number in playing if "progressive" in round.seats[number].wagers]
        assert [wager.seat for wager in round.progressive_report.wagers] == sorted(lit)
        assert all(wager.is_carried == (wager.seat in round.lit) for wager in round.progressive_report.wagers)
        assert round.still_lit == {number: cents for number, cents in round.lit.items() if number not in playing}
