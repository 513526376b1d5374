"""Rounds at the terminal: a shuffler that stops, and what proves the cards afterwards."""

import json

import pytest


@pytest.fixture
def seated(playing):
    """ann at seat 2 of table T1."""
    tell(
        playing,
        ("4", "table seat take T1 2 ann", "ann takes seat 2"),
        ("4", "table buy-in-from-wallet T1 2 $50", "buy-in of $50 at seat 2"),
    )
    return playing


def tell(folder, *lines):
    """Each line is a badge, a command, and a part of what the terminal says; with ``no:`` before it, of a refusal."""
    for badge, line, said in lines:
        answer = folder.line(badge, line)
        assert (answer.status == 2) == said.startswith("no: "), (line, answer.err)
        assert said.removeprefix("no: ") in " ".join((answer.err if answer.status else answer.out).split()), line


def test_a_shuffler_stops_and_the_guide_helps(seated):
    tell(
        seated,
        ("4", "table round start T1", "round 1 begins"),
        ("4", "table round place-wager T1 2 ante $5", "seat 2 puts $5 on ante"),
        ("4", "table round no-more-bets T1", "No more bets"),
        ("4", "table report-malfunction T1 --fault 'cards are stuck'", "the shuffler is stopped: cards are stuck;"),
        ("4", "table deal-cards T1", "no: the shuffler of table T1 is stopped (cards are stuck)"),
        (None, "table show T1", "THE SHUFFLER IS STOPPED: cards are stuck; the guide on it comes first"),
        ("4", "table follow-guide T1 --helped", "no: follow-guide is not for dealer 4"),
        ("3", "table shuffler replace T1 1", "no: a shuffler is replaced only when it keeps failing"),
        ("3", "table follow-guide T1 --helped", "the shuffler is running: the guide has helped"),
        ("4", "table deal-cards T1", "seat 2 gets ?? ?? ??"),
    )


def test_a_shuffler_stops_and_the_backup_comes(seated):
    tell(
        seated,
        ("4", "table round start T1", "round 1 begins"),
        ("4", "table round place-wager T1 2 ante $5", "seat 2 puts $5 on ante"),
        ("4", "table report-malfunction T1 --fault 'no card comes'", "a supervisor is called"),
        ("3", "table follow-guide T1 --failed", "the guide does not help"),
        *(
            ("3", f"table shuffler replace T1 {step}", f"step {step} of the replacement is done")
            for step in range(1, 7)
        ),
        ("3", "table shuffler replace T1 7", "the round is void: shuffler malfunction, no card comes"),
    )


def test_a_shuffler_stops_and_a_local_procedure_is_followed(seated):
    local = "table follow-local-procedure T1 --approval 'letter of 3 May' --done 'shuffled by hand'"
    tell(
        seated,
        ("4", "table round start T1", "round 1 begins"),
        ("4", "table round place-wager T1 2 ante $5", "seat 2 puts $5 on ante"),
        ("4", "table report-malfunction T1 --fault 'no card comes'", "a supervisor is called"),
        ("4", f"{local} --void", "no: follow-local-procedure is not for dealer 4"),
        ("3", f"{local} --void", "shuffled by hand, by the local procedure of letter of 3 May"),
    )
    assert "ann       $50" in seated.line(None, "table show T1").out, "the wager went back"


def test_the_cards_of_a_round_are_saved_and_proven(seated):
    tell(
        seated,
        ("4", "table round start T1", "round 1 begins"),
        ("4", "table round place-wager T1 2 ante $5", "seat 2 puts $5 on ante"),
        ("4", "table round no-more-bets T1", "No more bets"),
        ("4", "table deal-cards T1", "seat 2 gets ?? ?? ??"),
        ("4", "table deal-cards T1", "the dealer gets ?? ?? ??"),
        ("8", "table openings T1 1", "You saw no card in this round, so there is nothing to save."),
        ("4", "table round fold T1 2", "at seat 2: ante $5 loses: folded"),
        ("4", "table round reveal-dealer T1", "the dealer shows"),
        ("4", "table openings T1 1", "3 cards saved; check them with: pitboss fair T1-round-1.json"),
        (None, "fair T1-round-1.json", "Proven: 3 of the 52 positions"),
        ("8", "table openings T1 1", "6 cards saved; check them with: pitboss fair T1-round-1.json"),
        (None, "fair T1-round-1.json", "Proven: 6 of the 52 positions"),
        ("8", "table openings T1 2", "no: there is no round 2 at table T1"),
    )
    (record,) = json.loads(seated.line("6", "table openings T1 1 --json").out)
    assert record == json.loads((seated.path / "T1-round-1.json").read_text())
