"""`pitboss play` and `pitboss drill`, typed by a person: here a list of answers."""

import json
import re

import pytest

from pitboss.paytables import Game
from support.command import here


def typed(*arguments, keys=(), cwd=None):
    """Run a command and type the lines; when they run out the input ends, as with Ctrl-D."""
    answer = here(*arguments, keys=keys, cwd=cwd)
    assert "Traceback" not in answer.err
    return answer.status, answer.out


def test_a_round_of_three_card_poker():
    status, out = typed("play", "three-card-poker", "--seed", "1", keys=["10", "", "", "", "?", "play", "h", "q"])
    assert status == 0
    for text in (
        "sealed before the deal",
        "No more bets",
        "Basic strategy:",
        "seat 3  ante",
    ):
        assert text in out
    assert "round 1:" in out
    assert "You leave with" in out


def test_the_other_hands_stay_face_down():
    _, out = typed("play", "three-card-poker", "--seed", "1", keys=["10", "", "", ""])
    assert "▒▒" in out
    assert out.count("seat 1 gets") == 1


@pytest.mark.parametrize("game", list(Game))
def test_every_game_can_be_played_and_left(game):
    status, out = typed("play", game.value, "--seed", "7", keys=[""] * 6 + ["stand", "play"] * 10)
    assert status == 0
    assert "You leave with" in out


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        (["a lot"], "'a lot' is not an amount: write dollars such as 5 or 12.50, or 0 for none"),
        (["1"], "Ante of $1 at seat 3 is below the minimum of $5"),
        (["5", "", "", "", "dance"], "'dance' is not one of play, fold"),
    ],
)
def test_a_wrong_answer_is_explained_and_asked_again(keys, sentence):
    status, out = typed("play", "three-card-poker", "--seed", "1", keys=keys)
    assert status == 0
    assert sentence in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "--company", "99"], "--company 99: choose 0 to 5"),
        (["play", "--seat", "0"], "--seat 0: choose 1 to 7"),
        (["drill", "double-draw", "--seats", "7"], "--seats 7: choose 1 to 6"),
        (["drill", "double-draw", "--rounds", "0"], "--rounds 0: choose 1 to 1000"),
        (["drill", "double-draw", "--faults", "-1"], "--faults -1: choose 0 to 1000"),
        (
            ["drill", "double-draw", "--pick-and-pay"],
            "--pick-and-pay is a setting of Three Card Poker, and Double Draw Poker has none",
        ),
    ],
)
def test_numbers_that_make_no_sense(pitboss, arguments, sentence):
    answer = pitboss(*arguments)
    assert (answer.status, answer.err) == (2, f"pitboss: {sentence}\n")


def test_one_may_sit_a_round_out_but_somebody_must_bet(tmp_path):
    _, out = typed(
        "play", "three-card-poker", "--seed", "1", "--company", "0", keys=["0"] * 4 + ["5", "", "", "", "fold", "q"]
    )
    assert "there is no wager on the table yet" in out
    assert "seat 3: fold" in out
    _, out = typed("play", "double-draw", "--seed", "1", keys=["0", "s", "q"], cwd=tmp_path)
    assert "You leave with $1,000: even." in out


def test_a_bonus_without_its_bet_is_asked_for_again():
    _, out = typed("play", "power-blackjack", "--seed", "1", keys=["0", "5", "5", "5"])
    assert "without a bet" in out
    assert "seat 3 gets" in out


def test_the_drill_asks_about_every_kind_of_wager():
    _, out = typed("drill", "three-card-poker", "--seed", "3", "--rounds", "2", keys=["take"] * 80)
    assert all(f", {wager} (" in out for wager in ("play", "ante", "pair-plus", "six-card-bonus", "progressive"))


def test_without_a_game_the_player_is_asked():
    status, out = typed("play", "--seed", "1", keys=["5", "3", "5", "f", "q"])
    assert status == 0
    assert "'5' is not a table: choose 1, 2, 3 or 4" in out
    assert "Double Draw Poker" in out
    assert typed("play", keys=["q"])[0] == 0
    assert typed("play")[0] == 0


def test_chips_that_one_does_not_have_cannot_be_bet():
    keys = ["300", "300", "100", "1", "fold", ""] * 2 + ["300", "300"]
    _, out = typed("play", "three-card-poker", "--seed", "1", keys=keys)
    assert "on the table, and you have $" in out


@pytest.mark.parametrize(
    ("game", "answers"), [("three-card-poker", ["play"]), ("fortune-san-lo", [""]), ("power-blackjack", ["stand"])]
)
def test_the_cards_one_saw_can_be_saved_and_checked(game, answers, tmp_path, pitboss):
    bets = [""] * {"three-card-poker": 4, "fortune-san-lo": 4, "power-blackjack": 2}[game]
    _, out = typed("play", game, "--seed", "2", "--company", "1", keys=[*bets, *answers, "s", "q"], cwd=tmp_path)
    assert "cards saved; check them with: pitboss fair pitboss-round-1.json" in out
    file = tmp_path / "pitboss-round-1.json"
    answer = pitboss("fair", str(file))
    assert (answer.status, answer.err) == (0, "")
    assert "Proven: " in answer.out
    if game == "fortune-san-lo":
        shown = re.search(r"the display shows (\d)", out)[1]
        assert f"The start position {shown} was sealed with them." in " ".join(answer.out.split())
    root = json.loads(file.read_text())["root"]
    assert f"Root {root}" in "".join(out.split("\n"))  # as it was shown before the deal


def test_double_draw_takes_cards_as_people_write_them():
    status, out = typed("play", "double-draw", "--seed", "1", "--company", "0", keys=["5", "As As", "f", "q"])
    assert status == 0
    assert "seat 3: fold" in out


def test_a_seat_that_is_not_there(pitboss):
    answer = pitboss("play", "double-draw", "--seat", "7")
    assert (answer.status, answer.err) == (2, "pitboss: there is no seat 7: this table has seats 1 to 6\n")


@pytest.mark.parametrize("game", list(Game))
def test_a_drill_of_every_game_marks_and_explains(game):
    status, out = typed("drill", game.value, "--seed", "3", "--rounds", "1", keys=["1", *["take"] * 40])
    assert status == 0
    assert "is next: " in out
    assert "Your shift" in out
    assert "right." in out


def lessons(out):
    """The right answers to every question, from a shift in which each was answered with "take"."""
    for line in out.split("Your shift")[0].splitlines():
        for answer in re.findall(r"(right|wrong: .*)$", line):
            if answer == "right":
                yield "take"
            elif " is next: " in answer:
                yield re.search(r"seat (\d+) is next", answer)[1]
            else:
                yield answer.rpartition(": ")[2].replace("take it", "take").replace("pay $", "pay ")


@pytest.mark.parametrize("game", list(Game))
def test_a_trainee_who_has_learned_is_always_right(game):
    drill = ("drill", game.value, "--seed", "5", "--rounds", "2")
    answers = list(lessons(typed(*drill, keys=["take"] * 150)[1]))
    _, out = typed(*drill, keys=answers)
    assert "wrong" not in out
    assert f"{len(answers)} of {len(answers)} right." in out


SHUFFLED = [Game.THREE_CARD_POKER, Game.FORTUNE_SAN_LO, Game.DOUBLE_DRAW]


@pytest.mark.parametrize("game", SHUFFLED)
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_trainee_who_has_learned_masters_every_malfunction(game, seed):
    drill = ("drill", game.value, "--seed", seed, "--rounds", "2", "--seats", "2", "--faults", "1")
    answers = list(lessons(typed(*drill, keys=["take"] * 150)[1]))
    _, out = typed(*drill, keys=answers)
    assert out.count("The shuffler stops: ") == 2
    assert "wrong" not in out
    assert f"{len(answers)} of {len(answers)} right." in out


def test_a_malfunction_is_drilled_from_the_guide_to_the_void_and_the_lit_wagers():
    drill = ("drill", "three-card-poker", "--seed", "1", "--rounds", "3", "--seats", "1", "--faults", "1")
    _, out = typed(*drill, keys=["void"] * 60)
    for lesson in (
        "the troubleshooting guide on the machine comes first: guide",
        "a machine that keeps failing is replaced by the backup: replace",
        "the seven steps go in this order: fgdbeac",
        "a meter never goes down for a void, so the wager stays for the next round: lit",
    ):
        assert f"wrong: {lesson}" in " ".join(out.split())
    assert "the round is void: shuffler malfunction, " in out
    assert "the progressive of seat 1 is still lit from the void round" in out


def test_a_local_procedure_is_drilled_with_its_approval_and_what_was_done():
    drill = ("drill", "three-card-poker", "--seed", "1", "--rounds", "1", "--seats", "1", "--faults", "1")
    _, out = typed(*drill, keys=["local", "letter of 3 May", "shuffled by hand", *["go on"] * 20])
    asked = " ".join(out.split())
    assert "Under which approval? right" in asked
    assert "What did you do? right" in asked
    assert "By the procedure " in asked
    _, out = typed(*drill, keys=["local", " ", "", *["go on"] * 20])
    told = " ".join(out.split())
    assert "wrong: a local procedure is followed only as the regulator approved it: name the approval" in told
    assert "wrong: a local procedure is on record: say what was done" in told


def test_the_shuffler_fails_only_where_there_is_one_and_it_is_asked_to():
    keys = ["take"] * 60
    assert "stops" not in typed("drill", "power-blackjack", "--seed", "1", "--faults", "1", keys=keys)[1]
    assert "stops" not in typed("drill", "three-card-poker", "--seed", "1", "--faults", "0", keys=keys)[1]


def test_the_drill_tells_how_hands_are_paid():
    drill = ("drill", "three-card-poker", "--seed", "3", "--rounds", "1", "--faults", "0")
    assert "picks up" not in typed(*drill, keys=["take"] * 60)[1]
    assert "the dealer picks up the hand of seat " in typed(*drill, "--pick-and-pay", keys=["take"] * 60)[1]
