"""What the tests of the shuffler share."""

import pytest

from pitboss.cards import DECK_52
from pitboss.shuffler import Shoe, shuffle_deck
from pitboss.sources import SeededEntropy


class ScriptEndedError(Exception):
    """More bytes were asked for than the script holds."""


class ScriptedEntropy:
    """Gives the bytes of a script, one after another, and then no more."""

    is_live = False
    Ended = ScriptEndedError

    def __init__(self, script):
        self.unread = bytes(script)

    def token(self, size):
        if size > len(self.unread):
            raise ScriptEndedError
        token, self.unread = self.unread[:size], self.unread[size:]
        return token


@pytest.fixture
def scripted():
    return ScriptedEntropy


@pytest.fixture
def outcome():
    """Run something that draws from a script: its answer, or nothing where it wants more bytes than there are."""

    def run(draw, script):
        try:
            return draw(ScriptedEntropy(script))
        except ScriptEndedError:
            return None

    return run


@pytest.fixture
def deck():
    """A 52-card deck, shuffled and sealed, before the first card."""
    return shuffle_deck(DECK_52, SeededEntropy("a drill"), is_drill=True)


@pytest.fixture
def refilled():
    """A shoe of one deck that ran out in its second round and was refilled; one card of the refill is dealt."""
    entropy = SeededEntropy("a drill")
    shoe = Shoe(DECK_52, cut_percent=90, is_drill=True)
    shoe.start_round(entropy)
    shoe.deal(20)
    shoe.take_back_cards()
    shoe.start_round(entropy)
    shoe.deal(31)
    shoe.refill(entropy)
    shoe.deal()
    return shoe
