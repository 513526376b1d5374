"""A jackpot: a win that somebody must verify before it is paid."""

from dataclasses import asdict, dataclass
from typing import Any, Final

from pitboss.paytables import print_dollars

DECIDED: Final = ("paid", "rejected", "backed-out")
"""How a win ends."""


@dataclass
class Jackpot:
    """A win of a progressive, from the claim to the payment.

    >>> Jackpot("T1-12-3", "T1", 12, 3, "ann", "M1", "royal-flush", "royal flush", "10% of meter", 54_000).sentence
    '10% of meter, $540, for the royal flush of ann at seat 3 is claimed'
    """

    jackpot_id: str
    table_id: str
    round_number: int
    seat: int
    player: str
    meter_id: str
    row: str
    hand: str
    pay: str
    cents: int
    """As quoted when it was claimed; as paid when it is paid."""
    source: str = "meter"
    percent: str | None = None
    needs: str = "supervisor"
    """Who must authorise it."""
    needs_surveillance: bool = False
    needs_tax_form: bool = False
    shown_before_cents: int = 0
    shown_after_cents: int = 0
    claim: str | None = None
    """The name under which its amount is frozen, with the jackpot lock."""
    status: str = "claimed"
    """``claimed``, ``verified``, ``authorised``, ``booked`` (off the meter, not paid yet), ``paid``, ``rejected``
    or ``backed-out``."""
    verified_by: str | None = None
    checked_by: str | None = None
    decided_by: str | None = None
    identity: str | None = None
    tax_form: str | None = None
    reason: str | None = None
    cards: str = ""
    """The winning cards, where Pitboss dealt them."""

    @property
    def sentence(self) -> str:
        """The jackpot in words."""
        return (
            f"{self.pay}, {print_dollars(self.cents)}, for the {self.hand} of {self.player} at seat {self.seat} "
            f"is {self.status}"
        )

    @property
    def is_decided(self) -> bool:
        """Whether nothing more becomes of it."""
        return self.status in DECIDED

    def as_json(self) -> dict[str, Any]:
        """The jackpot for storage and for machines."""
        return asdict(self)
