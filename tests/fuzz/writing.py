"""Spoilt trees as the files that people write: TOML, and a paper in memory that is read like a file."""

import json
import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """A file that never touches a disk."""

    content: bytes
    name: str = "own.toml"

    def read_text(self, encoding="utf-8"):
        return self.content.decode(encoding)

    def __str__(self):
        return self.name


def as_toml(tree):
    """A tree as TOML: a line for each key, tables within a line, so that anything can be written."""
    if not isinstance(tree, dict):
        return _written(tree).encode("utf-8", "surrogatepass")
    lines = [f"{_written(str(key))} = {_written(value)}" for key, value in tree.items() if value is not None]
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def _written(value):
    if isinstance(value, dict):
        entries = (f"{_written(str(key))} = {_written(each)}" for key, each in value.items() if each is not None)
        return f"{{{', '.join(entries)}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_written(each) for each in value if each is not None)}]"
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return str(value).lower() if isinstance(value, bool) else json.dumps(value)
