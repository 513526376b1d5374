"""Valid examples of what machines store and give out: meters, keypads, shufflers, and records of cards."""

from functools import cache

from pitboss.cards import DECK_52, DECK_53, shoe
from pitboss.games.rounds import ROUNDS
from pitboss.paytables import Game
from pitboss.progressive import Meter, usual_parameters
from pitboss.progressive.controllers import CONTROLLERS, HandButton
from pitboss.shuffler import SeenCards, Shoe, Shuffler, shuffle_deck
from pitboss.sources import SeededEntropy

# ---- the progressive


@cache
def meters():
    parameters = usual_parameters("TCPP-1")
    fresh = Meter.start(parameters).meter.contribute(parameters, 7).meter
    return fresh.as_json(), fresh.freeze(
        parameters, "table 3, seat 2", parameters.pays.rows[0].pay.amount
    ).meter.as_json()


def parameters():
    return tuple(usual_parameters(name).as_json() for name in ("TCPP-1", "FSLPP-03"))


BUTTONS = (HandButton("royal", "Royal flush", stops_table=True), HandButton("straight", "Straight", stops_table=False))


@cache
def controllers(name):
    """A game on the keypad, from its chips to a hand that is paid."""
    machine = CONTROLLERS[name](seats=7, buttons=BUTTONS)
    keys = {"aquarius": ["press-coin-in"], "nexus": ["press-start-game", "press-spot"]}[name]
    for press in (
        {"do": "mark-together", "seat": 2, "other": 3},
        {"do": "place-chip", "seat": 2},
        {"do": "place-chip", "seat": 5},
        {"do": keys[0]},
        *({"do": key, "seat": 5} for key in keys[1:]),
        {"do": "press-hand", "row": "straight"},
        {"do": "pay-hand", "seat": 5},
        {"do": "owe-envy", "winner": 5, "cents": 2500, "seats": [2]},
    ):
        machine.do(machine.read_press(press))
    return (machine.as_json(), CONTROLLERS[name](seats=2, buttons=BUTTONS[:1]).as_json())


# ---- the shuffler


@cache
def decks():
    """Two decks in play: their public and their secret records."""
    one = shuffle_deck(DECK_52, SeededEntropy("a drill"), is_drill=True)
    other = shuffle_deck(DECK_53, SeededEntropy("another"), start_positions=7, is_drill=True)
    for deck in (one, other):
        deck.deal(3)
        deck.burn(1)
    return one, other


def records():
    """What somebody has seen."""
    one, other = decks()
    seen = SeenCards(one.seal, (one.open(1), one.open(2)))
    return seen.as_json(), SeenCards(other.seal, (other.open(1),), other.open_start()).as_json()


def decks_in_play():
    return tuple({"public": deck.as_json(), "secret": deck.sealed.as_json()} for deck in decks())


@cache
def shufflers():
    setting = ROUNDS[Game.FORTUNE_SAN_LO].shuffler
    machine = Shuffler(is_drill=True)
    machine.set_game(setting)
    idle = machine.as_json()
    machine.press_green_button(SeededEntropy("a drill"))
    machine.report_malfunction("cards are stuck")
    return {"public": idle, "secret": None}, {"public": machine.as_json(), "secret": machine.deck.sealed.as_json()}


@cache
def shoes():
    machine = Shoe(shoe(1), 75, is_drill=True)
    machine.start_round(SeededEntropy("a drill"))
    machine.deal(4)
    secret = machine.shuffled.sealed.as_json()
    return ({"public": machine.as_json(), "secret": secret},)
