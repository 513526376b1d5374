"""Terminal commands of the lab: par sheets, advice, paytable designs, simulations and the test of randomness."""
