"""House settings and conditions of the approval letters at the terminal: one proposes, another approves."""

import json


def said(folder, badge, line):
    answer = folder.line(badge, line)
    assert answer.status == 0, answer.err
    return " ".join(answer.out.split())


def test_the_house_is_set_by_two_people(playing):
    told = said(
        playing,
        "2",
        "house set --from-day 2026-11-20 --min-age 21 --tax-form-from $2,000 --reason law --proposal-id h1",
    )
    assert "proposal h1 (set-house, main) is proposed by badge 2" in told
    told = said(playing, "1", "proposals approve h1")
    assert "version 2 of the house settings holds from Nov 20, 2026: tax_form_from_cents $2,000, min_age 21" in told
    versions = json.loads(playing.line(None, "house show --json").out)
    assert [(each["number"], each["from_day"], each["min_age"], each["in_force"]) for each in versions] == [
        (1, "2026-11-15", 18, True),
        (2, "2026-11-20", 21, False),
    ]
    assert "1, from Nov 15, 2026 (in force) 2, from Nov 20, 2026" in said(playing, None, "house show")


def test_what_the_house_is_not_set_to(playing):
    for badge, line, words in (
        ("2", "house set --from-day 2026-11-20 --reason nothing", "nothing would change: name what shall be set"),
        (
            "3",
            "house set --from-day 2026-11-20 --min-age 21 --reason law",
            "set-house is not proposed by supervisor 3",
        ),
        ("2", "house set --from-day 2026-11-15 --min-age 21 --reason law", "name Nov 16, 2026 or a later day"),
        ("2", "house set --from-day 2026-11-20 --kind floating --reason law", "'floating' is not a kind of room"),
    ):
        answer = playing.line(badge, line)
        assert answer.status == 2
        assert words in " ".join(answer.err.split())


def test_a_condition_is_met_by_two_people_and_lapses_by_one(playing):
    assert said(playing, None, "table conditions T1").count("not recorded") == 2
    evidence = "--evidence 'approval 4711' --dated 2026-11-03"
    said(playing, "2", f"table meet-condition T1 internal-controls {evidence} --proposal-id c1")
    told = said(playing, "1", "proposals approve c1")
    assert "table T1: internal-controls is met, by approval 4711, dated Nov 3, 2026" in told
    first, second = json.loads(playing.line(None, "table conditions T1 --json").out)["conditions"]
    assert (first["status"], first["recorded_by"], second["status"]) == ("met", "1", "not recorded")
    assert "condition: internal-controls" not in said(playing, None, "table approval T1")
    said(playing, "2", "table lapse-condition T1 internal-controls --evidence 'letter 12' --dated 2026-11-14")
    assert "condition: internal-controls not met since Nov 14, 2026" in said(playing, None, "table approval T1")


def test_a_tribal_casino_has_conditions_of_its_own(folder):
    folder.line("1", f"init --kind tribal --pin-file {folder.pin_file('1')} --second-pin-file {folder.pin_file('2')}")
    assert json.loads(folder.line(None, "house show --json").out)[0]["kind"] == "tribal"
