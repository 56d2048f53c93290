"""Who reads or analyses texts while others wait: whether a thread is inside a transaction that writes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from threading import local
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy import Connection

from zellig.store.database import Database


class InTurn:
    """What was called, and which of it inside a transaction that writes."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.called: set[str] = set()
        self.while_others_waited: set[str] = set()
        self._patch, self._thread = patch, local()
        patch.setattr(Database, "writing", self._counted(Database.writing))

    def watch(self, module: ModuleType, name: str) -> None:
        """Record the calls of a function, whichever module has imported it."""
        function = getattr(module, name)

        @wraps(function)
        def watched(*given: Any, **options: Any) -> Any:
            self.called.add(name)
            if getattr(self._thread, "writes", 0):
                self.while_others_waited.add(name)
            return function(*given, **options)

        for each in [found for key, found in sys.modules.items() if key.startswith("zellig.")]:
            for called, value in list(vars(each).items()):
                if value is function:
                    self._patch.setattr(each, called, watched)

    def _counted(
        self, writing: Callable[[Database], AbstractContextManager[Connection]]
    ) -> Callable[[Database], AbstractContextManager[Connection]]:
        @contextmanager
        def counted(database: Database) -> Iterator[Connection]:
            with writing(database) as connection:
                self._thread.writes = getattr(self._thread, "writes", 0) + 1
                try:
                    yield connection
                finally:
                    self._thread.writes -= 1

        return counted
