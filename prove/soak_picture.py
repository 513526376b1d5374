"""The picture of a soak: memory and latency over rounds, for each database."""

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot


def draw(found, file):
    """Memory and latency over rounds, of every database that was looked at today."""
    figure, rows = pyplot.subplots(2, len(found), figsize=(6 * len(found), 6), sharex="col", squeeze=False)
    for (name, soaked), memory, latency in zip(found.items(), rows[0], rows[1], strict=True):
        samples = soaked["samples"]
        for process in samples[-1]["resident_mb"]:
            seen = [
                (each["rounds"], each["resident_mb"][process]) for each in samples if process in each["resident_mb"]
            ]
            memory.plot(*zip(*seen, strict=True), label=process)
        for what in ("command", "push"):
            for percent, line in ((50, "-"), (99, ":")):
                times = [(each["rounds"], each[f"{what}_p{percent}_ms"]) for each in samples[1:]]
                latency.plot(*zip(*times, strict=True), linestyle=line, label=f"{what}, p{percent}")
        memory.set_title(name)
        memory.set_ylabel("resident, MB")
        memory.set_ylim(bottom=0)
        latency.set(ylabel="ms", yscale="log", xlabel="rounds")
        for axes in (memory, latency):
            axes.legend(fontsize="small")
            axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None})
