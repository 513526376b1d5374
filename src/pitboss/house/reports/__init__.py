"""Reports of a gambling day, a week or a meter: typed rows, which print in the terminal, as CSV, HTML or PDF."""
