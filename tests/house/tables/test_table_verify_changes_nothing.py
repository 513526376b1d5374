"""Verifying a command changes nothing in the rare states: pending jackpots, wins on camera, a stopped shuffler."""

from collections import Counter

import pytest

from pitboss.house.actor import Actor, Role
from pitboss.house.tables.commands import (
    AuthorizeJackpot,
    CheckJackpot,
    FollowGuide,
    ReplaceShuffler,
    ReportMalfunction,
    VerifyJackpot,
)
from pitboss.house.tables.settings import CardKind
from support.floor import ACCOUNTING, DEALER_7, EXECUTIVE, HOUSE, SUPERVISOR, SURVEILLANCE
from support.purity import verify_every_command

SENDERS = [Actor("ann", Role.PLAYER), DEALER_7, SUPERVISOR, EXECUTIVE, ACCOUNTING, SURVEILLANCE, HOUSE]
BETS = {"ante": 500, "progressive": 100}
HANDS, WEAK = {2: "As Ks Qs", 5: "9c 7d 2h"}, "Jh 8c 3c"


@pytest.fixture
def verified(floor):
    """Verifies every command at a table as it stands; by name, how many were allowed."""

    def verify(table_id="T1"):
        allowed = Counter()
        floor.room.query_with_connection(
            table_id, lambda at, _, connection: verify_every_command(at, floor.room, connection, SENDERS, allowed)
        )
        return {kind.slug(): number for kind, number in allowed.items()}

    floor.meter("M1", "TCPP-1", jackpot_lock=True)
    floor.table("T1", meter="M1")
    for seat, name in ((2, "ann"), (5, "bob")):
        floor.player(name, 500)
        floor.sit("T1", seat, name)
    return verify


def test_from_the_bets_to_the_envy(floor, verified):
    for _ in floor.steps("T1", wagers=dict.fromkeys(HANDS, BETS), hands=HANDS, dealer=WEAK):
        verified()
    assert verified()["verify-jackpot"]
    floor.at("T1", VerifyJackpot(2), SUPERVISOR)
    assert "verify-jackpot" not in verified()
    floor.at("T1", CheckJackpot(2, "hand wager payout player"), SURVEILLANCE)
    assert verified()["authorize-jackpot"]
    floor.at("T1", AuthorizeJackpot(2, "licence", "form"), EXECUTIVE)
    assert verified()["start-round"]


def test_while_the_shuffler_is_stopped(floor, verified):
    for _ in floor.steps("T1", {2: BETS, 5: BETS}, HANDS, WEAK, until="decision"):
        pass
    floor.at("T1", ReportMalfunction("cards are stuck"), SUPERVISOR)
    assert {"follow-guide", "follow-local-procedure"} <= set(verified())
    floor.at("T1", FollowGuide(helped=False), SUPERVISOR)
    assert {"replace-shuffler", "follow-local-procedure"} <= set(verified())
    floor.at("T1", ReplaceShuffler(1), SUPERVISOR)
    assert not {"follow-guide", "follow-local-procedure"} & set(verified())


def test_with_live_cards_from_a_wager_to_a_booked_win(floor, verified):
    floor.table("P", meter="M1", cards=CardKind.LIVE)
    verified("P")
    floor.key_in_a_jackpot("P")
    assert verified("P")["press"]
