"""Pitboss: a card room's licensed table games, their progressives, and the mathematics of both."""
