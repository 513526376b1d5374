"""An example of every field, for the document of the interface; some commands have their own."""

from typing import Any, Final

FIELDS: Final[dict[str, Any]] = {
    "command_id": "7b3f0c52-place-1",
    "seat": 3,
    "player": "ann",
    "cents": 500,
    "wager": "ante",
    "reason": "the player left for the cage",
    "cards": "As Kd",
    "proposal_id": "p-2026-11-15-1",
    "settings": {"rules": {"game": "three-card-poker"}},
    "opener_cents": 500_000,
    "closer_cents": 512_300,
    "counted_cents": 250_000,
    "tray_cents": 482_500,
    "drop_cents": 61_000,
    "fault": "jam in the output tray",
    "helped": True,
    "approval": "letter of 3 May 2026",
    "done": "the deck was shuffled by hand under a camera",
    "round_goes_on": True,
    "step": 1,
    "seen": "hand wager payout player",
    "identity": "driving licence WDL-1",
    "tax_form": "W-2G 17",
    "row": "royal-flush",
    "none_to_the_right": True,
    "jackpot_id": "T1-12-3",
    "badge": "17",
    "kind": "adjust-meter",
    "subject": "M1",
    "content": {"meter_id": "M1", "cents": -500, "reason": "malfunction", "note": "counted twice"},
    "name": "Ann Archer",
    "born": "1990-12-31",
    "is_guest": False,
    "until": "2027-11-15",
    "how": "cash",
    "dispute_id": "d-17",
    "table_id": "T1",
    "round_number": 12,
    "claim": "the straight was not paid",
    "ruling": "the hand is a flush; it was paid as one",
    "party": "player",
    "signature": "Ann Archer",
    "incident_id": "i-4",
    "words": "the display of table 2 was dark for ten minutes",
    "is_reportable": True,
    "noticed_at": "2026-11-15T10:00:00.000000Z",
    "reference": "call 4711 to the duty agent",
    "outcome": "the cable was replaced",
    "meter_id": "M1",
    "shown_cents": 1_234_567,
    "label": "lobby",
    "digest": "5f0c" * 16,
    "mark": "5f0c5f0c5f0c5f0c",
    "whose": "session of admin:1 (badge 1)",
    "token_hash": "5f0c" * 16,
    "old_pin": "4711",
    "second": "287082",
    "code": "287082",
    "salt": "00" * 20,
    "start": 4,
    "number": 1,
    "hand": 1,
    "to": "house",
    "wagers": 5,
    "chips": 5,
    "spot": 3,
    "card": "executive",
    "position": "jph",
    "from_seat": 2,
    "other": 4,
    "note": "a chip fell off the sensor",
    "condition": "suppliers-licensed",
    "evidence": "license 12-1 lapsed",
    "keeps_seed": False,
    "clock": "2026-11-15T20:00:00.000000Z",
    "newest": "2026-11-15T20:00:05.000000Z",
    "dated": "2026-11-15",
}
"""An example by the name of the field."""

COMMANDS: Final[dict[str, dict[str, Any]]] = {
    "issue-pass": {"kind": "display"},
    "set-pin": {"pin": "820014"},
    "add-second-factor": {"pin": "820014"},
    "set-hand": {"cards": "As Kd Jh Tc 9s 4d 2c"},
}
"""Where a command needs another example."""


def example_of(slug: str, names: list[str]) -> dict[str, Any]:
    """An example of a command with these fields.

    >>> example_of("fill", ["command_id", "cents"])
    {'command_id': '7b3f0c52-place-1', 'cents': 500}
    """
    own = COMMANDS.get(slug, {})
    return {name: own.get(name, FIELDS.get(name)) for name in names}
