"""``pitboss`` in a process of its own, with a lab that adds up. It writes down every block that it begins, and says so; where
there is a pipe for turns, each block takes one.

python worker_child.py FOLDER worker --database room.db --processes 1
"""

import sys
import types
from pathlib import Path

from pitboss.cli import main
from pitboss.jobs.desk import JobDesk
from support.fifo import speak, take_turn
from support.lab import Adding


def lab_in(folder):
    """The tasks of a lab that keeps its papers in a folder."""
    lab, tell, renew = Adding(), speak(folder / "news"), JobDesk.renew

    def add(inputs, block):
        if "blocks" in inputs:  # and not what the room asks for by itself
            with (folder / "blocks").open("a") as lines:
                lines.write(f"{block}\n")
            tell(f"block {block}")
            if (folder / "turns").exists():
                take_turn(folder / "turns")
        return block + 1

    def note(desk, job_id, worker, done, total):
        is_wanted = renew(desk, job_id, worker, done, total)
        tell(f"{done} noted, {'wanted' if is_wanted else 'cancelled'}")
        return is_wanted

    lab._add, JobDesk.renew = add, note
    tasks = types.ModuleType("pitboss.lab.tasks")
    tasks.KINDS, tasks.verify_task, tasks.run_task = {}, lab.verify, lab.run
    return tasks


if __name__ == "__main__":
    name, *arguments = sys.argv[1:]
    sys.modules["pitboss.lab.tasks"] = lab_in(Path(name))
    main(arguments)
