"""What changes a progressive: one person proposes it, another approves."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, Final

from cyclopts import Group, Parameter

from pitboss.cli.house.proposals import Because, OwnId, propose
from pitboss.cli.house.sending import ME, Working, on_shift
from pitboss.cli.house.settings_file import NONE
from pitboss.cli.house.user_input import MeterId, read_dollars
from pitboss.cli.output import TerminalError
from pitboss.house.field_checks import verify_id
from pitboss.house.jackpots import meters
from pitboss.house.people.proposals import Propose
from pitboss.paytables import load_catalogue, parse_percent
from pitboss.progressive import (
    BY_HAND,
    MILLICENTS,
    NOT_DISPLAYED,
    LawfulReason,
    RiseReason,
    SeveralWins,
    usual_parameters,
)

PARAMETERS: Final = Group("Parameters of the meter", sort_key=5)

DOWN: Final = [reason for reason in BY_HAND if isinstance(reason, LawfulReason)]
UP: Final = [reason for reason in BY_HAND if isinstance(reason, RiseReason)]
"""For what a meter is put down and up by hand."""


def _option(words: str, **more: Any) -> Parameter:
    return Parameter(group=PARAMETERS, help=words, **more)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Wished:
    """What a meter shall be set to; what is left out stays as it is, or as its paytable says."""

    rate: Annotated[str | None, _option("The share of each wager that it gets, such as 14%.")] = None
    reserve_rate: Annotated[str | None, _option("The share set aside for the next seed, such as 2%.")] = None
    seed: Annotated[str | None, _option("What the house puts on it after a win of the whole.")] = None
    maximum: Annotated[str | None, _option("The posted maximum, or none.")] = None
    several_wins: Annotated[SeveralWins | None, _option("How several wins of one round share it.")] = None
    envy_needs_wager: Annotated[bool | None, _option("Whether a hand without a wager brings no envy.")] = None
    folded_hands_play: Annotated[bool | None, _option("Whether a folded hand can win.")] = None
    jackpot_lock: Annotated[bool | None, _option("Whether a claim freezes its amount, and linked tables play on.")] = (
        None
    )
    supervisor_from: Annotated[str | None, _option("From which fixed pay on a supervisor confirms.")] = None
    executive_above: Annotated[str | None, _option("Above which amount an executive confirms.")] = None
    surveillance_above: Annotated[str | None, _option("Above which amount surveillance checks first.")] = None

    def as_changes(self) -> dict[str, Any]:
        """The parameters that were named."""
        changes: dict[str, Any] = {}
        for name, value in vars(self).items():
            if value is None:
                continue
            if name in ("rate", "reserve_rate"):
                changes[name] = _read_rate(value)
            elif name in ("seed", "maximum", "supervisor_from", "executive_above", "surveillance_above"):
                changes[f"{name}_cents"] = None if (name, value) == ("maximum", NONE) else read_dollars(value)
            else:
                changes[name] = value
        return changes


AS_USUAL: Final = Wished()


def create(  # noqa: PLR0913 - each is an option of the command
    meter: MeterId,
    paytable: str,
    /,
    *,
    denomination: Annotated[str, _option("The one amount that it takes as a wager.")] = "$1",
    wished: Wished = AS_USUAL,
    reason: Because = "a new progressive",
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose a new progressive.

    Parameters
    ----------
    paytable
        Such as TCPP-1 or FSLPP-01.
    """
    verify_id(meter, "meter id")
    designator = load_catalogue()[paytable].designator
    parameters = usual_parameters(designator, denomination_cents=read_dollars(denomination), **wished.as_changes())
    content = {"meter_id": meter, "parameters": parameters.as_json()}
    with on_shift(me) as shift:
        propose(shift, Propose(proposal_id or shift.own_id, "create-meter", meter, content, reason))


def set_parameters(  # noqa: PLR0913 - each is an option of the command
    meter: MeterId,
    /,
    *,
    reason: Because,
    paytable: Annotated[str | None, _option("Another paytable of its game.")] = None,
    wished: Wished = AS_USUAL,
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose other parameters for a progressive; they come true while its tables are closed."""
    changes = wished.as_changes() | ({"paytable": load_catalogue()[paytable]} if paytable else {})
    if not changes:
        raise TerminalError("nothing would change: name what shall be set, such as --maximum '$10,000'")
    with on_shift(me) as shift:
        with shift.room.database.reading() as connection:
            now = meters.look(connection, shift.room.house.property_id, meter).parameters
        content = {"meter_id": meter, "parameters": replace(now, **changes).as_json()}
        propose(shift, Propose(proposal_id or shift.own_id, "set-parameters", meter, content, reason))


def adjust(  # noqa: PLR0913 - each is an option of the command
    meter: MeterId,
    amount: Annotated[str, Parameter(help="Dollars; the reason says whether it goes up or down.")],
    /,
    *,
    reason: Annotated[str, Parameter(help=f"Down: {', '.join(DOWN)}. Up: {', '.join(UP)}.")],
    note: Annotated[str, Parameter(help="What happened, for the record.")],
    pot: Annotated[str | None, Parameter(help=f"For not displayed: {' or '.join(NOT_DISPLAYED)}.")] = None,
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose a documented adjustment of a progressive."""
    why = _read_reason(reason)
    millicents = read_dollars(amount) * MILLICENTS * (-1 if isinstance(why, LawfulReason) else 1)
    content = {"meter_id": meter, "reason": why.value, "millicents": millicents, "note": note}
    content |= {} if pot is None else {"pot": pot}
    with on_shift(me) as shift:
        propose(shift, Propose(proposal_id or shift.own_id, "adjust-meter", meter, content, note))


def _read_reason(text: str) -> LawfulReason | RiseReason:
    """A reason as it is stored, with dashes or blanks.

    >>> _read_reason("display-malfunction").value
    'display malfunction'
    """
    known: dict[str, LawfulReason | RiseReason] = {reason.value: reason for reason in BY_HAND}
    found = known.get(text.replace("-", " "))
    if found is None:
        raise TerminalError(f"{text!r} is not a reason to adjust a meter; reasons are {', '.join(known)}")
    return found


def _read_rate(text: str) -> Fraction:
    try:
        return parse_percent(text)
    except ValueError as error:
        raise TerminalError(str(error)) from None
