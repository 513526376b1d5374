"""The table itself: created, set, opened, filled, credited, suspended, closed and counted."""

from collections.abc import Mapping
from typing import Any

from pitboss.games.card_source import CardSource
from pitboss.house.actor import Role
from pitboss.house.checks import verify_cents, verify_id, verify_words
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.ledger import account
from pitboss.house.tables.differences import Difference, difference_of
from pitboss.house.tables.events import DealerChanged, MoneyMoved, TableChanged, TableCounted, dealer_in_words
from pitboss.house.tables.physical import Physical
from pitboss.house.tables.settings import CardKind, TableSettings
from pitboss.house.tables.state import HOUSE
from pitboss.paytables import print_dollars


class Floor(Physical):
    """What the floor does with a table."""

    def verify_create_table(self, settings: Mapping[str, Any], proposal_id: str) -> None:
        """A table is created once."""
        verify_id(self.table_id, "table")
        if self._settings is not None:
            raise RefusedError(f"there is a table {self.table_id} already")
        self._outside.verify_settings(TableSettings.from_json(settings))
        self._outside.verify_agreed("create-table", settings, proposal_id)

    def _create_table(self, settings: Mapping[str, Any], proposal_id: str) -> None:
        self._outside.use_proposal(proposal_id)
        self._set_up(settings, "created")

    def verify_configure_table(self, settings: Mapping[str, Any], proposal_id: str) -> None:
        """A table is set anew while it is closed, and keeps its game."""
        self._verify_status("closed", "set anew")
        wanted = TableSettings.from_json(settings)
        wanted.verify_follows(self.table_id, self.settings)
        self._outside.verify_settings(wanted)
        self._outside.verify_agreed("configure-table", settings, proposal_id)

    def _configure_table(self, settings: Mapping[str, Any], proposal_id: str) -> None:
        self._outside.use_proposal(proposal_id)
        self._set_up(settings, "set anew")

    def _set_up(self, settings: Mapping[str, Any], what: str) -> None:
        self._settings = TableSettings.from_json(settings)
        self._cards = CardSource(self._settings.rules, before=self._cards)
        self.controller = None
        self.status, self.dealer = "closed", ""
        self._done.is_checkpoint = True
        self._done.has_new_status = True
        self._tell(TableChanged("closed", f"{what} for {self._settings.game.label}"))

    def verify_open_table(self, opener_cents: int) -> None:
        """A table opens with chips, under settings that still go with the room."""
        self._verify_status("closed", "opened")
        verify_cents(opener_cents, "opener")
        self._outside.verify_clock()
        self._outside.verify_may_resume(self.round_number)
        self._outside.verify_settings(self.settings)
        self._outside.verify_may_open()

    def _open_table(self, opener_cents: int) -> None:
        self.status = "open"
        self._set_up_keypad()
        self._move("desk", self._tray, opener_cents)
        self.tray_cents += opener_cents
        self.result_cents = 0
        self._done.has_new_status = True
        self._tell(TableChanged("open", f"opener {print_dollars(opener_cents)}"))

    def verify_close_table(self, closer_cents: int) -> None:
        """A table closes when nobody sits there, and its tray is counted."""
        self._verify_status(("open", "suspended"), "closed")
        self._verify_no_round("the table closes")
        if self.seatings:
            raise RefusedError(f"{next(iter(self.seatings.values())).player} still sits at table {self.table_id}")
        self._verify_keypad_at_rest()
        verify_cents(closer_cents, "closer", least=0)

    def _close_table(self, closer_cents: int) -> None:
        found = difference_of("tray", self.settings.cards, expected_cents=self.tray_cents, counted_cents=closer_cents)
        self._move(self._tray, "desk", closer_cents)
        found.post(self._done.entry, self._tray, self.table_id)
        self.tray_cents = 0
        self.status, self.reason, self.dealer = "closed", "", ""
        self._done.has_new_status = True
        self._done.is_checkpoint = self.can_be_stored
        words = (f"closer {print_dollars(closer_cents)}", self._with_result(found).words)
        self._tell(TableChanged("closed", ", ".join(filter(None, words))))

    def verify_hand_over(self, to: str) -> None:
        """Dealers change between two rounds, or while nobody has bet. The house deals only cards that it knows."""
        self._verify_status(("open", "suspended"), "handed over")
        if not self.waits_for_first_bet:
            self._verify_no_round("the table is handed over")
        if not self._keypad_is_idle():
            raise RefusedError(f"the game of table {self.table_id} is on: it is handed over when the game has ended")
        if to == self.dealer:
            raise RefusedError(f"{dealer_in_words(to)} deals at table {self.table_id} already")
        if self._by.role is Role.DEALER and self._by.name not in (to, self.dealer):
            raise NotPermittedError(
                f"badge {self._by.name} does not deal at table {self.table_id}: a dealer takes a table, or hands over "
                "the one they deal"
            )
        if to == HOUSE:
            self._verify_house_may_deal()
        elif to:
            self._outside.verify_dealer(to)

    def _verify_house_may_deal(self) -> None:
        if self.settings.cards is CardKind.PHYSICAL:
            raise RefusedError(f"table {self.table_id} has cards on the felt: the house deals electronic cards only")

    def _hand_over(self, to: str) -> None:
        self.dealer = to
        self._tell(DealerChanged(to))

    def verify_suspend_table(self, reason: str) -> None:
        """Play stops only for a reason."""
        self._verify_status("open", "suspended")
        verify_words(reason, "reason")

    def _suspend_table(self, reason: str) -> None:
        self.status, self.reason = "suspended", reason
        self._done.has_new_status = True
        self._done.is_checkpoint = self.can_be_stored
        self._tell(TableChanged("suspended", reason))

    def verify_resume_table(self) -> None:
        """Only a suspended table resumes, and not while its round is disputed."""
        self._verify_status("suspended", "resumed")
        self._outside.verify_may_resume(self.round_number)

    def _resume_table(self) -> None:
        self.status, self.reason = "open", ""
        self._done.has_new_status = True
        self._tell(TableChanged("open", "play goes on"))

    def verify_fill(self, cents: int) -> None:
        """An open table can be filled."""
        self._verify_status(("open", "suspended"), "filled")
        verify_cents(cents, "fill")

    def _fill(self, cents: int) -> None:
        self._add_fill(cents)

    def verify_credit(self, cents: int) -> None:
        """Only what is in the tray."""
        self._verify_status(("open", "suspended"), "credited")
        verify_cents(cents, "credit")
        if cents > self.tray_cents:
            raise RefusedError(f"the tray has {print_dollars(self.tray_cents)}, less than {print_dollars(cents)}")

    def _credit(self, cents: int) -> None:
        self._move(self._tray, "desk", cents)
        self.tray_cents -= cents
        self._tell(MoneyMoved("credit", cents, None))

    def verify_count_drop(self, counted_cents: int) -> None:
        """The box is counted when the table is closed, and once only."""
        self._verify_status("closed", "counted")
        verify_cents(counted_cents, "count", least=0)
        self._outside.verify_uncounted()

    def _count_drop(self, counted_cents: int) -> None:
        found = self._empty_box(counted_cents)
        self._done.is_checkpoint = self.can_be_stored
        words = found.words
        if found.result_cents:
            more = f"{print_dollars(found.result_cents)} more than the buy-ins on record"
            words = f"{more}, {self._with_result(found).words}"
        self._tell(MoneyMoved(f"drop ({words})" if words else "drop", counted_cents, None))

    def _with_result(self, found: Difference) -> Difference:
        """A count with what is known of the table result since the table was opened."""
        self.result_cents += found.result_cents
        return found._replace(result_cents=self.result_cents)

    def _empty_box(self, counted_cents: int, *of: str) -> Difference:
        """What was counted goes to the cage; what it differs by is said."""
        box = account("drop", self.table_id)
        found = difference_of("drop", self.settings.cards, expected_cents=self.drop_cents, counted_cents=counted_cents)
        self._move(box, "desk", counted_cents)
        found.post(self._done.entry, box, self.table_id, *of)
        self.drop_cents = self.slips_cents = 0
        return found

    def verify_count_open_table(self, tray_cents: int, drop_cents: int) -> None:
        """Between two rounds, once for every gaming day that ended while the table was open."""
        self._verify_status(("open", "suspended"), "counted while open")
        self._verify_no_round("it is counted")
        if not self._keypad_is_idle():
            raise RefusedError(f"the game of table {self.table_id} is on: it is counted when the game has ended")
        verify_cents(tray_cents, "count of the tray", least=0)
        verify_cents(drop_cents, "count of the drop box", least=0)
        self._outside.verify_open_over_cut_off()

    def _count_open_table(self, tray_cents: int, drop_cents: int) -> None:
        cards = self.settings.cards
        tray = difference_of("tray", cards, expected_cents=self.tray_cents, counted_cents=tray_cents)
        tray.post(self._done.entry, self._tray, self.table_id, "tray")
        self.tray_cents = tray_cents
        drop = self._empty_box(drop_cents, "drop")
        self.result_cents += tray.result_cents + drop.result_cents
        self._tell(TableCounted(tray_cents, tray.words, drop_cents, drop.words))
