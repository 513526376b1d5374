"""The people of the room: staff with badges and PINs, and players."""
