"""The auditor of the simulator: reads every new record directly from the database, and keeps separate books.

It does not use what the house computes. It reads the stored rows, and computes again what follows from them: chains,
balances, meters, and who was allowed to do what.
"""

import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from pitboss.fault_simulator.errors import BrokenError
from pitboss.fault_simulator.meter_book import CENT, MeterBook, Moved
from pitboss.fault_simulator.sites import Ask
from pitboss.house.actor import Role, read_actor
from pitboss.house.answers import public_part
from pitboss.house.cage.ledger import MAY_OWE, Posting, kind_of
from pitboss.house.permissions import MATRIX
from pitboss.house.records.journal import START, Record
from pitboss.progressive import LawfulReason, Meter

POTS: Final = ("shown", "reserve", "overflow", "frozen")
LAWFUL: Final = {reason.value for reason in LawfulReason}
OFFICE_DECIDES: Final = {"propose": "pending", "reject": "rejected", "withdraw-proposal": "withdrawn"}
"""The status of a proposal after these commands; a command at a table makes it used."""
USED_LATER: Final = ("create-table", "configure-table", "withhold-win")
NOT_WON_OR_LOST: Final = ("buy-in-with-cash", "buy-in-from-wallet", "cash-out", "leave-seat")
"""Commands that bring chips to a seat or take them away without a win or a loss."""

_RECORD: Final = ", ".join(Record._fields)


class Auditor:
    """The auditor's books of a room, brought up to date after every step."""

    def __init__(self, ask: Ask, property_id: str, chains: tuple[str, ...], meters: tuple[str, ...]) -> None:
        self.ask, self._property_id, self._chains = ask, property_id, chains
        self.heads: dict[str, tuple[int, str]] = dict.fromkeys(chains, (0, START))
        self.accounts: dict[str, int] = defaultdict(int)
        self.commands: dict[str, tuple[str, int, str, str]] = {}
        """For every command that was done: its chain, number, actor and fields."""
        self.won: dict[str, int] = defaultdict(int)
        """What each account of chips has won since its table's round began."""
        self._proposed: dict[str, str] = {}
        self._kinds: dict[str, str] = {}
        self._statuses: dict[str, str] = {}
        """The status of each proposal."""
        self._seated: dict[tuple[str, int], str] = {}
        """The last player at each seat of each table."""
        self._pots = {meter_id: dict.fromkeys(POTS, 0) for meter_id in meters}
        self._books = {meter_id: self._book_of(meter_id) for meter_id in meters}
        self._moved = dict.fromkeys(meters, 0)
        self._meter_rows: dict[str, tuple[int, str]] = {}
        self._meters: dict[str, Meter] = {}
        self._new_records = " UNION ALL ".join(
            f"SELECT {_RECORD} FROM journal WHERE property_id = '{property_id}' AND chain = '{chain}' AND seq > ?"
            for chain in chains
        )

    def _book_of(self, meter_id: str) -> MeterBook:
        query = "SELECT parameters FROM meters WHERE property_id = ? AND meter_id = ?"
        ((text,),) = self.ask(query, self._property_id, meter_id)
        parameters = json.loads(text)
        maximum = parameters["maximum_cents"]
        return MeterBook(None if maximum is None else maximum * CENT, parameters["jackpot_lock"])

    # ---- every step

    def read(self) -> list[Record]:
        """Read and check everything that was written since; returns the new records in order."""
        fresh = self._read_records()
        self._verify_accounts()
        self._verify_meters()
        if fresh:
            self._verify_owed()
            self._verify_proposals(fresh)
        return fresh

    def _read_records(self) -> list[Record]:
        rows = self.ask(self._new_records, *(self.heads[chain][0] for chain in self._chains))
        fresh = sorted((Record(*row) for row in rows), key=lambda record: (record.chain, record.seq))
        for record in fresh:
            self._verify_link(record)
            self._verify_allowed(record)
            self._post(record)
            self.heads[record.chain] = record.seq, record.hash
            self.commands[record.command_id] = (record.chain, record.seq, record.actor, record.asked)
        return fresh

    def _verify_link(self, record: Record) -> None:
        seq, head = self.heads[record.chain]
        if (record.seq, record.previous) != (seq + 1, head):
            raise BrokenError("chain", f"record {record.seq} of {record.chain} does not follow record {seq}")
        if record.command_id in self.commands:
            raise BrokenError("once", f"command {record.command_id} is on record twice")

    def _verify_allowed(self, record: Record) -> None:
        by = read_actor(record.actor)
        if by.role not in MATRIX[record.kind]:
            raise BrokenError("permission", f"{record.kind} by {by} is on record: it is not for a {by.role.value}")
        asked = json.loads(record.asked)
        self._verify_two_people(record, asked.get("proposal_id"))
        seat = record.chain, (asked.get("command") or asked).get("seat")
        if record.kind == "take-seat":
            self._seated[seat] = asked["player"]
        if by.role is Role.PLAYER and self._seated.get(seat) != by.name:
            raise BrokenError("permission", f"{record.kind} by {by} is about another player's seat: {record.asked}")

    def _verify_two_people(self, record: Record, proposal_id: str) -> None:
        """Nobody approves what they proposed themselves."""
        if record.kind == "propose":
            self._proposed[proposal_id] = record.actor
        elif (
            record.kind in ("approve", "reverse-jackpot")
            and self._proposed.get(proposal_id, record.actor) == record.actor
        ):
            raise BrokenError("two people", f"{record.actor} approved {proposal_id}, and nobody else proposed it")

    def _post(self, record: Record) -> None:
        key = self._property_id, record.chain, record.seq
        rows = self.ask(
            "SELECT account, millicents FROM postings WHERE property_id = ? AND chain = ? AND seq = ? ORDER BY line",
            *key,
        )
        postings = [Posting(*row) for row in rows]
        if record.hash_with(postings) != record.hash:
            raise BrokenError("chain", f"record {record.seq} of {record.chain} is not what was hashed")
        if sum(posting.millicents for posting in postings):
            raise BrokenError("balance", f"record {record.seq} of {record.chain} does not balance")
        table = record.chain.removeprefix("table:")
        if record.kind == "start-round":
            self.won = defaultdict(int, {name: won for name, won in self.won.items() if name.split(":")[1] != table})
        for event in map(public_part, json.loads(record.events)):
            if event["event"] == "held-win-rejected":
                # The rules of the game do not know about camera checks: by them the hand won.
                self.won[f"chips:{table}:{event['seat']}"] += event["cents"] * 1000
        for account, millicents in postings:
            self.accounts[account] += millicents
            if account.startswith("chips:") and record.kind not in NOT_WON_OR_LOST:
                self.won[account] += millicents

    def _verify_accounts(self) -> None:
        """Each account is the sum of its postings, all together are zero, and only the house's may be negative."""
        kept = dict(self.ask("SELECT account, millicents FROM accounts WHERE property_id = ?", self._property_id))
        if kept != self.accounts:
            names = [name for name in {*kept, *self.accounts} if kept.get(name) != self.accounts.get(name)]
            raise BrokenError("accounts", f"{names[0]} holds {kept.get(names[0])}, and its postings say otherwise")
        if sum(kept.values()):
            raise BrokenError("balance", "all accounts together are not zero")
        for name, millicents in kept.items():
            if millicents < 0 and kind_of(name) not in MAY_OWE:
                raise BrokenError("accounts", f"{name} is negative: {millicents}")

    # ---- proposals

    def _verify_proposals(self, fresh: Sequence[Record]) -> None:
        """The stored status of every proposal follows from the commands about it."""
        commands = [(record, json.loads(record.asked)) for record in fresh]
        commands = [(record, asked) for record, asked in commands if "proposal_id" in asked]
        for record, asked in commands:
            if record.kind == "propose":
                self._kinds[asked["proposal_id"]] = asked["kind"]
            self._statuses[asked["proposal_id"]] = self._status_after(record.kind, asked["proposal_id"])
        if commands:
            query = "SELECT proposal_id, status FROM proposals WHERE property_id = ?"
            listed = dict(self.ask(query, self._property_id))
            for proposal_id in {*listed, *self._statuses}:
                stored, computed = listed.get(proposal_id), self._statuses.get(proposal_id)
                if stored != computed:
                    raise BrokenError(
                        "lists", f"proposal {proposal_id} is {stored} on its list, and {computed} by the records"
                    )

    def _status_after(self, kind: str, proposal_id: str) -> str:
        if kind == "check-award":
            return self._statuses[proposal_id]
        if kind == "approve":
            return "approved" if self._kinds[proposal_id] in USED_LATER else "used"
        return OFFICE_DECIDES.get(kind, "used")

    # ---- meters

    def _verify_meters(self) -> None:
        """Each meter is the sum of its movements, each with a lawful reason, and the ledger agrees."""
        query = "SELECT meter_id, version, meter FROM meters WHERE property_id = ?"
        for meter_id, version, text in self.ask(query, self._property_id):
            if self._meter_rows.get(meter_id) == (version, text):
                continue
            self._meter_rows[meter_id] = version, text
            meter = self._meters[meter_id] = Meter.from_json(json.loads(text))
            self._read_movements(meter_id)
            self._verify_pots(meter_id, version, meter)
            self._verify_custody(meter_id, meter)

    def _read_movements(self, meter_id: str) -> None:
        query = (
            "SELECT number, source, target, millicents, act, reason, win, chain || ' ' || seq FROM movements "
            "WHERE property_id = ? AND meter_id = ? AND number > ? ORDER BY number"
        )
        fresh = [Moved(*row) for row in self.ask(query, self._property_id, meter_id, self._moved[meter_id])]
        for number, source, target, millicents, _, reason, _, _ in fresh:
            if number != self._moved[meter_id] + 1:
                raise BrokenError("meter", f"movement {number} of {meter_id} follows {self._moved[meter_id]}")
            self._moved[meter_id] = number
            if source == "shown" and reason not in LAWFUL:
                raise BrokenError("meter", f"{meter_id} fell by movement {number} for the unlawful reason {reason!r}")
            pots = self._pots[meter_id]
            for pot, sign in ((source, -1), (target, 1)):
                if pot in pots:
                    pots[pot] += sign * millicents
        self._verify_golden_rule(meter_id, fresh)

    def _verify_golden_rule(self, meter_id: str, fresh: Sequence[Moved]) -> None:
        """A meter is the result of its events without the wins that were reversed or rejected."""
        book = self._books[meter_id]
        book.take(fresh)
        if book.pots()._asdict() != self._pots[meter_id]:
            words = f"{meter_id} is at {self._pots[meter_id]}, and its events without reversed wins make"
            raise BrokenError("reversal", f"{words} {book.pots()._asdict()}")

    def _verify_pots(self, meter_id: str, version: int, meter: Meter) -> None:
        stored = {pot: getattr(meter, pot) for pot in POTS}
        if stored != self._pots[meter_id] or version != self._moved[meter_id]:
            raise BrokenError("meter", f"{meter_id} is at {stored}, and its movements make {self._pots[meter_id]}")
        if sum(stored.values()) + meter.paid != meter.seeds + meter.contributions + meter.adjusted:
            raise BrokenError("meter", f"{meter_id} holds and paid another amount than it received")

    def _verify_custody(self, meter_id: str, meter: Meter) -> None:
        expected = {
            f"custody:{meter_id}": meter.shown + meter.frozen,
            f"reserve:{meter_id}": meter.reserve,
            f"overflow:{meter_id}": meter.overflow,
            f"seed:{meter_id}": -(meter.seeds + meter.adjusted)
            - self.accounts.get(f"house:gross-receipts:{meter_id}", 0),
        }
        for account, millicents in expected.items():
            if self.accounts.get(account, 0) != millicents:
                raise BrokenError("meter", f"{account} holds {self.accounts.get(account, 0)}, the meter {millicents}")

    def _verify_owed(self) -> None:
        """The account for winners holds the booked, unpaid wins; what left the meters was booked or paid."""
        query = (
            "SELECT meter_id, source, status, sum(cents) FROM jackpots WHERE property_id = ? "
            "GROUP BY meter_id, source, status"
        )
        rows = self.ask(query, self._property_id)
        booked = sum(int(cents) for _, _, status, cents in rows if status == "booked") * 1000
        if self.accounts.get("house:jackpots", 0) != booked:
            held = self.accounts.get("house:jackpots", 0)
            raise BrokenError("owed", f"{booked} is booked, and the account for winners holds {held}")
        for meter_id, meter in self._meters.items():
            by_hand = self.accounts.get(f"house:adjustments:{meter_id}", 0)
            won = ("booked", "paid", "withheld")
            due = sum(int(c) for m, s, st, c in rows if (m, s) == (meter_id, "meter") and st in won)
            paid = meter.paid - by_hand
            if paid != due * 1000:
                raise BrokenError("owed", f"{meter_id} has paid {paid}, and wins of {due * 1000} are booked or paid")

    # ---- after a restart

    def verify_after_restart(self, ask: Ask) -> None:
        """Check that everything that was on record before a power cut still is."""
        self.ask = ask
        for chain, (seq, head) in self.heads.items():
            query = "SELECT hash FROM journal WHERE property_id = ? AND chain = ? AND seq = ?"
            if seq and self.ask(query, self._property_id, chain, seq) != [(head,)]:
                raise BrokenError("durable", f"record {seq} of {chain} was on record, and is not any more")
