"""``pitboss table jackpots``: lists jackpots, and pays, withholds, reverses or awards them."""

import json
from typing import Annotated, Any

from cyclopts import App, Parameter

from pitboss.cli.house.generated import add_generated
from pitboss.cli.house.place import open_place
from pitboss.cli.house.proposals import OwnId, propose
from pitboss.cli.house.sending import ME, Shift, Working, on_shift
from pitboss.cli.house.showing import NO_OPTIONS, QueryOptions, listed, show
from pitboss.cli.house.table_proposals import agreed_in
from pitboss.cli.house.user_input import TableId
from pitboss.cli.output import TerminalError
from pitboss.house.jackpots import jackpot_rows
from pitboss.house.jackpots.queries import ListedJackpot, WinAtTable, jackpot_list, wins_at_tables
from pitboss.house.people import proposals
from pitboss.house.people.proposals import Propose
from pitboss.house.tables.commands import (
    AwardLate,
    PayBooked,
    ReverseJackpot,
    WithholdWin,
)
from pitboss.house.tables.settings import settings_of
from pitboss.paytables import print_dollars
from pitboss.progressive import print_millicents

app = App(name="jackpots", help="Jackpots: claimed, verified, reviewed by surveillance, authorized, paid.")

Identity = Annotated[str, Parameter(help="The winner's document, such as 'driver license WDL-1'.")]
TaxForm = Annotated[str, Parameter(show_default=False, help="The number of the tax form, if the amount requires one.")]


@app.command(name="list")
def list_jackpots(
    table: Annotated[str | None, Parameter(help="One table; all tables if none is named.")] = None,
    /,
    *,
    everything: Annotated[bool, Parameter(name="--all", negative="", help="Decided ones too.")] = False,
    options: QueryOptions = NO_OPTIONS,
) -> None:
    """List the pending jackpots, the oldest first, with progressive hits and wins held for surveillance."""
    with open_place(options) as room:
        with room.database.reading() as connection:
            if table is not None:
                settings_of(connection, room.house.property_id, table)  # refuses one that is not there
            found = jackpot_list(connection, room.house.property_id, table, everything=everything)
        at_tables = wins_at_tables(room, table)
    columns = ("Jackpot", "Table", "Seat", "Player", "Hand", "Amount", "Status", "Needs")
    title = "Jackpots" if everything else "Pending jackpots"
    rows = [*map(_line, found), *map(_line_of_table, at_tables)]
    show(options, [*found, *at_tables], listed(title, columns, rows, right=("Seat", "Amount")))


def _line(row: ListedJackpot) -> tuple[object, ...]:
    needs, amount = ", ".join(row.waits_for), print_dollars(row.cents)
    return (row.jackpot_id, row.table_id, row.seat, row.player, row.hand, amount, row.status, needs)


def _line_of_table(win: WinAtTable) -> tuple[object, ...]:
    """A win that is not booked yet: the floor names the winner when it books it."""
    seats = " or ".join(map(str, win.seats))
    needs = ", ".join(win.waits_for)
    return ("", win.table_id, seats, "", win.hand, print_dollars(win.cents), win.status, needs)


@app.command
def pay(
    jackpot: Annotated[str, Parameter(help="The jackpot, as `pitboss table jackpots list` names it.")],
    /,
    *,
    player: Annotated[str, Parameter(help="The winner's id, as `pitboss player register` gave it.")],
    identity: Identity,
    tax_form: TaxForm = "",
    me: Working = ME,
) -> None:
    """Pay a win that was booked at a live-card table, at the cage, to a registered person."""
    with on_shift(me) as shift:
        shift.at_table(_table_of(shift, jackpot), PayBooked(jackpot, player, identity, tax_form))


@app.command
def withhold(  # noqa: PLR0913 - each is an option of the command
    jackpot: Annotated[str, Parameter(help="The jackpot, as `pitboss table jackpots list` names it.")],
    /,
    *,
    player: Annotated[str, Parameter(show_default=False, help="The id of the winner, who must not be paid.")] = "",
    reason: Annotated[str, Parameter(show_default=False, help="Why it is withheld.")] = "",
    proposal: Annotated[str, Parameter(show_default=False, help="The approved proposal: it is carried out.")] = "",
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose to confiscate a win that the law forbids to pay; carry it out after another person approved."""
    if bool(player and reason) == bool(proposal):
        raise TerminalError("say --player and --reason to propose it, or --proposal to carry out what was approved")
    with on_shift(me) as shift:
        table = _table_of(shift, jackpot)
        if proposal:
            agreed = agreed_in(shift, proposal)
            shift.at_table(table, WithholdWin(jackpot, str(agreed.get("player")), proposal))
            return
        content = {"jackpot_id": jackpot, "player": player}
        proposed = Propose(proposal_id or shift.own_id, "withhold-win", table, content, reason)
        propose(shift, proposed)
        shift.say(f"Then: pitboss table jackpots withhold {jackpot} --proposal {proposed.proposal_id}")


def _table_of(shift: Shift, jackpot: str) -> str:
    with shift.room.database.reading() as connection:
        row: Any = jackpot_rows.find(connection, shift.room.house.property_id, jackpot)
    return str(row.table_id)


@app.command
def reverse(  # noqa: PLR0913 - each is an option of its own
    jackpot: Annotated[str, Parameter(help="The jackpot, as `pitboss table jackpots list` names it.")],
    /,
    *,
    reason: Annotated[str, Parameter(show_default=False, help="Why it was not a win.")] = "",
    evidence: Annotated[str, Parameter(show_default=False, help="What shows it, such as a camera and a time.")] = "",
    keep_seed: Annotated[
        bool, Parameter(negative="", help="Leave the seed on the meter, because a later winner was paid from it.")
    ] = False,
    proposal: Annotated[str, Parameter(show_default=False, help="Approve this proposal, which reverses the win.")] = "",
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose to reverse (back out) a booked win; it is reversed when another person approves."""
    if bool(reason or evidence) == bool(proposal):
        raise TerminalError("say --reason and --evidence to propose a reversal, or --proposal to approve one")
    with on_shift(me) as shift:
        property_id = shift.room.house.property_id
        if proposal:
            with shift.room.database.reading() as connection:
                table = jackpot_rows.find(connection, property_id, jackpot).table_id
                content = json.loads(proposals.find(connection, property_id, proposal).content)
                keeps_seed = bool(content.get("keeps_seed"))
                effect = jackpot_rows.reversal_effect(connection, property_id, jackpot, keeps_seed=keeps_seed)
            before, after = effect or ({}, {})
            for pot, millicents in before.items():
                shift.say(
                    f"{pot.replace('_', ' ')}: {print_millicents(millicents)}, then {print_millicents(after[pot])}"
                )
            agreed = ReverseJackpot(
                jackpot, content.get("reason", ""), content.get("evidence", ""), keeps_seed, proposal
            )
            shift.at_table(table, agreed)
            return
        content = {"jackpot_id": jackpot, "reason": reason, "evidence": evidence, "keeps_seed": keep_seed}
        proposed = Propose(proposal_id or shift.own_id, jackpot_rows.REVERSAL, jackpot, content, reason)
        shift.in_office(proposed)
        shift.say(
            f"Another person approves it: pitboss table jackpots reverse {jackpot} --proposal {proposed.proposal_id}"
        )


@app.command(name="award-late")
def award_late(  # noqa: PLR0913 - each is an option of its own
    table: TableId,
    /,
    *,
    game: Annotated[int, Parameter(name="--round", help="The number of the finished round.")] = 0,
    seat: Annotated[int, Parameter(help="The seat that had won.")] = 0,
    hand: Annotated[str, Parameter(show_default=False, help="Its hand, such as royal-flush.")] = "",
    reason: Annotated[str, Parameter(show_default=False, help="Why it is awarded late.")] = "",
    evidence: Annotated[str, Parameter(show_default=False, help="What shows it, such as a camera and a time.")] = "",
    proposal: Annotated[str, Parameter(show_default=False, help="Approve this proposal, which books the win.")] = "",
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose a win of a finished round; it is booked when another person approves."""
    if bool(hand) == bool(proposal):
        raise TerminalError("say --round, --seat, --hand, --reason and --evidence to propose, or --proposal to approve")
    content: dict[str, Any] = {"table_id": table, "round_number": game, "seat": seat, "row": hand}
    content |= {"reason": reason, "evidence": evidence}
    with on_shift(me) as shift:
        if proposal:
            with shift.room.database.reading() as connection:
                content = json.loads(proposals.find(connection, shift.room.house.property_id, proposal).content)
            agreed = {name: value for name, value in content.items() if name != "table_id"}
            shift.at_table(table, AwardLate(**agreed, proposal_id=proposal))
            return
        proposed = Propose(proposal_id or shift.own_id, "award-late", table, content, reason)
        shift.in_office(proposed)
        approves = f"pitboss table jackpots award-late {table} --proposal {proposed.proposal_id}"
        shift.say(f"Another person approves it: {approves}")


add_generated(app, "table jackpots")
