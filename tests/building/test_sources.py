"""Clock, entropy and ids are passed in: only their adapters read them."""

import ast
from datetime import UTC
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.sources import SeededEntropy, SystemClock, SystemEntropy, SystemIds

PACKAGE = Path(__file__).parents[2] / "src" / "pitboss"
ADAPTERS = PACKAGE / "sources.py"

# A whole module, or one of its names. `id` tells addresses in memory, which differ from run to run.
FORBIDDEN = {
    "builtins.id",
    "datetime.date.today",
    "datetime.datetime.now",
    "datetime.datetime.today",
    "datetime.datetime.utcnow",
    "numpy.random",
    "os.getrandom",
    "os.urandom",
    "random",
    "secrets",
    "time",
    "uuid",
}


def is_forbidden(name):
    return any(name == entry or name.startswith(f"{entry}.") for entry in FORBIDDEN)


def imported(tree):
    """What each imported name stands for: `from datetime import datetime as dt` makes dt datetime.datetime."""
    names = {"id": "builtins.id"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                names[alias.asname or alias.name.split(".")[0]] = (
                    alias.name if alias.asname else alias.name.split(".")[0]
                )
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return names


def dotted(node, names):
    """The full name of an expression such as `np.random.default_rng`, where it starts with an imported name."""
    if isinstance(node, ast.Attribute):
        start = dotted(node.value, names)
        return start and f"{start}.{node.attr}"
    return names.get(node.id) if isinstance(node, ast.Name) else None


def mentioned(node, names):
    """Every full name that a piece of code imports or uses."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        # A star could bring anything, so it counts as all that the module has.
        hidden = [entry for entry in FORBIDDEN if entry.startswith(f"{node.module}.")]
        return hidden if node.names[0].name == "*" else [f"{node.module}.{alias.name}" for alias in node.names]
    if isinstance(node, ast.Attribute) or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)):
        name = dotted(node, names)
        return [name] if name else []
    return []


def offences(code):
    tree = ast.parse(code)
    names = imported(tree)
    found = [(node.lineno, name) for node in ast.walk(tree) for name in mentioned(node, names)]
    return sorted({(line, name) for line, name in found if is_forbidden(name)})


def test_only_the_adapters_read_clock_entropy_and_ids():
    paths = sorted(set(PACKAGE.rglob("*.py")) - {ADAPTERS})
    assert len(paths) > 30
    found = {str(path.relative_to(PACKAGE)): offences(path.read_text(encoding="utf-8")) for path in paths}
    assert {path: offence for path, offence in found.items() if offence} == {}


def test_the_adapters_are_what_the_check_looks_for():
    assert {name for _, name in offences(ADAPTERS.read_text(encoding="utf-8"))} == {
        "datetime.datetime.now",
        "os.urandom",
        "time",
        "time.time_ns",
    }


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("import time", "time"),
        ("from time import monotonic", "time.monotonic"),
        ("import random", "random"),
        ("from random import Random", "random.Random"),
        ("import secrets", "secrets"),
        ("from uuid import uuid4 as fresh", "uuid.uuid4"),
        ("import os\nos.urandom(8)", "os.urandom"),
        ("import os.path\nos.urandom(8)", "os.urandom"),
        ("from os import urandom", "os.urandom"),
        ("from os import *", "os.urandom"),
        ("import datetime\ndatetime.datetime.now()", "datetime.datetime.now"),
        ("import datetime as d\nd.date.today()", "datetime.date.today"),
        ("from datetime import datetime as dt\nread = dt.utcnow", "datetime.datetime.utcnow"),
        ("import numpy as np\nnp.random.default_rng()", "numpy.random"),
        ("from numpy import random", "numpy.random"),
        ("import numpy.random as chance", "numpy.random"),
        ("def f():\n    import time", "time"),
        ("key = id(object())", "builtins.id"),
    ],
)
def test_the_check_sees_an_offender(code, name):
    assert name in [found for _, found in offences(code)]


@pytest.mark.parametrize(
    "code",
    [
        "def stamp(clock):\n    return clock.now()",
        "from datetime import UTC, date, datetime, time, timedelta\nx = datetime(2024, 1, 1, tzinfo=UTC)",
        "import os\nos.environ",
        "import numpy as np\nnp.zeros(3)",
        "class Row:\n    id: str\ndef f(row):\n    return row.id",
    ],
)
def test_the_check_lets_honest_code_pass(code):
    assert offences(code) == []


def test_the_system_is_live_and_a_seed_is_not():
    assert SystemEntropy().is_live is True
    assert SeededEntropy("a drill").is_live is False


@pytest.mark.parametrize("size", [0, 1, 32, 100])
def test_tokens_have_the_size_that_was_asked_for(size):
    assert len(SystemEntropy().token(size)) == len(SeededEntropy(1).token(size)) == size


def test_the_system_does_not_repeat_itself():
    assert SystemEntropy().token(32) != SystemEntropy().token(32)
    assert len({SystemIds().new() for _ in range(100)}) == 100


def test_the_clock_speaks_utc():
    assert SystemClock().now().tzinfo is UTC


@given(st.lists(st.integers(0, 80), max_size=8))
def test_a_seed_gives_one_stream_however_it_is_read(sizes):
    source = SeededEntropy("a drill")
    assert b"".join(map(source.token, sizes)) == SeededEntropy("a drill").token(sum(sizes))


def test_seeds_give_different_streams_and_this_one_for_ever():
    assert SeededEntropy(1).token(32) != SeededEntropy(2).token(32)
    # Drills and recorded tests are replayed by their seed, so the stream of a seed never changes.
    assert SeededEntropy("a drill").token(8).hex() == "55086e909e2702fa"


def test_ids_of_one_moment_lie_together_and_are_never_the_same(monkeypatch):
    ids, made = SystemIds(), []
    for millisecond in (1_763_000_000_000, 1_763_000_000_001):
        monkeypatch.setattr("pitboss.sources.time.time_ns", lambda at=millisecond: at * 1_000_000 + 999_999)
        made += [sorted(ids.new() for _ in range(100))]
    earlier, later = made
    assert earlier[-1] < later[0]
    assert len({name[-12:] for name in earlier + later}) == 200
    assert {len(name) for name in earlier + later} == {32}
