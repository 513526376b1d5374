"""The meter in tables that a card-room person can read: a line per operation, with all pots after it."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.errors import PitbossError
from pitboss.progressive import Change, LawfulReason, Meter, Pot, RiseReason, WinStatus, usual_parameters

TABLES = sorted((Path(__file__).parent / "tables").glob("*.txt"))
COLUMNS = ("shown", "reserve", "overflow", "frozen", "paid")
REASONS = {reason.value: reason for kind in (LawfulReason, RiseReason) for reason in kind}


def millicents(dollars):
    amount = Fraction(dollars.replace(",", "")) * 100_000
    assert amount.denominator == 1
    return int(amount)


def dollars(millicents):
    whole, rest = divmod(millicents, 100_000)
    digits = f"{rest:05}"
    return f"{whole:,}.{digits[:2] if digits.endswith('000') else digits}"


def share(percent):
    return Fraction(percent.rstrip("%")) / 100


def setting(word):
    name, _, value = word.partition("=")
    return {
        "lock": lambda: {"jackpot_lock": True},
        "denomination": lambda: {"denomination_cents": int(value) * 100},
        "maximum": lambda: {"maximum_cents": millicents(value) // 1000},
        "reserve": lambda: {"reserve_rate": share(value)},
    }[name]()


class Desk:
    """A meter and the words of the tables."""

    def __init__(self, designator, *words):
        settings = {}
        for word in words:
            settings |= setting(word)
        self.parameters = usual_parameters(designator, **settings)
        self.meter = None

    def do(self, operation):
        name, *words = operation.split()
        try:
            change = getattr(self, name)(*words)
        except PitbossError as error:
            return str(error)
        self.meter = change.meter
        told = {"claim": "claims", "reverse": "reverses", "give_back": "gives back"}.get(name, "pays")
        return f"{told} {dollars(change.cents * 1000)}" if change.cents else "ok"

    def start(self):
        return Meter.start(self.parameters)

    def wagers(self, number):
        return self.meter.contribute(self.parameters, int(number))

    def win(self, percent):
        return self.meter.pay_percent(self.parameters, share(percent))

    def claim(self, name, percent):
        return self.meter.freeze(self.parameters, name, share(percent))

    def confirm(self, name):
        return self.meter.confirm(name)

    def hold(self, name):
        return Change(self.meter.keep_on_display(name), ())

    def run(self, name):
        return self.meter.confirm(name, WinStatus.BOOKED)

    def book(self, name, percent):
        return self.meter.pay_percent(self.parameters, share(percent), name, WinStatus.BOOKED)

    def pay(self, name):
        return Change(self.meter.note_paid(name), ())

    def reverse(self, name):
        return self.meter.reverse(name, "the hand was a pair")

    def give_back(self, name):
        return self.meter.give_back(name, "the hand was a pair")

    def reject(self, name):
        return self.meter.reject(name, "the hand was not there")

    def adjust(self, amount, *reason):
        why, _, pot = " ".join(reason).partition(" of ")
        named = Pot(pot) if pot else None
        return self.meter.adjust(REASONS[why], millicents(amount), "counted by hand", named)

    def maximum(self, amount):
        cents = None if amount == "none" else millicents(amount) // 1000
        new = replace(self.parameters, maximum_cents=cents)
        change = self.meter.adopt(self.parameters, new)
        self.parameters = new
        return change


def cases():
    for path in TABLES:
        text = re.sub(r"^#.*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for number, block in enumerate(re.split(r"\n\s*\n", text.strip()), 1):
            yield pytest.param(block.strip().splitlines(), id=f"{path.stem}-{number}")


def test_the_tables_are_there():
    assert len(TABLES) == 4


@pytest.mark.parametrize("lines", list(cases()))
def test_meter(lines):
    head, columns, *rows = lines
    assert [name.strip() for name in columns.split("|")] == ["operation", *COLUMNS, "result"]
    desk = Desk(*head.split()[1:])
    assert rows
    for row in rows:
        operation, *expected = [cell.strip() for cell in row.split("|")]
        result = desk.do(operation)
        found = [dollars(getattr(desk.meter, name)) for name in COLUMNS]
        assert [*found, result] == expected, row
        assert Meter.from_json(desk.meter.as_json()) == desk.meter
