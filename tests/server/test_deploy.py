"""What an operator copies: the example of the settings and the unit are read by what will read them."""

import configparser
import inspect
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from pitboss.cli.app import app
from pitboss.cli.serve import run_jobs, run_server
from pitboss.server.connections import MAX_FILES
from pitboss.server.lab_worker import STOP_SECONDS
from pitboss.server.settings import ServerSettings, read_settings, variable_of

DEPLOY = Path(__file__).parents[2] / "deploy"
EXAMPLE = DEPLOY / "pitboss.toml"


def test_the_example_can_be_read():
    settings = read_settings(file=EXAMPLE, environment={})
    assert (settings.workers, settings.is_sqlite, settings.secure) == (2, False, True)


def test_the_example_names_every_setting_and_its_comments_are_the_defaults():
    text = EXAMPLE.read_text()
    commented = tomllib.loads("\n".join(re.findall(r"^# (\w+ = .*)$", text, re.MULTILINE)))
    assert set(tomllib.loads(text)) | set(commented) == set(ServerSettings.model_fields)
    usual = ServerSettings().model_dump()
    assert commented == {name: usual[name] for name in commented}


@pytest.mark.parametrize(
    ("name", "run", "stop_seconds"),
    [
        ("pitboss.service", run_server, ServerSettings().stop_seconds + 20),
        ("pitboss-worker.service", run_jobs, STOP_SECONDS),
    ],
)
def test_the_command_of_a_unit_is_one(name, run, stop_seconds):
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read(DEPLOY / name)
    program, *arguments = shlex.split(unit["Service"]["ExecStart"])
    assert program.endswith("/pitboss")
    command, bound, *_ = app.parse_args(arguments, print_error=False, exit_on_error=False)
    assert inspect.unwrap(command) is run
    assert bound.arguments["config"] == Path("/etc/pitboss/pitboss.toml")
    assert int(unit["Service"]["TimeoutStopSec"]) > stop_seconds


def test_the_container_installs_the_wheel_and_its_environment_is_known():
    text = (DEPLOY / "Containerfile").read_text()
    known = {variable_of(name) for name in ServerSettings.model_fields}
    assert set(re.findall(r"PITBOSS_\w+", text)) <= known
    assert "--require-hashes" in text
    assert ".whl" in text
    assert f"EXPOSE {ServerSettings().port}" in text


def test_the_page_for_operators_lists_every_limit_with_its_default():
    text = (DEPLOY.parent / "docs" / "operating.md").read_text()
    told = dict(re.findall(r"^\| `(\w+)` \| ([\d.]+) \|", text, re.MULTILINE))
    usual = ServerSettings().model_dump()
    ends = ("_a_second", "_a_minute", "_an_hour", "_per_address", "_per_session", "_per_guest", "buy_in_seconds")
    assert {name: float(value) for name, value in told.items()} == {
        name: float(value) for name, value in usual.items() if name.endswith(ends)
    }


def test_the_unit_grants_as_many_files_as_the_server_asks_for():
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.read(DEPLOY / "pitboss.service")
    assert int(unit["Service"]["LimitNOFILE"]) == MAX_FILES


def test_every_setting_is_an_option(pitboss_process):
    told = pitboss_process("serve", "--help").out
    for name in ServerSettings.model_fields:
        assert f"--{name.removesuffix('_id').replace('_', '-')}" in told
        assert variable_of(name) in told
