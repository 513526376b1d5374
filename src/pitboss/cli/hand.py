"""``pitboss hand`` and ``pitboss tour``: what cards are worth in a game, and what every paytable pays for them."""

import json
import sys
from collections import Counter
from collections.abc import Callable
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from pitboss.cards import Card, HandValue, parse_cards, print_cards
from pitboss.cli.output import faces, open_screen
from pitboss.cli.paytables import Folder, known_paytables, show_game
from pitboss.errors import NotationError
from pitboss.games import HandReading, deck_of, read_hand
from pitboss.paytables import WAGERS, Catalogue, Game, load_catalogue


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
    """Print each hand with its cards, its sentence, its joker, and what the paytables pay."""
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
    """Each pay, with the paytables that pay it."""
    pays: dict[str, list[str]] = {}
    for paytable in catalogue.for_wager(game, wager):
        row = paytable[wager].row_for(reading.worth)
        pays.setdefault(str(row.pay) if row else "nothing", []).append(paytable.designator)
    return pays


def _by_name(game: Game, wager: str, designators: list[str], catalogue: Catalogue) -> str:
    """List the paytables, each by its designator, or by the name that several of them share."""
    names = Counter(paytable[wager].name for paytable in catalogue.for_wager(game, wager))
    shared = (catalogue[designator][wager].name for designator in designators)
    pairs = list(zip(shared, designators, strict=True))
    here = Counter(name for name, _ in pairs)
    # A name stands for its paytables only if all paytables of that name pay the same.
    return ", ".join(dict.fromkeys(name if 1 < names[name] == here[name] else designator for name, designator in pairs))


def _pay_line(game: Game, wager: str, reading: HandReading, catalogue: Catalogue) -> str:
    pays = _pays(game, wager, reading, catalogue)
    if len(pays) == 1:
        return f"{WAGERS[game][wager].title} pays {next(iter(pays))}."
    listed = "; ".join(f"{pay} ({_by_name(game, wager, designators, catalogue)})" for pay, designators in pays.items())
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


_EXAMPLES = {
    Game.THREE_CARD_POKER: ("3s 2s As", "Ks Kd 2h Kh 9c 2s"),
    Game.FORTUNE_SAN_LO: ("As Ks Jk 5d 5c 2h",),
    Game.DOUBLE_DRAW: ("As Jk Qs Js Ts", "Jk Jk 9s 5d 2c"),
    Game.POWER_BLACKJACK: ("As 3d 3c 9h 6s",),
}


def show_tour() -> None:
    """Show the hands and the paytables of the four games, page by page.

    In a terminal it stops after each page; elsewhere it prints all of them.
    """
    screen, catalogue = open_screen(), load_catalogue()
    pages: list[Callable[[], None]] = [lambda: _welcome(screen, catalogue)]
    pages += [lambda game=game: _game(screen, catalogue, game) for game in Game]  # type: ignore[misc]
    pages.append(lambda: _farewell(screen))
    stops = sys.stdin.isatty() and sys.stdout.isatty()
    for number, page in enumerate(pages, start=1):
        page()
        if stops and number < len(pages) and not _next_page(screen, number, len(pages)):
            break


def _next_page(screen: Console, number: int, pages: int) -> bool:
    try:
        answer = screen.input(f"Page {number} of {pages}. Enter for the next, q to leave: ")
    except EOFError:
        return False
    return not answer.strip().lower().startswith("q")


def _welcome(screen: Console, catalogue: Catalogue) -> None:
    screen.print(Rule("Pitboss"))
    screen.print("A card room's licensed table games, their progressives, and the mathematics of both.\n")
    screen.print(f"Four games, {len(catalogue)} paytables. Cards are written like this, and read leniently:\n")
    for text in ("As Kd 10h Td Jk", "as, KD t♥ Jk jk"):
        screen.print(f"    {text:<17}", faces(parse_cards(text)))
    screen.print()


def _game(screen: Console, catalogue: Catalogue, game: Game) -> None:
    screen.print(Rule(f"{game.label}, from the {deck_of(game)}"))
    for text in _EXAMPLES[game]:
        screen.print(f'$ pitboss hand "{text}" --game {game.value}\n', style="dim")
        show_readings(screen, game, read_hand(game, parse_cards(text)), catalogue)
    show_game(screen, catalogue, game)


def _farewell(screen: Console) -> None:
    screen.print(Rule("From here"))
    screen.print("  pitboss paytables             every paytable, on one page")
    screen.print("  pitboss paytables FSLPP-01    one, with its source and printed figures")
    screen.print("  pitboss hand CARDS --game G   what cards are worth, and what they are paid")
    screen.print("  pitboss play                  a practice table, with play money")
    screen.print("  pitboss drill GAME            deal a game yourself, and practice the settlements")
    screen.print("  pitboss init                  a card room: staff, tables, progressives, reports")
    screen.print("  pitboss --help                everything else")
