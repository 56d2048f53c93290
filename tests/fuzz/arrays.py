"""Files of arrays whose headers lie."""

from __future__ import annotations

import struct
from random import Random

from fuzz import values


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
