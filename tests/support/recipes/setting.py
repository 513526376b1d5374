"""The example of the recipe for a setting: how many seats one player may take."""

from pitboss.house.property import SETTINGS, Whole

NAME = "most_seats"

SETTINGS.add(NAME, Whole(2, "How many seats one player may take at a table.", minimum=1, maximum=7))
