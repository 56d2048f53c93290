"""Where work runs: in this process, or in local workers."""

from zellig.engine.local import apart, in_order

__all__ = ["apart", "in_order"]
