"""Reports of a gaming day, a week or a meter, and the gaming day itself.

- ``report_list``: every report by its name
- ``sheet``: tables of figures for the terminal, CSV, HTML and PDF
- ``gaming_day``, ``day_close``, ``closed_days``: to which day a record belongs, and how two people close it
- ``sums``, ``meter_sums``, ``reconciliation``: sums that other departments use
- ``expected``: what wagers are expected to win for the house, from par sheets
"""
