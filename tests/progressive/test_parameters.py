"""The parameters of a meter: what is refused, what is stored, and what is said not to be as approved."""

import json
from fractions import Fraction

import pytest

from pitboss.paytables import load_catalogue
from pitboss.progressive import MeterParameters, ParametersError, SeveralWins, usual_parameters


@pytest.mark.parametrize(
    ("designator", "added", "seed"),
    [
        ("FSLPP-01", 21_000, 500_000),
        ("FSLPP-03", 30_331, 1_000_000),
        ("TCPP-1", 14_000, 100_000),
        ("TCPP-2", 20_000, 100_000),
    ],
)
def test_the_paytable_gives_rate_and_seed(designator, added, seed):
    parameters = usual_parameters(designator)
    assert (parameters.contribution_millicents, parameters.seed_cents) == (added, seed)
    five = usual_parameters(designator, denomination_cents=500)
    assert (five.contribution_millicents, five.seed_cents) == (5 * added, 5 * seed)
    assert parameters.not_as_approved == five.not_as_approved == ()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (
            {"rate": Fraction(1, 3)},
            "1/3 of $1 is 33,333.3333 thousandths of a cent, and must be a whole number of them",
        ),
        ({"reserve_rate": Fraction(1, 7)}, "1/7 of $1 is 14,285.7143 thousandths"),
        ({"rate": Fraction(0)}, "the meter must get something"),
        ({"rate": Fraction(9, 10), "reserve_rate": Fraction(2, 10)}, "90% to the meter and 20% to the reserve"),
        ({"rate": 0.14}, "rate must be an exact fraction, not 0.14"),
        ({"seed_cents": -1}, "seed_cents is -1"),
        ({"seed_cents": "100"}, "seed_cents must be a whole number, not '100'"),
        ({"maximum_cents": 99_999}, "the seed of $1,000 is above the maximum of $999.99"),
        ({"maximum_cents": True}, "maximum_cents must be a whole number, not True"),
        ({"denomination_cents": 0}, "it must be more than nothing"),
        ({"jackpot_lock": 1}, "jackpot_lock must be true or false, not 1"),
        ({"several_wins": "left-to-right"}, "one of right-to-left, full-meter-each"),
        ({"executive_above_cents": 100}, "a supervisor from $500 and an executive above $1"),
        ({"colour": "red"}, "cannot be read"),
    ],
)
def test_what_makes_no_sense_is_refused(settings, words):
    with pytest.raises(ParametersError) as refused:
        usual_parameters("TCPP-1", **settings)
    assert words in str(refused.value)


def test_a_denomination_whose_pays_fall_between_cents_is_refused(tmp_path):
    text = 'format = 1\ndesignator = "ODD-1"\ngame = "three-card-poker"\ntitle = "Odd"\nsource = "ours"\n'
    text += '[wagers.progressive]\nname = "Odd"\nseed = "$100"\ncontribution = "10%"\n[wagers.progressive.pays]\n'
    text += 'akq-of-spades = "100% of meter"\nakq-of-another-suit = "5 for 2"\nstraight-flush = "2 for 1"\n'
    text += 'three-of-a-kind = "2 for 1"\n'
    (tmp_path / "odd.toml").write_text(text)
    with pytest.raises(ParametersError, match="would be 62.5 cents; choose a denomination that gives whole cents"):
        usual_parameters("ODD-1", denomination_cents=25, catalogue=load_catalogue(tmp_path))


def test_a_paytable_without_a_meter_is_refused():
    with pytest.raises(ParametersError, match="TCP-01 is not the paytable of a progressive"):
        usual_parameters("TCP-01")
    with pytest.raises(ParametersError, match="DDP-1 is not the paytable of a progressive"):
        MeterParameters(paytable=load_catalogue()["DDP-1"], rate=Fraction(1, 10), seed_cents=100)


def test_every_setting_is_stored_and_read_again():
    parameters = usual_parameters(
        "FSLPP-03",
        denomination_cents=200,
        maximum_cents=9_000_000,
        reserve_rate=Fraction(1, 50),
        several_wins=SeveralWins.FULL_METER_EACH,
        envy_needs_wager=True,
        folded_hands_play=True,
        supervisor_from_cents=1,
        executive_above_cents=2,
        surveillance_above_cents=3,
    )
    stored = json.loads(json.dumps(parameters.as_json()))
    assert MeterParameters.from_json(stored) == parameters
    assert stored["rate"] == "30331/100000"


@pytest.mark.parametrize(
    "wrong",
    [
        {"format": 2},
        {"rate": "a third"},
        {"rate": "1/0"},
        {"rate": 1},
        {"several_wins": "both"},
        {"extra": 1},
        {"seed_cents": "7"},
    ],
)
def test_stored_parameters_that_are_wrong_are_refused(wrong):
    with pytest.raises(ParametersError):
        MeterParameters.from_json(usual_parameters("TCPP-1").as_json() | wrong)
    with pytest.raises(ParametersError, match="'rate' is missing"):
        MeterParameters.from_json(
            {name: value for name, value in usual_parameters("TCPP-1").as_json().items() if name != "rate"}
        )


def test_what_the_approvals_do_not_contain_is_said():
    assert usual_parameters("FSLPP-01", seed_cents=1000).not_as_approved == (
        "the seed is $10, and FSLPP-01 prints $5,000 for this wager",
    )
    assert usual_parameters("TCPP-1").not_as_approved == ()
