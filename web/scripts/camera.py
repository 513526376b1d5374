"""A demo room, people in it, and a camera: what screens.py takes its pictures with."""

import io
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from PIL import Image
from playwright.sync_api import BrowserContext, Page

SCREENS = Path(__file__).parents[2] / "docs" / "screens"
PITBOSS = str(Path(sys.executable).with_name("pitboss"))

SIZES = {1440: (900, 2000), 390: (844, 2600)}
"""Width: the height of the window, and the most that is shown of a longer page."""

PACE = {"betting": 5, "decision": 120, "pause": 0.2, "result": 8}
PATIENCE_SECONDS = 90


class Person:
    """Somebody with a window of their own, who also does things without it."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self._address, self._csrf = context, address, ""

    def come_in(self, path: str, **who: str) -> "Person":
        """As staff, or as a guest."""
        me = self._post(path, who)
        self._csrf, self.name = me["csrf"], me["name"]
        return self

    def send(self, path: str, **fields: Any) -> dict[str, Any]:
        """A command."""
        return self._post(path, {"command_id": uuid4().hex, **fields})

    def look(self, path: str) -> dict[str, Any]:
        """What an address says."""
        return self.context.request.get(f"{self._address}/api/{path}").json()  # type: ignore[no-any-return]

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.context.request.post(
            f"{self._address}/api/{path}", data=body, headers={"x-csrf-token": self._csrf} if self._csrf else {}
        )
        if not answer.ok:
            raise RuntimeError(f"{path}: {answer.text()}")
        return answer.json()  # type: ignore[no-any-return]


class Camera:
    """Opens pages and takes their pictures."""

    def __init__(self, address: str, wanted: list[str]) -> None:
        self._address, self._wanted = address, wanted

    def wants(self, *starts: str) -> bool:
        """Whether any picture whose name begins so is to be taken."""
        return not self._wanted or any(name.startswith(starts) for name in self._wanted)

    def take(self, name: str, who: Person, path: str, settle_ms: int = 1500) -> None:
        """A page as somebody sees it, wide and narrow."""
        if self._wanted and name not in self._wanted:
            return
        page = self.open(who, path)
        self.shoot(name, page, settle_ms)
        page.close()

    def open(self, who: Person, path: str) -> Page:
        """A page as somebody sees it."""
        page = who.context.new_page()
        page.goto(self._address + path)
        return page

    def shoot(self, name: str, page: Page, settle_ms: int = 1500) -> None:
        """A page that is open."""
        if self._wanted and name not in self._wanted:
            return
        for width, (height, most) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(settle_ms)
            whole = page.evaluate("document.documentElement.scrollHeight")
            # A window as tall as the page, rather than a picture longer than the window: bars stay at its foot.
            page.set_viewport_size({"width": width, "height": min(max(whole, height), most)})
            page.wait_for_timeout(300)
            write(SCREENS / f"{name}-{width}.png", page.screenshot())
        print(name, flush=True)


def write(path: Path, png: bytes) -> None:
    """Few colours are enough for a picture of a page, and a third of the bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.open(io.BytesIO(png)).convert("RGB").quantize(256, kmeans=3).save(path, optimize=True)


def wait_for(what: str, found: Callable[[], Any], seconds: float = PATIENCE_SECONDS) -> Any:
    """Ask until something is there."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        answer = found()
        if answer:
            return answer
        time.sleep(0.2)
    raise TimeoutError(what)


@contextmanager
def demo_room(folder: str) -> Iterator[tuple[str, dict[str, str]]]:
    """A demo room in a folder; its address, and the PINs by badge."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    pace = [word for name, seconds in PACE.items() for word in (f"--{name}-seconds", str(seconds))]
    log = Path(folder) / "server.log"
    command = [PITBOSS, "serve", "--demo", "--port", str(port), *pace, "--log-ins-a-minute", "1000"]
    with log.open("w") as out, subprocess.Popen(command, cwd=folder, stdout=out, stderr=out) as server:
        try:
            wait_for("the server starts", lambda: "is open: http" in log.read_text())
            pins = dict(re.findall(r"^(\d)\s+(\d{6})\s", log.read_text(), re.MULTILINE))
            yield f"http://127.0.0.1:{port}", pins
        finally:
            server.send_signal(signal.SIGINT)


@contextmanager
def bots(address: str, minutes: float) -> Iterator[None]:
    """Others who play."""
    command = [PITBOSS, "bots", "--url", address, "--seats", "2", "--minutes", str(minutes)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as playing:
        yield
        playing.wait()
