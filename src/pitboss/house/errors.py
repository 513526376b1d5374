"""What the house refuses.

::

    HouseError
    ├── RefusedError           a command that the room does not allow now, with the reason
    ├── NotPermittedError      somebody whose role does not allow it
    │   ├── PinNeededError         it asks for the sender's PIN again, and none came with it
    │   └── WrongPinError          the PIN that came with it is not the sender's
    ├── UnknownError           a table, person, meter or record that is not there
    ├── StaleVersionError      somebody else was faster: the table has moved on
    ├── CommandReusedError     a command id that was used for something else
    ├── MoneyError             a posting that does not balance, or takes what is not there
    └── StorageError           a database that cannot be opened, or does not hold what it must
        ├── CollisionError         something is there already, or would go below nothing
        └── DamagedError           what the disk has forgotten: nothing more is written
"""

from pitboss.errors import PitbossError


class HouseError(PitbossError):
    """The root of what the house refuses.

    >>> issubclass(RefusedError, HouseError)
    True
    """


class RefusedError(HouseError):
    """A command that the room does not allow now, with the reason.

    >>> str(RefusedError("table T1 is closed"))
    'table T1 is closed'
    """


class NotPermittedError(HouseError):
    """Somebody whose role does not allow it.

    >>> issubclass(NotPermittedError, HouseError)
    True
    """


class PinNeededError(NotPermittedError):
    """Something that asks for the sender's PIN again, and none came with it.

    >>> issubclass(PinNeededError, NotPermittedError)
    True
    """


class WrongPinError(NotPermittedError):
    """The PIN that came with something is not the sender's.

    >>> issubclass(WrongPinError, NotPermittedError)
    True
    """


class UnknownError(HouseError):
    """A table, person, meter or record that is not there.

    >>> issubclass(UnknownError, HouseError)
    True
    """


class StaleVersionError(HouseError):
    """Somebody else was faster: the table has moved on.

    >>> issubclass(StaleVersionError, HouseError)
    True
    """


class CommandReusedError(HouseError):
    """A command id that was used for something else, or by somebody else.

    >>> issubclass(CommandReusedError, HouseError)
    True
    """


class MoneyError(HouseError):
    """A posting that does not balance, or takes what is not there.

    >>> issubclass(MoneyError, HouseError)
    True
    """


class StorageError(HouseError):
    """A database that cannot be opened, or does not hold what it must.

    >>> issubclass(StorageError, HouseError)
    True
    """


class DamagedError(StorageError):
    """A database in which something cannot be read any more. Nothing is written into it from then on.

    >>> issubclass(DamagedError, StorageError)
    True
    """


class CollisionError(StorageError):
    """What the database refused because something is there already, or would go below nothing.

    >>> issubclass(CollisionError, StorageError)
    True
    """
