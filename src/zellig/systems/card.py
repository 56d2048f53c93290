"""The card of a trained system: what it is, what it learnt from, and the hashes of its files."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from zellig import __version__
from zellig.errors import ZelligError
from zellig.files import list_folder, reading, write_text, write_whole
from zellig.performers import Spec

CARD = "system.json"
SEEN = "trained-on.npy"  # 64-bit keys of the training texts, sorted


class Point(msgspec.Struct, frozen=True):
    """One look at the development items during training."""

    step: int
    accuracy: float


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Written last: a folder without a card is not a system."""

    spec: Spec
    task: str
    labels: tuple[str, ...]  # in the order the model numbers them; empty where answers are spans
    corpus: str
    dev: str | None = None
    curve: tuple[Point, ...] = ()
    files: dict[str, str] = {}
    zellig: str = __version__

    @property
    def fingerprint(self) -> str:
        """Hash of everything that makes the system answer as it does."""
        made_of = [
            self.spec.name,
            self.spec.version,
            self.spec.params,
            self.labels,
            sorted(self.files.items()),
        ]
        return hashlib.sha256(msgspec.json.encode(made_of, order="sorted")).hexdigest()


def write_card(folder: Path, card: Card, seen: NDArray[np.uint64]) -> Card:
    """Hash the files of the folder and write the card that vouches for them."""
    with write_whole(folder / SEEN) as file:
        np.save(file, np.unique(seen), allow_pickle=False)
    files = {path.name: _sha256(path) for path in list_folder(folder) if path.name != CARD and path.is_file()}
    card = msgspec.structs.replace(card, files=files)
    text = msgspec.json.format(msgspec.json.encode(card), indent=1).decode()
    write_text(folder / CARD, text + "\n")
    return card


def read_card(folder: Path) -> Card:
    """The card, after its files have been checked against it."""
    path = folder / CARD
    if not os.path.isfile(path):  # Path.is_file fails on a name that is too long to be one
        raise ZelligError(
            f"there is no trained system in {str(folder)!r}",
            remedy="Give the folder of a trained system (zellig train), a registered name, or an adapter "
            "such as py:package.module:object.",
        )
    with reading(path):
        raw = path.read_bytes()
    try:
        card = msgspec.json.decode(raw, type=Card)
    except msgspec.MsgspecError as error:
        raise ZelligError(
            f"it is not a system's card ({error})", path=path, remedy="Train it again."
        ) from None
    for name, expected in card.files.items():
        if not (folder / name).is_file() or _sha256(folder / name) != expected:
            raise ZelligError(
                "this file is missing or is not the one that was trained",
                path=folder / name,
                remedy="Train the system again, or copy its whole folder again.",
            )
    return card


def training_keys(folder: Path) -> NDArray[np.uint64]:
    """Keys of the texts the system learnt from."""
    with reading(folder / SEEN):
        keys: NDArray[np.uint64] = np.load(folder / SEEN, allow_pickle=False)
    return keys


def _sha256(path: Path) -> str:
    with reading(path), path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
