"""A lab for tests: its work is adding up, in blocks, as quickly or slowly as it is told."""

import threading
from contextlib import closing

from pitboss.errors import PitbossError
from pitboss.house.storage.database import Access, Database
from pitboss.jobs.desk import JobDesk
from pitboss.jobs.laboratory import KindOfJob
from pitboss.lab.work import Work, remembered
from pitboss.sources import SystemClock

KINDS = ("adding", "par", "verify", "strategy")


class Adding:
    """Adds up numbers in blocks. ``inputs`` are how many blocks, and perhaps what goes wrong."""

    def __init__(self):
        self.done = []
        """The blocks that were worked out, as they came."""
        self.at_block = {}
        """What is called before a block."""
        self.started = threading.Event()

    def kinds(self):
        return [KindOfJob(kind=kind, words=f"{kind} in blocks", needs={"blocks": "how many"}) for kind in KINDS]

    def verify(self, kind, inputs):
        if kind not in KINDS:
            raise PitbossError(f"there is no work {kind!r}; there is: {', '.join(KINDS)}")
        if not isinstance(inputs.get("blocks", 1), int):
            raise PitbossError(f"blocks is {inputs['blocks']!r}, and must be a whole number")

    def run(self, kind, inputs, resources):
        self.started.set()
        if "fault" in inputs:
            raise ZeroDivisionError(inputs["fault"])
        if "refusal" in inputs:
            raise PitbossError(inputs["refusal"])
        work = Work("adding", inputs, ("pitboss.lab.work",), inputs.get("blocks", 1), self._add)
        return {"sum": remembered(work, resources, sum)}

    def _add(self, inputs, block):
        self.at_block.get(block, lambda: None)()
        self.done.append(block)
        return block + 1


def claim_all(room, name):
    """Work for one of several processes: claim jobs until there are none, and say which they were."""
    url = room.database.url.render_as_string(hide_password=False)
    with closing(Database(url, connections=2, access=Access.LAB)) as database:
        desk = JobDesk(database, "P1", SystemClock(), Adding())
        claimed = []
        while (job := desk.claim(name)) is not None:
            claimed.append(job.inputs["number"])
            assert desk.finish(job.job_id, name, {"by": name})
        return claimed
