"""What a console shows of a controller: lights, and every press with the reason where it is refused."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from pitboss.games.command import Who
from pitboss.progressive.controllers.count import ChipCount
from pitboss.progressive.controllers.presses import CountChips, MarkTogether, OweEnvy, Press, SwipeCard
from pitboss.progressive.controllers.sensors import Light

if TYPE_CHECKING:
    from pitboss.progressive.controllers.controller import Controller


class ShownHand(Struct, frozen=True, kw_only=True):
    """The button of a hand."""

    row: Annotated[str, Meta(description="The row of the paytable.", examples=["akq-of-spades"])]
    label: Annotated[str, Meta(examples=["A-K-Q of spades"])]
    stops_table: Annotated[bool, Meta(description="Whether a supervisor books its win.")]
    lit: bool


class OfferedPress(Struct, frozen=True, kw_only=True):
    """A press of a key, and why it is refused now."""

    do: Annotated[str, Meta(examples=["press-hand"])]
    of: Annotated[int | str | None, Meta(description="The seat, the hand, the card or the position of the key.")]
    values: Annotated[
        dict[str, int | str] | None,
        Meta(description="What is sent with it; nothing where a person must say more.", examples=[{"seat": 3}]),
    ]
    who: Annotated[list[Who], Meta(description="Who may press it.")]
    refused: Annotated[str | None, Meta(description="Why it is refused now; nothing where it may be pressed.")]


class ControllerView(Struct, frozen=True, kw_only=True):
    """What a console shows of a controller. One closed view serves every controller."""

    controller: Annotated[str, Meta(examples=["aquarius"])]
    label: Annotated[str, Meta(description="What people call it.")]
    taking_press: Annotated[str, Meta(description="The press that takes the wagers.", examples=["press-coin-in"])]
    ending_press: Annotated[str, Meta(description="The press that ends the game.", examples=["press-game-over"])]
    game_is_on: bool
    lcd: Annotated[str, Meta(description="The line of the LCD: what comes next.")]
    sensors: Annotated[dict[int, Light], Meta(description="The lights of the sensors, by seat.")]
    carried: Annotated[list[int], Meta(description="Seats with a wager from a void game.")]
    sitting_out: list[int]
    together: Annotated[list[tuple[int, int]], Meta(description="Pairs of seats of one player.")]
    hands: list[ShownHand]
    wins: Annotated[dict[int, str], Meta(description="The rows that seats have won in this game.")]
    count: ChipCount
    envy: Annotated[dict[int, int], Meta(description="The envy that seats are owed, in cents.")]
    link_is_lost: bool
    presses: Annotated[list[OfferedPress], Meta(description="Every press, for each seat or hand.")]
    key_position: Annotated[str | UnsetType, Meta(description="On Aquarius, RUN or JPH.", examples=["RUN"])] = UNSET
    booked_seat: Annotated[
        int | UnsetType | None, Meta(description="On Aquarius, whose win J-POT has booked, until the key is at RUN.")
    ] = UNSET
    spot: Annotated[int | UnsetType | None, Meta(description="On Nexus, the seat whose spot is pressed.")] = UNSET
    is_confirmed: Annotated[bool | UnsetType, Meta(description="On Nexus, whether the win is confirmed.")] = UNSET


def view(controller: "Controller") -> ControllerView:
    """The part of the view that every controller has."""
    sensors = controller.sensors
    return ControllerView(
        controller=controller.name,
        label=controller.label,
        taking_press=controller.taking_press.slug(),
        ending_press=controller.ending_press.slug(),
        game_is_on=sensors.is_locked,
        lcd=controller.lcd,
        sensors={seat: sensors.light(seat) for seat in range(1, controller.seats + 1)},
        carried=sorted(sensors.carried),
        sitting_out=sorted(sensors.sitting_out),
        together=[(seat, seat + 1) for seat in sorted(controller.together)],
        hands=[
            ShownHand(row=row, label=button.label, stops_table=button.stops_table, lit=row == controller.lit)
            for row, button in controller.buttons.items()
        ],
        wins=dict(sorted(controller.wins.items())),
        count=replace(controller.count),
        envy=dict(sorted(controller.envy.owed.items())),
        link_is_lost=controller.link_is_lost,
        presses=[
            OfferedPress(
                do=press.slug(),
                of=of,
                values=_plain_values(press, of),
                who=sorted(press.who),
                refused=controller.why_not(press),
            )
            for of, press in offered(controller)
        ],
    )


def _plain_values(press: Press, of: int | str | None) -> dict[str, int | str] | None:
    """What is sent with a press that takes nothing, or only what it is of; nothing where a person must say more."""
    names = type(press).__match_args__
    if not names:
        return {}
    return {names[0]: of} if len(names) == 1 and of is not None else None


def offered(controller: "Controller") -> Iterator[tuple[int | str | None, Press]]:
    """Every press of a controller, for each seat or hand, and with values that may do where they are free."""
    for kind in controller.operations:
        make: Callable[..., Press] = kind
        for of, values in _values(controller, kind):
            yield of, make(*values)


def _values(controller: "Controller", kind: type[Press]) -> Iterable[tuple[int | str | None, tuple[Any, ...]]]:
    """What a press may be of, and the values that make it."""
    seats = range(1, controller.seats + 1)
    if kind is MarkTogether:
        return [(seat, (seat, seat + 1)) for seat in seats[:-1]]
    if kind is OweEnvy:
        return [(seat, (seat, 1, _others(controller, seat))) for seat in seats]
    if kind is SwipeCard:
        return [(card, (card, 1, 1, 1, True)) for card in ("supervisor", "executive")]
    if kind is CountChips:
        return [(None, (len(controller.sensors.taken),))]
    alike: dict[tuple[str, ...], Iterable[Any]] = {
        ("seat",): seats,
        ("winner",): seats,
        ("row",): controller.buttons,
        ("position",): ("JPH", "RUN"),
    }
    names: tuple[str, ...] = kind.__match_args__
    if names in alike:
        return [(value, (value,)) for value in alike[names]]
    return [(None, ("in words",) * len(names))]


def _others(controller: "Controller", winner: int) -> tuple[int, ...]:
    """Who envies a winner: the other wagers in the game; where there is none, the winner, which is refused."""
    locked = sorted(controller.sensors.locked)
    return tuple(seat for seat in locked if controller.has_envy(seat, winner)) or (winner,)
