"""Answers what the dealer console shows beyond the table: the shuffler, the tray, and which acts are refused."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

from fastapi import APIRouter
from msgspec import Meta, Struct
from sqlalchemy import Connection

from pitboss.games.card_source import CardSource
from pitboss.games.command import Command, Who
from pitboss.games.round import Round
from pitboss.house.actor import Actor
from pitboss.house.errors import UnknownError
from pitboss.house.tables.commands import (
    Act,
    ClaimWin,
    CloseTable,
    DealCards,
    FollowGuide,
    FollowLocalProcedure,
    HandOver,
    MarkFold,
    NameWinner,
    OpenTable,
    Press,
    ReplaceShuffler,
    ReportMalfunction,
    ResumeTable,
    StartRound,
    SuspendTable,
    TimeOut,
)
from pitboss.house.tables.dry_run import DryRunHost, refusals
from pitboss.house.tables.preconditions import MACHINES
from pitboss.house.tables.settings import CardKind
from pitboss.house.tables.state import HOUSE
from pitboss.house.tables.table import Table
from pitboss.house.tables.views import LitPrize
from pitboss.progressive.controllers.presses import PressConfirm, PressJPot, SwipeCard
from pitboss.server.authentication import Caller
from pitboss.server.context import ServerContext
from pitboss.server.queries.endpoint import Context, TableId, query
from pitboss.shuffler import Malfunction, Remedy, ReplacementStep, Shuffler

router = APIRouter(tags=["tables"])

_WORDS: Final = "in words"
"""The placeholder for a reason that is not entered yet."""


class Machine(Struct, frozen=True, kw_only=True):
    """The shuffler or shoe of the table. It names no card."""

    kind: Annotated[str, Meta(description="shuffler or shoe.", examples=["shuffler"])]
    state: Annotated[
        str, Meta(description="ready, dispensing, empty, or stopped by a malfunction.", examples=["dispensing"])
    ]
    packet: Annotated[int | None, Meta(description="How many cards a packet has; nothing for a shoe.", examples=[3])]
    cards_left: Annotated[int | None, Meta(description="How many cards are not dealt yet.", examples=[40])]


class ReplacementLine(Struct, frozen=True, kw_only=True):
    """One of the seven steps to replace a shuffler with the backup."""

    step: Annotated[int, Meta(examples=[1])]
    words: Annotated[str, Meta(examples=["Turn the shuffler off."])]
    is_done: bool


class Stopped(Struct, frozen=True, kw_only=True):
    """A malfunction, and the steps to resolve it."""

    fault: Annotated[str, Meta(examples=["cards are stuck at the mouth"])]
    earlier: Annotated[int, Meta(description="How often this machine had failed before.")]
    failed_tries: Annotated[int, Meta(description="How often the guide on it did not help.")]
    is_replaced: Annotated[bool, Meta(description="Whether the seven steps have begun.")]
    steps: list[ReplacementLine]


class Dealing(Struct, frozen=True, kw_only=True):
    """The view of a table for its dealer."""

    version: Annotated[int, Meta(description="The version of the table that this is about.", examples=[12])]
    tray_cents: Annotated[int, Meta(examples=[2_000_000])]
    machine: Annotated[Machine | None, Meta(description="Nothing at live cards.")]
    stopped: Annotated[Stopped | None, Meta(description="The malfunction that stops the shuffler now.")]
    lit: Annotated[LitPrize | None, Meta(description="At live cards, the win whose hand button is lit.")]
    refused: Annotated[
        dict[str, str],
        Meta(
            description="The acts that the caller may not do now, with the reason. All other acts are allowed.",
            examples=[{"deal-cards": "no cards are wanted now: the round waits for seat 3 to play or fold"}],
        ),
    ]


@query(router, "/tables/{table_id}/dealing", "dealing")
async def show_dealing(table_id: TableId, context: Context, session: Caller) -> Dealing:
    """What the dealer of a table may do now, why other acts are refused, the shuffler and the tray."""
    return await context.do(_dealing, context, table_id, session.actor)


def _dealing(context: ServerContext, table_id: str, by: Actor) -> Dealing:
    def seen(table: Table, version: int, connection: Connection) -> Dealing:
        if not version:
            raise UnknownError(f"there is no table {table_id!r}")
        return Dealing(
            version=version,
            tray_cents=table.tray_cents,
            machine=_machine(table),
            stopped=_stopped(table.malfunction),
            lit=table.lit_prize(DryRunHost(context.room, table.table_id, connection)),
            refused=refusals(context.room, table, connection, dict(_offered(table, by)), by),
        )

    return context.room.query_with_connection(table_id, seen)


def _machine(table: Table) -> Machine | None:
    if table.settings.cards is CardKind.LIVE:
        return None
    source: CardSource = table.cards
    deck = source.machine.deck
    left = None if deck is None or deck.retired else deck.remaining
    if not isinstance(source.machine, Shuffler):
        return Machine(kind="shoe", state="ready" if deck is None else "dispensing", packet=None, cards_left=left)
    state = "stopped" if source.machine.malfunction else source.machine.state.value
    assert source.machine.setting is not None
    return Machine(kind="shuffler", state=state, packet=source.machine.setting.packet_size, cards_left=left)


def _stopped(malfunction: Malfunction | None) -> Stopped | None:
    if malfunction is None:
        return None
    done = malfunction.steps_done
    return Stopped(
        fault=malfunction.fault,
        earlier=malfunction.earlier,
        failed_tries=malfunction.failed_tries,
        is_replaced=malfunction.remedy is Remedy.REPLACEMENT,
        steps=[
            ReplacementLine(step=step.value, words=step.sentence, is_done=step.value <= done)
            for step in ReplacementStep
        ],
    )


# ---- the acts that a console offers, by name


def _offered(table: Table, by: Actor) -> Iterator[tuple[str, Command]]:
    """All acts that a console offers, with sample values for fields that are free."""
    yield "take-over", HandOver(by.name)
    yield "hand-to-house", HandOver(HOUSE)
    yield "hand-to-nobody", HandOver("")
    yield "open-table", OpenTable(1)
    yield "close-table", CloseTable(table.tray_cents)
    yield "suspend-table", SuspendTable(_WORDS)
    yield "resume-table", ResumeTable()
    yield from _about_the_shuffler(table)
    if table.settings.cards is CardKind.LIVE:
        yield from _at_live_cards(table)
        return
    yield "start-round", StartRound()
    yield "deal-cards", DealCards()
    if table.round is not None:
        yield from ((f"time-out {seat}", TimeOut(seat)) for seat in table.round.seats)
        for name, act in _acts(table.round):
            yield name, Act(act)


def _about_the_shuffler(table: Table) -> Iterator[tuple[str, Command]]:
    yield "report-malfunction", ReportMalfunction(_WORDS)
    yield "follow-guide", FollowGuide(helped=True)
    done = table.malfunction.steps_done if table.malfunction else 0
    yield "replace-shuffler", ReplaceShuffler(min(done + 1, len(ReplacementStep)))
    yield "follow-local-procedure", FollowLocalProcedure(_WORDS, _WORDS, round_goes_on=True)


def _at_live_cards(table: Table) -> Iterator[tuple[str, Command]]:
    """The acts of the host's page and the keys that book a win."""
    keypad = table.controller
    if keypad is None:
        return
    for seat in sorted(keypad.sensors.locked):
        yield f"mark-fold {seat}", MarkFold(seat)
        if keypad.lit is not None:
            yield f"claim-win {seat}", ClaimWin(seat)
            # `lit` has the question that the person must answer before naming the seat.
            yield f"name-winner {seat}", NameWinner(seat, none_to_the_right=True)
    if keypad.lit is not None:
        for press in keypad.operations:
            if press is PressJPot:
                yield from ((f"press-j-pot {seat}", Press(PressJPot(seat).as_json())) for seat in keypad.sensors.locked)
            elif press in (PressConfirm, SwipeCard):
                yield press.slug(), Press({"do": press.slug()})


def _acts(round: Round[Any, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The acts of a dealer and of the floor in this game."""
    for kind in round.operations:
        if Who.PLAYER in kind.who or kind.who & MACHINES:
            continue
        fields: tuple[str, ...] = kind.__match_args__
        free = {name: value for name, value in (("reason", _WORDS), ("number", 1)) if name in fields}
        for place in _places(round, fields):
            yield " ".join(map(str, (kind.slug(), *place.values()))), {"do": kind.slug()} | place | free


def _places(round: Round[Any, Any], fields: tuple[str, ...]) -> Iterator[dict[str, int]]:
    """The seats or hands that an act with these fields can refer to; one empty place if it refers to neither."""
    if "seat" not in fields:
        yield {}
        return
    for seat, state in round.seats.items():
        if "hand" not in fields:
            yield {"seat": seat}
        else:
            yield from ({"seat": seat, "hand": hand.number} for hand in state.hands)
