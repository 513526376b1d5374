"""What modules of ours rest on, read from their source."""

import ast
from functools import cache
from pathlib import Path

import pitboss

ROOT = Path(pitboss.__file__).parent.parent


def imports_of(path):
    """Whatever a file imports, wherever in it, by its full name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relative to itself"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def modules():
    """Every module by name, with its file."""
    found = {}
    for file in (ROOT / "pitboss").rglob("*.py"):
        parts = file.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


@cache
def imports(module):
    """The modules of ours that one imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(modules()[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for name in node.names:
                inner = f"{node.module}.{name.name}"
                found.add(inner if inner in modules() else node.module)
    return found & set(modules())


def under(names):
    """Modules and all of packages, by the names that an analysis declares."""
    return {module for module in modules() if any(module == name or module.startswith(f"{name}.") for name in names)}


def rests_on(declared):
    """All that the modules of a declaration import, directly or not."""
    seen, waiting = set(), list(under(declared))
    while waiting:
        module = waiting.pop()
        if module not in seen:
            seen.add(module)
            waiting += imports(module)
    return seen
