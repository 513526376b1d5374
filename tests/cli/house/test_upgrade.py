"""``pitboss upgrade``: the old version prepares, the new one checks."""

import json

from pitboss.games.three_card_poker.rules import ThreeCardPokerRules

SUSPENDED = "suspended, stored between two rounds"


def told(playing, line, badge="3"):
    page = playing.line(badge, f"{line} --json")
    return page.status, {each["table"]: each["words"] for each in json.loads(page.out)}


def test_a_room_is_prepared_by_one_version_and_checked_by_the_next(playing, monkeypatch):
    assert told(playing, "upgrade --prepare") == (0, {"T1": SUSPENDED, "T2": SUSPENDED})
    monkeypatch.setattr(ThreeCardPokerRules, "rules_version", 2)
    assert told(playing, "upgrade --check") == (0, {"T1": "prepared", "T2": "prepared"})
    page = playing.line("3", "upgrade --check")
    assert "The room is ready for play: resume its tables." in page.out
    assert playing.line("3", "table resume T1").status == 0


def test_one_of_the_two_is_named(playing):
    for line in ("upgrade", "upgrade --prepare --check"):
        page = playing.line("3", line)
        assert page.status != 0
        assert "name one: --prepare with the old version, or --check with the new one" in page.err


def test_only_the_floor_prepares(playing):
    status, words = told(playing, "upgrade --prepare", badge="4")
    assert status == 1
    assert "suspend-table is not for dealer 4; it is for: supervisor" in words["T1"]
