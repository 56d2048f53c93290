"""`lm-zero-shot`: ready as it is for every task with labels."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples import ODD, TRAIN
from zellig.errors import ZelligError
from zellig.items import Item, write_records
from zellig.systems import load_system
from zellig.systems.loading import fingerprint
from zellig.systems.training import train_system

CLEAR = [
    Item("1", {"text": "A wonderful, moving film that I loved from start to end."}, ("+1",)),
    Item("2", {"text": "A dreadful, boring mess: the worst film of the year."}, ("-1",)),
]


def test_it_tells_praise_from_blame() -> None:
    system = load_system("lm-zero-shot?task=sentiment&labels=-1,+1")
    assert [prediction.answer for prediction in system.predict(CLEAR)] == ["+1", "-1"]
    assert system.predict([]) == []


def test_a_folder_notes_the_labels_of_the_corpus(tmp_path: Path) -> None:
    write_records(tmp_path / "train.jsonl", Item, TRAIN, "sentiment")
    train_system("lm-zero-shot", f"items:{tmp_path / 'train.jsonl'}", tmp_path / "lm")
    system = load_system(str(tmp_path / "lm"))
    ready = load_system("lm-zero-shot?task=sentiment&labels=-1,+1")
    assert system.predict(CLEAR) == ready.predict(CLEAR)
    assert fingerprint(str(tmp_path / "lm"), system) == fingerprint("lm-zero-shot", ready)


def test_odd_texts_and_braces_have_an_answer() -> None:
    system = load_system("lm-zero-shot?task=sentiment")
    odd = [*ODD, Item("braces", {"text": "{text} {0} }{ {premise}"})]
    answers = {prediction.id: prediction.answer for prediction in system.predict(odd)}
    assert list(answers) == [item.id for item in odd]
    assert set(answers.values()) <= {"-1", "0", "+1"}


@pytest.mark.parametrize(
    ("task", "fields"),
    [
        ("nli", {"premise": "A cook bakes bread.", "hypothesis": "Somebody bakes."}),
        ("real-or-fake", {"first": "The children play.", "second": "The children plays."}),
    ],
)
def test_other_tasks_with_labels(task: str, fields: dict[str, str]) -> None:
    (prediction,) = load_system(f"lm-zero-shot?task={task}").predict([Item("1", fields)])
    assert sum((prediction.probabilities or {}).values()) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("lm-zero-shot", "does not say the task"),
        ("lm-zero-shot?task=qasrl", "chooses among labels"),
        ("lm-zero-shot?task=sentiment&labels=good,bad", "not an answer of the task"),
        ("lm-zero-shot?size=9", "'size' is not an option"),
        ("strawman", "has to be trained"),
        ("nearest-noun-phrase?size=9", "'size' is not an option"),
    ],
)
def test_names_that_are_not_ready_are_refused(name: str, message: str) -> None:
    with pytest.raises(ZelligError, match=message):
        load_system(name)
