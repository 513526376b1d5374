"""Small blocks of work, where other processes can find them."""

import os
import time
from pathlib import Path


def squares(inputs, block):
    return [block, block * block + inputs["more"]]


def noted(inputs, block):
    with (Path(inputs["folder"]) / f"{block}").open("a", encoding="utf-8") as file:
        file.write("done\n")
    return block


def deadly(_inputs, block):
    """The second block ends its process, as the system does that has no memory left."""
    if block == 1:
        os._exit(9)
    return block


def endless(inputs, block):
    """Says which process has it, and goes on until somebody says so."""
    folder = Path(inputs["folder"])
    draft = folder / f"draft-{block}"
    draft.write_text(str(os.getpid()), encoding="utf-8")
    draft.rename(folder / f"block-{block}")
    for _ in range(6000):
        if (folder / "go on").exists():
            break
        time.sleep(0.05)
    (folder / f"done-{block}").touch()
    return block


INTERRUPTED = """
import signal, sys
from pathlib import Path
from pitboss.lab.work import Means, Work, do_work
from support.blocks import endless

folder = Path(sys.argv[1])
heard = folder / "heard"


def hear(*_):
    with heard.open("a") as file:
        file.write("!")
    raise KeyboardInterrupt


if __name__ == "__main__":
    heard.touch()
    signal.signal(signal.SIGINT, hear)
    try:
        do_work(Work("endless", {"folder": str(folder)}, ("pitboss.lab.work",), 4, endless), Means(processes=2))
    except KeyboardInterrupt:
        sys.exit(130)
"""
"""A program that is interrupted while two processes each have a block without end in hand."""
