"""What must be true of any reader, whatever it is given: it takes it, or refuses it in one short, clear sentence."""

import re
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.errors import PitbossError

LONGEST = 1000
"""No sentence has more characters, however long the value is that it names."""

INTERNALS = re.compile(
    r"Traceback|object at 0x|__\w+__|NoneType|unexpected keyword|positional argument|' object |unhashable"
    r"|not subscriptable|not iterable|unsupported operand|invalid literal|indices must be|not supported between"
    r"|\b(?:Key|Type|Value|Index|Attribute|Recursion|Overflow|Unicode\w*|OS)Error\b|has no attribute"
)
"""What a Python program says of itself, and no card room."""


class FaultError(AssertionError):
    """A reader did what none may do; the input is as small as it was found."""


@dataclass(frozen=True)
class Target:
    """Something that reads, with valid examples of what it reads.

    ``read`` also checks what was read: that it can be printed, stored and read again to the same. ``covers`` names the
    functions of the package that are tried by it.
    """

    name: str
    seeds: Callable[[], Sequence[Any]]
    read: Callable[[Any], object]
    covers: tuple[str, ...]
    refuses_with: type[Exception] = PitbossError
    share: int = 1
    """How many examples it gets for one of the others: fewer for what is slow, more for what is quick."""

    def __str__(self):
        return self.name


def judge(target, given):
    """Let a target read, and whether it took it; a fault is raised with the input."""
    try:
        target.read(given)
    except target.refuses_with as refusal:
        judge_sentence(str(PitbossError(*refusal.args)), given, target)  # which is how it reaches anybody
        return False
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        raise FaultError(
            f"{target.name}: {type(error).__name__}: {str(error)[:300]} ({last.filename.rpartition('/pitboss/')[2]}:"
            f"{last.lineno})\n  given {given!r:.3000}"
        ) from error
    return True


def judge_sentence(sentence, given="", who="it"):
    """One line, not too long, and nothing of our own inside."""
    wrong = []
    if not sentence.strip():
        wrong.append("says nothing")
    if len(sentence) > LONGEST:
        wrong.append(f"is {len(sentence):,} characters long")
    if len(sentence.splitlines()) > 1:
        wrong.append("has several lines")
    if (inside := INTERNALS.search(sentence)) and inside[0] not in repr(given):
        wrong.append(f"speaks of {inside[0]!r}")
    if wrong:
        raise FaultError(f"{who}: the sentence {' and '.join(wrong)}: {sentence[:500]}\n  given {given!r:.3000}")
