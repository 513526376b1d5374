"""Power Blackjack with Push 22: exact composition-dependent analysis of the main bet, and the Push 22 wager counted."""
