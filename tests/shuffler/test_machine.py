import json

import pytest

from pitboss.cards import DECK_52, DECK_53, DECK_54
from pitboss.shuffler import (
    EntropyError,
    NotNowError,
    OutOfCardsError,
    ReplacementStep,
    Shuffler,
    ShufflerError,
    ShufflerSetting,
    ShufflerState,
)
from pitboss.shuffler.allowed import is_allowed
from pitboss.sources import SeededEntropy, SystemEntropy

SAN_LO = ShufflerSetting("Fortune San Lo Poker", DECK_53, packet_size=6, start_positions=7)
DOUBLE_DRAW = ShufflerSetting("Double Draw Poker", DECK_54, packet_size=5, gives_stub=True)
THREE_CARD = ShufflerSetting("Three Card Poker", DECK_52, packet_size=3)

PRESSES = {
    "set_game": lambda shuffler: shuffler.set_game(SAN_LO),
    "press_green_button": lambda shuffler: shuffler.press_green_button(SeededEntropy(1)),
    "dispense_packet": lambda shuffler: shuffler.dispense_packet(),
    "dispense_stub": lambda shuffler: shuffler.dispense_stub(),
    "take_back_cards": lambda shuffler: shuffler.take_back_cards(),
    "report_malfunction": lambda shuffler: shuffler.report_malfunction("cards are stuck"),
    "resume_play": lambda shuffler: shuffler.resume_play(),
}


def again(shuffler):
    """The shuffler after it was stored and read back."""
    secret = shuffler.deck and shuffler.deck.sealed.as_json()
    return Shuffler.from_json(json.loads(json.dumps(shuffler.as_json())), json.loads(json.dumps(secret)))


def possible(shuffler):
    """What can be pressed now, by asking and by pressing; a refusal changes nothing."""
    allowed = set()
    for name, press in PRESSES.items():
        trial = again(shuffler)
        assert trial == shuffler
        entropy = [SeededEntropy(1)] if name == "press_green_button" else []
        asked = is_allowed(getattr(trial, f"verify_{name}"), *entropy)
        try:
            press(trial)
            allowed.add(name)
        except ShufflerError:
            assert trial == shuffler
        assert asked == (name in allowed)
    return allowed


def started(setting):
    shuffler = Shuffler(is_drill=True)
    shuffler.set_game(setting)
    shuffler.press_green_button(SeededEntropy("a drill"))
    return shuffler


def test_a_shuffler_is_first_set_to_a_game():
    shuffler = Shuffler(is_drill=True)
    assert possible(shuffler) == {"set_game", "report_malfunction"}
    shuffler.set_game(THREE_CARD)
    assert possible(shuffler) == {"set_game", "press_green_button", "report_malfunction"}


def test_the_green_button_shuffles_seals_and_shows_a_position():
    shuffler = Shuffler(is_drill=True)
    shuffler.set_game(SAN_LO)
    seal = shuffler.press_green_button(SeededEntropy("a drill"))
    assert seal == shuffler.deck.seal
    assert 1 <= shuffler.start_position <= 7
    assert possible(shuffler) == {"dispense_packet", "take_back_cards", "report_malfunction"}


def test_there_is_no_second_shuffle_before_the_cards_are_back():
    shuffler = started(SAN_LO)
    with pytest.raises(
        NotNowError, match=r"^the green button does nothing while the shuffler is dispensing: it must be r"
    ):
        shuffler.press_green_button(SeededEntropy(2))
    shuffler.take_back_cards()
    assert shuffler.press_green_button(SeededEntropy(2)) == shuffler.deck.seal


def test_eight_packets_of_six_and_not_a_ninth():
    shuffler = started(SAN_LO)
    packets = [shuffler.dispense_packet() for _ in range(8)]
    assert sum(packets, ()) == shuffler.deck.sealed.order[:48]
    with pytest.raises(OutOfCardsError, match=r"^6 cards were asked for, and 5 of the 53-card deck remain$"):
        shuffler.dispense_packet()
    assert possible(shuffler) == {"take_back_cards", "report_malfunction"}


def test_the_stub_goes_into_the_dealers_hand():
    shuffler = started(DOUBLE_DRAW)
    packet = shuffler.dispense_packet()
    stub = shuffler.dispense_stub()
    assert (stub.remaining, shuffler.state) == (49, ShufflerState.EMPTY)
    assert packet + stub.deal(3) == shuffler.deck.sealed.order[:8]
    assert possible(shuffler) == {"take_back_cards", "report_malfunction"}


def test_other_games_keep_the_stub_in_the_machine():
    with pytest.raises(NotNowError, match=r"^no stub can be dispensed in Three Card Poker: it stays in the shuffler$"):
        started(THREE_CARD).dispense_stub()


def test_only_a_game_with_a_start_position_shows_one():
    assert started(THREE_CARD).start_position is None


def test_the_cards_of_a_round_are_retired_and_the_display_is_dark():
    shuffler = started(SAN_LO)
    shuffler.take_back_cards()
    assert (shuffler.deck.retired, shuffler.start_position, shuffler.state) == (True, None, ShufflerState.READY)
    assert len(shuffler.deck.open_all()) == 53


def test_a_live_shuffler_refuses_a_seed_and_takes_the_system():
    shuffler = Shuffler()
    shuffler.set_game(THREE_CARD)
    assert not is_allowed(shuffler.verify_press_green_button, SeededEntropy(1))
    with pytest.raises(EntropyError, match=r"^a live table is not dealt from SeededEntropy"):
        shuffler.press_green_button(SeededEntropy(1))
    assert shuffler.state is ShufflerState.READY
    shuffler.press_green_button(SystemEntropy())
    assert shuffler.state is ShufflerState.DISPENSING


def test_a_source_that_fails_half_way_changes_nothing(scripted):
    shuffler = Shuffler(is_drill=True)
    shuffler.set_game(SAN_LO)
    before = again(shuffler)
    with pytest.raises(scripted.Ended):  # in the middle of the nonces
        shuffler.press_green_button(scripted(SeededEntropy(1).token(500)))
    assert shuffler == before


def test_a_malfunction_stops_everything_until_play_resumes():
    shuffler = started(SAN_LO)
    jam = shuffler.report_malfunction("cards are stuck")
    assert possible(shuffler) == set()
    with pytest.raises(
        NotNowError, match=r"^no packet can be dispensed during a malfunction \(cards are stuck\): end it"
    ):
        shuffler.dispense_packet()
    with pytest.raises(NotNowError, match=r"^play cannot resume: the malfunction \(cards are stuck\) is not over$"):
        shuffler.resume_play()
    jam.troubleshoot(solved=True)
    assert possible(shuffler) == {"resume_play"}
    assert shuffler.resume_play() is jam
    assert possible(shuffler) == {"dispense_packet", "take_back_cards", "report_malfunction"}


def test_after_the_guide_helped_the_same_deck_is_dealt_on():
    shuffler = started(SAN_LO)
    first = shuffler.dispense_packet()
    shuffler.report_malfunction("cards are stuck").troubleshoot(solved=True)
    shuffler.resume_play()
    assert first + shuffler.dispense_packet() == shuffler.deck.sealed.order[:12]


def replace(shuffler):
    jam = shuffler.report_malfunction("cards are stuck")
    jam.troubleshoot(solved=False)
    jam.begin_replacement()
    for step in list(ReplacementStep)[:-1]:
        assert not is_allowed(shuffler.verify_resume_play)
        jam.confirm_step(step)
    shuffler.resume_play()
    return jam


def test_resuming_play_is_the_seventh_step():
    jam = replace(started(SAN_LO))
    assert (jam.is_over, jam.steps_done) == (True, 7)


def test_a_deck_lost_inside_the_machine_is_retired_so_the_round_is_void():
    shuffler = started(SAN_LO)
    shuffler.dispense_packet()
    replace(shuffler)
    assert shuffler.deck.retired
    assert (shuffler.state, shuffler.setting, shuffler.malfunctions) == (ShufflerState.READY, SAN_LO, 0)
    assert "press_green_button" in possible(shuffler)


def test_a_deck_in_the_dealers_hand_is_not_lost():
    shuffler = started(DOUBLE_DRAW)
    stub = shuffler.dispense_stub()
    replace(shuffler)
    assert (shuffler.state, stub.retired, stub.can_deal()) == (ShufflerState.EMPTY, False, True)


@pytest.mark.parametrize("setting", [None, SAN_LO])
def test_between_rounds_nothing_is_lost(setting):
    shuffler = Shuffler(is_drill=True)
    if setting:
        shuffler.set_game(setting)
    before = shuffler.state
    replace(shuffler)
    assert (shuffler.state, shuffler.setting) == (before, setting)


def test_a_machine_that_fails_again_may_be_replaced_at_once_and_its_backup_may_not():
    shuffler = started(SAN_LO)
    shuffler.report_malfunction("cards are stuck").troubleshoot(solved=True)
    shuffler.resume_play()
    second = shuffler.report_malfunction("stuck again")
    assert second.can_begin_replacement()
    second.begin_replacement()
    for step in ReplacementStep:
        second.confirm_step(step)
    shuffler.resume_play()
    assert not shuffler.report_malfunction("the backup is stuck").can_begin_replacement()


@pytest.mark.parametrize("round_goes_on", [True, False])
def test_a_local_procedure_says_what_becomes_of_the_round(round_goes_on):
    shuffler = started(SAN_LO)
    jam = shuffler.report_malfunction("cards are stuck")
    jam.begin_local_procedure()
    jam.end_local_procedure(round_goes_on=round_goes_on)
    shuffler.resume_play()
    assert is_allowed(shuffler.verify_dispense_packet) == round_goes_on
    assert shuffler.deck.retired != round_goes_on


def test_play_that_was_not_stopped_cannot_resume():
    with pytest.raises(NotNowError, match=r"^play cannot resume: nothing has stopped it$"):
        started(SAN_LO).resume_play()


def test_a_malfunction_without_a_description_changes_nothing():
    shuffler = started(SAN_LO)
    with pytest.raises(ShufflerError, match=r"say what was seen$"):
        shuffler.report_malfunction("")
    assert (shuffler.malfunction, shuffler.malfunctions) == (None, 0)


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ({"packet_size": 0}, "a packet of 0 is not possible: the 52-card deck allows 1 to 52"),
        ({"packet_size": 53}, "a packet of 53 is not possible: the 52-card deck allows 1 to 52"),
        ({"packet_size": 3, "start_positions": 0}, "a table has 1 to 100 start positions, not 0"),
        ({"packet_size": 3, "game": " "}, "a shuffler is set to a game by its name, not by an empty text"),
    ],
)
def test_a_setting_that_no_game_has_is_refused(entries, sentence):
    with pytest.raises(ShufflerError, match=f"^{sentence}$"):
        ShufflerSetting(**({"game": "Any", "deck": DECK_52} | entries))


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ({"state": "unset"}, "a shuffler that is unset cannot be: only an unset one has no game"),
        ({"setting": None}, "a shuffler that is dispensing cannot be: only an unset one has no game"),
        ({"deck": None}, "a shuffler that is dispensing needs the 53-card deck in play"),
        ({"setting": THREE_CARD.as_json()}, "a shuffler that is dispensing needs the 52-card deck in play"),
    ],
)
def test_a_record_that_no_press_could_have_led_to_is_refused(entries, sentence):
    shuffler = started(SAN_LO)
    with pytest.raises(ShufflerError, match=f"^{sentence}$"):
        Shuffler.from_json(shuffler.as_json() | entries, shuffler.deck.sealed.as_json())


def test_a_record_that_dispenses_from_a_retired_deck_is_refused():
    shuffler = started(SAN_LO)
    record = shuffler.as_json()
    record["deck"]["retired"] = True
    with pytest.raises(ShufflerError, match=r"^a shuffler that is dispensing needs the 53-card deck in play$"):
        Shuffler.from_json(record, shuffler.deck.sealed.as_json())
