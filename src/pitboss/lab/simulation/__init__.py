"""Simulation: many rounds of a table, played by kernels that restate the rules for speed."""
