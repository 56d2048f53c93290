"""Files of arrays whose headers lie: numpy's npy and npz, and safetensors."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from ast import literal_eval
from functools import lru_cache
from random import Random

from fuzz import values

BOMB = 608 * 2**20  # bytes that a member of an archive unpacks to: more than a worker may hold

SHAPES = (
    *("()", "(0,)", "(1,)", "(-1,)", "(2, 2)", "(3, 0)", "(0, 3)", "(1000,)", "(4611686018427387904,)"),
    *(
        "(5000000000000,)",
        "(300000000,)",
        "(2, 4611686018427387904)",
        "(99999999999999999999999,)",
        "(1.5,)",
        "(True,)",
    ),
    *("('a',)", "None", "(" + "1, " * 40 + ")", "(" * 300 + ")" * 300),
)
TYPES = (
    *(
        "'|O'",
        "'<f2'",
        "'<f4'",
        "'>f8'",
        "'<i1'",
        "'<u8'",
        "'<u4'",
        "'|b1'",
        "'<U9'",
        "'|S3'",
        "'|V8'",
        "'<c16'",
        "'<M8[s]'",
    ),
    *(
        "'x'",
        "''",
        "None",
        "[('a', '<f8')]",
        "[('key', '<u8'), ('split', 'u1')]",
        "'<f8, <f8'",
        "'<U999999999'",
        "'|S0'",
    ),
)


def other_npy(raw: bytes, chance: Random) -> bytes | None:
    """An array with another header; None if it was none."""
    if raw[:6] != b"\x93NUMPY" or len(raw) < 10:
        return None
    size = int.from_bytes(raw[8:10], "little")
    try:
        header = literal_eval(raw[10 : 10 + size].decode("latin-1"))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    if not isinstance(header, dict):
        return None
    shown = {name: repr(value) for name, value in header.items()}
    body = raw[10 + size :]
    match chance.randrange(8):
        case 0 | 1:
            shown["shape"] = chance.choice(SHAPES)
        case 2 | 3:
            shown["descr"] = chance.choice(TYPES)
        case 4:
            shown["fortran_order"] = chance.choice(("True", "1", "None", "'x'"))
        case 5:
            del shown[chance.choice(sorted(shown))]
        case 6:
            body = struct.pack("<d", chance.choice((float("nan"), float("inf"), -1e308))) * (len(body) // 8)
        case _:
            shown[chance.choice(("extra", ""))] = chance.choice(SHAPES)
    text = ("{" + ", ".join(f"{name!r}: {value}" for name, value in shown.items()) + "}\n").encode()
    length = len(text) if chance.random() < 0.95 else chance.choice((0, 1, 65535, len(text) * 2))
    return raw[:8] + length.to_bytes(2, "little") + text + body


def other_npz(raw: bytes, chance: Random) -> bytes | None:
    """An archive of arrays with another member, name, or a member that grows without end."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            members = {name: archive.read(name) for name in archive.namelist()[:20]}
    except (zipfile.BadZipFile, OSError, ValueError, EOFError, zlib.error, NotImplementedError, RuntimeError):
        return None
    if not members:
        return None
    name, written = chance.choice(sorted(members)), io.BytesIO()
    match chance.randrange(8):
        case 0:
            del members[name]
        case 1:
            members[chance.choice(values.TEXTS).replace("\0", "") + ".npy"] = members[name]
        case 2:
            written = io.BytesIO(_bomb(name))
            del members[name]
        case 3:
            members[name] = chance.randbytes(chance.randint(0, 64))
        case _:
            members[name] = other_npy(members[name], chance) or members[name][: chance.randint(0, 128)]
    how = chance.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
    with zipfile.ZipFile(written, "a", how) as archive:
        for each, content in members.items():
            archive.writestr(zipfile.ZipInfo(each.encode("utf-8", "replace").decode()), content, how)
    return written.getvalue()


@lru_cache(maxsize=8)
def _bomb(name: str) -> bytes:
    """A sound archive with one member of zeros, a thousand times smaller than what is in it.

    Deflated zeros end at a byte after a full flush, so they are deflated once and written many times.
    """
    head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({BOMB // 4},)}}\n".encode()
    start, zeros = b"\x93NUMPY\x01\0" + len(head).to_bytes(2, "little") + head, bytes(2**24)
    deflate = zlib.compressobj(wbits=-15)
    parts = [deflate.compress(part) + deflate.flush(zlib.Z_FULL_FLUSH) for part in (start, zeros)]
    times = BOMB // len(zeros)
    content = parts[0] + parts[1] * times + deflate.flush()
    member = zipfile.ZipInfo(name)
    member.compress_type = zipfile.ZIP_DEFLATED
    member.compress_size, member.file_size = len(content), len(start) + BOMB
    member.CRC = zlib.crc32(start)
    for _ in range(times):
        member.CRC = zlib.crc32(zeros, member.CRC)
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("nothing", b"")  # so that there is a list of members to be written
        member.header_offset = archive.start_dir
        written.seek(archive.start_dir)
        written.write(member.FileHeader() + content)
        archive.start_dir = written.tell()
        archive.filelist.append(member)
    return written.getvalue()


def other_safetensors(raw: bytes, chance: Random) -> bytes | None:
    """Weights with another header, or another length of it; None if they were none."""
    if len(raw) < 8:
        return None
    size = int.from_bytes(raw[:8], "little")
    header, body = raw[8 : 8 + size], raw[8 + size :]
    match chance.randrange(5):
        case 0:
            length = chance.choice((0, 1, size - 1, size + 1, len(raw), 2**31, 2**63, 2**64 - 1)) % 2**64
            return length.to_bytes(8, "little") + raw[8:]
        case 1:
            body = body[: chance.randint(0, len(body))] if chance.random() < 0.5 else body + bytes(64)
        case 2:
            body = struct.pack("<f", chance.choice((float("nan"), float("inf"), 3e38))) * (len(body) // 4)
        case _:
            changed = values.other_json(header, chance)
            if changed is None:
                return None
            header = changed
    return len(header).to_bytes(8, "little") + header + body
