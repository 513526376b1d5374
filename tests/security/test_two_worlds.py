"""Whoever asks learns no hidden card: every command, in every role, in two rooms that differ only in hidden cards.

Rooms are moved alike through a round of each game. Wherever a round waits, everything that can be sent is tried, with
guesses at the very cards that differ. But for the points of ``REVEALING_COMMANDS``, both rooms answer, record and check the same.
"""

from dataclasses import dataclass
from itertools import chain

import pytest

from pitboss.cards import Card
from pitboss.games.command import ON_THE_FLOOR, Command
from pitboss.games.power_blackjack import PowerBlackjackRound
from pitboss.games.rounds import ROUNDS
from pitboss.house.actor import Actor, Role
from pitboss.house.answers import REVEALING_COMMANDS
from pitboss.house.requests import Request
from pitboss.house.tables import play, preconditions
from pitboss.house.tables.commands import Act, DealCards, StartRound
from pitboss.house.tables.preconditions import acts_of
from pitboss.house.tables.table import Table
from support.demo import ANN, BOB, TABLES
from support.floor import DEALER_7
from support.worlds import AT_THE_TABLE, USED, WHO, Worlds, attempts, guessed


@dataclass(frozen=True)
class Scene:
    """A round at a table. Ann's cards are the same in both rooms; Bob's, the dealer's and those to come are not."""

    table_id: str
    wagers: dict
    ann: str
    bob: tuple = ("", "")
    dealer: tuple = ("", "")
    shoe: tuple = ()
    until: str = "settle"
    """The first act of the dealer after which nothing is hidden; nothing where a hand stays hidden to the end."""
    bob_does: str = ""
    """What Bob decides; if nothing is said, the first of ``ANSWERS`` that is allowed."""
    tells_nothing: frozenset = frozenset()
    """Points of ``REVEALING_COMMANDS`` that tell nothing here: what they show is the same in both rooms."""

    @property
    def game(self):
        return TABLES[self.table_id]

    @property
    def secrets(self):
        """The cards that lie face down, in the one room and in the other."""
        shoe = [" ".join(cards.split()[5:]) for cards in self.shoe]
        pairs = (self.bob, self.dealer, shoe)
        return [cards for pair in pairs if len({*pair}) > 1 for cards in pair]

    def stack(self, floor, which):
        if self.shoe:
            floor.entropy.stack_shoe(self.shoe[which])
        else:
            floor.entropy.stack(self.game, {2: self.ann, 5: self.bob[which]}, self.dealer[which])


SCENES = {
    # In the other room Bob has the best hand of the progressive.
    "three card poker": Scene(
        "T1",
        {"ante": 500, "pair-plus": 500, "progressive": 100},
        "Th 8c 4s",
        ("9c 7d 2h", "As Ks Qs"),
        ("Jh 8s 3c", "Kh Kd Kc"),
        until="reveal_dealer",
    ),
    "fortune san lo": Scene(
        "T2",
        {"main": 500},
        "Th 8c 4s 9d 7c 2d",
        ("Ks Kd 4h Ac Jd Qs", "3s 3d 3h 6c 6d 5s"),
        ("5h 5d 2h Ad 7s Ts", "Qh Qd Jh Js 9s 8h"),
        until="dealer_house_way",
    ),
    "double draw": Scene(
        "T3", {"ante": 500, "bonus": 500}, "Th 8c 4s 9d 7c", ("Ks Kd 9h 5c 2d", "3s 3d 6h Jc Qd"), until="settle"
    ),
    "power blackjack": Scene(
        "T4",
        {"bet": 500},
        "",
        shoe=("Ts 9s 9h 5d 8d Ks 7c 2c 6h", "Ts 9s 9h 5d 8d 2d Qc 3c 4d"),
        until="turn_hole_card",
    ),
    "power blackjack, an ace": Scene(
        "T4",
        {"bet": 500},
        "",
        shoe=("Ts 9s Ah 5d 8d 6s 7c 2c", "Ts 9s Ah 5d 8d 2d Qc 3c"),
        until="turn_hole_card",
        # The dealer has no blackjack in either room.
        tells_nothing=frozenset({"peek"}),
    ),
    "three card poker, a folded hand": Scene(
        "T1",
        {"ante": 500, "pair-plus": 500},
        "Th 8c 4s",
        ("9c 7d 2h", "Ah Ad Ac"),
        ("Jh 8s 3c", "Jh 8s 3c"),
        until="",
        bob_does="fold",
        tells_nothing=REVEALING_COMMANDS.keys() - {"time-out"},
    ),
    "double draw, a folded hand": Scene(
        "T3",
        {"ante": 500, "bonus": 500},
        "Th 8c 4s 9d 7c",
        ("Ks 9h 4h 5c 2d", "3s 3d 3h Jc Qd"),
        until="",
        bob_does="fold",
        tells_nothing=REVEALING_COMMANDS.keys() - {"time-out"},
    ),
}


@pytest.fixture(params=SCENES)
def scene(request):
    return SCENES[request.param]


@pytest.fixture
def worlds(sqlite_demo, tmp_path):
    worlds = Worlds(sqlite_demo, tmp_path)
    yield worlds
    worlds.close()


def begin(worlds, scene):
    """Ann and Bob have bet, and nothing is dealt yet."""
    for which, world in enumerate(worlds.both):
        for seat, name in ((2, ANN.name), (5, BOB.name)):
            world.floor.sit(scene.table_id, seat, name)
        scene.stack(world.floor, which)
    worlds.each(lambda floor: floor.at(scene.table_id, StartRound()))
    for seat in (2, 5):
        for wager, cents in scene.wagers.items():
            bet = Act({"do": "place-wager", "seat": seat, "wager": wager, "cents": cents})
            by = ANN if seat == 2 else BOB
            name = USED if (seat, wager) == (2, next(iter(scene.wagers))) else None
            worlds.each(lambda floor, bet=bet, by=by, name=name: floor.at(scene.table_id, bet, by, command_id=name))
    worlds.each(lambda floor: floor.act(scene.table_id, "no-more-bets"))


ANSWERS = {"play": {}, "ask_house_way": {}, "draw": {"cards": ""}, "no_insurance": {}, "stand": {}}
"""What both players decide, the first that is allowed."""


def go_on(worlds, scene):
    """The next step of the round, the same in both rooms."""
    wants = worlds.each(lambda floor: floor.awaiting(scene.table_id))
    assert wants[0] == wants[1]
    awaiting = wants[0]
    if awaiting.kind == "cards" or "press_green_button" in awaiting.operations:
        worlds.each(lambda floor: floor.at(scene.table_id, DealCards()))
    elif awaiting.kind == "decision":
        usual = next(name for name in ANSWERS if name in awaiting.operations)
        name = scene.bob_does or usual if awaiting.seat == 5 else usual
        by = Actor(ANN.name if awaiting.seat == 2 else BOB.name, Role.PLAYER)
        more = {"seat": awaiting.seat} | ANSWERS.get(name, {})
        worlds.each(lambda floor: floor.act(scene.table_id, name.replace("_", "-"), by, **more))
    else:
        seat = {} if awaiting.seat is None else {"seat": awaiting.seat}
        worlds.each(lambda floor: floor.act(scene.table_id, awaiting.operations[0].replace("_", "-"), DEALER_7, **seat))


def told_apart(worlds, scene, *, everything_at=5):
    """What tells the rooms apart, wherever the round waits for somebody; once, all that there is is tried."""
    guesses = guessed(*scene.secrets, copies=6 if scene.shoe else 1)
    waits, seen, has_tried_everything = None, [], False
    for _ in range(60):
        awaiting = worlds.both[0].floor.awaiting(scene.table_id)
        if (awaiting.kind, awaiting.operations, awaiting.seat) != waits and awaiting.kind != "cards":
            is_place = awaiting.kind == "nothing" or (awaiting.kind == "decision" and awaiting.seat == everything_at)
            everything = is_place and not has_tried_everything
            has_tried_everything |= everything
            people = WHO if everything else AT_THE_TABLE
            seen += worlds.differences(
                scene.table_id,
                attempts(scene.game, guesses, people, everything=everything),
                REVEALING_COMMANDS.keys() - scene.tells_nothing,
            )
        if scene.until in awaiting.operations or awaiting.kind == "nothing":
            break
        waits = awaiting.kind, awaiting.operations, awaiting.seat
        go_on(worlds, scene)
    else:
        raise AssertionError(f"the round never waits for {scene.until}")
    return seen


def test_nobody_tells_the_rooms_apart_by_asking(worlds, scene):
    begin(worlds, scene)
    # A folded hand stays hidden: there everything is tried when the round is over.
    assert told_apart(worlds, scene, everything_at=5 if scene.until else None) == []


# ---- the comparison finds what it must: the two faults that an attack has found, planted again


def test_a_draw_that_staff_may_name_is_found(worlds, monkeypatch):
    monkeypatch.setattr(Act, "names_cards", property(lambda _act: False))
    scene = SCENES["double draw"]
    begin(worlds, scene)
    found = told_apart(worlds, scene, everything_at=None)
    assert {slug for slug, *_ in found} == {"draw"}
    assert {by for _, by, *_ in found} == {"dealer:7", "supervisor:4"}
    assert any("outcome" in apart for *_, apart in found)
    # Under a used id the words are the same, and what is done until they are said is not.
    under_a_used_id = [apart for *_, body, apart in found if body["command_id"] == USED]
    assert any("outcome" not in apart and "statements" in apart for apart in under_a_used_id)


def test_a_burn_that_names_cards_is_found(worlds, monkeypatch):
    @dataclass(frozen=True)
    class Burn(Command):
        """The floor names what is burned."""

        who = ON_THE_FLOOR

        cards: tuple[Card, ...]
        reason: str

    others = [kind for kind in PowerBlackjackRound.operations if kind.slug() != "burn"]
    by_name = (lambda round, cards, _: round._verify_deck(cards)), (lambda *_: None)
    # Staff who name cards are refused before anything of the round is asked: without that, the round itself must not tell.
    monkeypatch.setattr(Act, "names_cards", property(lambda _act: False))
    monkeypatch.setattr(PowerBlackjackRound, "operations", (*others, Burn))
    for module in (preconditions, play):
        monkeypatch.setattr(module, "acts_of", acts_of.__wrapped__)
    monkeypatch.setattr(PowerBlackjackRound, "_methods", PowerBlackjackRound._methods | {Burn: by_name})
    scene = SCENES["power blackjack"]
    begin(worlds, scene)
    found = told_apart(worlds, scene, everything_at=None)
    assert {(slug, by) for slug, by, *_ in found} == {("burn", "supervisor:4")}


def test_a_time_out_that_is_worked_out_under_a_used_id_is_found(worlds, monkeypatch):
    monkeypatch.setattr(Request, "is_looked_up_first", property(lambda request: request.command.slug() == "act"))
    scene = SCENES["three card poker"]
    begin(worlds, scene)
    found = told_apart(worlds, scene, everything_at=None)
    assert {(slug, by, body["command_id"]) for slug, by, body, _ in found} == {
        ("time-out", "dealer:7", USED),
        ("time-out", "supervisor:4", USED),
    }
    assert all("outcome" not in apart and "checks" in apart for *_, apart in found)


def test_every_point_that_shows_something_is_a_command(scene):
    known = {kind.slug() for kind in (*ROUNDS[scene.game].operations, *Table.operations)}
    assert {scene.until.replace("_", "-")} - {""} <= known & REVEALING_COMMANDS.keys()
    of_rounds = chain.from_iterable(round.operations for round in ROUNDS.values())
    assert REVEALING_COMMANDS.keys() <= {kind.slug() for kind in (*Table.operations, *of_rounds)}
