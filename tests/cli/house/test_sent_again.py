"""A script may send a command again under the id it chose: the same answer, and nothing twice."""

import json

from support.card_room import pin_of


def test_the_same_command_again_is_answered_and_not_done_twice(playing):
    first = playing.line("5", "player deposit ann $25 --command-id monday-1")
    again = playing.line("5", "player deposit ann $25 --command-id monday-1")
    assert first.out == "deposit (cash) of $25 by ann\n"
    assert again.out == f"This command was done before, and is not done twice:\n{first.out}"
    assert json.loads(playing.line(None, "player wallet ann --json").out)["cents"] == 525_00


def test_at_a_table_too(playing):
    told = [json.loads(playing.line("3", "table fill T1 $100 --command-id fill-1 --json").out) for _ in range(2)]
    assert [answer.pop("is_repeat") for answer in told] == [False, True]
    assert told[0] == told[1]
    assert told[0]["command_id"] == "fill-1"
    assert json.loads(playing.line(None, "table show T1 --json").out)["tray_cents"] == 5_100_00


def test_an_id_is_not_used_for_something_else_or_by_somebody_else(playing):
    assert playing.line("3", "table fill T1 $100 --command-id fill-1").status == 0
    for badge, line in (("3", "table fill T1 $200"), ("3", "table fill T2 $100"), ("2", "table fill T1 $100")):
        other = playing.line(badge, f"{line} --command-id fill-1")
        assert other.status == 2
        assert "command id 'fill-1' was used for fill by supervisor:3" in other.err


def test_an_approver_who_sends_it_again_is_shown_the_same_code_and_nobody_else_is(staffed):
    staffed.line("1", "staff add 9 dealer Bo --proposal-id hire-bo")
    told = [json.loads(staffed.line("7", "proposals approve hire-bo --command-id yes --json").out) for _ in range(2)]
    assert [each["is_repeat"] for each in told] == [False, True]
    assert told[0]["enrollment"] == told[1]["enrollment"]
    for badge in "12":
        assert (
            "was used for approve by admin:7" in staffed.line(badge, "proposals approve hire-bo --command-id yes").err
        )
    staffed.line("7", f"staff enroll 9 --code {told[0]['enrollment']['code']} --new-pin-file {staffed.pin_file('9')}")
    assert "enrollment" not in json.loads(staffed.line("7", "proposals approve hire-bo --command-id yes --json").out)


def test_a_new_pin_and_a_proposal_can_be_sent_again(staffed):
    changed = [staffed.line("4", f"staff pin --new-pin-file {staffed.pin_file('9')} --command-id pin-4")]
    staffed.pin_file("4", pin_of("9"))
    changed.append(staffed.line("4", "staff pin --new-pin-file 9.pin --command-id pin-4"))
    assert [each.out.splitlines()[-1] for each in changed] == ["badge 4 has changed its PIN"] * 2
    for _ in range(2):
        added = staffed.line("1", "staff add 9 dealer Bo --command-id hire-bo")
        assert added.status == 0
        assert "proposal hire-bo (add-staff, 9) is proposed by badge 1\n" in added.out
        proposed = staffed.line("3", "progressive create M1 TCPP-1 --command-id meter-1")
        assert proposed.status == 0
    pending = json.loads(staffed.line(None, "proposals list --json").out)
    assert [proposal["proposal_id"] for proposal in pending] == ["hire-bo", "meter-1"]


def test_without_an_id_of_ones_own_each_is_another_command(playing):
    for _ in range(2):
        playing.line("5", "player deposit ann $25")
    assert json.loads(playing.line(None, "player wallet ann --json").out)["cents"] == 550_00


def test_proposals_made_one_after_another_have_ids_of_their_own(staffed):
    for meter in ("M1", "M2", "M3"):
        proposed = staffed.line("3", f"progressive create {meter} TCPP-1")
        assert (proposed.status, proposed.err) == (0, "")
    assert len({each["proposal_id"] for each in json.loads(staffed.line(None, "proposals list --json").out)}) == 3
