"""The cage: money that is not in play.

- ``ledger``: every amount moves from one account to another, so all accounts add up to zero
- ``wallets``: deposits, withdrawals, play money of guests, and money that may not be paid
- ``drop_boxes``: each is counted once; two people correct a wrong count
"""
