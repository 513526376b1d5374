"""Files that cannot be loaded: every error names the file, the line, the value and what is allowed."""

import pytest

from pitboss.errors import PaytableError
from pitboss.paytables import load_paytable

GOOD = """\
format = 1
designator = "MY-1"
game = "three-card-poker"
title = "Mine"
source = "the house"

[wagers.pair-plus]
name = "Pair Plus"

[wagers.pair-plus.pays]
straight-flush = "40 to 1"
three-of-a-kind = "30 to 1"
straight = "6 to 1"
flush = "4 to 1"
pair = "1 to 1"

[wagers.pair-plus.printed]
house-edge = "2.32%"
"""

PROGRESSIVE = """\
format = 1
designator = "MY-2"
game = "three-card-poker"
title = "Mine"
source = "the house"

[wagers.progressive]
name = "Progressive"
seed = "$1,000"
contribution = "14%"

[wagers.progressive.pays]
akq-of-spades = "100% of meter"
akq-of-another-suit = "500 for 1"
straight-flush = "70 for 1"
three-of-a-kind = "60 for 1"

[wagers.progressive.envy]
akq-of-spades = "$100"
"""


def refusal(tmp_path, text):
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(PaytableError) as caught:
        load_paytable(file)
    message = str(caught.value)
    assert message.startswith(f"{file}, line ")
    line, sentence = message.removeprefix(f"{file}, line ").split(": ", 1)
    return int(line), sentence


@pytest.mark.parametrize("text", [GOOD, PROGRESSIVE])
def test_the_files_are_good_before_they_are_spoilt(tmp_path, text):
    (tmp_path / "mine.toml").write_text(text)
    assert load_paytable(tmp_path / "mine.toml").title == "Mine"


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        (
            "flush = ",
            "quads = ",
            11,
            "'straight-quads' is not a hand that Pair Plus pays; its rows are straight-flush,",
        ),
        ('flush = "4 to 1"\n', "", 10, "the row 'flush' is missing; its rows are straight-flush, three-of-a-kind"),
        ('"4 to 1"', '"four"', 14, "'four' is not a pay: write '40 to 1', '500 for 1', '10% of meter' or 'push'"),
        ('"4 to 1"', '"4 to 0"', 14, "'4 to 0' is not a pay"),
        ('"4 to 1"', '"0 to 1"', 14, "'0 to 1' is not a pay"),
        ('"4 to 1"', "4", 14, "wagers.pair-plus.pays.flush is 4, and must be a text such as '40 to 1'"),
        ('"4 to 1"', '"4 for 1"', 14, "Pair Plus pays 'to 1' or 'push', not '4 for 1'"),
        ('"4 to 1"', '"10% of meter"', 14, "Pair Plus pays 'to 1' or 'push', not '10% of meter'"),
        ('"4 to 1"', '"1,0,0 to 1"', 14, "'1,0,0 to 1' is not a pay"),
        ('"4 to 1"', '"\u0664 to 1"', 14, "'\u0664 to 1' is not a pay"),
        ('"4 to 1"', f'"{"9" * 5000} to 1"', 14, "'999"),
        ('"MY-1"', f'"{"M" * 33}"', 2, "'MMM"),
        ("format = 1", "format = true", 1, "format is True, and must be 1, as in 'format = 1'"),
        ("format = 1\n", "", 1, "format is missing: it must be 1, as in 'format = 1'"),
        ('name = "Pair Plus"', 'name = " "', 8, "' ' must be a line of printable text"),
        ('title = "Mine"', 'title = "\\u001b[31m"', 4, "'\\x1b[31m' must be a line of printable text"),
        ('"2.32%"', "[]", 18, "wagers.pair-plus.printed.house-edge is an empty list"),
        ("pair = ", 'flush = "1 to 1"\npair = ', 15, "Cannot overwrite a value"),
        ('"MY-1"', '"my 1"', 2, "'my 1' is not a designator: write up to 32 capital letters"),
        ('designator = "MY-1"\n', "", 1, "designator is missing: it must be a text such as 'TCP-01'"),
        ("three-card-poker", "bridge", 3, "'bridge' is not a game; allowed: three-card-poker, fortune-san-lo,"),
        ("format = 1", "format = 7", 1, "format 7 is unknown; this version reads format 1"),
        ("title", "titel", 4, "'titel' is unknown here; allowed: designator, format, game,"),
        (
            "wagers.pair-plus",
            "wagers.pears",
            7,
            "'pears' is not a wager of Three Card Poker that a paytable pays; allowed",
        ),
        ('name = "Pair Plus"', 'name = "P"\nseed = "$5"', 9, "'seed' is unknown here; allowed: name, pays, printed"),
        ("house-edge", "house-egde", 18, "'house-egde' is unknown here; allowed: average-top-payout,"),
        ('"2.32%"', '"2.32"', 18, "'2.32' is not a percentage: write it like '21%' or '30.331%'"),
        ('"2.32%"', '["2.32%", 2]', 18, "2 in wagers.pair-plus.printed.house-edge is not a text"),
        ('title = "Mine"', "title = Mine", 4, "Invalid value"),
    ],
)
def test_a_spoilt_paytable(tmp_path, old, new, line, sentence):
    found_line, found = refusal(tmp_path, GOOD.replace(old, new, 1) if old != "flush = " else GOOD.replace(old, new))
    assert (found_line, found[: len(sentence)]) == (line, sentence)


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ('"70 for 1"', '"70 to 1"', 15, "Progressive pays 'for 1' or '% of meter', not '70 to 1'"),
        ('"100% of meter"', '"101% of meter"', 13, "'101% of meter' is not a pay"),
        ('seed = "$1,000"\n', "", 7, "wagers.progressive.seed is missing: it must be an amount such as '$5,000'"),
        ('"$1,000"', '"1000"', 9, "'1000' is not an amount: write it like '$5,000' or '$2.50'"),
        ('"14%"', '"100%"', 10, "the contribution must be more than 0% and less than 100%"),
        ('akq-of-spades = "$100"', 'straight = "$100"', 19, "'straight' brings envy but Progressive has no such row"),
        ('"$100"', "100", 19, "wagers.progressive.envy.akq-of-spades is 100, and must be an amount such as '$100'"),
    ],
)
def test_a_spoilt_progressive(tmp_path, old, new, line, sentence):
    found_line, found = refusal(tmp_path, PROGRESSIVE.replace(old, new, 1))
    assert (found_line, found[: len(sentence)]) == (line, sentence)


def test_no_wagers_at_all(tmp_path):
    head = GOOD.split("\n[wagers", maxsplit=1)[0]
    assert refusal(tmp_path, head) == (1, "wagers is missing: it must be a table with at least one wager")
    assert refusal(tmp_path, head + "\n[wagers]\n")[1].startswith("there is no wager; write one as a table")


def test_an_end_in_the_middle_names_the_last_line(tmp_path):
    assert refusal(tmp_path, GOOD + 'hold = "2')[0] == 19


def test_inline_tables_point_at_the_nearest_line_above(tmp_path):
    text = GOOD.split("[wagers.pair-plus.pays]", maxsplit=1)[0] + 'pays = { flush = "four" }\n'
    assert refusal(tmp_path, text)[0] == 10


def test_dotted_keys_have_lines_of_their_own(tmp_path):
    head, rows = GOOD.split("\n[wagers.pair-plus.pays]\n")
    dotted = "\n".join(f"pays.{row}" for row in rows.split("\n\n")[0].splitlines())
    for text in (
        f"{head}\n{dotted}",
        head.replace("[wagers.pair-plus]\nname", "wagers.pair-plus.name")
        + dotted.replace("pays.", "wagers.pair-plus.pays."),
    ):
        spoilt = text.replace('"4 to 1"', '"four"').split("\n")
        line = next(number for number, written in enumerate(spoilt, start=1) if "four" in written)
        assert refusal(tmp_path, "\n".join(spoilt)) == (line, refusal(tmp_path, GOOD.replace('"4 to 1"', '"four"'))[1])


def test_a_wager_that_is_no_table(tmp_path):
    head = GOOD.split("\n[wagers", maxsplit=1)[0]
    assert refusal(tmp_path, f"{head}\n[wagers]\npair-plus = 3")[0] == 8


def test_a_separator_of_lines_inside_a_text_does_not_shift_them(tmp_path):
    text = GOOD.replace("the house", "the\u2028house").replace('"4 to 1"', '"four"')
    assert refusal(tmp_path, text) == (5, "'the\\u2028house' must be a line of printable text")
    assert refusal(tmp_path, "# \u2028\n" + GOOD.replace('"4 to 1"', '"four"'))[0] == 15


def test_a_byte_order_mark_is_no_harm(tmp_path):
    (tmp_path / "mine.toml").write_text(GOOD, encoding="utf-8-sig")
    assert load_paytable(tmp_path / "mine.toml").designator == "MY-1"


def test_a_negative_edge_is_the_players(tmp_path):
    (tmp_path / "mine.toml").write_text(GOOD.replace("2.32%", "-2.32%"))
    assert load_paytable(tmp_path / "mine.toml").wagers[0].printed[0].texts == ("-2.32%",)


@pytest.mark.parametrize("text", ["x = " + "[" * 3000, "format = " + "1" * 5000])
def test_texts_that_only_mean_harm(tmp_path, text):
    (tmp_path / "mine.toml").write_text(text)
    with pytest.raises(PaytableError, match=r"mine.toml.*: "):
        load_paytable(tmp_path / "mine.toml")


@pytest.mark.parametrize(("content", "reason"), [(b"\xff\xfe", "not a text in UTF-8"), (None, "No such file")])
def test_files_that_cannot_be_read(tmp_path, content, reason):
    file = tmp_path / "mine.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(PaytableError, match=f"mine.toml cannot be read: {reason}"):
        load_paytable(file)
