"""Fortune San Lo Poker."""
