"""``pitboss tour``: a walk past the hands and the paytables."""

import sys
from collections.abc import Callable

from rich.console import Console
from rich.rule import Rule

from pitboss.cards import parse_cards
from pitboss.cli.hand import show_readings
from pitboss.cli.output import faces, open_screen
from pitboss.cli.paytables import show_game
from pitboss.games import deck_of, read_hand
from pitboss.paytables import Catalogue, Game, load_catalogue

_EXAMPLES = {
    Game.THREE_CARD_POKER: ("3s 2s As", "Ks Kd 2h Kh 9c 2s"),
    Game.FORTUNE_SAN_LO: ("As Ks Jk 5d 5c 2h",),
    Game.DOUBLE_DRAW: ("As Jk Qs Js Ts", "Jk Jk 9s 5d 2c"),
    Game.POWER_BLACKJACK: ("As 3d 3c 9h 6s",),
}


def show_tour() -> None:
    """Walk past the hands and the paytables of the four games.

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
    screen.print("  pitboss play                  a table of your own, with play money")
    screen.print("  pitboss drill GAME            deal it yourself, and learn the settlements")
    screen.print("  pitboss init                  a card room: staff, tables, progressives, reports")
    screen.print("  pitboss --help                everything else")
