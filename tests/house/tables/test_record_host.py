"""A replay asks its record: answers are found by name, and have the types that the answers of the room had."""

from types import SimpleNamespace

import pytest

from pitboss.games.reports import ProgressiveReport
from pitboss.house.errors import StorageError
from pitboss.house.storage.json_text import json_text
from pitboss.house.tables.pending_jackpot import Jackpot, PastGame, Win
from pitboss.house.tables.quotes import ClaimNow, Quote, QuotedAward, QuotedEnvy
from pitboss.house.tables.record_host import RecordHost
from pitboss.progressive import EnvyReading
from pitboss.progressive.controllers import HandButton

NOBODY = ProgressiveReport((), ())
AWARD = QuotedAward(
    seat=3,
    player="ann",
    row="straight",
    words="six-high straight",
    pay="6 for 1",
    cents=600,
    source="tray",
    percent=None,
    shown_before_cents=100_000,
    shown_after_cents=100_000,
    needs="dealer",
    needs_surveillance=False,
    needs_tax_form=True,
)
QUOTE = Quote(
    awards=[AWARD],
    envy=[QuotedEnvy(seat=5, from_seat=3, cents=2_500)],
    shares=["straight-flush"],
    folded_hands_play=False,
    together=True,
    executive_above_cents=500_000,
    surveillance_above_cents=300_000,
)
CLAIM = ClaimNow(cents=700, needs="supervisor", needs_surveillance=True, needs_tax_form=False)
WIN = Jackpot("T1-12-3", "T1", 12, 3, "ann", "M1", "straight", "straight", "6 for 1", 600, needs_tax_form=True)
GAME = PastGame(12, [2, 5], [5], [Win(2, "straight", None, "paid")], [(3, "straight")], "M1", 100, "aquarius")
BUTTONS = [HandButton("straight", "Straight", stops_table=False)]


def host_of(answers):
    """The host for a record with these answers, written as the room writes them."""
    drawn = json_text({"answers": {name: [answer] for name, answer in answers.items()}})
    stamp = SimpleNamespace(place="record 7 of table:T1")
    return RecordHost(SimpleNamespace(drawn=drawn, at="2026-11-15T20:00:00Z", stamp=stamp), box=None)


@pytest.mark.parametrize(
    ("name", "answer", "ask"),
    [
        ("quote", QUOTE, lambda host: host.quote("M1", NOBODY, EnvyReading.NEXUS)),
        ("freeze T1 round 12", QUOTE, lambda host: host.freeze("M1", NOBODY, "T1 round 12", None, EnvyReading.NEXUS)),
        ("hold T1 round 12", QUOTE, lambda host: host.hold("M1", NOBODY, "T1 round 12", None, EnvyReading.NEXUS)),
        ("pay T1-12-3", [AWARD], lambda host: host.pay("M1", NOBODY, {3: "T1-12-3"}, None, None)),
        ("claim_now T1 round 12", CLAIM, lambda host: host.claim_now("M1", "T1 round 12")),
        ("jackpot T1-12-3", WIN, lambda host: host.jackpot("T1-12-3")),
        ("past_game 12", GAME, lambda host: host.past_game(12)),
        ("hand_buttons", BUTTONS, lambda host: host.hand_buttons("M1")),
        ("seen_on_camera P7", None, lambda host: host.seen_on_camera("P7")),
    ],
)
def test_a_replay_gets_the_answer_that_the_room_gave(name, answer, ask):
    host = host_of({name: answer})
    assert ask(host) == answer
    with pytest.raises(StorageError, match=f"has no answer to '{name}'"):
        ask(host)


def test_an_answer_that_is_not_of_its_type_is_refused_with_its_place():
    host = host_of({"claim_now T1 round 12": {"cents": "much"}})
    words = "record 7 of table:T1 has an answer to 'claim_now T1 round 12' that cannot be read .*: it was recorded by"
    with pytest.raises(StorageError, match=words):
        host.claim_now("M1", "T1 round 12")
