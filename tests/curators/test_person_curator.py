"""The curator `person`: three texts are shown, one is picked."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from zellig.errors import ZelligError
from zellig.items import Item, write_records
from zellig.registry import lookup


def corpus(folder: Path, number: int) -> str:
    items = [Item(str(n), {"text": f"Sentence {n}."}, ("+1",)) for n in range(number)]
    write_records(folder / "items.jsonl", Item, items, "sentiment")
    return f"items:{folder / 'items.jsonl'}"


def test_the_picked_text_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    curator = lookup("curators", "person")(corpus(tmp_path, 20))
    monkeypatch.setattr("sys.stdin", io.StringIO("3\n4\n1\n3\n"))
    first, second, again = curator.select(["0", "1", "2"], [7, 8, 7])
    shown = [line for line in capsys.readouterr().err.splitlines() if "Sentence" in line]
    assert len(shown) == 9
    assert shown[2] == f"3  {first.fields['text']}"
    assert shown[3] == f"1  {second.fields['text']}"
    assert again == first  # the seed decides what is shown
    assert "picked each text out of 3" in curator.justification


def test_a_small_corpus_is_shown_whole_and_an_empty_one_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("3\n2\nq\n"))
    curator = lookup("curators", "person")(corpus(tmp_path, 2))
    assert curator.select(["0"], [1])[0].fields["text"].startswith("Sentence")
    with pytest.raises(ZelligError, match="has left the game"):
        curator.select(["1"], [2])
    with pytest.raises(ZelligError, match="there is no text in items:"):
        lookup("curators", "person")(corpus(tmp_path, 0)).select(["0"], [1])
