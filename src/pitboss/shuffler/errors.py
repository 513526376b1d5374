"""What can go wrong at the shuffler.

::

    ShufflerError             what the shuffler and its deck refuse
    ├── EntropyError              a source of chance that may not be dealt from
    ├── WrongDeckError            cards that are not the whole deck; names which are missing or too many
    ├── OutOfCardsError           more cards asked for than remain
    ├── SealedCardError           a card that may not be shown yet
    ├── FalseOpeningError         an opening that does not lead to the published root
    ├── NotNowError               a press that is not allowed now
    └── RecordError               a stored record that cannot be read; names the entry
"""

from pitboss.errors import PitbossError


class ShufflerError(PitbossError):
    """What the shuffler and its deck refuse.

    >>> issubclass(OutOfCardsError, ShufflerError)
    True
    """


class EntropyError(ShufflerError):
    """A source of chance that may not be dealt from: seeded at a live table, or broken.

    >>> from pitboss.sources import SeededEntropy
    >>> from pitboss.shuffler import require_live
    >>> require_live(SeededEntropy(1))
    Traceback (most recent call last):
    pitboss.shuffler.errors.EntropyError: a live table is not dealt from SeededEntropy, whose bytes can be foreseen: \
use the operating system's generator
    """


class WrongDeckError(ShufflerError):
    """Cards that are not the whole deck.

    >>> from pitboss.cards import DECK_52
    >>> from pitboss.shuffler import check_deck
    >>> check_deck(DECK_52, DECK_52.cards[1:])
    Traceback (most recent call last):
    pitboss.shuffler.errors.WrongDeckError: these 51 cards are not the 52-card deck: missing 2c
    """


class OutOfCardsError(ShufflerError):
    """More cards asked for than remain.

    >>> from pitboss.cards import DECK_52
    >>> from pitboss.sources import SeededEntropy
    >>> from pitboss.shuffler import shuffle_deck
    >>> shuffle_deck(DECK_52, SeededEntropy(1), is_drill=True).deal(53)
    Traceback (most recent call last):
    pitboss.shuffler.errors.OutOfCardsError: 53 cards were asked for, and 52 of the 52-card deck remain
    """


class SealedCardError(ShufflerError):
    """A card that may not be shown yet.

    >>> from pitboss.cards import DECK_52
    >>> from pitboss.sources import SeededEntropy
    >>> from pitboss.shuffler import shuffle_deck
    >>> shuffle_deck(DECK_52, SeededEntropy(1), is_drill=True).open(1)
    Traceback (most recent call last):
    pitboss.shuffler.errors.SealedCardError: position 1 is not dealt yet, and stays sealed until the deck is retired
    """


class FalseOpeningError(ShufflerError):
    """An opening that does not lead to the published root.

    >>> from pitboss.cards import DECK_52, JOKER
    >>> from pitboss.shuffler import Opening, Seal
    >>> Seal(DECK_52, bytes(32)).verify(Opening(1, JOKER, bytes(32), (bytes(32),) * 6))
    Traceback (most recent call last):
    pitboss.shuffler.errors.FalseOpeningError: the opening of position 1 is false: Jk with this nonce and path does \
not lead to the root
    """


class NotNowError(ShufflerError):
    """A press that is not allowed now. Nothing has changed.

    >>> from pitboss.shuffler import Shuffler
    >>> Shuffler().dispense_packet()
    Traceback (most recent call last):
    pitboss.shuffler.errors.NotNowError: no packet can be dispensed while the shuffler is unset: it must be dispensing
    """


class RecordError(ShufflerError):
    """A stored record that cannot be read.

    >>> from pitboss.shuffler import Seal
    >>> Seal.from_json({"format": 3})
    Traceback (most recent call last):
    pitboss.shuffler.errors.RecordError: the seal has format 3, and this version reads format 1
    """
