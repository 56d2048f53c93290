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
AGAIN = "Train the buzzer again."
LARGEST = 2**20  # bytes of the numbers of a buzzer


class Saved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a buzzer is, what it learnt from, and the hash of its numbers; without one it is not whole yet."""

    spec: Spec
    guesser: str  # whose guesses it learnt to trust, by name and by fingerprint
    guesser_fingerprint: str
    corpus: str
    corpus_hash: str
    curve: WinCurve  # by which it was trained or chosen
    questions: tuple[int, ...] = ()  # the keys of the texts that it learnt from
    weights: str = ""
    zellig: str = __version__

    @property
    def fingerprint(self) -> str:
        """Hash of everything that makes the buzzer buzz as it does."""
        made_of = [self.spec.name, self.spec.params, self.weights]
        return hashlib.sha256(msgspec.json.encode(made_of, order="sorted")).hexdigest()


def write_buzzer(folder: Path, saved: Saved, arrays: Arrays) -> Saved:
    """Write card and numbers, and then the card with their hash.

    So the folder of a training that was killed meanwhile is known as ours.
    """
    write_json(folder / CARD, saved)
    write_arrays(folder / WEIGHTS, arrays)
    saved = msgspec.structs.replace(saved, weights=sha256_of(folder / WEIGHTS))
    write_json(folder / CARD, saved)
    return saved


def is_buzzer(folder: str | Path) -> bool:
    """Does a trained buzzer lie here?"""
    return os.path.isfile(os.path.join(folder, CARD))


def is_whole(folder: Path) -> bool:
    """Was the buzzer whose card lies here written to the end?"""
    return bool(_card(folder).weights)


def read_buzzer(folder: Path) -> Saved:
    """The card, after the numbers have been checked against it."""
    saved, weights = _card(folder), folder / WEIGHTS
    small = weights.is_file() and weights.stat().st_size <= LARGEST
    if not small or sha256_of(weights) != saved.weights:
        raise ZelligError(
            "this file is missing or is not the one that was trained", path=weights, remedy=AGAIN
        )
    return saved


def _card(folder: Path) -> Saved:
    path = folder / CARD
    return decode_json(read_whole(path), Saved, path=path, what="a buzzer's card", remedy=AGAIN)
