"""The wheel carries all that a card room needs, with its pages: it runs where there is no Node and no repository."""

import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

import pitboss
from support.started import Started

PACKAGE = Path(pitboss.__file__).parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=PACKAGE.parents[1], check=True, capture_output=True)
    (made,) = folder.glob("*.whl")
    return made


def test_the_wheel_carries_everything_that_is_read(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    read = [path for pattern in ("data/*.toml", "pages/*.*", "py.typed") for path in PACKAGE.rglob(pattern)]
    wanted = {str(path.relative_to(PACKAGE.parent)) for path in read if path.suffix != ".pyc"}
    assert len(wanted) > 40
    assert wanted <= set(names)


def test_the_wheel_carries_the_built_pages(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in (
        r"pitboss/web/index\.html",
        r"pitboss/web/assets/index-.*\.js\.br",
        r"pitboss/web/cards/As\.svg",
    ):
        assert any(re.fullmatch(wanted, name) for name in names), wanted
    assert not [name for name in names if "node_modules" in name]


def test_an_installed_wheel_serves_its_pages(wheel, tmp_path):
    """Its dependencies are those of this environment; the project itself comes from the wheel alone."""
    home = tmp_path / "own"
    venv.create(home, with_pip=False)
    site = next((home / "lib").glob("python*/site-packages"))
    zipfile.ZipFile(wheel).extractall(site)
    others = [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    (site / "dependencies.pth").write_text("\n".join(others) + "\n")
    python = str(home / "bin" / "python")
    where = subprocess.run(
        [python, "-c", "import pitboss; print(pitboss.__file__)"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert str(home) in where
    with (
        Started(tmp_path, "--demo", "--port", "0", python=python, PATH=os.defpath) as server,
        server.client() as client,
    ):
        assert '<div id="app">' in client.get("/tables/T1").text
        assert client.get("/cards/Kh.svg").status_code == 200
