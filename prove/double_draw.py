"""Prove the figures of Double Draw Poker at full length.

- Both paytables are worked out on one process and on all cores, from nothing: the same, and as tests and files have it.
- One draw of three cards is gone through by the readable rules alone, all 18,424 draws and every card after each.
- Rounds are played by the readable rules with the best strategy, and end as often as was counted.

`make prove` runs it, with progress, and writes the dated result next to it. Ctrl-C stops it cleanly.
"""

import platform
import sys
import time
from collections import Counter
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from pitboss.cards import DECK_54, parse_cards
from pitboss.games.double_draw import DoubleDrawRound, best_strategy
from pitboss.games.double_draw.first_draw import print_lines
from pitboss.games.double_draw.second_draw import FOLD_2, second_draw
from pitboss.games.driver import play_out
from pitboss.lab.double_draw import BestPlay, best_play
from pitboss.lab.double_draw.classes import decisions_by_ranks
from pitboss.lab.double_draw.money import Money
from pitboss.lab.double_draw.numbering import number_of
from pitboss.lab.double_draw.tables import kept_sums, tables
from pitboss.lab.work import Resources, usual_processes
from pitboss.paytables import load_catalogue
from support.double_draw import KNOWN, shipped_letters, shipped_text
from writing import write_result

ROUNDS = 40_000
SIGMAS = 4.5


def worked_out(designator: str, bar: Progress) -> tuple[BestPlay, list[str], dict[str, float]]:
    """A paytable on one process and on all cores, what is wrong with it, and how long it took."""
    plays, seconds = [], {}
    for processes in (1, usual_processes()):
        task = bar.add_task(f"{designator} on {processes}")
        start = time.monotonic()
        watch = lambda done, total, task=task: bar.update(task, completed=done, total=total)  # noqa: E731
        plays.append(best_play(load_catalogue()[designator], Resources(processes=processes, watch=watch)))
        seconds[str(processes)] = round(time.monotonic() - start, 1)
    one, many = plays
    known, counts = KNOWN[designator], one.reading.counts
    ends = (*(row.count for row in reversed(one.reading.outcomes) if not row.slug.startswith("fold")), counts["fold-2"])
    wrong = {
        f"{designator}: one process and several differ": one != many,
        f"{designator}: the values are not those of the tests": one.decisions.value != known.value,
        f"{designator}: the ends are not those of the tests": ends != known.ends,
        f"{designator}: the decisions are not the shipped ones": one.decisions.letters != shipped_letters(designator),
        f"{designator}: the file is not the shipped one": print_lines(decisions_by_ranks(one.decisions.letters))
        != shipped_text(designator),
    }
    return one, [words for words, is_so in wrong.items() if is_so], seconds


def by_the_rules(bar: Progress) -> list[str]:
    """All draws to a pair and a joker beside three dead cards, tried by the readable rules."""
    bonus = load_catalogue()["DDP-1"]["bonus"]
    kept, dead = parse_cards("7s Jk"), parse_cards("Kh 9d 2c")
    stub = [card for card in DECK_54.cards if card not in (*kept, *dead)]
    draws = bar.track(list(combinations(stub, 3)), description="by the rules")
    total = sum((second_draw([*kept, *drawn], dead, bonus)[0].value - FOLD_2) * 46 for drawn in draws)
    own, gone = (np.array(sorted(card.code for card in cards), np.uint8) for cards in (kept, dead))
    summed = kept_sums(tables(Money.of(bonus).amounts), gone)[number_of(own[np.newaxis])[0]]
    return [] if summed == total else [f"by the rules {total}, by the kernel {summed}"]


def played(play: BestPlay, bar: Progress) -> list[str]:
    """Rounds played by the rules, against what was counted."""
    random, ends, brought = Random(20140114), Counter[str](), 0
    for _ in bar.track(range(ROUNDS), description="rounds played"):
        cards = iter(random.sample(DECK_54.cards, 9))
        round = DoubleDrawRound(seats={1: "ann"})
        round.place_wager(1, "ante", 500)
        round.place_wager(1, "bonus", 500)
        round.no_more_bets()
        play_out(round, lambda number, cards=cards: tuple(next(cards) for _ in range(number)), best_strategy)
        folded, draws = round.seats[1].is_folded, len(round.seats[1].wagers) - 2
        ends[f"fold-{draws + 1}" if folded else round.hand_of(1).category.label.replace(" ", "-")] += 1
        brought += sum(line.net_cents for line in round.lines)
    reading, found = play.reading, []
    off = (brought / 1000 / ROUNDS - float(reading.mean)) / (reading.standard_deviation / ROUNDS**0.5)
    if abs(off) > SIGMAS:
        found.append(f"the rounds brought {off:+.1f} standard deviations more than counted")
    for slug, count in reading.counts.items():
        share = count / reading.total
        off = (ends[slug] - ROUNDS * share) / (ROUNDS * share * (1 - share)) ** 0.5
        if abs(off) > SIGMAS and abs(ends[slug] - ROUNDS * share) > 3:
            found.append(f"{slug} came {ends[slug]} times, {off:+.1f} standard deviations off")
    return found


def main() -> None:
    """Prove everything and write the result."""
    start = time.monotonic()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    found, seconds, plays = [], {}, {}
    try:
        with Progress(*columns) as bar:
            for designator in KNOWN:
                plays[designator], wrong, seconds[designator] = worked_out(designator, bar)
                found += wrong
            found += by_the_rules(bar)
            found += played(plays["DDP-1"], bar)
    except KeyboardInterrupt:
        sys.exit(130)
    now = datetime.now(UTC)
    result = {
        "what": "Double Draw Poker worked out anew on one process and on several, tried by the rules, and played",
        "edges": {designator: str(play.reading.house_edge.exact) for designator, play in plays.items()},
        "rounds": ROUNDS,
        "disagreements": found,
        "date": now.isoformat(timespec="seconds"),
        "seconds": round(time.monotonic() - start),
        "seconds_by_processes": seconds,
        "python": platform.python_version(),
    }
    file = write_result("double-draw", now, result)
    print(f"{len(found)} disagreements, {result['seconds']} s; written to {file.relative_to(Path.cwd())}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
