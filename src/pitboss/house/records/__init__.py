"""The records: every command that was done, in chains that nobody can change unseen, and what is made from them.

- ``journal``, ``row_hashes``, ``strongbox``: records, their hashes and seals, and the key of the room
- ``projector``: makes the stored lists from the journal
- ``audit``, ``self_check``, ``refused_acts``, ``export``: is everything as it was written, and what was refused
- ``rounds``, ``round_summary``, ``replay``, ``replay_check``, ``card_proofs``: past rounds, played again and proved
- ``face_down``, ``recorded_entropy``: hidden cards and random bytes stay locked in the records
- ``room_clock``, ``clock_doubts``: no record is earlier than the one before it
- ``backup``, ``encrypted_file``, ``upgrade``: copies of the room, and the way to the next version
"""
