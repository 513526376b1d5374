"""What a console shows of a controller: lights, and every press with the reason where it is refused."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from pitboss.progressive.controllers.presses import CountChips, MarkTogether, OweEnvy, Press, SwipeCard

if TYPE_CHECKING:
    from pitboss.progressive.controllers.controller import Controller


def view(controller: "Controller") -> dict[str, Any]:
    """The part of the view that both controllers have."""
    sensors = controller.sensors
    return {
        "controller": controller.name,
        "label": controller.label,
        "taking_press": controller.taking_press.slug(),
        "ending_press": controller.ending_press.slug(),
        "game_is_on": sensors.is_locked,
        "lcd": controller.lcd,
        "sensors": {str(seat): sensors.light(seat).value for seat in range(1, controller.seats + 1)},
        "carried": sorted(sensors.carried),
        "sitting_out": sorted(sensors.sitting_out),
        "together": [[seat, seat + 1] for seat in sorted(controller.together)],
        "hands": [button.as_json() | {"lit": row == controller.lit} for row, button in controller.buttons.items()],
        "wins": {str(seat): row for seat, row in sorted(controller.wins.items())},
        "count": vars(controller.count).copy(),
        "envy": {str(seat): cents for seat, cents in sorted(controller.envy.owed.items())},
        "link_is_lost": controller.link_is_lost,
        "presses": [
            {
                "do": press.slug(),
                "of": of,
                "values": _plain_values(press, of),
                "who": sorted(press.who),
                "refused": controller.why_not(press),
            }
            for of, press in offered(controller)
        ],
    }


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
