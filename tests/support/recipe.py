"""The recipes of CONTRIBUTING, and their examples: modules in ``support/recipes`` that register something as our own do."""

import os
import re
import subprocess
import sys
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from support.command import PLAIN, Answer

ROOT = Path(__file__).parents[2]


def files_of(title):
    """The hand-written files of a recipe: its numbered steps begin with one or more of them each. All of them exist."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipe = re.search(rf"^### {re.escape(title)}\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL)
    assert recipe, f"CONTRIBUTING has no recipe for {title!r}"
    steps = re.findall(r"^\d\. ((?:`[^`]+`(?: and )?)+)", recipe[1], re.MULTILINE)
    assert len(steps) == len(re.findall(r"^\d\. ", recipe[1], re.MULTILINE)), "each step begins with its file"
    files = [file for step in steps for file in re.findall(r"`([^`]+)`", step)]
    assert [file for file in files if not (ROOT / file).is_file()] == []
    print(f"{title}: {len(files)} hand-written files")
    return files


@contextmanager
def carried_out(name, *registries):
    """The example of a recipe, imported and with it registered; afterwards the registries are as they were."""
    before = [dict(registry) for registry in registries]
    module = f"support.recipes.{name}"
    assert module not in sys.modules
    try:
        yield import_module(module)
    finally:
        sys.modules.pop(module, None)
        for registry, content in zip(registries, before, strict=True):
            registry.clear()
            registry.update(content)


def in_terminal(name, *arguments, **environment):
    """The command in a process of its own that has imported the example of a recipe."""
    # The room first: some of its modules cannot be the first that is imported.
    code = f"import pitboss.house.room\nimport support.recipes.{name}\nfrom pitboss.cli import main\nmain()"
    paths = [str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")]
    process = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        env=PLAIN | {"COLUMNS": "120", "PYTHONIOENCODING": "utf-8", "PYTHONPATH": os.pathsep.join(paths)} | environment,
        timeout=60,
        check=False,
    )
    return Answer(process.returncode, process.stdout, process.stderr)
