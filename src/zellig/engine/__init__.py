"""Where work runs: in this process, or in local workers."""

from zellig.engine.local import in_order

__all__ = ["in_order"]
