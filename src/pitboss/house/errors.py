"""The errors of the house.

::

    HouseError
    ├── RefusedError           a command that the room does not allow now, with the reason
    ├── NotPermittedError      a sender whose role does not allow it
    │   ├── PinNeededError         a command that needs the sender's PIN, sent without it
    │   └── WrongPinError          a command with a PIN that is not the sender's
    ├── UnknownError           a table, person, meter or record that is not there
    ├── StaleVersionError      another command was faster: the table has moved on
    ├── CommandReusedError     a command id that was used for another command
    ├── MoneyError             a posting that does not balance, or takes more than there is
    └── StorageError           a database that cannot be opened, or is not as it must be
        ├── CollisionError         a row that is there already, or a balance below zero
        └── DamagedError           a damaged database: nothing more is written
"""

from pitboss.errors import PitbossError


class HouseError(PitbossError):
    """The root of the errors of the house.

    >>> issubclass(RefusedError, HouseError)
    True
    """


class RefusedError(HouseError):
    """A command that the room does not allow now, with the reason.

    >>> str(RefusedError("table T1 is closed"))
    'table T1 is closed'
    """


class NotPermittedError(HouseError):
    """A sender whose role does not allow the command.

    >>> issubclass(NotPermittedError, HouseError)
    True
    """


class PinNeededError(NotPermittedError):
    """A command that needs the sender's PIN, sent without it.

    >>> issubclass(PinNeededError, NotPermittedError)
    True
    """


class WrongPinError(NotPermittedError):
    """A command with a PIN that is not the sender's.

    >>> issubclass(WrongPinError, NotPermittedError)
    True
    """


class UnknownError(HouseError):
    """A table, person, meter or record that is not there.

    >>> issubclass(UnknownError, HouseError)
    True
    """


class StaleVersionError(HouseError):
    """Another command was faster: the table has moved on.

    >>> issubclass(StaleVersionError, HouseError)
    True
    """


class CommandReusedError(HouseError):
    """A command id that was used for another command, or by another sender.

    >>> issubclass(CommandReusedError, HouseError)
    True
    """


class MoneyError(HouseError):
    """A posting that does not balance, or takes more than there is.

    >>> issubclass(MoneyError, HouseError)
    True
    """


class StorageError(HouseError):
    """A database that cannot be opened, or is not as it must be.

    >>> issubclass(StorageError, HouseError)
    True
    """


class DamagedError(StorageError):
    """A damaged database. Nothing more is written into it.

    >>> issubclass(DamagedError, StorageError)
    True
    """


class CollisionError(StorageError):
    """A write that the database refused: the row is there already, or a balance would fall below zero.

    >>> issubclass(CollisionError, StorageError)
    True
    """
