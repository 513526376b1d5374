"""The conditions of the approval letters."""

from pitboss.games.power_blackjack.rules import PowerBlackjackRules
from pitboss.games.three_card_poker import ThreeCardPokerRules
from pitboss.house.approval import departures
from pitboss.house.tables import TableSettings
from pitboss.progressive import usual_parameters

IDEAL = (
    "i-Deal v3.8.024",
    "Game Manager v6.6 Build 520",
    "Aquarius Controller v6.5.6SP",
    "Coin Spot v6.0",
    "ViPS v1.2.0",
)


def test_surrender_and_one_deck():
    s = TableSettings(rules=PowerBlackjackRules(decks=1, surrender=True))
    assert [d.setting for d in departures(s, None)] == ["surrender", "decks"]


def test_supervisor():
    s = TableSettings(rules=ThreeCardPokerRules(), meter_id="M1", equipment=IDEAL)
    assert [d.setting for d in departures(s, usual_parameters("TCPP-1", supervisor_from_cents=400_000))] == [
        "meter M1: supervisor_from_cents"
    ]


def test_nothing_recorded_is_not_as_approved():
    s = TableSettings(rules=ThreeCardPokerRules(), meter_id="M1", equipment=IDEAL)
    assert [d.setting for d in departures(s, usual_parameters("TCPP-1"))] == [
        "condition: internal-controls",
        "condition: suppliers-licensed",
    ]
