"""Progressive jackpots: the meters of the room, and every win from claim to payment.

- ``meters``: stores meters, with every movement
- ``progressives``: two people create, configure and adjust a meter
- ``jackpot_rows``: stores each jackpot, from claim to payment
- ``meter_suspension``: suspends a meter, so that all its tables stop
- ``display_readings``: compares what displays show with the books, every week
- ``win_page``: one page with everything about one jackpot
- ``queries``: meter status, meter history and jackpots for pages, reports and the terminal
"""
