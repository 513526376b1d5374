"""``pitboss hand``: what cards are worth in a game, and what every paytable pays for them."""

import json
from collections import Counter
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from pitboss.cards import Card, HandValue, parse_cards, print_cards
from pitboss.cli.output import faces, open_screen
from pitboss.cli.paytables import Folder, known_paytables
from pitboss.errors import NotationError
from pitboss.games import HandReading, read_hand
from pitboss.paytables import WAGERS, Catalogue, Game


def show_hand(
    *cards: str,
    game: Annotated[Game, Parameter(name=["--game", "-g"])],
    as_json: Annotated[bool, Parameter(name="--json", negative="", help="For machines.")] = False,
    folder: Folder = None,
) -> None:
    """Explain what cards are worth in a game.

    Parameters
    ----------
    cards
        Cards such as "As Ks Jk 5d 5c 2h". In Fortune San Lo six cards are read as high, mid and low hand; in Three
        Card Poker six cards are the player's three and the dealer's three.
    game
        The game that reads them.
    """
    parsed = parse_cards(" ".join(cards))
    if not parsed:
        raise NotationError('no cards were given: write some, such as "As Ks Jk 5d 5c 2h"')
    readings, catalogue = read_hand(game, parsed), known_paytables(folder)
    if as_json:
        print(json.dumps(_as_json(game, parsed, readings, catalogue), indent=2))
    else:
        show_readings(open_screen(), game, readings, catalogue)


def show_readings(screen: Console, game: Game, readings: tuple[HandReading, ...], catalogue: Catalogue) -> None:
    """Each hand with its faces, its sentence, the joker, and what the paytables pay."""
    indent, gap = (21, "") if screen.width >= 60 else (2, " ")
    for reading in readings:
        screen.print(Text.assemble((f"{reading.title:<{indent}}", "bold green"), gap, faces(reading.worth.cards)))
        lines = [reading.worth.sentence.capitalize() + _about_joker(reading) + "."]
        lines += [reading.remark] if reading.remark else []
        lines += [_pay_line(game, wager, reading, catalogue) for wager in reading.wagers]
        screen.print(Padding("\n".join(lines), (0, 0, 1, indent), expand=False))


def _about_joker(reading: HandReading) -> str:
    joker = reading.worth.joker_sentence if isinstance(reading.worth, HandValue) else None
    return f"; {joker}" if joker else ""


def _pays(game: Game, wager: str, reading: HandReading, catalogue: Catalogue) -> dict[str, list[str]]:
    """What is paid, and by which paytables."""
    found: dict[str, list[str]] = {}
    for paytable in catalogue.for_wager(game, wager):
        row = paytable[wager].row_for(reading.worth)
        found.setdefault(str(row.pay) if row else "nothing", []).append(paytable.designator)
    return found


def _by_name(game: Game, wager: str, designators: list[str], catalogue: Catalogue) -> str:
    """The paytables, each by its designator, or by the name that several of them share."""
    names = Counter(paytable[wager].name for paytable in catalogue.for_wager(game, wager))
    called = (catalogue[designator][wager].name for designator in designators)
    pairs = list(zip(called, designators, strict=True))
    here = Counter(name for name, _ in pairs)
    # A name stands for its paytables only where all that bear it pay the same.
    return ", ".join(dict.fromkeys(name if 1 < names[name] == here[name] else designator for name, designator in pairs))


def _pay_line(game: Game, wager: str, reading: HandReading, catalogue: Catalogue) -> str:
    pays = _pays(game, wager, reading, catalogue)
    if len(pays) == 1:
        return f"{WAGERS[game][wager].title} pays {next(iter(pays))}."
    listed = "; ".join(f"{pay} ({_by_name(game, wager, found, catalogue)})" for pay, found in pays.items())
    return f"{WAGERS[game][wager].title} pays {listed}."


def _as_json(
    game: Game, cards: tuple[Card, ...], readings: tuple[HandReading, ...], catalogue: Catalogue
) -> dict[str, Any]:
    return {
        "format": 1,
        "game": game.value,
        "cards": print_cards(cards),
        "hands": [_reading_as_json(game, reading, catalogue) for reading in readings],
    }


def _reading_as_json(game: Game, reading: HandReading, catalogue: Catalogue) -> dict[str, Any]:
    worth = reading.worth
    answer: dict[str, Any] = {"title": reading.title, "cards": print_cards(worth.cards), "sentence": worth.sentence}
    if isinstance(worth, HandValue):
        answer["category"] = worth.category.label
        answer["ranks"] = [rank.letter for rank in worth.ranks]
        answer["jokers"] = [
            {"rank": stand_in.rank.letter, "suit": stand_in.suit.letter if stand_in.suit is not None else None}
            for stand_in in worth.stand_ins
        ]
    else:
        answer |= {"category": worth.category, "total": worth.total, "soft": worth.soft, "natural": worth.natural}
    answer["remark"] = reading.remark
    answer["pays"] = {wager: _pays(game, wager, reading, catalogue) for wager in reading.wagers}
    return answer
