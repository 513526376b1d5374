"""A round: a pure, deterministic state machine that asks for cards and decisions and answers with events.

Who answers is the caller's business: the live shuffler, a recorded deal, a sampler, an enumerator. Every operation is
a triple: ``verify_x`` raises with the reason, ``can_x`` asks, ``x`` does. A game writes ``verify_x`` and ``_x``; the
rest comes from here. Nothing changes when a command is refused.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Self, TypeVar

from pitboss.cards import Card, Deck, print_cards
from pitboss.errors import PitbossError
from pitboss.games.audience import Audience
from pitboss.games.command import (
    CallOff,
    Command,
    CommandError,
    Deal,
    Methods,
    NoMoreBets,
    PlaceWager,
    Settle,
    TakeBack,
    Void,
    add_triple,
    methods_of,
    read_command,
)
from pitboss.games.event import (
    Announced,
    CardsDealt,
    CardsShown,
    Event,
    RoundVoided,
    SeatSettled,
    WagerPlaced,
    WagersSettled,
    WagerTakenBack,
)
from pitboss.games.reports import ProgressiveReport, ProgressiveWager, QualifyingHand
from pitboss.games.round_view import Awaiting, CardRow, HandView, RoundView, Screen, SeatRound, SettledWager, faces
from pitboss.games.statement import Line, Source, Statement, pushed
from pitboss.games.table import TableRules, read_rules, usual_rules
from pitboss.paytables import Catalogue, Game, print_dollars, wager_label
from pitboss.shuffler import ShufflerSetting

FORMAT = 1
_SEAT = re.compile("[0-9]{1,3}")


class NotAllowedError(PitbossError):
    """A command that the rules do not allow now, with the reason.

    >>> from pitboss.games.three_card_poker import ThreeCardPokerRound
    >>> ThreeCardPokerRound(seats={1: "ann"}).place_wager(1, "ante", 50)
    Traceback (most recent call last):
    pitboss.games.round.NotAllowedError: Ante of $0.50 at seat 1 is below the minimum of $5
    """


@dataclass
class SeatState:
    """What lies at a seat. Games add to it."""

    player: str
    wagers: dict[str, int] = field(default_factory=dict)
    cards: tuple[Card, ...] = ()
    is_shown: bool = False
    """Whether the cards lie face up."""
    is_folded: bool = False
    is_settled: bool = False
    settled_early: set[str] = field(default_factory=set)
    """Wagers settled before the seat's turn at the end."""

    @property
    def unsettled(self) -> dict[str, int]:
        """The wagers that still wait."""
        return {wager: cents for wager, cents in self.wagers.items() if wager not in self.settled_early}

    def has_given_up(self, wager: str) -> bool:
        """Whether a wager was collected from a hand that has folded. Only a void gives it back."""
        return self.is_folded and wager in self.settled_early

    @property
    def staked_cents(self) -> int:
        """All that lies here."""
        return sum(self.wagers.values())


_NOTHING = Awaiting("nothing", "nothing: the round is over")

Rules = TypeVar("Rules", bound=TableRules)
Seat = TypeVar("Seat", bound=SeatState)


class Round(ABC, Generic[Rules, Seat]):
    """What the rounds of all games share: seats, wagers, events, voids, storage and replay."""

    game: ClassVar[Game]
    operations: ClassVar[tuple[type[Command], ...]]
    common_operations: ClassVar[tuple[type[Command], ...]] = (
        PlaceWager,
        TakeBack,
        NoMoreBets,
        CallOff,
        Deal,
        Settle,
        Void,
    )
    rules_type: ClassVar[type[TableRules]]
    seat_type: ClassVar[type[SeatState]]
    deck: Deck
    """What the cards come from."""
    shuffler: ClassVar[ShufflerSetting | None] = None
    """What the shuffler must be set to before a round; nothing where a shoe is dealt from."""

    _methods: ClassVar[Methods]

    def __init_subclass__(cls) -> None:
        kinds = getattr(cls, "operations", ())
        for kind in kinds:
            add_triple(cls, kind)
        cls._methods = methods_of(cls, kinds)

    def __init__(
        self, rules: Rules | None = None, *, seats: Mapping[int, str], lit: Mapping[int, int] | None = None
    ) -> None:
        """A new round.

        ``lit`` are progressive wagers, by seat, that wait since a void round. They belong to the player who made them:
        whoever keeps the seats passes them on only while that player sits there.
        """
        self.rules: Rules = rules if rules is not None else usual_rules(self.rules_type)  # type: ignore[assignment]
        self._verify_seating(seats)
        self.seats: dict[int, Seat] = {}
        for number, player in sorted(seats.items()):
            self.seats[number] = self.seat_type(player)  # type: ignore[assignment]
        self.commands: list[Command] = []
        self.events: list[Event] = []
        self.lines: list[Line] = []
        self.phase = "betting"
        self.void_reason: str | None = None
        self.lit = dict(lit or {})
        self._closed_with: list[int] | None = None
        self._spots = {wager: self.rules.limit(wager) for wager in self.rules.offered()}
        self._drawn: list[Card] = []
        """Every card that has left the deck, wherever it is now."""
        self._awaiting: Awaiting | None = None
        if self.lit and "progressive" not in self._spots:
            raise NotAllowedError(f"seat {next(iter(self.lit))} is lit, and this table has no progressive")
        for number, cents in self.lit.items():
            self._verify_lit(number, cents)
            self._seat(number).wagers["progressive"] = cents

    # ---- commands

    def verify(self, command: Command) -> None:
        """Raise with the reason unless the command is allowed now."""
        verify, _ = self._methods_of(command)
        verify(self, *command.arguments())

    def _methods_of(self, command: Command) -> tuple[Callable[..., None], Callable[..., None]]:
        if type(command) not in self._methods:
            raise NotAllowedError(f"{command.operation()} is not a command of {self.game.label}")
        return self._methods[type(command)]

    def can(self, command: Command) -> bool:
        """Whether the command is allowed now."""
        try:
            self.verify(command)
        except PitbossError:
            return False
        return True

    def do(self, command: Command) -> tuple[Event, ...]:
        """Do the command, and answer with what happened."""
        self.verify(command)
        return self.do_verified(command)

    def do_verified(self, command: Command) -> tuple[Event, ...]:
        """Do a command that was just verified: a table has asked the round already, before it looked at the chips."""
        _, act = self._methods_of(command)
        before = len(self.events)
        act(self, *command.arguments())
        self.commands.append(command)
        self._awaiting = None
        return tuple(self.events[before:])

    # ---- what the round waits for, and what it looks like

    @property
    def awaiting(self) -> Awaiting:
        """What the round waits for."""
        # Asked for several times with every command, and the same until it is done.
        if self._awaiting is None:
            self._awaiting = _NOTHING if self.is_over else self._wanted()
        return self._awaiting

    def _wanted(self) -> Awaiting:
        """What to wait for now. A game adds what happens between the bets and the settling."""
        if self.phase == "betting":
            words = "wagers, and the dealer to close the bets"
            return Awaiting("wagers", words, operations=("place_wager", "no_more_bets"))
        if self.phase == "settling":
            seat = self._next_to_settle()
            return Awaiting("dealer", f"the dealer to settle seat {seat}", seat, operations=("settle",))
        return _NOTHING

    def options(self) -> tuple[Command, ...]:
        """Every command that answers a wanted decision or act of the dealer; nothing for wagers and cards."""
        if self.phase == "settling":
            return (Settle(self._next_to_settle()),)
        return ()

    @abstractmethod
    def decisions(self, seat: int) -> tuple[Command, ...]:
        """Every decision that the game knows for a seat, in the order in which a player thinks of them.

        Whether one is allowed now, :meth:`verify` says. Amounts are the highest, cards those that the seat has.
        """

    def cost_cents(self, command: Command, seat: int) -> int:
        """What a command that is allowed now puts on the table at a seat. Nothing changes: a copy of the round does it.

        >>> from pitboss.cards import parse_cards
        >>> from pitboss.games.three_card_poker import Play, ThreeCardPokerRound
        >>> round = ThreeCardPokerRound(seats={1: "ann"})
        >>> _ = round.place_wager(1, "ante", 500), round.no_more_bets()
        >>> _ = round.deal(parse_cards("Qs 6d 3h")), round.deal(parse_cards("Ks 6s 3s"))
        >>> round.cost_cents(Play(1), 1)
        500
        """
        trial = type(self).from_json(self.as_json())
        trial.do(command)
        return trial.seats[seat].staked_cents - self.seats[seat].staked_cents

    @property
    def is_over(self) -> bool:
        """Whether nothing more happens in this round."""
        return self.phase in ("over", "void")

    @property
    def has_wagers(self) -> bool:
        """Whether somebody has bet in this round. A wager that is only carried over does not count."""
        return bool(self._in_play())

    def has_bet(self, seat: int) -> bool:
        """Whether a seat has a wager of this round. One that is only carried over does not count.

        >>> from pitboss.games.three_card_poker import ThreeCardPokerRound
        >>> round = ThreeCardPokerRound(seats={1: "ann", 2: "bob"}, lit={1: 100})
        >>> _ = round.place_wager(2, "ante", 500)
        >>> round.has_bet(1), round.has_bet(2)
        (False, True)
        """
        return seat in self._in_play()

    def misfits(self) -> list[int]:
        """Seats whose wagers do not go together: while there is one, the bets cannot be closed."""
        return [number for number in self._in_play() if self.misfit(number) is not None]

    def misfit(self, seat: int) -> str | None:
        """Why the wagers of a seat do not go together; nothing where they do, or where there are none.

        >>> from pitboss.games.double_draw import DoubleDrawRound
        >>> round = DoubleDrawRound(seats={1: "ann"})
        >>> _ = round.place_wager(1, "ante", 500)
        >>> round.misfit(1)
        'seat 1 has no Bonus: Ante and Bonus are both bet, in equal amounts'
        """
        if seat not in self._in_play():
            return None
        try:
            self._verify_wagers(seat, self.seats[seat].wagers)
        except NotAllowedError as error:
            return str(error)
        return None

    def held(self, seat: int) -> str | None:
        """What the cards of a seat are, in words, for those who see them; nothing where they are not one hand."""
        return None

    @property
    def statement(self) -> Statement:
        """What was settled so far."""
        return Statement(tuple(self.lines))

    # ---- what people see

    def view(self, audience: Audience) -> RoundView:
        """The round as this audience may see it."""
        results: dict[int, list[SettledWager]] = {number: [] for number in self.seats}
        for line in self.lines:
            results[line.seat].append(SettledWager(*line))
        return RoundView(
            game=self.game.value,
            phase=self.phase,
            awaiting=self.awaiting,
            seats={
                number: SeatRound(
                    player=seat.player,
                    wagers=dict(seat.wagers),
                    hands=self._view_hands(number, seat, audience),
                    piles=self._view_discards(number, seat, audience),
                    is_settled=seat.is_settled,
                    results=results[number],
                )
                for number, seat in self.seats.items()
            },
            dealer=self._view_dealer(audience),
            piles=self._view_piles(),
            screen=self._view_screen(audience),
            void_reason=self.void_reason,
        )

    def _view_hands(self, number: int, seat: Seat, audience: Audience) -> list[HandView]:
        """The hands of a seat; a game says here what becomes of them."""
        if not seat.cards:
            return []
        row = CardRow(faces(seat.cards, seat.is_shown or audience.may_look_at(number)))
        return [HandView(1, [row], "folded" if seat.is_folded else "in-play")]

    def _view_discards(self, number: int, seat: Seat, audience: Audience) -> list[CardRow]:
        """Cards at a seat that are in no hand."""
        return []

    @abstractmethod
    def _view_dealer(self, audience: Audience) -> list[HandView]:
        """The dealer's hand."""

    def _view_piles(self) -> list[CardRow]:
        """Cards on the table that are in no hand."""
        return []

    def _view_screen(self, audience: Audience) -> Screen | None:
        """The display in the table."""
        return None

    # ---- seats

    def _verify_seating(self, seats: Mapping[int, str]) -> None:
        if not seats:
            raise NotAllowedError("a round needs at least one seat taken")
        for number, player in seats.items():
            if type(number) is not int or not isinstance(player, str) or not player:
                raise NotAllowedError(f"seat {number!r} of {player!r}: a seat is a number, a player a name")
            if not 1 <= number <= self.rules.seats:
                raise NotAllowedError(f"there is no seat {number}: this table has seats 1 to {self.rules.seats}")
        players = list(seats.values())
        for player in {player for player in players if players.count(player) > 1}:
            self._verify_seats_of(player, sorted(number for number, name in seats.items() if name == player))

    def _verify_seats_of(self, player: str, numbers: list[int]) -> None:
        """One player with several seats."""
        listed = ", ".join(map(str, numbers))
        if not self.rules.adjacent_seats:
            raise NotAllowedError(f"{player} has seats {listed}: this table allows one seat a player")
        if len(numbers) > 2 or numbers[1] - numbers[0] != 1:
            raise NotAllowedError(f"{player} has seats {listed}: one player may have two adjacent seats at most")

    def _verify_lit(self, seat: int, cents: int) -> None:
        limit = self.rules.limit("progressive")
        if type(cents) is not int or limit.why_not(cents):
            allowed = print_dollars(limit.minimum_cents)
            raise NotAllowedError(
                f"{cents!r} cents lit at seat {seat} are no wager of this progressive, which takes {allowed}"
            )

    def _seat(self, number: int) -> Seat:
        if number not in self.seats:
            taken = ", ".join(map(str, self.seats))
            raise NotAllowedError(f"nobody sits at seat {number}; taken seats: {taken}")
        return self.seats[number]

    def _in_play(self) -> list[int]:
        """Seats with a wager of this round, from the dealer's left to right.

        A progressive wager that is only carried over does not bring a seat into play.
        """
        if self._closed_with is not None:
            return self._closed_with
        return [number for number, seat in self.seats.items() if len(seat.wagers) > (number in self.lit)]

    # ---- wagers

    def _label(self, *wagers: str) -> str:
        """Wagers as the felt names them, for whoever reads a refusal at the table."""
        return ", ".join(wager_label(self.game, wager) for wager in wagers)

    def _verify_phase(self, phase: str, what: str) -> None:
        if self.phase != phase:
            raise NotAllowedError(f"{what} is not possible now: the round waits for {self.awaiting.words}")

    def verify_place_wager(self, seat: int, wager: str, cents: int) -> None:
        """A wager must be offered, within its limit, and in time."""
        self._verify_phase("betting", "a wager")
        self._seat(seat)
        if wager not in self._spots:
            raise NotAllowedError(f"{wager!r} is not a wager here; offered: {', '.join(self._spots)}")
        if wager == "progressive" and seat in self.lit:
            raise NotAllowedError(f"the progressive at seat {seat} is lit already, from the void round before")
        reason = self._spots[wager].why_not(cents)
        if reason:
            raise NotAllowedError(f"{self._label(wager)} of {print_dollars(cents)} at seat {seat} {reason}")

    def _place_wager(self, seat: int, wager: str, cents: int) -> None:
        self.seats[seat].wagers[wager] = cents
        self.events.append(WagerPlaced(seat, wager, cents))

    def verify_take_back(self, seat: int, wager: str) -> None:
        """A wager can be taken back until the bets are closed."""
        self._verify_phase("betting", "taking back a wager")
        if wager not in self._seat(seat).wagers:
            raise NotAllowedError(f"there is no {self._label(wager)} at seat {seat}")
        if wager == "progressive" and seat in self.lit:
            raise NotAllowedError(f"the progressive at seat {seat} was taken in the void round before and stays lit")

    def _take_back(self, seat: int, wager: str) -> None:
        self.events.append(WagerTakenBack(seat, wager, self.seats[seat].wagers.pop(wager)))

    def verify_no_more_bets(self) -> None:
        """Bets close when there is one, and when the wagers of every seat go together."""
        self._verify_phase("betting", "closing the bets")
        if not self._in_play():
            raise NotAllowedError("there is no wager on the table yet")
        for number in self._in_play():
            self._verify_wagers(number, self.seats[number].wagers)

    @abstractmethod
    def _verify_wagers(self, seat: int, wagers: Mapping[str, int]) -> None:
        """Refuse wagers at a seat that do not go together."""

    def _no_more_bets(self) -> None:
        # Asked for with every card and decision, and the same from here on.
        self._closed_with = self._in_play()
        self.events.append(Announced("No more bets"))
        self.phase = "dealing"

    # ---- cards

    def verify_deal(self, cards: tuple[Card, ...]) -> None:
        """Cards must be asked for, as many as they are, and none may be on the table already."""
        awaiting = self.awaiting
        if awaiting.kind != "cards":
            raise NotAllowedError(f"no cards are wanted now: the round waits for {awaiting.words}")
        if len(cards) != awaiting.cards:
            raise NotAllowedError(f"{awaiting.words}: {len(cards)} were given: {print_cards(cards) or 'none'}")
        self._verify_deck(cards)

    def _verify_deck(self, cards: tuple[Card, ...]) -> None:
        """Refuse cards that the deck does not have, or that were dealt already."""
        # What was drawn before was checked when it came: only copies of these very cards matter.
        given = set(cards)
        self.deck.check([*(card for card in self._drawn if card in given), *cards])

    def _deal(self, cards: tuple[Card, ...]) -> None:
        self._drawn += cards
        self._hand_out(self.awaiting.seat, cards)

    @abstractmethod
    def _hand_out(self, seat: int | None, cards: tuple[Card, ...]) -> None:
        """Put the cards before the seat that they are for, or before the dealer."""

    def _dealt(self, seat: int | None, cards: tuple[Card, ...], *, face_up: bool = False) -> None:
        self.events.append(CardsDealt(seat, cards, face_up))

    def _shown(self, seat: int | None, cards: tuple[Card, ...], words: str) -> None:
        self.events.append(CardsShown(seat, cards, words))

    # ---- settling

    def verify_settle(self, seat: int) -> None:
        """Seats are settled in their order."""
        self._verify_phase("settling", "settling")
        self._seat(seat)
        following = self._next_to_settle()
        if seat != following:
            raise NotAllowedError(f"seat {seat} is not next: settle seat {following}")

    def _next_to_settle(self) -> int:
        """From the dealer's right to left, unless a game says otherwise."""
        return max([number for number in self._in_play() if not self.seats[number].is_settled])

    def _settle(self, seat: int) -> None:
        state = self.seats[seat]
        lines = tuple(map(self._charged, self._settlement(seat)))
        state.is_settled = True
        self.lines += lines
        self.events.append(SeatSettled(seat, lines))
        if self._is_all_settled:
            self.phase = "over"

    @property
    def _is_all_settled(self) -> bool:
        return all(self.seats[number].is_settled for number in self._in_play())

    def _settle_early(self, seat: int, settled: Iterable[Line]) -> None:
        """Wagers of a seat that do not wait for its turn. Where nothing else waits, the seat is settled."""
        state, lines = self.seats[seat], tuple(map(self._charged, settled))
        state.settled_early |= {line.wager for line in lines}
        state.is_settled = not state.unsettled
        self.lines += lines
        self.events.append(WagersSettled(seat, lines))

    @abstractmethod
    def _settlement(self, seat: int) -> Iterable[Line]:
        """What becomes of every wager at a seat, in the order of settling."""

    # ---- voids

    def verify_call_off(self) -> None:
        """A round can be called off while nobody has bet in it."""
        self._verify_phase("betting", "calling the round off")
        if self._in_play():
            raise NotAllowedError(f"seat {self._in_play()[0]} has bet: only the floor can void the round")

    def _call_off(self) -> None:
        self._void("nobody has bet")

    def verify_void(self, reason: str) -> None:
        """A round can be void until the first seat is settled, and never without a reason."""
        if not reason.strip():
            raise NotAllowedError("a void needs a reason")
        if self.is_over:
            raise NotAllowedError("the round is over; corrections are documented adjustments")
        settled = [line.seat for line in self.lines if not self.seats[line.seat].has_given_up(line.wager)]
        if settled:
            raise NotAllowedError(f"seat {settled[0]} is settled: a void is no longer possible")

    def _void(self, reason: str) -> None:
        closed = self._closed_with is not None
        self.phase = "void"
        self.void_reason = reason
        for number in sorted(self._in_play(), reverse=True):
            for wager, cents in self.seats[number].wagers.items():
                if wager == "progressive" and (closed or number in self.lit):
                    # The meter has moved and never goes back for a void.
                    words = "stays lit for the next round: the meter has it"
                    self.lines.append(self._charged(Line(number, wager, cents, words, 0, Source.METER)))
                else:
                    self.lines.append(self._charged(pushed(number, wager, cents, f"goes back: void, {reason}")))
        self.events.append(RoundVoided(reason))

    @property
    def still_lit(self) -> dict[int, int]:
        """Progressive wagers by seat that wait for the next round: of a void round, or of a seat that sat it out."""
        if not self.is_over:
            return {}
        taken = set(self._closed_with or ()) if self.phase == "void" else set()
        waiting = set(self.lit) if self.phase == "void" else set(self.lit) - set(self._in_play())
        return {
            number: seat.wagers["progressive"]
            for number, seat in self.seats.items()
            if "progressive" in seat.wagers and number in taken | waiting
        }

    def _charged(self, line: Line) -> Line:
        """A line without a stake where another has charged it: in the void round before, or when it was collected."""
        is_lit = line.wager == "progressive" and line.seat in self.lit
        is_charged = is_lit or line.wager in self.seats[line.seat].settled_early
        return line._replace(stake_cents=0) if is_charged else line

    # ---- the progressive

    @property
    def progressive_report(self) -> ProgressiveReport:
        """Progressive wagers taken, and hands that qualify or bring envy."""
        wagers = tuple(
            ProgressiveWager(number, seat.player, seat.wagers["progressive"], number in self.lit)
            for number, seat in self.seats.items()
            if self._closed_with is not None and number in self._closed_with and "progressive" in seat.wagers
        )
        return ProgressiveReport(wagers, tuple(self._qualifying_hands()) if self.phase in ("settling", "over") else ())

    def _qualifying_hands(self) -> Iterable[QualifyingHand]:
        return ()

    # ---- storage

    def as_json(self) -> dict[str, Any]:
        """The round for storage: its rules, its seats and its commands, from which it is made again."""
        return {
            "format": FORMAT,
            "game": self.game.value,
            "rules": self.rules.as_json(),
            "seats": {str(number): seat.player for number, seat in self.seats.items()},
            "lit": {str(number): cents for number, cents in self.lit.items()},
            "commands": [command.as_json() for command in self.commands],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any], catalogue: Catalogue | None = None) -> Self:
        """The round that was stored, made again from its commands."""
        if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("game") != cls.game:
            raise CommandError(f"this is not a stored round of {cls.game.label} in format {FORMAT}")
        what = f"the stored round of {cls.game.label}"
        rules = read_rules(cls.rules_type, data.get("rules"), catalogue)
        seats, lit = (_by_seat(data.get(name), f"{name} of {what}") for name in ("seats", "lit"))
        if not isinstance(data.get("commands"), list):
            raise CommandError(f"{what} has no list of commands")
        commands = [read_command(command, cls.operations) for command in data["commands"]]
        again = cls(rules, seats=seats, lit=lit)  # type: ignore[arg-type]
        for command in commands:
            again.do(command)
        return again


def _by_seat(stored: Any, what: str) -> dict[int, Any]:
    """What is stored by seats, whose numbers are texts there."""
    if not isinstance(stored, dict) or not all(_SEAT.fullmatch(str(number)) for number in stored):
        raise CommandError(f"{what} are by the numbers of seats, such as '3', not {stored!r}")
    return {int(number): value for number, value in stored.items()}
