"""A round of Fortune San Lo Poker."""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from msgspec.structs import replace

from pitboss.cards import Card, best_five, print_cards
from pitboss.errors import PitbossError
from pitboss.games.audience import Audience
from pitboss.games.command import Command
from pitboss.games.event import Decided
from pitboss.games.fortune_san_lo.commands import (
    AskHouseWay,
    DealerHouseWay,
    ExitDisplay,
    PlayerHouseWay,
    PressGreenButton,
    SetHand,
)
from pitboss.games.fortune_san_lo.dealing import DealtRound
from pitboss.games.fortune_san_lo.display import (
    READY_SCREEN,
    dealer_screen,
    player_screen,
)
from pitboss.games.fortune_san_lo.events import HandSet
from pitboss.games.fortune_san_lo.house_way import HouseWayChoice
from pitboss.games.fortune_san_lo.matchups import hidden_rows, rows_of
from pitboss.games.fortune_san_lo.rules import POSITIONS, SHUFFLER, FortuneSanLoRules
from pitboss.games.fortune_san_lo.seat import FortuneSanLoSeat, list_seats
from pitboss.games.fortune_san_lo.setting import Setting, every_setting, legal_settings
from pitboss.games.fortune_san_lo.settlement import SeatSettlement, progressive_row
from pitboss.games.reports import QualifyingHand
from pitboss.games.round import NotAllowedError, Round
from pitboss.games.round_view import Awaiting, CardRow, HandView, Screen, faces
from pitboss.games.statement import Line
from pitboss.paytables import Game


class FortuneSanLoRound(DealtRound):
    """A round of Fortune San Lo Poker.

    >>> from pitboss.cards import DECK_53, parse_cards
    >>> round = FortuneSanLoRound(seats={1: "ann"})
    >>> _ = round.place_wager(1, "main", 500), round.no_more_bets(), round.press_green_button(1)
    >>> _ = round.deal(parse_cards("Ks Kd 4h Ac Jd Qs")), round.deal(parse_cards("9s 9d 2h Ad 7c Ts"))
    >>> unused = iter(card for card in DECK_53.cards if card not in round.seats[1].cards + round.dealer_cards)
    >>> _ = [round.deal(tuple(next(unused) for _ in range(6))) for _ in range(6)]
    >>> _ = round.set_hand(1, parse_cards("Ks Kd 4h Ac Jd Qs")), round.dealer_house_way(), round.settle(1)
    >>> [(line.wager, line.outcome) for line in round.lines]
    [('main', 'wins 1 to 1, $5: wins all three')]
    """

    game = Game.FORTUNE_SAN_LO
    operations: ClassVar = (
        *Round.common_operations,
        PressGreenButton,
        SetHand,
        AskHouseWay,
        PlayerHouseWay,
        ExitDisplay,
        DealerHouseWay,
    )
    rules_type = FortuneSanLoRules
    seat_type = FortuneSanLoSeat
    shuffler: ClassVar = SHUFFLER
    """What the shuffler must be set to."""

    def __init__(
        self,
        rules: FortuneSanLoRules | None = None,
        *,
        seats: Mapping[int, str],
        lit: Mapping[int, int] | None = None,
    ) -> None:
        super().__init__(rules, seats=seats, lit=lit)
        self.dealer_choice: HouseWayChoice | None = None

    @property
    def dealer_is_shown(self) -> bool:
        """Whether the dealer's cards lie face up."""
        return self.dealer_choice is not None

    # ---- what the round waits for

    def _wanted(self) -> Awaiting:
        """Wagers, the green button, eight packets, the settings of the players and of the dealer, settling."""
        match self.phase:
            case "starting":
                return Awaiting("dealer", "the dealer to press the green button", operations=("press_green_button",))
            case "dealing":
                return self._wanted_packet()
            case "setting":
                return self._wanted_setting()
            case _:
                return super()._wanted()

    def _wanted_setting(self) -> Awaiting:
        if self.display.seat is not None:
            return Awaiting("dealer", "the dealer to exit the display", operations=("exit_display",))
        undecided = [number for number in self._in_play() if not self.seats[number].is_decided]
        if undecided:
            words = f"seat {undecided[0]} to set the hand"
            return Awaiting("decision", words, undecided[0], operations=("set_hand", "ask_house_way"))
        unset = self._unset()
        if unset:
            words = f"the dealer to show the house way of seat {unset[0]}"
            return Awaiting("dealer", words, unset[0], operations=("player_house_way",))
        return Awaiting("dealer", "the dealer to press DEALER HOUSE WAY", operations=("dealer_house_way",))

    def options(self) -> tuple[Command, ...]:
        """The answers to what is wanted.

        A seat that is to set its hand may ask for the house way, lay down any legal setting, or foul; of the fouled
        settings, which all come to the same, one is listed. The order tells nothing of what the house way prefers.
        """
        awaiting = self.awaiting
        if awaiting.kind == "decision":
            assert awaiting.seat is not None
            return AskHouseWay(awaiting.seat), *self._settings_for(awaiting.seat)
        match awaiting.operations:
            case ("press_green_button",):
                return tuple(map(PressGreenButton, range(1, POSITIONS + 1)))
            case ("exit_display",):
                return (ExitDisplay(),)
            case ("player_house_way",):
                return tuple(map(PlayerHouseWay, self._unset()))
            case ("dealer_house_way",):
                return (DealerHouseWay(),)
            case _:
                return super().options()

    def decisions(self, seat: int) -> tuple[Command, ...]:
        """Set the hand, whose order is still to be chosen, or leave it to the house way."""
        cards = self.seats[seat].cards if seat in self.seats else ()
        return SetHand(seat, cards), AskHouseWay(seat)

    def _settings_for(self, seat: int) -> Iterable[SetHand]:
        cards = self.seats[seat].cards
        fouled = [setting for setting in every_setting(cards) if setting.is_fouled][:1]
        return [SetHand(seat, setting.cards) for setting in [*legal_settings(cards), *fouled]]

    def _unset(self) -> list[int]:
        return [number for number in self._in_play() if self.seats[number].setting is None]

    # ---- setting

    def _verify_hand_to_set(self, seat: int, what: str) -> None:
        self._verify_phase("setting", what)
        if self._seat(seat).setting is not None:
            raise NotAllowedError(f"seat {seat} has set its hand already")
        if not self.seats[seat].cards:
            raise NotAllowedError(f"seat {seat} has no main bet and no hand to set")

    def verify_set_hand(self, seat: int, cards: tuple[Card, ...]) -> None:
        """A seat sets its hand once, with its own six cards; in a wrong order they foul."""
        self._verify_decision(seat, "setting a hand")
        if sorted(cards, key=_code) != sorted(self.seats[seat].cards, key=_code):
            given = print_cards(cards) or "none"
            raise NotAllowedError(f"seat {seat} sets exactly its own six cards (high 3, mid 2, low 1), not {given}")

    def _set_hand(self, seat: int, cards: tuple[Card, ...]) -> None:
        self._lay(seat, Setting.of(cards))

    def _lay(self, seat: int, setting: Setting) -> None:
        self.seats[seat].setting = setting
        words = f"fouled: {setting.is_fouled}" if setting.is_fouled else setting.words
        self.events.append(HandSet(seat, setting.cards, words))

    def verify_ask_house_way(self, seat: int) -> None:
        """A seat that has not set its hand may leave it to the house way."""
        self._verify_decision(seat, "asking for the house way")

    def _ask_house_way(self, seat: int) -> None:
        self.seats[seat].asked_house_way = True
        self.events.append(Decided(seat, "house way"))

    def _verify_decision(self, seat: int, what: str) -> None:
        self._verify_hand_to_set(seat, what)
        if self.seats[seat].asked_house_way:
            raise NotAllowedError(f"seat {seat} has asked for the house way already")

    # ---- the display

    def verify_player_house_way(self, seat: int) -> None:
        """The display sets a hand that was left to the house way, once all other players have set or asked for it."""
        self._verify_hand_to_set(seat, "showing a house way")
        self._verify_display_is_free()
        if not self.seats[seat].asked_house_way:
            raise NotAllowedError(f"seat {seat} has not asked for the house way")
        self._verify_lock(seat)

    def _player_house_way(self, seat: int) -> None:
        state = self.seats[seat]
        state.house_way = self.rules.house_way.choose(state.cards)
        self._show(player_screen(seat, state.house_way.setting.cards))
        self._lay(seat, state.house_way.setting)

    def _verify_display_is_free(self) -> None:
        if self.display.seat is not None:
            raise NotAllowedError(f"the display shows the house way of seat {self.display.seat}: press EXIT first")

    def _verify_lock(self, seat: int) -> None:
        """What a player sees on the display must not help another player who is still thinking."""
        player = self.seats[seat].player
        waiting = [number for number in self._in_play() if not self.seats[number].is_decided]
        others = [number for number in waiting if self.seats[number].player != player]
        if others:
            raise NotAllowedError(
                f"the house way of seat {seat} is locked until all other players have set or asked for it: "
                f"{list_seats(others)} not yet"
            )

    def verify_exit_display(self) -> None:
        """There is something to exit from while the display shows a player's hand."""
        self._verify_phase("setting", "exiting the display")
        if self.display.seat is None:
            raise NotAllowedError("there is nothing to exit: the display does not show a player's hand")

    def _exit_display(self) -> None:
        self._show(READY_SCREEN)

    def verify_dealer_house_way(self) -> None:
        """The dealer's hand is turned over and set when every player's is set."""
        self._verify_phase("setting", "the dealer's house way")
        self._verify_display_is_free()
        if self._unset():
            raise NotAllowedError(
                f"the dealer's house way is locked until all players have set: {list_seats(self._unset())} not yet"
            )

    def _dealer_house_way(self) -> None:
        choice = self.rules.house_way.choose(self.dealer_cards)
        self.dealer_choice = choice
        self._shown(None, choice.setting.cards, choice.setting.words)
        self._show(dealer_screen(choice.setting.cards))
        self.phase = "settling"

    # ---- hints

    def verify_hint(self, seat: int) -> None:
        """A hint is the house way, and obeys the lock of the display. It is for the seat's own player only."""
        if not self._seat(seat).cards or self._receivers or self.phase == "void":
            raise NotAllowedError(
                f"a hint for seat {seat} is not possible now: the round waits for {self.awaiting.words}"
            )
        self._verify_lock(seat)

    def can_hint(self, seat: int) -> bool:
        """Whether a hint is allowed now."""
        try:
            self.verify_hint(seat)
        except PitbossError:
            return False
        return True

    def hint(self, seat: int) -> HouseWayChoice:
        """How the house way would set the hand of a seat, and why. It changes nothing."""
        self.verify_hint(seat)
        return self.rules.house_way.choose(self.seats[seat].cards)

    # ---- views. Unused hands are in none of them.

    def _view_hands(self, number: int, seat: FortuneSanLoSeat, audience: Audience) -> list[HandView]:
        setting = seat.setting
        if setting is None:
            hands = super()._view_hands(number, seat, audience)
            return [replace(hand, status="left-to-house") for hand in hands] if seat.asked_house_way else hands
        if not (seat.is_shown or audience.may_look_at(number)):
            return [HandView(1, hidden_rows(setting), "set")]
        if setting.is_fouled:
            return [HandView(1, rows_of(setting), "fouled", setting.is_fouled)]
        why = None if seat.house_way is None else seat.house_way.words
        dealer = None if self.dealer_choice is None else self.dealer_choice.setting
        return [HandView(1, rows_of(setting, dealer), "set", why)]

    def _view_dealer(self, audience: Audience) -> list[HandView]:
        choice = self.dealer_choice
        if choice is not None:
            return [HandView(1, rows_of(choice.setting), "set", choice.words)]
        return [HandView(1, [CardRow(faces(self.dealer_cards, is_seen=False))])] if self.dealer_cards else []

    def _view_screen(self, audience: Audience) -> Screen:
        return self.display.seen_by(audience).view

    # ---- settling

    def _settle(self, seat: int) -> None:
        state = self.seats[seat]
        assert state.setting is not None
        state.is_shown = True
        self._shown(seat, state.setting.cards, state.setting.words)
        super()._settle(seat)

    def _settlement(self, seat: int) -> Iterable[Line]:
        state = self.seats[seat]
        assert state.setting is not None
        assert self.dealer_choice is not None
        return SeatSettlement(self.rules, seat, state.setting, self.dealer_choice.setting).lines(state.wagers)

    def _qualifying_hands(self) -> Iterable[QualifyingHand]:
        for number in self._in_play():
            seat = self.seats[number]
            hand = best_five(seat.cards)
            row = progressive_row(self.rules, hand)
            if row is not None:
                has_wager = "progressive" in seat.wagers
                yield QualifyingHand(number, seat.player, row.hand.slug, hand.sentence, has_wager, is_folded=False)


def _code(card: Card) -> int:
    return card.code
