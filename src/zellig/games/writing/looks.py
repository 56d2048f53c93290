"""What was shown to a writer at a moment: kept with the strokes, with the versions of what was asked."""

from __future__ import annotations

import zlib

import msgspec

from zellig.games.writing.listening import Bell, Guesses
from zellig.items import Prediction
from zellig.performers import Evidence


class Look(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a system said of a draft: guesses at a question and where it would buzz, or answers to a pair."""

    system: str
    fingerprint: str  # of the system, its weights and its index
    guesses: Guesses | None = None
    bell: Bell | None = None
    silent: bool = False  # it would not buzz at all
    answers: dict[str, Prediction] | None = None  # of a pair: to the original and the modified item
    evidence: Evidence | None = None
    because: Evidence | None = None  # for what it buzzes with, in what it has heard by then


def pack(look: Look) -> bytes:
    """As it is kept."""
    return zlib.compress(msgspec.json.encode(look), 1)


def unpack(body: bytes) -> Look:
    """As it was."""
    return msgspec.json.decode(zlib.decompress(body), type=Look)
