"""``pitboss player``: lists players, shows their money at the cage, and proposes corrections."""

from typing import Annotated

from cyclopts import App, Parameter

from pitboss.cli.house.generated import add_generated
from pitboss.cli.house.place import reading
from pitboss.cli.house.proposals import Because, OwnId, propose
from pitboss.cli.house.sending import ME, Working, on_shift
from pitboss.cli.house.showing import NO_OPTIONS, QueryOptions, facts, listed, show
from pitboss.cli.house.user_input import Less, More, read_correction, read_dollars
from pitboss.dates import written_day
from pitboss.house.people.proposals import Propose
from pitboss.house.people.queries import PlayerAccount, account_of, player_list
from pitboss.paytables import print_dollars

app = App(name="player")

PlayerId = Annotated[str, Parameter(help="The player's id, such as ann.")]
Amount = Annotated[str, Parameter(help="Dollars, such as $1,000 or 12.50.")]
Reason = Annotated[str, Parameter(help="Why.")]


@app.command(name="list")
def list_players(*, options: QueryOptions = NO_OPTIONS) -> None:
    """List all players."""
    with reading(options) as (connection, house):
        players = player_list(connection, house.property_id)
    rows = [(each.player, each.name, each.kind, each.excluded, _dollars(each)) for each in players]
    columns = ("Player", "Name", "Kind", "Excluded", "At the cage")
    show(options, players, listed("Players", columns, rows, right=columns[-1:]))


@app.command
def wallet(player: PlayerId, /, *, options: QueryOptions = NO_OPTIONS) -> None:
    """Show a player's money at the cage, and whether they may play."""
    with reading(options) as (connection, house):
        account = account_of(connection, house.property_id, player)
    words = {"name": account.name, "kind": account.kind, "born": written_day(account.born) if account.born else None}
    words |= {"excluded": account.excluded or "no", "at the cage": _dollars(account)}
    show(options, account, facts(player, words))


def _dollars(account: PlayerAccount) -> str:
    return print_dollars(account.cents)


@app.command
def correct(  # noqa: PLR0913 - each is an option of the command
    player: PlayerId,
    /,
    *,
    name: Annotated[str, Parameter(show_default=False, help="The right name.")] = "",
    born: Annotated[str, Parameter(show_default=False, help="The right day of birth, such as 1990-12-31.")] = "",
    reason: Because,
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose to correct a player's name or day of birth; what you leave out stays unchanged."""
    with on_shift(me) as shift:
        with shift.room.database.reading() as connection:
            known = account_of(connection, shift.room.house.property_id, player)
        content = {"player": player, "name": name or known.name, "born": born or known.born}
        propose(shift, Propose(proposal_id or shift.own_id, "correct-player", player, content, reason))


@app.command(name="correct-wallet")
def correct_wallet(  # noqa: PLR0913 - each is an option of the command
    player: PlayerId,
    /,
    *,
    more: More = "",
    less: Less = "",
    day: Annotated[str, Parameter(help="The past gaming day of the slip, such as 2026-11-15.")] = "",
    reason: Because,
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose to correct the amount of a deposit or withdrawal at the cage."""
    content = {"player": player, "cents": read_correction(more, less)} | ({"day": day} if day else {})
    with on_shift(me) as shift:
        propose(shift, Propose(proposal_id or shift.own_id, "correct-wallet", player, content, reason))


@app.command(name="return-money")
def return_money(
    player: PlayerId, amount: Amount, /, *, reason: Because, proposal_id: OwnId = "", me: Working = ME
) -> None:
    """Propose to return an excluded player's own money, which is at the cage."""
    _propose_money("return-money", player, amount, (reason, proposal_id), me)


@app.command
def confiscate(
    player: PlayerId, amount: Amount, /, *, reason: Because, proposal_id: OwnId = "", me: Working = ME
) -> None:
    """Propose to confiscate money at the cage that an excluded player won."""
    _propose_money("confiscate-money", player, amount, (reason, proposal_id), me)


def _propose_money(kind: str, player: str, amount: str, why: tuple[str, str], me: Working) -> None:
    content, (reason, proposal_id) = {"player": player, "cents": read_dollars(amount)}, why
    with on_shift(me) as shift:
        propose(shift, Propose(proposal_id or shift.own_id, kind, player, content, reason))


add_generated(app, "player")
