"""One changed input out of sound ones; which one depends on the random generator alone.

An input is the files of a folder. A change is made to the bytes of a file, to what they mean (`values`,
`arrays`), or to the folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from fuzz import arrays, values

Files = dict[str, bytes]  # what a folder holds, by name

MOST = 2**20  # bytes of a file: what is slow because it is large is another matter
MAGIC = (0x00, 0x01, 0x0A, 0x0D, 0x1B, 0x22, 0x5C, 0x7F, 0x80, 0x85, 0xC0, 0xED, 0xF5, 0xFE, 0xFF)
TOKENS = (
    *(text.encode() for text in values.TEXTS),
    b"\xff",
    b"\xc3(",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\xef\xbb\xbf",
    b"\r",
    b"\r\n",
    b"\n\n",
    b"\t",
    b"\t\t\t\t",
    b'"',
    b"'" * 3,
    b"(" * 1500,
    b"[" * 1500,
    b"{" * 1500,
    b"9" * 5000,
    b"x" * 5000,
    (2**31).to_bytes(4, "little"),
    (2**62).to_bytes(8, "little"),
    (2**64 - 1).to_bytes(8, "little"),
)
NAMES = (
    "",
    ".hidden",
    "train.txt",
    "dev",
    "a b",
    "-n",
    "[bold]",
    "naïve.tsv",
    "x" * 200,
    "new\nline",
    "\u202e.jsonl",
)
SEPARATORS = {".tsv": b"\t", ".csv": b",", ".txt": b"\t"}


def mutated(seeds: Sequence[Files], chance: Random) -> Files:
    """One of the seeds with one change or a few."""
    files = dict(chance.choice(seeds))
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        if chance.random() < 0.05:
            files = _other_folder(files, chance)
        elif files:
            name = chance.choice(sorted(files))
            files[name] = _other_file(name, files[name], seeds, chance)[:MOST]
    return files


def _other_file(name: str, raw: bytes, seeds: Sequence[Files], chance: Random) -> bytes:
    suffix = name[name.rfind(".") :]
    if suffix in _BY_MEANING and chance.random() < 0.7:
        changed = _BY_MEANING[suffix](raw, chance)
        if changed is not None:  # otherwise an earlier change has made nonsense of it
            return changed
    if suffix in SEPARATORS and chance.random() < 0.3:
        return _other_cell(raw, SEPARATORS[suffix], chance)
    if chance.random() < 0.1:
        return _spliced(raw, chance.choice(list(chance.choice(seeds).values()) or [b""]), chance)
    return chance.choice(_BY_BYTES)(raw, chance)


# -- bytes


def _place(raw: bytes, chance: Random) -> tuple[int, int]:
    """Where a stretch of the bytes begins and ends; most are short."""
    start = chance.randint(0, len(raw))
    return start, min(
        len(raw), start + chance.choice((1, 2, 4, 8, chance.randint(1, 64), chance.randint(1, 4096)))
    )


def _flip(raw: bytes, chance: Random) -> bytes:
    changed = bytearray(raw or b"\0")
    for _ in range(chance.choice((1, 1, 4, 16))):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _set(raw: bytes, chance: Random) -> bytes:
    changed = bytearray(raw or b"\0")
    changed[chance.randrange(len(changed))] = chance.choice(MAGIC)
    return bytes(changed)


def _insert(raw: bytes, chance: Random) -> bytes:
    start, _ = _place(raw, chance)
    token = chance.choice(TOKENS) if chance.random() < 0.8 else chance.randbytes(chance.randint(1, 32))
    return raw[:start] + token + raw[start:]


def _overwrite(raw: bytes, chance: Random) -> bytes:
    start, _ = _place(raw, chance)
    token = chance.choice(TOKENS)
    return raw[:start] + token + raw[start + len(token) :]


def _delete(raw: bytes, chance: Random) -> bytes:
    start, end = _place(raw, chance)
    return raw[:start] + raw[end:]


def _repeat(raw: bytes, chance: Random) -> bytes:
    start, end = _place(raw, chance)
    return raw[:start] + _often(raw[start:end], chance.choice((2, 2, 3, 100, 2000))) + raw[end:]


def _often(part: bytes, times: int) -> bytes:
    """So many times, but not without end: the memory that is measured is not to be ours."""
    return part * min(times, 1 + MOST // (len(part) + 1))


def _truncate(raw: bytes, chance: Random) -> bytes:
    return raw[: chance.randint(0, len(raw))]


def _spliced(raw: bytes, other: bytes, chance: Random) -> bytes:
    return raw[: chance.randint(0, len(raw))] + other[chance.randint(0, len(other)) :]


def _other_number(raw: bytes, chance: Random) -> bytes:
    numbers = list(re.finditer(rb"-?\d+(\.\d+)?", raw))
    if not numbers:
        return _insert(raw, chance)
    found = chance.choice(numbers)
    return raw[: found.start()] + chance.choice(values.NUMBERS).encode() + raw[found.end() :]


def _other_lines(raw: bytes, chance: Random) -> bytes:
    lines = raw.split(b"\n")
    here, there = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(5):
        case 0:
            del lines[here]
        case 1:
            lines.insert(there, lines[here])
        case 2:
            lines[here], lines[there] = lines[there], lines[here]
        case 3:
            lines[here] = b""
        case _:
            lines[here] = _often(lines[here], chance.choice((2, 500)))
    return b"\n".join(lines)


def _other_encoding(raw: bytes, chance: Random) -> bytes:
    text = raw.decode("utf-8", "replace")
    match chance.randrange(6):
        case 0:
            return text.encode("utf-16")
        case 1:
            return text.encode("utf-16-le")
        case 2:
            return text.encode("latin-1", "replace")
        case 3:
            return b"\xef\xbb\xbf" * chance.choice((1, 2)) + raw
        case 4:
            return raw.replace(b"e", b"\xe9", chance.choice((1, -1)))
        case _:
            return raw.replace(b"\n", chance.choice((b"\r\n", b"\r", b"\x0b", b"\x85", b"\xe2\x80\xa8", b"")))


def _other_cell(raw: bytes, separator: bytes, chance: Random) -> bytes:
    lines = raw.split(b"\n")
    here = chance.randrange(len(lines))
    cells = lines[here].split(separator)
    which = chance.randrange(len(cells))
    match chance.randrange(4):
        case 0:
            del cells[which]
        case 1:
            cells.insert(which, cells[chance.randrange(len(cells))])
        case 2:
            cells[which] = chance.choice(TOKENS)
        case _:
            cells[which] = chance.choice(values.NUMBERS).encode()
    lines[here] = separator.join(cells)
    return b"\n".join(lines)


_BY_BYTES: tuple[Callable[[bytes, Random], bytes], ...] = (
    _flip,
    _set,
    _insert,
    _insert,
    _overwrite,
    _delete,
    _repeat,
    _truncate,
    _other_number,
    _other_lines,
    _other_encoding,
)
_BY_MEANING: dict[str, Callable[[bytes, Random], bytes | None]] = {
    ".json": values.other_json,
    ".jsonl": values.other_jsonl,
    ".toml": values.other_toml,
    ".safetensors": arrays.other_safetensors,
}


# -- folders


def _other_folder(files: Files, chance: Random) -> Files:
    """A file is gone, is there twice, has another name or content, or a folder in its place."""
    if not files:
        return {"new": b""}
    name, other = chance.choice(sorted(files)), chance.choice(sorted(files))
    folder, slash, last = name.rpartition("/")
    match chance.randrange(6):
        case 0:
            return {each: raw for each, raw in files.items() if each != name}
        case 1:
            new = (
                chance.choice(NAMES) + last[last.rfind(".") :]
                if "." in last
                else chance.choice(NAMES) or "new"
            )
            return {**files, folder + slash + new: files[name]}
        case 2:
            return {**files, name: files[other], other: files[name]}
        case 3:
            return {each: raw for each, raw in files.items() if each != name} | {
                f"{name}/inside": files[name]
            }
        case 4:
            return {**files, name: b""}
        case _:
            return {each: raw for each, raw in files.items() if not each.startswith(folder + slash)} or files
