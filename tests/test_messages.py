"""One envelope and one list of messages, as the page says."""

from __future__ import annotations

import re
from typing import get_args

import msgspec
import pytest

from conftest import ROOT
from zellig import messages
from zellig.messages import Break, Envelope, Message, Reply, parts
from zellig.performers import Observation

PAGE = (ROOT / "docs/reference/arena.md").read_text(encoding="utf-8")
TABLE = PAGE.partition("| `do` | to | has | reply |\n|---|---|---|---|\n")[2].partition("\n\n")[0]
ROWS = [[cell.strip() for cell in row.split("|")[1:-1]] for row in TABLE.splitlines()]


def test_the_page_has_every_message_and_its_parts() -> None:
    tags = {kind.__struct_config__.tag: kind.__struct_fields__ for kind in get_args(Message)}
    assert [do.strip("`") for do, *_ in ROWS] == list(tags)
    for do, _, has, reply in ROWS:
        assert all(f"`{name}`" in has for name in tags[do.strip("`")])
        replied = re.findall(r"`(\w+)`", reply)
        assert not replied or replied[0] in Reply.__struct_fields__


def test_an_envelope_has_a_game_a_turn_and_a_message() -> None:
    raw = msgspec.json.encode(Envelope("g", 3, Break([], [])))
    assert raw == b'{"game":"g","turn":3,"message":{"do":"break","items":[],"seeds":[]}}'
    assert msgspec.json.decode(raw, type=Envelope) == Envelope("g", 3, Break([], []))


def test_no_part_is_too_large_and_what_fits_into_none_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "LARGEST_MESSAGE", messages.AROUND + 200)
    told = [Observation(str(n), ("x" * (300 if n == 3 else 40), "y")) for n in range(8)]
    found = list(parts(told))
    assert [each.id for part in found for each in part] == ["0", "1", "2", "4", "5", "6", "7"]
    assert len(found) > 1
    assert all(len(msgspec.json.encode(part)) <= 201 for part in found)
