"""One attacker, in a process and at an address of its own: what a hostile client does to a room on this machine.

    python bench/attackers.py tables 8022 127.0.0.2 20     # for 20 seconds; tells what it was answered, as JSON

It attacks the loopback interface of this machine and nothing else.
"""

import asyncio
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

HOST = "127.0.0.1"
PARALLEL, IDLE, GUESTS = 30, 1003, 7
MEGABYTE = b'{"name": "' + b"x" * 1_000_000 + b'"}'

Told = tuple[str, str, bytes]
"""The status of an answer, the cookie that came along, and what it says."""


class Attacker:
    """A client that asks for as much as it gets."""

    def __init__(self, port: int, address: str, seconds: float) -> None:
        self.port, self.address = port, address
        self.end = time.monotonic() + seconds
        self.told: Counter[str] = Counter()

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.end

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(HOST, self.port, local_addr=(self.address, 0))

    async def requests(self, request: bytes, told: Callable[[], bytes] | None = None) -> None:
        """The same request again and again, on a connection that is opened again where it is closed."""
        while self.goes_on:
            with suppress(OSError, asyncio.IncompleteReadError, ValueError):
                reader, writer = await self.open()
                try:
                    while self.goes_on:
                        writer.write(told() if told else request)
                        status, _, _ = await answer(reader)
                        self.told[status] += 1
                finally:
                    writer.close()
                continue
            self.told["closed"] += 1
            await asyncio.sleep(0.05)

    async def post(
        self, path: str, body: dict[str, object], cookie: str = "", csrf: str = ""
    ) -> tuple[str, str, bytes]:
        """One command; its status, the cookie that came along, and what it says."""
        sent = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
        head += f"Cookie: {cookie}\r\nX-CSRF-Token: {csrf}\r\n" if cookie else ""
        reader, writer = await self.open()
        try:
            writer.write(f"{head}Content-Length: {len(sent)}\r\n\r\n".encode() + sent)
            status, got, told = await answer(reader)
            self.told[status] += 1
            return status, got, told
        finally:
            writer.close()

    # ---- the attacks

    async def idle_connections(self) -> None:
        async def hold() -> None:
            while self.goes_on:
                with suppress(OSError):
                    reader, writer = await self.open()
                    self.told["opened"] += 1
                    with suppress(TimeoutError):
                        await asyncio.wait_for(reader.read(1), max(0.1, self.end - time.monotonic()))
                    writer.close()
                await asyncio.sleep(0.5)

        await asyncio.gather(*(hold() for _ in range(IDLE)))

    async def idle_sockets(self) -> None:
        await asyncio.gather(*(self.socket(None) for _ in range(IDLE)))

    async def replays(self) -> None:
        await asyncio.gather(*(self.socket('{"watch": "table:B1", "after": 0}') for _ in range(PARALLEL)))

    async def socket(self, asked: str | None) -> None:
        while self.goes_on:
            with suppress(OSError, WebSocketException, TimeoutError):
                address = (self.address, 0)
                async with connect(f"ws://{HOST}:{self.port}/api/live", local_addr=address, proxy=None) as line:
                    self.told["opened"] += 1
                    while self.goes_on:
                        if asked is not None:
                            await line.send(asked)
                        await asyncio.wait_for(line.recv(), max(0.1, self.end - time.monotonic()))
                        self.told["messages"] += 1
            await asyncio.sleep(0.5)

    async def gets(self, path: str) -> None:
        request = f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
        await asyncio.gather(*(self.requests(request) for _ in range(PARALLEL)))

    async def bodies(self) -> None:
        head = f"POST {{}} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
        head += f"Content-Length: {len(MEGABYTE)}\r\n\r\n"
        sent = [head.format(path).encode() + MEGABYTE for path in ("/api/guest", "/api/tables/B1/fill")]
        await asyncio.gather(*(self.requests(sent[number % 2]) for number in range(PARALLEL)))

    async def log_ins(self) -> None:
        """Guesses of PINs, of badges that exist and of others: each hash costs 64 MiB and much time."""
        sent = [
            json.dumps({"badge": str(number), "pin": "918273"}).encode() for number in range(1, PARALLEL + 1)
        ]  # badges 1 to 5 exist
        head = f"POST /api/log-in HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
        requests = [f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body for body in sent]
        await asyncio.gather(*(self.requests(request) for request in requests))

    async def uncounted(self) -> None:
        """What no limit of requests counted: the health check, and requests under another name of the server."""
        health = f"GET /health HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
        other_name = b"GET /api/tables HTTP/1.1\r\nHost: other.example\r\n\r\n"
        await asyncio.gather(*(self.requests((health, other_name)[number % 2]) for number in range(PARALLEL)))

    async def garbage(self) -> None:
        """New connections as fast as possible, each with bytes that are no request."""

        async def throw() -> None:
            while self.goes_on:
                with suppress(OSError):
                    reader, writer = await self.open()
                    writer.write(b"\x00\x01\x02\r\n\r\n")
                    await reader.read()
                    self.told["closed"] += 1
                    writer.close()

        await asyncio.gather(*(throw() for _ in range(PARALLEL)))

    async def guests(self, number: int, act: Callable[[str, str, str, int], Awaitable[None]]) -> None:
        async def come_in(each: int) -> None:
            while self.goes_on:
                with suppress(OSError, asyncio.IncompleteReadError, ValueError, KeyError):
                    _, cookie, told = await self.post("/api/guest", {"name": f"Mallory {each}"})
                    me = json.loads(told)
                    while self.goes_on:
                        await act(cookie, me["csrf"], me["name"], each)
                await asyncio.sleep(0.2)

        await asyncio.gather(*(come_in(each) for each in range(number)))

    async def seats(self) -> None:
        """Every free seat of the room, by seven guests."""

        async def take(cookie: str, csrf: str, name: str, _each: int) -> None:
            for table in range(1, 11):
                for seat in range(1, 8):
                    body = {"command_id": f"{name} {table} {seat} {time.monotonic()}", "seat": seat, "player": name}
                    await self.post(f"/api/tables/B{table}/take-seat", body, cookie, csrf)
                    if not self.goes_on:
                        return

        await self.guests(GUESTS, take)

    async def records(self) -> None:
        """A guest who sits down and stands up, again and again: each is a record for years."""

        async def move(cookie: str, csrf: str, name: str, _each: int) -> None:
            for table in range(1, 11):
                for what, more in (("take-seat", {"player": name}), ("leave-seat", {})):
                    body = {"command_id": f"{name} {what} {time.monotonic_ns()}", "seat": 6, **more}
                    status, _, _ = await self.post(f"/api/tables/B{table}/{what}", body, cookie, csrf)
                    if status != "200" or not self.goes_on:
                        break

        await self.guests(1, move)


async def answer(reader: asyncio.StreamReader) -> "Told":
    """An answer: its status, its cookie, its body."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    lines = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
    cookie = next(
        (line[12:].partition(";")[0] for line in head.split("\r\n") if line.lower()[:11] == "set-cookie:"), ""
    )
    return head.split(" ", 2)[1], cookie, await reader.readexactly(int(lines.get("content-length", 0)))


ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    "connections": Attacker.idle_connections,
    "sockets": Attacker.idle_sockets,
    "tables": lambda attacker: attacker.gets("/api/tables"),
    "interface": lambda attacker: attacker.gets("/openapi.json"),
    "bodies": Attacker.bodies,
    "placards": lambda attacker: attacker.gets("/api/tables/B1/placard?format=pdf"),
    "replays": Attacker.replays,
    "log-ins": Attacker.log_ins,
    "uncounted": Attacker.uncounted,
    "garbage": Attacker.garbage,
    "seats": Attacker.seats,
    "records": Attacker.records,
}


async def main() -> None:
    kind, port, address, seconds = sys.argv[1:]
    os.nice(19)  # an attacker elsewhere would not use the processors of the room
    attacker = Attacker(int(port), address, float(seconds))
    with suppress(TimeoutError):
        await asyncio.wait_for(ATTACKS[kind](attacker), float(seconds) + 2)
    print(json.dumps(attacker.told))


if __name__ == "__main__":
    asyncio.run(main())
