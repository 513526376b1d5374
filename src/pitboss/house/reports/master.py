"""The master game report: drop, win and hold of every table and game on a gambling day.

Win is what a count of the table says: closer, credits and drop, less opener and fills. The ledger knows it a second
way: it is what the players lost there, and what was given to them from elsewhere (progressives, the house's expense),
less what the tray was short. The report shows both, and an alarm where they differ.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, Final

from sqlalchemy import Connection

from pitboss.dates import written_day
from pitboss.house.journal import chain_of
from pitboss.house.ledger import kind_of
from pitboss.house.property import Property
from pitboss.house.recounts import COUNTED_BY, recount_account
from pitboss.house.reports.history import tables_of_day
from pitboss.house.reports.sheet import Cell, Money, Sheet
from pitboss.house.reports.sums import DaySum, balances, day_before, sums_of_day
from pitboss.progressive import MILLICENTS

# At the cash desk a table's record means one of these; everything else that the desk gives to a table is a fill.
_DESK: Final = {
    "open-table": "opener",
    "close-table": "closer",
    "credit": "credits",
    "reverse-jackpot": "credits",  # of a closed table: what was set aside for a winner goes to the desk like a credit
    "count-drop": "counted",
    "buy-in": "cash_in",
    "pay-booked": "cash_out",
    "press": "cash_out",
}
_RECOUNTED: Final = {"drop": ("drop_short", "drop_recounted"), "tray": ("short", "tray_recounted")}
_COMES_OUT: Final = ("opener", "fills", "cash_in")
_PLAYERS: Final = ("wallet", "chips", "felt")
_COLUMNS: Final = ("Opener", "Fills", "Credits", "Closer", "Drop", "Win", "Hold", "To progressives", "Over or short")


@dataclass(frozen=True)
class TableDay:
    """A table, or all tables of a game, on one day. Amounts in cents, the share of progressives in millicents."""

    table_id: str
    game: str
    opener_cents: int = 0
    """What the tray began the day with: an opener, or what was in it already."""
    fills_cents: int = 0
    credits_cents: int = 0
    closer_cents: int = 0
    """What the tray ended the day with: a closer as it was counted, or what is still in it."""
    drop_cents: int = 0
    """What players put into the drop box."""
    short_cents: int = 0
    """What the count of the tray lacked; less than nothing where it was over."""
    drop_short_cents: int = 0
    """What the count of the drop box lacked; less than nothing where it was over."""
    over_cents: int = 0
    """What counts were over; less than nothing where they were short. Without the trays of physical cards."""
    counted_cents: int = 0
    """What was counted in drop boxes this day, whenever it was dropped."""
    to_meters_millicents: int = 0
    lost_cents: int = 0
    """What players lost here, as the ledger has it."""
    given_cents: int = 0
    """What players got here from elsewhere: progressives, and the house's expense."""
    is_physical: bool = False
    """At physical cards only the count knows what the felt won: the tray over is that, beside the progressive."""

    @property
    def win_cents(self) -> int:
        """By count."""
        return self.closer_cents + self.credits_cents + self.drop_cents - self.opener_cents - self.fills_cents

    @property
    def ledger_win_cents(self) -> int:
        """By what the players lost."""
        return self.lost_cents + self.given_cents - self.short_cents

    @property
    def hold(self) -> Fraction | None:
        """The share of the drop that was won; nothing without a drop."""
        return Fraction(self.win_cents, self.drop_cents) if self.drop_cents else None

    def as_json(self) -> dict[str, Any]:
        """The line for machines."""
        hold = None if self.hold is None else str(self.hold)
        return asdict(self) | {"win_cents": self.win_cents, "hold": hold}

    def cells(self) -> tuple[Cell, ...]:
        """The line for a sheet, without its name."""
        amounts = ("opener", "fills", "credits", "closer", "drop", "win")
        shown = tuple(Money.of_cents(getattr(self, f"{name}_cents")) for name in amounts)
        return (*shown, self.hold, Money(self.to_meters_millicents), Money.of_cents(self.over_cents))


@dataclass(frozen=True)
class Control:
    """A total of the report beside the same amount of the ledger."""

    name: str
    report_cents: int
    ledger_cents: int

    @property
    def is_equal(self) -> bool:
        """Whether they agree."""
        return self.report_cents == self.ledger_cents


@dataclass(frozen=True)
class MasterGameReport:
    """The master game report of a day."""

    house: str
    day: str
    tables: tuple[TableDay, ...]
    controls: tuple[Control, ...]

    @property
    def title(self) -> str:
        """What it is."""
        return f"Master game report, gaming day {written_day(self.day)}"

    @property
    def games(self) -> tuple[TableDay, ...]:
        """The tables of each game together."""
        names = dict.fromkeys(table.game for table in self.tables)
        return tuple(_together(name, [table for table in self.tables if table.game == name]) for name in names)

    @property
    def total(self) -> TableDay:
        """All tables together."""
        return _together("all", self.tables)

    @property
    def alarms(self) -> tuple[str, ...]:
        """Totals that do not agree with the ledger."""
        return tuple(
            f"{control.name}: the report says {Money.of_cents(control.report_cents)}, the ledger "
            f"{Money.of_cents(control.ledger_cents)}"
            for control in self.controls
            if not control.is_equal
        )

    def sheets(self) -> Sequence[Sheet]:
        """By table, by game, and the controls."""
        total = ("All", *self.total.cells())
        by_table = tuple((line.table_id, *line.cells()) for line in self.tables)
        by_game = tuple((line.game, *line.cells()) for line in self.games)
        controls = tuple(
            (
                control.name,
                Money.of_cents(control.report_cents),
                Money.of_cents(control.ledger_cents),
                "agrees" if control.is_equal else "DIFFERS",
            )
            for control in self.controls
        )
        notes = (
            "Win is closer, credits and drop, less opener and fills. Hold is win over drop.",
            "A table that is open over the change of the day ends it and begins it with what is in its tray.",
            "Over or short is that of trays and drop boxes; at physical cards of drop boxes only, for there the count "
            "of the tray tells what the felt has won. A count that was corrected is so on the day of its correction.",
        )
        return (
            Sheet("Tables", ("Table", *_COLUMNS), by_table, total, notes),
            Sheet("Games", ("Game", *_COLUMNS), by_game, total),
            Sheet("Controls", ("Total", "This report", "Ledger", ""), controls),
        )

    def as_json(self) -> dict[str, Any]:
        """The report for machines."""
        return {
            "report": "master-game-report",
            "house": self.house,
            "day": self.day,
            "tables": [table.as_json() for table in self.tables],
            "games": [game.as_json() for game in self.games],
            "total": self.total.as_json(),
            "controls": [asdict(control) | {"is_equal": control.is_equal} for control in self.controls],
        }


def master_game_report(connection: Connection, house: Property, day: str) -> MasterGameReport:
    """The report of one gambling day."""
    sums = sums_of_day(connection, house.property_id, day)
    begins = balances(connection, house.property_id, day_before(day))
    ends = balances(connection, house.property_id, day)
    tables = []
    # Where both kinds of cards were dealt on one day, what the trays were over has a win of the felt in it too.
    for table_id, game, is_physical in tables_of_day(connection, house.property_id, day):
        recounts = tuple(recount_account(table_id, what) for what in COUNTED_BY)
        own = [each for each in sums if each.chain == chain_of(table_id) or each.account in recounts]
        trays = (_cents(begins.get(f"tray:{table_id}", 0)), _cents(ends.get(f"tray:{table_id}", 0)))
        tables.append(_table_day(TableDay(table_id, game.label, is_physical=is_physical), own, trays))
    return MasterGameReport(house.name, day, tuple(tables), _controls(tables, sums, begins, ends))


def _table_day(line: TableDay, sums: Iterable[DaySum], trays: tuple[int, int]) -> TableDay:
    """A table's day, from everything that its records moved."""
    found: dict[str, int] = {}
    for each in sums:
        for name in _names(each):
            found[name] = found.get(name, 0) + each.millicents
    desk = {name: -_cents(found.get(name, 0)) for name in _COMES_OUT}
    desk |= {name: _cents(found.get(name, 0)) for name in ("closer", "credits", "counted", "cash_out")}
    short, drop_short = (_cents(found.get(name, 0)) for name in ("short", "drop_short"))
    return TableDay(
        line.table_id,
        line.game,
        opener_cents=trays[0] + desk["opener"],
        fills_cents=desk["fills"],
        credits_cents=desk["credits"],
        closer_cents=trays[1] + desk["closer"] - _cents(found.get("tray_recounted", 0)),
        drop_cents=_cents(found.get("drop", 0)),
        short_cents=short,
        drop_short_cents=drop_short,
        over_cents=-drop_short if line.is_physical else -short - drop_short,
        counted_cents=desk["counted"] - _cents(found.get("drop_recounted", 0)),
        to_meters_millicents=-found.get("contribution", 0),
        lost_cents=desk["cash_in"] - desk["cash_out"] - _cents(found.get("players", 0)),
        given_cents=-_cents(found.get("elsewhere", 0)),
        is_physical=line.is_physical,
    )


def _names(each: DaySum) -> tuple[str, ...]:
    """What an amount is for the report."""
    kind = kind_of(each.account)
    if kind == "desk":
        return (_DESK.get(each.kind, "fills"),)
    if kind in _PLAYERS:
        return ("players",)
    if kind == "drop":
        return ("drop",) if each.kind == "buy-in" else ()
    if each.account.startswith("house:variance:"):
        if each.kind == "approve":
            # A recount: the desk has what the count lacked.
            return _RECOUNTED[each.account.rpartition(":")[2]]
        return ("drop_short",) if each.kind == "count-drop" else ("short",)
    if kind == "tray":
        return ()
    return ("contribution", "elsewhere") if kind == "contribution" else ("elsewhere",)


def _controls(
    tables: Sequence[TableDay], sums: Iterable[DaySum], begins: dict[str, int], ends: dict[str, int]
) -> tuple[Control, ...]:
    total = _together("all", tables)
    dropped = _of_kind(ends, "drop") - _of_kind(begins, "drop")
    in_boxes = total.drop_cents - total.counted_cents - total.drop_short_cents
    return (
        Control("Win, and what the players lost", total.win_cents, total.ledger_win_cents),
        Control("Drop boxes, fuller by", in_boxes, _cents(dropped)),
        Control("All postings of the day together", 0, _cents(sum(each.millicents for each in sums))),
        Control("All accounts together at its end", 0, _cents(sum(ends.values()))),
    )


def _of_kind(held: dict[str, int], kind: str) -> int:
    return sum(millicents for account, millicents in held.items() if kind_of(account) == kind)


def _together(game: str, tables: Iterable[TableDay]) -> TableDay:
    listed = list(tables)
    summed = [name for name in TableDay.__dataclass_fields__ if name.endswith(("_cents", "_millicents"))]
    amounts = {name: sum(getattr(table, name) for table in listed) for name in summed}
    return TableDay("", game, is_physical=bool(listed) and all(table.is_physical for table in listed), **amounts)


def _cents(millicents: int) -> int:
    """Whole cents. Parts of a cent would show as a difference in the controls, never vanish."""
    return -(-millicents // MILLICENTS)
