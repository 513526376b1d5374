"""Checks proposals about tables and their wins when they are made, and again when they are approved.

That the table is closed and that two people agreed is checked when the command is sent.
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
    """The table must be new, with settings that are allowed."""
    verify_id(table_id, "table")
    if find_settings(desk.connection, desk.property_id, table_id) is not None:
        raise RefusedError(f"there is a table {table_id} already")
    _verify_settings(TableSettings.from_json(content), desk)


@on_table_proposal("configure-table")
def verify_new_settings(table_id: str, content: dict[str, Any], desk: OfficeContext) -> None:
    """The table must exist and keep its game, with settings that are allowed."""
    wanted = TableSettings.from_json(content)
    wanted.verify_follows(table_id, settings_of(desk.connection, desk.property_id, table_id))
    _verify_settings(wanted, desk)


def _verify_settings(settings: TableSettings, desk: OfficeContext) -> None:
    """Refuse limits that the law does not allow today, and a meter that does not take the table's wagers."""
    settings.rules.verify_for(desk.house.jurisdiction, date.fromisoformat(desk.stamp.day))
    named = settings.meter_id
    settings.verify(None if named is None else meters.look(desk.connection, desk.property_id, named).parameters)


@on_proposal("withhold-win")
def verify_withholding(content: dict[str, Any], desk: OfficeContext) -> None:
    """The win must not be decided, and the law must forbid to pay the player."""
    named = read_texts(content, "withhold-win", ("jackpot_id", "player"))
    win: Any = jackpot_rows.find(desk.connection, desk.property_id, named["jackpot_id"])
    if win.status in DECIDED:
        raise RefusedError(f"the win {win.jackpot_id} is {win.status}: only one that waits to be paid is withheld")
    verify_barred(desk.connection, desk.property_id, named["player"], desk.stamp.day)


@on_proposal("award-late")
def verify_late_award(content: dict[str, Any], desk: OfficeContext) -> None:
    """The seat must have a wager and no win in a past game; the proposal names hand, reason and evidence."""
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
    """The parameters of the meter that the wagers of a game fed."""
    assert game.meter_id is not None, "it had wagers"
    return meters.look(desk.connection, desk.property_id, game.meter_id).parameters


@on_proposal("reverse-jackpot")
def verify_reversal(content: dict[str, Any], desk: OfficeContext) -> None:
    """The win must be booked, paid or withheld, and reversible; the proposal names the reason and the evidence."""
    names = {"jackpot_id", "reason", "evidence", "keeps_seed"}
    if set(content) != names or type(content["keeps_seed"]) is not bool:
        takes = "reverse-jackpot takes jackpot_id, reason, evidence, and keeps_seed as true or false"
        raise RefusedError(f"{takes}, not {', '.join(content) or 'nothing'}")
    verify_words(content["reason"], "reason")
    verify_words(content["evidence"], "line of evidence")
    jackpot = jackpot_rows.read(desk.connection, desk.property_id, str(content["jackpot_id"]))
    verify_can_be_reversed(jackpot)
    for proposal_id, reversing, _ in jackpot_rows.reversals(desk.connection, desk.property_id):
        if reversing == jackpot.jackpot_id:
            raise RefusedError(f"the reversal of {reversing} is proposed already: {proposal_id}")
    if jackpot.source == "meter":
        meter = meters.look(desk.connection, desk.property_id, jackpot.meter_id).meter
        keeps_seed = content["keeps_seed"]
        jackpot_rows.verify_reversible(desk.connection, desk.property_id, jackpot, meter, keeps_seed=keeps_seed)
