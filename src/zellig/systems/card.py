"""The card of a trained system: what it is, what it learnt from, and the hashes of its files."""

from __future__ import annotations

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from zellig import __version__
from zellig.decoding import decode_json
from zellig.errors import ZelligError
from zellig.files import list_folder, read_whole, sha256_of, write_json
from zellig.performers import Spec
from zellig.systems import weights
from zellig.systems.weights import read_arrays, write_arrays
from zellig.tasks.finding import task_of_file

CARD = "system.json"
SEEN = "trained-on.safetensors"  # 64-bit keys of the training texts, sorted
LARGEST = 2**24  # bytes of a card
BESIDE = (".jsonl", ".html", ".zip", ".md")  # what a user may put beside a system: no builder reads it

_KEYS = "keys"


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
    corpus_hash: str = ""  # of the items that it learnt from, and below of those it was looked at with
    dev_hash: str | None = None

    @property
    def fingerprint(self) -> str:
        """Hash of everything that makes the system answer as it does."""
        made_of = [
            self.spec.name,
            self.spec.version,
            self.spec.params,
            self.task,
            self.labels,
            sorted(self.files.items()),
        ]
        return hashlib.sha256(msgspec.json.encode(made_of, order="sorted")).hexdigest()


def write_card(folder: Path, card: Card, seen: NDArray[np.uint64]) -> Card:
    """Hash the files of the folder and write the card that vouches for them."""
    write_arrays(folder / SEEN, {_KEYS: np.unique(seen)})
    files = {
        path.name: sha256_of(path) for path in list_folder(folder) if path.name != CARD and path.is_file()
    }
    card = msgspec.structs.replace(card, files=files)
    write_json(folder / CARD, card)
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
    remedy = "Train the system again, or copy its whole folder again."
    card = decode_json(read_whole(path, LARGEST), Card, path=path, what="a system's card", remedy=remedy)
    _check_labels(card, path)
    if SEEN not in card.files:
        what = f"it does not vouch for {SEEN}: it is of an older Zellig, or was changed"
        raise ZelligError(what, path=path, remedy="Delete the folder, and train the system again.")
    for file in list_folder(folder):
        if file.name not in (CARD, *card.files) and file.suffix not in BESIDE and file.is_file():
            what = "this file is not among those that the card vouches for"
            raise ZelligError(what, path=file, remedy="Remove it, or keep it elsewhere.")
    for name in card.files:
        if not _is_inside(folder, name):
            raise ZelligError(
                f"it names {name!r}, which is not a file of this folder", path=path, remedy=remedy
            )
        if os.path.isfile(folder / name) and os.path.getsize(folder / name) > weights.LARGEST:
            raise ZelligError(
                f"it has more than {weights.LARGEST:,} bytes", path=folder / name, remedy="Do not use it."
            )
    with ThreadPoolExecutor() as pool:  # hashing leaves other threads alone
        found = pool.map(_hash_of, [folder / name for name in card.files])
        changed = [name for name, each in zip(card.files, found, strict=True) if each != card.files[name]]
    if changed:
        what = "this file is missing or is not the one that was trained"
        raise ZelligError(what, path=folder / changed[0], remedy=remedy)
    return card


def _hash_of(path: Path) -> str:
    return sha256_of(path) if os.path.isfile(path) else "there is no such file"


def _check_labels(card: Card, path: Path) -> None:
    """Refuses labels that the task does not have, and labels given twice."""
    known = task_of_file(card.task, path).labels
    if len(set(card.labels)) < len(card.labels) or not set(card.labels) <= set(known):
        raise ZelligError(
            f"its labels are {', '.join(map(repr, card.labels))}, and those of {card.task} are "
            f"{', '.join(known) or 'none'}",
            path=path,
            remedy="Train the system again.",
        )


def _is_inside(folder: Path, name: str) -> bool:
    """Is this the plain name of a file, and not of a link that leads out of the folder?"""
    plain = name == os.path.basename(name) and name.isprintable() and name not in ("", ".", "..")
    return plain and Path(os.path.realpath(folder / name)).parent == Path(os.path.realpath(folder))


def labels_of(card: Card) -> tuple[str, ...]:
    """The labels of a system that chooses among them; refuses fewer than two."""
    if len(card.labels) < 2:
        what = f"{card.spec.name} chooses among labels, and its card has {len(card.labels)}"
        raise ZelligError(what, remedy="Train the system again.")
    return card.labels


def training_keys(folder: Path) -> NDArray[np.uint64]:
    """Keys of the texts the system learnt from."""
    return read_arrays(folder / SEEN, {_KEYS: (np.uint64, 1)})[_KEYS]
