"""Write tests/golden: rounds of every game with all that came of them, for the test that finds a changed rule.

.venv/bin/python scripts/golden_rounds.py

A round that goes another way than before needs another rules version: first raise RULES_VERSION in its game's rules.
"""

import json
import random
from pathlib import Path
from typing import Any

from pitboss.games.card_source import CardSource
from pitboss.games.command import Command, NoMoreBets, PlaceWager, TakeBack, Void
from pitboss.games.round import Round
from pitboss.games.rounds import BASE_WAGERS, ROUNDS, TIME_OUTS
from pitboss.games.table import usual_rules
from pitboss.paytables import Game
from pitboss.sources import SeededEntropy

FOLDER = Path(__file__).parents[1] / "tests" / "golden"
ROUNDS_EACH = 30
SEATS = {1: "ann", 3: "bob", 6: "cid"}


def main() -> None:
    """Write the transcript of every game; one that exists stays where only its rounds have changed."""
    for game in ROUNDS:
        path, told = FOLDER / f"{game.value}.json", transcript(game)
        before = json.loads(path.read_text("utf-8")) if path.exists() else {}
        if before.get("rules_version") == told["rules_version"] and any(map(differing, before["rounds"])):
            print(f"{path.name} stays: rounds of {game.label} go another way, so raise its RULES_VERSION first")
            continue
        path.write_text(json.dumps(told, separators=(",", ":")).replace('{"round":', '\n{"round":') + "\n", "utf-8")


def transcript(game: Game) -> dict[str, Any]:
    """Rounds of a game, played at random, and what came of each."""
    chance, source = (
        random.Random(f"golden {game.value}"),
        CardSource(usual_rules(ROUNDS[game].rules_type), is_drill=True),
    )
    entropy, lit, rounds = SeededEntropy(f"golden {game.value}"), dict[int, int](), []
    for number in range(ROUNDS_EACH):
        round = ROUNDS[game](usual_rules(ROUNDS[game].rules_type), seats=SEATS, lit=lit)
        source.start_round(entropy)
        play(round, source, entropy, chance, is_void=number % 7 == 6)
        source.end_round()
        lit = dict(round.still_lit)
        rounds.append(outcome(round))
    return {"game": game.value, "rules_version": ROUNDS[game].rules_type.rules_version, "rounds": rounds}


def play(
    round: Round[Any, Any], source: CardSource, entropy: SeededEntropy, chance: random.Random, *, is_void: bool
) -> None:
    """A round to its end: wagers and decisions at random, cards from the shuffler."""
    bet(round, chance)
    round.do(NoMoreBets())
    steps = 0
    while not round.is_over:
        steps += 1
        dealt = source.answer(round, entropy)
        if is_void and steps > 3 and round.can(Void("a card was exposed")):
            round.do(Void("a card was exposed"))
        elif dealt is not None:
            round.do(dealt)
        else:
            round.do(decided(round, chance))


def decided(round: Round[Any, Any], chance: random.Random) -> Command:
    """What is done where the round waits for people: anything that is allowed, now and then the posted time-out."""
    awaiting = round.awaiting
    if awaiting.kind == "decision" and awaiting.seat is not None and chance.random() < 0.1:
        return TIME_OUTS[round.game](round, awaiting.seat)
    return chance.choice(round.options())


def bet(round: Round[Any, Any], chance: random.Random) -> None:
    """Wagers at every seat that go together; side bets only where chance has it."""
    for seat in round.seats:
        cents = 500 * chance.randint(1, 4)
        for wager in round.rules.offered():
            is_base = wager in BASE_WAGERS[round.game]
            amount = cents if is_base else round.rules.limit(wager).minimum_cents
            placed = PlaceWager(seat, wager, amount)
            if (is_base or chance.random() < 0.6) and round.can(placed):
                round.do(placed)
        for wager in list(round.seats[seat].wagers):
            if round.misfit(seat) is not None and round.can(TakeBack(seat, wager)):
                round.do(TakeBack(seat, wager))


def outcome(round: Round[Any, Any]) -> dict[str, Any]:
    """A round for storage, and all that came of its commands."""
    report = round.progressive_report
    told = {
        "round": round.as_json(),
        "events": [event.as_json() for event in round.events],
        "lines": [line.as_json() for line in round.lines],
        "still_lit": {str(seat): cents for seat, cents in round.still_lit.items()},
        "wagers": [wager.seat for wager in report.wagers],
        "hands": [[hand.seat, hand.row] for hand in report.hands],
    }
    read: dict[str, Any] = json.loads(json.dumps(told))
    return read


def differing(stored: dict[str, Any]) -> str | None:
    """How a stored round goes another way now, in words; nothing where it goes the same way."""
    try:
        again = outcome(ROUNDS[Game(stored["round"]["game"])].from_json(stored["round"]))
    except Exception as error:
        return str(error)
    return next((f"its {name} are others" for name in stored if again.get(name) != stored[name]), None)


if __name__ == "__main__":
    main()
