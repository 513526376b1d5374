"""Small blocks of work, where other processes can find them."""

import os
from pathlib import Path

from support.fifo import speak, wait_for_ever


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
    """Says which block has begun, and goes on until its process is ended."""
    speak(inputs["news"])(f"block {block}")
    wait_for_ever()


INTERRUPTED = """
import signal, sys
from pitboss.lab import work
from pitboss.lab.work import Resources, Work, do_work
from support.blocks import endless
from support.fifo import speak


def hear(*_):
    raise KeyboardInterrupt


def install(number, handler):
    before = signal.signal(number, handler)
    tell("waits for its helpers")
    return before


if __name__ == "__main__":
    tell = speak(sys.argv[1])
    signal.signal(signal.SIGINT, hear)
    work.signal = install
    try:
        do_work(Work("endless", {"news": sys.argv[1]}, ("pitboss.lab.work",), 4, endless), Resources(processes=2))
    except KeyboardInterrupt:
        sys.exit(130)
"""
"""A program that is interrupted while two processes each have a block without end in hand."""
