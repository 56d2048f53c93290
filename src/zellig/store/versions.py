"""What a run is made with beside its own plan: the copies of resources that are here."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from zellig.files import sha256_of
from zellig.resources import Resource, locate, table


def resource_versions() -> dict[str, str]:
    """The sha256 of every resource: the pinned one, or that of the files which the user has in its place.

    One that is not fetched yet will be the pinned one.
    """
    return {name: _version(resource) for name, resource in table().items()}


def _version(resource: Resource) -> str:
    state, path = locate(resource)
    return resource.sha256 if state.pinned else _hash_once(path)


@cache
def _hash_once(path: Path) -> str:
    """Of what the user brought: it may be large, and does not change under a run."""
    return sha256_of(path)
