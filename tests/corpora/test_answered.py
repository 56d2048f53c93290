"""Items with an answer, and what is said of the others."""

from __future__ import annotations

import json
from pathlib import Path

from zellig.corpora import open_corpus
from zellig.corpora.answered import answered
from zellig.notices import Notice, hearing

TOSSUPS = [{"question": "Name this soup.", "answer": "borscht"}, {"question": "Name it.", "answer": ""}]
BONUS = {"leadin": "For ten points each:", "parts": ["One.", "Two."], "answers": ["a", "b"]}


def told(path: Path, packet: dict[str, object], limit: int | None = None) -> tuple[list[str], list[Notice]]:
    path.write_text(json.dumps(packet))
    heard: list[Notice] = []
    with hearing(heard.append):
        found = answered(open_corpus(f"packets:{path}"), limit)
    return [item.accepted[0] for item in found], heard


def test_what_is_left_out_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "packet.json"
    found, heard = told(path, {"tossups": TOSSUPS, "bonuses": [BONUS]})
    assert found == ["borscht"]
    assert heard == [
        Notice("warning", f"1 of the 2 items of packets:{path} have no answer, and are left out"),
        Notice("note", f"packets:{path}: 2 left out (part of a bonus)"),
    ]
    assert told(path, {"tossups": TOSSUPS}, 1) == (["borscht"], [])


def test_of_none_somebody_else_speaks(tmp_path: Path) -> None:
    assert told(tmp_path / "packet.json", {"tossups": TOSSUPS[1:], "bonuses": [BONUS]}) == ([], [])
