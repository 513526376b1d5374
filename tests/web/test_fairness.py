"""The check of a shuffle that runs in the browser, held against the house's own: on true openings and on forged ones."""

import hashlib
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from pitboss.cards import DECK_52, DECK_53, DECK_54, shoe
from pitboss.shuffler import shuffle_deck
from pitboss.shuffler.seal import Opening, Seal
from pitboss.shuffler.tree import _turns
from pitboss.sources import SeededEntropy

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "web/src/pages/table"
PATH = os.pathsep.join((os.environ["PATH"], str(ROOT / ".venv/bin")))
"""Where no Node was on the machine, the build has put one beside Python."""

ENTRY = f"""
export {{ checkAll, checkOpening, checkStart, sidesOf }} from "{TABLE}/fairness";
export {{ reckon }} from "{TABLE}/fairness-sha256";
export {{ check }} from "{TABLE}/fairness-check";
"""
RUN = """
import * as fairness from "./fairness.mjs";
const { calls, isPlain } = JSON.parse(await new Response(process.stdin).text());
// A page that does not come over HTTPS has no such thing.
if (isPlain) Object.defineProperty(globalThis, "crypto", { value: {} });
const hex = (value) => (value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value);
const answers = [];
for (const [name, ...given] of calls)
  answers.push(hex(await fairness[name](...given.map((each) => (each?.bytes !== undefined ? Buffer.from(each.bytes, "hex") : each)))));
console.log(JSON.stringify(answers));
"""


@pytest.fixture(scope="module")
def browser_says(tmp_path_factory):
    """Asks the code of the page, in Node: what it answers to each call."""
    folder = tmp_path_factory.mktemp("fairness")
    (folder / "entry.ts").write_text(ENTRY)
    (folder / "run.mjs").write_text(RUN)
    node = shutil.which("node", path=PATH)
    bundle = [
        node,
        ROOT / "web/node_modules/rolldown/bin/cli.mjs",
        "entry.ts",
        "--format",
        "esm",
        "--file",
        "fairness.mjs",
    ]
    subprocess.run(bundle, cwd=folder, check=True, capture_output=True, timeout=60)

    def ask(*calls, is_plain=False):
        said = json.dumps({"calls": calls, "isPlain": is_plain})
        done = subprocess.run(
            [node, "run.mjs"], cwd=folder, input=said, text=True, check=True, capture_output=True, timeout=60
        )
        return json.loads(done.stdout)

    return ask


DECKS = {"52": DECK_52, "53": DECK_53, "54": DECK_54, "six-deck shoe": shoe(6)}


def sealed(name, cards=9):
    """Some cards of a deck as the house opens them."""
    deck = shuffle_deck(DECKS[name], SeededEntropy(name), start_positions=7 if name == "53" else None, is_drill=True)
    deck.deal(cards)
    start = {"start": deck.open_start().as_json()} if name == "53" else {}
    return deck.seal.as_json() | {"openings": [deck.open(place).as_json() for place in range(1, cards + 1)]} | start


# ---- what it is reckoned with


def test_it_hashes_as_everybody_does_also_without_the_browsers_own(browser_says):
    texts = [bytes(range(256)) * 3 + bytes(length) for length in (0, 1, 54, 55, 56, 63, 64, 65)] + [b"", b"abc"]
    answers = browser_says(*(("reckon", {"bytes": text.hex()}) for text in texts))
    assert answers == [hashlib.sha256(text).hexdigest() for text in texts]


def test_it_climbs_the_tree_as_the_house_does(browser_says):
    leaves = [(index, size) for size in (1, 2, 3, 4, 5, 53, 54, 55, 64, 65) for index in range(size)]
    leaves += [(index, 313) for index in (0, 1, 255, 256, 287, 288, 311, 312)]
    sides = [["left" if is_left else "right" for _, is_left in _turns(*leaf)] for leaf in leaves]
    assert browser_says(*(("sidesOf", *leaf) for leaf in leaves)) == sides


# ---- true openings


@pytest.mark.parametrize("is_plain", [False, True], ids=["https", "plain http"])
@pytest.mark.parametrize("name", DECKS)
def test_true_openings_are_proven(browser_says, name, is_plain):
    deck = sealed(name)
    calls = [("checkAll", deck), *([("checkStart", deck, deck["start"])] if "start" in deck else [])]
    verdicts, *starts = browser_says(*calls, is_plain=is_plain)
    assert verdicts == ["proven"] * 9
    assert starts == ["proven"] * len(starts)


# ---- forged ones


def other(digits):
    """A number of the same length that is another one."""
    return ("1" if digits[0] == "0" else "0") + digits[1:]


FORGED = {
    "another card": ("other-root", lambda opening: {"card": "2c" if opening["card"] != "2c" else "3c"}),
    "another nonce": ("other-root", lambda opening: {"nonce": other(opening["nonce"])}),
    "another path": ("other-root", lambda opening: {"path": [other(opening["path"][0]), *opening["path"][1:]]}),
    "the path in another order": ("other-root", lambda opening: {"path": opening["path"][::-1]}),
    "a short path": ("wrong-path", lambda opening: {"path": opening["path"][:-1]}),
    "a long path": ("wrong-path", lambda opening: {"path": [*opening["path"], opening["nonce"]]}),
    "another position": ("other-root", lambda opening: {"position": opening["position"] % 9 + 1}),
    "no position of the deck": ("no-such-place", lambda opening: {"position": 313}),
    "position 0": ("no-such-place", lambda opening: {"position": 0}),
    "half a position": ("no-such-place", lambda opening: {"position": 1.5}),
    "no nonce": ("unreadable", lambda opening: {"nonce": ""}),
    "a joker where there is none": ("unreadable", lambda opening: {"card": "Jk"}),
    "no card": ("unreadable", lambda opening: {"card": "1s"}),
}


@pytest.mark.parametrize("name", ["52", "six-deck shoe"])
@pytest.mark.parametrize("what", FORGED)
def test_a_forged_opening_is_found_out(browser_says, name, what):
    deck = sealed(name)
    verdict, forge = FORGED[what]
    forged = [opening | forge(opening) for opening in deck["openings"]]
    assert browser_says(*(("checkOpening", deck, each) for each in forged)) == [verdict] * 9
    if verdict in ("other-root", "wrong-path"):
        seal = Seal.from_json({key: deck[key] for key in ("format", "root", "deck", "size")})
        assert not any(seal.proves(Opening.from_json(each)) for each in forged)


def test_another_deck_than_the_sealed_one_is_found_out(browser_says):
    deck = sealed("53")
    opening = deck["openings"][0]
    forged = [{"root": other(deck["root"])}, {"size": 52}, {"format": 2}]
    answers = browser_says(*(("checkOpening", deck | each, opening) for each in forged))
    assert answers == ["other-root", "other-root", "unreadable"]


def test_a_forged_start_position_is_found_out(browser_says):
    deck = sealed("53")
    start = deck["start"]
    forged = [
        start | {"number": start["number"] % 7 + 1},
        start | {"nonce": other(start["nonce"])},
        start | {"path": []},
    ]
    assert browser_says(*(("checkStart", deck, each) for each in forged)) == ["other-root", "other-root", "wrong-path"]


def test_the_same_card_proven_twice_proves_a_wrong_deck(browser_says):
    deck = sealed("52")
    twice = deck | {"openings": [deck["openings"][0]] * 2}
    assert browser_says(("checkAll", twice)) == [["proven", "too-many"]]


# ---- the check of a round


def round_of(deck):
    """A round as its record tells it: two packets of three, the second one turned over at the end."""
    cards = [opening["card"] for opening in deck["openings"][:6]]
    happened = [
        [{"event": "round-started", "number": 1, "root": deck["root"]}],
        [{"event": "cards-dealt", "seat": 3, "cards": cards[:3], "face_up": False}],
        [{"event": "cards-dealt", "seat": None, "cards": ["??"] * 3, "face_up": False}],
        [{"event": "cards-shown", "seat": None, "cards": cards[3:], "words": "king high"}],
    ]
    records = [
        {"seq": 10 + number, "at": "2026-11-15T20:00:00Z", "hash": "", "events": events}
        for number, events in enumerate(happened)
    ]
    return {"records": records}


def test_a_fair_round_is_proven_card_by_card(browser_says):
    deck = sealed("52", 6)
    noted = {"root": deck["root"], "at": "2026-11-15T20:00:00Z"}
    (checked,) = browser_says(("check", round_of(deck), [deck], noted))
    assert (checked["outcome"], checked["missing"], checked["isOtherRootNoted"]) == ("proven", [], False)
    (told,) = checked["decks"]
    assert told["isInOrder"]
    assert [(card["position"], card["seat"]) for card in told["cards"]] == [
        (1, 3), (2, 3), (3, 3), (4, None), (5, None), (6, None)
    ]  # fmt: skip


def withheld(deck, record):
    return deck | {"openings": deck["openings"][:-1]}, record


def published_late(deck, record):
    root = record["records"][0]["events"].pop()
    record["records"][2]["events"].append(root)
    return deck, record


def never_published(deck, record):
    record["records"][0]["events"][0]["root"] = other(deck["root"])
    return deck, record


def another_card_was_seen(deck, record):
    record["records"][1]["events"][0]["cards"][0] = deck["openings"][6]["card"]
    return deck | {"openings": deck["openings"][:6]}, record


def out_of_order(deck, record):
    """The house passed a card over: true openings, but not those of the next cards."""
    return deck | {"openings": [*deck["openings"][:2], *deck["openings"][3:7]]}, round_of(
        deck | {"openings": [*deck["openings"][:2], *deck["openings"][3:7]]}
    )


@pytest.mark.parametrize("cheat", [withheld, published_late, never_published, another_card_was_seen, out_of_order])
def test_a_round_that_does_not_fit_is_not_proven(browser_says, cheat):
    deck = sealed("52", 7)
    deck, record = cheat(deck if cheat in (another_card_was_seen, out_of_order) else sealed("52", 6), round_of(deck))
    (checked,) = browser_says(("check", record, [deck], None))
    assert checked["outcome"] == "failed"


def test_a_root_that_the_browser_did_not_hear_is_not_proven(browser_says):
    deck = sealed("52", 6)
    noted = {"root": other(deck["root"]), "at": "2026-11-15T20:00:00Z"}
    (checked,) = browser_says(("check", round_of(deck), [deck], noted))
    assert (checked["outcome"], checked["isOtherRootNoted"]) == ("failed", True)
