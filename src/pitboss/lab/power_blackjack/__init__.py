"""Power Blackjack: exact composition-dependent analysis of the main bet, basic strategy, Push 22 and insurance."""
