"""Picks the next plausible command in the card room from the state of a table; it keeps no memory between steps."""

from typing import Any, Final

from pitboss.bots.chance import Chance
from pitboss.fault_simulator.scene import DEALER_BADGE, OPENER_CENTS, PLAYERS, STAFF
from pitboss.games.card_source import GREEN_BUTTON
from pitboss.games.command import Command, Who
from pitboss.games.round import Round
from pitboss.games.rounds import BASE_WAGERS, STRATEGIES
from pitboss.house.actor import Actor, Role
from pitboss.house.cage.wallets import Deposit, Withdraw
from pitboss.house.people.proposals import Approve, Propose, Reject
from pitboss.house.records.audit import AnchorChains
from pitboss.house.tables.commands import (
    Act,
    AuthorizeJackpot,
    BuyInFromWallet,
    BuyInWithCash,
    CashOut,
    CheckJackpot,
    ClaimWin,
    CloseTable,
    CountDrop,
    CountOpenTable,
    Credit,
    DealCards,
    Fill,
    FollowGuide,
    FollowLocalProcedure,
    HandOver,
    LeaveSeat,
    MarkFold,
    NameWinner,
    OpenTable,
    PayBooked,
    Press,
    RejectJackpot,
    ReportMalfunction,
    ResumeTable,
    ReverseJackpot,
    StartRound,
    SuspendTable,
    TakeSeat,
    TimeOut,
    VerifyJackpot,
)
from pitboss.house.tables.table import Table
from pitboss.progressive.controllers import Aquarius, Controller, Nexus
from pitboss.progressive.controllers.console import offered

DEALER, SUPERVISOR, EXECUTIVE = STAFF[Role.DEALER], STAFF[Role.SUPERVISOR], STAFF[Role.EXECUTIVE]
ACCOUNTING, SURVEILLANCE = STAFF[Role.ACCOUNTING], STAFF[Role.SURVEILLANCE]

SEEN: Final = "hand wager payout player"
PRESSED_BY: Final = {Who.DEALER: DEALER, Who.FLOOR: SUPERVISOR}
"""Who presses a key: the first of these who may press it."""

SEATS_TAKEN: Final = {"T1": 3, "T2": 2, "U": 2, "F": 2, "D": 1, "B": 2}
"""How many people play at each table: with fewer there are more rounds in a day."""

MAX_CENTS: Final = 30_000
"""The largest side bet: enough for wins that need surveillance. One in fourteen Push 22 bets is such a win."""

Wish = tuple[Command, Actor]
"""A command, and who sends it."""


def next_at_table(table: Table, chance: Chance) -> Wish:
    """The next command at a table."""
    if table.status != "open":
        return _at_a_stopped_table(table, chance)
    if not table.dealer:
        return HandOver(chance.pick(("house", DEALER_BADGE))), SUPERVISOR
    if chance.below(150) == 0:
        return chance.pick(_rare(table))
    if table.malfunction is not None:
        approved = FollowLocalProcedure("letter 1", "shuffled by hand", round_goes_on=True)
        return chance.pick((FollowGuide(helped=True), approved)), SUPERVISOR
    if table.held_wins and chance.happens(50):
        return CheckJackpot(next(iter(table.held_wins)), SEEN), SURVEILLANCE
    if table.jackpots:
        return _on_a_pending_win(table, chance)
    if table.controller is not None:
        return _at_the_keypad(table, chance)
    round = table.round
    if round is not None and not round.is_over:
        return _in_round(table, round, chance)
    return _between_rounds(table, chance)


def _dealing(table: Table) -> Actor:
    """Who handles cards and chips at a table. With an auto-dealer, the floor does what it does not."""
    return DEALER if table.dealer == DEALER_BADGE else SUPERVISOR


def _at_a_stopped_table(table: Table, chance: Chance) -> Wish:
    if table.status == "suspended":
        return ResumeTable(), SUPERVISOR
    if table.drop_cents and chance.happens(50):
        return CountDrop(table.drop_cents), ACCOUNTING
    return OpenTable(OPENER_CENTS), SUPERVISOR


def _rare(table: Table) -> tuple[Wish, ...]:
    """Commands that happen once in a while."""
    return (
        (SuspendTable("a question"), SURVEILLANCE),
        (Act({"do": "void", "reason": "a card was exposed"}), SUPERVISOR),
        (ReportMalfunction("cards are stuck"), _dealing(table)),
        (HandOver("house" if table.dealer == DEALER_BADGE else DEALER_BADGE), SUPERVISOR),
        (CloseTable(table.tray_cents), SUPERVISOR),
        (CountOpenTable(table.tray_cents, table.drop_cents), SUPERVISOR),
    )


def _between_rounds(table: Table, chance: Chance) -> Wish:
    dealer = _dealing(table)
    for seat, name in enumerate(PLAYERS[: SEATS_TAKEN[table.table_id]], 1):
        if seat not in table.seatings:
            return TakeSeat(seat, name), chance.pick((dealer, Actor(name, Role.PLAYER)))
        chips = table.chips_cents(seat)
        if chips < 60_000:
            return chance.pick((BuyInWithCash, BuyInFromWallet))(seat, 60_000), dealer
        if chips > 150_000:
            return CashOut(seat, chips // 2), Actor(name, Role.PLAYER)
    floor = chance.below(40)
    if floor == 0:
        return LeaveSeat(chance.below(SEATS_TAKEN[table.table_id]) + 1), dealer
    if floor == 1:
        return Fill(10_000), SUPERVISOR
    if floor == 2 and table.tray_cents > 100_000:
        return Credit(10_000), SUPERVISOR
    return StartRound(), dealer


def _in_round(table: Table, round: Round[Any, Any], chance: Chance) -> Wish:
    dealer, awaiting = _dealing(table), round.awaiting
    for seat in round.seats:
        # A player who runs out of chips in the middle of a round buys more.
        if seat in table.seatings and table.chips_cents(seat) < 5_000:
            return BuyInWithCash(seat, 30_000), dealer
    if awaiting.kind == "wagers":
        return _bet(round, chance, dealer)
    if awaiting.kind == "cards" or GREEN_BUTTON in awaiting.operations:
        return DealCards(), dealer
    if awaiting.kind == "decision":
        assert awaiting.seat is not None
        decided = chance.pick(round.options()) if chance.happens(10) else STRATEGIES[round.game](round, awaiting.seat)
        player = Actor(round.seats[awaiting.seat].player, Role.PLAYER)
        if chance.happens(5):
            return TimeOut(awaiting.seat), dealer
        act = Act(decided.as_json())
        return act, player if act.names_cards else chance.pick((dealer, player))
    return Act(chance.pick(round.options()).as_json()), dealer


def _bet(round: Round[Any, Any], chance: Chance, dealer: Actor) -> Wish:
    """Everybody bets what the game requires and on the progressive; side bets are rare, and large."""
    always = (*BASE_WAGERS[round.game], "progressive")
    for number, seat in round.seats.items():
        for wager in round.rules.offered():
            if wager not in seat.wagers and (wager in always or chance.happens(20)):
                limit = round.rules.limit(wager)
                cents = limit.minimum_cents if wager in always else min(limit.maximum_cents, MAX_CENTS)
                bet = {"do": "place-wager", "seat": number, "wager": wager, "cents": cents}
                return Act(bet), chance.pick((dealer, Actor(seat.player, Role.PLAYER)))
    return Act({"do": "no-more-bets"}), dealer


def _on_a_pending_win(table: Table, chance: Chance) -> Wish:
    waiting = [jackpot for jackpot in table.jackpots.values() if not jackpot.is_decided]
    jackpot = waiting[0] if waiting else next(iter(table.jackpots.values()))
    if jackpot.status == "claimed":
        return VerifyJackpot(jackpot.seat), SUPERVISOR
    if jackpot.needs_surveillance and jackpot.checked_by is None:
        return CheckJackpot(jackpot.seat, SEEN), SURVEILLANCE
    if chance.below(6) == 0:
        return RejectJackpot(jackpot.seat, "the hand was misread"), EXECUTIVE
    return AuthorizeJackpot(jackpot.seat, "driving licence", "W-2G 17"), EXECUTIVE


def _at_the_keypad(table: Table, chance: Chance) -> Wish:
    """Live cards: a key that the keypad would accept now, or the next step of a pending win."""
    pad = table.controller
    assert pad is not None
    if table.booked and chance.happens(80):
        return _on_a_booked_win(next(iter(table.booked)), chance)
    if pad.lit is not None and chance.happens(25):
        seat = getattr(pad, "spot", None) or min(pad.sensors.taken, default=1)
        return CheckJackpot(seat, SEEN), SURVEILLANCE
    if pad.sensors.is_locked and chance.happens(3):
        return MarkFold(chance.pick(tuple(sorted(pad.sensors.locked)) or (1,))), DEALER
    if pad.sensors.is_locked and chance.happens(40):
        return _next_key_for_a_win(table, pad, chance)
    presses = [press for _, press in offered(pad) if press.who & PRESSED_BY.keys()]
    start = chance.below(len(presses))
    for press in presses[start:] + presses[:start]:
        if pad.can(press):
            return Press(press.as_json()), next(by for who, by in PRESSED_BY.items() if who in press.who)
    return Fill(10_000), SUPERVISOR


def _next_key_for_a_win(table: Table, pad: Controller, chance: Chance) -> Wish:
    """The next step from a lit hand to a booked win, mostly of the whole meter."""
    game = table.live_game
    can_win = sorted(pad.sensors.locked - pad.wins.keys() - game.folded)
    if not can_win and pad.lit is None:
        return Press({"do": f"press-{pad.ending_key.lower().replace(' ', '-')}"}), DEALER
    seat = getattr(pad, "spot", None) or game.claimed_seat or chance.pick(tuple(can_win) or (1,))
    if pad.lit is None:
        return _light_a_hand(pad, seat, chance, has_folded=seat in game.folded), DEALER
    if seat in game.folded:
        return Press({"do": "press-hand", "row": pad.lit}), DEALER
    if not pad.buttons[pad.lit].stops_table:
        return Press({"do": "pay-hand", "seat": seat}), DEALER
    if game.named is None and getattr(pad, "booked_seat", None) is None and can_win:
        return _name_the_winner(pad, seat, chance)
    return _book_the_win(pad, seat if game.named is None else game.named.seat, can_win), SUPERVISOR


def _light_a_hand(pad: Controller, seat: int, chance: Chance, *, has_folded: bool) -> Press:
    """On Nexus the spot comes first, and is pressed again if its hand was folded since."""
    if isinstance(pad, Nexus) and (pad.spot is None or has_folded):
        return Press({"do": "press-spot", "seat": seat})
    best = next(iter(pad.buttons))
    # There is one such hand in a deck.
    is_best = best not in pad.wins.values() and chance.happens(70)
    return Press({"do": "press-hand", "row": best if is_best else chance.pick(tuple(pad.buttons))})


def _name_the_winner(pad: Controller, seat: int, chance: Chance) -> Wish:
    """The dealer may claim the lit hand for a seat; a supervisor names the winner."""
    if isinstance(pad, Aquarius) and chance.happens(30):
        return ClaimWin(seat), DEALER
    return NameWinner(seat, chance.pick((None, True))), SUPERVISOR


def _book_the_win(pad: Controller, seat: int, can_win: list[int]) -> Press:
    """On Nexus CONFIRM and the card; on Aquarius the key to JPH, J-POT, and the key back to RUN."""
    if isinstance(pad, Nexus):
        return Press({"do": "swipe-card" if pad.is_confirmed else "press-confirm"})
    assert isinstance(pad, Aquarius)
    if pad.key_position == "JPH" and pad.booked_seat is None and can_win:
        return Press({"do": "press-j-pot", "seat": seat})
    if pad.key_position == "RUN" and not can_win:
        return Press({"do": "press-hand", "row": pad.lit})
    return Press({"do": "turn-key", "position": "RUN" if pad.key_position == "JPH" else "JPH"})


def _on_a_booked_win(jackpot_id: str, chance: Chance) -> Wish:
    """Depending on its id, a win is paid, or a reversal is proposed, which another person approves or rejects."""
    if sum(map(ord, jackpot_id)) % 3 == 0:
        return PayBooked(jackpot_id, PLAYERS[0], "driving licence", "W-2G 17"), ACCOUNTING
    why, evidence, proposal_id = "the hand was misread", "camera 4", f"reverse-{jackpot_id}"
    content = {"jackpot_id": jackpot_id, "reason": why, "evidence": evidence, "keeps_seed": False}
    reversal = ReverseJackpot(jackpot_id, why, evidence, False, proposal_id)
    if chance.happens(10):
        # The reversal may be rejected, or refused because of a later win: then the win is paid.
        return PayBooked(jackpot_id, PLAYERS[0], "driving licence", "W-2G 17"), ACCOUNTING
    wishes: tuple[Wish, ...] = (
        (Propose(proposal_id, "reverse-jackpot", jackpot_id, content, why), SUPERVISOR),
        (reversal, chance.pick((EXECUTIVE, ACCOUNTING))),
        (reversal, chance.pick((EXECUTIVE, ACCOUNTING))),
        (Reject(proposal_id, "the hand was right"), EXECUTIVE),
    )
    return chance.pick(wishes)


def about_the_clock(step: int) -> Wish:
    """The clock is in doubt: propose to acknowledge it."""
    return Propose(f"p{step}", "acknowledge-clock", "clock", {}, "it is as it is"), SUPERVISOR


def in_office(step: int, pending: Approve | None, meter_ids: tuple[str, ...], chance: Chance) -> Wish:
    """The next command in the office. A pending proposal is approved, sometimes wrongly by its proposer."""
    if pending is not None:
        return pending, chance.pick((EXECUTIVE, EXECUTIVE, ACCOUNTING))
    name, cents = chance.pick(PLAYERS), (chance.below(100) + 1) * 100
    reason, sign = chance.pick((("display corrected", 1), ("display malfunction", -1)))
    meter_id = chance.pick(meter_ids)
    content = {"meter_id": meter_id, "reason": reason, "millicents": sign * 1000, "note": "a cent"}
    proposer = chance.pick((SUPERVISOR, EXECUTIVE, ACCOUNTING))
    wishes: tuple[Wish, ...] = (
        (Deposit(name, cents * 3, "cash"), ACCOUNTING),
        (Withdraw(name, cents), ACCOUNTING),
        (AnchorChains(), ACCOUNTING),
        (Propose(f"p{step}", "adjust-meter", meter_id, content, "read off the display"), proposer),
    )
    return chance.pick(wishes)
