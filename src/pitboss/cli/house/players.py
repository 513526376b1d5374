"""``pitboss player``: who plays here, and what they have at the cash desk."""

from typing import Annotated

from cyclopts import App, Parameter

from pitboss.cli.house.generated import add_generated
from pitboss.cli.house.place import reading
from pitboss.cli.house.proposals import Because, OwnId, propose
from pitboss.cli.house.sending import ME, Working, on_shift
from pitboss.cli.house.showing import LOOK, Looking, facts, listed, show
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
def list_players(*, look: Looking = LOOK) -> None:
    """Everybody who plays here."""
    with reading(look) as (connection, house):
        players = player_list(connection, house.property_id)
    rows = [(each.player, each.name, each.kind, each.excluded, _dollars(each)) for each in players]
    columns = ("Player", "Name", "Kind", "Excluded", "At the cash desk")
    show(look, players, listed("Players", columns, rows, right=columns[-1:]))


@app.command
def wallet(player: PlayerId, /, *, look: Looking = LOOK) -> None:
    """What somebody has at the cash desk, and whether they may play."""
    with reading(look) as (connection, house):
        account = account_of(connection, house.property_id, player)
    words = {"name": account.name, "kind": account.kind, "born": written_day(account.born) if account.born else None}
    words |= {"excluded": account.excluded or "no", "at the cash desk": _dollars(account)}
    show(look, account, facts(player, words))


def _dollars(account: PlayerAccount) -> str:
    return print_dollars(account.cents)


@app.command
def correct(  # noqa: PLR0913 - each is an option of the command
    player: PlayerId,
    /,
    *,
    name: Annotated[str, Parameter(show_default=False, help="What they are really called.")] = "",
    born: Annotated[str, Parameter(show_default=False, help="The right day of birth, such as 1990-12-31.")] = "",
    reason: Because,
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose another name or day of birth of a player; what is left out stays as it is."""
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
    day: Annotated[str, Parameter(help="The past gaming day that it is about, such as 2026-11-15.")] = "",
    reason: Because,
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose to put right what a slip at the cage gave to a player, or took."""
    content = {"player": player, "cents": read_correction(more, less)} | ({"day": day} if day else {})
    with on_shift(me) as shift:
        propose(shift, Propose(proposal_id or shift.own_id, "correct-wallet", player, content, reason))


@app.command(name="return-money")
def return_money(
    player: PlayerId, amount: Amount, /, *, reason: Because, proposal_id: OwnId = "", me: Working = ME
) -> None:
    """Propose to pay out what is at the cage for somebody who may not play, because it is their own."""
    _propose_money("return-money", player, amount, (reason, proposal_id), me)


@app.command
def confiscate(
    player: PlayerId, amount: Amount, /, *, reason: Because, proposal_id: OwnId = "", me: Working = ME
) -> None:
    """Propose to confiscate what is at the cage for somebody who may not play, because they won it all the same."""
    _propose_money("confiscate-money", player, amount, (reason, proposal_id), me)


def _propose_money(kind: str, player: str, amount: str, told: tuple[str, str], me: Working) -> None:
    content = {"player": player, "cents": read_dollars(amount)}
    with on_shift(me) as shift:
        propose(shift, Propose(told[1] or shift.own_id, kind, player, content, told[0]))


add_generated(app, "player")
