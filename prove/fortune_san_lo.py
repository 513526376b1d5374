"""Prove the main bet and the Hat Trick of Fortune San Lo Poker: all deals counted, and held against two other ways.

All 22,957,480 player hands against all 10,737,573 dealer hands each, by inclusion and exclusion; thousands of player
hands against every dealer hand one by one, where each count must be the same; and some million deals played
out with the kernels of the game alone. Writes the counts, dated. Ctrl-C stops it cleanly.
"""

import platform
import sys
import time
from datetime import UTC, datetime
from math import sqrt

import numpy as np
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from pitboss.games.fortune_san_lo.house_way_batch import set_by_rules, set_hands, share_arrays, strengths_of
from pitboss.games.fortune_san_lo.house_way_shares import shipped_shares
from pitboss.games.fortune_san_lo.rule_list import shipped_rule_list
from pitboss.lab.fortune_san_lo import CountedEdges, Player, edges
from pitboss.lab.fortune_san_lo.blocks import draw_hands
from pitboss.lab.fortune_san_lo.dealer import dealer_table
from pitboss.lab.fortune_san_lo.directly import win_counts
from pitboss.lab.fortune_san_lo.exclusion import win_counts_by_exclusion
from pitboss.lab.fortune_san_lo.held import held_cards
from pitboss.lab.fortune_san_lo.worth_counting import settings_of
from pitboss.lab.work import Resources
from writing import write_result

HANDS, HANDS_AT_ONCE = 2_048, 64
DEALS, DEALS_AT_ONCE = 5_000_000, 250_000


def progress_bar() -> Progress:
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    return Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn())


def count_all(bar: Progress) -> CountedEdges:
    task = bar.add_task("all deals")
    found = edges(Resources(watch=lambda done, total: bar.update(task, completed=done, total=total)), exact=True)
    assert isinstance(found, CountedEdges)
    return found


def disagreements(bar: Progress) -> list[str]:
    """The hands, drawn with another seed than the lab's, that the two ways count differently."""
    dealer = dealer_table()
    held, found = held_cards(dealer), []
    for first in bar.track(range(0, HANDS, HANDS_AT_ONCE), description="hands one by one"):
        hands = draw_hands(2026, first, HANDS_AT_ONCE)
        settings = settings_of(hands)
        same = win_counts(hands, settings, dealer) == win_counts_by_exclusion(hands, settings, dealer, held)
        found += [str(hand) for hand in hands[~same.all(axis=(1, 2))].tolist()]
    return found


def played_out(bar: Progress) -> dict[Player, list[int]]:
    """How many deals, dealt at random, win none, one, two and three matchups."""
    rng, tables = np.random.default_rng(2026), share_arrays(shipped_shares())
    won = {player: np.zeros(4, np.int64) for player in (Player.HOUSE_WAY, Player.RULE_LIST)}
    for _ in bar.track(range(DEALS // DEALS_AT_ONCE), description="deals played out"):
        cards = np.argsort(rng.random((DEALS_AT_ONCE, 53), np.float32), axis=1)[:, :12].astype(np.uint8)
        player, dealer = strengths_of(cards[:, :6]), strengths_of(cards[:, 6:])
        theirs = np.stack(dealer.set(set_hands(dealer, tables)))
        ways = {
            Player.HOUSE_WAY: set_hands(player, tables),
            Player.RULE_LIST: set_by_rules(player, shipped_rule_list()),
        }
        for name, chosen in ways.items():
            won[name] += np.bincount((np.stack(player.set(chosen)) > theirs).sum(axis=0), minlength=4)
    return {player: counts.tolist() for player, counts in won.items()}


def strayed(exact: CountedEdges, played: dict[Player, list[int]]) -> float:
    """By how many standard errors the share of any outcome is off at most."""
    most = 0.0
    for player, counts in played.items():
        known, total = exact.counts[player][:4], sum(exact.counts[player][:4])
        for count, chance in zip(counts, (times / total for times in known), strict=True):
            most = max(most, abs(count / DEALS - chance) / sqrt(chance * (1 - chance) / DEALS))
    return most


def main() -> None:
    start = time.monotonic()
    with progress_bar() as bar:
        exact = count_all(bar)
        different = disagreements(bar)
        off = strayed(exact, played_out(bar))
    now = datetime.now(UTC)
    result = {
        "what": "Fortune San Lo Poker, all deals: won none, one, two, three matchups; hands set best for the main bet",
        "counts": {player.value: list(counts) for player, counts in exact.counts.items()},
        "main_bet": {player.value: str(exact.main_bet(player).house_edge) for player in Player},
        "hat_trick": {player.value: str(exact.hat_trick(player).house_edge) for player in Player},
        "hands_one_by_one": HANDS,
        "disagreements": different[:20],
        "deals_played_out": DEALS,
        "standard_errors_off": round(off, 2),
        "date": now.isoformat(timespec="seconds"),
        "seconds": round(time.monotonic() - start),
        "python": platform.python_version(),
    }
    write_result("fortune-san-lo", now, result)
    print(f"{len(different)} of {HANDS:,} hands differ; deals played out are {off:.2f} standard errors off at most")
    sys.exit(bool(different) or off > 4)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
