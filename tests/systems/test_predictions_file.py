"""Answers from a file, and putting answers from elsewhere into order."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.items import UNPARSED, Item, Prediction, write_records
from zellig.systems import load_system
from zellig.systems.evaluation import evaluate
from zellig.systems.loading import fingerprint
from zellig.systems.predictions_file import batches, in_order, read_prediction

ITEMS = [Item(name, {"text": f"The soup {name}."}, ("+1",)) for name in "abc"]


def test_answers_go_by_id(tmp_path: Path) -> None:
    path = tmp_path / "cook.jsonl"
    write_records(path, Prediction, [Prediction("c", 1), Prediction("x", "0"), Prediction("a", "-1")])
    system = load_system(f"file:{path}")
    assert system.spec.name == "cook"
    assert system.predict([ITEMS[0], ITEMS[2]]) == [Prediction("a", "-1"), Prediction("c", 1)]
    with pytest.raises(ZelligError, match=r"cook\.jsonl: there is no prediction for the item 'b'"):
        system.predict(ITEMS)


def test_a_table(tmp_path: Path) -> None:
    path = tmp_path / "cook.tsv"
    path.write_text("id\tsure\tanswer\na\tyes\t+1\nb\tno\t-1\n")
    assert load_system(f"file:{path}").predict(ITEMS[:2]) == [Prediction("a", "+1"), Prediction("b", "-1")]


def test_fingerprint_is_of_the_content(tmp_path: Path) -> None:
    path = tmp_path / "cook.tsv"
    found = []
    for answer in ("+1", "-1"):
        path.write_text(f"id\tanswer\na\t{answer}\n")
        found.append(fingerprint(f"file:{path}", load_system(f"file:{path}")))
    assert len(set(found)) == 2


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        (
            "x.jsonl",
            '{"id": "a", "answer": "0"}\n{"id": "a", "answer": "0"}\n',
            "line 2.*was on line 1 already",
        ),
        ("x.jsonl", '{"id": "a"}\n', "line 1"),
        ("x.jsonl", "soup\n", "not JSON"),
        ("x.tsv", "id\tlabel\na\t0\n", "no column 'answer'"),
        ("x.tsv", "", "empty"),
    ],
)
def test_bad_files(tmp_path: Path, name: str, text: str, what: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(ZelligError, match=what):
        load_system(f"file:{tmp_path / name}")


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match="no such file"):
        load_system(f"file:{tmp_path / 'nothing.jsonl'}")


@given(st.permutations([Prediction(name, name) for name in "abc"]))
def test_any_order_is_put_right(predictions: list[Prediction]) -> None:
    assert [each.answer for each in in_order(ITEMS, predictions, "there")] == list("abc")


@pytest.mark.parametrize(
    ("ids", "what"),
    [
        ("ab", "there: it did not answer the item 'c'"),
        ("abcc", "'c' twice"),
        ("abcd", "'d', which it was not"),
    ],
)
def test_what_cannot_be_matched(ids: str, what: str) -> None:
    with pytest.raises(ZelligError, match=what):
        in_order(ITEMS, [Prediction(name, "0") for name in ids], "there")


@given(st.lists(st.sampled_from("abcdef"), max_size=40), st.integers(1, 5))
def test_batches_hold_every_item_once_and_no_id_twice(ids: list[str], size: int) -> None:
    items = [Item(name, {"text": str(number)}) for number, name in enumerate(ids)]
    made = list(batches(items, size))
    assert [item for batch in made for item in batch] == items
    for batch in made:
        assert 0 < len(batch) <= size
        assert len({item.id for item in batch}) == len(batch)


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        (b'{"id": "a", "answer": 1.5}', "for the item 'a' is not a prediction"),
        (b'{"id": "a", "answer": "0", "probabilities": {"0": "much"}}', "for the item 'a'"),
        (b'{"id": "a", "answer": "0", "probabilities": {"0": 1.5}}', "probability of '0' for the item 'a'"),
        (b'{"id": 3, "answer": "0"}', "not a prediction"),
        (b"\xff", "not JSON"),
        (b"", "not JSON"),
    ],
)
def test_what_is_no_prediction(raw: bytes, what: str) -> None:
    with pytest.raises(ZelligError, match=what):
        read_prediction(raw, "there")


def test_unparsed_is_wrong_and_counted(tmp_path: Path) -> None:
    items = [Item(str(n), {"text": f"Soup {n}."}, ("+1" if n % 2 else "-1",)) for n in range(8)]
    write_records(tmp_path / "items.jsonl", Item, items, "sentiment")
    answers = [Prediction(item.id, UNPARSED if item.id < "2" else item.accepted[0]) for item in items]
    write_records(tmp_path / "cook.jsonl", Prediction, answers, "sentiment")
    name = f"file:{tmp_path / 'cook.jsonl'}"
    found = evaluate([name], open_corpus(f"items:{tmp_path / 'items.jsonl'}")).systems[name]
    assert found.unparsed == 2
    assert found.accuracy == 0.75
    assert found.f1 == pytest.approx(6 / 7)  # each label: 3 right of 3 answered and 4 gold


def test_unparsed_has_no_partial_credit(tmp_path: Path) -> None:
    fields = {"sentence": "The parsed tree fell.", "predicate": "fell", "question": "What fell?"}
    write_records(tmp_path / "items.jsonl", Item, [Item("1", fields, ("The parsed tree",))], "qasrl")
    write_records(tmp_path / "cook.jsonl", Prediction, [Prediction("1", UNPARSED)], "qasrl")
    name = f"file:{tmp_path / 'cook.jsonl'}"
    found = evaluate([name], open_corpus(f"items:{tmp_path / 'items.jsonl'}")).systems[name]
    assert (found.f1, found.unparsed) == (0.0, 1)
