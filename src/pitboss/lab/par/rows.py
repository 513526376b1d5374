"""The rows of a par sheet as texts for people, for the terminal and the printer."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from pitboss.lab.outcome_table import PRINTED_FIGURES, AnyReading, OutcomeTable
from pitboss.lab.sheet import PRINTED, RULES, WagerSheet

READING_TITLES: Final = {RULES: "By the rules", PRINTED: "As the approval computed"}


class OutcomeRow(NamedTuple):
    """One outcome as texts."""

    label: str
    combinations: str
    probability: str
    one_in: str
    net: str
    contribution: str


def outcome_rows(reading: AnyReading) -> list[OutcomeRow]:
    """Every outcome: combinations, probability, net win, and contribution to the return.

    >>> from fractions import Fraction
    >>> from pitboss.lab.outcome_table import Outcome
    >>> table = OutcomeTable((Outcome("pair", "Pair", 1, Fraction(3)), Outcome("nothing", "Nothing", 3, Fraction(-1))))
    >>> outcome_rows(table)[0][2:4]
    ('25.000000%', '4.0')
    """
    if isinstance(reading, OutcomeTable):
        total = reading.total
        known = [(o.label, f"{o.count:,}", o.count / total, float(o.net)) for o in reading.outcomes]
    else:
        known = [(s.label, "", s.probability, s.net) for s in reading.shares]
    return [_row(*outcome) for outcome in known]


def _row(label: str, count: str, probability: float, net: float) -> OutcomeRow:
    one_in = f"{1 / probability:,.1f}" if probability else "never"
    return OutcomeRow(label, count, f"{probability:.6%}", one_in, f"{net:+,.6g}", f"{probability * net:+.6f}")


def figure_rows(reading: AnyReading) -> list[tuple[str, str]]:
    """The figures under the outcomes."""
    rows = [(f"House edge per {reading.per}", str(reading.house_edge))]
    if reading.wagered != 1:
        rows.append((f"Average wager per {reading.per}", f"{float(reading.wagered):.6f}"))
        rows.append(("Element of risk (edge of all wagered)", str(reading.element_of_risk)))
    rows.append(("Hit frequency", str(reading.hit_frequency)))
    rows.append(("Standard deviation", f"{reading.standard_deviation:.6f}"))
    return rows


def meter_rows(sheet: WagerSheet) -> list[tuple[str, str]]:
    """The figures of a progressive's meter, by the rules; none for any other wager."""
    if not sheet.progressive:
        return []
    meter = sheet.progressive[RULES]
    hit, parts = meter["meter_at_top_hit"], meter["parts_of_the_wager"]
    rows = [
        ("Other hands on envy", str(meter["others_on_envy"])),
        ("Seed", _dollars(meter["seed"])),
        ("Break-even meter", _dollars(meter["break_even_meter"])),
        ("Mean meter when the whole is won", _dollars(hit["mean"])),
        ("Standard deviation of it", f"${hit['standard_deviation']:,.2f}"),
        *((f"{each['level']:.0%} of the time below", _quantile(each)) for each in hit["quantiles"]),
        ("Mean wagers between two such wins", f"{meter['wagers_between_top_hits']['mean']['wagers']:,.0f}"),
    ]
    return rows + [
        (f"Of each wager: {name.replace('_', ' ')}", f"{part['percent']:.4f}%") for name, part in parts.items()
    ]


def _dollars(amount: Mapping[str, Any]) -> str:
    return f"${amount['dollars']:,.2f}"


def _quantile(quantile: Mapping[str, Any]) -> str:
    error = f" ± ${quantile['error_dollars']:,.2f}" if "error_dollars" in quantile else ""
    return f"${quantile['dollars']:,.2f}{error}"


class PrintedRow(NamedTuple):
    """A printed figure next to the exact one, from each outcome table."""

    figure: str
    printed: str
    exact: str


def printed_rows(sheet: WagerSheet) -> list[PrintedRow]:
    """The printed figures of a wager, and the exact ones.

    >>> from fractions import Fraction
    >>> from pitboss.lab.outcome_table import Outcome
    >>> from pitboss.paytables import PrintedFigure
    >>> reading = OutcomeTable((Outcome("win", "Win", 47, Fraction(1)), Outcome("lose", "Lose", 53, Fraction(-1))))
    >>> printed_rows(WagerSheet("bonus", "Bonus", {RULES: reading}, (PrintedFigure("house-edge", ("6%",)),)))
    [PrintedRow(figure='House edge', printed='6%', exact='6.0000%')]
    """
    return [
        PrintedRow(
            figure.name.replace("-", " ").capitalize(),
            " and ".join(figure.texts),
            " / ".join(dict.fromkeys(_exact(figure.name, sheet, name) for name in sheet.readings)),
        )
        for figure in sheet.printed
    ]


def _exact(figure: str, sheet: WagerSheet, reading: str) -> str:
    if figure in PRINTED_FIGURES:
        return str(getattr(sheet.readings[reading], PRINTED_FIGURES[figure]))
    if not sheet.progressive:
        return "cannot be derived"
    meter = sheet.progressive[reading]
    match figure:
        case "seed-amount":
            return _dollars(meter["seed"])
        case "average-top-payout":
            return _dollars(meter["meter_at_top_hit"]["mean"])
        case "top-probability":
            return f"{meter['wagers_between_top_hits']['mean']['wagers']:,.2f} to 1"
    return "cannot be derived"
