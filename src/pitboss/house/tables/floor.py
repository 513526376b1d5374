"""What the floor does with a table: create, configure, open, fill, suspend, close, count, and change its dealer."""

from collections.abc import Mapping
from typing import Any, Final

from pitboss.house.actor import Role
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.field_checks import verify_cents, verify_id, verify_words
from pitboss.house.tables.commands import (
    CloseTable,
    ConfigureTable,
    CountDrop,
    CountOpenTable,
    CreateTable,
    Credit,
    Fill,
    HandOver,
    OpenTable,
    ResumeTable,
    SuspendTable,
)
from pitboss.house.tables.count_differences import Difference, difference_of
from pitboss.house.tables.doing import Doing, Handler, Part, Verifying, add_fill, post_difference
from pitboss.house.tables.events import DealerChanged, MoneyMoved, TableChanged, TableCounted, dealer_in_words
from pitboss.house.tables.live_cards import set_up_keypad, verify_keypad_at_rest
from pitboss.house.tables.preconditions import verify_no_round, verify_status
from pitboss.house.tables.settings import TableSettings
from pitboss.house.tables.state import HOUSE, TableState
from pitboss.paytables import print_dollars


def verify_create_table(asking: Verifying, settings: Mapping[str, Any], proposal_id: str) -> None:
    """A table is created once, with settings that two people agreed on."""
    verify_id(asking.state.table_id, "table")
    if asking.state.is_created:
        raise RefusedError(f"there is a table {asking.state.table_id} already")
    asking.host.verify_settings(TableSettings.from_json(settings))
    asking.host.verify_agreed("create-table", settings, proposal_id)


def create_table(doing: Doing, settings: Mapping[str, Any], proposal_id: str) -> None:
    """Create a closed table."""
    doing.host.use_proposal(proposal_id)
    _set_up(doing, settings, "created")


def verify_configure_table(asking: Verifying, settings: Mapping[str, Any], proposal_id: str) -> None:
    """A table is configured while it is closed, and keeps its game."""
    verify_status(asking.state, "closed", "configured")
    wanted = TableSettings.from_json(settings)
    wanted.verify_follows(asking.state.table_id, asking.state.settings)
    asking.host.verify_settings(wanted)
    asking.host.verify_agreed("configure-table", settings, proposal_id)


def configure_table(doing: Doing, settings: Mapping[str, Any], proposal_id: str) -> None:
    """Give a closed table new settings."""
    doing.host.use_proposal(proposal_id)
    _set_up(doing, settings, "configured")


def _set_up(doing: Doing, settings: Mapping[str, Any], what: str) -> None:
    state = doing.state
    state.configure(TableSettings.from_json(settings))
    state.controller = None
    state.status, state.dealer = "closed", ""
    doing.is_checkpoint = True
    doing.has_new_status = True
    doing.tell(TableChanged("closed", f"{what} for {state.settings.game.label}"))


def verify_open_table(asking: Verifying, opener_cents: int) -> None:
    """A closed table opens with chips, if its settings are still allowed and the room may have one more table open."""
    state, host = asking.state, asking.host
    verify_status(state, "closed", "opened")
    verify_cents(opener_cents, "opener")
    host.verify_clock()
    host.verify_may_resume(state.round_number)
    host.verify_settings(state.settings)
    host.verify_may_open()


def open_table(doing: Doing, opener_cents: int) -> None:
    """Open the table with chips from the cage."""
    state = doing.state
    state.status = "open"
    set_up_keypad(doing)
    doing.move("desk", state.tray_account, opener_cents)
    state.result_cents = 0
    doing.has_new_status = True
    doing.tell(TableChanged("open", f"opener {print_dollars(opener_cents)}"))


def verify_close_table(asking: Verifying, closer_cents: int) -> None:
    """A table can close between rounds, when nobody sits there."""
    state = asking.state
    verify_status(state, ("open", "suspended"), "closed")
    verify_no_round(state, "the table closes")
    if state.seatings:
        raise RefusedError(f"{next(iter(state.seatings.values())).player} still sits at table {state.table_id}")
    verify_keypad_at_rest(state)
    verify_cents(closer_cents, "closer", min_cents=0)


def close_table(doing: Doing, closer_cents: int) -> None:
    """Close the table and return its chips to the cage, as counted."""
    state = doing.state
    cards, expected_cents = state.settings.cards, state.tray_cents
    difference = difference_of("tray", cards, expected_cents=expected_cents, counted_cents=closer_cents)
    doing.move(state.tray_account, "desk", closer_cents)
    post_difference(doing, difference, state.tray_account)
    state.status, state.reason, state.dealer = "closed", "", ""
    doing.has_new_status = True
    doing.is_checkpoint = state.can_be_stored
    words = (f"closer {print_dollars(closer_cents)}", _with_result(state, difference).words)
    doing.tell(TableChanged("closed", ", ".join(filter(None, words))))


def verify_hand_over(asking: Verifying, to: str) -> None:
    """Dealers change between two rounds, or before the first bet. The auto-dealer deals only electronic cards."""
    state, by = asking.state, asking.by
    verify_status(state, ("open", "suspended"), "handed over")
    if not state.waits_for_first_bet:
        verify_no_round(state, "the table is handed over")
    if not state.keypad_is_idle:
        raise RefusedError(f"the game of table {state.table_id} is on: it is handed over when the game has ended")
    if to == state.dealer:
        raise RefusedError(f"{dealer_in_words(to)} deals at table {state.table_id} already")
    if by.role is Role.DEALER and by.name not in (to, state.dealer):
        raise NotPermittedError(
            f"badge {by.name} does not deal at table {state.table_id}: a dealer taps in, or hands "
            "over the table they deal"
        )
    if to == HOUSE:
        _verify_auto_dealer_may_deal(state)
    elif to:
        asking.host.verify_dealer(to)


def _verify_auto_dealer_may_deal(state: TableState) -> None:
    if state.is_live:
        raise RefusedError(f"table {state.table_id} has live cards: the auto-dealer deals electronic cards only")


def hand_over(doing: Doing, to: str) -> None:
    """Tap another dealer in."""
    doing.state.dealer = to
    doing.tell(DealerChanged(to))


def verify_suspend_table(asking: Verifying, reason: str) -> None:
    """An open table is suspended for a reason."""
    verify_status(asking.state, "open", "suspended")
    verify_words(reason, "reason")


def suspend_table(doing: Doing, reason: str) -> None:
    """Suspend the table."""
    doing.state.status, doing.state.reason = "suspended", reason
    doing.has_new_status = True
    doing.is_checkpoint = doing.state.can_be_stored
    doing.tell(TableChanged("suspended", reason))


def verify_resume_table(asking: Verifying) -> None:
    """A suspended table resumes, unless its last round is disputed."""
    verify_status(asking.state, "suspended", "resumed")
    asking.host.verify_may_resume(asking.state.round_number)


def resume_table(doing: Doing) -> None:
    """Resume play."""
    doing.state.status, doing.state.reason = "open", ""
    doing.has_new_status = True
    doing.tell(TableChanged("open", "play goes on"))


def verify_fill(asking: Verifying, cents: int) -> None:
    """A fill goes to a table that is open or suspended."""
    verify_status(asking.state, ("open", "suspended"), "filled")
    verify_cents(cents, "fill")


def fill(doing: Doing, cents: int) -> None:
    """Bring chips from the cage to the tray."""
    add_fill(doing, cents)


def verify_credit(asking: Verifying, cents: int) -> None:
    """A credit is at most what is in the tray."""
    state = asking.state
    verify_status(state, ("open", "suspended"), "credited")
    verify_cents(cents, "credit")
    if cents > state.tray_cents:
        raise RefusedError(f"the tray has {print_dollars(state.tray_cents)}, less than {print_dollars(cents)}")


def credit(doing: Doing, cents: int) -> None:
    """Return chips from the tray to the cage."""
    doing.move(doing.state.tray_account, "desk", cents)
    doing.tell(MoneyMoved("credit", cents, None))


def verify_count_drop(asking: Verifying, counted_cents: int) -> None:
    """The drop box is counted once, when the table is closed."""
    verify_status(asking.state, "closed", "counted")
    verify_cents(counted_cents, "count", min_cents=0)
    asking.host.verify_uncounted()


def count_drop(doing: Doing, counted_cents: int) -> None:
    """Move the counted cash and slips of the drop box to the cage."""
    difference = _empty_box(doing, counted_cents)
    doing.is_checkpoint = doing.state.can_be_stored
    words = difference.words
    if difference.result_cents:
        more = f"{print_dollars(difference.result_cents)} more than the buy-ins on record"
        words = f"{more}, {_with_result(doing.state, difference).words}"
    doing.tell(MoneyMoved(f"drop ({words})" if words else "drop", counted_cents, None))


def _with_result(state: TableState, difference: Difference) -> Difference:
    """The difference of a count, with the table result since the table was opened."""
    state.result_cents += difference.result_cents
    return difference._replace(result_cents=state.result_cents)


def _empty_box(doing: Doing, counted_cents: int, *of: str) -> Difference:
    """Move the counted content of the drop box to the cage, and return the difference to the books."""
    state = doing.state
    cards, expected_cents = state.settings.cards, state.drop_cents
    difference = difference_of("drop", cards, expected_cents=expected_cents, counted_cents=counted_cents)
    doing.move(state.drop_account, "desk", counted_cents)
    post_difference(doing, difference, state.drop_account, *of)
    state.slips_cents = 0
    return difference


def verify_count_open_table(asking: Verifying, tray_cents: int, drop_cents: int) -> None:
    """An open table is counted between rounds, once for each gaming day that ended while it was open."""
    state = asking.state
    verify_status(state, ("open", "suspended"), "counted while open")
    verify_no_round(state, "it is counted")
    if not state.keypad_is_idle:
        raise RefusedError(f"the game of table {state.table_id} is on: it is counted when the game has ended")
    verify_cents(tray_cents, "count of the tray", min_cents=0)
    verify_cents(drop_cents, "count of the drop box", min_cents=0)
    asking.host.verify_open_over_cut_off()


def count_open_table(doing: Doing, tray_cents: int, drop_cents: int) -> None:
    """Count the tray, whose chips stay, and the drop box, whose content goes to the cage."""
    state = doing.state
    cards, expected_cents = state.settings.cards, state.tray_cents
    tray = difference_of("tray", cards, expected_cents=expected_cents, counted_cents=tray_cents)
    post_difference(doing, tray, state.tray_account, "tray")
    drop = _empty_box(doing, drop_cents, "drop")
    state.result_cents += tray.result_cents + drop.result_cents
    doing.tell(TableCounted(tray_cents, tray.words, drop_cents, drop.words))


FLOOR: Final[Part] = {
    CreateTable: Handler(verify_create_table, create_table),
    ConfigureTable: Handler(verify_configure_table, configure_table),
    OpenTable: Handler(verify_open_table, open_table),
    CloseTable: Handler(verify_close_table, close_table),
    SuspendTable: Handler(verify_suspend_table, suspend_table),
    ResumeTable: Handler(verify_resume_table, resume_table),
    Fill: Handler(verify_fill, fill),
    Credit: Handler(verify_credit, credit),
    CountDrop: Handler(verify_count_drop, count_drop),
    CountOpenTable: Handler(verify_count_open_table, count_open_table),
    HandOver: Handler(verify_hand_over, hand_over),
}
"""Commands of the floor about a table."""
