"""Playthroughs as text: commands that people can read, each followed by what happened.

A line that starts with ``>`` is a command, ``!`` one that must be refused; the indented lines are what the round
answered. Only the head and the commands are read; the rest is written again by :func:`tell`, so a transcript that is
told anew and differs has caught a change of the rules.
"""

import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from pitboss.errors import PitbossError
from pitboss.games.command import Command, read_command
from pitboss.games.round import Round
from pitboss.games.rounds import ROUNDS
from pitboss.games.statement import Statement
from pitboss.games.table import read_rules
from pitboss.paytables import Catalogue, Game, print_dollars


class TranscriptError(PitbossError):
    """A transcript that cannot be read, with the line.

    >>> read_transcript("# nothing")
    Traceback (most recent call last):
    pitboss.games.transcript.TranscriptError: the head needs a line 'game: ...'
    """


@dataclass(frozen=True)
class Step:
    """A command, and whether it must be refused.

    >>> Step({"do": "no-more-bets"}, is_refused=True).is_refused
    True
    """

    command: dict[str, Any]
    is_refused: bool = False
    line: int | None = None
    """Where it stands in the file that it was read from."""


@dataclass(frozen=True)
class Transcript:
    """A round as commands, with its title, table rules and seats.

    >>> text = "# A title\\ngame: three-card-poker\\nseats: 1=ann\\n\\n> no-more-bets\\n"
    >>> read_transcript(text).title
    'A title'
    """

    title: str
    game: Game
    rules: dict[str, Any]
    """Only the settings that differ from the usual ones."""
    seats: dict[int, str]
    lit: dict[int, int]
    steps: tuple[Step, ...]

    def new_round(self, catalogue: Catalogue | None = None) -> Round[Any, Any]:
        """The round before its first command."""
        kind = ROUNDS[self.game]
        return kind(read_rules(kind.rules_type, self.rules, catalogue), seats=self.seats, lit=self.lit)


def read_transcript(text: str) -> Transcript:
    """The transcript in a text.

    >>> text = "# T\\ngame: three-card-poker\\nseats: 1=ann\\n> place-wager seat=1 wager=ante cents=500\\n"
    >>> read_transcript(text).steps[0].command["cents"]
    500
    """
    lines = text.splitlines()
    head = dict(line.split(": ", 1) for line in lines if line[:1].isalpha() and ": " in line)
    if head.get("game") not in list(Game):
        raise TranscriptError("the head needs a line 'game: ...'")
    title = next((line[2:] for line in lines if line.startswith("# ")), "untitled")
    steps = tuple(
        Step(_read_step(line[2:], number), line[0] == "!", number)
        for number, line in enumerate(lines, start=1)
        if line[:2] in ("> ", "! ")
    )
    return Transcript(title, Game(head["game"]), _json(head), _pairs(head.get("seats", ""), str), _lit(head), steps)


def _json(head: dict[str, str]) -> dict[str, Any]:
    try:
        return dict(json.loads(head.get("rules", "{}")))
    except (ValueError, TypeError, RecursionError) as error:
        raise TranscriptError(f"the rules are not JSON: {head['rules'][:60]}") from error


def _lit(head: dict[str, str]) -> dict[int, int]:
    return _pairs(head.get("lit", ""), int)


def _pairs(text: str, kind: type) -> dict[int, Any]:
    try:
        return {int(number): kind(value) for number, value in (pair.split("=", 1) for pair in shlex.split(text))}
    except ValueError as error:
        raise TranscriptError(f"{text!r} is not a list like '1=ann 2=bob'") from error


def _read_step(text: str, number: int) -> dict[str, Any]:
    try:
        name, *entries = shlex.split(text)
        pairs = (entry.split("=", 1) for entry in entries)
        values = {key: _value(key, value) for key, value in pairs if key != "do"}
    except ValueError as error:
        raise TranscriptError(f"line {number}: {text!r} is not a command like 'settle seat=1'") from error
    return {"do": name} | values


def _value(key: str, text: str) -> int | str | None:
    if key not in ("seat", "cents", "start", "hand", "number"):
        return text
    return None if text == "None" else int(text)


def print_command(command: Command) -> str:
    """A command as transcripts write it.

    >>> from pitboss.games.command import PlaceWager
    >>> print_command(PlaceWager(1, "ante", 500))
    'place-wager seat=1 wager=ante cents=500'
    """
    entries = command.as_json()
    values = (f"{field.name}={shlex.quote(str(entries[field.name]))}" for field in fields(command))
    return " ".join([entries["do"], *values])


def tell(transcript: Transcript, catalogue: Catalogue | None = None) -> str:
    """The whole transcript as text, what happened told anew."""
    return "\n".join(_tell(transcript, catalogue)) + "\n"


def _tell(transcript: Transcript, catalogue: Catalogue | None) -> Iterator[str]:
    yield f"# {transcript.title}"
    yield f"game: {transcript.game.value}"
    if transcript.rules:
        yield f"rules: {json.dumps(transcript.rules)}"
    yield "seats: " + " ".join(f"{number}={shlex.quote(name)}" for number, name in transcript.seats.items())
    if transcript.lit:
        yield "lit: " + " ".join(f"{number}={cents}" for number, cents in transcript.lit.items())
    yield ""
    round = transcript.new_round(catalogue)
    for step in transcript.steps:
        yield from _tell_step(round, step)
    yield from ["", f"The round is {round.phase}." if round.is_over else f"The round waits for {round.awaiting.words}."]
    yield from statement_lines(round.statement)


def _tell_step(round: Round[Any, Any], step: Step) -> Iterator[str]:
    try:
        command = read_command(step.command, round.operations)
        events = [] if step.is_refused else round.do(command)
    except PitbossError as error:
        place = "" if step.line is None else f"line {step.line}: "
        raise TranscriptError(f"{place}{step.command['do']} is refused: {error}") from error
    yield f"{'!' if step.is_refused else '>'} {print_command(command)}"
    if not step.is_refused:
        yield from (f"  {event.sentence}" for event in events)
        return
    try:
        round.verify(command)
    except PitbossError as error:
        yield f"  refused: {error}"
    else:
        yield "  NOT REFUSED"


def statement_lines(statement: Statement) -> Iterator[str]:
    """The settlement as a table: seat, wager, stake, outcome, pay, source, running total of the seat."""
    for seat in sorted({line.seat for line in statement.lines}, reverse=True):
        own = statement.of_seat(seat)
        for line, total in zip(own.lines, own.running_totals(), strict=True):
            stake, pay = print_dollars(line.stake_cents), print_dollars(line.pay_cents)
            yield (
                f"  seat {seat}  {line.wager:<15}{stake:>8}  {line.outcome}"
                f" -> {pay} from the {line.source}, total {print_dollars(total)}"
            )
