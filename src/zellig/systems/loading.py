"""A system by what the user typed: the folder of a trained system, or an object of the user's own code."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from pathlib import Path

import msgspec

from zellig.errors import ZelligError
from zellig.files import list_folder, reading
from zellig.performers import Spec, System
from zellig.registry import lookup

PYTHON = "py:"
CARD = "system.json"  # in a trained system's folder: its Spec


def load_system(name: str) -> System:
    """`py:package.module:object`, or the folder of a trained system."""
    if name.startswith(PYTHON):
        return _load_object(name)
    card = Path(name) / CARD
    if not card.is_file():
        raise ZelligError(
            f"there is no trained system in {name!r}",
            remedy="Give the folder of a trained system, or py:package.module:object for your own code.",
        )
    with reading(card):
        raw = card.read_bytes()
    try:
        spec = msgspec.json.decode(raw, type=Spec)
    except msgspec.MsgspecError as error:
        raise ZelligError(
            f"it is not a system's card ({error})", path=card, remedy="Train it again."
        ) from None
    system: System = lookup("systems", spec.name).load(Path(name))
    return system


def fingerprint(name: str) -> str:
    """Hash of what makes a system answer as it does: its trained files, or the file of its code."""
    digest = hashlib.sha256()
    for path in _files_behind(name):
        with reading(path):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _files_behind(name: str) -> list[Path]:
    if not name.startswith(PYTHON):
        return list_folder(Path(name))
    found = importlib.util.find_spec(_split(name)[0])
    return [Path(found.origin)] if found and found.origin else []


def _split(name: str) -> tuple[str, str]:
    module, _, attribute = name.removeprefix(PYTHON).partition(":")
    return module, attribute


def _load_object(name: str) -> System:
    module_name, attribute = _split(name)
    if "" not in sys.path:
        sys.path.insert(0, "")  # the user's own file in the current folder
    try:
        found = getattr(importlib.import_module(module_name), attribute)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise ZelligError(
            f"{name!r} could not be loaded ({error})", remedy="Give py:package.module:object."
        ) from None
    system: System = found() if isinstance(found, type) else found
    for needed in ("spec", "predict"):
        if not hasattr(system, needed):
            raise ZelligError(
                f"{name!r} has no '{needed}'",
                remedy="A system has a `spec` and a method `predict(items)`; see docs/systems.md.",
            )
    return system
