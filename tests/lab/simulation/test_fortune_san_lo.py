"""Fortune San Lo Poker in the simulation: card for card as the readable round, and as often as the lab counts."""

from dataclasses import replace
from math import comb, sqrt
from random import Random

import numpy as np
import pytest

from pitboss.cards import CARDS, parse_cards
from pitboss.games.driver import play_out
from pitboss.games.fortune_san_lo import (
    AskHouseWay,
    FortuneSanLoRound,
    FortuneSanLoRules,
    RuleList,
    SetHand,
    TableHouseWay,
    dealing_order,
    shipped_rule_list,
)
from pitboss.games.fortune_san_lo.house_way_shares import shipped_shares
from pitboss.games.fortune_san_lo.rule_list import Rule
from pitboss.games.table import Limit, TableRulesError, shipped_paytable
from pitboss.lab.bonus.counts import counts_for
from pitboss.lab.fortune_san_lo import CountedEdges, Player
from pitboss.lab.simulation.dealing import CHUNK
from pitboss.lab.simulation.fortune_san_lo import FortuneSanLoTable
from pitboss.lab.simulation.spots import NOT_MADE, SpotError
from pitboss.lab.simulation.table import Seating, SeatingError
from pitboss.paytables import Game, Pay

BETS = {"main": 1000, "fortune-bonus": 300, "hat-trick": 200, "progressive": 100}
HIGH_FIRST = RuleList("high first", (Rule("Best high hand", order=("high", "mid", "low")),))

# The deals that win none, one, two and three matchups, of all there are: as the lab counts them.
EXACT = CountedEdges(
    {
        Player.HOUSE_WAY: (41_385_598_195_944, 87_768_950_359_596, 82_851_960_291_284, 34_501_108_549_216, 20_902_662),
        Player.RULE_LIST: (42_114_740_690_346, 88_002_926_740_690, 82_478_992_507_068, 33_910_957_457_936, 19_811_946),
    }
)


def seated(player="house-way", seats=1, rules=None, bets=None, **more):
    return Seating(rules or FortuneSanLoRules(), seats, bets or BETS, {"set": player}, **more)


def by_kernel(seating, deals, resources):
    """For each deal and seat: stake and net by wager in cents, and the row of the progressive."""
    table, cards = FortuneSanLoTable(seating, resources), np.array(deals, np.uint8).T[: 6 * seating.seats + 6]
    endings = np.full((seating.seats, len(table.spots), len(deals)), 99, np.uint8)
    rows = np.full((seating.seats, len(deals)), 99, np.uint8)
    table.play_cards(cards, None, endings, rows)
    progressive = seating.rules.progressive
    names = [None, *(row.hand.slug for row in progressive["progressive"].rows)] if progressive else [None]

    def seat(seat, deal):
        spots = zip(table.spots, endings[seat, :, deal], strict=True)
        lines = {spot.wager: (spot.stakes[e], spot.nets[e]) for spot, e in spots if spot.wager != "progressive"}
        return lines, names[rows[seat, deal]]

    return [[seat(number, deal) for number in range(seating.seats)] for deal in range(len(deals))]


def set_by_the_rule_list(round, seat):
    return SetHand(seat, shipped_rule_list().choose(round.seats[seat].cards).setting.cards)


def ask_for_the_house_way(_round, seat):
    return AskHouseWay(seat)


DECIDE = {"house-way": ask_for_the_house_way, "rule-list": set_by_the_rule_list}


def by_rules(seating, deal, start):
    """The same from the statement of the readable round. Positions that nobody has taken get cards as well."""
    seats = range(1, seating.seats + 1)
    packets = [tuple(CARDS[code] for code in deal[first : first + 6]) for first in range(0, 48, 6)]
    of = dict(zip([*seats, None, *range(seating.seats + 1, 8)], packets, strict=True))
    order = iter([of[position] for position in dealing_order(seating.rules.seat_of_number(start))])
    round = FortuneSanLoRound(seating.rules, seats={seat: f"player {seat}" for seat in seats})
    for seat in seats:
        for wager, cents in seating.bets.items():
            round.place_wager(seat, wager, cents)
    round.no_more_bets()
    decide = DECIDE[seating.habits["set"]]
    play_out(round, lambda _number: next(order), decide, lambda limit: start - 1 if limit == 7 else 0)
    assert round.start == start
    reached = {hand.seat: hand.row for hand in round.progressive_report.hands}
    lines = [line for line in round.lines if line.wager != "progressive"]
    return [
        ({line.wager: (line.stake_cents, line.net_cents) for line in lines if line.seat == seat}, reached.get(seat))
        for seat in seats
    ]


def random_deals(seed, number):
    random = Random(seed)
    return [random.sample(range(53), 48) for _ in range(number)]


def assert_alike(seating, deals, resources):
    starts = [1 + number % 7 for number in range(len(deals))]
    expected = [by_rules(seating, deal, start) for deal, start in zip(deals, starts, strict=True)]
    assert by_kernel(seating, deals, resources) == expected


# ---- card for card


@pytest.mark.parametrize("player", ["house-way", "rule-list"])
@pytest.mark.parametrize(("seats", "deals"), [(1, 300), (3, 100), (7, 30)])
def test_rounds_come_out_as_by_the_rules(player, seats, deals, resources):
    assert_alike(seated(player, seats), random_deals(f"{player} {seats}", deals), resources)


EDGES = [
    "As Ac Ad Ah Jk Ks",  # five aces
    "As Ks Qs Js Ts 2h",
    "Jk Ks Qs Js Ts 2h",
    "Ks Kc Qs Qc Js Jc",
    "2s 2c 2d 2h 3s 3c",
    "Qs Qd Qh 8c 8d 8h",
    "5s 5d 5h 5c Ks 9d",
    "7s 6s 5s 4s 3s 2s",
    "Jk 7s 6s 5s 4s 3s",
    "As 2s 3s Kd Qd Ad",
    "2s 3d 4h 5c 7s 8d",
]


def edge_deals():
    """Each of the hands against each other that can be dealt with it, the other way around too."""
    hands = [[card.code for card in parse_cards(text)] for text in EDGES]
    pairs = [own + dealer for own in hands for dealer in hands if not set(own) & set(dealer)]
    return [pair + [code for code in range(53) if code not in pair][:36] for pair in pairs]


def tied_deals():
    """The dealer has the player's cards in other suits."""
    random, deals = Random(5), []
    while len(deals) < 30:
        ranks = sorted(random.sample(range(13), 6))
        own = [4 * rank + random.randrange(4) for rank in ranks]
        dealer = [code ^ random.randrange(1, 4) for code in own]
        rest = [code for code in range(53) if code not in own + dealer]
        deals.append(own + dealer + rest[:36])
    return deals


@pytest.mark.parametrize("player", ["house-way", "rule-list"])
def test_edge_cases_come_out_as_by_the_rules(player, resources):
    deals = edge_deals()
    assert len(deals) > 40
    assert_alike(seated(player), deals + tied_deals(), resources)


def with_pays(rules):
    """Other pays than those of the approvals, on the lowest rows too."""
    bonus = shipped_paytable("FSLP-01")
    rows = tuple(
        replace(row, pay=Pay.parse(f"{2 + number} to 1")) for number, row in enumerate(bonus["fortune-bonus"].rows)
    )
    return replace(rules, fortune_bonus=replace(bonus, wagers=(replace(bonus["fortune-bonus"], rows=rows),)))


@pytest.mark.parametrize(
    "rules",
    [
        FortuneSanLoRules(house_way=shipped_rule_list()),
        FortuneSanLoRules(house_way=HIGH_FIRST, positions=(7, 6, 5, 4, 3, 2, 1)),
        FortuneSanLoRules(hat_trick=False, progressive=None),
        FortuneSanLoRules(fortune_bonus=None, settling_order=("progressive", "hat-trick", "fortune-bonus", "main")),
        with_pays(FortuneSanLoRules(limits={"main": Limit(1000, 1000, 1000)})),
    ],
    ids=["rule list", "own rules", "no Hat Trick", "no Fortune Bonus", "other pays"],
)
def test_the_settings_of_the_table_are_honoured(rules, resources):
    bets = {wager: cents for wager, cents in BETS.items() if wager in rules.offered()}
    seating = seated("house-way", 2, rules, bets)
    assert [spot.wager for spot in FortuneSanLoTable(seating, resources).spots] == list(bets)
    assert_alike(seating, random_deals(7, 60), resources)


def test_a_wager_that_nobody_makes_has_no_spot_and_rows_are_told_all_the_same(resources):
    seating = seated(bets={"main": 500})
    deals = [[card.code for card in parse_cards("As Ac Ad Ah Jk Ks 2s 3d 4h 5c 7s 8d")]]
    assert by_kernel(seating, deals, resources) == [[({"main": (500, 500)}, "five-aces")]]


def test_wagers_by_whim(resources):
    """Each of the optional wagers has a draw of its own."""
    chances = {"fortune-bonus": 0.25, "hat-trick": 0.5, "progressive": 0.75}
    table = FortuneSanLoTable(seated(chances=chances), resources)
    always, endings, rows = (np.empty((1, 4, 4), np.uint8) for _ in range(3))
    luck = np.zeros((1, 4, 4), np.uint16)
    luck[0, :3] = [[16_383, 16_384, 0, 65_535], [32_767, 32_768, 0, 65_535], [49_151, 49_152, 0, 65_535]]
    table.begin(3, 0)
    table.play(0, None, always, rows[0])
    table.play(0, luck, endings, rows[0])
    made = np.array([[True] * 4, *([[True, False, True, False]] * 3)])
    assert (endings[0] == np.where(made, always[0], NOT_MADE)).all()
    assert (always != NOT_MADE).all()
    assert (rows[0, 0] == always[0, 3]).all()


# ---- as often as the lab counts


def chances_of(player):
    """The probability of every ending, by wager."""
    readings = {"main": EXACT.main_bet(player), "hat-trick": EXACT.hat_trick(player)}
    chances = {
        wager: {outcome.slug: outcome.count / reading.total for outcome in reading.outcomes}
        for wager, reading in readings.items()
    }
    for wager in ("fortune-bonus", "progressive"):
        counts, total = counts_for(Game.FORTUNE_SAN_LO, wager)
        paid = {slug: count / total for slug, count in counts.items()}
        chances[wager] = {"nothing": 1 - sum(paid.values())} | paid
    return chances


def counted(table, seats, chunks):
    counts = np.zeros((len(table.spots), 256), np.int64)
    endings, rows = np.empty((seats, len(table.spots), CHUNK), np.uint8), np.empty((seats, CHUNK), np.uint8)
    table.begin(20, 0)
    for chunk in range(chunks):
        table.play(chunk * CHUNK, None, endings, rows)
        for spot in range(len(table.spots)):
            counts[spot] += np.bincount(endings[:, spot].reshape(-1), minlength=256)
    return counts


@pytest.mark.parametrize("player", [Player.HOUSE_WAY, Player.RULE_LIST])
def test_every_ending_comes_as_often_as_the_lab_counts(player, resources):
    table, chunks = FortuneSanLoTable(seated(player.value), resources), 200
    rounds, chances = chunks * CHUNK, chances_of(player)
    for spot, counts in zip(table.spots, counted(table, 1, chunks), strict=True):
        assert counts.sum() == counts[: len(spot.endings)].sum() == rounds
        assert {ending.slug for ending in spot.endings} == set(chances[spot.wager])
        known = np.array([chances[spot.wager][ending.slug] for ending in spot.endings])
        nets = spot.nets[: len(known)]
        mean, square = float(known @ nets), float(known @ nets**2)
        assert abs(counts[: len(known)] @ nets / rounds - mean) <= 4.5 * sqrt((square - mean**2) / rounds)
        for ending, count, chance in zip(spot.endings, counts, known, strict=False):
            assert abs(count - rounds * chance) <= 4.5 * sqrt(rounds * chance) + 3, (spot.wager, ending.slug)


def test_the_endings_bring_what_the_lab_says(resources):
    for spot in FortuneSanLoTable(seated(), resources).spots[::2]:
        reading = EXACT.main_bet(Player.HOUSE_WAY) if spot.wager == "main" else EXACT.hat_trick(Player.HOUSE_WAY)
        assert {(o.slug, o.label, o.net) for o in reading.outcomes} == {(e.slug, e.label, e.net) for e in spot.endings}
        assert reading.total == comb(53, 6) * comb(47, 6)


def test_a_round_is_the_same_whoever_else_is_dealt_with_it(resources):
    """Also where only part of the arrays is wanted, as at the end of a block."""
    table = FortuneSanLoTable(seated(seats=2), resources)
    together, alone = np.empty((2, 4, 64), np.uint8), np.full((2, 4, 5), 99, np.uint8)
    rows, row = np.empty((2, 64), np.uint8), np.full((2, 5), 99, np.uint8)
    table.begin(9, 0)
    table.play(1000, None, together, rows)
    table.play(1040, None, alone[..., :1], row[:, :1])
    assert (together[..., 40:41] == alone[..., :1]).all()
    assert (rows[:, 40:41] == row[:, :1]).all()
    assert (alone[..., 1:] == 99).all()
    assert (row[:, 1:] == 99).all()


# ---- refused


@pytest.mark.parametrize(
    ("seating", "said"),
    [
        (seated("best", rules=FortuneSanLoRules(house_way=HIGH_FIRST)), "sets by 'high first', and what is best"),
        (seated("my way"), "set 'my way': hands can be set house-way, rule-list, best"),
        (seated(["best"]), r"set \['best'\]: hands can be set"),
        (replace(seated(), habits={"fold": 1}), "no habit of Fortune San Lo Poker is called 'fold': there is only set"),
        (seated(seats=8), "8 seats at Fortune San Lo Poker: 1 to 7 can be taken"),
        (seated(seats=0), "0 seats"),
        (seated(bets={"hat-trick": 100}), "is played with a main bet"),
        (seated(bets={"main": 500, "hat-trick": 600}), r"a Hat Trick of \$6 is above the main bet of \$5"),
        (seated(rules=FortuneSanLoRules(hat_trick=False)), "'hat-trick' is not offered at this table, which has main"),
    ],
)
def test_what_cannot_be_played_is_refused(seating, said, resources):
    with pytest.raises(SeatingError, match=said):
        FortuneSanLoTable(seating, resources)


def test_an_amount_that_the_table_does_not_take_is_refused(resources):
    with pytest.raises(SpotError, match=r"\$7.50 on Main is not a multiple of \$5"):
        FortuneSanLoTable(seated(bets={"main": 750}), resources)


def test_a_house_way_that_nobody_knows_is_refused(resources):
    shares = shipped_shares()
    unknown = TableHouseWay(replace(shares, low=dict.fromkeys(shares.low, 0)), "another")
    with pytest.raises(TableRulesError, match="the house way 'another' cannot be stored"):
        FortuneSanLoTable(seated(rules=FortuneSanLoRules(house_way=unknown)), resources)
