"""Design files: what they change, and one clear sentence for each that cannot be read."""

from pathlib import Path

import pytest

from pitboss.lab.design import DesignError, design_of, read_design
from pitboss.paytables import load_catalogue

FILES = sorted((Path(__file__).parent / "files").glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_examples_are_read(file):
    design = read_design(file)
    assert design.question is not None
    assert design.base in list(load_catalogue())


def test_the_edits_are_in_the_paytable_and_nothing_else_is():
    design = read_design(FILES[-1].with_name("faster-meter.toml"))
    before, after = (paytable["progressive"] for paytable in (design.base, design.paytable))
    assert (after.meter.seed_cents, after.meter.contribution) == (250_000, before.meter.contribution)
    pays = {row.hand.slug: (str(row.pay), row.envy_cents) for row in after.rows}
    assert pays.pop("full-house") == ("12 for 1", 100)
    assert pays.items() <= {row.hand.slug: (str(row.pay), row.envy_cents) for row in before.rows}.items()
    assert [str(edit) for edit in design.edits] == [
        "wagers.progressive.pays.full-house: 15 for 1 -> 12 for 1",
        "wagers.progressive.envy.full-house: nothing -> $1",
        "wagers.progressive.seed: $5,000 -> $2,500",
    ]


def test_a_row_that_a_paytable_may_have_can_be_added():
    design = design_of({"base": "TCPP-2", "wagers": {"progressive": {"pays": {"straight": "5 for 1"}}}})
    assert [row.hand.slug for row in design.paytable["progressive"].rows][-2:] == ["three-of-a-kind", "straight"]


def solving(unknown, target="house-edge 5%", base="TCP-6B1"):
    return f'base = "{base}"\n[solve]\nunknown = "{unknown}"\ntarget = "{target}"'


BAD = {
    "": "base is missing",
    "base = 3": "base is 3, and must be the designator",
    'base = "TCP-13"': "there is no paytable 'TCP-13'",
    'base = "TCP-01': "cannot be read",
    'base = "TCP-01"\nformat = 2': "format 2 is unknown",
    'base = "TCP-01"\nbasis = "x"': "'basis' is unknown here; allowed: base",
    'base = "TCP-01"\nothers = 7': "others is 7, and must be a whole number from 0 to 6",
    'base = "TCP-01"\nothers = true': "others is True",
    'base = "TCP-01"\nwagers = 1': "wagers is 1, and must be a table",
    'base = "TCP-01"\n[wagers.six-card-bonus.pays]\nflush = "9 to 1"': "TCP-01 does not pay 'six-card-bonus'; it pays ante",
    'base = "TCP-01"\n[wagers.pair-plus.pays]\nflsh = "9 to 1"': "'flsh' is not a hand that Pair Plus pays; its rows are",
    'base = "TCP-01"\n[wagers.pair-plus.pays]\nflush = 9': "is 9, and must be a text such as '40 to 1'",
    'base = "TCP-01"\n[wagers.pair-plus.pays]\nflush = "9"': "'9' is not a pay",
    'base = "TCP-01"\n[wagers.pair-plus.pays]\nflush = "9 for 1"': "Pair Plus pays 'to 1' or 'push', not '9 for 1'",
    'base = "TCP-01"\n[wagers.pair-plus]\nseed = "$5"': "Pair Plus has pays, not 'seed'",
    'base = "TCP-01"\n[wagers.pair-plus]\nspeed = 1': "'wagers.pair-plus.speed' is unknown here",
    'base = "TCPP-1"\n[wagers.progressive]\nseed = "5"': "'5' is not an amount",
    'base = "TCPP-1"\n[wagers.progressive]\ncontribution = "120%"': "more than 0% and less than 100%",
    'base = "TCPP-2"\n[wagers.progressive.envy]\nstraight = "$5"': "the paytable has no such row to award envy",
    "a" + ".a" * 30_000 + " = 1": "cannot be read: a line has more than 20 dots",
    "[a" + ".a" * 30_000 + "]": "cannot be read: a line has more than 20 dots",
    solving("flush"): "'flush' is not a place in a paytable: write it like",
    solving("seed"): "TCP-6B1 does not pay 'progressive'",
    solving("wagers.six-card-bonus.pays.flush", "5%"): "must be a text such as 'house-edge 5%'",
    solving("wagers.six-card-bonus.pays.flush", "house-edge five"): "'five' is not a percentage",
    solving("wagers.progressive.pays.royal-flush", base="FSLPP-01"): "is a share of the meter",
    solving("wagers.progressive.envy.straight", base="TCPP-2"): "no such row to award envy",
    solving("seed", base="TCPP-1") + '\nreading = "mine"': "must be 'rules' or 'printed'",
}


@pytest.mark.parametrize("text", BAD, ids=lambda text: text[:60])
def test_what_is_wrong_is_said_in_one_sentence(text):
    with pytest.raises(DesignError) as caught:
        read_design(text, name="mine.toml")
    assert str(caught.value).startswith("mine.toml")
    assert BAD[text] in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there():
    with pytest.raises(DesignError, match="nowhere.toml cannot be read: No such file"):
        read_design(Path("nowhere.toml"))
