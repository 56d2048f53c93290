from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.round_trip import texts, written_and_read
from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.items import Item, write_records

ITEM = Item("1", {"text": "A fine day."}, ("+1",), {"from": "us"})


def test_the_header_says_the_task(tmp_path: Path) -> None:
    write_records(tmp_path / "a.jsonl", Item, [ITEM], task="sentiment")
    corpus = open_corpus(f"items:{tmp_path}/a.jsonl")
    assert (corpus.task, list(corpus)) == ("sentiment", [ITEM])


def test_without_a_header_the_spec_must_say_it(tmp_path: Path) -> None:
    write_records(tmp_path / "a.jsonl", Item, [ITEM])
    with pytest.raises(ZelligError, match=r"task=sentiment"):
        open_corpus(f"items:{tmp_path}/a.jsonl")
    assert open_corpus(f"items:{tmp_path}/a.jsonl?task=quiz").task == "quiz"


def test_an_unknown_task_is_refused(tmp_path: Path) -> None:
    write_records(tmp_path / "a.jsonl", Item, [ITEM], task="sentimental")
    with pytest.raises(ZelligError, match="Did you mean sentiment"):
        open_corpus(f"items:{tmp_path}/a.jsonl")


@given(
    st.lists(
        st.builds(
            lambda name, text, answers: Item(name, {"text": text}, tuple(answers)),
            texts,
            texts,
            st.lists(texts, max_size=2),
        ),
        min_size=1,
    )
)
def test_round_trip(items: list[Item]) -> None:
    assert written_and_read("items", items, "jsonl", task="quiz") == items


@pytest.mark.parametrize(
    ("item", "words"),
    [
        (
            Item("b", {"text": "Soup."}, ("positive",)),
            "the item 'b' has the answer 'positive', which is none of the task sentiment",
        ),
        (Item("b", {"text": "Soup."}, ("-1 ",)), "the item 'b' has the answer '-1 '"),
        (Item("b", {"txt": "Soup."}, ("-1",)), "the item 'b' has the fields 'txt'"),
        (Item("b", {}, ("-1",)), "the item 'b' has the fields none"),
    ],
)
def test_an_item_of_another_kind_is_named_by_its_line(tmp_path: Path, item: Item, words: str) -> None:
    write_records(tmp_path / "some.jsonl", Item, [Item("a", {"text": "Tea."}, ("+1",)), item], "sentiment")
    with pytest.raises(ZelligError) as refused:
        list(open_corpus(f"items:{tmp_path / 'some.jsonl'}"))
    assert words in refused.value.what
    assert refused.value.line == 3
    assert refused.value.remedy
