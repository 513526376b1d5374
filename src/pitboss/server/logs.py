"""Sets up and formats the log: sentences for people, or one JSON object per line for machines.

Every line of a request carries the id of the request, also when a thread of the house writes it. Bodies, cookies and
headers are never logged, so the log has no PIN and no token.
"""

import json
import logging
import re
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from logging.handlers import WatchedFileHandler
from pathlib import Path
from typing import Any, Final

REQUEST_ID: Final[ContextVar[str]] = ContextVar("request_id", default="")
"""The id of the current request; empty outside a request."""

LOG: Final = logging.getLogger("pitboss")


MAX_LOG_BYTES: Final = 10_000_000
"""When a server starts, a larger log file is renamed and replaces the one that was renamed before."""


def set_up_logs(kind: str, level: str = "info", file: str = "") -> None:
    """Write the log in ``words`` or as ``json``: to a file with warnings on standard error too, or all to the latter.

    It replaces what was set up before.
    """
    terminal = logging.StreamHandler(sys.stderr)
    # Reopens the file after a program such as logrotate has moved it.
    handlers: list[logging.Handler] = [terminal, WatchedFileHandler(file, encoding="utf-8")] if file else [terminal]
    if file:
        terminal.setLevel(logging.WARNING)
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
        old.close()
    for handler in handlers:
        handler.setFormatter(AsJson() if kind == "json" else InWords())
        root.addHandler(handler)
    root.setLevel(logging.WARNING)
    LOG.setLevel(level.upper())


def limit_log(file: str) -> None:
    """Rename a log file that has grown too large. One older file is kept."""
    path = Path(file)
    if file and path.exists() and path.stat().st_size > MAX_LOG_BYTES:
        path.replace(path.with_name(f"{path.name}.1"))


def log(words: str, level: int = logging.INFO, **fields: Any) -> None:
    """Write a line: a sentence, and fields for machines."""
    LOG.log(level, words, extra={"fields": fields})


class InWords(logging.Formatter):
    """A line for people.

    >>> line = logging.LogRecord("pitboss", logging.INFO, "", 0, "table T1 is open", None, None)
    >>> InWords().format(line)[20:]
    'table T1 is open'
    """

    def format(self, record: logging.LogRecord) -> str:
        """The record as a line."""
        at = f"{datetime.fromtimestamp(record.created):%Y-%m-%d %H:%M:%S}"
        level = f"{record.levelname.lower()}: " if record.levelno != logging.INFO else ""
        request = f" [{REQUEST_ID.get()}]" if REQUEST_ID.get() else ""
        trace = f"\n{self.formatException(record.exc_info)}" if record.exc_info else ""
        return f"{at} {level}{record.getMessage()}{request}{trace}"

    def formatException(self, ei: Any) -> str:  # noqa: N802 - the name is logging's
        """Where an error came from, without what was sent to the database."""
        return without_parameters(super().formatException(ei))


class AsJson(logging.Formatter):
    """A line for machines.

    >>> line = logging.LogRecord("pitboss", logging.INFO, "", 0, "table T1 is open", None, None)
    >>> json.loads(AsJson().format(line))["words"]
    'table T1 is open'
    """

    def format(self, record: logging.LogRecord) -> str:
        """The record as a JSON object in one line."""
        fields: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "words": record.getMessage(),
        }
        if REQUEST_ID.get():
            fields["request_id"] = REQUEST_ID.get()
        fields |= getattr(record, "fields", {})
        if record.exc_info:
            fields["traceback"] = without_parameters(self.formatException(record.exc_info))
        return json.dumps(fields, default=str)


def without_parameters(trace: str) -> str:
    """A traceback without the parameters of SQL statements, which may include hashes of PINs and tokens.

    >>> without_parameters("[SQL: SELECT 1]\\n[parameters: ('a hash',)]\\n(Background ...)")
    '[SQL: SELECT 1]\\n[parameters left out]\\n(Background ...)'
    """
    return re.sub(r"\[parameters: .*\]", "[parameters left out]", trace)
