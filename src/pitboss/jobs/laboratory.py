"""The interface to the lab: which kinds of jobs there are, checking a question, and computing the answer.

The lab itself is loaded on first use: its kernels take a second and much memory, and a server must start quickly.
"""

import json
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, Final, Protocol

from msgspec import Meta, Struct

from pitboss.house.errors import RefusedError
from pitboss.jobs.rows import JobQuestion
from pitboss.lab.store import job_key

if TYPE_CHECKING:
    from pitboss.lab.work import Resources

MAX_CHARACTERS: Final = 65_536
"""The maximum length of a question's inputs, as JSON."""


class KindOfJob(Struct, frozen=True, kw_only=True):
    """A kind of job."""

    kind: Annotated[str, Meta(examples=["par"])]
    words: Annotated[str, Meta(examples=["The par sheet of a paytable or a game"])]
    needs: Annotated[
        dict[str, str],
        Meta(description="Its inputs, and the meaning of each.", examples=[{"designator": "a paytable"}]),
    ]


class Laboratory(Protocol):
    """Anything that answers questions: the lab, or a substitute in tests."""

    def kinds(self) -> list[KindOfJob]:
        """Every kind of work."""

    def verify(self, kind: str, inputs: Mapping[str, Any]) -> None:
        """Refuse a question that cannot be answered, in one sentence."""

    def run(self, kind: str, inputs: Mapping[str, Any], resources: "Resources") -> dict[str, Any]:
        """The answer, as JSON can hold it: each kind of work has its own."""


class LocalLab:
    """The lab of this installation."""

    def kinds(self) -> list[KindOfJob]:
        """Every kind of work.

        >>> [each.kind for each in LocalLab().kinds()][:2]
        ['par', 'verify']
        """
        kinds = import_module("pitboss.lab.tasks").KINDS
        return [KindOfJob(kind=name, words=kind.words, needs=dict(kind.needs)) for name, kind in kinds.items()]

    def verify(self, kind: str, inputs: Mapping[str, Any]) -> None:
        """Refuse a question that cannot be answered, in one sentence."""
        try:
            import_module("pitboss.lab.tasks").verify_task(kind, inputs)
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            # Inputs come from outside: any of them can be any JSON value.
            raise RefusedError(f"the inputs of {kind} cannot be read: {error}") from error

    def run(self, kind: str, inputs: Mapping[str, Any], resources: "Resources") -> dict[str, Any]:
        """The answer, as JSON can hold it: each kind of work has its own."""
        answer: dict[str, Any] = import_module("pitboss.lab.tasks").run_task(kind, inputs, resources)
        return answer


def question(kind: str, inputs: Mapping[str, Any]) -> JobQuestion:
    """A question with the key of its job. Inputs that are None are left out.

    >>> one, other = (question("par", inputs) for inputs in ({"designator": "TCP-01"}, {"designator": "TCP-02"}))
    >>> one.job_id == other.job_id, one.job_id == question("par", {"designator": "TCP-01", "decks": None}).job_id
    (False, True)
    """
    named = {name: value for name, value in inputs.items() if value is not None}
    try:
        length = len(json.dumps(named, allow_nan=False))
    except (ValueError, RecursionError):
        raise RefusedError("the inputs of a job are names with numbers, texts or lists, not too deep") from None
    if length > MAX_CHARACTERS:
        raise RefusedError(f"the inputs of a job may be {MAX_CHARACTERS:,} characters long, and these are {length:,}")
    return JobQuestion(kind, named, job_key(kind, named))


def is_own(job_question: JobQuestion) -> bool:
    """Whether a question was asked of the version of the lab that runs here.

    >>> is_own(question("par", {"designator": "TCP-01"})), is_own(JobQuestion("par", {}, "5f" * 32))
    (True, False)
    """
    return question(job_question.kind, job_question.inputs).key == job_question.key
