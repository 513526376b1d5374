"""Counts the hands of bonus wagers on one hand: Pair Plus, 6 Card Bonus, Fortune Bonus, and the progressives."""

from pitboss.lab.bonus.counts import counts_for, readings, readings_of, six_card_kinds, three_card_rows

__all__ = ["counts_for", "readings", "readings_of", "six_card_kinds", "three_card_rows"]
