"""``pitboss worker``: works on the jobs that the lab was asked for."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.house.place import ROOM, Place, verify_there
from pitboss.cli.lab.progress import verify_processes
from pitboss.server.lab_worker import run_worker
from pitboss.server.logs import set_up_logs
from pitboss.server.settings import read_settings


def run_jobs(
    *,
    database: Annotated[
        str | None, Parameter(group=ROOM, help="A file, or postgresql://host/name. [pitboss.db]")
    ] = None,
    property_id: Annotated[
        str | None, Parameter(name="--property", group=ROOM, help="The card room, where the database has several.")
    ] = None,
    processes: Annotated[
        int | None, Parameter(help="How many processes share a job; as many as there are cores, where not said.")
    ] = None,
    config: Annotated[Path | None, Parameter(env_var="PITBOSS_CONFIG", help="The settings of the server.")] = None,
) -> None:
    """Work on the jobs of the lab, one at a time and at low priority, until Ctrl-C or SIGTERM.

    What is in hand then is left to the next worker, which goes on from what is done. Settings come from the file of the
    server, then from the environment, then from options.
    """
    verify_processes(processes)
    said = {name: value for name, value in (("database", database), ("property_id", property_id)) if value is not None}
    settings = read_settings(said, config)
    verify_there(Place(database=settings.database))
    set_up_logs(settings.logs, settings.log_level, settings.log_file)
    run_worker(settings, processes)
