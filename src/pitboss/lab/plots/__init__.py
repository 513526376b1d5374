"""Pictures of the mathematics: the lab makes plot data; matplotlib draws files from it, the browser draws the same."""
