"""Progressive jackpots: the meters of the room, and every win from claim to payment.

- ``meters``: stored meters; every rise and fall is on record
- ``progressives``: two people make, set and adjust a meter
- ``jackpot_rows``: the row of each jackpot, from claim to payment
- ``meter_suspension``: a suspended meter stops all its tables
- ``display_readings``: what displays showed, compared with the books every week
- ``win_page``: everything about one jackpot on one sheet
- ``queries``: what pages, reports and the terminal ask
"""
