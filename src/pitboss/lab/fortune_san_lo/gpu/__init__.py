"""The counts of :mod:`~pitboss.lab.fortune_san_lo.directly` on a GPU: every player hand against every dealer hand.

It needs CuPy. Nothing of the inclusion and exclusion is used, so each is a witness of the other. :mod:`.dealer_bits`
lays out a bit for each dealer hand and each thing that can be asked about it; ``matchups.cu`` counts bits;
:mod:`.matchups` is the way there and back.
"""
