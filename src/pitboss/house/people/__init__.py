"""The people of the room, and what they decide about each other.

- ``staff``, ``licenses``, ``hiring``, ``enrollment``: badges and roles, and how somebody gets one
- ``login``, ``pins``, ``second_factor``, ``sessions``, ``forged_sessions``: who is logged in
- ``signing``: what asks for the PIN once more
- ``players``: who plays here, and who may not
- ``proposals``: what one person proposes and another approves
- ``incidents``, ``disputes``: what went wrong, and what players claim
- ``queries``: what pages, reports and the terminal ask
"""
