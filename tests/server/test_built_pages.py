"""Pages that are built again under a running server: it gives away what it started with, all of it."""

import gzip
import re

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from pitboss.server.pages import add_pages, web


def build(folder, name):
    """A build as it lies on disk: one document, and the script that it loads."""
    for old in folder.rglob("*.js*"):
        old.unlink()
    (folder / "assets").mkdir(exist_ok=True)
    (folder / "assets" / f"{name}.js").write_text(f"say({name!r})")
    (folder / "assets" / f"{name}.js.gz").write_bytes(gzip.compress(f"say({name!r})".encode()))
    (folder / "index.html").write_text(f'<script src="/assets/{name}.js"></script>')


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(web, "FOLDER", tmp_path)
    web._files.cache_clear()
    yield tmp_path
    web._files.cache_clear()


def script_of(client):
    return re.search('src="(.+)"', client.get("/").text)[1]


def test_a_build_under_a_running_server_changes_nothing(folder):
    build(folder, "old")
    app = FastAPI()
    add_pages(app)
    client = TestClient(app)
    build(folder, "new")
    assert script_of(client) == "/assets/old.js"
    assert client.get("/assets/old.js", headers={"accept-encoding": "identity"}).text == "say('old')"
    assert client.get("/assets/old.js", headers={"accept-encoding": "gzip"}).text == "say('old')"
    assert client.get("/assets/new.js").status_code == 404


def test_the_next_server_has_the_new_pages(folder):
    build(folder, "new")
    app = FastAPI()
    add_pages(app)
    client = TestClient(app)
    assert script_of(client) == "/assets/new.js"
    assert client.get("/assets/new.js", headers={"accept-encoding": "identity"}).text == "say('new')"
