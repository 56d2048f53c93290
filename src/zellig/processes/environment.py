"""What a program finds in its environment: what any program needs, and what the user names; no keys."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from zellig.errors import ZelligError

# Where things are, the user's language, Python's own settings, and which processors to use. Proxies are left
# out, because their addresses may have passwords in them.
PLAIN = re.compile(
    "PATH|HOME|USER|LOGNAME|SHELL|PWD|TMPDIR|TERM|TZ|LANG|LANGUAGE|LC_[A-Z]+"
    "|XDG_(CACHE|CONFIG|DATA)_HOME|(DY)?LD_LIBRARY_PATH"
    "|PYTHON[A-Z0-9]+|VIRTUAL_ENV|CONDA_PREFIX|OMP_NUM_THREADS|CUDA_VISIBLE_DEVICES"
)


def clean_environment(named: Iterable[str] = ()) -> dict[str, str]:
    """Those of our variables that are no secrets, and the named ones; refuses a name that is not there."""
    clean = {name: value for name, value in os.environ.items() if PLAIN.fullmatch(name)}
    for name in named:
        if name not in os.environ:
            raise ZelligError(
                f"there is no environment variable {name!r} to hand on",
                remedy="Export it, or take it out of env=.",
            )
        clean[name] = os.environ[name]
    return clean
