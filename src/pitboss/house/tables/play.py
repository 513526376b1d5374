"""Rounds at an electronic table: the rules decide, the cards come from the shuffler, the money follows."""

from collections.abc import Mapping
from typing import Any

from pitboss.games.card_source import GREEN_BUTTON
from pitboss.games.command import Command, Deal, NoMoreBets, PlaceWager, Who, read_command
from pitboss.games.round import Round
from pitboss.games.rounds import ROUNDS, TIME_OUTS
from pitboss.house.errors import RefusedError
from pitboss.house.gambling_day import second_of
from pitboss.house.tables.events import MeterRose, RoundStarted
from pitboss.house.tables.jackpots import Jackpots
from pitboss.house.tables.settings import CardKind


class Play(Jackpots):
    """What happens in a round."""

    def verify_start_round(self) -> None:
        """One round at a time, at an open table with somebody at it."""
        self._verify_open()
        self._verify_no_round("a new round starts")
        if self.settings.cards is CardKind.PHYSICAL:
            raise RefusedError(f"table {self.table_id} is dealt by hand: press the keys of its controller")
        if not self.seatings:
            raise RefusedError(f"nobody sits at table {self.table_id}")
        self._outside.verify_clock()
        if self.settings.meter_id is not None:
            self._outside.verify_in_service(self.settings.meter_id)
        self._barred = frozenset(self._outside.barred([seating.player for seating in self.seatings.values()]))
        self._camera_above_cents = self._outside.camera_above_cents()
        self._asked_at = dict.fromkeys(self.seatings, second_of(self._outside.clock))
        if not self._players():
            raise RefusedError(f"nobody at table {self.table_id} may play any more")

    def _players(self) -> dict[int, str]:
        """Who plays: everybody who sits here, but for those who may not any more since they sat down."""
        seated = {seat: seating.player for seat, seating in sorted(self.seatings.items())}
        return {seat: player for seat, player in seated.items() if player not in self._barred}

    @property
    def barred_seats(self) -> set[int]:
        """Where somebody sits who could not be in the last round that was started."""
        # Whoever only looks does not hold the table.
        return {seat for seat, seating in list(self.seatings.items()) if seating.player in self._barred}

    def _start_round(self) -> None:
        seal = self.cards.start_round(self._outside.entropy)
        self.round_number += 1
        self.awards = []
        self.round = ROUNDS[self.settings.game](
            self.settings.rules,
            seats=self._players(),
            lit={seat: cents for seat in self._players() if (cents := self.seatings[seat].lit_cents)},
        )
        self._tell(RoundStarted(self.round_number, seal.root.hex()))

    def verify_deal_cards(self) -> None:
        """The round must wait for cards, or for the green button of the shuffler."""
        want = self._playing().want
        if want.kind != "cards" and GREEN_BUTTON not in want.operations:
            raise RefusedError(f"no cards are wanted now: the round waits for {want.words}")

    def _deal_cards(self) -> None:
        round = self._playing()
        command = self.cards.answer(round, self._outside.entropy)
        assert command is not None
        round.verify(command)
        self._in_round(round, command)
        if isinstance(command, Deal):
            self._done.dealt_from = self.cards.dealt_from()

    def verify_act(self, command: Mapping[str, Any]) -> None:
        """The rules of the game decide; and chips must be there for every wager."""
        round = self._playing()
        asked = self._asked = read_command(dict(command), round.operations)
        if Who.SHUFFLER in asked.who:
            raise RefusedError("cards and the start position come out of the shuffler: ask for deal-cards")
        self._verify_in(round, asked)
        if isinstance(asked, PlaceWager) and self._more_cents(round, asked) > 0:
            self._verify_not_excluded(asked.seat)

    def _verify_not_excluded(self, seat: int) -> None:
        """What was bet before an exclusion is played to its end, and nothing is added to it.

        Each is asked about once a second: wagers come by the thousand, and the beginning of the round has asked too.
        """
        second = second_of(self._outside.clock)
        if self._asked_at.get(seat) != second:
            self._outside.verify_not_excluded(self._seating(seat).player)
            self._asked_at[seat] = second

    def verify_time_out(self, seat: int) -> None:
        """The round must wait for the decision of that seat."""
        want = self._playing().want
        if want.kind != "decision" or want.seat != seat:
            raise RefusedError(f"seat {seat} has nothing to decide now: the round waits for {want.words}")

    def _time_out(self, seat: int) -> None:
        # What is decided depends on the cards of the seat, so nothing of it is asked before it is done.
        round = self._playing()
        self._in_round(round, _as_posted(round, seat, self._seating(seat).chips_cents))

    def verify_in_round(self, command: Command) -> None:
        """Refuse a wager, a decision or an act that the rules do not allow now, or for which chips are missing."""
        self._verify_in(self._playing(), command)

    def _verify_in(self, round: Round[Any, Any], command: Command) -> None:
        round.verify(command)
        self._verify_stakes(round, command)

    def _act(self, command: Mapping[str, Any]) -> None:
        self._in_round(self._playing(), self._asked)

    def _in_round(self, round: Round[Any, Any], command: Command) -> None:
        # A wager or a decision changes what lies at its own seat; what has no seat may change any.
        seat = getattr(command, "seat", None)
        touched = round.seats if seat is None else (seat,)
        staked = {seat: round.seats[seat].staked_cents for seat in touched}
        settled = len(round.lines)
        events = round.do_verified(command)
        self._take_stakes(round, staked)
        self._tell(*events)
        if isinstance(command, NoMoreBets):
            self._feed_meter(round)
        self._settle(round.lines[settled:])
        if round.is_over:
            self._finish(round)

    def _verify_stakes(self, round: Round[Any, Any], command: Command) -> None:
        """What a decision costs only the round knows, so a copy of it decides first where chips are scarce."""
        seat = getattr(command, "seat", None)
        if seat is None:
            return
        chips, already = self._seating(seat).chips_cents, round.seats[seat].staked_cents
        if isinstance(command, PlaceWager):
            more = self._more_cents(round, command)
        elif chips >= already:
            # No decision of any game costs more than what its seat has staked already.
            return
        else:
            more = round.cost_cents(command, seat)
        self._verify_chips(seat, more)

    @staticmethod
    def _more_cents(round: Round[Any, Any], wager: PlaceWager) -> int:
        """What a wager adds to what lies on its spot."""
        before: int = round.seats[wager.seat].wagers.get(wager.wager, 0)
        return wager.cents - before

    def _take_stakes(self, round: Round[Any, Any], before: Mapping[int, int]) -> None:
        for seat, cents in before.items():
            more = round.seats[seat].staked_cents - cents
            if more:
                self._move(self._chips(seat), self._felt, more)
                self.seatings[seat].chips_cents -= more

    def _feed_meter(self, round: Round[Any, Any]) -> None:
        wagers = sum(not wager.is_carried for wager in round.progressive_report.wagers)
        meter_id = self.settings.meter_id
        if wagers and meter_id is not None:
            shown = self._outside.contribute(meter_id, wagers, self._done.entry)
            self._tell(MeterRose(meter_id, wagers, shown))

    def _finish(self, round: Round[Any, Any]) -> None:
        still_lit = round.still_lit
        for seat in round.seats:
            if seat in self.seatings:
                self.seatings[seat].lit_cents = still_lit.get(seat, 0)
        self._claim_wins(round)
        self._close_round()


def _as_posted(round: Round[Any, Any], seat: int, chips_cents: int) -> Command:
    """What is posted for a player who does not answer; where the chips for it are not there, what costs nothing."""
    posted = TIME_OUTS[round.game](round, seat)
    if round.cost_cents(posted, seat) <= chips_cents:
        return posted
    return next(option for option in reversed(round.options()) if round.cost_cents(option, seat) <= chips_cents)
