"""The questions of a corpus that can be asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.games.quiz.questions import questions_of
from zellig.items import Item, write_records
from zellig.notices import Notice, hearing

ITEMS = [
    Item(str(number), {"text": f"Name {number}."}, ("soup",) if number % 3 else ()) for number in range(7)
]


def spec(folder: Path, items: list[Item], task: str = "quiz") -> str:
    write_records(folder / "items.jsonl", Item, items, task)
    return f"items:{folder}/items.jsonl"


def test_those_with_an_answer_and_how_many_have_none(tmp_path: Path) -> None:
    told: list[Notice] = []
    with hearing(told.append):
        found = questions_of(open_corpus(spec(tmp_path, ITEMS)))
    assert [item.id for item in found] == ["1", "2", "4", "5"]
    assert [each.sentence for each in told] == [
        f"3 of the 7 items of {spec(tmp_path, ITEMS)} have no answer, and are left out"
    ]
    told.clear()
    with hearing(told.append):
        assert len(questions_of(open_corpus(spec(tmp_path, found)), 2)) == 2
    assert told == []


def test_copies_are_told_of(tmp_path: Path) -> None:
    told: list[Notice] = []
    copies = [Item(str(number), {"text": f"Name {number % 2}."}, ("soup",)) for number in range(6)]
    with hearing(told.append):
        assert len(questions_of(open_corpus(spec(tmp_path, copies)))) == 6
    assert "4 of the 6 questions" in told[0].sentence


def test_none_at_all(tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match="has no question with an answer"):
        questions_of(open_corpus(spec(tmp_path, ITEMS[:1])))


def test_none_but_bonuses(tmp_path: Path) -> None:
    bonus = '{"leadin": "Soups.", "parts": ["Hot.", "Cold."], "answers": ["broth", "gazpacho"]}'
    (tmp_path / "night.json").write_text(f'{{"tossups": [], "bonuses": [{bonus}]}}')
    with pytest.raises(ZelligError, match=r"no question with an answer: 2 left out \(part of a bonus\)"):
        questions_of(open_corpus(f"packets:{tmp_path}/night.json"))


def test_those_of_another_task(tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match=r"is a corpus of sentiment.*Give questions, e\.g\. tossups:FILE"):
        questions_of(open_corpus(spec(tmp_path, [Item("1", {"text": "Fine."}, ("+1",))], "sentiment")))
