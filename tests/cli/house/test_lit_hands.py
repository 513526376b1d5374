"""A progressive hit at a live-card table waits for people before anything of it is booked, and the list says so."""

import json


def press(folder, *lines):
    for badge, line in lines:
        answer = folder.line(badge, f"table {line}")
        assert answer.status == 0, (line, answer.err)


def jackpots(folder, options=""):
    return " ".join(folder.line(None, f"table jackpots list {options}").out.split())


def test_a_lit_hand_waits_for_the_camera_and_then_for_the_key(playing):
    for badge, line in (
        ("3", "progressive adjust M1 $3,500 --reason seed --note bigger --proposal-id up"),
        ("2", "proposals approve up"),
    ):
        assert playing.line(badge, line).status == 0, line
    assert jackpots(playing) == "Pending jackpots: none."
    press(
        playing,
        ("4", "keypad place-chip T2 3"),
        ("4", "keypad place-chip T2 5"),
        ("4", "keypad coin-in T2"),
        ("4", "keypad hand T2 akq-of-spades"),
    )
    assert "T2 3 or 5 A-K-Q of spades $4,500.28 lit supervisor, surveillance" in jackpots(playing)
    assert jackpots(playing, "T1") == "Pending jackpots: none."
    (win,) = json.loads(playing.line(None, "table jackpots list --json").out)
    assert (win["status"], win["seats"], win["cents"]) == ("lit", [3, 5], 450_028)
    press(playing, ("6", "jackpots check T2 3 hand wager payout player"))
    assert "T2 3 or 5 A-K-Q of spades $4,500.28 lit supervisor" in jackpots(playing)
    assert "surveillance" not in jackpots(playing)
    press(playing, ("3", "name-winner T2 3"), ("3", "keypad turn-key T2 JPH"), ("3", "keypad j-pot T2 3"))
    assert "lit" not in jackpots(playing).split()
    assert "T2-1-3 T2 3 seat 3 A-K-Q of spades $4,500.28 authorized" in jackpots(playing)


def test_a_hand_that_the_dealer_pays_waits_for_nobody(playing):
    press(
        playing,
        ("4", "keypad place-chip T2 3"),
        ("4", "keypad coin-in T2"),
        ("4", "keypad hand T2 straight"),
    )
    assert jackpots(playing) == "Pending jackpots: none."
