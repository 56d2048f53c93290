"""What two machines must have in common for the same answers: code, libraries, resources."""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import zellig
from zellig.errors import ZelligError
from zellig.store.versions import resource_versions

# Packages that decide answers, or how work is handed over; one that is not installed here is not used.
PACKAGES = (
    "captum",
    "dask",
    "distributed",
    "lemminflect",
    "msgspec",
    "numpy",
    "pydelphin",
    "rapidfuzz",
    "scikit-learn",
    "scipy",
    "spacy",
    "tantivy",
    "torch",
    "transformers",
    "vowpalwabbit",
)


def versions_here() -> dict[str, str]:
    """What this process runs on, by name."""
    return {
        "zellig": f"{zellig.__version__} ({_code()})",
        "Python": f"{sys.version_info.major}.{sys.version_info.minor}",
        **{name: found for name in PACKAGES if (found := _installed(name))},
        **{f"the resource {name}": found[:12] for name, found in resource_versions().items()},
    }


def refuse_others(wanted: Mapping[str, str]) -> None:
    """Refuse to work with other versions than those that are wanted; both are named."""
    if not wanted:
        return
    here = versions_here()
    for name, theirs in wanted.items():
        if (ours := here.get(name, "(not installed)")) != theirs:
            raise ZelligError(
                f"a worker on {platform.node()} has {name} {ours}, and who sends the work has {theirs}",
                remedy="Install the same on both: answers could differ.",
            )


def _installed(package: str) -> str:
    try:
        return version(package).partition("+")[0]  # torch says for which processors it was built
    except PackageNotFoundError:
        return ""


@cache
def _code() -> str:
    """The beginning of a hash of our own code: two checkouts of one version may differ."""
    found = hashlib.sha256()
    folder = Path(zellig.__file__).parent
    for path in sorted(folder.rglob("*.py")):
        found.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:8]
