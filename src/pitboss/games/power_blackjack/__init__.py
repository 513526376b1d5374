"""Power Blackjack with Push 22."""
