"""What a soak looks at every few seconds, and whether it stayed flat."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import linear_regression

from pitboss.bots.tally import Times

MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Bounds:
    """What is still called flat."""

    growth_mb: float = 5.0
    """Of each process, in 10,000 rounds, once the database's own cache is full. One record kept of every round would be
    13 MB, one of every command 200; what is remembered of the worth of hands fills up by two to five, and has an end."""
    slower: float = 1.5
    """The middle command or push at the end, as a multiple of the one at the beginning; a busy machine costs as much."""
    dearer: float = 1.2
    """Processor time a round, the same way: it does not depend on who else is at work."""
    more: int = 8
    """Files or threads: a connection comes and goes."""


@dataclass(frozen=True)
class Process:
    """A process, as the system sees it."""

    resident_mb: float
    files: int
    threads: int

    @staticmethod
    def look(pid):
        """How it stands now; nothing where it has just ended."""
        with suppress(OSError, KeyError):
            of_process = Path("/proc") / str(pid)
            lines = (of_process / "status").read_text().splitlines()
            told = dict(line.split(":", 1) for line in lines if ":" in line)
            files = sum(1 for _ in (of_process / "fd").iterdir())
            return Process(int(told["VmRSS"].split()[0]) / 1024, files, int(told["Threads"]))
        return None


@dataclass(frozen=True)
class Sample:
    """A look at a room in which bots play."""

    seconds: float
    rounds: int
    processes: dict
    """Of the server, by what each does."""
    database_mb: float
    cpu_seconds: float
    """Of the server so far."""
    commands: Times
    """Since the last look."""
    pushes: Times

    def as_json(self):
        """The sample for its file."""
        return {
            "seconds": round(self.seconds, 1),
            "rounds": self.rounds,
            "resident_mb": {name: round(process.resident_mb, 1) for name, process in self.processes.items()},
            "files": {name: process.files for name, process in self.processes.items()},
            "threads": {name: process.threads for name, process in self.processes.items()},
            "database_mb": round(self.database_mb, 1),
            "cpu_seconds": round(self.cpu_seconds, 1),
            **{f"command_p{share}_ms": round(self.commands.share(share) * 1000, 1) for share in (50, 99)},
            **{f"push_p{share}_ms": round(self.pushes.share(share) * 1000, 1) for share in (50, 99)},
        }


class Figures:
    """What all samples together say."""

    def __init__(self, samples):
        self.samples = samples

    def _quarter(self, number):
        """The samples of a quarter of the rounds, the first of which is number 1."""
        most = self.samples[-1].rounds
        return [each for each in self.samples if number - 1 < 4 * each.rounds / most <= number]

    def growth_mb(self, name):
        """What a process grew in 10,000 rounds, by a line through the second half."""
        half = [each for each in self.samples if each.rounds * 2 >= self.samples[-1].rounds and name in each.processes]
        return (
            10_000
            * linear_regression(
                [each.rounds for each in half], [each.processes[name].resident_mb for each in half]
            ).slope
        )

    def share(self, what, quarter, percent=50):
        """How long commands or pushes took in a quarter."""
        together = Times()
        for each in self._quarter(quarter):
            together.counts.update(getattr(each, what).counts)
        return together.share(percent)

    def slower(self, what):
        """The middle command or push of the last quarter, as a multiple of the second's."""
        return self.share(what, 4) / self.share(what, 2)

    def cpu_a_round(self, quarter):
        """Processor time of the server for a round, in a quarter."""
        first, *_, last = self._quarter(quarter)
        return (last.cpu_seconds - first.cpu_seconds) / (last.rounds - first.rounds)

    def database_kb_a_round(self):
        """What a round leaves on the disk: since the second quarter, when the log has its full size."""
        first, last = self._quarter(2)[0], self.samples[-1]
        return (last.database_mb - first.database_mb) * 1024 / (last.rounds - first.rounds)

    def more(self, what):
        """How many more files or threads the process with the most new ones has, since the second quarter."""
        before, after = self._quarter(2)[-1].processes, self.samples[-1].processes
        return max(getattr(after[name], what) - getattr(before[name], what) for name in after if name in before)

    def as_json(self):
        """The figures for people and machines."""
        last = self.samples[-1]
        return {
            "rounds": last.rounds,
            "seconds": round(last.seconds),
            "growth_mb_in_10000_rounds": {name: round(self.growth_mb(name), 2) for name in last.processes},
            "resident_mb": {name: round(process.resident_mb) for name, process in last.processes.items()},
            **{
                f"{what}_ms": {
                    f"p{percent} of quarter {quarter}": round(self.share(what, quarter, percent) * 1000, 1)
                    for percent in (50, 99)
                    for quarter in (2, 4)
                }
                for what in ("commands", "pushes")
            },
            "cpu_ms_a_round": {f"quarter {quarter}": round(self.cpu_a_round(quarter) * 1000, 1) for quarter in (2, 4)},
            "database_kb_a_round": round(self.database_kb_a_round(), 1),
            "more_files": self.more("files"),
            "more_threads": self.more("threads"),
        }

    def faults(self, bounds=None):
        """Everything that is not flat, in sentences."""
        bounds = bounds or Bounds()
        for name in self.samples[-1].processes:
            if self.growth_mb(name) > bounds.growth_mb:
                yield f"the {name} grew by {self.growth_mb(name):.1f} MB in 10,000 rounds"
        for what in ("commands", "pushes"):
            if self.slower(what) > bounds.slower:
                yield f"{what} took {self.slower(what):.2f} times as long in the last quarter as in the second"
        dearer = self.cpu_a_round(4) / self.cpu_a_round(2)
        if dearer > bounds.dearer:
            yield f"a round cost {dearer:.2f} times as much in the last quarter as in the second"
        for what in ("files", "threads"):
            if self.more(what) > bounds.more:
                yield f"{self.more(what)} more {what} are open than in the second quarter"
