"""The seal of a record: made of all of it with the room's key, and kept in it.

Whoever writes into the database can make every hash anew; a seal cannot be made without the key, which lies elsewhere.
It is also what nobody can guess of a record: hashes leave the room, and without it the cards in a record could be tried
and hashed.
"""

import re
from collections.abc import Sequence
from typing import Final

from pitboss.house.cage.ledger import Posting
from pitboss.house.records.journal import Record, hash_of
from pitboss.house.records.strongbox import Strongbox

_DRAWN: Final = Record._fields.index("drawn")
_SALT: Final = re.compile(r'\{"salt":"([0-9a-f]{64})",?(.*)', re.DOTALL)


def sealed(box: Strongbox, record: Record, postings: Sequence[Posting]) -> Record:
    """The record with its seal before what was drawn, and with its hash.

    >>> box, record = Strongbox(bytes(32)), Record(*"abcdefghij", '{"answers":[3]}', "[]", "")
    >>> is_sealed(box, sealed(box, record, ()), ())
    True
    """
    said = record.said_with(postings)
    rest = record.drawn[1:]
    comma = "" if rest == "}" else ","
    said[_DRAWN] = f'{{"salt":"{_seal(box, said)}"{comma}{rest}'
    return record._replace(drawn=said[_DRAWN], hash=hash_of(said))


def is_sealed(box: Strongbox, record: Record, postings: Sequence[Posting]) -> bool:
    """Whether a record was written with the room's key, as it is.

    >>> box, record = Strongbox(bytes(32)), Record(*"abcdefghij", "{}", "[]", "")
    >>> is_sealed(box, sealed(box, record, ())._replace(actor="admin:1"), ())
    False
    """
    found = _SALT.fullmatch(record.drawn)
    if found is None:
        return False
    salt, rest = found.groups()
    return bool(salt == _seal(box, record._replace(drawn="{" + rest).said_with(postings)))


def _seal(box: Strongbox, said: Sequence[str]) -> str:
    # No part of a record has lines: ids, instants and JSON are written in one.
    return box.seal("\n".join(said))
