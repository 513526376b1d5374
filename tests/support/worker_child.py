"""``pitboss`` in a process of its own, with a lab that adds up slowly, a line in a file for every block.

python worker_child.py FILE SECONDS worker --database room.db --processes 1
"""

import sys
import time
import types
from pathlib import Path

from pitboss.cli import main
from support.lab import Adding


def slow_lab(file, seconds):
    """The tasks of a lab whose blocks take their time."""
    lab = Adding()

    def add(inputs, block):
        if "blocks" in inputs:  # and not what the room asks for by itself
            with file.open("a") as lines:
                lines.write(f"{block}\n")
            time.sleep(seconds)
        return block + 1

    lab._add = add
    tasks = types.ModuleType("pitboss.lab.tasks")
    tasks.KINDS, tasks.verify_task, tasks.run_task = {}, lab.verify, lab.run
    return tasks


if __name__ == "__main__":
    name, seconds, *arguments = sys.argv[1:]
    sys.modules["pitboss.lab.tasks"] = slow_lab(Path(name), float(seconds))
    main(arguments)
