"""The practice table deals every game with the equipment that it is approved for."""

import io
import json

import pytest
from rich.console import Console

from pitboss.cards import DECK_52
from pitboss.cli.drill import FaultDrill
from pitboss.cli.play import Evening
from pitboss.cli.practice import PracticeTable
from pitboss.games.audience import PUBLIC, player
from pitboss.games.command import Void
from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.games.rounds import ROUNDS
from pitboss.paytables import Game
from pitboss.shuffler import SeenCards, Shoe, ShufflerState
from pitboss.sources import SeededEntropy

SHUFFLED = [Game.THREE_CARD_POKER, Game.FORTUNE_SAN_LO, Game.DOUBLE_DRAW]
ONE_DECK = PowerBlackjackRules(decks=1, cut_card_percent=90)


def table_of(game, seats=3, rules=None, seed="practice"):
    return PracticeTable(game, SeededEntropy(seed), {seat: f"player {seat}" for seat in range(1, seats + 1)}, rules)


def bets_closed(table):
    round = table.new_round()
    list(table.bet_for_company(round, None))
    list(table.close_bets(round))
    return round


def played(table):
    round = bets_closed(table)
    while not round.is_over:
        round.do(table.next_command(round, table.company()))
    return round


@pytest.mark.parametrize("game", SHUFFLED)
def test_the_shuffler_is_set_to_the_game_and_a_deck_sealed_for_every_round(game):
    table = table_of(game)
    assert table.source.machine.setting == ROUNDS[game].shuffler
    decks = []
    for _ in range(3):
        played(table)
        decks.append(table.source.machine.deck)
        assert table.source.seals == [decks[-1].seal]
    assert len({deck.seal for deck in decks}) == 3
    assert [deck.retired for deck in decks] == [True, True, False]


def test_the_first_packet_goes_where_the_sealed_start_position_says():
    table = table_of(Game.FORTUNE_SAN_LO)
    starts = []
    for _ in range(5):
        round = played(table)
        (seen,) = table.source.seen_by(player(1), round)
        seen.verify()
        starts.append(round.start)
        assert round.start == seen.start.number
    assert len(set(starts)) > 1


def test_the_stub_is_dispensed_by_the_green_button():
    table = table_of(Game.DOUBLE_DRAW)
    round = bets_closed(table)
    while round.awaiting.kind == "cards":
        assert table.source.machine.state is ShufflerState.DISPENSING
        round.do(table.next_command(round, table.company()))
    round.do(table.next_command(round, table.company()))
    assert table.source.machine.state is ShufflerState.EMPTY


def test_a_round_asked_for_again_before_the_deal_keeps_its_sealed_deck():
    table = table_of(Game.THREE_CARD_POKER)
    table.new_round()
    sealed = table.source.seals[0]
    table.new_round()
    assert table.source.seals == [sealed]


def test_wagers_lit_by_a_void_round_wait_until_the_next_is_played():
    table = table_of(Game.THREE_CARD_POKER, seats=2)
    round = bets_closed(table)
    round.do(Void("shuffler malfunction"))
    assert table.new_round().lit == table.new_round().lit == {1: 100, 2: 100}
    assert played(table).phase == "over"
    assert table.new_round().lit == {}


def test_blackjack_is_dealt_from_the_shoe_that_the_rules_ask_for():
    table = table_of(Game.POWER_BLACKJACK)
    assert isinstance(table.source.machine, Shoe)
    assert (table.source.machine.whole.size, table.source.machine.cut_percent) == (312, 75)
    seals = set()
    for _ in range(12):
        played(table)
        seals |= set(table.source.seals)
    assert len(seals) == 1


def test_a_shoe_that_runs_out_is_refilled_and_the_round_played_to_its_end():
    table = table_of(Game.POWER_BLACKJACK, seats=7, rules=ONE_DECK)
    refills = 0
    for _ in range(40):
        round = played(table)
        refills += len(table.source.seals) - 1
        records = table.source.seen_by(player(1), round)
        for seen in records:
            seen.verify()
        assert len(table.source.seals) - len(records) in (
            0,
            1,
        )  # of the last seal, the one card may be an unseen hole card
        DECK_52.check(
            [card for event in round.events if event.as_json()["event"] == "cards-dealt" for card in event.cards]
        )
    assert refills > 3


def test_what_nobody_has_seen_is_not_saved():
    table = table_of(Game.DOUBLE_DRAW, seats=1)
    round = bets_closed(table)
    round.do(table.next_command(round, table.company()))
    assert table.source.seen_by(PUBLIC, round) == []
    assert len(table.source.seen_by(player(1), round)[0].openings) == 5


def test_the_root_of_a_refill_is_shown_and_its_cards_are_saved_apart(monkeypatch, tmp_path):
    """The player at the last seat stands on everything, and saves the cards of every round."""
    monkeypatch.chdir(tmp_path)
    saved = []

    def typed(prompt):
        if "s to save" in prompt:
            saved.append(len(saved) % 2 == 0)
            return "s" if saved[-1] else ""
        return "no insurance" if "insurance" in prompt else "stand" if "decision" in prompt else ""

    screen = Console(file=io.StringIO(), width=200)
    monkeypatch.setattr(screen, "input", typed)
    table = table_of(Game.POWER_BLACKJACK, seats=7, rules=ONE_DECK)
    evening = Evening(screen, table, seat=7)
    for _ in range(40):
        evening._one_round()
    lines = screen.file.getvalue().splitlines()
    told = next(number for number, line in enumerate(lines) if "the shoe is empty: its " in line)
    assert lines[told + 1].startswith("The refill of the 52-card deck was sealed before the deal. Root ")
    root = lines[told + 1].split()[-1]
    files = sorted(tmp_path.glob("pitboss-round-*-2.json"))
    assert root in {SeenCards.from_json(json.loads(file.read_text())).seal.root.hex() for file in files}


def test_a_shuffler_that_failed_before_may_be_replaced_at_once(monkeypatch):
    table = table_of(Game.THREE_CARD_POKER)
    round = bets_closed(table)
    table.source.machine.report_malfunction("stuck").troubleshoot(solved=True)
    table.source.machine.resume_play()
    marks, answers = [], iter(["replace", "f g d b e a c", "v", "l"])
    screen = Console(file=io.StringIO())
    monkeypatch.setattr(screen, "input", lambda _prompt: next(answers))
    void = FaultDrill(screen, table.source.machine, table.entropy, lambda right, _lesson: marks.append(right)).run(
        round
    )
    assert marks == [True] * 4
    assert void.reason.startswith("shuffler malfunction, ")
    assert (table.source.machine.state, table.source.machine.deck.retired) == (ShufflerState.READY, True)
