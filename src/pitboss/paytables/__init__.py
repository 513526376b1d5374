"""Paytables as data: every paytable of the approvals, with its designator, source and printed figures."""

from pitboss.paytables.catalogue import Catalogue, load_catalogue
from pitboss.paytables.loading import load_paytable
from pitboss.paytables.pay import (
    Pay,
    PayKind,
    parse_dollars,
    parse_percent,
    print_dollars,
    print_percent,
)
from pitboss.paytables.paytable import MeterTerms, Paytable, PrintedFigure, Row, WagerPaytable
from pitboss.paytables.wagers import WAGERS, Game, PaidHand, Wager, Worth, wager_label

__all__ = [
    "WAGERS",
    "Catalogue",
    "Game",
    "MeterTerms",
    "PaidHand",
    "Pay",
    "PayKind",
    "Paytable",
    "PrintedFigure",
    "Row",
    "Wager",
    "WagerPaytable",
    "Worth",
    "load_catalogue",
    "load_paytable",
    "parse_dollars",
    "parse_percent",
    "print_dollars",
    "print_percent",
    "wager_label",
]
