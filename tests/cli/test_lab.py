"""The lab's commands as people type them."""

import json

import pytest

DESIGN = """
base = "TCP-6B1"
[wagers.six-card-bonus.pays]
straight = "9 to 1"
[solve]
unknown = "wagers.six-card-bonus.pays.flush"
target = "house-edge 12%"
"""


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """One store for all of these, so that nothing is worked out twice."""
    return {"PITBOSS_CACHE": str(tmp_path_factory.mktemp("lab"))}


def test_a_par_sheet_in_the_terminal(pitboss, kept):
    answer = pitboss("par", "tcp-01", **kept)
    assert answer.status == 0
    for text in ("Ante Bonus A", "407,170,400", "3.3730%", "2.0147%", "Pair Plus A", "2.3167%", "3.37%"):
        assert text in answer.out


def test_a_par_sheet_for_machines_and_for_the_printer(pitboss, kept, tmp_path):
    told = json.loads(pitboss("par", "TCP-6B1", "--json", **kept).out)
    assert told["wagers"][0]["readings"]["rules"]["house_edge"]["fraction"] == "15306/149695"
    files = [str(tmp_path / name) for name in ("sheet.html", "sheet.pdf", "plots")]
    answer = pitboss("par", "TCP-6B1", "--html", files[0], "--pdf", files[1], "--plots", files[2], **kept)
    assert answer.status == 0
    assert "Par sheet TCP-6B1" in (tmp_path / "sheet.html").read_text()
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF-")
    assert sorted(file.name for file in (tmp_path / "plots").iterdir()) == [
        "tcp-6b1-six-card-bonus-hold.png",
        "tcp-6b1-six-card-bonus-outcomes.png",
    ]


def test_advice_in_three_games(pitboss, kept):
    play = json.loads(pitboss("advise", "three-card-poker", "Qs 6d 4h", "--json", **kept).out)
    assert [option["words"] for option in play["options"]] == ["play", "fold"]
    draw = json.loads(
        pitboss("advise", "double-draw", "Ks Kd 9h 5c 2d", "--draw", "2", "--dead", "3h 4h 7d", "--json", **kept).out
    )
    assert (draw["options"][0]["words"], draw["options"][0]["fraction"]) == ("replace 2d", "-63/23")
    split = pitboss("advise", "power-blackjack", "Ts 6d", "--up", "9h", **kept)
    assert split.out.split().index("power") < split.out.split().index("hit")
    one = json.loads(pitboss("advise", "power-blackjack", "Ts 6d", "--up", "Ah", "--decks", "1", "--json", **kept).out)
    assert one["per"] == "per bet, against Ah without a blackjack, 1 deck"


def test_a_strategy_chart(pitboss, kept, tmp_path):
    files = [str(tmp_path / name) for name in ("chart.html", "chart.png")]
    assert pitboss("strategy", "--html", files[0], "--image", files[1], **kept).status == 0
    assert "Power split" in (tmp_path / "chart.html").read_text()
    assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG")
    assert "Hard totals" in pitboss("strategy", **kept).out


def test_a_design_and_its_solution(pitboss, kept, tmp_path):
    (tmp_path / "flush.toml").write_text(DESIGN)
    answer = pitboss("design", str(tmp_path / "flush.toml"), **kept)
    assert answer.status == 0
    assert "straight: 10 to 1 becomes 9 to 1" in answer.out
    assert "20 to 1: 12.0010%" in answer.out
    told = json.loads(pitboss("design", str(tmp_path / "flush.toml"), "--json", **kept).out)
    assert told["solution"]["unknown"] == "wagers.six-card-bonus.pays.flush"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (("par", "TCP-99"), "there is no paytable 'TCP-99'; near it are"),
        (("par", "power-blackjack", "--decks", "0"), "0 decks in the shoe: allowed are 1 to 8"),
        (("par", "double-draw", "--decks", "6"), "decks can be chosen for power-blackjack only"),
        (("par", "TCP-01", "--rules", "nowhere.json"), "nowhere.json cannot be read: No such file or directory"),
        (("par", "TCP-01", "--processes", "0"), "0 processes cannot do the work: give 1 or more"),
        (("advise", "double-draw", "Ks Kd 7h"), "a hand of Double Draw Poker has 5 cards, not 3: Ks Kd 7h"),
        (("advise", "double-draw", "Ks Ks 7h 4c Jk"), "Ks appears twice"),
        (("advise", "double-draw", "Jk Jk Jk 4c 2d"), "3 jokers are too many: the 54-card deck"),
        (
            (
                "advise",
                "fortune-san-lo",
                *(["As", "Ks", "Qs", "Js", "Ts", "9s", "8s", "7s", "6s", "5s", "4s", "3s", "2s"]),
            ),
            "13",
        ),
        (("advise", "three-card-poker", "Qs 6d Jk"), "Jk is not in the 52-card deck"),
        (("advise", "power-blackjack", "Ts 6d", "--up", "1x"), "'1x' is not a card"),
        (("advise", "double-draw"), "no cards were given"),
        (("design", "nowhere.toml"), "nowhere.toml cannot be read"),
        (("par", "DDP-1", "--pdf", "no/where.pdf"), "no/where.pdf cannot be made: there is no folder no"),
        (("par", "TCP-01", "--plots", "/dev/null"), "/dev/null/tcp-01-ante-bonus-outcomes.png cannot be written"),
        (("strategy", "--image", "no/where.png"), "no/where.png cannot be made: there is no folder no"),
    ],
)
def test_wrong_input_is_refused_in_one_sentence(pitboss, kept, line, said):
    answer = pitboss(*line, **kept)
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith("pitboss: ")
    assert said in answer.err
    assert answer.err.count("\n") == 1
