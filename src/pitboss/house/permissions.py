"""Says which role may do what. An x is a permission; an s is a permission that needs the person's PIN again.

Commands of the office have their roles from this page. Commands of tables, games and controllers state theirs in their
``who``; the grid repeats them so that one page shows every command, and a test compares the two. The command itself
checks whose seat, proposal or limit it is. Grids are registered by ``permit``: a role in no grid may do nothing.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from pitboss.games.command import Command, Who
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import NotPermittedError
from pitboss.progressive.controllers import CONTROLLERS
from pitboss.registry import Registry

_GRID: Final = """
                       player  dealer  supervisor  executive  accounting  surveillance  auditor  admin  house
at a table
  take-seat            x       x       x           x          .           .             .        .      x
  leave-seat           x       x       x           x          .           .             .        .      x
  buy-in-with-cash     .       x       x           x          .           .             .        .      .
  buy-in-from-wallet   x       x       x           x          .           .             .        .      x
  cash-out             x       x       x           x          .           .             .        .      x
  act                  x       x       x           x          .           .             .        .      x
  hand-over            .       x       x           x          .           .             .        .      x
  start-round          .       x       x           x          .           .             .        .      x
  deal-cards           .       x       x           x          .           .             .        .      x
  time-out             .       x       x           x          .           .             .        .      x
  report-malfunction   .       x       x           x          .           .             .        .      x
  press                .       x       x           x          .           .             .        .      x
  award-envy           .       x       x           x          .           .             .        .      .
  claim-win            .       x       x           x          .           .             .        .      .
  mark-fold            .       x       x           x          .           .             .        .      .

the table itself
  create-table         .       .       .           x          .           .             .        x      .
  configure-table      .       .       .           x          .           .             .        x      .
  open-table           .       .       x           x          .           .             .        .      .
  close-table          .       .       x           x          .           .             .        .      .
  suspend-table        .       .       x           x          .           x             .        .      x
  resume-table         .       .       x           x          .           .             .        .      .
  follow-guide         .       .       x           x          .           .             .        .      .
  replace-shuffler     .       .       x           x          .           .             .        .      .
  follow-local-procedure .     .       x           x          .           .             .        .      .
  fill                 .       .       x           x          .           .             .        .      x
  credit               .       .       x           x          .           .             .        .      .
  count-drop           .       .       .           .          x           .             .        .      .
  count-open-table     .       .       x           x          .           .             .        .      .

jackpots
  name-winner          .       .       s           s          .           .             .        .      .
  verify-jackpot       .       .       s           s          .           .             .        .      .
  check-jackpot        .       .       .           .          .           x             .        .      .
  authorize-jackpot    .       .       s           s          .           .             .        .      .
  reject-jackpot       .       .       x           x          .           .             .        .      .
  pay-booked           .       .       .           .          s           .             .        .      .
  reverse-jackpot      .       .       .           s          s           .             .        .      .
  award-late           .       .       .           s          s           .             .        .      .
  withhold-win         .       .       s           s          .           .             .        .      .

incidents, disputes and records
  lapse-condition      .       .       .           x          .           .             .        x      .
  open-incident        .       x       x           x          x           x             x        x      x
  add-note             .       .       x           x          x           x             x        x      .
  report-to-commission .       .       .           x          x           .             .        .      .
  close-incident       .       .       .           x          .           .             x        .      .
  open-dispute         .       x       x           x          .           x             .        .      .
  rule-dispute         .       .       x           x          .           .             .        .      .
  sign-dispute         x       .       x           x          .           .             .        .      .
  close-dispute        .       .       x           x          .           .             .        .      .
  record-reading       .       .       .           .          x           .             .        .      .
  suspend-meter        .       .       x           x          x           x             .        .      .
  resume-meter         .       .       .           x          x           .             .        .      .
  anchor-chains        .       .       .           x          x           .             x        x      x
  note-clock           .       .       .           .          .           .             .        .      x
  note-refusal         .       .       .           .          .           .             .        .      x

people
  found-room           .       .       .           .          .           .             .        .      x
  first-admins         .       .       .           .          .           .             .        .      x
  note-log-in          .       .       .           .          .           .             .        .      x
  note-log-out         .       .       .           .          .           .             .        .      x
  note-forged-session  .       .       .           .          .           .             .        .      x
  log-out-everywhere   .       x       x           x          x           x             x        x      .
  enroll               .       .       .           .          .           .             .        .      x
  new-enrollment-code  .       .       .           x          .           .             .        x      .
  set-pin              .       x       x           x          x           x             x        x      .
  add-second-factor    .       x       x           x          x           x             x        x      .
  unlock-staff         .       .       .           .          .           .             .        x      .
  unlock-admins        .       .       .           .          .           .             .        .      x
  deactivate-staff     .       .       .           .          .           .             .        x      .
  issue-pass           .       .       .           .          .           .             .        x      .
  revoke-pass          .       .       .           .          .           .             .        x      .
  register-player      x       .       x           x          x           .             .        .      x
  exclude-player       x       .       x           x          x           .             .        .      .
  lift-exclusion       .       .       .           x          .           .             .        .      .

cage
  deposit              .       .       .           .          x           .             .        .      .
  withdraw             .       .       .           .          x           .             .        .      .
  give-guest-chips     x       .       x           .          x           .             .        .      x

what takes two people
  propose              .       .       x           x          x           .             .        x      .
  approve              .       .       .           s          s           .             .        s      .
  reject               .       .       .           x          x           .             .        x      .
  withdraw-proposal    .       .       x           x          x           .             .        x      .
  check-award          .       .       .           .          .           x             .        .      .
"""

_PROPOSALS: Final = """
                       player  dealer  supervisor  executive  accounting  surveillance  auditor  admin  house
  create-table         .       .       p           b          .           .             .        b      .
  configure-table      .       .       p           b          .           .             .        b      .
  create-meter         .       .       p           b          .           .             .        b      .
  set-parameters       .       .       p           b          .           .             .        b      .
  adjust-meter         .       .       p           b          b           .             .        .      .
  reverse-jackpot      .       .       p           b          b           .             .        .      .
  award-late           .       .       p           b          b           .             .        .      .
  withhold-win         .       .       p           b          .           .             .        .      .
  return-money         .       .       p           b          .           .             .        .      .
  confiscate-money     .       .       p           b          .           .             .        .      .
  correct-player       .       .       p           b          p           .             .        .      .
  correct-wallet       .       .       p           b          p           .             .        .      .
  correct-count        .       .       .           b          b           .             .        .      .
  close-day            .       .       p           b          b           .             .        .      .
  acknowledge-clock    .       .       p           b          p           .             .        p      .
  add-staff            .       .       .           a          .           .             .        b      .
  change-staff         .       .       .           a          .           .             .        b      .
  reset-pin            .       .       .           a          .           .             .        b      .
  reactivate-staff     .       .       .           a          .           .             .        b      .
  meet-condition       .       .       .           b          .           .             .        b      .
  set-house            .       .       .           b          .           .             .        b      .
"""

_QUERIES: Final = """
                       nobody  player  dealer  supervisor  executive  accounting  surveillance  auditor  admin
what everybody sees
  room                 x       x       x       x           x          x           x             x        x
  interface            x       x       x       x           x          x           x             x        x
  tables               x       x       x       x           x          x           x             x        x
  table                x       x       x       x           x          x           x             x        x
  placard              x       x       x       x           x          x           x             x        x
  felt                 x       x       x       x           x          x           x             x        x
  rules                x       x       x       x           x          x           x             x        x
  approval             x       x       x       x           x          x           x             x        x
  meters               x       x       x       x           x          x           x             x        x
  meter                x       x       x       x           x          x           x             x        x

the lab
  lab                  x       x       x       x           x          x           x             x        x
  lab-jobs             .       .       .       x           x          x           x             x        x

what players see about themselves
  wallet               .       x       .       .           .          .           .             .        .
  openings             .       x       x       x           x          x           x             x        x
  round                .       x       x       x           x          x           x             x        x
  disputes             .       x       .       x           x          x           x             x        .
  choices              .       x       x       x           x          .           .             .        .
  hint                 .       x       .       .           .          .           .             .        .
  setting              .       x       .       .           .          .           .             .        .

the floor
  floor                .       .       x       x           x          x           x             x        x
  dealing              .       .       x       x           x          .           x             x        .
  jackpots             .       .       x       x           x          x           x             x        .
  win-page             .       .       .       x           x          x           x             x        .
  meter-status         .       .       x       x           x          x           x             x        x
  meter-history        .       .       .       x           x          x           x             x        .
  hits                 .       .       x       x           x          x           x             x        .
  clock                .       .       x       x           x          x           x             x        x
  equipment            .       .       .       x           x          .           x             x        x
  template             .       .       .       x           x          .           x             x        x

people
  players              .       .       .       x           x          x           x             x        .
  exclusions           .       .       .       x           x          .           x             x        .
  staff                .       .       .       x           x          .           x             x        x
  devices              .       .       .       .           .          .           x             x        x

records
  records              .       .       .       x           x          x           x             x        .
  office-records       .       .       .       .           x          x           x             x        x
  refused-acts         .       .       .       .           x          x           x             x        .
  replay               .       .       .       x           x          .           x             x        .
  incidents            .       .       .       x           x          x           x             x        x
  proposals            .       .       .       x           x          x           x             x        x

the books
  days                 .       .       .       x           x          x           x             x        .
  reports              .       .       .       .           x          x           x             x        .
  audit                .       .       .       .           x          x           x             x        .
  selfcheck            .       .       .       .           x          .           x             x        x
  settings             .       .       .       x           x          x           x             x        x
"""

_ASKS: Final = """
                       player  dealer  supervisor  executive  accounting  surveillance  auditor  admin  house
the lab
  advise               x       x       x           x          x           x             x        x      .
  design               x       x       x           x          x           x             x        x      .
  ask-job              .       .       x           x          x           .             x        x      x
  cancel-job           .       .       x           x          x           .             x        x      .
"""

NOBODY: Final = "nobody"
"""The column for people who are not logged in. Displays and controllers see the same, of their table."""


def read_grid(text: str) -> dict[str, dict[str, str]]:
    """The lines of a grid with the mark of each column.

    >>> read_grid("        nobody player\\n  table  x      .")
    {'table': {'nobody': 'x', 'player': '.'}}
    """
    columns, *lines = [line for line in text.splitlines() if line.strip()]
    found = {}
    for line in lines:
        if line.startswith("  "):
            name, *marks = line.split()
            found[name] = dict(zip(columns.split(), marks, strict=True))
    return found


def read_sections(text: str) -> dict[str, list[str]]:
    """The sections of a grid, each with its commands.

    >>> read_sections("       player\\nat a table\\n  act  x\\n  fill .")
    {'at a table': ['act', 'fill']}
    """
    sections: dict[str, list[str]] = {}
    for line in [line for line in text.splitlines() if line.strip()][1:]:
        if line.startswith("  "):
            sections[next(reversed(sections))].append(line.split()[0])
        else:
            sections[line.strip()] = []
    return sections


MATRIX: Final[dict[str, frozenset[Role]]] = {}
"""Every command with the roles that may send it."""

SIGNED: Final[dict[str, frozenset[Role]]] = {}
"""Every command with the roles that key in their PIN again to send it: approving, booking and authorizing."""

PROPOSERS: Final[dict[str, frozenset[Role]]] = {}
"""Every kind of proposal with the roles that propose it."""

APPROVERS: Final[dict[str, frozenset[Role]]] = {}
"""Every kind of proposal with the roles that decide it: p proposes, a approves, b does both, but not the same one."""

QUERIES: Final[dict[str, frozenset[str]]] = {}
"""Everything that can be read, with the roles that may: ``nobody`` is a person who is not logged in."""

ASKS: Final[dict[str, frozenset[Role]]] = {}
"""The requests to the lab, with the roles that may send them: they change nothing and are not recorded."""

COLUMNS: Final = Registry[str]("column of permissions")
"""The columns of all grids that were registered, so that no role is given its permissions twice."""


def permit(*, commands: str = "", proposals: str = "", queries: str = "", asks: str = "") -> None:
    """Register grids, each with a column for one role or for several. The first grid of each kind says which lines
    there are; a later one, for another role, names those in which the role has a mark. A role with a column of queries
    also sees what people see who are not logged in, because every page needs some of it.

    >>> permit(asks="         dealer\\n  advise  x")
    Traceback (most recent call last):
    pitboss.registry.DoubleError: column of permissions 'asks: dealer' is registered already: give this one another name
    """
    _add_columns("commands", commands, {"xs": MATRIX, "s": SIGNED})
    _add_columns("proposals", proposals, {"pb": PROPOSERS, "ab": APPROVERS})
    readers = _add_columns("queries", queries, {"x": QUERIES})
    for name, roles in QUERIES.items():
        if NOBODY in roles:
            QUERIES[name] = roles | readers
    _add_columns("asks", asks, {"x": ASKS})


def _add_columns(kind: str, text: str, found: Mapping[str, dict[str, Any]]) -> frozenset[str]:
    """Add the columns of a grid to the permissions that its marks give; returns the roles that have a column in it."""
    grid = read_grid(text) if text else {}
    known = dict(next(iter(found.values()))) or grid
    unknown = [name for name in grid if name not in known]
    if unknown:
        raise ValueError(f"{unknown[0]!r} is none of the {kind}; there are: {', '.join(known)}")
    columns = list(next(iter(grid.values()), ()))
    roles = {column: column if column == NOBODY else Role(column) for column in columns}
    for column in columns:
        COLUMNS.add(f"{kind}: {column}", column)
    for name, marks in grid.items():
        for wanted, lines in found.items():
            marked = frozenset(roles[column] for column, mark in marks.items() if mark in wanted)
            if marked or lines is not SIGNED:
                lines[name] = lines.get(name, frozenset()) | marked
    return frozenset(roles.values())


permit(commands=_GRID, proposals=_PROPOSALS, queries=_QUERIES, asks=_ASKS)


def roles_of(kind: type[Command]) -> frozenset[Role]:
    """The roles that may send a command of a table, a game or a controller.

    >>> from pitboss.games.command import Void
    >>> sorted(roles_of(Void))
    [<Role.EXECUTIVE: 'executive'>, <Role.SUPERVISOR: 'supervisor'>]
    """
    return _roles_of(kind.who, tuple(Role))


@cache
def _roles_of(who: frozenset[Who], roles: tuple[Role, ...]) -> frozenset[Role]:
    return frozenset(role for role in roles if role.acts_as & who)


def signed_presses() -> frozenset[str]:
    """Presses of a progressive's keypad that book a win. A person makes each, on a page or at the terminal. No card
    reader is connected, so the PIN takes the place of the card.

    >>> sorted(signed_presses())
    ['press-j-pot', 'swipe-card']
    """
    kinds = (kind for controller in CONTROLLERS.values() for kind in controller.operations)
    return frozenset(kind.slug() for kind in kinds if kind.is_signed)


SECTIONS: Final = read_sections(_GRID)
"""The commands as the grid groups them."""

QUERY_SECTIONS: Final = read_sections(_QUERIES)
"""Everything that can be read, as the grid groups it."""


def deciders() -> frozenset[Role]:
    """The roles that approve what others propose, or authorize payments: their PINs are longer.

    >>> Role.EXECUTIVE in deciders(), Role.DEALER in deciders()
    (True, False)
    """
    return frozenset().union(MATRIX["approve"], MATRIX["authorize-jackpot"], *APPROVERS.values())


def readers() -> tuple[str, ...]:
    """The columns of the grid of queries, in its order.

    >>> readers()[:3]
    ('nobody', <Role.PLAYER: 'player'>, <Role.DEALER: 'dealer'>)
    """
    return NOBODY, *(role for role in Role if role is not Role.HOUSE)


class OfficeCommand(Command, is_base=True):
    """The root of the office's commands. A command without a line in the grid cannot be defined.

    >>> class Juggle(OfficeCommand):
    ...     pass
    Traceback (most recent call last):
    TypeError: Juggle has no line in the grid of permissions: add one that says who may send it
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__(is_base=True)
        if cls.slug() not in MATRIX:
            raise TypeError(f"{cls.__name__} has no line in the grid of permissions: add one that says who may send it")


def verify_permitted(actor: Actor, command: Command) -> None:
    """Refuse a sender whose role does not allow the command, and name the roles that do."""
    verify_may_send(actor, command.slug())


def verify_may_send(actor: Actor, name: str) -> None:
    """Refuse a sender whose role does not allow the command with this name, and name the roles that do.

    >>> verify_may_send(Actor("17", Role.DEALER), "count-drop")
    Traceback (most recent call last):
    pitboss.house.errors.NotPermittedError: count-drop is not for dealer 17; it is for: accounting
    """
    _verify_in(MATRIX, actor, name)


def is_signed(actor: Actor, command: Command) -> bool:
    """Whether the sender must key in their PIN to send a command.

    >>> from pitboss.house.tables.commands import Fill, PayBooked
    >>> cage = Actor("5", Role.ACCOUNTING)
    >>> is_signed(cage, PayBooked("T1-12-3", "ann", "driving license WDL-1", "")), is_signed(cage, Fill(500))
    (True, False)
    """
    if command.slug() == "press":
        return actor.is_staff and command.as_json()["press"]["do"] in signed_presses()
    return actor.role in SIGNED.get(command.slug(), ())


def verify_may_ask(actor: Actor, name: str) -> None:
    """Refuse a person whose role may not ask this of the lab.

    >>> verify_may_ask(Actor("17", Role.DEALER), "ask-job")
    Traceback (most recent call last):
    pitboss.house.errors.NotPermittedError: ask-job is not for dealer 17; it is for: supervisor, executive, \
accounting, auditor, admin, house
    """
    _verify_in(ASKS, actor, name)


def sees_exclusions(actor: Actor | None) -> bool:
    """Whether a person may see who is excluded, and why: only authorized staff do (WAC 230-23-030).

    >>> sees_exclusions(Actor("4", Role.SUPERVISOR)), sees_exclusions(Actor("5", Role.ACCOUNTING))
    (True, False)
    """
    return actor is not None and actor.role.value in QUERIES["exclusions"]


def _verify_in(grid: Mapping[str, frozenset[Role]], actor: Actor, name: str) -> None:
    allowed = grid.get(name, frozenset())
    if actor.role not in allowed:
        named = ", ".join(role.value for role in Role if role in allowed) or "nobody"
        raise NotPermittedError(f"{name} is not for {actor.role.value} {actor.name}; it is for: {named}")


def verify_may_read(actor: Actor | None, query: str) -> None:
    """Refuse a person who may not see something, and name the roles that may. None is a person who is not logged in.

    >>> verify_may_read(None, "tables")
    >>> verify_may_read(Actor("17", Role.DEALER), "devices")
    Traceback (most recent call last):
    pitboss.house.errors.NotPermittedError: devices: not for dealer 17 to see; it is for: surveillance, auditor, admin
    """
    allowed = QUERIES.get(query, frozenset())
    if (NOBODY if actor is None else actor.role) not in allowed:
        named = ", ".join(who for who in readers() if who in allowed) or "nobody"
        whom = NOBODY if actor is None else f"{actor.role.value} {actor.name}"
        raise NotPermittedError(f"{query}: not for {whom} to see; it is for: {named}")
