"""Staff and players: badges, roles, logging in, proposals and approvals, exclusions, incidents and disputes.

- ``staff``, ``licenses``, ``enrollment``: badges, roles and license numbers, and how a person gets them
- ``login``, ``pins``, ``second_factor``, ``sessions``, ``forged_sessions``: who is logged in
- ``signing``: commands that ask for the PIN again
- ``players``: registered players and exclusions
- ``proposals``: what one person proposes and another approves
- ``incidents``, ``disputes``: what went wrong, and what players claim about a round
- ``events``: the events that all of these record
- ``queries``: lists of staff, players, exclusions and proposals for pages and the terminal
"""
