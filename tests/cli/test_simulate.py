"""``pitboss simulate`` as a mathematician types it."""

import json

import pytest

PLAYER = """
format = 1
[[player]]
name = "bold"
game = "three-card-poker"
words = "plays every hand"
[[player.habit]]
does = "play-from"
value = "5s 3d 2c"
reason = "never folds"
"""


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    return {"PITBOSS_CACHE": str(tmp_path_factory.mktemp("lab"))}


def test_a_simulation_in_the_terminal_with_its_check(pitboss, kept):
    answer = pitboss("simulate", "three-card-poker", "--rounds", "24_000", "--seed", "3", "--check", **kept)
    assert answer.status == 0
    for text in ("24,000 rounds, seed 3", "Risk of losing $250", "Days of a table", "Wagers on the meter", "agrees"):
        assert text in answer.out


def test_for_machines_and_as_a_page_with_plots(pitboss, kept, tmp_path):
    page, plots = tmp_path / "simulation.html", tmp_path / "plots"
    asked = ("simulate", "three-card-poker", "--rounds", "24000", "--bet", "ante=25", "--bet", "progressive=1")
    answer = pitboss(*asked, "--json", "--html", str(page), "--plots", str(plots), **kept)
    told = json.loads(answer.out)
    assert [(wager["wager"], wager["cents"]) for wager in told["wagers"]] == [("ante", 2500), ("progressive", 100)]
    assert sum(told["wagers"][0]["counts"].values()) == 24_000
    assert "Simulation of Three Card Poker" in page.read_text()
    assert [file.suffix for file in plots.iterdir()] == [".png"] * 4


def test_a_player_of_ones_own(pitboss, kept, tmp_path):
    file = tmp_path / "bold.toml"
    file.write_text(PLAYER)
    answer = pitboss("simulate", "three-card-poker", "--rounds", "12000", "--player", str(file), "--json", **kept)
    assert json.loads(answer.out)["wagers"][0]["counts"].get("fold", 0) == 0


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("three-card-poker", "--rounds", "0"), "'0' rounds cannot be played"),
        (("three-card-poker", "--rounds", "many"), "'many' rounds cannot be played"),
        (("three-card-poker", "--seats", "9"), "9 seats: from 1 to 7"),
        (("three-card-poker", "--player", "lucky"), "there is no player 'lucky'"),
        (("three-card-poker", "--player", "nowhere.toml"), "nowhere.toml cannot be read"),
        (("three-card-poker", "--bet", "ante"), "'ante' is not a bet"),
        (("three-card-poker", "--bet", "ante=7"), "$7 on ante is not a multiple of $5"),
        (("three-card-poker", "--bet", "insurance=5"), "'insurance' is not a wager of this table"),
        (("three-card-poker", "--bet", "six-card-bonus=1"), "without it there is no round"),
        (("three-card-poker", "--session", "5000"), "5,000 rounds in a session: from 1 to 1,200"),
        (("three-card-poker", "--decks", "6"), "decks can be chosen for power-blackjack only"),
        (("power-blackjack", "--decks", "9"), "9 decks in the shoe"),
        (("three-card-poker", "--html", "no/such/folder/page.html"), "there is no folder"),
        (("poker",), "poker"),
    ],
)
def test_what_cannot_be_simulated_is_said_in_a_sentence(pitboss, kept, asked, words):
    answer = pitboss("simulate", *asked, **kept)
    assert answer.status == 2
    assert words in answer.err
    assert "Traceback" not in answer.err
