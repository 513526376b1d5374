"""Make the charts of Power Blackjack that hints come from, or check that the shipped ones are what comes out.

    .venv/bin/python scripts/blackjack_charts.py            # make them again, a few seconds
    .venv/bin/python scripts/blackjack_charts.py --check    # compare with the shipped ones

Each chart is the exact analysis of its table (see docs/methods.md), summed up by totals; the table is the usual one
but for its decks, its rule for soft 17, and surrender, whose rows serve tables that have it.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path

from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.lab.power_blackjack.analysis import chart
from pitboss.lab.power_blackjack.chart import Chart
from pitboss.lab.work import Resources

FILE = Path(__file__).parents[1] / "src" / "pitboss" / "games" / "power_blackjack" / "data" / "charts.toml"
TABLES = [(decks, hits) for decks in (6, 2, 1) for hits in (True, False)]
HEAD = """\
# Made by scripts/blackjack_charts.py; do not edit. Columns: the dealer's 2, 3, 4, 5, 6, 7, 8, 9, ten, ace.
format = 1
"""


def trimmed(rows: dict[str, str]) -> dict[str, str]:
    """Rows of totals, without those below that are all hit and those above that are all stand."""
    told = [label for label, row in rows.items() if row not in ("HHHHHHHHHH", "SSSSSSSSSS")]
    first, last = min(map(int, told)), max(map(int, told))
    return {label: row for label, row in rows.items() if first <= int(label) <= last}


def sections(made: Chart) -> dict[str, dict[str, str]]:
    """The rows of a chart, under the names of the file, as text."""
    rows = {name: {label: "".join(row) for label, row in made.section(name).items()} for name in ("hard", "soft")}
    out = {name: trimmed(rows[name]) for name in rows}
    pairs = made.section("pairs")
    out["pairs"] = {label.split("-")[0].replace("A", "1"): "".join(row) for label, row in pairs.items()}
    for name, own in (("power_splits", "power-split"), ("power_doubles", "power-double"), ("surrender", "surrender")):
        out[name] = {label: "".join(row) for label, row in made.section(own).items()}
    out = {name: {k: v for k, v in rows.items() if v.strip(".")} for name, rows in out.items()}
    return {name: {label: f'"{row}"' for label, row in rows.items()} for name, rows in out.items()} | {
        "replace_up_to": {label: f"[{', '.join(row)}]" for label, row in made.section("replace").items()}
    }


def text_of(decks: int, hits_soft_17: bool) -> str:
    """One chart as it stands in the file."""
    made = chart(
        PowerBlackjackRules(decks=decks, dealer_hits_soft_17=hits_soft_17, surrender=True), Resources(processes=1)
    )
    lines = ["", "[[chart]]", f"decks = {decks}", f"dealer_hits_soft_17 = {str(hits_soft_17).lower()}"]
    for name, rows in sections(made).items():
        lines += ["", f"[chart.{name}]", *(f"{label} = {row}" for label, row in rows.items())]
    return "\n".join(lines) + "\n"


def file_text() -> str:
    """The whole file."""
    return HEAD + "".join(text_of(decks, hits) for decks, hits in TABLES)


def main(arguments: list[str] | None = None) -> None:
    """Do what the command line asks for."""
    parser = ArgumentParser(description="Make the charts of Power Blackjack.")
    parser.add_argument("--check", action="store_true", help="compare with the shipped charts instead of writing them")
    options = parser.parse_args(arguments)
    text = file_text()
    if not options.check:
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_text(text, encoding="utf-8")
        print(f"wrote {FILE.relative_to(FILE.parents[5])}")
    elif FILE.read_text(encoding="utf-8") != text:
        sys.exit("the shipped charts are not what comes out")
    else:
        print("the shipped charts are what comes out")


if __name__ == "__main__":
    main()
