"""Rounds on a GPU: the kernels of the processor compiled for it, and their endings counted by the processor."""
