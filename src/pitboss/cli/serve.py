"""``pitboss serve`` and ``pitboss worker``: runs the server of a card room, and the process that does lab jobs."""

from contextlib import closing
from dataclasses import field, make_dataclass
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Group, Parameter

from pitboss.cli.house.place import ROOM, Place, sqlite_file, verify_there
from pitboss.cli.lab.progress import verify_processes
from pitboss.cli.output import Screen, open_screen, plain_table
from pitboss.house import property as properties
from pitboss.house.property import Property
from pitboss.house.storage.database import Database
from pitboss.server.first_day import FOLDER, Badge, make_demo
from pitboss.server.lab_worker import LabWorkerProcess, run_worker
from pitboss.server.logs import limit_log, log, set_up_logs
from pitboss.server.run import address_of, listen, opened, serve, serve_with_workers, verify_certificate
from pitboss.server.settings import LOOPBACK, ServerSettings, SettingsError, read_settings, variable_of
from pitboss.sources import SystemClock

SETTINGS: Final = Group("Settings", sort_key=10)
"""The options that are server settings; each can also be set in the environment and in the file."""


def _names(name: str) -> list[str]:
    option = "--" + name.removesuffix("_id").replace("_", "-")
    return [option, "--key"] if name == "key_file" else [option]


def _options() -> type[Any]:
    """Make an option of every setting; one that is not given is None, so environment or file can set it."""
    made = []
    for name, setting in ServerSettings.model_fields.items():
        help_ = f"{setting.description} [{setting.default}] ({variable_of(name)})"
        parameter = Parameter(name=_names(name), group=SETTINGS, help=help_, show_default=False)
        kind: Any = setting.annotation
        made.append((name, Annotated[kind | None, parameter], field(default=None, kw_only=True)))
    # Cyclopts ignores the fields of a class whose module belongs to the standard library.
    return Parameter(name="*")(make_dataclass("Options", made, frozen=True, namespace={"__module__": __name__}))


Options: Final = _options()
NO_OPTIONS: Final = Options()
OPEN: Final = "bold green"


def run_server(
    *,
    demo: Annotated[bool, Parameter(negative="", help="Serve the demo room; the first start makes it.")] = False,
    migrate: Annotated[
        bool, Parameter(negative="", help="First upgrade the database of a room of an older version.")
    ] = False,
    show_settings: Annotated[bool, Parameter(negative="", help="Print every setting and its value first.")] = False,
    config: Annotated[Path | None, Parameter(env_var="PITBOSS_CONFIG", help="A file with settings, in TOML.")] = None,
    options: Options = NO_OPTIONS,  # type: ignore[valid-type]
) -> None:
    """Open the card room to browsers, displays and bots, until Ctrl-C or SIGTERM.

    Settings come from the file, then from the environment, then from options; the last one wins.
    """
    named = {name: value for name, value in vars(options).items() if value is not None}
    settings = read_settings(named, config)
    if demo:
        usual: dict[str, Any] = {"database": str(FOLDER / "pitboss.db"), "worker": True}
        if settings.host in LOOPBACK:  # only this machine can reach it, and its bots fill every table
            usual |= {"unlimited": ", ".join(sorted(LOOPBACK))}
        missing = {name: value for name, value in usual.items() if name not in settings.model_fields_set}
        settings = settings.model_copy(update=missing)
        if "log_file" not in settings.model_fields_set:
            settings = settings.model_copy(update={"log_file": str(settings.key_path.with_name("pitboss.log"))})
    screen = open_screen()
    verify_certificate(settings, SystemClock().now())
    with closing(listen(settings)) as listening:  # first: without the port the room is not needed
        people = _make_demo(settings) if demo else []
        verify_there(Place(database=settings.database))
        if migrate or demo:  # upgrades an old demo room too, so that `make run` always works
            _migrate(settings)
        house = _check_room(settings)
        if show_settings:
            _show_settings(screen, settings)
        _start_log(settings)
        run = serve_with_workers if settings.workers > 1 else serve
        with LabWorkerProcess(settings) as worker:

            def open_up() -> None:
                screen.print(f"{house.name} is open: {address_of(listening, is_tls=settings.is_tls)}", style=OPEN)
                if demo:
                    _show_people(screen, settings, people)
                _show_how_to_stop(screen, settings)
                worker.start()

            run(settings, listening, open_up)
    screen.print(f"{house.name} is closed; rounds in progress go on at the next start.", soft_wrap=True)


def _check_room(settings: ServerSettings) -> Property:
    """Open the room once before the server starts: a room that fails its self-check is not served."""
    with opened(settings) as room:
        return room.house


def _migrate(settings: ServerSettings) -> None:
    with closing(Database(settings.database, connections=1)) as database:
        database.migrate()


def _make_demo(settings: ServerSettings) -> list[Badge]:
    """Make the demo room if there is none. The file gets its name only when all of it is made."""
    settings.key_path.parent.mkdir(parents=True, exist_ok=True)
    file = sqlite_file(settings.database)
    if file is None:
        return _make_in(settings.database, settings.key_path)
    if file.exists():
        return []
    file.parent.mkdir(parents=True, exist_ok=True)
    half_made = file.with_suffix(".new")
    # Leftovers of a removed or unfinished room must not get into the new one.
    for old in (half_made, *(Path(f"{name}{end}") for name in (file, half_made) for end in ("-wal", "-shm"))):
        old.unlink(missing_ok=True)
    people = _make_in(str(half_made), settings.key_path)
    half_made.rename(file)
    return people


def _make_in(url: str, key: Path) -> list[Badge]:
    with closing(Database(url, connections=2)) as database:
        database.migrate()
        with database.reading() as connection:
            if properties.exists(connection, "demo"):
                return []
        return make_demo(database, key)


# ---- what is shown


def _show_settings(screen: Screen, settings: ServerSettings) -> None:
    table = plain_table("Setting", "Value", "What it is", title="Settings")
    for row in settings.summary():
        table.add_row(*row)
    screen.print(table)
    screen.print()


def _show_people(screen: Screen, settings: ServerSettings, people: list[Badge]) -> None:
    if not people:
        screen.print(PINS_WERE_SHOWN.format(database=settings.database), soft_wrap=True)
        return
    screen.print("Sit down as a guest, or log in with a badge and its PIN. The PINs are shown only this once:")
    table = plain_table("Badge", "PIN", "Role", "Name")
    for person in people:
        table.add_row(person.badge, person.pin, person.role.value, person.name)
    screen.print(table)


def _show_how_to_stop(screen: Screen, settings: ServerSettings) -> None:
    log = f" The log is {settings.log_file}." if settings.log_file else ""
    screen.print(f"Press Ctrl-C to close it.{log} --show-settings prints all settings.", soft_wrap=True)


def _start_log(settings: ServerSettings) -> None:
    try:
        limit_log(settings.log_file)
        set_up_logs(settings.logs, settings.log_level, settings.log_file)
    except OSError as error:
        raise SettingsError(f"log_file: {settings.log_file} cannot be written: {error.strerror}") from None
    changed = {name for name in settings.model_fields_set if name in type(settings).model_fields}
    values = [f"{name} {value}" for name, value, _ in settings.summary() if name in changed]
    log(f"the server starts; settings that differ from the defaults: {', '.join(values) or 'none'}")


PINS_WERE_SHOWN: Final = """\
Sit down as a guest, or log in with a badge. The PINs were shown at the first start. For a new PIN two admins use
  pitboss staff reset-pin BADGE --reason forgotten --database {database}
or remove the folder of the room: the next start makes a new one."""


def run_jobs(
    *,
    database: Annotated[
        str | None, Parameter(group=ROOM, help="A file, or postgresql://host/name. [pitboss.db]")
    ] = None,
    property_id: Annotated[
        str | None, Parameter(name="--property", group=ROOM, help="The card room, where the database has several.")
    ] = None,
    processes: Annotated[
        int | None, Parameter(help="How many processes share a job; by default one for each core.")
    ] = None,
    config: Annotated[Path | None, Parameter(env_var="PITBOSS_CONFIG", help="The settings of the server.")] = None,
) -> None:
    """Run the jobs of the lab, one at a time and at low priority, until Ctrl-C or SIGTERM.

    The next worker continues an unfinished job where this one stopped. Settings come from the file of the
    server, then from the environment, then from options.
    """
    verify_processes(processes)
    named = {name: value for name, value in (("database", database), ("property_id", property_id)) if value is not None}
    settings = read_settings(named, config)
    verify_there(Place(database=settings.database))
    set_up_logs(settings.logs, settings.log_level, settings.log_file)
    run_worker(settings, processes)
