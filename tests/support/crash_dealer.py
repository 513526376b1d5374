"""A floor that never stops: what somebody would do next at a table or in the office, told by how it stands alone.

Nothing is remembered between two steps, so anybody can go on where another was killed.
"""

from pitboss.games.rounds import STRATEGIES
from pitboss.house.cage.wallets import Deposit, Withdraw
from pitboss.house.people.proposals import Approve, Propose
from pitboss.house.records.audit import AnchorChains
from pitboss.house.tables.commands import (
    Act,
    AuthorizeJackpot,
    BuyInFromWallet,
    BuyInWithCash,
    CashOut,
    CheckJackpot,
    Credit,
    DealCards,
    Fill,
    LeaveSeat,
    NameWinner,
    OpenTable,
    PayBooked,
    Press,
    RejectJackpot,
    StartRound,
    TakeSeat,
    VerifyJackpot,
)
from support.floor import ACCOUNTING, DEALER_7, EXECUTIVE, SUPERVISOR, SURVEILLANCE

TABLES = ("T1", "T2", "P1")
"""Two tables of electronic cards and one of physical ones, all linked to one meter."""

PLAYERS = ("ann", "bob", "cid")
"""Everybody plays at every table at once, so their wallets are everybody's business."""

SEEN = "hand wager payout player"


def next_at_table(table, chance):
    """The next command at a table, and whose it is."""
    if table.status == "closed":
        return OpenTable(500_000), SUPERVISOR
    if table.controller is not None:
        return _next_press(table, chance)
    if table.jackpots:
        return _next_about_jackpot(table, chance)
    if table.is_playing:
        return _next_in_round(table.round, chance), DEALER_7
    return _next_between_rounds(table, chance)


def _next_between_rounds(table, chance):
    for seat, player in enumerate(PLAYERS, 1):
        if seat not in table.seatings:
            return TakeSeat(seat, player), DEALER_7
        chips = table.chips_cents(seat)
        if chips < 10_000:
            return chance.choice([BuyInWithCash, BuyInFromWallet])(seat, 20_000), DEALER_7
        if chips > 40_000:
            return CashOut(seat, chips // 2), DEALER_7
    floor = chance.randrange(20)
    if floor == 0:
        return LeaveSeat(chance.randrange(len(PLAYERS)) + 1), DEALER_7
    if floor == 1:
        return Fill(10_000), SUPERVISOR
    if floor == 2 and table.tray_cents > 100_000:
        return Credit(10_000), SUPERVISOR
    return StartRound(), DEALER_7


def _next_in_round(round, chance):
    if round.awaiting.kind == "wagers":
        if round.seats[1].wagers and chance.randrange(100) == 0:
            return Act({"do": "void", "reason": "a card was exposed"})
        for number, seat in round.seats.items():
            for wager in round.rules.offered():
                if wager not in seat.wagers:
                    cents = round.rules.limit(wager).minimum_cents
                    return Act({"do": "place-wager", "seat": number, "wager": wager, "cents": cents})
        return Act({"do": "no-more-bets"})
    if round.awaiting.kind == "cards":
        return DealCards()
    if round.awaiting.kind == "decision":
        return Act(STRATEGIES[round.game](round, round.awaiting.seat).as_json())
    return Act(round.options()[0].as_json())


def _next_about_jackpot(table, chance):
    jackpot = next(jackpot for jackpot in table.jackpots.values() if not jackpot.is_decided)
    if jackpot.status == "claimed":
        return VerifyJackpot(jackpot.seat), SUPERVISOR
    if jackpot.needs_surveillance and jackpot.checked_by is None:
        return CheckJackpot(jackpot.seat, SEEN), SURVEILLANCE
    if chance.randrange(4) == 0:
        return RejectJackpot(jackpot.seat, "the hand was misread"), EXECUTIVE
    return AuthorizeJackpot(jackpot.seat, "driving licence", "W-2G 17"), EXECUTIVE


def _next_press(table, chance):
    """Physical cards: wins of the whole meter are as frequent as one likes."""
    pad = table.controller
    if table.booked and chance.randrange(2):
        return PayBooked(next(iter(table.booked)), PLAYERS[0], "driving licence", "W-2G 17"), ACCOUNTING
    if not pad.sensors.is_locked:
        empty = [seat for seat in (1, 2, 3) if seat not in pad.sensors.chips | pad.sensors.carried]
        return _press("place-chip", seat=empty[0]) if empty else _press("press-start-game")
    if pad.lit is not None:
        return _next_about_lit(table, pad, chance)
    if pad.spot is not None:
        return _press("press-hand", row=chance.choice(list(pad.buttons)))
    if not pad.wins and not pad.envy.owed:
        return _press("press-spot", seat=chance.choice((1, 2, 3))) if chance.randrange(3) else _press("press-end-game")
    if pad.envy.owed:
        return _press("pay-envy", seat=min(pad.envy.owed))
    return _press("press-end-game")


def _next_about_lit(table, pad, chance):
    if not pad.buttons[pad.lit].stops_table:
        return _press("pay-hand", seat=pad.spot)
    if not pad.is_confirmed and not _is_named(table, pad):
        return NameWinner(pad.spot, True), SUPERVISOR
    if not pad.is_confirmed:
        # Now and then the wrong button was pressed: a second press puts it out, and gives back what was frozen.
        return _press("press-confirm") if chance.randrange(4) else _press("press-hand", row=pad.lit)
    if pad.spot not in table.checked_by:
        return CheckJackpot(pad.spot, SEEN), SURVEILLANCE
    return _press("swipe-card")


def _is_named(table, pad):
    named = table.live_game.named
    return named is not None and named.seat == pad.spot


def _press(do, **values):
    return Press({"do": do} | values), EXECUTIVE


READ_WHEN_SENT = "read when it is sent"
"""In the place of a digest: whoever approves reads the proposal first."""


def office_work(meter_id, chance, ids):
    """What the office does all day, command by command."""
    while True:
        player, cents = chance.choice(PLAYERS), chance.randrange(1, 100) * 100
        yield Deposit(player, cents * 2, "cash"), ACCOUNTING
        yield Withdraw(player, cents), ACCOUNTING
        reason = chance.choice(["display corrected", "display malfunction"])
        content = {"meter_id": meter_id, "reason": reason, "millicents": 1000, "note": "a cent"}
        proposal_id = ids.new()
        yield Propose(proposal_id, "adjust-meter", meter_id, content, "read off the display"), ACCOUNTING
        yield Approve(proposal_id, READ_WHEN_SENT), EXECUTIVE
        yield AnchorChains(), ACCOUNTING
