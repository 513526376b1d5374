"""Cards that lie face down: nothing that is stored, written or backed up during a round tells them, on both databases."""

import io
import json
import logging
import re
from collections.abc import Callable
from contextlib import closing
from itertools import combinations
from typing import Any, NamedTuple

import pytest
from sqlalchemy import update

from pitboss.cards import DECK_53, parse_cards, print_cards
from pitboss.games.audience import PUBLIC, player
from pitboss.games.fortune_san_lo import FortuneSanLoRound
from pitboss.games.fortune_san_lo.display import player_screen
from pitboss.games.fortune_san_lo.events import DisplayShown, HandSet
from pitboss.games.fortune_san_lo.setting import RANKINGS
from pitboss.house.answers import public_part, seen_by
from pitboss.house.answers import stored as stored_event
from pitboss.house.errors import StorageError
from pitboss.house.open_room import open_room
from pitboss.house.records import journal
from pitboss.house.records.backup import back_up
from pitboss.house.records.export import Selection, records
from pitboss.house.records.face_down import covered, events_of
from pitboss.house.storage.json_text import json_text
from pitboss.house.storage.schema import ROUND_ROWS
from pitboss.house.tables import deadlines
from pitboss.house.tables.commands import Act, DealCards, StartRound
from pitboss.house.tables.table_cache import TableCache
from pitboss.server.logs import LOG, AsJson
from support.demo import ANN, BOB
from support.demo_rooms import postgresql_copy, postgresql_demo, sqlite_copy, visited
from support.floor import DEALER_7, SUPERVISOR, Floor

__all__ = ["postgresql_demo"]


class Step(NamedTuple):
    """What somebody does; ``cards`` are told by their places in the hand, so that two worlds do the same."""

    who: str
    do: str
    values: dict[str, Any] = {}  # noqa: RUF012 - never changed
    places: tuple[int, ...] = ()


class Course(NamedTuple):
    """A round up to the moment before its first hand is turned over, in two worlds that differ in hidden cards alone."""

    table: str
    wagers: dict[str, int]
    worlds: tuple[Callable[[Floor], None], Callable[[Floor], None]]
    steps: tuple[Step, ...]


def stacked(game, hands, dealer=""):
    return lambda floor: floor.entropy.stack(game, hands, dealer)


def shoe(cards):
    return lambda floor: floor.entropy.stack_shoe(cards)


def hands(first, second):
    return {2: first, 5: second}


DEALS = (Step("dealer", "deal-cards"),)

COURSES = {
    "three-card-poker": Course(
        "T1",
        {"ante": 500, "pair-plus": 500, "progressive": 100},
        (
            stacked("three-card-poker", hands("9c 7d 2h", "Ts 6d 4h"), "Jh 8c 3c"),
            stacked("three-card-poker", hands("Kc Kd Ks", "Ah Qh 5c"), "Qd 8d 4d"),
        ),
        (*DEALS * 3, Step("ann", "play", {"seat": 2}), Step("bob", "fold", {"seat": 5})),
    ),
    "fortune-san-lo": Course(
        "T2",
        {"main": 500},
        (
            stacked("fortune-san-lo", hands("Ks Kd 4h Ac Jd Qs", "9s 9d 2h Ad 7c Ts"), "As 8d 5h 3c 6d Jh"),
            # Fouled, and left to the house way with three of a kind: other words of other lengths.
            stacked("fortune-san-lo", hands("2s 3d 7h Ac Ad 8s", "Qs Qd Qh 9d 8c 4s"), "Jk 5d 6h 3c Td 9h"),
        ),
        (
            *DEALS * 9,
            Step("ann", "set-hand", {"seat": 2}, (0, 1, 2, 3, 4, 5)),
            Step("bob", "ask-house-way", {"seat": 5}),
            Step("dealer", "player-house-way", {"seat": 5}),
            Step("dealer", "exit-display"),
        ),
    ),
    "double-draw": Course(
        "T3",
        {"ante": 500, "bonus": 500},
        (
            stacked("double-draw", hands("Ks Kd 9h 5c 2d", "7s 6d 4h 3c 2c")),
            stacked("double-draw", hands("As Jd Th 8c 3d", "Qs Qd Jk 9c 9s")),
        ),
        (
            *DEALS * 3,
            Step("ann", "draw", {"seat": 2}, (2, 3, 4)),
            *DEALS,
            Step("bob", "draw", {"seat": 5}),
            Step("ann", "draw", {"seat": 2}, (4,)),
            *DEALS,
            Step("bob", "fold", {"seat": 5}),
        ),
    ),
    "power-blackjack": Course(
        "T4",
        {"bet": 1000, "push-22": 500},
        (shoe("6s 9h Ad 7c 8c 9d 4c 2c"), shoe("6s 9h Ad 7c 8c 3s 4c 2c")),
        (
            *DEALS * 6,
            Step("ann", "insure", {"seat": 2, "cents": 500}),
            Step("bob", "no-insurance", {"seat": 5}),
            Step("dealer", "peek"),
            Step("ann", "hit", {"seat": 2}),
            *DEALS,
            Step("ann", "stand", {"seat": 2}),
            Step("bob", "stand", {"seat": 5}),
        ),
    ),
}


@pytest.fixture(params=["sqlite", "postgresql"])
def worlds(request, tmp_path):
    """Makes the demo room, new and always the same; the second is another world of the first."""
    made = request.getfixturevalue(f"{request.param}_demo")
    with closing(_Open()) as open_ones:

        def make(name):
            folder = tmp_path / name
            folder.mkdir()
            copy = sqlite_copy(made, folder) if request.param == "sqlite" else postgresql_copy(made)
            floor = open_ones.enter(copy)
            for seat, player in ((2, "ann"), (5, "bob")):
                for table in ("T1", "T2", "T3", "T4"):
                    floor.sit(table, seat, player)
            return floor

        yield make


class _Open:
    def __init__(self):
        self._copies = []

    def enter(self, copy):
        self._copies.append(copy)
        return copy.__enter__()

    def close(self):
        for copy in reversed(self._copies):
            copy.__exit__(None, None, None)


def values_of(floor, course, step):
    """What a step says, with the cards of this world."""
    if not step.places:
        return step.values | ({"cards": ""} if step.do == "draw" else {})
    held = floor.room.table(course.table).round.seats[step.values["seat"]].cards
    return step.values | {"cards": print_cards(held[place] for place in step.places)}


def at_the_table(floor, course, step):
    """A step without the server."""
    who = {"ann": ANN, "bob": BOB, "dealer": DEALER_7}[step.who]
    if step.do in ("start-round", "deal-cards"):
        return floor.at(course.table, StartRound() if step.do == "start-round" else DealCards(), who)
    return floor.act(course.table, step.do, who, **values_of(floor, course, step))


def whole(course):
    """All steps of a round, from its start."""
    bets = (
        Step(who, "place-wager", {"seat": seat, "wager": wager, "cents": cents})
        for seat, who in ((2, "ann"), (5, "bob"))
        for wager, cents in course.wagers.items()
    )
    return Step("dealer", "start-round"), *bets, Step("dealer", "no-more-bets"), *course.steps


def to_its_end(floor, course):
    """The dealer turns hands over and settles."""
    while not floor.room.table(course.table).round.is_over:
        round = floor.room.table(course.table).round
        floor.at(course.table, DealCards() if round.awaiting.kind == "cards" else Act(round.options()[0].as_json()))


# ---- two worlds


def stored(floor):
    """All that is stored, without what is cipher, hash or chance: of those, how long they are."""
    return {name: [tuple(_blank(name, *entry) for entry in row.items()) for row in rows]
            for name, rows in floor.everything().items()}  # fmt: skip


CIPHER = re.compile(r'"(chance|face_down|round)":"[^"]*"')
HASH = re.compile(r"\b[0-9a-f]{32,}\b")


def _blank(table, name, value):
    if name in ("hash", "previous", "sealed"):
        return name, len(value)
    if isinstance(value, str):
        value = CIPHER.sub(lambda found: f"{found[1]} of {len(found[0])}", value)
        return name, HASH.sub(lambda found: f"{len(found[0])} digits", value)
    return name, value


@pytest.mark.parametrize("game", COURSES)
def test_what_is_stored_of_a_round_in_progress_does_not_depend_on_cards_that_lie_face_down(worlds, game):
    course = COURSES[game]
    ours, theirs = worlds("ours"), worlds("theirs")
    for floor, stack in zip((ours, theirs), course.worlds, strict=True):
        stack(floor)
    for step in whole(course):
        for floor in (ours, theirs):
            at_the_table(floor, course, step)
        views = [floor.room.view(course.table, PUBLIC) for floor in (ours, theirs)]
        assert views[0] == views[1], f"{step}: the worlds differ in what everybody sees"
        ours_stored, theirs_stored = stored(ours), stored(theirs)
        for name, rows in ours_stored.items():
            for row, other in zip(rows, theirs_stored[name], strict=True):
                assert row == other, f"{step.do}: {name}"
    mine, others = (floor.room.table(course.table).round._drawn for floor in (ours, theirs))
    assert mine != others


# ---- the bytes


class Bytes:
    """All that somebody may get hold of who does not have the key."""

    def __init__(self, floor, folder, visitors, log):
        self.floor, self.folder, self.visitors, self.log = floor, folder, visitors, log
        self._before = {}

    def all(self, *, backup=None):
        """By where it is found: what was added since it was last asked for; with a backup, all of it."""
        found, before = self._whole(backup), self._before
        self._before = found
        if backup is not None:
            return found
        return {where: _added(content, before.get(where, b"")) for where, content in found.items()}

    def _whole(self, backup):
        found = {"the log": self.log.getvalue().encode(), "the metrics": self._metrics()}
        if self.floor.database.is_sqlite:
            files = [path for path in self.folder.iterdir() if path.suffix != ".key"]
            found |= {path.name: path.read_bytes() for path in files}
        else:
            found["the rows"] = repr(self.floor.everything()).encode()
        if backup is not None:
            back_up(self.floor.database, self.floor.room.house, backup, now=self.floor.clock.now())
            found["the backup"] = backup.read_bytes()
        return found

    def _metrics(self):
        with_metrics = self.visitors.nobody("127.0.0.1").get("/metrics")
        assert with_metrics.status_code == 200
        return with_metrics.content


def _added(content, before):
    """What differs at the end, from a little before it on."""
    blocks = range(0, len(content), BLOCK)
    same = next((at for at in blocks if content[at : at + BLOCK] != before[at : at + BLOCK]), len(content))
    return content[max(same - 100, 0) :]


BLOCK = 4096


@pytest.fixture
def log(monkeypatch):
    """All that the server says, to the last detail."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(AsJson())
    monkeypatch.setattr(LOG, "level", logging.DEBUG)
    root = logging.getLogger()
    root.addHandler(handler)
    yield stream
    root.removeHandler(handler)


def face_down(round, view):
    """The cards that have left the deck and that nobody has turned over."""
    open_ones = set(re.findall(r"'([2-9TJQKA][cdhs]|Jk)'", str(view)))
    return [card for card in round._drawn if str(card) not in open_ones]


CARD = r"(?:[2-9TJQKAtjqka][cdhsCDHS]|[Jj]k)"
BETWEEN = r"(?:, |[ ,/-]|[\"'], ?[\"']|\\u0020)"
# Not in the middle of a hash or of something that is coded.
SPELLED = re.compile(rf"(?<![\w+/=-])(?:[\"']{CARD}[\"']|{CARD}(?:{BETWEEN}{CARD})+|{CARD}{{3,}})(?![\w+/=-])".encode())


def telling(content, cards, words):
    """Where some bytes tell any of these cards, or what they come to, in one spelling or another; nothing else."""
    hidden = {str(card).lower().encode() for card in cards}
    for found in SPELLED.finditer(content):
        if hidden & set(re.findall(CARD.encode(), found[0].lower())):
            return found[0]
    faces = [card for card in cards if not card.is_joker]
    said = [*words, *(f"{card}"[0] + card.suit.sign for card in faces)]
    said += [f"{card.rank.word} of {card.suit.word}" for card in faces]
    threes = (tuple(card.code for card in three) for three in zip(cards, cards[1:], cards[2:], strict=False))
    # Positions and seats go up one by one; that is no hand.
    codes = [three for three in threes if three != tuple(range(three[0], three[0] + 3))]
    said += [gap.join(map(str, three)) for three in codes for gap in (",", ", ")]
    return next((each for each in said if each.encode() in content), None)


def in_words(round):
    """What hands that lie face down come to."""
    held = [round.held(seat) for seat in round.seats if round.seats[seat].cards and not round.seats[seat].is_shown]
    if isinstance(round, FortuneSanLoRound):
        settings = [seat.setting for seat in round.seats.values() if seat.setting is not None]
        held += [each.is_fouled or each.words for each in settings]
    return [] if hasattr(round, "dealer_total") else [words for words in held if words]


@pytest.mark.parametrize("game", COURSES)
def test_nothing_that_can_be_stolen_tells_cards_that_lie_face_down(worlds, game, tmp_path, log):
    course, floor = COURSES[game], worlds("ours")
    course.worlds[0](floor)
    with visited(floor) as visitors:
        people = {who: visitors.as_(who) for who in ("ann", "bob", "dealer")}
        stolen = Bytes(floor, tmp_path / "ours", visitors, log)
        told = 0
        for number, step in enumerate(whole(course)):
            path = step.do if step.do in ("start-round", "deal-cards") else f"round/{step.do}"
            body = values_of(floor, course, step) | {"command_id": f"step-{number}"}
            for _again in range(2):
                answer = people[step.who].post(f"/api/tables/{course.table}/{path}", json=body)
                assert answer.status_code == 200, answer.text
            _put_deadline(floor, course.table)
            told += verify_nothing_tells(floor, course, stolen)
        assert told
        told = verify_nothing_tells(floor, course, stolen, backup=tmp_path / "night.backup")
        # What was never shown stays under lock when the round is over, too.
        to_its_end(floor, course)
        assert bool(verify_nothing_tells(floor, course, stolen)) == (game != "power-blackjack")


def _put_deadline(floor, table_id):
    with floor.database.transaction() as connection:
        deadlines.put(connection, "P1", table_id, floor.room.view(table_id, PUBLIC).version, floor.clock.now())


def verify_nothing_tells(floor, course, stolen, **more):
    """Look for every card that lies face down; how many they are."""
    table = floor.room.table(course.table)
    hidden = face_down(table.round, table.view(PUBLIC, 0))
    if hidden:
        words = in_words(table.round) if not table.round.is_over else ()
        for where, content in stolen.all(**more).items():
            assert telling(content, hidden, words) is None, where
    return len(hidden)


def test_cards_are_found_however_they_are_spelled():
    """The search itself finds what it is for."""
    cards = parse_cards("9c 7d 2h")
    spellings = (
        '["9c","7d","2h"]',
        "'cards': ['9C', '7D']",
        "9c 7d 2h",
        "9c7d2h",
        "7\u2666",
        "nine of clubs",
        "9c, As",
    )
    codes = ", ".join(str(card.code) for card in cards)
    for text in (*spellings, codes, codes.replace(" ", ""), "pair of nines"):
        assert telling(f'{{"x":{text}}}'.encode(), cards, ["pair of nines"]), text
    for text in ('"positions":[1,2,3]', "a9c7d2h0", "AS actor, NULL AS at", '"As","Kd"', "2D-5hAuQsu43dB"):
        assert telling(f"{{{text}}}".encode(), cards, []) is None, text


# ---- who has the key, and who has not


def open_again(floor):
    """The room as another process opens it that starts now."""
    return open_room(floor.database, floor.key, clock=floor.clock, entropy=floor.entropy)


@pytest.mark.parametrize("game", COURSES)
def test_after_every_command_a_restart_has_the_same_cards_again(worlds, game):
    course, floor = COURSES[game], worlds("ours")
    course.worlds[0](floor)
    for step in whole(course):
        at_the_table(floor, course, step)
        with floor.database.reading() as connection:
            again = TableCache("P1", floor.room.box).load(connection, course.table).table
        table = floor.room.table(course.table)
        for audience in (PUBLIC, player(2), player(5)):
            assert again.view(audience, 0) == table.view(audience, 0), step
        assert again.round._drawn == table.round._drawn


@pytest.mark.parametrize("game", COURSES)
def test_what_is_read_from_the_records_is_what_was_answered(worlds, game):
    course, floor = COURSES[game], worlds("ours")
    course.worlds[0](floor)
    answers = [at_the_table(floor, course, step) for step in whole(course)]
    with floor.database.reading() as connection:
        found = list(journal.read(connection, "P1", answers[0].chain, answers[0].version - 1, answers[-1].version))
    assert [events_of(floor.room.box, record) for record in found] == [list(answer.events) for answer in answers]
    own = [seen_by(event, player(2)) for record in found for event in events_of(floor.room.box, record)]
    others = [seen_by(event, PUBLIC) for record in found for event in events_of(floor.room.box, record)]
    assert others == [public_part(event) for record in found for event in json.loads(record.events)]
    assert (own == others) == (game == "power-blackjack"), "a player sees what is their own"
    dealt = [event for record in found for event in json.loads(record.events) if "positions" in event]
    assert sum(len(event["positions"]) for event in dealt) == {"power-blackjack": 1}.get(
        game, len(floor.room.table(course.table).round._drawn)
    )


@pytest.mark.parametrize("game", COURSES)
def test_without_the_key_every_round_in_progress_can_be_given_back(worlds, game, tmp_path):
    course, floor = COURSES[game], worlds("ours")
    course.worlds[0](floor)
    for step in whole(course):
        at_the_table(floor, course, step)
    with pytest.raises(StorageError, match="if there is none, rounds in progress are void"):
        open_room(floor.database, tmp_path / "lost.key", clock=floor.clock)
    with floor.database.reading() as connection:
        told = list(records(connection, "P1", Selection(chain=f"table:{course.table}")))
    started = max(number for number, record in enumerate(told) if record.kind == "start-round")
    moved = [posting for record in told[started:] for posting in record.postings]
    for seat, state in floor.room.table(course.table).round.seats.items():
        staked = -sum(millicents for account, millicents in moved if account == f"chips:{course.table}:{seat}")
        assert staked == state.staked_cents * 1000


# ---- what is locked


def locked_sizes(floor, table):
    with floor.database.reading() as connection:
        found = [json.loads(record.drawn) for record in journal.read(connection, "P1", f"table:{table}")]
    return [len(drawn["face_down"]) for drawn in found if "face_down" in drawn]


@pytest.mark.parametrize("game", COURSES)
def test_what_is_locked_has_one_of_two_lengths(worlds, game):
    course, sizes = COURSES[game], set()
    for name, stack in zip(("ours", "theirs"), course.worlds, strict=True):
        floor = worlds(name)
        stack(floor)
        for step in whole(course):
            at_the_table(floor, course, step)
        sizes |= set(locked_sizes(floor, course.table))
    assert sizes <= {(64 + 28 + 2) // 3 * 4, (256 + 28 + 2) // 3 * 4}


def test_the_longest_words_about_a_hand_fit_into_what_is_locked():
    """The settings whose words are the longest, laid by the player and by the house way."""
    longest = {
        name: max((ranking.value(hand).sentence for hand in combinations(DECK_53.cards, ranking.size)), key=len)
        for name, ranking in RANKINGS.items()
    }
    legal = " / ".join(longest.values())
    fouled = f"fouled: the high hand ({longest['high']}) is not above the mid hand ({longest['mid']})"
    cards = parse_cards("Kd Qd Ad 7c 3c 2h")
    by_player = {"do": "act", "command": {"do": "set-hand", "seat": 7, "cards": print_cards(cards)}}
    by_house = {"do": "act", "command": {"do": "player-house-way", "seat": 7}}
    secrets = [
        covered(asked, [stored_event(event, [7]) for event in events]).secret
        for asked, events in (
            (by_player, [HandSet(7, cards, fouled)]),
            (by_house, [DisplayShown(player_screen(7, cards)), HandSet(7, cards, legal)]),
        )
    ]
    assert 180 < max(len(json_text(secret)) for secret in secrets) <= 256


@pytest.mark.parametrize("changed", ["chain", "seq", "round"])
def test_what_is_locked_opens_at_its_own_table_in_its_own_round_and_record_only(worlds, changed):
    course, floor = COURSES["three-card-poker"], worlds("ours")
    course.worlds[0](floor)
    answer = [at_the_table(floor, course, step) for step in whole(course)][-4]
    with floor.database.reading() as connection:
        (record,) = journal.read(connection, "P1", answer.chain, answer.version - 1, answer.version)
    drawn = json.loads(record.drawn)
    assert (record.kind, drawn["round"]) == ("deal-cards", 1)
    moved = {
        "chain": record._replace(chain="table:T5"),
        "seq": record._replace(seq=record.seq + 1),
        "round": record._replace(drawn=json_text(drawn | {"round": 2})),
    }
    assert events_of(floor.room.box, record) == list(answer.events)
    with pytest.raises(StorageError, match="does not open with this room's key"):
        events_of(floor.room.box, moved[changed])


def test_the_last_round_of_a_stored_table_cannot_be_exchanged(worlds):
    course, floor = COURSES["three-card-poker"], worlds("ours")
    course.worlds[0](floor)
    for step in whole(course):
        at_the_table(floor, course, step)
    to_its_end(floor, course)
    at_the_table(floor, course, Step("dealer", "start-round"))
    floor.act("T1", "void", SUPERVISOR, reason="nobody bets")
    first, second = (each["sealed"] for each in floor.rows("rounds"))
    of_second = (ROUND_ROWS.c.table_id == "T1") & (ROUND_ROWS.c.number == 2)
    with floor.database.transaction() as connection:
        connection.execute(update(ROUND_ROWS).where(of_second).values(sealed=first))
    assert first != second
    with pytest.raises(StorageError, match="round 2 commands does not open with this room's key"):
        open_again(floor)
