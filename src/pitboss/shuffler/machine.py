"""The shuffler at the table: set to a game, started by the green button, dispensing packets, failing at times."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pitboss.cards import Card
from pitboss.shuffler.allowed import is_allowed
from pitboss.shuffler.chance import require_live
from pitboss.shuffler.deck_in_play import DeckInPlay, shuffle_deck
from pitboss.shuffler.errors import NotNowError, ShufflerError
from pitboss.shuffler.malfunction import Malfunction, Remedy, ReplacementStep
from pitboss.shuffler.record import FORMAT, Record
from pitboss.shuffler.seal import Seal
from pitboss.shuffler.setting import ShufflerSetting
from pitboss.sources import Entropy


class ShufflerState(StrEnum):
    """What the shuffler is doing, apart from malfunctions.

    >>> [state.value for state in ShufflerState]
    ['unset', 'ready', 'dispensing', 'empty']
    """

    UNSET = "unset"
    """Not set to a game."""
    READY = "ready"
    """Waiting for the green button."""
    DISPENSING = "dispensing"
    """The deck is shuffled and sealed, and comes out in packets."""
    EMPTY = "empty"
    """The dealer holds the stub; the cards are out of the machine."""


@dataclass
class Shuffler:
    """A shuffler at a table. Every press is checked first; one that is not allowed now changes nothing.

    >>> from pitboss.cards import DECK_53
    >>> from pitboss.sources import SeededEntropy
    >>> shuffler = Shuffler(is_drill=True)
    >>> shuffler.set_game(ShufflerSetting("Fortune San Lo Poker", DECK_53, packet_size=6, start_positions=7))
    >>> seal = shuffler.press_green_button(SeededEntropy("a drill"))
    >>> shuffler.start_position, shuffler.dispense_packet()
    (6, (Kh, Jk, 4c, Ks, Qc, 5s))
    >>> is_allowed(shuffler.verify_press_green_button, SeededEntropy("a drill"))
    False
    """

    is_drill: bool = False
    """A drill may be dealt from seeded entropy; everything else is live."""
    state: ShufflerState = ShufflerState.UNSET
    setting: ShufflerSetting | None = None
    deck: DeckInPlay | None = None
    """The deck of this round, or of the last one until the next press of the green button."""
    malfunction: Malfunction | None = None
    """The malfunction that stops the machine now."""
    malfunctions: int = 0
    """How often this machine has failed; its backup begins at none."""

    def __post_init__(self) -> None:
        # A restored shuffler must be one that presses could have led to.
        running = self.state in (ShufflerState.DISPENSING, ShufflerState.EMPTY)
        if (self.state is ShufflerState.UNSET) != (self.setting is None):
            raise ShufflerError(f"a shuffler that is {self.state.value} cannot be: only an unset one has no game")
        if running and (self.deck is None or self.deck.retired or self.deck.seal.deck != self._setting.deck):
            raise ShufflerError(f"a shuffler that is {self.state.value} needs the {self._setting.deck} in play")

    @property
    def start_position(self) -> int | None:
        """What the display shows: the position that gets the first packet. It is sealed with the deck."""
        return None if self.deck is None or self.deck.retired else self.deck.sealed.start

    def verify_set_game(self) -> None:
        """Raise unless the game can be chosen now."""
        self._verify_running("no game can be set", ShufflerState.UNSET, ShufflerState.READY)

    def set_game(self, setting: ShufflerSetting) -> None:
        """Set the shuffler to a game."""
        self.verify_set_game()
        self.setting, self.state = setting, ShufflerState.READY

    def verify_press_green_button(self, entropy: Entropy) -> None:
        """Raise unless a new deck can be shuffled now. There is no second shuffle before the cards are back."""
        self._verify_running("the green button does nothing", ShufflerState.READY)
        if not self.is_drill:
            require_live(entropy)

    def press_green_button(self, entropy: Entropy) -> Seal:
        """Shuffle and seal the deck, and show the start position. The seal is published before the first packet."""
        self.verify_press_green_button(entropy)
        setting = self._setting
        self.deck = shuffle_deck(setting.deck, entropy, start_positions=setting.start_positions, is_drill=self.is_drill)
        self.state = ShufflerState.DISPENSING
        return self.deck.seal

    def verify_dispense_packet(self) -> None:
        """Raise unless a whole packet can come out now."""
        self._verify_running("no packet can be dispensed", ShufflerState.DISPENSING)
        self._deck.verify_deal(self._setting.packet_size)

    def dispense_packet(self) -> tuple[Card, ...]:
        """The next packet."""
        self.verify_dispense_packet()
        return self._deck.deal(self._setting.packet_size)

    def verify_dispense_stub(self) -> None:
        """Raise unless the rest of the deck can come out now."""
        self._verify_running("no stub can be dispensed", ShufflerState.DISPENSING)
        if not self._setting.gives_stub:
            raise NotNowError(f"no stub can be dispensed in {self._setting.game}: it stays in the shuffler")

    def dispense_stub(self) -> DeckInPlay:
        """Put the rest of the deck into the dealer's hand, who deals on from it."""
        self.verify_dispense_stub()
        self.state = ShufflerState.EMPTY
        return self._deck

    def verify_take_back_cards(self) -> None:
        """Raise unless the cards of a round are out."""
        self._verify_running("no cards can be taken back", ShufflerState.DISPENSING, ShufflerState.EMPTY)

    def can_take_back_cards(self) -> bool:
        """Whether the cards of a round are out."""
        return is_allowed(self.verify_take_back_cards)

    def take_back_cards(self) -> None:
        """End the round: the deck is retired, and the machine ready for the next."""
        self.verify_take_back_cards()
        self._retire_deck()

    def verify_report_malfunction(self) -> None:
        """Raise unless the machine runs."""
        self._verify_running("no malfunction can be reported", *ShufflerState)

    def report_malfunction(self, fault: str) -> Malfunction:
        """Stop the machine. What is done about it is done to the malfunction."""
        self.verify_report_malfunction()
        self.malfunction = Malfunction(fault, earlier=self.malfunctions)
        self.malfunctions += 1
        return self.malfunction

    def verify_resume_play(self) -> None:
        """Raise unless the malfunction is over, or only this last step of the replacement is left."""
        if self.malfunction is None:
            raise NotNowError("play cannot resume: nothing has stopped it")
        last_step = self.malfunction.next_step is ReplacementStep.RESUME_PLAY
        if not self.malfunction.is_over and not last_step:
            raise NotNowError(f"play cannot resume: the malfunction ({self.malfunction.fault}) is not over")

    def resume_play(self) -> Malfunction:
        """Play on, and hand out the malfunction for the record. A deck that was lost inside the machine is retired."""
        self.verify_resume_play()
        ended = self._malfunction
        if not ended.is_over:
            ended.confirm_step(ReplacementStep.RESUME_PLAY)
        if ended.remedy is Remedy.REPLACEMENT:
            self.malfunctions = 0
        if not ended.round_goes_on and self.state is ShufflerState.DISPENSING:
            self._retire_deck()
        self.malfunction = None
        return ended

    def _retire_deck(self) -> None:
        self._deck.retire()
        self.state = ShufflerState.READY

    def _verify_running(self, refusal: str, *states: ShufflerState) -> None:
        if self.malfunction is not None:
            raise NotNowError(
                f"{refusal} during a malfunction ({self.malfunction.fault}): end it and resume play first"
            )
        if self.state not in states:
            allowed = " or ".join(state.value for state in states)
            raise NotNowError(f"{refusal} while the shuffler is {self.state.value}: it must be {allowed}")

    @property
    def _setting(self) -> ShufflerSetting:
        assert self.setting is not None
        return self.setting

    @property
    def _deck(self) -> DeckInPlay:
        assert self.deck is not None
        return self.deck

    @property
    def _malfunction(self) -> Malfunction:
        assert self.malfunction is not None
        return self.malfunction

    def as_json(self) -> dict[str, Any]:
        """The public record: it names no card. The secret one is that of the sealed deck."""
        return {
            "format": FORMAT,
            "is_drill": self.is_drill,
            "state": self.state.value,
            "setting": self.setting and self.setting.as_json(),
            "deck": self.deck and self.deck.as_json(),
            "malfunction": self.malfunction and self.malfunction.as_json(),
            "malfunctions": self.malfunctions,
        }

    @staticmethod
    def from_json(data: object, sealed: object = None) -> "Shuffler":
        """The shuffler from its public record and, where it has a deck, the secret record of that."""
        keys = "format is_drill state setting deck malfunction malfunctions"
        record = Record(data, "the shuffler", keys.split())
        setting, deck, malfunction = (record.data[key] for key in ("setting", "deck", "malfunction"))
        return Shuffler(
            is_drill=record.boolean("is_drill"),
            state=record.choice("state", ShufflerState),
            setting=None if setting is None else ShufflerSetting.from_json(setting),
            deck=None if deck is None else DeckInPlay.from_json(deck, sealed),
            malfunction=None if malfunction is None else Malfunction.from_json(malfunction),
            malfunctions=record.integer("malfunctions", 0),
        )
