"""Prove that the kernel of Three Card Poker and the readable rules agree on every deal.

All 22,100 hands are in 1,585 groups that fare alike; one hand of each meets all of its 18,424 dealer's hands by the
readable rules. That the hands of a group fare alike was counted, not assumed. Ctrl-C stops it cleanly.
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed

from rich.progress import track

from pitboss.cards import Card
from pitboss.lab.three_card_poker import LikeHands, against_dealer, all_deals


def counts(group: LikeHands) -> tuple[int, int, int, int]:
    return group.dealer_does_not_play, group.win, group.push, group.lose


def readable(cards: tuple[Card, ...]) -> tuple[int, int, int, int]:
    return counts(against_dealer(cards))


def disagreements(groups: tuple[LikeHands, ...]) -> list[str]:
    found = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        running = {pool.submit(readable, group.cards): group for group in groups}
        try:
            for future in track(as_completed(running), "deals", total=len(running)):
                group = running[future]
                if future.result() != counts(group):
                    found.append(" ".join(map(str, group.cards)))
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            sys.exit(130)
    return found


def main() -> None:
    groups = all_deals()
    found = disagreements(groups)
    hands = sum(group.hands for group in groups)
    print(f"{hands:,} hands in {len(groups):,} groups, {len(found)} disagreements {found[:20] or ''}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
