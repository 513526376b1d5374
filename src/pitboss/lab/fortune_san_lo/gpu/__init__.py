"""Counts matchups on a GPU, every player hand against every dealer hand, as :mod:`..directly` does on the processor.

It needs CuPy. It does not use inclusion and exclusion, so each way checks the other. :mod:`.matchups`
stores a bit for each dealer hand and each condition on it, and prepares the questions; ``matchups.cu`` counts
the bits.
"""
