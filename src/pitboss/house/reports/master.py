"""The master game report: drop, win and hold of every table and game on a gaming day.

Win is by count: closer, credits and drop, less opener and fills. The ledger gives it a second way: what the players
lost at the table, and what they were paid from elsewhere (progressives, the house's expense), with the table result of
live cards, less what the tray was short. The report compares both, and has an alarm if they differ.

A table that is open over the cut-off is counted right after it, while open: that count belongs to the day that ended.
Until then its tray is by book, and its line says so.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, NamedTuple

from msgspec import Struct, structs
from sqlalchemy import Connection

from pitboss.dates import written_day
from pitboss.house.answers import view_of
from pitboss.house.cage.drop_boxes import COUNTED_BY, COUNTS_OPEN, is_counted_open, last_turn
from pitboss.house.cage.ledger import account, kind_of
from pitboss.house.property import Property
from pitboss.house.records.journal import chain_of
from pitboss.house.reports import closed_days
from pitboss.house.reports.closed_days import ClosedDay
from pitboss.house.reports.drop_boxes import drop_boxes
from pitboss.house.reports.history import tables_of_day
from pitboss.house.reports.registry import report
from pitboss.house.reports.sheet import Cell, Money, ReportTable, ReportView
from pitboss.house.reports.span import Span
from pitboss.house.reports.sums import DaySum, balances, day_after, day_before, sums_of_days
from pitboss.house.tables.count_differences import result_account, variance_account
from pitboss.progressive import MILLICENTS

# What a table's record means at the cage; everything else that the cage gives to a table is a fill.
_DESK: Final = {
    "open-table": "opener",
    "close-table": "closer",
    "credit": "credits",
    "reverse-jackpot": "credits",  # at a closed table: what was set aside for a winner goes to the cage like a credit
    "count-drop": "counted",
    COUNTS_OPEN: "counted",
    "buy-in-with-cash": "cash_in",
    "buy-in-from-wallet": "cash_in",
    "pay-booked": "cash_out",
    "press": "cash_out",
}
_BUYS_IN: Final = ("buy-in-with-cash", "buy-in-from-wallet")
"""Records that put money into the drop box."""
_PROGRESSIVE: Final = ("press", "reverse-jackpot", "award-late")
"""Records that move chips of the progressive into or out of the tray of a live-card table."""
_AT_THE_CAGE: Final = ("reverse-jackpot", "award-late")
"""The same when the table is closed and its chips are at the cage."""
_OF_RESULT: Final = {
    "count-drop": ("counted_unrecorded",),
    "press": ("result", "progressive"),
    ("approve", "tray"): ("result", "tray_recounted"),
    ("approve", "drop"): ("unrecorded", "counted_unrecorded", "drop_recounted"),
    (COUNTS_OPEN, "tray"): (),
    (COUNTS_OPEN, "drop"): ("counted_unrecorded",),
}
"""What a table result counts as in the report, by the record that posts it; otherwise the tray count gives it."""
_OF_VARIANCE: Final = {
    "count-drop": ("drop_short",),
    ("approve", "tray"): ("short", "tray_recounted"),
    ("approve", "drop"): ("drop_short", "drop_recounted"),
    (COUNTS_OPEN, "tray"): (),
    (COUNTS_OPEN, "drop"): ("drop_short",),
}
"""What a variance (over or short) counts as in the report, by the record that posts it."""
_COMES_OUT: Final = ("opener", "fills", "cash_in")
_PLAYERS: Final = ("wallet", "chips", "felt")
_OF_WIN: Final = ("Win", "Table result", "Progressive", "Hold")
_OF_TRAY: Final = ("Tray", "Opener", "Fills", "Credits", "Closer")
_COLUMNS: Final = (*_OF_TRAY, "Drop", *_OF_WIN, "To progressives", "Over or short")


class TableAmounts(Struct, frozen=True):
    """What was counted and recorded at a table on one day. Amounts are in cents, contributions in millicents."""

    table_id: str
    game: str
    opener_cents: int = 0
    """What was in the tray at the beginning of the day: an opener, or what was in it already."""
    fills_cents: int = 0
    credits_cents: int = 0
    closer_cents: int = 0
    """What was in the tray at the end of the day: a counted closer, or what is still in it."""
    drop_cents: int = 0
    """What players put into the drop box: the recorded buy-ins, and what the count found beyond them."""
    unrecorded_cents: int = 0
    """The part of the drop that the count found beyond the recorded buy-ins, at live-card tables."""
    short_cents: int = 0
    """What the tray was short by count; negative if over."""
    drop_short_cents: int = 0
    """What the drop box was short by count; negative if over."""
    over_cents: int = 0
    """What the counts were over; negative if short. The table result is not part of it."""
    counted_cents: int = 0
    """What was counted in drop boxes on this day, whenever it was dropped."""
    counted_unrecorded_cents: int = 0
    """The part of it beyond the recorded buy-ins."""
    to_meters_millicents: int = 0
    lost_cents: int = 0
    """What players lost at the table, by the ledger."""
    given_cents: int = 0
    """What players were paid at the table from elsewhere: progressives, and the house's expense."""
    result_cents: int = 0
    """The win of the ordinary wagers at a live-card table, by the counts of its tray and drop box."""
    progressive_cents: int = 0
    """What the progressive put into the tray of a live-card table, less what the tray paid for it."""
    is_live: bool = False
    """Whether live cards were dealt: then only the counts show what the ordinary wagers won."""
    drop_is_waiting: bool = False
    """Whether a live-card table has closed and its drop box is not counted yet."""
    is_by_book: bool = False
    """Whether it was open at the end of the day and was not counted, so that its tray is by book."""


class TableDayView(TableAmounts, frozen=True, kw_only=True):
    """A table, or all tables of a game, on one day, for machines; hold is an exact fraction."""

    win_cents: int
    hold: str | None


class TableDay(TableAmounts, frozen=True):
    """A table, or all tables of a game, on one day."""

    @property
    def how(self) -> str:
        """Whether the tray at the end of the day was counted, or is by book."""
        return "by book" if self.is_by_book else "counted"

    @property
    def win_cents(self) -> int:
        """The win by count."""
        return self.closer_cents + self.credits_cents + self.drop_cents - self.opener_cents - self.fills_cents

    @property
    def ledger_win_cents(self) -> int:
        """The win by the ledger: what the players lost."""
        return self.lost_cents + self.given_cents - self.short_cents + self.result_cents

    @property
    def hold(self) -> Fraction | None:
        """Win over drop; None without a drop."""
        return Fraction(self.win_cents, self.drop_cents) if self.drop_cents else None

    def view(self) -> TableDayView:
        """The line for machines."""
        return view_of(TableDayView, self, hold=None if self.hold is None else str(self.hold))

    def cells(self) -> tuple[Cell, ...]:
        """The cells of the line, without the table's name."""
        amounts = ("opener", "fills", "credits", "closer", "drop", "win")
        shown = tuple(Money.of_cents(getattr(self, f"{name}_cents")) for name in amounts)
        parts = tuple(Money.of_cents(cents) for cents in (self.result_cents, self.progressive_cents))
        of_live_cards = parts if self.is_live else (None, None)
        return (
            self.how,
            *shown,
            *of_live_cards,
            self.hold,
            Money(self.to_meters_millicents),
            Money.of_cents(self.over_cents),
        )


@dataclass(frozen=True)
class Control:
    """A total of the report compared with the same amount in the ledger."""

    name: str
    report_cents: int
    ledger_cents: int

    @property
    def is_equal(self) -> bool:
        """Whether they agree."""
        return self.report_cents == self.ledger_cents


class ControlView(Struct, frozen=True, kw_only=True):
    """A total compared with the ledger, for machines."""

    name: str
    report_cents: int
    ledger_cents: int
    is_equal: bool


class MasterGameView(ReportView, frozen=True, kw_only=True, tag_field="report", tag="master-game-report"):
    """The master game report for machines."""

    house: str
    day: str
    closed: ClosedDay | None
    tables: list[TableDayView]
    games: list[TableDayView]
    total: TableDayView
    controls: list[ControlView]


@dataclass(frozen=True)
class MasterGameReport:
    """The master game report of a day."""

    house: str
    day: str
    tables: tuple[TableDay, ...]
    controls: tuple[Control, ...]
    closed: ClosedDay | None = None
    """The closing of the day; None while it is open."""

    @property
    def title(self) -> str:
        """The title of the report."""
        return f"Master game report, gaming day {written_day(self.day)}"

    @property
    def games(self) -> tuple[TableDay, ...]:
        """One line for each game."""
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

    def sheets(self) -> Sequence[ReportTable]:
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
        state = "This gaming day is not closed: its figures can still change."
        if self.closed is not None:
            state = f"This gaming day is {self.closed.words}: its figures do not change any more."
        notes = (
            state,
            "Win is closer, credits and drop, less opener and fills. Hold is win over drop.",
            "A table that is open over the cut-off ends the day and begins the next with what is counted in its tray; "
            "until it is counted it stands here by book.",
            "Over or short is an amount that a count lacked, or had too much, of what was on record.",
            "At live-card tables ordinary wagers go from hand to hand, and the counts of tray and drop box tell what "
            "they have won: that is the table result. Win is the table result and what the progressive brought the "
            "tray. A box belongs to the day on which its table closed, whenever it is counted.",
            "A count that was corrected is so on the day of its correction.",
            *self._waiting,
        )
        return (
            ReportTable("Tables", ("Table", *_COLUMNS), by_table, total, notes),
            ReportTable("Games", ("Game", *_COLUMNS), by_game, total),
            ReportTable("Controls", ("Total", "This report", "Ledger", ""), controls),
        )

    @property
    def _waiting(self) -> tuple[str, ...]:
        """What is still missing, in a note."""
        named = ", ".join(table.table_id for table in self.tables if table.drop_is_waiting)
        return (f"Drop boxes that are not counted yet: {named}. Until then their win is not final.",) if named else ()

    def view(self) -> MasterGameView:
        """The report for machines."""
        return MasterGameView(
            house=self.house,
            day=self.day,
            closed=self.closed,
            tables=[table.view() for table in self.tables],
            games=[game.view() for game in self.games],
            total=self.total.view(),
            controls=[view_of(ControlView, control) for control in self.controls],
        )


class Moved(NamedTuple):
    """All sums of postings in a span of gaming days, and every account's balance before and after it."""

    first: str
    last: str
    sums: list[DaySum]
    begins: dict[str, int]
    ends: dict[str, int]
    trays: list[dict[str, int]]
    """The trays at the beginning and at the end, by the counts right after the cut-off."""
    counted: list[DaySum]
    """Differences found by counting trays while open; each belongs to the day before its count."""


def master_game_report(connection: Connection, house: Property, day: str) -> MasterGameReport:
    """The report of one gaming day."""
    moved = _moved(connection, house.property_id, day, day)
    tables = _table_days(connection, house.property_id, moved)
    closed = closed_days.find(connection, house.property_id, day)
    return MasterGameReport(house.name, day, tables, _controls(tables, moved), closed)


@report("master-game", "Master game")
def _report(connection: Connection, span: Span) -> MasterGameReport:
    """The master game report: drop, win and hold of every table and game on a gaming day."""
    return master_game_report(connection, span.house, span.last)


def by_count(connection: Connection, house: Property, first: str, last: str) -> tuple[TableDay, ...]:
    """The live-card tables over a span of gaming days, by their counts."""
    tables = _table_days(connection, house.property_id, _moved(connection, house.property_id, first, last))
    return tuple(table for table in tables if table.is_live)


def _moved(connection: Connection, property_id: str, first: str, last: str) -> Moved:
    sums = sums_of_days(connection, property_id, first, last)
    begins, ends = (balances(connection, property_id, day) for day in (day_before(first), last))
    counted = _open_counts(connection, property_id, day_after(first), day_after(last))
    # The next day begins with what was counted right after the cut-off.
    trays = []
    for held, day in ((begins, first), (ends, day_after(last))):
        open_count = {each.account: each.millicents for each in _open_counts(connection, property_id, day, day)}
        trays.append({name: held.get(name, 0) + open_count.get(name, 0) for name in held if kind_of(name) == "tray"})
    return Moved(first, last, sums, begins, ends, trays, counted)


def _open_counts(connection: Connection, property_id: str, first: str, last: str) -> list[DaySum]:
    return [
        # Counted like the closing of a table.
        replace(each, kind="close-table")
        for each in sums_of_days(connection, property_id, first, last, COUNTS_OPEN)
        if each.account.startswith("tray:") or each.account.endswith(":tray")
    ]


def _table_days(connection: Connection, property_id: str, moved: Moved) -> tuple[TableDay, ...]:
    boxes = drop_boxes(connection, property_id, moved.first, moved.last)
    tables = []
    for table_id, game, is_live in tables_of_day(connection, property_id, moved.last):
        chain = chain_of(table_id)
        recounts = [name(table_id, what) for name in (result_account, variance_account) for what in COUNTED_BY]
        own = [each for each in moved.sums if each.chain == chain or each.account in recounts]
        own += [each for each in moved.counted if each.chain == chain]
        trays = tuple(_cents(held.get(account("tray", table_id), 0)) for held in moved.trays)
        is_waiting = is_live and chain in boxes.waiting
        line = TableDay(table_id, game.label, is_live=is_live, drop_is_waiting=is_waiting)
        line = structs.replace(line, is_by_book=_is_by_book(connection, property_id, chain, moved.last))
        tables.append(_table_day(line, own, trays, boxes.unrecorded_cents[chain]))
    return tuple(tables)


def _is_by_book(connection: Connection, property_id: str, chain: str, day: str) -> bool:
    """Whether a table was open when the day ended, and was not counted right after."""
    last = last_turn(connection, property_id, chain, day)
    is_open = last is not None and last.kind == "open-table"
    return is_open and not is_counted_open(connection, property_id, chain, day)


def _table_day(line: TableDay, sums: Iterable[DaySum], trays: Sequence[int], unrecorded_cents: int) -> TableDay:
    """A table's day, from the sums of its postings and what its drop box held beyond the records."""
    by_name: dict[str, int] = {}
    for each in sums:
        for name in _names(each):
            by_name[name] = by_name.get(name, 0) + each.millicents
    cage = {name: -_cents(by_name.get(name, 0)) for name in _COMES_OUT}
    cage |= {name: _cents(by_name.get(name, 0)) for name in ("closer", "credits", "counted", "cash_out")}
    short, drop_short = (_cents(by_name.get(name, 0)) for name in ("short", "drop_short"))
    unrecorded = unrecorded_cents - _cents(by_name.get("unrecorded", 0))
    return structs.replace(
        line,
        opener_cents=trays[0] + cage["opener"],
        fills_cents=cage["fills"],
        credits_cents=cage["credits"],
        closer_cents=trays[1] + cage["closer"] - _cents(by_name.get("tray_recounted", 0)),
        drop_cents=_cents(by_name.get("drop", 0)) + unrecorded,
        unrecorded_cents=unrecorded,
        short_cents=short,
        drop_short_cents=drop_short,
        over_cents=-short - drop_short,
        counted_cents=cage["counted"] - _cents(by_name.get("drop_recounted", 0)),
        counted_unrecorded_cents=-_cents(by_name.get("counted_unrecorded", 0)),
        to_meters_millicents=-by_name.get("contribution", 0),
        lost_cents=cage["cash_in"] - cage["cash_out"] - _cents(by_name.get("players", 0)),
        given_cents=-_cents(by_name.get("elsewhere", 0)),
        result_cents=unrecorded - _cents(by_name.get("result", 0)),
        progressive_cents=_cents(by_name.get("progressive", 0)),
    )


def _names(each: DaySum) -> tuple[str, ...]:
    """The amounts of the report that a sum counts for."""
    kind = kind_of(each.account)
    if kind == "desk":
        return (_DESK.get(each.kind, "fills"), *(("progressive",) if each.kind in _AT_THE_CAGE else ()))
    if kind in _PLAYERS:
        return ("players",)
    if kind == "drop":
        return ("drop",) if each.kind in _BUYS_IN else ()
    if kind == "tray":
        return ("progressive",) if each.kind in _PROGRESSIVE else ()
    if kind == "house":
        return _names_of_house(each)
    return ("contribution", "elsewhere") if kind == "contribution" else ("elsewhere",)


def _names_of_house(each: DaySum) -> tuple[str, ...]:
    """The same for an amount that the house has won or written off."""
    _, name, *of = each.account.split(":")
    record: Any = (each.kind, of[-1]) if each.kind in ("approve", COUNTS_OPEN) and of else each.kind
    if name == "table-result":
        return _OF_RESULT.get(record, ("result",))
    return _OF_VARIANCE.get(record, ("short",)) if name == "variance" else ("elsewhere",)


def _controls(tables: Sequence[TableDay], moved: Moved) -> tuple[Control, ...]:
    total = _together("all", tables)
    dropped = _of_kind(moved.ends, "drop") - _of_kind(moved.begins, "drop")
    put_in = total.drop_cents - total.unrecorded_cents
    taken_out = total.counted_cents - total.counted_unrecorded_cents + total.drop_short_cents
    return (
        Control("Win, and what the players lost", total.win_cents, total.ledger_win_cents),
        Control("Drop boxes, fuller by", put_in - taken_out, _cents(dropped)),
        Control("All postings of the day together", 0, _cents(sum(each.millicents for each in moved.sums))),
        Control("All accounts together at its end", 0, _cents(sum(moved.ends.values()))),
    )


def _of_kind(held: dict[str, int], kind: str) -> int:
    return sum(millicents for name, millicents in held.items() if kind_of(name) == kind)


def _together(game: str, tables: Iterable[TableDay]) -> TableDay:
    listed = list(tables)
    summed = [name for name in TableDay.__struct_fields__ if name.endswith(("_cents", "_millicents"))]
    amounts = {name: sum(getattr(table, name) for table in listed) for name in summed}
    by_book = any(table.is_by_book for table in listed)
    is_live = any(table.is_live for table in listed)
    return TableDay("", game, is_live=is_live, is_by_book=by_book, **amounts)


def _cents(millicents: int) -> int:
    """Whole cents. Parts of a cent would show as a difference in the controls, never vanish."""
    return -(-millicents // MILLICENTS)
