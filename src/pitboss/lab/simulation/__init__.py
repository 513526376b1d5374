"""Simulates many rounds of a table with fast kernels that restate the rules of the games."""
