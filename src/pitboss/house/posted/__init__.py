"""What hangs at a table for players to read.

- ``placard``: limits, odds, jackpots, how to dispute, the aggregate payout limit; the betting spots of the felt
- ``rule_book``: how a round goes, what the hands are, and the house rules
- ``display``: what the jackpot display above a table shows
"""
