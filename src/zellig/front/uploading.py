"""Uploading a file once, however often it is pushed; a large one in parts, to go on where the line broke."""

from __future__ import annotations

import hashlib

import msgspec

from zellig.errors import ZelligError
from zellig.front.line import LostError, ServerLine

LARGE = 4 * 2**20  # bytes, from which on a file is sent in parts
PART = 2**20


class _Uploading(msgspec.Struct, frozen=True):
    key: str
    kind: str
    round: int
    bytes: int
    sha256: str
    received: int


class _Received(msgspec.Struct, frozen=True):
    submission: str


class _Brought(msgspec.Struct, frozen=True):
    id: str
    kind: str
    round: int
    sha256: str
    state: str


def upload(line: ServerLine, contest: str, kind: str, number: int, filename: str, content: bytes) -> str:
    """Upload a file, in one piece or in parts; gives the id of the submission that it has become.

    What an earlier try has sent of the same file is not sent again, also if only its answer was lost.
    """
    digest = hashlib.sha256(content).hexdigest()
    found: list[_Brought] = line.get_all(f"{contest}/submissions", _Brought)
    same = [each for each in found if (each.kind, each.round) == (kind, number)]
    last = same[-1] if same else None
    if last is not None and last.sha256 == digest and last.state not in ("withdrawn", "failed"):
        return last.id
    # Of the content and what it comes after: sent again it is the same, and brought again later it is not.
    named = f"{kind} {number} {digest} {last.id if last else ''}"
    key = hashlib.sha256(named.encode()).hexdigest()
    if len(content) < LARGE:
        query: dict[str, str | int] = {"kind": kind, "filename": filename, "round": number}
        reply = line.post(f"{contest}/submissions", content, key, **query)
        return str(line.read(reply, _Received).submission)
    try:
        return _in_parts(line, f"{contest}/uploads", kind, number, filename, content, key)
    except LostError as error:
        remedy = "Push it again when the line is better: it goes on where it stopped."
        raise ZelligError(error.what, path=line.address, remedy=remedy) from None


def _in_parts(
    line: ServerLine, path: str, kind: str, number: int, filename: str, content: bytes, key: str
) -> str:
    digest = hashlib.sha256(content).hexdigest()
    begun: list[_Uploading] = line.read(line.get(path), list[_Uploading])
    mine = (kind, number, digest)
    keys = [each.key for each in begun if (each.kind, each.round, each.sha256) == mine]
    one = f"{path}/{keys[0] if keys else key}"
    about = {"kind": kind, "round": number, "filename": filename, "bytes": len(content), "sha256": digest}
    there: _Uploading = line.read(line.put(one, about), _Uploading)
    while there.received < there.bytes:
        part = content[there.received : there.received + PART]
        there = line.read(line.patch(one, part, offset=there.received), _Uploading)
    return str(line.read(line.post(f"{one}/submission"), _Received).submission)
