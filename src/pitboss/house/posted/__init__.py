"""What is posted at a table for players to read.

- ``placard``: limits, odds, jackpots, how to dispute, the aggregate payout limit; the betting spots of the table
- ``rule_book``: the steps of a round, the hands, and the house rules
- ``display``: what the jackpot display above a table shows
"""
