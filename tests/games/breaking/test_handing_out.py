"""A file of answers in a run: what it does not answer is handed out, and the same call goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import zellig as zl
from helpers import zellig
from restaurant import BAD, reviews


def answer_all(place: Path) -> None:
    """What somebody writes who reads `bad` and the like, and not `not`."""
    asked = [
        json.loads(line) for line in (place / "mine-to-answer/items.jsonl").read_text("utf-8").splitlines()
    ]
    with (place / "mine.jsonl").open("a", encoding="utf-8") as file:
        for row in asked:
            said = "negative" if any(word in row["fields"]["text"] for word in BAD) else "positive"
            file.write(json.dumps({"id": row["id"], "answer": said}) + "\n")


def test_from_the_first_call_to_the_report(tmp_path: Path) -> None:
    reviews().to_csv(tmp_path / "reviews.csv", index=False)
    words = (
        "break",
        "--corpus",
        "reviews.csv",
        "--system",
        "file:mine.jsonl",
        "--breaker",
        "noise",
        "--limit",
        40,
    )
    first = zellig(*words, "--out", "run", cwd=tmp_path)
    told = "zellig: mine.jsonl: it does not answer {} texts of this run yet, which are in mine-to-answer/"
    assert first.stderr.splitlines()[-1].startswith(told.format(65))
    assert not (tmp_path / "run").exists()
    assert "label" not in (tmp_path / "mine-to-answer/items.jsonl").read_text(encoding="utf-8")
    answer_all(tmp_path)
    second = zellig(*words, "--out", "run", cwd=tmp_path)
    assert "It answers 100% of 40 originals right" in second.stdout
    more = zellig(*words, "--breaker", "not-add", "--out", "more", cwd=tmp_path)
    asked = (tmp_path / "mine-to-answer/items.jsonl").read_text(encoding="utf-8").splitlines()
    assert more.stderr.splitlines()[-1].startswith(told.format(len(asked)))
    assert 0 < len(asked) <= 40  # what it has answered is not asked again
    assert "and make the same call again" in more.stderr


def test_from_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(zl.ZelligError, match="does not answer"):
        zl.break_systems("file:mine.jsonl", data=reviews(), breakers="noise", limit=20)
    answer_all(tmp_path)
    run = zl.break_systems("file:mine.jsonl", data=reviews(), breakers="noise", limit=20)
    assert run.figures.items == 20
    assert run.figures.pairs > 0
    with pytest.raises(zl.ZelligError, match="deepwordbug asks systems about new texts, and a file has no"):
        zl.break_systems("file:mine.jsonl", data=reviews(), breakers=["noise", "deepwordbug"], limit=20)
