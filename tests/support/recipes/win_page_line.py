"""The example of the recipe for a line of the win page: how much the meter fell by the win."""

from pitboss.house.jackpots.win_page import THE_METER, line
from pitboss.paytables import print_dollars

LABEL = "Fell by"


@line(THE_METER, LABEL)
def fell_by(win):
    row = win.row
    return print_dollars(row.shown_before_cents - row.shown_after_cents) if row.source == "meter" else None
