"""How things look in the terminal: cards with their faces, tables without clutter."""

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pitboss.cards import Card


def open_screen() -> Console:
    """The terminal, or plain text where there is none."""
    # Square brackets in an operator's own names are letters, not markup.
    return Console(highlight=False, markup=False)


def face(card: Card) -> Text:
    """A card as it lies on the felt.

    >>> from pitboss.cards import parse_card
    >>> face(parse_card("Td")).plain
    ' T♦ '
    """
    if card.is_joker:
        return Text(f" {card} ", style="bold magenta on bright_white")
    style = "bold red on bright_white" if card.suit.is_red else "bold black on white"
    return Text(f" {card.rank.letter}{card.suit.sign} ", style=style)


def faces(cards: Iterable[Card]) -> Text:
    """Cards side by side.

    >>> from pitboss.cards import parse_cards
    >>> faces(parse_cards("As Jk")).plain
    ' A♠   Jk '
    """
    return Text(" ").join(face(card) for card in cards)


def plain_table(*headers: str, title: str | None = None) -> Table:
    """A table of columns and nothing else."""
    table = Table(title=title, title_justify="left", title_style="bold green", header_style="bold", box=None)
    table.pad_edge = False
    for header in headers:
        table.add_column(header, overflow="fold")
    return table
