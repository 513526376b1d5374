"""Requests over connections that stay open, to a server that hangs up, says nonsense or nothing."""

import asyncio

import pytest

from pitboss.bots import wire as wires
from pitboss.bots.errors import BotsError, WireError
from pitboss.bots.tally import BotTally, Times
from pitboss.bots.wire import Address, SessionPass, Wire

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nSet-Cookie: pitboss_session=abc; Path=/; HttpOnly\r\n\r\n{}"
LAST = ANSWER.replace(b"Set-Cookie", b"Connection: close\r\nSet-Cookie")
IN_PIECES = b'HTTP/1.1 409 Conflict\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{"\r\n7\r\na": 12}\r\n0\r\n\r\n'


async def talk(answers, work):
    """Do something with a server that gives these answers, one list for each connection in turn."""
    heard, connections, serving = [], iter(answers), []

    async def serve(reader, writer):
        serving.append(asyncio.current_task())
        for answer in next(connections):
            head = await reader.readuntil(b"\r\n\r\n")
            lengths = [int(line.split()[1]) for line in head.splitlines() if line.startswith(b"Content-Length")]
            heard.append(head + await reader.readexactly(sum(lengths)))
            if answer is None:
                await reader.read()
                break
            writer.write(answer)
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        wire = Wire(Address("127.0.0.1", server.sockets[0].getsockname()[1]))
        done = await work(wire)
        wire.close()
        await asyncio.gather(*serving, return_exceptions=True)
        return done, heard


def test_a_request_shows_who_sends_it():
    async def work(wire):
        return await wire.post("/api/x", {"seat": 3}, SessionPass("pitboss_session=abc", "xyz"))

    reply, (heard,) = asyncio.run(talk([[ANSWER]], work))
    assert (reply.status, reply.json(), reply.cookie) == (200, {}, "pitboss_session=abc")
    assert heard.startswith(b"POST /api/x HTTP/1.1\r\nHost: 127.0.0.1:")
    assert b"Cookie: pitboss_session=abc\r\nX-CSRF-Token: xyz\r\n" in heard
    assert heard.endswith(b'\r\n\r\n{"seat": 3}')


def test_connections_are_used_again_and_answers_may_come_in_pieces():
    async def work(wire):
        return [await wire.get("/api/x") for _ in range(3)]

    replies, _ = asyncio.run(talk([[ANSWER, IN_PIECES, ANSWER]], work))
    assert [reply.status for reply in replies] == [200, 409, 200]
    assert replies[1].json() == {"a": 12}


def test_what_the_server_hangs_up_is_asked_again():
    async def work(wire):
        return [(await wire.get("/api/x")).status for _ in range(3)]

    statuses, heard = asyncio.run(talk([[ANSWER], [LAST], [ANSWER]], work))
    assert statuses == [200, 200, 200]
    assert len(heard) == 3


@pytest.mark.parametrize(("answers", "words"), [([[b"what?\r\n\r\n"]], "cannot be read"), ([[]], "was closed")])
def test_nonsense_and_silence_are_said_so(answers, words):
    async def work(wire):
        with pytest.raises(WireError, match=words):
            await wire.get("/api/x")

    asyncio.run(talk(answers, work))


def test_nobody_waits_for_ever(monkeypatch):
    monkeypatch.setattr(wires, "TIMEOUT_SECONDS", 0.01)

    async def work(wire):
        with pytest.raises(WireError, match="no answer within"):
            await wire.get("/api/x")

    asyncio.run(talk([[None]], work))


def test_nobody_there():
    async def work():
        with pytest.raises(WireError, match="nobody answers at http://127.0.0.1:1"):
            await Wire(Address("127.0.0.1", 1)).get("/api/x")

    asyncio.run(work())


@pytest.mark.parametrize("url", ["", "localhost:8022", "ftp://x", "http://", "http://x:many"])
def test_addresses_that_are_none(url):
    with pytest.raises(BotsError, match="is no address of a card room"):
        Address.parse(url)


def test_tallies_of_several_processes_add_up():
    one, other = BotTally(commands=2, pushes=3), BotTally(commands=5, guests=1)
    one.saw_round("T1", 4)
    one.saw_round("T1", 6)
    other.saw_round("T2", 1)
    other.times.add(0.1)
    other.refused["buy-in-from-wallet money"] += 1
    both = BotTally()
    both.add(one)
    both.add(other)
    told = both.summary(2)
    assert (told.commands, told.rounds, told.guests, told.pushes) == (7, 2, 1, 3)
    assert told.refused == {"buy-in-from-wallet money": 1}
    assert told.p99_ms == pytest.approx(100, rel=0.02)


def test_no_times_are_no_time():
    assert Times().share(99) == 0
