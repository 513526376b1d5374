import json
import os
import pty
import select
import subprocess
import sys
from importlib.resources import files

import pytest

from pitboss.cli import main
from pitboss.paytables import load_catalogue


def test_all_paytables(pitboss):
    answer = pitboss("paytables")
    assert (answer.status, answer.err) == (0, "")
    assert all(paytable.designator in answer.out for paytable in load_catalogue())
    assert "FSLPP-01  Progressive 01   100% 10% 300 150 15 6 3     19.00%" in answer.out


def test_one_paytable(pitboss):
    answer = pitboss("paytables", "tcpp-1")
    assert answer.status == 0
    for text in ("A-K-Q of spades", "100% of meter  $100", "seed $1,000, 14%", "hit frequency 3.72% and 3.71%"):
        assert text in answer.out


def test_paytables_for_machines(pitboss):
    everything = json.loads(pitboss("paytables", "--json").out)
    assert [entry["designator"] for entry in everything] == [paytable.designator for paytable in load_catalogue()]
    one = json.loads(pitboss("paytables", "TCPP-1", "--json").out)
    assert one in everything
    assert one["wagers"][0]["pays"][0] == {
        "hand": "akq-of-spades",
        "label": "A-K-Q of spades",
        "pay": "100% of meter",
        "kind": "meter",
        "amount": "1",
        "envy_cents": 10000,
    }


MINE = """
format = 1
designator = "OURS-1"
game = "power-blackjack"
title = "Our [sign]"
source = "house rules"
[wagers.push-22]
name = "Push 22 [ours]"
[wagers.push-22.pays]
any-22 = "12 to 1"
"""


def test_paytables_of_the_operator(pitboss, tmp_path):
    (tmp_path / "ours.toml").write_text(MINE)
    assert "Push 22 [ours]" in pitboss("paytables", "--folder", str(tmp_path)).out
    assert "Our [sign]" in pitboss("paytables", "OURS-1", PITBOSS_PAYTABLES=str(tmp_path)).out
    hand = pitboss("hand", "Ks 6d 6h", "--game", "power-blackjack", "--folder", str(tmp_path))
    assert "12 to 1 (OURS-1)" in hand.out


def test_the_hand_of_the_readme(pitboss):
    answer = pitboss("hand", "As Ks Jk 5d 5c 2h", "--game", "fortune-san-lo")
    assert (answer.status, answer.err) == (0, "")
    for text in (
        "Ace-king-queen straight flush in spades; the joker stands for the queen of spades.",
        "Pair of fives.",
        "In order: high above mid, mid above low.",
        "Two pair, aces and fives, king kicker; the joker stands for an ace.",
        "Fortune Bonus pays 2 to 1.",
    ):
        assert text in answer.out


def test_a_hand_for_machines(pitboss):
    answer = json.loads(pitboss("hand", "As", "Jk", "Qs", "Js", "Ts", "--game", "double-draw", "--json").out)
    assert answer["cards"] == "As Jk Qs Js Ts"
    (hand,) = answer["hands"]
    assert (hand["category"], hand["ranks"]) == ("wild royal flush", ["A", "K", "Q", "J", "T"])
    assert hand["jokers"] == [{"rank": "K", "suit": "s"}]
    assert hand["pays"] == {"bonus": {"50 to 1": ["DDP-1", "DDP-2"]}}
    blackjack = json.loads(pitboss("hand", "As Kd", "--game", "power-blackjack", "--json").out)["hands"][0]
    assert (blackjack["total"], blackjack["category"]) == (21, "blackjack")


@pytest.mark.parametrize(
    ("cards", "game", "sentence"),
    [
        ("As 1x", "double-draw", "'1x' is not a card: write a rank"),
        ("As As 3d", "three-card-poker", "As appears twice, and the 52-card deck of Three Card Poker has only one"),
        ("As Jk 3d", "three-card-poker", "Jk is not in the 52-card deck of Three Card Poker"),
        ("Jk Jk 3d", "fortune-san-lo", "2 jokers are too many: the 53-card deck of Fortune San Lo Poker has 1"),
        ("As Jk", "power-blackjack", "Jk is not in the six-deck shoe of Power Blackjack"),
        ("As Ks", "double-draw", "Double Draw Poker reads 5 cards, not 2: As Ks"),
        ("As Ks", "three-card-poker", "Three Card Poker reads 3 cards, or 6 (the player's three and the dealer's"),
        ("As Ks Qs Js", "fortune-san-lo", "Fortune San Lo Poker reads 1, 2 or 3 cards, or 6"),
        ("", "power-blackjack", "no cards were given"),
        ("As", "bridge", 'Invalid value "bridge" for --game. Choose from: "three-card-poker", "fortune-san-lo"'),
    ],
)
def test_bad_hands_are_one_sentence_and_status_2(pitboss, cards, game, sentence):
    answer = pitboss("hand", cards, "--game", game)
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith(f"pitboss: {sentence}")
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["paytables", "TCP-13"], "there is no paytable 'TCP-13'; near it are"),
        (["paytables", "--folder", "nowhere"], "nowhere is not a folder of paytables: No such file"),
        (["paytables", "--folder", "n" * 300], "nnn"),
        (["paytables", "--colour"], "Unknown option: --colour"),
        (["hand", "As"], 'Command "hand" parameter --game requires an argument'),
        (["deal"], 'Unknown command "deal"'),
    ],
)
def test_bad_commands_are_one_sentence_and_status_2(pitboss, arguments, sentence):
    answer = pitboss(*arguments)
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith(f"pitboss: {sentence}")
    assert answer.err.count("\n") == 1


def test_a_broken_file_of_the_operator_names_file_and_line(pitboss, tmp_path):
    (tmp_path / "ours.toml").write_text(MINE.replace("12 to 1", "a dozen"))
    answer = pitboss("paytables", "--folder", str(tmp_path))
    assert answer.status == 2
    assert answer.err.startswith(f"pitboss: {tmp_path / 'ours.toml'}, line 10: 'a dozen' is not a pay")


def test_without_a_terminal_the_tour_prints_itself_and_ends(pitboss):
    answer = pitboss("tour")
    assert (answer.status, answer.err) == (0, "")
    for text in ("Three Card Poker", "Fortune San Lo", "Double Draw", "Push 22", "From here"):
        assert text in answer.out
    assert "Enter for the next" not in answer.out


def test_help_and_version(pitboss_process):
    assert all(command in pitboss_process("--help").out for command in ("tour", "paytables", "hand"))
    assert pitboss_process("--version").out.strip() == "0.1.0"


@pytest.mark.parametrize(
    ("pipe", "status"),
    [
        ("paytables --json | true", 0),
        ("paytables | true", 0),
        ("tour | true", 0),
        ("paytables >&-", 0),
        ("tour <&- | cat", 0),
        ("paytables > /dev/full", 2),
        ("paytables --json > /dev/full", 2),
    ],
)
def test_streams_that_end_or_are_not_there(pipe, status):
    command = f'set -o pipefail; "{sys.executable}" -m pitboss {pipe}'
    process = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert process.returncode == status
    assert process.stderr == ("pitboss: the output cannot be written: No space left on device\n" if status else "")


def test_a_terminal_without_suit_signs_gets_letters(pitboss_process):
    answer = pitboss_process("hand", "As Kd", "--game", "power-blackjack", PYTHONIOENCODING="ascii")
    assert answer.status == 0
    assert " As   Kd " in answer.out


def test_a_narrow_terminal_keeps_every_word(pitboss):
    answer = pitboss("hand", "As Kd", "--game", "power-blackjack", COLUMNS="20")
    assert "Blackjack" in answer.out


def test_an_empty_folder_name_is_no_folder(pitboss):
    assert pitboss("paytables", PITBOSS_PAYTABLES="").status == 0


def test_paytables_of_one_name_and_two_pays_are_told_apart(pitboss, tmp_path):
    shipped = next(paytable for paytable in load_catalogue() if paytable.designator == "TCP-01")
    text = (files("pitboss.paytables") / "data" / "TCP-01.toml").read_text(encoding="utf-8")
    (tmp_path / "ours.toml").write_text(text.replace("TCP-01", "OURS-1").replace("40 to 1", "50 to 1"))
    answer = pitboss("hand", "9s 8s 7s", "--game", shipped.game.value, "--folder", str(tmp_path))
    assert "50 to 1 (OURS-1)" in answer.out
    assert "TCP-01" in answer.out


def in_a_terminal(keys):
    """Run the tour in a terminal of its own, pressing the next key whenever it asks; the screen and the status."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "pitboss", "tour"], stdin=slave, stdout=slave, stderr=slave, start_new_session=True
    )
    os.close(slave)
    screen, waiting = b"", iter(keys)
    while select.select([master], [], [], 60)[0]:
        try:
            screen += os.read(master, 65536)
        except OSError:  # the terminal is gone with its last process
            break
        if screen.endswith(b"q to leave: "):
            key = next(waiting)
            if key == b"\x03":
                # no controlling terminal turns the key into the signal here
                process.send_signal(2)
            else:
                os.write(master, key)
    os.close(master)
    return screen.decode(), process.wait(timeout=60)


def test_in_a_terminal_the_tour_stops_after_each_page():
    screen, status = in_a_terminal([b"\n"] * 5)
    assert status == 0
    assert "Page 5 of 6" in screen
    assert "From here" in screen


@pytest.mark.parametrize(("key", "expected"), [(b"q\n", 0), (b"\x04", 0), (b"\x03", 130)])
def test_the_tour_can_be_left(key, expected):
    screen, status = in_a_terminal([b"\n", key])
    assert status == expected
    assert "Traceback" not in screen
    assert "From here" not in screen


class Interrupted:
    """A module that Ctrl-C met while it was loaded."""

    def __getattr__(self, name):
        raise KeyboardInterrupt


def test_ctrl_c_while_the_command_loads_leaves_quietly(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "pitboss.cli.app", Interrupted())
    with pytest.raises(SystemExit) as left:
        main(["tour"])
    assert left.value.code == 130
    assert capsys.readouterr() == ("", "")
