"""Draw the terminal pictures of the documentation again, from the commands themselves: `make pictures`."""

import io
import re
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from pitboss.cards import parse_cards
from pitboss.cli.hand import show_readings
from pitboss.cli.paytables import paytable_page, show_game
from pitboss.games import read_hand
from pitboss.paytables import Game, load_catalogue

PICTURES = Path(__file__).parent / "pictures"
CATALOGUE = load_catalogue()


def draw(name: str, title: str, show: Callable[[Console], None]) -> None:
    """Show something on a recorded screen and save what it looks like."""
    screen = Console(
        record=True,
        width=108,
        file=io.StringIO(),
        force_terminal=True,
        highlight=False,
        markup=False,
        legacy_windows=False,
    )
    show(screen)
    svg = screen.export_svg(title=title, unique_id=f"pitboss-{name}")
    # The reader's own monospaced font serves; nothing is fetched from elsewhere.
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    (PICTURES / f"{name}.svg").write_text(svg, encoding="utf-8")


def hand(screen: Console) -> None:
    show_readings(
        screen, Game.FORTUNE_SAN_LO, read_hand(Game.FORTUNE_SAN_LO, parse_cards("As Ks Jk 5d 5c 2h")), CATALOGUE
    )


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    draw("hand", 'pitboss hand "As Ks Jk 5d 5c 2h" --game fortune-san-lo', hand)
    draw("paytable", "pitboss paytables FSLPP-01", lambda screen: screen.print(paytable_page(CATALOGUE["FSLPP-01"])))
    draw("paytables", "pitboss paytables", lambda screen: show_game(screen, CATALOGUE, Game.FORTUNE_SAN_LO))
