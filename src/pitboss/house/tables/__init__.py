"""The tables of the room: their commands, state, configuration, approval and replay.

- ``Table`` (in ``table``): a table with all its commands
- ``TableSettings``, ``CardKind``, ``ControllerKind`` (in ``settings``): the configuration of a table
- ``commands``, ``events``: the commands that a table takes, and the events that it records
- ``host``: what a table may ask of the room; ``room_host`` answers now, ``record_host`` repeats the recorded answers,
  ``dry_run`` only checks
- ``table_cache``: loads tables, keeps them in memory and stores them
- ``floor``, ``seats``, ``play``, ``shuffler_stops``, ``electronic_jackpots``, ``camera_holds``, ``booked_wins``,
  ``live_cards``, ``winning_seat``: the parts of a table, each with its commands
- ``doing``, ``state``, ``preconditions``, ``pending_jackpot``, ``count_differences``: what these parts share
- ``approval``, ``conditions``, ``equipment``: whether the table runs as approved
- ``table_proposals``, ``table_holds``, ``deadlines``: proposals about tables, what stops a table, the auto-dealer's
  next move
- ``rules_form``, ``views``, ``waiting_times``, ``queries``: what pages and the terminal show
"""
