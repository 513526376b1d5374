"""Awards and envy of whole rounds, in text that a card-room person can read."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.games.reports import ProgressiveReport, ProgressiveWager, QualifyingHand
from pitboss.progressive import ENVY_RULES, EnvyReading, Meter, Pot, RiseReason, SeveralWins, price, usual_parameters
from pitboss.progressive.one_deck import clashing_seats

ROUNDS = sorted((Path(__file__).parent / "rounds").glob("*.txt"))
SETTINGS = {
    "lock": {"jackpot_lock": True},
    "full-meter-each": {"several_wins": SeveralWins.FULL_METER_EACH},
    "envy-needs-wager": {"envy_needs_wager": True},
    "folded-hands-play": {"folded_hands_play": True},
}


def dollars(cents):
    return f"{cents // 100:,}.{cents % 100:02}"


def set_up(designator, *words):
    settings, shown, reading = {}, None, EnvyReading.AQUARIUS
    for word in words:
        name, _, value = word.partition("=")
        if name in ENVY_RULES:
            reading = ENVY_RULES[name]
        elif name == "shown":
            shown = int(Fraction(value) * 100_000)
        else:
            settings |= {"denomination_cents": int(value) * 100} if name == "denomination" else SETTINGS[name]
    parameters = usual_parameters(designator, **settings)
    meter = Meter.start(parameters).meter
    if shown is not None:
        more = shown - meter.shown
        meter = meter.adjust(RiseReason.CONTRIBUTION, more, "as the round found it").meter
    return parameters, meter, reading


def report_of(lines, denomination_cents):
    wagers, hands = [], []
    for line in lines:
        _, seat, player, *words = line.split()
        has_wager = "wager" in words or "carried" in words
        if has_wager:
            wagers.append(ProgressiveWager(int(seat), player, denomination_cents, "carried" in words))
        rows = [word for word in words if word not in ("wager", "carried", "folded")]
        hands += [QualifyingHand(int(seat), player, row, row, has_wager, "folded" in words) for row in rows]
    return ProgressiveReport(tuple(wagers), tuple(hands))


def told(pricing):
    for award in pricing.awards:
        did = "claims" if award.claim else "wins"
        house = f" of which house {dollars(award.house_cents)}" if award.house_cents else ""
        display = f"display {dollars(award.shown_before_cents)} to {dollars(award.shown_after_cents)}"
        watched = ", surveillance" if award.needs_surveillance else ""
        yield f"seat {award.seat} {did} {award.pay}: {dollars(award.cents)}{house}, {display}, {award.needs}{watched}"
    for envy in pricing.envy:
        yield f"seat {envy.seat} envy for seat {envy.from_seat}: {dollars(envy.cents)}"
    yield f"display {dollars(pricing.meter.shown_cents)}"


def cases():
    for path in ROUNDS:
        text = re.sub(r"^#.*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for block in re.split(r"\n\s*\n", text.strip()):
            title, *lines = block.strip().splitlines()
            yield pytest.param(lines, id=title)


def test_the_rounds_are_there():
    assert [path.stem for path in ROUNDS] == ["envy", "several-wins"]


@pytest.mark.parametrize("lines", list(cases()))
def test_round(lines):
    line = lines.index("--")
    parameters, meter, reading = set_up(*lines[0].split()[1:])
    report = report_of(lines[1:line], parameters.denomination_cents)
    hands = {hand.seat: hand.row for hand in report.hands}
    assert not any(clashing_seats(hands.pop(seat), hands) for seat in list(hands)), "one deck cannot deal this"
    pricing = price(report, parameters, meter, envy_reading=reading)
    assert list(told(pricing)) == lines[line + 1 :]
    # What leaves the meter for the winners is what the statement pays them from it; no line has a stake.
    won = sum(movement.millicents for movement in pricing.movements if movement.target is Pot.WINNER)
    assert won == 1000 * sum(entry.pay_cents for entry in pricing.statement_lines if entry.source == "meter")
    assert not any(entry.stake_cents for entry in pricing.statement_lines)
    tray = sum(award.cents for award in (*pricing.awards, *pricing.envy)) - sum(
        award.cents for award in pricing.awards if award.percent
    )
    assert tray == sum(entry.pay_cents for entry in pricing.statement_lines if entry.source == "tray")
