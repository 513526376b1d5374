"""Every reader of the package, in one table: a new one is one line here.

Each line has a name, valid examples, how it is tried, and which functions are tried by it.
"""

from functools import partial

from fuzz import machines, reading, reading_files, reading_typed, seeds, typed
from fuzz.oracle import Target
from fuzz.seeds import just, part, trees
from pitboss.games.rounds import ROUNDS
from pitboss.house.office_commands import OFFICE_COMMANDS
from pitboss.house.tables.settings import TableSettings
from pitboss.house.tables.table import Table
from pitboss.paytables import Game
from pitboss.progressive import Meter, MeterParameters
from pitboss.progressive.controllers import CONTROLLERS, Start
from pitboss.shuffler import DeckInPlay, Opening, Seal, SealedDeck, Shoe, Shuffler, ShufflerSetting
from pitboss.shuffler.malfunction import Malfunction
from pitboss.shuffler.seal import StartOpening

NOTATION = [
    Target("cards", just(*typed.HANDS), reading_typed.cards, ("cards.notation.parse_cards",), share=3),
    Target("a card", just("As", "10h", "t♦", "JOKER", "Jk2"), reading_typed.one_card, ("cards.notation.parse_card",)),
    Target("a hand in a game", just(*typed.IN_A_GAME), reading_typed.hand_in_a_game, ("games.read_hand",)),
    Target("a hand for advice", just(*typed.HANDS), reading_typed.hand, ("lab.advice.read_hand",)),
]

AMOUNTS = [
    Target("a pay", just(*typed.PAYS), reading_typed.pay, ("paytables.pay.Pay.parse",), ValueError),
    Target("a percentage", just(*typed.PERCENTS), reading_typed.percent, ("paytables.pay.parse_percent",), ValueError),
    Target("dollars", just(*typed.AMOUNTS), reading_typed.dollars, ("paytables.pay.parse_dollars",), ValueError),
    Target(
        "dollars, typed",
        just(*typed.AMOUNTS, *typed.BARE),
        reading_typed.typed_dollars,
        ("cli.house.user_input.read_dollars", "cli.house.user_input.read_correction"),
    ),
    Target("a bet, typed", just("$12.50", "5", "0"), reading_typed.amount, ("cli.practice.read_amount",)),
    Target("rounds of a simulation", just("5000000", "1e9", "1,000"), reading_typed.simulated_rounds, ()),
    Target("bets of a simulation", just("ante=25", "pair-plus=$5.50"), reading_typed.simulated_bets, ()),
    Target("a chance", just(*typed.CHANCES), reading_typed.chance, (), ValueError),
]

FILES = [
    Target(
        "a paytable file",
        seeds.paytables,
        reading_files.paytable,
        ("paytables.loading.load_paytable", "data_file.read_toml", "paytables.catalogue.load_catalogue"),
        share=2,
    ),
    Target("a paytable, by its structure", trees(seeds.paytables), reading_files.paytable_tree, (), share=2),
    Target(
        "a house-way file",
        seeds.rule_lists,
        reading_files.rule_list,
        ("games.fortune_san_lo.rule_list.load_rule_list",),
        share=2,
    ),
    Target("a house way, by its structure", trees(seeds.rule_lists), reading_files.rule_list_tree, ()),
    Target(
        "what a house way asks for",
        just(*typed.REQUIREMENTS),
        reading_files.requirement,
        ("games.fortune_san_lo.rule_list.Requirement.parse",),
        ValueError,
    ),
    Target(
        "a table of shares",
        partial(seeds.shipped, "pitboss.games.fortune_san_lo", "house_way_low.toml"),
        reading_files.shares,
        ("games.fortune_san_lo.house_way_shares.load_share_table",),
    ),
    Target(
        "a design",
        just(*typed.DESIGNS),
        reading_files.design,
        ("lab.design.reading.read_design", "lab.design.places.Place.parse"),
    ),
    Target("a file of players", seeds.players, reading_files.players, ("lab.simulation.players.Player.from_json",)),
    Target("players, by their structure", trees(seeds.players), reading_files.players_tree, ()),
    Target(
        "a chart of strategy",
        part(trees(seeds.charts), "chart", 0),
        reading_files.chart,
        ("games.power_blackjack.charts.read_chart",),
    ),
    Target("a file of charts", seeds.charts, reading_files.chart_file, ()),
    Target(
        "a table's settings file",
        seeds.settings_files,
        reading_files.settings_file,
        ("cli.house.settings_file.read_settings",),
    ),
    Target(
        "a rules file",
        just(b'{"game": "power-blackjack", "decks": 6}'),
        reading_files.rules_file,
        ("lab.question.read_rules_file",),
    ),
    Target(
        "the key of the room",
        just(b"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n"),
        reading_files.key,
        ("house.records.strongbox.read_key",),
    ),
]

GAMES = [
    Target("a transcript", seeds.transcripts, reading.transcript, ("games.transcript.read_transcript",), share=2),
    *(
        Target(f"rules of {game.value}", partial(seeds.rules, game), reading.rules(game), ("games.table.read_rules",))
        for game in Game
    ),
    *(
        Target(
            f"a round of {game.value}",
            partial(seeds.rounds, game),
            reading.round_of(game),
            ("games.round.Round.from_json",),
        )
        for game in Game
    ),
    *(
        Target(
            f"a command of {game.value}",
            partial(seeds.commands, kind.operations),
            reading.command(kind.operations),
            ("games.command.read_command",),
        )
        for game, kind in ROUNDS.items()
    ),
]

HOUSE = [
    Target("a command at a table", seeds.table_commands, reading.command(Table.operations), (), share=2),
    Target("a command of the office", seeds.office_commands, reading.command(OFFICE_COMMANDS), (), share=2),
    Target(
        "table settings",
        seeds.settings,
        reading.stored(TableSettings),
        ("house.tables.settings.TableSettings.from_json",),
    ),
    Target("a stored table", seeds.tables, reading.table, ("house.tables.table.Table.from_json",)),
    Target("a role", just(*typed.ROLES), reading_typed.role, ("house.people.staff.read_role",)),
    Target("a day", just(*typed.DAYS), reading_typed.day, ("house.field_checks.read_day",)),
    Target("when the day begins", just(*typed.TIMES), reading_typed.day_starts, ()),
    Target("a time zone", just(*typed.ZONES), reading_typed.zone, ()),
    Target(
        "an instant, typed",
        just(*typed.INSTANTS),
        reading_typed.instant,
        ("cli.house.user_input.read_instant", "house.reports.gaming_day.parse_instant"),
    ),
    Target("a component", just(*typed.COMPONENTS), reading_typed.component, ("house.tables.equipment.Component.read",)),
    Target("a line at the keyboard", just(*typed.TYPED), reading_typed.typed, ()),
]

PROGRESSIVE = [
    Target("a meter", machines.meters, reading.stored(Meter), ("progressive.meter.Meter.from_json",)),
    Target(
        "parameters of a meter",
        machines.parameters,
        reading.stored(MeterParameters),
        ("progressive.parameters.MeterParameters.from_json",),
    ),
    *(
        Target(
            f"a stored {name}",
            partial(machines.controllers, name),
            reading.stored(kind),
            ("progressive.controllers.controller.Controller.from_json",),
        )
        for name, kind in CONTROLLERS.items()
    ),
    *(
        Target(
            f"a press of {name}",
            partial(seeds.commands, kind.operations),
            reading.command(kind.operations),
            ("progressive.controllers.controller.Controller.read_press",),
        )
        for name, kind in CONTROLLERS.items()
    ),
    Target(
        "how a game starts",
        part(partial(machines.controllers, "nexus"), "start"),
        reading.stored(Start),
        ("progressive.controllers.start.Start.from_json",),
    ),
]

SHUFFLER = [
    Target(
        "cards that were seen", machines.records, reading.seen_cards, ("shuffler.seen.SeenCards.from_json",), share=2
    ),
    Target(
        "a seal",
        part(machines.decks_in_play, "public", "seal"),
        reading.stored(Seal),
        ("shuffler.seal.Seal.from_json",),
    ),
    Target(
        "an opening",
        part(machines.records, "openings", 0),
        reading.stored(Opening),
        ("shuffler.seal.Opening.from_json",),
    ),
    Target(
        "a start position",
        just(machines.records()[1]["start"]),
        reading.stored(StartOpening),
        ("shuffler.seal.StartOpening.from_json",),
    ),
    Target(
        "a sealed deck",
        part(machines.decks_in_play, "secret"),
        reading.stored(SealedDeck),
        ("shuffler.sealed_deck.SealedDeck.from_json",),
    ),
    Target(
        "a deck in play",
        machines.decks_in_play,
        reading.with_secret(DeckInPlay),
        ("shuffler.deck_in_play.DeckInPlay.from_json",),
    ),
    Target("a shuffler", machines.shufflers, reading.with_secret(Shuffler), ("shuffler.machine.Shuffler.from_json",)),
    Target("a shoe", machines.shoes, reading.with_secret(Shoe), ("shuffler.shoe.Shoe.from_json",)),
    Target(
        "a setting of the shuffler",
        part(machines.shufflers, "public", "setting"),
        reading.stored(ShufflerSetting),
        ("shuffler.setting.ShufflerSetting.from_json",),
    ),
    Target(
        "a malfunction",
        just(machines.shufflers()[1]["public"]["malfunction"]),
        reading.stored(Malfunction),
        ("shuffler.malfunction.Malfunction.from_json",),
    ),
    Target(
        "the proof of pitboss fair",
        lambda: tuple(map(seeds.as_paper, machines.records())),
        reading_files.proof,
        (),
    ),
]

NETWORK = [
    Target("where the database is", just(*typed.URLS), reading_typed.url, ("house.storage.database.read_url",)),
    Target(
        "settings of the server",
        seeds.server_settings,
        reading_files.server_settings,
        ("server.settings.read_settings",),
    ),
    Target(
        "the manifest of a backup",
        seeds.manifests,
        reading_files.manifest,
        ("house.records.backup.Manifest.read", "house.records.backup.read_manifest"),
    ),
    Target("the address of a room", just(*typed.ADDRESSES), reading_typed.address, ("bots.wire.Address.parse",)),
    Target("badges of bots", just(*typed.BADGES), reading_typed.badges, ("bots.staff.read_badges",)),
    Target("news of the database", just("table:T1 7", "room 12"), reading_typed.news, ("server.bus.read_line",)),
    Target(
        "where a page comes from",
        just("https://ace.example", "http://localhost:8022", "null"),
        reading_typed.origin,
        (),
    ),
]

TARGETS = {
    target.name: target for target in (*NOTATION, *AMOUNTS, *FILES, *GAMES, *HOUSE, *PROGRESSIVE, *SHUFFLER, *NETWORK)
}
"""All of them, by name."""
