"""What is proposed about a table is refused at once where it cannot come true, and again when it is approved.

Only what passes is left to the moment when it comes true: that the table is closed, and that two people agreed.
"""

from datetime import date
from typing import Any

from pitboss.house.errors import RefusedError
from pitboss.house.field_checks import read_texts, verify_id, verify_words
from pitboss.house.jackpots import jackpot_rows, meters
from pitboss.house.office import OfficeContext
from pitboss.house.people.players import verify_barred
from pitboss.house.people.proposals import on_proposal, on_table_proposal
from pitboss.house.tables.booked_wins import verify_can_be_reversed
from pitboss.house.tables.pending_jackpot import DECIDED, PastGame
from pitboss.house.tables.settings import TableSettings, find_settings, settings_of
from pitboss.paytables import PayKind
from pitboss.progressive import MeterParameters


@on_table_proposal("create-table")
def verify_new_table(table_id: str, content: dict[str, Any], desk: OfficeContext) -> None:
    """A table that is not there yet."""
    verify_id(table_id, "table")
    if find_settings(desk.connection, desk.property_id, table_id) is not None:
        raise RefusedError(f"there is a table {table_id} already")
    _verify_settings(TableSettings.from_json(content), desk)


@on_table_proposal("configure-table")
def verify_new_settings(table_id: str, content: dict[str, Any], desk: OfficeContext) -> None:
    """A table that is there, and keeps its game."""
    wanted = TableSettings.from_json(content)
    wanted.verify_follows(table_id, settings_of(desk.connection, desk.property_id, table_id))
    _verify_settings(wanted, desk)


def _verify_settings(settings: TableSettings, desk: OfficeContext) -> None:
    """Limits that the law allows today, and a meter that takes the table's wagers."""
    settings.rules.verify_for(desk.house.jurisdiction, date.fromisoformat(desk.stamp.day))
    named = settings.meter_id
    settings.verify(None if named is None else meters.look(desk.connection, desk.property_id, named).parameters)


@on_proposal("withhold-win")
def verify_withholding(content: dict[str, Any], desk: OfficeContext) -> None:
    """A win that waits to be paid, and somebody whom the law forbids to pay."""
    named = read_texts(content, "withhold-win", ("jackpot_id", "player"))
    found: Any = jackpot_rows.find(desk.connection, desk.property_id, named["jackpot_id"])
    if found.status in DECIDED:
        raise RefusedError(f"the win {found.jackpot_id} is {found.status}: only one that waits to be paid is withheld")
    verify_barred(desk.connection, desk.property_id, named["player"], desk.stamp.day)


@on_proposal("award-late")
def verify_late_award(content: dict[str, Any], desk: OfficeContext) -> None:
    """A seat with a wager and without a win in a game on record, which hand it had, and what shows it."""
    names = {"table_id", "round_number", "seat", "row", "reason", "evidence"}
    if set(content) != names or not all(type(content[name]) is int for name in ("round_number", "seat")):
        takes = "award-late takes table_id, round_number, seat, row, reason and evidence"
        raise RefusedError(f"{takes}, not {', '.join(content) or 'nothing'}")
    verify_words(content["reason"], "reason")
    verify_words(content["evidence"], "line of evidence")
    table_id, seat, row = str(content["table_id"]), content["seat"], str(content["row"])
    game = jackpot_rows.past_game(desk.connection, desk.property_id, table_id, content["round_number"])
    jackpot_rows.verify_had_wager(game, seat)
    meter = _meter_of(game, desk)
    is_share = meter.paid_row(row).pay.kind is PayKind.METER
    jackpot_rows.verify_can_win_late(game, seat, row, is_share=is_share, folded_hands_play=meter.folded_hands_play)


def _meter_of(game: PastGame, desk: OfficeContext) -> MeterParameters:
    """What the meter is set to that the wagers of a game fed."""
    assert game.meter_id is not None, "it had wagers"
    return meters.look(desk.connection, desk.property_id, game.meter_id).parameters


@on_proposal("reverse-jackpot")
def verify_reversal(content: dict[str, Any], desk: OfficeContext) -> None:
    """A win that is booked or paid, why it was none, and what shows it; with the figures where it cannot be done."""
    names = {"jackpot_id", "reason", "evidence", "keeps_seed"}
    if set(content) != names or type(content["keeps_seed"]) is not bool:
        takes = "reverse-jackpot takes jackpot_id, reason, evidence, and keeps_seed as true or false"
        raise RefusedError(f"{takes}, not {', '.join(content) or 'nothing'}")
    verify_words(content["reason"], "reason")
    verify_words(content["evidence"], "line of evidence")
    found = jackpot_rows.read(desk.connection, desk.property_id, str(content["jackpot_id"]))
    verify_can_be_reversed(found)
    for proposal_id, reversing, _ in jackpot_rows.reversals(desk.connection, desk.property_id):
        if reversing == found.jackpot_id:
            raise RefusedError(f"the reversal of {reversing} is proposed already: {proposal_id}")
    if found.source == "meter":
        meter = meters.look(desk.connection, desk.property_id, found.meter_id).meter
        keeps_seed = content["keeps_seed"]
        jackpot_rows.verify_reversible(desk.connection, desk.property_id, found, meter, keeps_seed=keeps_seed)
