"""The mathematics of the games: exact analysis, best play, par sheets, simulation, and the test of randomness."""
