"""Hides what only Linux has, to see that we do without: a plugin of pytest, and a way to run a keeper.

python -m pytest -p elsewhere ...
python elsewhere.py KEEPER CONTROL PROGRAM...
"""

from __future__ import annotations

import ctypes
import os
import runpy
import sys
from typing import Any

PLATFORM = sys.platform


def hide() -> None:
    def missing(*_: Any) -> None:
        raise OSError("this is not Linux")

    sys.platform = "darwin"
    ctypes.CDLL = missing  # type: ignore[assignment, misc]  # on purpose
    for name in ("waitid", "pidfd_open"):
        if hasattr(os, name):
            delattr(os, name)


def pytest_collection_finish() -> None:
    """From now on: the modules of Python's that ask where they are have been loaded."""
    from zellig.processes import program

    *python, keeper = program.KEEPER
    program.KEEPER = (*python, __file__, keeper)
    hide()


def pytest_sessionfinish() -> None:
    sys.platform = PLATFORM


if __name__ == "__main__":
    hide()
    del sys.argv[0]
    runpy.run_path(sys.argv[0], run_name="__main__")
