"""How what people type is tried: it reads, and what it read is printed or stored, and read again to the same."""

import json
import shlex
from datetime import time

from cyclopts import CycloptsError

from fuzz.reading import same
from pitboss.bots.staff import read_badges
from pitboss.bots.wire import Address
from pitboss.cards import parse_card, parse_cards, print_cards
from pitboss.cli.house.generated import keypad_app, round_app
from pitboss.cli.house.user_input import read_correction, read_dollars, read_instant
from pitboss.cli.lab import simulate
from pitboss.cli.output import TerminalError
from pitboss.cli.practice import read_amount
from pitboss.errors import HandSizeError
from pitboss.games import read_hand as read_hand_in
from pitboss.house.field_checks import read_day
from pitboss.house.people.staff import read_role
from pitboss.house.property import Property, PropertySettings
from pitboss.house.reports.gaming_day import GamingDays, parse_instant, print_instant
from pitboss.house.storage.database import read_url
from pitboss.house.tables.equipment import Component
from pitboss.lab.advice import read_hand
from pitboss.paytables import (
    Game,
    Pay,
    parse_dollars,
    parse_percent,
    print_dollars,
    print_percent,
)
from pitboss.paytables.pay import check_chance
from pitboss.server.bus import read_line
from pitboss.server.push.socket import is_same_origin

# ---- cards, pays and amounts


def cards(text):
    read = parse_cards(text)
    same(parse_cards(print_cards(read)), read)


def one_card(text):
    read = parse_card(text)
    same(parse_card(str(read)), read)


def hand(text):
    assert read_hand(text), "no cards are refused"


def hand_in_a_game(text):
    read = parse_cards(text)
    for game in Game:
        try:
            assert all(reading.worth.sentence for reading in read_hand_in(game, read))
        except HandSizeError:
            continue


def pay(text):
    read = Pay.parse(text)
    same(Pay.parse(str(read)), read)


def percent(text):
    read = parse_percent(text)
    same(parse_percent(print_percent(read)), read)


def dollars(text):
    read = parse_dollars(text)
    same(parse_dollars(print_dollars(read)), read)
    assert 0 <= read <= 10**14


def typed_dollars(text):
    read = read_dollars(text)
    same(read_dollars(print_dollars(read)), read)
    same((read_correction(text, ""), read_correction("", text)), (read, -read))


def amount(text):
    read = read_amount(text)
    same(read_amount(f"{read // 100}.{read % 100:02}"), read)


def simulated_rounds(text):
    assert 1 <= simulate._rounds(text) <= 10**12


def simulated_bets(text):
    assert all(cents >= 0 for cents in simulate._bets([text]).values())


def chance(text):
    same(check_chance(text), text)


# ---- what people type


def typed(text):
    """A line of the keyboard: a command of a round, or a key of the keypad."""
    name, *values = text.split(" ")
    for app in (round_app, keypad_app):
        if name in app:
            try:
                _, bound, _ = app.parse_args([name, "T1", *values], print_error=False, exit_on_error=False)
            except CycloptsError as error:
                raise TerminalError(str(error)) from None
            json.dumps([str(value) for value in bound.arguments.values()])
            return
    raise TerminalError(f"there is no {name!r}")


def instant(text):
    read = read_instant(Property("P1", "Lucky Ace"), text)
    same(print_instant(parse_instant(read)), read)


def day(text):
    read = read_day(text, "day")
    same(read_day(read.isoformat(), "day"), read)


def day_starts(text):
    settings = PropertySettings(day_starts=text)
    Property("P1", "Lucky Ace", settings).days.day_of(parse_instant("2026-11-15T10:00:00.000000Z"))


def zone(text):
    GamingDays(text, time(6)).day_of(parse_instant("2026-11-15T10:00:00.000000Z"))


def component(text):
    read = Component.read(text)
    same(Component.read(str(read)), read)


def address(text):
    read = Address.parse(text)
    assert 0 < read.port < 65536


def badges(text):
    assert all(badge and pin for badge, pin in read_badges(text))


def news(text):
    read_line(text)


def origin(text):
    for scheme in ("http", "https"):
        assert is_same_origin(text, shlex.quote(text), scheme) in (True, False)


def role(text):
    read = read_role(text)
    same(read_role(read.value), read)


def url(text):
    read_url(text)
