"""The lab's queue: what the lab was asked, which worker has it, and what came of it.

A job belongs to a card room, so this room stands above the house: it uses the database, the permissions and the clock
of the house. The house only reads results.
"""
