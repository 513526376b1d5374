"""The mathematics: exact analysis, optimal strategy, par sheets. Counts are integers, results fractions."""
