"""Plays rounds on a GPU with the same kernels as the processor; the processor tallies their endings."""
