"""Who asks: a person of the room in a role, or the house itself. The roles are a registry."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Final

from pitboss.games.audience import Role as Looking
from pitboss.games.command import Who
from pitboss.registry import Registry


class _Roles(type):
    """Iterating over the class is iterating over the roles that are registered."""

    def __iter__(cls) -> "Iterator[Role]":
        return iter(ROLES.values())


class Role(str, metaclass=_Roles):
    """What somebody is in the room. Each role is there once, so ``is`` compares it. What it may do stands in the grids
    of ``permissions``: a role that is registered and stands in none of them may do nothing.

    >>> [role.value for role in Role][:3], Role("dealer") is Role.DEALER
    (['player', 'dealer', 'supervisor'], True)
    >>> Role("boss")
    Traceback (most recent call last):
    ValueError: 'boss' is not a role; roles are player, dealer, supervisor, executive, accounting, surveillance, \
auditor, admin, house
    """

    PLAYER: ClassVar["Role"]
    DEALER: ClassVar["Role"]
    SUPERVISOR: ClassVar["Role"]
    EXECUTIVE: ClassVar["Role"]
    ACCOUNTING: ClassVar["Role"]
    SURVEILLANCE: ClassVar["Role"]
    AUDITOR: ClassVar["Role"]
    ADMIN: ClassVar["Role"]
    HOUSE: ClassVar["Role"]
    """The auto-dealer and other parts of Pitboss itself."""

    acts_as: frozenset[Who]
    """Whom commands of tables, games and controllers mean when they say who may do them."""
    looks_as: Looking
    """In what capacity the role looks at the cards of a table."""
    is_for_shift: bool
    """Whether its screen is for a whole shift: it must not close in the middle of a round."""
    deals: bool
    """Whether it can tap in at a table."""
    page: str
    """The page that opens after log-in."""

    def __new__(cls, name: str) -> "Role":
        """The role of that name."""
        if name not in ROLES:
            raise ValueError(f"{name!r} is not a role; roles are {', '.join(ROLES)}")
        return ROLES[name]

    def __repr__(self) -> str:
        return f"<Role.{self.value.upper()}: {self.value!r}>"

    @property
    def value(self) -> str:
        """Its name."""
        return str(self)

    def __str__(self) -> str:
        return str.__str__(self)


ROLES: Final = Registry[Role]("role")
"""Every role by its name, in the order in which people read them."""


def add_role(  # noqa: PLR0913
    name: str,
    *,
    acts_as: tuple[Who, ...] = (),
    looks_as: Looking = Looking.PUBLIC,
    is_for_shift: bool = False,
    deals: bool = False,
    page: str = "/manager",
) -> Role:
    """Register a role. It may do nothing that a grid of ``permissions`` does not give it."""
    role = str.__new__(Role, name)
    role.acts_as, role.looks_as = frozenset(acts_as), looks_as
    role.is_for_shift, role.deals, role.page = is_for_shift, deals, page
    ROLES.add(name, role)
    return role


_ON_THE_FLOOR: Final[dict[str, Any]] = {"looks_as": Looking.SUPERVISOR, "deals": True, "page": "/floor"}

Role.PLAYER = add_role("player", acts_as=(Who.PLAYER,), page="/")
Role.DEALER = add_role(
    "dealer", acts_as=(Who.DEALER, Who.ANY_DEALER), looks_as=Looking.DEALER, is_for_shift=True, deals=True, page="/"
)
Role.SUPERVISOR = add_role("supervisor", acts_as=(Who.FLOOR,), **_ON_THE_FLOOR)
Role.EXECUTIVE = add_role("executive", acts_as=(Who.FLOOR, Who.EXECUTIVE), **_ON_THE_FLOOR)
Role.ACCOUNTING = add_role("accounting", acts_as=(Who.ACCOUNTING,))
Role.SURVEILLANCE = add_role(
    "surveillance", acts_as=(Who.SURVEILLANCE,), looks_as=Looking.SURVEILLANCE, is_for_shift=True, page="/floor"
)
Role.AUDITOR = add_role("auditor", looks_as=Looking.SURVEILLANCE)
Role.ADMIN = add_role("admin", acts_as=(Who.ADMIN,))
Role.HOUSE = add_role("house", acts_as=(Who.HOUSE,))


@dataclass(frozen=True)
class Actor:
    """The sender of a command: a name and a role.

    >>> str(Actor("17", Role.DEALER))
    'dealer:17'
    """

    name: str
    """A badge for staff, an id for a player."""
    role: Role

    @property
    def is_staff(self) -> bool:
        """Whether the actor has a badge."""
        return self.role not in (Role.PLAYER, Role.HOUSE)

    def __str__(self) -> str:
        return f"{self.role}:{self.name}"


@cache
def read_actor(text: str) -> Actor:
    """The actor as a record names it.

    >>> read_actor("dealer:17")
    Actor(name='17', role=<Role.DEALER: 'dealer'>)
    """
    role, _, name = text.partition(":")
    return Actor(name, Role(role))
