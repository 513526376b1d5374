"""The queue of the lab's jobs: which questions were asked, which worker has each job, and the results.

Jobs belong to a card room, so this package is built on the house: it uses the house's database, permissions and clock.
The house itself only reads results.
"""
