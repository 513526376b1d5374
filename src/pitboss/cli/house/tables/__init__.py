"""``pitboss table``: the tables of the room."""
