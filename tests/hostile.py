"""Trained folders as somebody with bad intentions would make them: every checksum is right."""

from __future__ import annotations

import hashlib
import struct
import tempfile
from pathlib import Path
from typing import Any

import msgspec
import vowpalwabbit

_MASK = 0xFFFFFFFF


def vouch(folder: Path, **changes: Any) -> None:
    """Change the card and make it vouch for the files that are in the folder now."""
    path = folder / "system.json"
    card = msgspec.json.decode(path.read_bytes())
    card["files"] = {
        each.name: hashlib.sha256(each.read_bytes()).hexdigest() for each in folder.iterdir() if each != path
    }
    path.write_bytes(msgspec.json.encode(card | changes))


def model_with(options: str) -> bytes:
    """A model of vowpal wabbit for two labels that brings options of its own, with its checksum."""
    words = "--quiet --loss_function logistic --probabilities --oaa 2 --bit_precision 22 --ngram 3"
    workspace = vowpalwabbit.Workspace(arg_list=words.split())
    for _ in range(4):
        workspace.learn("1 |text a cold soup")
        workspace.learn("2 |text a hot soup")
    with tempfile.TemporaryDirectory() as scratch:
        workspace.save(f"{scratch}/model")
        model = (Path(scratch) / "model").read_bytes()
    own = b" --oaa 2\0"
    start = model.index(own)
    version = 4 + struct.unpack_from("<I", model)[0]
    # The checksum is chained over what is written after the version, piece by piece.
    sizes = (4, 1, 1, 4, 4, 4, 4, 4, 3, 4)
    pieces, place = [], version
    for size in sizes:
        pieces.append(model[place : place + size])
        place += size
    assert place == start - 4, "vowpal wabbit writes another header"
    told = f" --oaa 2 {options}".encode() + b"\0"
    pieces += [struct.pack("<I", len(told)), told]
    checksum = 0
    for piece in pieces:
        checksum = _murmur(piece, checksum)
    rest = model[start + len(own) + 8 :]
    return model[:version] + b"".join(pieces) + struct.pack("<II", 4, checksum) + rest


def _murmur(data: bytes, seed: int) -> int:
    """MurmurHash3 of 32 bits."""

    def mixed(block: int) -> int:
        block = block * 0xCC9E2D51 & _MASK
        return (block << 15 | block >> 17) * 0x1B873593 & _MASK

    found, whole = seed, len(data) // 4 * 4
    for (block,) in struct.iter_unpack("<I", data[:whole]):
        found ^= mixed(block)
        found = ((found << 13 | found >> 19) * 5 + 0xE6546B64) & _MASK
    if data[whole:]:
        found ^= mixed(int.from_bytes(data[whole:], "little"))
    found ^= len(data)
    found = (found ^ found >> 16) * 0x85EBCA6B & _MASK
    found = (found ^ found >> 13) * 0xC2B2AE35 & _MASK
    return found ^ found >> 16
