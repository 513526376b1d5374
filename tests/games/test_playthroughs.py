"""Every playthrough goes today as it is written; `pitboss replay` tells it."""

from pathlib import Path

import pytest

from pitboss.games.transcript import TranscriptError, read_transcript, tell
from pitboss.paytables import Game

FOLDER = Path(__file__).parents[1] / "playthroughs"
FILES = sorted(FOLDER.rglob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_goes_as_written(file):
    text = file.read_text(encoding="utf-8")
    assert tell(read_transcript(text)) == text
    assert "NOT REFUSED" not in text


def test_every_game_has_its_playthroughs():
    assert {file.parent.name for file in FILES} == set(Game)


def test_replay_tells_it(pitboss):
    file = FOLDER / "three-card-poker" / "dealer-does-not-play.txt"
    answer = pitboss("replay", str(file))
    assert (answer.status, answer.err) == (0, "")
    assert [line.rstrip() for line in answer.out.splitlines()] == file.read_text(encoding="utf-8").splitlines()


def test_a_round_that_went_another_way_is_said(pitboss, tmp_path):
    text = (FOLDER / "three-card-poker" / "dealer-does-not-play.txt").read_text(encoding="utf-8")
    (tmp_path / "forged.txt").write_text(text.replace("ante $10 loses: folded", "ante $10 wins 1 to 1, $10"))
    answer = pitboss("replay", str(tmp_path / "forged.txt"))
    assert answer.status == 1
    assert "but the replayed round gives '  at seat 6: ante $10 loses: folded'" in answer.err


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("game: bridge\n", "the head needs a line 'game: ...'"),
        ("game: three-card-poker\nrules: {nonsense\nseats: 1=ann\n", "the rules are not JSON: {nonsense"),
        ("game: three-card-poker\nseats: ann\n", "'ann' is not a list like '1=ann 2=bob'"),
        ("game: three-card-poker\nseats: 1=ann\n> settle 1\n", "line 3: 'settle 1' is not a command like"),
        ("game: three-card-poker\nseats: 1=ann\n> settle seat=x\n", "line 3: 'settle seat=x' is not a command like"),
        ("game: three-card-poker\nseats: 1=ann\n> place-wager seat='1\n", "line 3: "),
    ],
)
def test_transcripts_that_cannot_be_read(text, reason):
    with pytest.raises(TranscriptError) as caught:
        read_transcript(text)
    assert str(caught.value).startswith(reason)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "game: three-card-poker\nseats: 1=ann\n> shout words=hey\n",
            "line 3: shout is refused: 'shout' is not a command here; allowed: ",
        ),
        (
            "game: three-card-poker\nseats: 1=ann\n> settle\n",
            "line 3: settle is refused: settle takes seat, not nothing",
        ),
        ('game: three-card-poker\nrules: {"hats": 3}\nseats: 1=ann\n', "'hats' is not a setting of Three Card Poker"),
        (
            "game: three-card-poker\nseats: 1=ann\n> settle seat=1\n",
            "line 3: settle is refused: settling is not possible now",
        ),
        ("game: three-card-poker\nseats: 9=ann\n", "there is no seat 9"),
    ],
)
def test_transcripts_that_cannot_be_played_are_one_sentence_and_status_2(pitboss, tmp_path, text, reason):
    (tmp_path / "bad.txt").write_text(text)
    answer = pitboss("replay", str(tmp_path / "bad.txt"))
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.removeprefix("pitboss: ").removeprefix(f"{tmp_path / 'bad.txt'}: ").startswith(reason)


def test_an_end_without_a_new_line_is_no_other_round(pitboss, tmp_path):
    text = (FOLDER / "power-blackjack" / "worked-example.txt").read_text(encoding="utf-8")
    (tmp_path / "cut.txt").write_text(text.rstrip("\n"))
    answer = pitboss("replay", str(tmp_path / "cut.txt"))
    assert (answer.status, answer.out) == (0, text)


@pytest.mark.parametrize(
    "rules",
    [
        '{"seats": "x"}',
        '{"seats": null}',
        '{"limits": 5}',
        '{"limits": {"ante": 5}}',
        "[1]",
        '{"paytable": 5}',
        '{"ante_is_mandatory": "no"}',
        '{"settling_order": null}',
        '{"game": "double-draw"}',
        "[" * 100_000,
    ],
)
def test_rules_that_make_no_sense_are_one_sentence(pitboss, tmp_path, rules):
    (tmp_path / "bad.txt").write_text(f"game: three-card-poker\nseats: 1=ann\nrules: {rules}\n")
    answer = pitboss("replay", str(tmp_path / "bad.txt"))
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)


def test_a_file_that_is_not_there(pitboss):
    answer = pitboss("replay", "nowhere.txt")
    assert (answer.status, answer.err) == (2, "pitboss: nowhere.txt cannot be read: No such file or directory\n")
