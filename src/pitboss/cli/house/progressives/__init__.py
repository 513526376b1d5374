"""``pitboss progressive``: the meters of the room."""
