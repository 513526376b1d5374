"""Reports over a gaming day, a week or a quarter, and the gaming day itself: what belongs to it, and its closing.

- ``registry``, ``span``: every report by its name, and the days that it is about
- ``report_list``: makes a report that is asked for by name
- ``sheet``: prints the tables of a report for the terminal, CSV, HTML and PDF
- ``gaming_day``, ``day_close``, ``closed_days``: which day a record belongs to, and how two people close a day
- ``master``, ``trial_balance``, ``deposits``, ``meter_history``, ``reconciliation``, ``theory``: the reports
- ``sums``, ``drop_boxes``, ``tally``, ``history``: the sums that the reports are made from
- ``expected``: what wagers are expected to win for the house, from par sheets
"""
