"""Draw the terminal pictures of the documentation again, from the commands themselves: `make pictures`."""

import io
import re
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from pitboss.cards import parse_cards
from pitboss.cli.hand import show_readings
from pitboss.cli.paytables import paytable_page
from pitboss.cli.play import drawn
from pitboss.games import read_hand
from pitboss.games.command import read_command
from pitboss.games.transcript import read_transcript
from pitboss.paytables import Game, load_catalogue

PICTURES = Path(__file__).parent / "pictures"
CATALOGUE = load_catalogue()
WORKED_EXAMPLE = Path(__file__).parents[1] / "tests" / "playthroughs" / "power-blackjack" / "worked-example.txt"


def picture(name: str, title: str, show: Callable[[Console], None]) -> str:
    """Show something on a recorded screen, and what it looks like."""
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
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


def hand(screen: Console) -> None:
    show_readings(
        screen, Game.FORTUNE_SAN_LO, read_hand(Game.FORTUNE_SAN_LO, parse_cards("As Ks Jk 5d 5c 2h")), CATALOGUE
    )


def worked_example(screen: Console) -> None:
    transcript = read_transcript(WORKED_EXAMPLE.read_text(encoding="utf-8"))
    round = transcript.new_round()
    for step in transcript.steps:
        if not step.is_refused:
            for event in round.do(read_command(step.command, round.operations)):
                screen.print(drawn(event))


def pictures() -> dict[str, str]:
    """Every picture, by the name of its file."""
    page = paytable_page(CATALOGUE["FSLPP-01"])
    return {
        "round.svg": picture("round", "Power Blackjack, the worked example of its approval", worked_example),
        "hand.svg": picture("hand", 'pitboss hand "As Ks Jk 5d 5c 2h" --game fortune-san-lo', hand),
        "paytable.svg": picture("paytable", "pitboss paytables FSLPP-01", lambda screen: screen.print(page)),
    }


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for file, svg in pictures().items():
        (PICTURES / file).write_text(svg, encoding="utf-8")
