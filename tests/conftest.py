"""What all tests share: fixed seeds, so that a red test is red again, and the command as a user runs it."""

import gc

import pytest
from alembic.script import ScriptDirectory
from hypothesis import settings

from pitboss.house.storage import database as databases
from support.command import here, in_a_process
from support.databases import clock, database, postgresql, postgresql_copies, postgresql_template
from support.staffed import floor, postgresql_staffed, sqlite_staffed, with_staff

__all__ = [
    "clock",
    "database",
    "floor",
    "postgresql",
    "postgresql_copies",
    "postgresql_staffed",
    "postgresql_template",
    "sqlite_staffed",
    "with_staff",
]

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")


def pytest_collection_finish():
    """What is there now stays to the end: the collector need not look through it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def migrations_read_once():
    """Alembic compiles all migrations for each room that is made; one that is opened reads what the house has kept."""
    read, known = ScriptDirectory.from_config, {}

    def read_once(config):
        place = config.get_main_option("script_location")
        if place not in known:
            known[place] = read(config)
        return known[place]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ScriptDirectory, "from_config", read_once)
        yield


class CompiledStatements(dict):
    """Statements that SQLAlchemy has compiled, by kind of database: its own cache is new for every room."""

    def get(self, key, default=None):
        return super().get(self._of(key), default)

    def __setitem__(self, key, compiled):
        super().__setitem__(self._of(key), compiled)

    @staticmethod
    def _of(key):
        dialect, *statement = key
        return dialect.name, *statement


@pytest.fixture(autouse=True, scope="session")
def statements_compiled_once():
    """A third of what a test of the house takes would be compiling the same statements for its own room."""
    create, kept = databases.create_engine, CompiledStatements()

    def create_engine(*arguments, **options):
        return create(*arguments, **options, execution_options={"compiled_cache": kept})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(databases, "create_engine", create_engine)
        yield


@pytest.fixture
def pitboss():
    """Run the command, as if in a process of its own."""
    return here


@pytest.fixture
def pitboss_process():
    """Run the command in a process of its own, where that is the point."""
    return in_a_process
