"""What hands win at a meter. The record of a command keeps these answers of the room as they are here."""

from msgspec import Struct


class QuotedAward(Struct, frozen=True, kw_only=True):
    """What one progressive wager wins, and who must confirm it."""

    seat: int
    player: str
    row: str
    """The row of the paytable."""
    words: str
    """The hand."""
    pay: str
    """The pay as the paytable prints it."""
    cents: int
    source: str
    """``meter`` or ``tray``."""
    percent: str | None
    """The share of the meter; nothing for a fixed pay."""
    shown_before_cents: int
    shown_after_cents: int
    needs: str
    """The role that must confirm it: ``dealer``, ``supervisor`` or ``executive``."""
    needs_surveillance: bool
    house_cents: int = 0
    """The part that the house adds, because the meter did not hold it."""
    claim: str | None = None
    """The name under which the amount is frozen, with the jackpot lock."""
    needs_tax_form: bool


class QuotedEnvy(Struct, frozen=True, kw_only=True):
    """The envy that a seat receives for the hand of another seat."""

    seat: int
    from_seat: int
    cents: int


class Quote(Struct, frozen=True, kw_only=True):
    """What the hands of a round or a game win, and the settings of the meter that decide about it."""

    awards: list[QuotedAward]
    """In paying order."""
    envy: list[QuotedEnvy]
    shares: list[str]
    """The rows of the paytable that win a share of the meter."""
    folded_hands_play: bool
    together: bool
    """Whether every win of a round gets the full meter, so that they are paid together."""
    executive_above_cents: int
    surveillance_above_cents: int

    @property
    def award(self) -> QuotedAward:
        """What the hand wins, where only one was asked about."""
        return self.awards[0]


class ClaimNow(Struct, frozen=True, kw_only=True):
    """The current amount of a frozen claim, and who must confirm it."""

    cents: int
    needs: str
    needs_surveillance: bool
    needs_tax_form: bool
