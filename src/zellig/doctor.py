"""What this machine has of what Zellig can use, and how to get the rest. It looks, and changes nothing."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

from zellig import resources
from zellig.errors import ZelligError
from zellig.extras import EXTRAS, missing
from zellig.language.erg.ace import ACE_VARIABLE, ERG_VARIABLE, ace_version, find_ace, find_erg

GET_ACE = (
    "The Answer Constraint Engine (ACE) is published by Woodley Packard on its home page, also for macOS. "
    f"Unpack it and give --ace PATH, set {ACE_VARIABLE}, or put it on the PATH."
)
GET_ERG = (
    "The DELPH-IN consortium publishes images of the English Resource Grammar (ERG) for each version of ACE: "
    f"take the one for yours. Unpack it and give --erg PATH, or set {ERG_VARIABLE}."
)


class Finding(msgspec.Struct, frozen=True):
    """One thing: whether it is there, what was found, and if not, how to get it."""

    name: str
    found: bool
    what: str
    remedy: str = ""


def examine(ace: Path | None = None, erg: Path | None = None) -> list[Finding]:
    """Everything Zellig can use; nothing that is missing here is an error."""
    return [
        Finding("python", True, f"{platform.python_version()} on {platform.system()} {platform.machine()}"),
        _cache(),
        *(_extra(extra) for extra in EXTRAS),
        *(_tried(f"resource {name}", partial(_resource, each)) for name, each in resources.table().items()),
        _tried("ace", partial(_ace, ace)),
        _tried("erg", partial(_erg, erg)),
    ]


def _cache() -> Finding:
    folder = resources.cache_folder()
    existing = next(each for each in (folder, *folder.parents) if each.exists())
    if existing.is_dir() and os.access(existing, os.W_OK | os.X_OK):
        return Finding("cache", True, str(folder))
    return Finding("cache", False, f"{folder} cannot be written", "Set ZELLIG_CACHE to a folder of your own.")


def _extra(extra: str) -> Finding:
    if lacking := missing(extra):
        what = f"missing: {', '.join(lacking)}"
        return Finding(f"extra {extra}", False, what, f"pip install 'zellig[{extra}]'")
    there = (f"{package} {_version(package)}".strip() for package in EXTRAS[extra].values())
    return Finding(f"extra {extra}", True, ", ".join(there))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _resource(resource: resources.Resource) -> Finding:
    name = f"resource {resource.name}"
    state, path = resources.locate(resource)
    if state is resources.State.absent:
        size = f"{resource.size / 10**6:.1f} MB"
        return Finding(name, False, f"absent ({size})", f"zellig resources fetch {resource.name}")
    return Finding(name, True, f"{state}, {path}")


def _ace(path: Path | None) -> Finding:
    found = find_ace(path)
    if found is None:
        return Finding("ace", False, "not found", GET_ACE)
    number = ace_version(found)
    if not number:
        return Finding("ace", False, f"{found} does not answer -V as ACE does", GET_ACE)
    return Finding("ace", True, f"{number}, {found}")


def _erg(path: Path | None) -> Finding:
    found = find_erg(path)
    if found is None:
        return Finding("erg", False, "not given", GET_ERG)
    return Finding("erg", True, f"{found} ({found.stat().st_size / 10**6:.1f} MB)")


def _tried(name: str, look: Callable[[], Finding]) -> Finding:
    """What is found; a wrong path of the user's is a finding, too."""
    try:
        return look()
    except ZelligError as error:
        return Finding(name, False, f"{error.where}: {error.what}", error.remedy)
