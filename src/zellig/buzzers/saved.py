"""A trained buzzer on disk: a card and a file of numbers."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import msgspec

from zellig import __version__
from zellig.decoding import decode_json
from zellig.errors import ZelligError
from zellig.files import read_whole, sha256_of, write_json
from zellig.measures.expected_wins import WinCurve
from zellig.performers import Spec
from zellig.systems.weights import WEIGHTS, Arrays, write_arrays

CARD = "buzzer.json"


class Saved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a buzzer is, what it learnt from, and the hash of its numbers; written last."""

    spec: Spec
    guesser: str  # whose guesses it learnt to trust, by name and by fingerprint
    guesser_fingerprint: str
    corpus: str
    corpus_hash: str
    curve: WinCurve  # by which it was trained or chosen
    weights: str = ""
    zellig: str = __version__

    @property
    def fingerprint(self) -> str:
        """Hash of everything that makes the buzzer buzz as it does."""
        made_of = [self.spec.name, self.spec.params, self.weights]
        return hashlib.sha256(msgspec.json.encode(made_of, order="sorted")).hexdigest()


def write_buzzer(folder: Path, saved: Saved, arrays: Arrays) -> Saved:
    """Write numbers and card."""
    write_arrays(folder / WEIGHTS, arrays)
    saved = msgspec.structs.replace(saved, weights=sha256_of(folder / WEIGHTS))
    write_json(folder / CARD, saved)
    return saved


def is_buzzer(folder: str | Path) -> bool:
    """Does a trained buzzer lie here?"""
    return os.path.isfile(os.path.join(folder, CARD))


def read_buzzer(folder: Path) -> Saved:
    """The card, after the numbers have been checked against it."""
    path, remedy = folder / CARD, "Train the buzzer again."
    saved = decode_json(read_whole(path), Saved, path=path, what="a buzzer's card", remedy=remedy)
    weights = folder / WEIGHTS
    if not weights.is_file() or sha256_of(weights) != saved.weights:
        raise ZelligError(
            "this file is missing or is not the one that was trained", path=weights, remedy=remedy
        )
    return saved
