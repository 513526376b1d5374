"""At the keyboard: PINs are asked for and not seen, Ctrl-C leaves cleanly, and other commands start without the house."""

import os
import pty
import select
import signal
import subprocess
import sys

import pytest

CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("PITBOSS_")}


def in_a_terminal(folder, arguments, answers):
    """Run a command in a terminal of its own and answer its questions; the screen and the status."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "pitboss", *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        cwd=folder,
        env=CLEAN | {"COLUMNS": "120"},
        start_new_session=True,
    )
    os.close(slave)
    screen, waiting, asked = b"", iter(answers), 0
    while select.select([master], [], [], 60)[0]:
        try:
            screen += os.read(master, 65536)
        except OSError:  # the terminal is gone with its last process
            break
        if screen.endswith(b": ") and len(screen) > asked:
            asked = len(screen)
            answer = next(waiting)
            if answer is None:
                process.send_signal(signal.SIGINT)
            else:
                os.write(master, answer)
    os.close(master)
    return screen.decode(), process.wait(timeout=60)


def test_a_pin_is_typed_twice_and_never_seen(tmp_path):
    typed = [b"470816\n", b"470816\n", b"820014\n", b"820014\n"]
    screen, status = in_a_terminal(tmp_path, ["init", "--name", "Lucky Ace"], typed)
    assert status == 0, screen
    for badge in "12":
        assert f"New PIN for badge {badge}: " in screen
    assert "Lucky Ace is made" in screen
    assert "470816" not in screen
    assert "820014" not in screen
    screen, status = in_a_terminal(tmp_path, ["staff", "unlock", "1"], [b"1\n", b"470816\n"])
    assert "PIN of badge 1: " in screen
    assert "badge 1 cannot unlock itself" in screen
    assert (status, "470816" in screen) == (2, False)


@pytest.mark.parametrize("typed", [[b"470816\n", b"470817\n"], [b"470816\n", b"470816\n", b"820014\n", b"820015\n"]])
def test_two_pins_that_differ_make_nothing(tmp_path, typed):
    screen, status = in_a_terminal(tmp_path, ["init"], typed)
    assert status == 2
    assert "the two PINs differ: nothing was changed" in screen
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_leaves_quietly_and_makes_nothing(tmp_path):
    screen, status = in_a_terminal(tmp_path, ["init"], [None])
    assert status == 130
    assert "Traceback" not in screen
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [["hand", "As Kd", "--game", "power-blackjack"], ["--help"]])
def test_other_commands_start_without_the_house(arguments):
    code = "import sys; from pitboss.cli import main; main(sys.argv[1:]); print('sqlalchemy' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    assert answer.stdout.splitlines()[-1] == "False"


def test_a_terminal_without_signs_gets_letters(playing, pitboss_process):
    answer = pitboss_process("progressive", "history", "M1", PYTHONIOENCODING="ascii")
    assert answer.status == 0
    assert "What M1 showed" in answer.out
    assert "?" not in answer.out


def test_the_help_names_everything(pitboss_process):
    helped = pitboss_process("--help").out
    for command in ("init", "staff", "player", "table", "progressive", "proposals", "report", "audit", "selfcheck"):
        assert command in helped
    assert "--database" in pitboss_process("table", "fill", "--help").out
