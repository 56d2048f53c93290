"""What readers say of outputs, kept by id; shared by the samples in this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from zellig.measures.intervals import wilson

HERE = Path(__file__).parent


class Verdict(msgspec.Struct, omit_defaults=True):
    """What one reader says of one output."""

    pair: str
    grammatical: bool
    label: str = ""


def keep(out: Path, verdicts: list[Verdict]) -> None:
    out.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in verdicts))


def read(path: Path) -> Iterator[Verdict]:
    for line in path.read_bytes().splitlines():
        yield msgspec.json.decode(line, type=Verdict)


def share(values: list[bool]) -> str:
    low, high = wilson(sum(values) / len(values), len(values))
    return f"{100 * sum(values) / len(values):5.1f} ({100 * low:.0f}-{100 * high:.0f})"
