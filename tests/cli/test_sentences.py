"""What people read in the terminal is a sentence that is true and that they can act on."""

from pathlib import Path

import pytest

from pitboss.cards import DECK_54, parse_cards
from pitboss.cli import main
from pitboss.cli.house.showing import in_words
from pitboss.errors import DuplicateCardError
from pitboss.games.command import read_command
from pitboss.games.transcript import read_transcript

PLAYTHROUGHS = sorted((Path(__file__).parents[1] / "playthroughs").glob("*/*.txt"))
RECORDED = Path(__file__).parents[1] / "playthroughs" / "three-card-poker" / "ante-bonus-on-a-losing-hand.txt"


def refused(capsys, *arguments):
    """Run the command, and what it says on the way out."""
    with pytest.raises(SystemExit):
        main(list(arguments))
    return capsys.readouterr().err.removeprefix("pitboss: ").removesuffix("\n")


# ---- the two jokers


def test_a_joker_that_was_thrown_away_is_the_other_one(capsys):
    main(["advise", "double-draw", "Jk As Ks 2d 3d", "--draw", "2", "--dead", "Jk"])
    assert "replace Ks" in capsys.readouterr().out


def test_of_two_jokers_one_named_twice_is_told_apart_from_the_other(capsys):
    said = refused(capsys, "hand", "--game", "double-draw", "Jk2 Jk2 As Ks Qs")
    assert said == "Jk2 is named twice: the 54-card deck of Double Draw Poker has two jokers, each of them once"
    with pytest.raises(
        DuplicateCardError, match="Jk is named twice: the 54-card deck has two jokers, each of them once"
    ):
        DECK_54.check([*parse_cards("Jk"), *parse_cards("Jk")])


# ---- a recorded round that is played again


@pytest.fixture
def recorded(tmp_path):
    """A file with a changed recording, by its name."""

    def change(old, new, keep=None):
        text = RECORDED.read_text(encoding="utf-8")
        assert old in text
        lines = text.replace(old, new, 1).splitlines(keepends=True)
        file = tmp_path / "round.txt"
        file.write_text("".join(lines[:keep]), encoding="utf-8")
        return str(file)

    return change


def test_a_replay_says_what_the_file_says_and_what_the_round_does(capsys, recorded):
    file = recorded("seat 4 puts $10 on ante", "seat 4 puts $15 on ante")
    says = f"line 7 of {file} says '  seat 4 puts $15 on ante', but the replayed round gives"
    assert refused(capsys, "replay", file) == f"{says} '  seat 4 puts $10 on ante'"


def test_a_replay_of_a_file_that_ends_early_or_late(capsys, recorded):
    file = recorded("", "", keep=-1)
    said = refused(capsys, "replay", file)
    assert said.startswith(f"{file} ends before line 30, but the replayed round goes on with '  seat 4")
    Path(file).write_text(RECORDED.read_text(encoding="utf-8") + "more\n", encoding="utf-8")
    said = refused(capsys, "replay", file)
    assert said == f"line 31 of {file} says 'more', but the replayed round ends before that"


def test_a_replay_names_the_line_of_a_command_that_is_refused(capsys, recorded):
    file = recorded("> settle seat=4", "> settle seat=5")
    said = refused(capsys, "replay", file)
    assert said == f"{file}: line 22: settle is refused: nobody sits at seat 5; taken seats: 4"


# ---- events


@pytest.mark.parametrize("file", PLAYTHROUGHS, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_stored_event_is_told_in_its_own_words(file):
    transcript = read_transcript(file.read_text(encoding="utf-8"))
    round = transcript.new_round()
    for step in transcript.steps:
        if not step.is_refused:
            for event in round.do(read_command(step.command, round.operations)):
                assert in_words(event.as_json()) == event.sentence
