"""Readers that are not in the table, each with the reason."""

_CARDS = "takes cards, not text: 'a hand in a game' tries it with every hand that can be written"
_RULES = "is called by read_rules only, which is tried with it"
_GRID = "reads our own grid of permissions, which the package carries"
_ROOM = "reads rows of the room's own database by an id"
_LAB = "takes what the lab has counted or kept itself"
_GPU = "loads a library"
_SEALED = "reads what was encrypted with the room's key, by a terminal or a server of this version"

EXEMPT = {
    "cards.card.Card.from_code": "takes a whole number from 0 to 53 and refuses any other",
    "cards.ranking.Ranking.read": _CARDS,
    "games.double_draw.hands.read": _CARDS,
    "games.fortune_san_lo.hands.read": _CARDS,
    "games.power_blackjack.hands.read": _CARDS,
    "games.three_card_poker.hands.read": _CARDS,
    "games.table.TableRules.from_json": _RULES,
    "games.fortune_san_lo.rules.FortuneSanLoRules.from_json": _RULES,
    "games.power_blackjack.rules.PowerBlackjackRules.from_json": _RULES,
    "cli.house.sending.read_session": "is tried with spoilt files in tests/cli/house/test_log_in.py",
    "house.actor.read_actor": "reads the actor of a record, which the room wrote under its chain of hashes",
    "house.field_checks.read_texts": "is tried by the commands of the office, at the interface",
    "house.tables.equipment.Requirement.read": "reads our own approvals.toml",
    "games.command.read_named": "is tried by read_command, which calls it",
    "house.records.projector.read_recorded": _ROOM,
    "house.permissions.read_grid": _GRID,
    "house.permissions.read_sections": _GRID,
    "house.records.journal.read": _ROOM,
    "server.metrics.Metrics.read_room": _ROOM,
    "games.event.Event.from_json": "reads events of a record, which the room wrote under its chain of hashes",
    "games.fortune_san_lo.events.DisplayShown.from_json": "reads events of a record, as Event.from_json does",
    "house.jackpots.jackpot_rows.read": _ROOM,
    "house.property.load": _ROOM,
    "house.property.PropertySettings.from_json": "is tried by the commands of the office, at the interface",
    "house.room.Room.read_settings": _ROOM,
    "house.records.round_summary.RoundSummary.from_json": "reads the row of a round, whose hash is in the record that wrote it",
    "house.terminal.SealedRequest.read_answer": _SEALED,
    "house.terminal.TerminalRequest.read": _SEALED,
    "house.tables.table_cache.TableCache.load": _ROOM,
    "house.jackpots.win_page.read_win_page": _ROOM,
    "lab.counting.read_counts": _LAB,
    "lab.power_blackjack.chart.Chart.from_json": _LAB,
    "lab.progressives.terms.ProgressiveTerms.from_counts": _LAB,
    "lab.verify.claim.read_explanations": "reads our own explanations.toml",
    "fault_simulator.auditor.Auditor.read": _ROOM,
    "lab.fortune_san_lo.gpu.device.load_cupy": _GPU,
    "lab.simulation.gpu.device.load_cuda": _GPU,
}
