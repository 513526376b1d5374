"""The kinds of players that are analyzed, by how they set their hands."""

from enum import StrEnum


class Player(StrEnum):
    """How a player sets every hand. All of them know only their own six cards.

    >>> Player.BEST.sentence
    'sets every hand the best way for the main bet'
    """

    HOUSE_WAY = "house-way"
    RULE_LIST = "rule-list"
    BEST = "best"
    """The setting that wins the main bet most often against a dealer who sets the house way."""
    BEST_HAT_TRICK = "best-hat-trick"
    BEST_BOTH = "best-both"
    """Best for the same amount on both wagers."""

    @property
    def sentence(self) -> str:
        """The player's way in words."""
        return _SENTENCES[self]


_SENTENCES = {
    Player.HOUSE_WAY: "sets every hand the house way",
    Player.RULE_LIST: "sets every hand by the short rule list",
    Player.BEST: "sets every hand the best way for the main bet",
    Player.BEST_HAT_TRICK: "sets every hand the best way for the Hat Trick",
    Player.BEST_BOTH: "sets every hand the best way for equal wagers on both",
}
