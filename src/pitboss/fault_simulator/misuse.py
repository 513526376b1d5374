"""Forbidden commands: those of other roles, for other people's seats, or with absurd amounts."""

from typing import Any

from pitboss.bots.chance import Chance
from pitboss.fault_simulator.people import Wish
from pitboss.fault_simulator.scene import EVERYBODY, PLAYERS
from pitboss.games.command import Command
from pitboss.house.actor import Actor
from pitboss.house.cage.wallets import Deposit, Withdraw
from pitboss.house.people.proposals import Approve, Propose
from pitboss.house.tables.commands import (
    Act,
    AuthorizeJackpot,
    BuyInFromWallet,
    BuyInWithCash,
    CashOut,
    CloseTable,
    CountDrop,
    CreateTable,
    Credit,
    DealCards,
    Fill,
    FollowLocalProcedure,
    HandOver,
    LeaveSeat,
    OpenTable,
    PayBooked,
    Press,
    RejectJackpot,
    ReplaceShuffler,
    ResumeTable,
    StartRound,
    TakeSeat,
    VerifyJackpot,
    WithholdWin,
)

ODD: tuple[Any, ...] = (0, -1, 1, 99, -(10**9), 2**63, 10**30)


def at_table(chance: Chance) -> Wish:
    """Any command at a table, with any amount, by anybody."""
    seat, name, cents = chance.below(9) - 1, chance.pick(PLAYERS), chance.pick((*ODD, chance.below(100_000)))
    commands: tuple[Command, ...] = (
        TakeSeat(seat, name),
        LeaveSeat(seat),
        chance.pick((BuyInFromWallet, BuyInWithCash))(seat, cents),
        CashOut(seat, cents),
        Fill(cents),
        Credit(cents),
        OpenTable(cents),
        CloseTable(cents),
        CountDrop(cents),
        HandOver(chance.pick(("", "house", "5", "99"))),
        StartRound(),
        DealCards(),
        ResumeTable(),
        ReplaceShuffler(chance.below(9)),
        FollowLocalProcedure("letter 1", "shuffled by hand", round_goes_on=chance.below(2) == 0),
        VerifyJackpot(seat),
        AuthorizeJackpot(seat, "licence", ""),
        RejectJackpot(seat, ""),
        PayBooked("T1 round 1 seat 1", name, "licence", "form"),
        WithholdWin("T1-1-1", name, "p1"),
        CreateTable({"rules": {"game": "three-card-poker"}}, "p1"),
        Press({"do": chance.pick(("press-coin-in", "press-end-game", "turn-key", "swipe-card")), "seat": seat}),
        Act({"do": "place-wager", "seat": seat, "wager": chance.pick(("ante", "progressive", "main")), "cents": cents}),
        Act({"do": chance.pick(("play", "fold", "settle", "reveal-dealer", "void", "call-off", "deal")), "seat": seat}),
    )
    return chance.pick(commands), chance.pick(EVERYBODY)


def in_office(step: int, chance: Chance) -> Wish:
    """The same at the cage and in the office."""
    name, cents = chance.pick(PLAYERS), chance.pick((*ODD, 500))
    content = {"player": name, "cents": cents}
    commands: tuple[Command, ...] = (
        Deposit(name, cents, "cash"),
        Withdraw(name, cents),
        Propose(f"m{step}", "correct-wallet", name, content, "keyed in twice"),
        Approve(f"m{chance.below(step + 1)}", "5f0c"),
    )
    return chance.pick(commands), _anybody(chance)


def _anybody(chance: Chance) -> Actor:
    """Anybody of the room, or a person who never worked there."""
    return chance.pick((*EVERYBODY, Actor("99", EVERYBODY[0].role)))
