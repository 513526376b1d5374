"""Spoilt input to everything that reads: the table of readers, how input is spoilt, and what must hold."""
