"""Logs on standard error, one line each, for people or as JSON; each says in which request it was."""

from __future__ import annotations

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Literal

Format = Literal["plain", "json"]

REQUEST: ContextVar[str] = ContextVar("request", default="")  # the number of the request that is answered

_OWN = ("method", "path", "status", "milliseconds", "submission", "state")  # what a record may carry, too


class _Plain(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s%(request)s")

    def format(self, record: logging.LogRecord) -> str:
        number = REQUEST.get()
        record.request = f" [{number}]" if number else ""
        return super().format(record)


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if number := REQUEST.get():
            said["request"] = number
        said |= {name: record.__dict__[name] for name in _OWN if name in record.__dict__}
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False, default=str)


def log_to_stderr(how: Format) -> None:
    """From now on everything that is logged goes to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if how == "json" else _Plain())
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def format_in_use() -> Format:
    """How this process logs."""
    handlers = logging.getLogger().handlers
    return "json" if any(isinstance(each.formatter, _Json) for each in handlers) else "plain"
