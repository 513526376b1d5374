import pytest

from pitboss.shuffler import Malfunction, NotNowError, Remedy, ReplacementStep, ShufflerError
from pitboss.shuffler.allowed import is_allowed

ACTIONS = {
    "troubleshoot": lambda jam: jam.troubleshoot(solved=False),
    "begin_replacement": lambda jam: jam.begin_replacement(),
    "confirm_step": lambda jam: jam.confirm_step(ReplacementStep.TURN_OFF),
    "begin_local_procedure": lambda jam: jam.begin_local_procedure(),
    "end_local_procedure": lambda jam: jam.end_local_procedure(round_goes_on=True),
}


@pytest.fixture
def jam():
    return Malfunction("cards are stuck")


@pytest.fixture
def replacing(jam):
    jam.troubleshoot(solved=False)
    jam.begin_replacement()
    return jam


def possible(jam):
    """What can be done now, by asking and by doing; a refusal changes nothing."""
    allowed = set()
    for name, action in ACTIONS.items():
        trial = Malfunction.from_json(jam.as_json())
        step = [ReplacementStep.TURN_OFF] if name == "confirm_step" else []
        asked = is_allowed(getattr(trial, f"verify_{name}"), *step)
        try:
            action(trial)
            allowed.add(name)
        except NotNowError:
            assert trial == jam
        assert asked == (name in allowed)
    return allowed


def test_the_guide_comes_first(jam):
    assert possible(jam) == {"troubleshoot", "begin_local_procedure"}
    with pytest.raises(
        NotNowError, match=r"^a shuffler is replaced only when it keeps failing: follow the guide on it"
    ):
        jam.begin_replacement()


def test_the_guide_helps(jam):
    jam.troubleshoot(solved=True)
    assert (jam.is_over, jam.round_goes_on, possible(jam)) == (True, True, set())
    with pytest.raises(NotNowError, match=r"^the guide cannot be followed: the malfunction is over$"):
        jam.troubleshoot(solved=True)


def test_after_the_guide_did_not_help_it_may_be_tried_again_or_the_machine_replaced(jam):
    jam.troubleshoot(solved=False)
    assert possible(jam) == {"troubleshoot", "begin_replacement", "begin_local_procedure"}


def test_a_machine_that_fails_again_may_be_replaced_at_once():
    assert possible(Malfunction("stuck again", earlier=1)) == {
        "troubleshoot",
        "begin_replacement",
        "begin_local_procedure",
    }


def test_the_seven_steps_are_confirmed_in_order(replacing):
    for step in ReplacementStep:
        assert not replacing.is_over
        assert replacing.next_step is step
        assert [other for other in ReplacementStep if is_allowed(replacing.verify_confirm_step, other)] == [step]
        replacing.confirm_step(step)
    assert (replacing.is_over, replacing.next_step, possible(replacing)) == (True, None, set())


@pytest.mark.parametrize("step", [step for step in ReplacementStep if step is not ReplacementStep.UNPLUG])
def test_a_step_out_of_order_is_refused_and_changes_nothing(replacing, step):
    replacing.confirm_step(ReplacementStep.TURN_OFF)
    before = replacing.as_json()
    when = "again" if step < ReplacementStep.UNPLUG else "yet"
    sentence = f"^step {step.value} cannot be confirmed {when}: the next is step 2, unplug its power cord$"
    with pytest.raises(NotNowError, match=sentence):
        replacing.confirm_step(step)
    assert replacing.as_json() == before


def test_the_cards_leave_with_the_machine(replacing):
    lost = []
    for step in ReplacementStep:
        replacing.confirm_step(step)
        lost.append(not replacing.round_goes_on)
    assert lost == [False, False, True, True, True, True, True]


def test_a_replacement_is_not_left_half_way(replacing):
    assert possible(replacing) == {"confirm_step"}
    with pytest.raises(
        NotNowError, match=r"^the guide cannot be followed during the replacement: it belongs to the guide"
    ):
        replacing.troubleshoot(solved=True)


@pytest.mark.parametrize("round_goes_on", [True, False])
def test_a_local_procedure_takes_the_place_of_all_this(jam, round_goes_on):
    jam.begin_local_procedure()
    assert possible(jam) == {"end_local_procedure"}
    jam.end_local_procedure(round_goes_on=round_goes_on)
    assert (jam.remedy, jam.is_over, jam.round_goes_on) == (Remedy.LOCAL_PROCEDURE, True, round_goes_on)
    assert possible(jam) == set()


def test_it_is_stored_and_read_back_after_every_step(replacing):
    for step in ReplacementStep:
        assert Malfunction.from_json(replacing.as_json()) == replacing
        replacing.confirm_step(step)
    assert Malfunction.from_json(replacing.as_json()) == replacing


@pytest.mark.parametrize("fault", ["", "  "])
def test_a_malfunction_is_described(fault):
    with pytest.raises(
        ShufflerError, match=r"^a malfunction without a description cannot be reported: say what was seen"
    ):
        Malfunction(fault)


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ({"steps_done": 2}, "2 steps cannot be done: a replacement has 7, other remedies none"),
        ({"remedy": "replacement", "steps_done": 7}, "a replacement is over after step 7 and not before, not after 7"),
        ({"remedy": "replacement", "is_over": True}, "a replacement is over after step 7 and not before, not after 0"),
    ],
)
def test_a_record_that_the_procedure_could_not_have_led_to_is_refused(jam, entries, sentence):
    with pytest.raises(ShufflerError, match=f"^{sentence}$"):
        Malfunction.from_json(jam.as_json() | entries)
