"""The recipe for a page: a folder with a page.ts is at its address, has its link, and is for whom it is offered."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pitboss.server.pages import all_pages, template_of, web
from support.recipe import ROOT, files_of

EXAMPLE = ROOT / "tests" / "support" / "recipes" / "page"
WEB = ROOT / "web"
MARK = 6


def built_with(folder, out):
    """The pages with one folder more, built. Their sources are a copy."""
    sources = out.parent / "web"
    left_out = shutil.ignore_patterns("node_modules", "dist", "cards")
    shutil.copytree(WEB, sources, ignore=left_out)
    (sources / "node_modules").symlink_to((WEB / "node_modules").resolve())
    shutil.copytree(folder, sources / "src" / "pages" / "break-room")
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = os.environ | {"PITBOSS_WEB_OUT": str(out), "PATH": path}
    command = ["npx", "--no-install", "vite", "build", "--logLevel", "warn"]
    subprocess.run(command, cwd=sources, env=environment, check=True, capture_output=True, timeout=240)


@pytest.fixture
def example(tmp_path, monkeypatch):
    """The server has the pages with the example among them."""
    built_with(EXAMPLE, tmp_path / "out")
    monkeypatch.setattr(web, "FOLDER", tmp_path / "out")
    monkeypatch.setattr(web, "ADDRESSES", [*web.ADDRESSES, "break-room"])
    web._files.cache_clear()
    yield
    web._files.cache_clear()


def test_the_recipe_has_few_files():
    assert len(files_of("A page of the web")) <= MARK


def test_the_server_knows_every_page_once():
    told = [path.read_text(encoding="utf-8") for path in (WEB / "src" / "pages").glob("*/page.ts")]
    addresses = [re.search(r'^  address: "([a-z-]*)",$', each, re.MULTILINE)[1] for each in told]
    assert sorted(addresses) == sorted(["", *web.ADDRESSES])


def test_a_folder_with_a_page_is_a_page(example, house, visit):
    assert template_of("/break-room/2") == "/break-room/{rest:path}"
    page = visit.staff("4", "/")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Break room").click()
    expect(page).to_have_url(f"{house.url}/break-room")
    expect(page.get_by_role("heading", name="Break room")).to_be_visible()
    expect(page.get_by_text("Badge 4 is in room 1.")).to_be_visible()
    page.goto(f"{house.url}/break-room/2")
    expect(page.get_by_text("Badge 4 is in room 2.")).to_be_visible()
    anybody = visit("/")
    expect(anybody.get_by_role("link", name="Lobby")).to_be_visible()
    expect(anybody.get_by_role("link", name="Break room")).to_have_count(0)


def test_it_is_gone_where_it_is_not_registered():
    assert "/break-room" not in all_pages()
