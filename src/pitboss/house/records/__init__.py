"""The records: every command that was done, in chains that show any change, and what is made from them.

- ``journal``, ``row_hashes``, ``strongbox``: records, their hashes and seals, and the key of the room
- ``projector``: makes the stored lists from the journal
- ``audit``, ``list_check``, ``self_check``: compare everything that is stored with the records
- ``refused_acts``, ``export``: notes of refusals, and the journal for auditors
- ``rounds``, ``round_summary``, ``replay``, ``replay_check``, ``card_proofs``: past rounds, replayed and proved
- ``face_down``: hidden cards are kept encrypted in the records
- ``room_clock``, ``clock_doubts``: keep the times of records in order, and stop play when the clock is wrong
- ``backup``, ``encrypted_file``, ``restore_target``, ``upgrade``: copies of the room, and the way to the next version
"""
