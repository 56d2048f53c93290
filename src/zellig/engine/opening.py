"""Engines by name: `local`, `dask`, `dask://HOST:PORT`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from zellig.doors import option
from zellig.engine.interface import Engine
from zellig.engine.local import IN_PROCESS, local_workers
from zellig.errors import ZelligError
from zellig.extras import require

LOCAL, DASK = "local", "dask"

_ADDRESS = re.compile(r"dask://([^/\s]+:[0-9]{1,5})/?")


@contextmanager
def open_engine(name: str = LOCAL, workers: int = 1) -> Iterator[Engine]:
    """The engine of this name, with so many workers, as long as this lasts; refuses one that is not there."""
    address = _ADDRESS.fullmatch(name)
    if name == LOCAL and workers == 1:
        yield IN_PROCESS
    elif name == LOCAL:
        with local_workers(workers) as local:
            yield local
    elif name == DASK or address:
        if address and workers > 1:
            raise ZelligError(f"{name} has the workers that it has", remedy=f"Leave {option('workers')} out.")
        require("dask", f"the engine {name}", f"say {option('engine', LOCAL)}")
        from zellig.engine.dask import dask_workers

        with dask_workers(f"tcp://{address[1]}" if address else None, workers) as cluster:
            yield cluster
    else:
        raise ZelligError(
            f"{name!r} is not an engine", remedy=f"There are: {LOCAL}, {DASK}, dask://HOST:PORT."
        )
