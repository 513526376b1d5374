"""What is posted at a table, and whether it runs as approved."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from msgspec import to_builtins

from pitboss.games.double_draw.rules import DoubleDrawRules
from pitboss.games.fortune_san_lo import FortuneSanLoRules
from pitboss.games.power_blackjack.rules import PowerBlackjackRules
from pitboss.games.table import Limit
from pitboss.games.three_card_poker import ThreeCardPokerRules
from pitboss.house.jackpots.meters import StoredMeter
from pitboss.house.posted.placard import aggregate_limit_cents, placard
from pitboss.house.tables.approval import _approvals, departures, standing
from pitboss.house.tables.conditions import Register, letter_of
from pitboss.house.tables.conditions import Standing as Met
from pitboss.house.tables.equipment import Component
from pitboss.house.tables.settings import ControllerKind, TableSettings
from pitboss.paytables import Game, Pay, load_catalogue, wager_label
from pitboss.printing import to_pdf
from pitboss.progressive import Meter, SeveralWins, usual_parameters
from support.printed import printed

AQUARIUS, NEXUS = ControllerKind.AQUARIUS, ControllerKind.NEXUS
IDEAL = ("i-Deal v3.8.024", "i-Verify v1.0.0.17")
SYSTEM = {
    AQUARIUS: ("Game Manager v6.6 Build 520", "Aquarius Controller v6.5.6SP", "Coin Spot v6.0", "ViPS v1.2.0"),
    NEXUS: ("Nexus Command Game Manager v1.3.0", "Nexus Command Table Controller v2.0.0", "ViPS"),
}
RULES = {
    Game.THREE_CARD_POKER: ThreeCardPokerRules,
    Game.FORTUNE_SAN_LO: FortuneSanLoRules,
    Game.DOUBLE_DRAW: DoubleDrawRules,
    Game.POWER_BLACKJACK: PowerBlackjackRules,
}


def table(game, controller=AQUARIUS, equipment=None, **rules):
    made = RULES[game](**rules)
    meter_id = "M1" if "progressive" in made.offered() else None
    return TableSettings(
        rules=made,
        controller=controller,
        meter_id=meter_id,
        equipment=(*IDEAL, *SYSTEM[controller]) if equipment is None else equipment,
    )


def meter_of(settings, **parameters):
    if not settings.has_progressive:
        return None
    return usual_parameters(settings.rules.progressive.designator, **parameters)


def met(settings, kind="commercial"):
    """A register in which everything is met."""
    letter = letter_of(settings.game)
    return Register(settings.game, kind, {each.slug: Met("met") for each in letter.conditions_for(kind)})


def told(settings, **parameters):
    meter = meter_of(settings, **parameters)
    return [(found.setting, found.value) for found in departures(settings, meter, met(settings))]


# ---- as approved


@pytest.mark.parametrize("game", list(Game))
def test_the_usual_table_with_the_named_equipment_runs_as_approved(game):
    found = standing(table(game), meter_of(table(game)), met(table(game)))
    assert found.departures == ()
    assert found.sentence.startswith("as approved (")


def test_three_card_poker_runs_on_nexus_too():
    assert told(table(Game.THREE_CARD_POKER, NEXUS)) == []


@pytest.mark.parametrize(
    ("game", "rules", "departs"),
    [
        (Game.THREE_CARD_POKER, {"ante_is_mandatory": True, "lay_and_pay": False, "seats": 5}, []),
        (Game.THREE_CARD_POKER, {"six_card_bonus": None, "progressive": None}, []),
        (Game.THREE_CARD_POKER, {"folded_hands_qualify": True}, []),
        (Game.FORTUNE_SAN_LO, {"hat_trick": False}, [("hat_trick", "false")]),
        (Game.FORTUNE_SAN_LO, {"fortune_bonus": None}, [("fortune_bonus", "not offered")]),
        (Game.FORTUNE_SAN_LO, {"positions": (7, 6, 5, 4, 3, 2, 1)}, []),
        (Game.POWER_BLACKJACK, {"decks": 8, "resplit_aces": True}, []),
        (Game.POWER_BLACKJACK, {"decks": 2}, []),
        (Game.POWER_BLACKJACK, {"decks": 1, "surrender": True}, [("surrender", "true"), ("decks", "1")]),
        (Game.POWER_BLACKJACK, {"dealer_hits_soft_17": False}, [("dealer_hits_soft_17", "false")]),
        (Game.POWER_BLACKJACK, {"blackjack_pays": Pay.parse("6 to 5")}, [("blackjack_pays", "6 to 5")]),
        (Game.POWER_BLACKJACK, {"power_split": False, "push_22": None}, [("power_split", "false"), ("push_22", "not offered")]),
    ],
)  # fmt: skip
def test_what_the_approval_fixes_and_what_it_leaves_open(game, rules, departs):
    assert told(table(game, **rules)) == departs


@pytest.mark.parametrize(
    ("game", "wager", "dollars", "departs"),
    [
        (Game.THREE_CARD_POKER, "ante", 400, []),
        (Game.THREE_CARD_POKER, "pair-plus", 405, [("limits: pair-plus", "$405")]),
        (Game.DOUBLE_DRAW, "ante", 500, [("limits: ante", "$500")]),
        (Game.POWER_BLACKJACK, "bet", 1000, [("limits: bet", "$1,000")]),
    ],
)
def test_a_room_for_practice_may_have_higher_limits_than_the_approval(game, wager, dollars, departs):
    assert told(table(game, limits={wager: Limit(500, dollars * 100, 500)})) == departs


def test_the_limit_of_a_spot_that_is_not_offered_does_not_matter():
    limits = {"six-card-bonus": Limit(500, 50_000, 500)}
    assert told(table(Game.THREE_CARD_POKER, six_card_bonus=None, limits=limits)) == []


def test_every_departure_names_its_rule():
    settings = table(Game.FORTUNE_SAN_LO, hat_trick=False)
    (found,) = departures(settings, meter_of(settings), met(settings))
    assert found.sentence == (
        "hat_trick is false; the approval: Rules and Dealing Procedures 2: players may make the Hat Trick bet"
    )


def test_san_lo_on_nexus_is_not_as_approved():
    assert told(table(Game.FORTUNE_SAN_LO, NEXUS)) == [("controller", "nexus")]


def test_folded_hands_never_qualify_on_nexus():
    assert told(table(Game.THREE_CARD_POKER, NEXUS, folded_hands_qualify=True)) == [("folded_hands_qualify", "true")]


@pytest.mark.parametrize(
    ("parameters", "departs"),
    [
        ({"seed_cents": 200_000}, ("meter M1", "set otherwise")),
        ({"envy_needs_wager": True}, ("meter M1: envy_needs_wager", "true")),
        ({"several_wins": SeveralWins.FULL_METER_EACH}, ("meter M1: several_wins", "full-meter-each")),
        ({"jackpot_lock": True}, ("meter M1: jackpot_lock", "true")),
        ({"supervisor_from_cents": 50_100}, ("meter M1: supervisor_from_cents", "$501")),
    ],
)
def test_what_departs_on_the_meter(parameters, departs):
    assert told(table(Game.THREE_CARD_POKER), **parameters) == [departs]


def test_on_nexus_an_executive_confirms_what_is_above_the_reading_of_the_approval():
    settings = table(Game.THREE_CARD_POKER, NEXUS)
    assert told(settings, executive_above_cents=500_000, supervisor_from_cents=50_000) == []
    assert told(settings, executive_above_cents=600_000) == [("meter M1: executive_above_cents", "$6,000")]
    assert told(table(Game.THREE_CARD_POKER), executive_above_cents=600_000) == [], "Aquarius has one key for both"


def test_a_paytable_of_the_house_is_not_in_the_approval():
    own = replace(load_catalogue()["TCP-01"], designator="HOUSE-1")
    assert told(table(Game.THREE_CARD_POKER, paytable=own)) == [("paytable", "HOUSE-1")]


def test_a_paytable_with_other_pays_under_a_known_name():
    printed, other = load_catalogue()["TCP-01"], load_catalogue()["TCP-12"]
    assert told(table(Game.THREE_CARD_POKER, paytable=replace(printed, wagers=other.wagers))) == [
        ("paytable", "TCP-01 with other pays")
    ]


def test_every_paytable_that_the_approvals_name_is_shipped():
    named = {each for game in _approvals().games.values() for listed in game.paytables.values() for each in listed}
    shipped = {paytable.designator for paytable in load_catalogue() if "pays" not in paytable.operator_supplied}
    assert named == shipped


def test_what_the_operator_supplies_is_named_apart():
    supplied = {game: standing(table(game), None, met(table(game))).supplied for game in Game}
    assert supplied[Game.FORTUNE_SAN_LO] == ("contribution of FSLPP-01", "the house way")
    assert supplied[Game.POWER_BLACKJACK] == ("pays of PUSH22-11", "the rules of standard blackjack")
    assert supplied[Game.DOUBLE_DRAW] == ()


@pytest.mark.parametrize(
    ("instead_of", "with_this", "wrong"),
    [
        ("Game Manager v6.6 Build 520", "Game Manager v6.6 Build 519", "Game Manager v6.6 Build 519, below v6.6 Build 520"),
        ("Game Manager v6.6 Build 520", "Game Manager v7", None),
        ("Aquarius Controller v6.5.6SP", "Aquarius Controller v6.5.7SP", "Aquarius Controller v6.5.7SP, and not v6.5.6SP"),
        ("Aquarius Controller v6.5.6SP", "Aquarius Controller v6.5.6", "Aquarius Controller v6.5.6, and not v6.5.6SP"),
        ("Coin Spot v6.0", "Coin Spot v6", None),
        ("Coin Spot v6.0", "Coin Spot", "Coin Spot without its version"),
        ("ViPS v1.2.0", "CHAM2+ v1.66P$", None),
        ("ViPS v1.2.0", "ViPS display v1.2.0", None),
        ("ViPS v1.2.0", "ViPS display v1.1", "ViPS display v1.1, below v1.2.0"),
        ("ViPS v1.2.0", "Glow v9", "not registered: CHAM2+ v1.66P$, or ViPS v1.2.0 or higher"),
        ("i-Deal v3.8.024", "i-Deal Plus NXP v1.011.4", None),
        ("i-Deal v3.8.024", "i-Deal v3.8.23", "i-Deal v3.8.23, below v3.8.024"),
        ("i-Verify v1.0.0.17", "i-Verify Display v1.0.0.17", None),
        ("i-Verify v1.0.0.17", "i-Verify v1.0.0.9", "i-Verify v1.0.0.9, below v1.0.0.17"),
    ],
)  # fmt: skip
def test_the_equipment_register(instead_of, with_this, wrong):
    registered = (*IDEAL, *SYSTEM[AQUARIUS])
    assert instead_of in registered
    changed = tuple(with_this if each == instead_of else each for each in registered)
    assert told(table(Game.FORTUNE_SAN_LO, equipment=changed)) == ([] if wrong is None else [("equipment", wrong)])


@pytest.mark.parametrize(
    ("registered", "departs"),
    [
        (("i-Deal®", "Nexus Command Game Manager v1.3.0", "Nexus Command Table Controller Software v2.0.0", "ViPS display"), []),
        (("ACE®", "NEXUS COMMAND GAME MANAGER v1.4", "nexus command table controller v2.0.0", "ViPS v1.2.0"), []),
        (
            ("i-Deal shuffler", "Nexus Command Game Manager v1.3.0", "Nexus Command Table Controller Software v1.9.9", "ViPS"),
            ["Nexus Command Table Controller Software v1.9.9, below v2.0.0"],
        ),
        (
            ("i-Deal", "Nexus Command Game Manager v1.3.0", "Nexus Command Table v2.0.0", "i-Verify Display"),
            ["not registered: Nexus Command Table Controller Software v2.0.0", "not registered: ViPS display"],
        ),
    ],
)  # fmt: skip
def test_equipment_is_named_as_the_letter_prints_it_or_in_short(registered, departs):
    assert [wrong for _, wrong in told(table(Game.THREE_CARD_POKER, NEXUS, equipment=registered))] == departs


def test_an_empty_register_departs_by_every_component():
    assert len(told(table(Game.FORTUNE_SAN_LO, equipment=()))) == 6
    assert told(table(Game.POWER_BLACKJACK, equipment=())) == []


@pytest.mark.parametrize("text", ["", " ", "v", "1.2", "x" * 500, "A  B   v1 . 2", "№ 7"])
def test_any_entry_of_the_register_can_be_read(text):
    assert isinstance(Component.read(text).numbers, tuple)


# ---- the placard


def posted(game, **rules):
    settings = table(game, **rules)
    parameters = meter_of(settings)
    meter = parameters and StoredMeter("M1", 1, parameters, Meter.start(parameters).meter)
    return placard("Lucky <Ace>", "T1", settings, meter)


@pytest.mark.parametrize("game", list(Game))
def test_a_placard_has_all_that_must_be_posted(game):
    made = posted(game)
    page = made.as_html()
    assert "Lucky &lt;Ace&gt;" in page
    rules = RULES[game]()
    for paytable in (value for value in vars(rules).values() if getattr(value, "designator", None)):
        assert paytable.designator in page
        for part in paytable.wagers:
            assert all(str(row.pay) in page for row in part.rows)
    assert [line.wager for line in made.limits] == [wager_label(game, wager) for wager in rules.offered()]
    assert "If you disagree" in page
    assert (made.jackpot is not None) == ("progressive" in rules.offered())
    assert to_builtins(made)["aggregate_cents"] == made.aggregate_cents
    assert to_pdf(page).startswith(b"%PDF-")


@pytest.mark.parametrize("game", list(Game))
def test_no_table_of_a_placard_is_torn_over_two_pages(game):
    made = posted(game)
    pages = [" ".join(page) for page in printed(made.as_html())]
    for table in made.odds:
        whole = ".*".join(map(re.escape, (table.title, *(hand for hand, _, _ in table.rows))))
        assert any(re.search(whole, page) for page in pages), table.title


def test_a_placard_says_who_gets_envy_and_what_the_joker_is():
    page = posted(Game.FORTUNE_SAN_LO).as_html()
    assert "Envy goes to the other progressive wagers at the table" in page
    assert "The joker is an ace, or completes a straight, flush, straight flush or royal flush." in page
    assert "Envy" not in posted(Game.DOUBLE_DRAW).as_html()


def test_a_placard_does_not_say_that_payouts_are_limited():
    page = posted(Game.POWER_BLACKJACK).as_html()
    assert "Most that is paid" not in page
    amount = '<b><span class="whole">$3,300</span></b>'
    assert f"A limit on all payouts of one round together is never below {amount}; jackpots come on top." in page


def test_a_placard_of_three_card_poker():
    made = posted(Game.THREE_CARD_POKER)
    assert [(table.title, table.designator) for table in made.odds] == [
        ("Bets", ""),
        ("Ante Bonus", "TCP-01"),
        ("Pair Plus", "TCP-01"),
        ("6 Card Bonus", "TCP-6B1"),
        ("Progressive", "TCPP-1"),
    ]
    assert made.odds[-1].rows[0] == ("A-K-Q of spades", "100% of meter", 10_000)
    assert (made.jackpot.shown_cents, made.jackpot.contribution) == (100_000, "14%")
    assert "The dealer plays with queen high or better." in made.dealer


def test_envy_is_posted_for_the_denomination_of_the_meter():
    rules = ThreeCardPokerRules(limits={"progressive": Limit(500, 500, 500)})
    parameters = usual_parameters("TCPP-1", denomination_cents=500)
    meter = StoredMeter("M1", 1, parameters, Meter.start(parameters).meter)
    assert placard("Lucky Ace", "T1", TableSettings(rules=rules, meter_id="M1"), meter).odds[-1].rows[0][2] == 50_000


@pytest.mark.parametrize(
    ("rules", "dollars"),
    [
        (PowerBlackjackRules(push_22=None), 300 * Fraction(3, 2)),
        (PowerBlackjackRules(), 300 * 11),
        (ThreeCardPokerRules(six_card_bonus=None, progressive=None), 300 * 40),
        (ThreeCardPokerRules(), 300 * 50),
        (DoubleDrawRules(limits={wager: Limit(500, 40_000, 500) for wager in ("ante", "bonus")}), 400 * 50),
    ],
)
def test_the_aggregate_limit_is_the_maximum_times_the_odds_counted_to_50(rules, dollars):
    assert aggregate_limit_cents(rules) == dollars * 100


def test_the_placard_shows_by_its_hash_that_settings_changed():
    assert posted(Game.POWER_BLACKJACK).settings_hash != posted(Game.POWER_BLACKJACK, decks=8).settings_hash
