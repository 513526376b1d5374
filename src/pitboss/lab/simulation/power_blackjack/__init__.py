"""Power Blackjack for the simulation: tables of hands and decisions, a shoe that is shuffled by counting, a kernel."""

from pitboss.lab.simulation.power_blackjack.table import PowerBlackjackTable

__all__ = ["PowerBlackjackTable"]
