"""How things look in the terminal: cards with their faces, tables without clutter."""

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pitboss.cards import Card
from pitboss.printing.tables import WholeTable


class Screen(Console):
    """The terminal. Rich would end the program when the reader leaves; here that is for the caller to say."""

    def on_broken_pipe(self) -> None:
        """The reader has left."""
        raise BrokenPipeError


def open_screen() -> Screen:
    """The terminal, or plain text where there is none."""
    # Square brackets in an operator's own names are letters, not markup.
    screen = Screen(highlight=False, markup=False)
    if screen.width < 10:  # a terminal that does not know its size
        screen.width = 80
    return screen


# Exact colours where the terminal has them: its own white is often yellow or grey.
_RED, _BLACK, _JOKER = (f"bold {ink} on #f4f4f0" for ink in ("#c01020", "#101010", "#7a1fa2"))


def face(card: Card) -> Text:
    """A card as it lies on the felt.

    >>> from pitboss.cards import parse_card
    >>> face(parse_card("Td")).plain
    ' T♦ '
    """
    if card.is_joker:
        return Text(f" {card} ", style=_JOKER)
    style = _RED if card.suit.is_red else _BLACK
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
    table = WholeTable(title=title, title_justify="left", title_style="bold green", header_style="bold", box=None)
    table.pad_edge = False
    for header in headers:
        table.add_column(header, overflow="fold")
    return table
