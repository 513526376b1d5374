"""The errors that Pitboss raises, as one tree. Every message is one sentence with the value and what is allowed.

::

    PitbossError
    ├── CardError             cards that cannot be what they are said to be
    │   ├── NotationError         a token that is not a card
    │   ├── DuplicateCardError    more copies of a card than the deck holds
    │   ├── NotInDeckError        a card that this deck does not have
    │   ├── HandSizeError         too few or too many cards for a hand
    │   ├── JokerFaceError        the rank or suit of a joker, which has none
    │   └── SettingError          a setting of other cards than were dealt (pitboss.games.fortune_san_lo)
    ├── PaytableError         a paytable file that cannot be loaded; names file and line
    ├── UnknownNameError      a game, wager or designator that does not exist
    ├── ShufflerError         what the shuffler and its deck refuse; its own tree is in pitboss.shuffler.errors
    ├── ProgressiveError      what a progressive refuses; its own tree is in pitboss.progressive.errors
    ├── TableRulesError       table rules that make no sense (pitboss.games.table)
    ├── NotAllowedError       a command that the rules do not allow now (pitboss.games.round)
    ├── CommandError          stored text that is not a command (pitboss.games.command)
    ├── TranscriptError       a transcript that cannot be read (pitboss.games.transcript)
    ├── PrintingError         a page that cannot be made on this machine (pitboss.printing)
    ├── QuestionError         a question that the lab cannot answer (pitboss.lab.question)
    ├── DesignError           a paytable design that cannot be read or solved (pitboss.lab.design)
    ├── StoppedError          long work that was stopped (pitboss.lab.work)
    ├── NoGpuError            no GPU to count on (pitboss.lab.fortune_san_lo.gpu.device)
    ├── RandomnessError       a battery for random numbers that cannot be run (pitboss.lab.randomness)
    ├── SimulatorError        a run of the simulator that cannot be made (pitboss.fault_simulator)
    └── HouseWayError         a house-way file that cannot be loaded (pitboss.games.fortune_san_lo)
"""

from typing import Final

_LONGEST: Final = 800
"""The maximum number of characters of a message."""


class PitbossError(Exception):
    """The base class of every error that Pitboss raises on purpose. Its message is one short line.

    >>> issubclass(NotationError, PitbossError)
    True
    >>> str(PitbossError("'" + "x" * 1_000_000 + "' is not a card: write a rank and a suit"))[-44:]
    "xxxx' is not a card: write a rank and a suit"
    """

    def __str__(self) -> str:
        # The value in a message comes from outside, and may be a million characters long. Then the message keeps its
        # beginning, and its end, which says what is allowed.
        sentence = " ".join(super().__str__().splitlines())
        half = _LONGEST // 2
        return sentence if len(sentence) <= _LONGEST else f"{sentence[:half]} ... {sentence[5 - half :]}"


class CardError(PitbossError):
    """Cards that cannot be what they are said to be.

    >>> issubclass(DuplicateCardError, CardError)
    True
    """


class NotationError(CardError):
    """A token that is not a card.

    >>> from pitboss.cards import parse_card
    >>> parse_card("1x")
    Traceback (most recent call last):
    pitboss.errors.NotationError: '1x' is not a card: write a rank (2-9, T or 10, J, Q, K, A) and a suit \
(s, h, d, c), or Jk for a joker
    """


class DuplicateCardError(CardError):
    """More copies of a card than the deck holds.

    >>> from pitboss.cards import DECK_52, parse_cards
    >>> DECK_52.check(parse_cards("Ks Ks"))
    Traceback (most recent call last):
    pitboss.errors.DuplicateCardError: Ks appears twice, and the 52-card deck has only one
    """


class NotInDeckError(CardError):
    """A card that this deck does not have.

    >>> from pitboss.cards import DECK_52, parse_cards
    >>> DECK_52.check(parse_cards("Ks Jk"))
    Traceback (most recent call last):
    pitboss.errors.NotInDeckError: Jk is not in the 52-card deck
    """


class HandSizeError(CardError):
    """Too few or too many cards for a hand.

    >>> from pitboss.cards import FIVE_CARD, parse_cards
    >>> FIVE_CARD.value(parse_cards("Ks Qs"))
    Traceback (most recent call last):
    pitboss.errors.HandSizeError: a five-card poker hand has 5 cards, not 2: Ks Qs
    """


class JokerFaceError(CardError, AttributeError):
    """The rank or suit of a joker, which has none; also an AttributeError.

    >>> from pitboss.cards import JOKER
    >>> JOKER.rank
    Traceback (most recent call last):
    pitboss.errors.JokerFaceError: Jk has no rank of its own
    """


class PaytableError(PitbossError):
    """A paytable file that cannot be loaded; the message names the file and the line.

    >>> issubclass(PaytableError, PitbossError)
    True
    """


class UnknownNameError(PitbossError):
    """A game, wager or designator that does not exist.

    >>> from pitboss.paytables import load_catalogue
    >>> load_catalogue()["TCP-13"]
    Traceback (most recent call last):
    pitboss.errors.UnknownNameError: there is no paytable 'TCP-13'; near it are TCPP-1, TCP-12, TCP-11
    """
