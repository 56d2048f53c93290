"""Systems: builders and adapters, one file each."""

from zellig.systems.loading import load_system

__all__ = ["load_system"]
