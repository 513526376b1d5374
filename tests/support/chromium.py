"""The machine's own Chromium: found, installed where that is allowed, or asked for in one sentence."""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
INSTALL = ("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", "chromium")

OPTIONS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--no-first-run",
)
"""A browser that talks to nobody but the page's own server, and draws without playing at being a graphics card."""


def find():
    """Where it is, or nothing."""
    named = os.environ.get("PITBOSS_TEST_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def find_or_install():
    """Where it is, after it was installed if need be."""
    if find() is None and shutil.which("apt-get") and os.geteuid() == 0:
        print("Installing Chromium (once) ...", flush=True)
        if not _run(*INSTALL):
            _run("apt-get", "update", "--quiet")
            _run(*INSTALL)
    return find()


def _run(*command):
    """Whether a command went well; what it has to say against it is shown."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return not subprocess.run(command, stdout=subprocess.DEVNULL, env=environment, check=False).returncode


if __name__ == "__main__" and find_or_install() is None:
    sys.exit(
        "The tests of the pages need Chromium: sudo apt-get install chromium (or name it in PITBOSS_TEST_CHROMIUM)"
    )
