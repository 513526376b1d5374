"""The lists of the room as the records have them: whoever writes into a list by other means is found by that."""
