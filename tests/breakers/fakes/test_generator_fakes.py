"""A system that answers with texts, as a breaker."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from zellig.breakers.fakes.generator import Generator, make
from zellig.items import UNPARSED, Item, Prediction
from zellig.performers import Spec
from zellig.tasks.is_fake import IS_FAKE

MODULE = """
from zellig.items import Prediction
from zellig.performers import Spec

class Translator:
    spec = Spec("translator")

    def predict(self, items):
        return [Prediction(item.id, item.metadata["source"] + " :" + item.fields["text"]) for item in items]
"""


class Fixed:
    """Answers in turn, and keeps what it was asked."""

    spec = Spec("fixed")

    def __init__(self, *answers: str | int) -> None:
        self.answers = answers
        self.asked: list[Item] = []

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        self.asked += items
        return [Prediction(item.id, answer) for item, answer in zip(items, self.answers, strict=True)]


def test_the_answer_is_the_fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_translator.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    breaker = make(IS_FAKE, system="py:own_translator:Translator")
    assert breaker.spec == Spec("generator", {"system": "py:own_translator:Translator"})
    item = Item("r1", {"text": "It is late."}, metadata={"source": "Es ist spät."})
    ((pair,),) = breaker.break_items([item], [1], None)
    assert pair.modified.fields["text"] == "Es ist spät. :It is late."
    assert (pair.phenomenon, pair.author) == ("translator", "generator")


def test_nothing_and_nothing_new_are_declined_and_answers_are_not_shown() -> None:
    system = Fixed("It is  late.", UNPARSED, "", 7)
    items = [Item(str(n), {"text": "It is late."}, ("+1",), {"gold_rating": 2, "year": 1}) for n in range(4)]
    *none, (pair,) = Generator("fixed", system).break_items(items, [1] * 4, None)
    assert (none, pair.modified.fields["text"]) == ([[], [], []], "7")
    assert all(not item.accepted and item.metadata == {"year": 1} for item in system.asked)
