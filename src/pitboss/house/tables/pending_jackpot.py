"""The record of a jackpot, a win that people must verify before it is paid, and the wins of a past game."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from pitboss.house.actor import read_actor
from pitboss.house.cage.ledger import account
from pitboss.paytables import print_dollars

WINNERS: Final = account("house", "jackpots")
"""The account with the amounts that wait for winners."""

ENVY: Final = "envy"
"""The pay of a win that is envy for another seat's win."""

DECIDED: Final = ("paid", "rejected", "reversed", "withheld")
"""The final statuses of a win."""


def numbered_id(first: str, reversed_wins: int) -> str:
    """The id of the win of a seat in a round; it counts the seat's reversed wins.

    >>> numbered_id("T1-12-3", 0), numbered_id("T1-12-3", 1)
    ('T1-12-3', 'T1-12-3.2')
    """
    return f"{first}.{reversed_wins + 1}" if reversed_wins else first


def envy_id(win_id: str, seat: int) -> str:
    """The id of the envy that a seat gets for a late award.

    >>> envy_id("T1-12-3", 5)
    'T1-12-3.envy-5'
    """
    return f"{win_id}.{ENVY}-{seat}"


@dataclass(frozen=True)
class Jackpot:
    """A win of a progressive, from the claim to the payment.

    >>> Jackpot("T1-12-3", "T1", 12, 3, "ann", "M1", "royal-flush", "royal flush", "10% of meter", 54_000).sentence
    '10% of meter, $540, for the royal flush at seat 3 is claimed'
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
    """The quoted amount while it is claimed, then the paid amount."""
    source: str = "meter"
    percent: str | None = None
    needs: str = "supervisor"
    """Who must authorize it."""
    needs_surveillance: bool = False
    needs_tax_form: bool = False
    shown_before_cents: int = 0
    shown_after_cents: int = 0
    claim: str | None = None
    """The name under which its amount is frozen, with the jackpot lock."""
    status: str = "claimed"
    """``claimed``, ``verified``, ``authorized``, ``booked`` (off the meter, not paid yet), ``paid``, ``rejected``,
    ``reversed`` (the approvals say: backed out) or ``withheld`` (won, and confiscated instead of paid)."""
    verified_by: str | None = None
    checked_by: str | None = None
    decided_by: str | None = None
    identity: str | None = None
    tax_form: str | None = None
    reason: str | None = None
    evidence: str | None = None
    """The evidence for a reversal or a late award."""
    named_by: str | None = None
    """At a live-card table, who named the winning seat, and the answer about the seats that would be paid first.

    Of a late award, who proposed it."""
    cards: str = ""
    """The winning cards, if Pitboss dealt them."""

    @property
    def sentence(self) -> str:
        """The jackpot in words. Everybody at the table reads it, so it names the seat and not the player."""
        return f"{self.pay}, {print_dollars(self.cents)}, for the {self.hand} at seat {self.seat} is {self.status}"

    @property
    def win_name(self) -> str:
        """Its name on the meter."""
        return self.claim or self.jackpot_id

    @property
    def account(self) -> str:
        """The account from which a reversal takes the amount: winners, confiscated money, or paid by mistake."""
        places = {"withheld": account("house", "confiscated"), "paid": account("house", "reversals", self.meter_id)}
        return places.get(self.status, WINNERS)

    @property
    def bookers(self) -> frozenset[str]:
        """The badges of the people who booked it, and of the person who named its seat or proposed its late award.

        A win that waits for the cage was booked by the people who verified it. Every other win is booked and paid at
        once, so the person who decided it booked it too.

        >>> from dataclasses import replace
        >>> about = {"verified_by": "supervisor:4", "decided_by": "executive:3", "cards": "As Ks Qs"}
        >>> won = Jackpot("T1-12-3", "T1", 12, 3, "ann", "M1", "akq-of-spades", "A-K-Q of spades", "100%", 100_000)
        >>> sorted(replace(won, **about).bookers), sorted(replace(won, **about | {"cards": ""}).bookers)
        (['3', '4'], ['4'])
        >>> sorted(replace(won, verified_by="supervisor:4", named_by="executive:3; seat 6: no meter hand").bookers)
        ['3', '4']
        """
        verified = self.verified_by.split(", ") if self.verified_by else []
        is_paid_at_cage = bool(verified) and not self.cards
        decided = [self.decided_by] if self.decided_by and not is_paid_at_cage else []
        named = [self.named_by.partition(";")[0]] if self.named_by else []
        return frozenset(read_actor(actor).name for actor in (*verified, *decided, *named))

    @property
    def win_id(self) -> str:
        """The win on whose reversal it is withdrawn: itself, or the late award that awarded it as envy.

        >>> envy = Jackpot("T1-12-3.envy-5", "T1", 12, 5, "bo", "M1", "straight", "straight", ENVY, 2_500)
        >>> envy.win_id
        'T1-12-3'
        """
        return self.jackpot_id.removesuffix(envy_id("", self.seat)) if self.pay == ENVY else self.jackpot_id

    @property
    def is_decided(self) -> bool:
        """Whether its status is final."""
        return self.status in DECIDED


class Win(NamedTuple):
    """A win of a seat that was not rejected or reversed.

    >>> Win(6, "royal-flush", "10%", "booked").seat
    6
    """

    seat: int
    row: str
    percent: str | None
    """Its share of the meter; nothing if the amount is fixed."""
    status: str


class PastGame(NamedTuple):
    """A game at a keypad, read from its records.

    >>> wins = [Win(2, "straight", None, "paid")]
    >>> PastGame(12, [2, 5], [5], wins, [(3, "akq-of-spades")], "M1", 100, "aquarius").hands
    {2: 'straight', 3: 'akq-of-spades'}
    """

    round_number: int
    wagers: list[int]
    """Seats with a progressive wager, also one carried over from a void game."""
    folded: list[int]
    """Seats whose folds were marked."""
    wins: list[Win]
    """Wins that were not rejected or reversed."""
    brought: list[tuple[int, str]]
    """Hands without a progressive wager that awarded envy, each with its seat."""
    meter_id: str | None
    """The meter that its wagers fed; the table may feed another one now."""
    wager_cents: int
    envy_reading: str
    """How the controller that the table had reads the envy rules."""

    @property
    def hands(self) -> dict[int, str]:
        """By seat, the known hands from the deck of this game."""
        return {win.seat: win.row for win in self.wins} | dict(self.brought)
