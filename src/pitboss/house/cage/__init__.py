"""The cage: the ledger of all money, the wallets of players, and the count of drop boxes.

- ``ledger``: every amount moves from one account to another, so all accounts add up to zero
- ``wallets``: deposits, withdrawals, play money of guests, and money that may not be paid
- ``drop_boxes``: checks that each box is counted once; two people correct a wrong count
"""
