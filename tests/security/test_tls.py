"""HTTPS by the server itself: a pair that cannot be used is refused in a sentence, and one that can be is used."""

import json
import re
import shutil
import ssl
from contextlib import nullcontext
from datetime import UTC, datetime
from types import SimpleNamespace

import httpx
import pytest
from websockets.sync.client import connect

from pitboss.cli import main
from pitboss.server import run
from pitboss.server.run import verify_certificate
from pitboss.server.settings import ServerSettings, SettingsError, read_settings
from support.certificates import write_pair
from support.started import PATIENCE, Started

NOW = datetime.now(UTC)


@pytest.fixture(scope="module")
def pairs(tmp_path_factory):
    """A folder with pairs that are right, expired, early and locked, and files that are neither."""
    folder = tmp_path_factory.mktemp("pairs")
    write_pair(folder)
    write_pair(folder, "another")
    write_pair(folder, "expired", days=(-30, -1))
    write_pair(folder, "early", days=(1, 30))
    write_pair(folder, "locked", password=b"sesame")
    (folder / "whole.pem").write_bytes((folder / "room.pem").read_bytes() + (folder / "room.key.pem").read_bytes())
    (folder / "words.pem").write_text("this is no certificate\n")
    return folder


def settings_of(folder, cert, key):
    return ServerSettings(tls_cert=cert and str(folder / cert), tls_key=key and str(folder / key))


@pytest.mark.parametrize(("cert", "key"), [("room.pem", "room.key.pem"), ("whole.pem", "")])
def test_a_pair_that_belongs_together_is_taken(pairs, cert, key):
    verify_certificate(settings_of(pairs, cert, key), NOW)


@pytest.mark.parametrize(
    ("cert", "key", "words"),
    [
        ("none.pem", "room.key.pem", "tls_cert: .*none.pem cannot be read: No such file or directory"),
        ("room.pem", "none.pem", "tls_key: .*none.pem cannot be read: No such file or directory"),
        ("", "room.key.pem", "tls_key: .*room.key.pem is the key of a certificate: name that with --tls-cert"),
        ("room.pem", "", "tls_key: there is no private key in .*room.pem"),
        (".", "room.key.pem", "tls_cert: .* cannot be read: Is a directory"),
        ("words.pem", "room.key.pem", "tls_cert: there is no certificate in .*words.pem"),
        ("room.key.pem", "room.key.pem", "tls_cert: there is no certificate in .*room.key.pem"),
        ("room.pem", "words.pem", "tls_key: there is no private key in .*words.pem"),
        (
            "expired.pem",
            "expired.key.pem",
            "tls_cert: the certificate .*expired.pem expired at [A-Z][a-z]{2} [^-]* UTC: renew it",
        ),
        (
            "early.pem",
            "early.key.pem",
            "tls_cert: the certificate .*early.pem is not in force before [A-Z][a-z]{2} [^-]* UTC",
        ),
        ("locked.pem", "locked.key.pem", "tls_key: the key .*locked.key.pem is locked with a password"),
        ("room.pem", "another.key.pem", "tls_key: .*another.key.pem is not the key of the certificate .*room.pem"),
    ],
)
def test_a_pair_that_cannot_be_used_is_one_sentence(pairs, cert, key, words):
    with pytest.raises(SettingsError, match=words) as refusal:
        verify_certificate(settings_of(pairs, cert, key), NOW)
    assert "\n" not in str(refusal.value)


def test_it_is_refused_before_anything_is_opened_or_made(pairs, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pitboss.cli.serve.listen", lambda _: pytest.fail("the socket was opened"))
    with pytest.raises(SystemExit) as left:
        main(["serve", "--demo", "--tls-cert", str(pairs / "expired.pem"), "--tls-key", str(pairs / "expired.key.pem")])
    told = capsys.readouterr()
    assert (left.value.code, told.out) == (2, "")
    (sentence,) = told.err.splitlines()
    assert re.search(r"^pitboss: tls_cert: the certificate .* expired at ", sentence)
    assert list(tmp_path.iterdir()) == []


def test_with_a_certificate_cookies_are_for_https_only():
    settings = read_settings({"tls_cert": "room.pem", "secure": False}, environment={})
    assert settings.is_https
    assert ("secure", "True") in [(name, value) for name, value, _ in settings.summary()]


@pytest.fixture(scope="module")
def room_files(sqlite_demo, tmp_path_factory, pairs):
    """A card room in a folder, beside a certificate."""
    folder = tmp_path_factory.mktemp("served")
    for name in ("room.db", "room.key"):
        shutil.copy(sqlite_demo[0] / name, folder / name)
    for name in ("room.pem", "room.key.pem"):
        shutil.copy(pairs / name, folder / name)
    return folder


def bots_say(capsys, *options):
    """What the bots say who do not come in."""
    with pytest.raises(SystemExit):
        main(["bots", *options])
    return capsys.readouterr().err


def test_a_room_is_open_over_https_to_browsers_sockets_and_bots(room_files, capsys):
    options = ("--database", "room.db", "--port", "0", "--tls-cert", "room.pem", "--tls-key", "room.key.pem")
    with Started(room_files, *options) as server:
        address = server.wait_for(r"is open: (https://127\.0\.0\.1:\d+)$")[0][1]
        trusted = ssl.create_default_context(cafile=room_files / "room.pem")
        with httpx.Client(base_url=address, verify=trusted, timeout=PATIENCE, trust_env=False) as client:
            came_in = client.post("/api/guest", json={"name": "Gina"}, headers={"origin": address})
            assert came_in.status_code == 200, came_in.text
            assert "; secure" in came_in.headers["set-cookie"].lower()
            assert came_in.headers["strict-transport-security"] == "max-age=31536000"
            headers = {"Cookie": f"pitboss_session={client.cookies['pitboss_session']}"}
        with connect(
            address.replace("https", "wss") + "/api/live", ssl=trusted, additional_headers=headers, proxy=None
        ) as line:
            line.send('{"watch": "table:T1"}')
            assert json.loads(line.recv())["watch"] == "table:T1"
        with pytest.raises(httpx.ConnectError, match="certificate verify failed"):
            httpx.get(address, trust_env=False)
        with pytest.raises(httpx.RemoteProtocolError):
            httpx.get(address.replace("https", "http"), trust_env=False)
        # The bots get as far as the room, which has no table for them; without the file they do not get in.
        bots = (capsys, "--url", address)
        assert "0 auto-dealt tables are open" in bots_say(*bots, "--ca", str(room_files / "room.pem"))
        assert "certificate verify failed" in bots_say(*bots)
        words = "pitboss: --ca: there is no certificate in words.pem that can be read: it must be in PEM form\n"
        assert bots_say(*bots, "--ca", "words.pem") == words
    assert "Traceback" not in server.said()


def test_every_process_has_the_certificate(visitors, room_files, monkeypatch):
    seen = []
    monkeypatch.setattr(run.uvicorn, "Config", lambda _app, **told: seen.append(told))
    monkeypatch.setattr(run, "_Server", lambda *_: SimpleNamespace(run=lambda _sockets: None))
    monkeypatch.setattr(run, "opened", lambda _settings: nullcontext(visitors.app.state.context.room))
    monkeypatch.setattr(run, "_stop_quietly", lambda: None)
    files = {"tls_cert": str(room_files / "room.pem"), "tls_key": str(room_files / "room.key.pem")}
    settings, line = (
        ServerSettings(database="postgresql://ace/room", workers=2, **files),
        SimpleNamespace(send=seen.append),
    )
    monkeypatch.setattr(run, "end_with_parent", lambda: None)
    monkeypatch.setattr(run, "set_up_logs", lambda *_: None)
    run._work(settings, None, line)
    assert [(told["ssl_certfile"], told["ssl_keyfile"]) for told in seen] == [tuple(files.values())]
