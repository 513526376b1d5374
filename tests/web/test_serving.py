"""How the pages are served: one document for every address, small files that are kept, nothing else given away."""

import re

import httpx
import pytest
from playwright.sync_api import expect

from pitboss.server.pages import web

MAX_BYTES = 250_000
"""What the first page may weigh, compressed, without charts and card faces."""


@pytest.fixture
def client(house):
    with httpx.Client(base_url=house.url, trust_env=False) as client:
        yield client


@pytest.mark.parametrize("address", ["/", "/tables/T1", "/manager/meters/M1", "/display/M1", "/log-in"])
def test_every_page_is_the_one_document(client, address):
    answer = client.get(address)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    assert '<div id="app">' in answer.text


@pytest.mark.parametrize("address", ["/assets/none.js", "/cards/../index.html", "/cards/%2e%2e/index.html", "/none"])
def test_what_is_not_built_is_not_there(client, address):
    assert client.get(address).status_code == 404


def test_who_opens_a_wrong_address_in_a_browser_gets_a_page_that_says_so(client, visit):
    answer = client.get("/none", headers={"accept": "text/html"})
    assert (answer.status_code, '<div id="app">' in answer.text) == (404, True)
    assert client.get("/api/none", headers={"accept": "text/html"}).json()["code"] == "unknown"
    visit.allow("404")
    assert visit("/none").get_by_role("heading", name="There is no such page.").wait_for() is None


def test_files_are_kept_and_come_compressed(client):
    name = re.search(r'src="(/assets/[^"]+\.js)"', client.get("/").text)[1]
    for encoding in ("br", "gzip", "identity"):
        answer = client.get(name, headers={"accept-encoding": encoding})
        assert answer.headers.get("content-encoding", "identity") == encoding
        assert "immutable" in answer.headers["cache-control"]
    assert client.get("/cards/As.svg").headers["content-type"] == "image/svg+xml"


def test_the_first_page_is_light(visit):
    """Everything the lobby loads from the network, but for card faces and charts."""
    page = visit("about:blank")
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    urls, weights = {}, {}
    line.on("Network.responseReceived", lambda told: urls.update({told["requestId"]: told["response"]["url"]}))
    line.on("Network.loadingFinished", lambda told: weights.update({told["requestId"]: told["encodedDataLength"]}))
    page.goto("/")
    expect(page.get_by_role("article", name="Double Draw Poker, Table T3")).to_be_visible()
    page.wait_for_load_state("networkidle")
    counted = {urls[each]: weight for each, weight in weights.items() if each in urls and "/cards/" not in urls[each]}
    assert any("/assets/index-" in url for url in counted)
    assert sum(counted.values()) < MAX_BYTES, counted


def test_pages_that_are_not_built_say_so(client, monkeypatch):
    monkeypatch.setattr(web, "_files", dict)
    answer = client.get("/")
    assert answer.status_code == 503
    assert "make web" in answer.text
