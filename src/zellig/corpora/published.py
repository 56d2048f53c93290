"""Corpora that their makers publish on the web: where, under which licence, and how they are read here."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

import msgspec

from zellig.resources import cache_folder


class PublishedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file of a corpus; the fields are explained in published.toml."""

    address: str
    sha256: str = ""
    members: str = ""

    @property
    def name(self) -> str:
        """The last part of its address."""
        return PurePosixPath(urlsplit(self.address).path).name


class Published(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One corpus; the fields are explained in published.toml."""

    name: str
    gives: str
    licence: str
    citation: str
    use: str
    files: tuple[PublishedFile, ...]

    @property
    def folder(self) -> Path:
        """Where it lies when it was fetched."""
        return cache_folder() / "corpora" / self.name

    @property
    def spec(self) -> str:
        """How to name it where a corpus is wanted, when it was fetched."""
        return self.use.format(folder=self.folder)


@cache
def published() -> dict[str, Published]:
    """Every published corpus by its name."""
    content = files("zellig").joinpath("corpora/data/published.toml").read_bytes()
    rows = msgspec.toml.decode(content, type=dict[str, list[Published]])["corpus"]
    return {row.name: row for row in rows}
