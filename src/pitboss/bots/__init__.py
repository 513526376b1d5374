"""Bots: programs that play as guests and use only the public API of the card room."""
