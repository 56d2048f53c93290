"""Systems: builders and adapters, one file each."""

from zellig.systems.loading import files_named, load_system, load_system_for

__all__ = ["files_named", "load_system", "load_system_for"]
