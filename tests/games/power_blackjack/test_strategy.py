"""The simple strategy: an endless shoe says nearly what its charts say, it is always legal, it never sees the hole card."""

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import parse_card, shoe
from pitboss.games.command import Deal
from pitboss.games.driver import play_out
from pitboss.games.power_blackjack import (
    Double,
    Hit,
    KeepCard,
    NoInsurance,
    PowerBlackjackRound,
    PowerBlackjackRules,
    PowerDouble,
    PowerSplit,
    ReplaceCard,
    Split,
    Stand,
    Surrender,
    basic_strategy,
    time_out,
)
from pitboss.games.power_blackjack.charts import ChartError, chart_for, nearest_chart, shipped_charts

# ---- the second witness: expected gains per unit with an endless shoe

CHANCES = dict.fromkeys(range(1, 10), 1 / 13) | {10: 4 / 13}
UP_CARDS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 1]


def add(total, soft, points):
    if points == 1 and total + 11 <= 21:
        return total + 11, True
    if soft and total + points > 21:
        return total + points - 10, False
    return total + points, soft


def start(points):
    return (11, True) if points == 1 else (points, False)


def mean(values):
    return sum(CHANCES[points] * value for points, value in values.items())


@cache
def dealer_from(total, soft):
    if total > 17 or (total == 17 and not soft):
        return {total: 1.0}
    ends = {}
    for points, chance in CHANCES.items():
        for end, share in dealer_from(*add(total, soft, points)).items():
            ends[end] = ends.get(end, 0) + chance * share
    return ends


@cache
def dealer(up):
    """How often the dealer ends with what, having no blackjack."""
    holes = {points: chance for points, chance in CHANCES.items() if (up, points) not in ((1, 10), (10, 1))}
    ends = {}
    for points, chance in holes.items():
        for end, share in dealer_from(*add(*start(up), points)).items():
            ends[end] = ends.get(end, 0) + chance * share / sum(holes.values())
    return ends


@cache
def stand(total, up):
    if total > 21:
        return -1.0
    gain = {end: 0 if end in (22, total) else 1 if end > 21 or end < total else -1 for end in dealer(up)}
    return sum(share * gain[end] for end, share in dealer(up).items())


@cache
def hit(total, soft, up):
    return mean({points: play(*add(total, soft, points), up) for points in CHANCES})


@cache
def one_card(total, soft, up):
    return mean({points: stand(add(total, soft, points)[0], up) for points in CHANCES})


@cache
def play(total, soft, up, doubles=False):
    if total >= 21:
        return stand(total, up)
    ways = [stand(total, up), hit(total, soft, up)] + [2 * one_card(total, soft, up)] * doubles
    return max(ways)


@cache
def power_double(total, up):
    again = one_card(total, False, up)
    return 2 * mean({points: max(stand(add(total, False, points)[0], up), again) for points in CHANCES})


@cache
def half(points, up):
    """What one card of a split is worth."""
    if points == 1:
        return one_card(*start(1), up)
    return mean({second: play(*add(*start(points), second), up, doubles=True) for second in CHANCES})


CHART = nearest_chart(6, True)
NEAR = 0.012
"""By so much of a bet a choice may be worse with an endless shoe than it is with six decks."""


def falls_behind(row, worth):
    """Where a row of the chart is not the best with an endless shoe, by how much it falls behind."""
    behind = {}
    for letter, up in zip(row, UP_CARDS, strict=True):
        ways = worth(up)
        if ways[letter] < max(ways.values()):
            behind[up] = max(ways.values()) - ways[letter]
    return behind


def ways_of_total(total, soft):
    def worth(up):
        double = 2 * one_card(total, soft, up)
        return {"S": stand(total, up), "H": hit(total, soft, up), "D": double, "d": double}

    return worth


def row_of(rows, total):
    return rows[total] if total in rows else "HHHHHHHHHH" if total < min(rows) else "SSSSSSSSSS"


def test_totals_are_played_nearly_as_an_endless_shoe_says():
    hard = {total: falls_behind(row_of(CHART.hard, total), ways_of_total(total, False)) for total in range(5, 21)}
    soft = {total: falls_behind(row_of(CHART.soft, total), ways_of_total(total, True)) for total in range(13, 21)}
    assert {total: set(behind) for total, behind in hard.items() if behind} == {9: {5}}
    assert {total: set(behind) for total, behind in soft.items() if behind} == {16: {6}, 17: {5}}
    assert all(gap < NEAR for row in (*hard.values(), *soft.values()) for gap in row.values())


def test_what_is_left_of_a_double_is_the_better_of_hit_and_stand():
    for rows, soft in ((CHART.hard, False), (CHART.soft, True)):
        for total, row in rows.items():
            for letter, up in zip(row, UP_CARDS, strict=True):
                if letter in "Dd":
                    assert (letter == "D") == (hit(total, soft, up) > stand(total, up))


def test_pairs_are_split_nearly_as_an_endless_shoe_says():
    for points in range(1, 11):

        def worth(up, points=points):
            total = add(*start(points), points)
            whole = max(play(*total, up, doubles=True), power_double(10, up) if points == 5 else -1)
            return {"P": 2 * half(points, up), ".": whole}

        behind = falls_behind(CHART.pairs.get(points, "." * 10).upper(), worth)
        assert all(gap < NEAR for gap in behind.values()), (points, behind)


def test_power_splits_are_nearly_as_an_endless_shoe_says():
    for high, low in [(10, 5), (9, 6), (8, 7), (10, 6), (9, 7)]:

        def worth(up, high=high, low=low):
            return {"W": half(high, up) + half(low, up), ".": play(high + low, False, up, doubles=True)}

        behind = falls_behind(CHART.power_splits[high, low].upper(), worth)
        assert all(gap < NEAR for gap in behind.values()), (high, low, behind)


def test_power_doubles_are_as_an_endless_shoe_says():
    for total in (10, 11):
        assert CHART.power_doubles[total] == "X" * 10
        assert all(power_double(total, up) > hit(total, False, up) for up in UP_CARDS)
        worse = {up: [end for end in range(12, 22) if stand(end, up) < one_card(total, False, up)] for up in UP_CARDS}
        assert tuple(max(worse[up]) for up in UP_CARDS) == CHART.replace_up_to[total]


def test_surrenders_are_as_an_endless_shoe_says():
    for total in range(12, 21):
        row = ["R" if play(total, False, up, doubles=True) < -0.5 else "." for up in UP_CARDS]
        assert "".join(row) == CHART.surrender.get(total, "." * 10)


# ---- the charts


def test_every_table_has_the_nearest_chart():
    assert [(chart.decks, chart.dealer_hits_soft_17) for chart in shipped_charts()] == [
        (decks, hits) for decks in (6, 2, 1) for hits in (True, False)
    ]
    nearest = {decks: chart_for(PowerBlackjackRules(decks=decks)).decks for decks in range(1, 9)}
    assert nearest == {1: 1, 2: 2, 3: 2, 4: 6, 5: 6, 6: 6, 7: 6, 8: 6}
    assert not chart_for(PowerBlackjackRules(dealer_hits_soft_17=False)).dealer_hits_soft_17


@pytest.mark.parametrize("row", ["HHHHHHHHH", "HHHHHHHHHX"])
def test_a_chart_with_a_wrong_row_is_refused(row):
    from pitboss.games.power_blackjack.charts import _row

    with pytest.raises(ChartError, match=f"hard 12: '{row}' is not a row of ten letters out of H S D d"):
        _row("hard", "12", row)


# ---- at the table


@pytest.mark.parametrize(
    ("cards", "dealer", "script", "answer"),
    [
        ("Ts 5d", "9h 8c", "", PowerSplit(1)),
        ("8s 7d", "9h 8c", "", Hit(1)),
        ("8s 7d", "6h 8c", "", PowerSplit(1)),
        ("8s 8d", "9h 8c", "", Split(1)),
        ("5s 5d", "9h 8c", "", PowerDouble(1)),
        ("As 6d", "6h 8c", "", Double(1)),
        ("As 7d", "9h 8c", "", Hit(1)),
        ("Ts 8d", "9h 8c", "", Stand(1)),
        ("6s 5d", "9h 8c", "power_double@1 7h", ReplaceCard(1)),
        ("6s 5d", "9h 8c", "power_double@1 8h", KeepCard(1)),
        ("6s 5d", "7h 8c", "power_double@1 7h", KeepCard(1)),
        ("As 6d", "6h 8c", "hit@1 Ah", Stand(1)),
        ("As 6d", "Ah 8c", "", NoInsurance(1)),
    ],
)
def test_the_strategy_reads_its_chart(felt, cards, dealer, script, answer):
    table = felt({1: cards}, dealer).play(script)
    assert basic_strategy(table.round, 1) == answer


def test_the_strategy_surrenders_where_no_split_is_better(felt):
    assert basic_strategy(felt({1: "8s 7d"}, "Th 8c", surrender=True).play("peek@").round, 1) == Surrender(1)
    assert basic_strategy(felt({1: "Ts 6d"}, "Th 8c", surrender=True).play("peek@").round, 1) == PowerSplit(1)
    assert basic_strategy(felt({1: "9s 7d"}, "Th 8c", surrender=True).play("peek@").round, 1) == Surrender(1)
    assert basic_strategy(felt({1: "9s 7d"}, "Th 8c").play("peek@").round, 1) == PowerSplit(1)


def test_the_strategy_splits_aces_again_where_it_may(felt):
    table = felt({1: "As Ad"}, "9h 8c", resplit_aces=True).play("split@1 Ah")
    assert basic_strategy(table.round, 1) == Split(1)


@pytest.mark.parametrize(
    ("cards", "dealer", "script", "answer"),
    [
        ("Ts 2d", "9h 8c", "", Stand(1)),
        ("Ts 2d", "Ah 8c", "", NoInsurance(1)),
        ("6s 5d", "9h 8c", "power_double@1 2h", KeepCard(1)),
    ],
)
def test_pbj_rule_time_out_stands_keeps_and_takes_no_insurance(felt, cards, dealer, script, answer):
    assert time_out(felt({1: cards}, dealer).play(script).round, 1) == answer


def opened(rules, seed, hole=None):
    """A table of three seats after the deal, and the cards to come."""
    cards = random.Random(seed).sample(shoe(rules.decks).cards, 150)
    if hole is not None:
        cards[7] = parse_card(hole)
    round = PowerBlackjackRound(rules, seats={1: "ann", 2: "bob", 3: "cleo"})
    for seat in (1, 2, 3):
        round.place_wager(seat, "bet", 1000)
        round.place_wager(seat, "push-22", 100)
    round.no_more_bets()
    return round, iter(cards)


@settings(max_examples=50)
@given(st.integers(0, 2**32), st.booleans(), st.booleans(), st.sampled_from([basic_strategy, time_out]))
def test_both_are_always_legal(seed, switch, other_switch, decide):
    rules = PowerBlackjackRules(
        surrender=switch, resplit_aces=switch, power_split=not switch, power_double=other_switch, decks=8
    )
    round, cards = opened(rules, seed)
    play_out(round, lambda number: tuple(next(cards) for _ in range(number)), decide)
    assert round.phase == "over"


@settings(max_examples=50)
@given(st.integers(0, 2**32))
def test_neither_sees_the_hole_card(seed):
    """Two rounds that differ in the hole card only are decided alike, until it is turned."""

    def decisions(hole):
        round, cards = opened(PowerBlackjackRules(decks=8), seed, hole)
        while not round.is_over and not round.dealer_is_shown:
            if round.awaiting.kind == "cards":
                round.deal((next(cards),))
            elif round.awaiting.kind == "decision":
                round.do(basic_strategy(round, round.awaiting.seat))
            else:
                round.do(round.options()[0])
        return [command for command in round.commands if not isinstance(command, Deal)]

    assert decisions("2c") == decisions("9d")
