"""Pairs of several authors in one file: a part begins with a header that says who brings it.

What is known of a part goes by its header: the author, the system that was asked while the pairs were made,
and what speaks against their validity, where somebody has looked.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec

from zellig.files import write_whole
from zellig.items import Header, Pair, RecordFile, encode_record, header_of

Key = tuple[str | None, str | None]  # author, victim


class Brought(NamedTuple):
    """The pairs of one author; None is what is not known."""

    author: str | None
    victim: str | None
    findings: Mapping[str, Sequence[str]] | None  # by id of a pair: codes of what speaks against its validity
    pairs: Sequence[Pair]

    @property
    def key(self) -> Key:
        """Whose it is."""
        return self.author, self.victim


def brought_in(records: RecordFile[Pair], pairs: Sequence[Pair]) -> list[Brought]:
    """The parts of a file whose pairs were read to the end; what one author brings in several is one."""
    heads = records.headers
    starts = [0, *(before for before, _ in heads), len(pairs)]
    headers = [None, *(header for _, header in heads)]
    return together(
        _brought(header, pairs[start:stop])
        for header, (start, stop) in zip(headers, pairwise(starts), strict=True)
    )


def key_at(records: RecordFile[Pair], number: int) -> Key:
    """Whose the pair of a number is, from 0, in a file that was read to the end."""
    place = bisect_right(records.headers, number, key=lambda head: head[0])
    header = records.headers[place - 1][1] if place else None
    return _brought(header, ()).key


def _brought(header: Header | None, pairs: Sequence[Pair]) -> Brought:
    if header is None:
        return Brought(None, None, None, pairs)
    findings = None if header.findings is msgspec.UNSET else header.findings
    return Brought(header.author or None, header.victim or None, findings, pairs)


def together(parts: Iterable[Brought]) -> list[Brought]:
    """One part for each author and victim, in the order in which they come; without those that are empty."""
    found: dict[Key, Brought] = {}
    for part in parts:
        if part.pairs:
            before = found.get(part.key)
            found[part.key] = part if before is None else _joined(before, part)
    return list(found.values())


def _joined(first: Brought, second: Brought) -> Brought:
    noted = [part.findings for part in (first, second) if part.findings is not None]
    findings = {name: codes for each in noted for name, codes in each.items()} if noted else None
    return Brought(*first.key, findings, [*first.pairs, *second.pairs])


def write_brought(path: Path, parts: Iterable[Brought], task: str) -> None:
    """Write pairs part by part, whole or not at all."""
    with write_whole(path) as file:
        for part in parts:
            file.write(header_of(Pair, task, part.author, part.victim, part.findings))
            file.writelines(map(encode_record, part.pairs))
