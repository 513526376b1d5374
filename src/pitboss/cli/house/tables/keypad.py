"""The keypad of a table with physical cards."""

from typing import Annotated, Final

from cyclopts import Parameter

from pitboss.cli.house.tables.names import Seat, TableId
from pitboss.cli.house.tables.typed import read_typed
from pitboss.cli.house.work import ME, Working, at_table
from pitboss.house.tables.commands import BringEnvy, ClaimWin, MarkFold, NameWinner, Press
from pitboss.progressive.controllers import CONTROLLERS
from pitboss.progressive.controllers.presses import LoseLink, OweEnvy, RestoreLink, SwipeCard
from pitboss.progressive.controllers.presses import Press as KeyPress

_OF_THE_SYSTEM: Final = (OweEnvy, LoseLink, RestoreLink)

KEYS: Final[tuple[type[KeyPress], ...]] = tuple(
    dict.fromkeys(
        kind
        for controller in CONTROLLERS.values()
        for kind in controller.operations
        if kind not in (*_OF_THE_SYSTEM, SwipeCard)
    )
)
"""What people press, on either keypad. A card is swiped; its values come from the meter."""

_CARD: Final = "swipe-card"


def press(table: TableId, key: str, /, *values: str, me: Working = ME) -> None:
    """Press a key of the progressive's keypad, or touch a sensor. `pitboss table show` lists what is allowed now.

    Parameters
    ----------
    key
        Such as place-chip, coin-in, hand, turn-key, j-pot, game-over; on Nexus start-game, spot, confirm, swipe-card,
        end-game.
    values
        A seat, a hand, a position of the key, a number of chips, or words, as the key asks for.
    """
    at_table(me, table, Press(read_press(key, values)))


def read_press(key: str, values: tuple[str, ...]) -> dict[str, object]:
    """A press as it is sent; ``press-`` in front of a key may be left out.

    >>> read_press("j-pot", ("3",)), read_press("swipe-card", ())
    ({'do': 'press-j-pot', 'seat': 3}, {'do': 'swipe-card'})
    """
    if key == _CARD and not values:
        return {"do": _CARD}
    names = {kind.slug() for kind in KEYS}
    return read_typed(f"press-{key}" if f"press-{key}" in names else key, values, KEYS)


def bring_envy(table: TableId, seat: Seat, hand: str, /, *, me: Working = ME) -> None:
    """A hand without a progressive wager of its own brings envy to the others, where cards are physical.

    Parameters
    ----------
    hand
        The row of the paytable, such as royal-flush.
    """
    at_table(me, table, BringEnvy(seat, hand))


def claim_win(table: TableId, seat: Seat, /, *, me: Working = ME) -> None:
    """The dealer says whose hand is lit, where the keypad has no spots."""
    at_table(me, table, ClaimWin(seat))


def name_winner(
    table: TableId,
    seat: Seat,
    /,
    *,
    none_to_the_right: Annotated[
        bool | None,
        Parameter(
            negative="--one-to-the-right",
            show_default=False,
            help="Whether no seat farther on the dealer's right has a hand that wins a share of the meter.",
        ),
    ] = None,
    me: Working = ME,
) -> None:
    """A supervisor names the seat of the lit hand, before a share of the meter is booked for it."""
    at_table(me, table, NameWinner(seat, none_to_the_right))


def mark_fold(table: TableId, seat: Seat, /, *, me: Working = ME) -> None:
    """A seat of this game has folded, where cards are live; the same again takes the mark back."""
    at_table(me, table, MarkFold(seat))
