"""``pitboss advise``: what each decision is worth, exactly."""

import json
from typing import Annotated

from cyclopts import App, Parameter

from pitboss.cards import parse_card, parse_cards, print_cards
from pitboss.cli.lab.progress import USUAL, Working, at_work
from pitboss.cli.output import AsJson, faces, open_screen, plain_table
from pitboss.cli.paytables import Folder, known_paytables
from pitboss.lab.advice import (
    Advised,
    advise_double_draw,
    advise_power_blackjack,
    advise_san_lo,
    advise_three_card,
    read_hand,
)

app = App(name="advise")


@app.command(name="three-card-poker")
def three_card_poker(*cards: str, paytable: str = "TCP-01", as_json: AsJson = False, folder: Folder = None) -> None:
    """Play or fold with three cards such as "Qs 6d 4h".

    Parameters
    ----------
    cards
        The player's three cards.
    paytable
        The one whose Ante Bonus is paid.
    """
    _show(advise_three_card(read_hand(" ".join(cards)), known_paytables(folder)[paytable]), as_json)


@app.command(name="double-draw")
def double_draw(
    *cards: str,
    draw: Annotated[int, Parameter(help="Which draw: 1 or 2.")] = 1,
    dead: Annotated[str, Parameter(help='At the second draw: the cards that were replaced, such as "7h 4c".')] = "",
    paytable: str = "DDP-1",
    as_json: AsJson = False,
    folder: Folder = None,
) -> None:
    """Which cards to replace of five such as "Ks Kd 7h 4c Jk", or to fold.

    Parameters
    ----------
    cards
        The player's five cards.
    paytable
        The one by which the Bonus is paid.
    """
    hand = read_hand(" ".join(cards))
    found = advise_double_draw(hand, draw, parse_cards(dead, hand), known_paytables(folder)[paytable])
    _show(found, as_json)


@app.command(name="fortune-san-lo")
def fortune_san_lo(*cards: str, as_json: AsJson = False, working: Working = USUAL) -> None:
    """The legal settings of six cards such as "Jk As Kd 7h 7c 2s", the best first.

    Parameters
    ----------
    cards
        The player's six cards.
    """
    with at_work("Settings", working) as means:
        found = advise_san_lo(read_hand(" ".join(cards)), means)
    _show(found, as_json)


@app.command(name="power-blackjack")
def power_blackjack(
    *cards: str,
    up: Annotated[str, Parameter(help="The dealer's card that shows, such as 9h.")],
    hands: Annotated[int, Parameter(help="How many hands the seat has after its splits.")] = 1,
    decks: Annotated[int | None, Parameter(help="How many decks, 1 to 8.")] = None,
    as_json: AsJson = False,
) -> None:
    """Each decision on a hand such as "Ts 6d" against the dealer's card.

    Parameters
    ----------
    cards
        The cards of the hand.
    """
    _show(advise_power_blackjack(read_hand(" ".join(cards)), parse_card(up), hands=hands, decks=decks), as_json)


def _show(advised: Advised, as_json: bool) -> None:
    if as_json:
        print(json.dumps(advised.as_json(), indent=2))
        return
    screen = open_screen()
    screen.print(faces(advised.cards), f" {print_cards(advised.cards)}: {advised.per}")
    table = plain_table("Decision", *advised.columns)
    for column in table.columns[1:]:
        column.justify = "right"
    for number, option in enumerate(advised.options):
        table.add_row(option.words, *option.figures, style="bold green" if number == 0 else None)
    screen.print(table)
