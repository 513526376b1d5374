import json

import pytest

from pitboss.cards import DECK_52, DECK_53, shoe
from pitboss.cli.fair import show_fair
from pitboss.shuffler import RecordError, SeenCards, shuffle_deck
from pitboss.sources import SeededEntropy


@pytest.fixture
def seen(deck):
    """The record of three cards that were dealt."""
    deck.deal(3)
    return SeenCards(deck.seal, tuple(map(deck.open, (1, 2, 3)))).as_json()


@pytest.fixture
def fair(tmp_path, capsys, monkeypatch):
    """Run the command on a record: its exit status and what it prints."""
    monkeypatch.setenv("COLUMNS", "120")
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)

    def run(record, **options):
        file = tmp_path / "seen.json"
        file.write_text(record if isinstance(record, str) else json.dumps(record))
        try:
            show_fair(file, **options)
            status = 0
        except SystemExit as leaving:
            status = leaving.code
        return status, capsys.readouterr().out

    return run


def test_cards_that_hold(fair, seen):
    status, out = fair(seen)
    assert status == 0
    lines = [line.split() for line in out.splitlines()]
    assert ["1", "T♥", "true"] in lines
    assert f"Root: {seen['root']}" in out
    assert "Proven: 3 of the 52 positions of the 52-card deck held the card shown when the root was made." in out


def test_the_size_may_be_left_out(fair, seen):
    del seen["size"]
    assert fair(seen)[0] == 0


def test_a_retired_deck(fair, deck):
    deck.retire()
    status, out = fair(SeenCards(deck.seal, deck.open_all()).as_json())
    assert status == 0
    assert out.count(" true") == 52
    assert "Proven: all 52 cards lay in this order when the root was made, and they are the whole 52-card deck." in out


def test_a_retired_shoe(fair):
    deck = shuffle_deck(shoe(6), SeededEntropy("a drill"), is_drill=True)
    deck.retire()
    assert "they are the whole six-deck shoe." in fair(SeenCards(deck.seal, deck.open_all()).as_json())[1]


def test_the_start_position_is_proven_with_the_cards(fair):
    deck = shuffle_deck(DECK_53, SeededEntropy("a drill"), start_positions=7, is_drill=True)
    deck.deal(6)
    record = SeenCards(deck.seal, (deck.open(1),), deck.open_start()).as_json()
    status, out = fair(record)
    assert status == 0
    assert ["start", "6", "true"] in [line.split() for line in out.splitlines()]
    assert "when the root was made. The start position 6 was sealed with them." in " ".join(out.split())
    assert json.loads(fair(record, as_json=True)[1])["start"] == {"number": 6, "true": True}
    record["start"]["number"] = 5
    status, out = fair(record)
    assert status == 1
    assert "Not proven: the start position is false: 5 with this nonce and path does not lead to the root." in out
    assert ["start", "5", "FALSE"] in [line.split() for line in out.splitlines()]


def test_a_refill_of_a_shoe(fair, refilled):
    status, out = fair(SeenCards(refilled.deck.seal, (refilled.deck.open(1),)).as_json())
    assert status == 0
    assert f"Proven: 1 of the {refilled.discarded} positions of the refill of the 52-card deck held the card" in out
    while refilled.can_deal():
        refilled.deal()
    refilled.take_back_cards()
    status, out = fair(SeenCards(refilled.deck.seal, refilled.deck.open_all()).as_json())
    assert status == 0
    assert "lay in this order when the root was made, and they can all come from the 52-card deck." in " ".join(
        out.split()
    )


def test_a_false_card_is_named_by_its_position(fair, seen):
    seen["openings"][1]["card"] = "As"
    status, out = fair(seen)
    assert status == 1
    assert (
        "Not proven: the opening of position 2 is false: As with this nonce and path does not lead to the root." in out
    )
    assert (out.count("FALSE"), out.count(" true")) == (1, 2)
    assert "\nProven" not in out


@pytest.mark.parametrize("key", ["nonce", "root"])
def test_a_false_nonce_or_root_is_not_proven(fair, seen, key):
    (seen if key == "root" else seen["openings"][0])[key] = "00" * 32
    assert fair(seen)[0] == 1


@pytest.mark.parametrize("spoiled", [False, True])
def test_for_machines(fair, seen, spoiled):
    if spoiled:
        seen["openings"][1]["card"] = "As"
    status, out = fair(seen, as_json=True)
    answer = json.loads(out)
    assert (status, answer["proven"], answer["complete"]) == (int(spoiled), not spoiled, False)
    assert [opening["true"] for opening in answer["openings"]] == [True, not spoiled, True]
    assert answer["sentence"].startswith("Not proven: the opening of position 2" if spoiled else "Proven: 3 of the 52")
    assert {key: answer[key] for key in ("format", "root", "deck")} == {
        key: seen[key] for key in ("format", "root", "deck")
    }


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not JSON: Expecting value"),
        ("[" * 100_000, "is not JSON: "),
        ("[]", "the record is [], and must be a JSON object"),
        ('{"format": 3}', "the record has format 3, and this version reads format 1"),
        (
            json.dumps({"format": 1, "root": "00" * 32, "deck": {"jokers": 0, "copies": 1}, "openings": []}),
            "nothing can be",
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_by_name(fair, tmp_path, text, sentence):
    with pytest.raises(RecordError) as caught:
        fair(text)
    assert str(caught.value).startswith(str(tmp_path / "seen.json"))
    assert sentence in str(caught.value)


def test_a_file_with_a_slip_of_the_pen_names_the_entry(fair, seen):
    seen["openings"][2]["card"] = "1x"
    with pytest.raises(RecordError, match=r"seen.json: '1x' is not a card"):
        fair(seen)


def test_a_file_that_is_not_there_or_not_text(tmp_path):
    with pytest.raises(RecordError, match=r"nowhere.json cannot be read: No such file or directory$"):
        show_fair(tmp_path / "nowhere.json")
    (tmp_path / "binary.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match=r"binary.json is not JSON: "):
        show_fair(tmp_path / "binary.json")


def test_what_a_player_is_given_names_no_other_card(seen):
    told = json.dumps(seen)
    shown = {opening["card"] for opening in seen["openings"]}
    assert {str(card) for card in DECK_52.cards if f'"{card}"' in told} == shown
