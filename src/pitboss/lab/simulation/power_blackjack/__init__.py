"""Simulates Power Blackjack: lookup tables of hands and decisions, a shoe, and a kernel that plays the rounds."""

from pitboss.lab.simulation.power_blackjack.table import PowerBlackjackTable

__all__ = ["PowerBlackjackTable"]
