"""Where work runs: in this process, in local workers, or on a Dask cluster."""

from zellig.engine.interface import Engine
from zellig.engine.local import IN_PROCESS, apart
from zellig.engine.opening import open_engine
from zellig.engine.session import forget, once

__all__ = ["IN_PROCESS", "Engine", "apart", "forget", "once", "open_engine"]
