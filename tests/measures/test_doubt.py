"""Why answers say nothing of what a system reads; each kind of doubt, and what raises none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.items import UNPARSED, Item
from zellig.measures.doubt import Doubt, doubt_about, texts_that_tell
from zellig.tasks import get_task
from zellig.tasks.task import Task

SENTIMENT = get_task("sentiment")
FOUR = Task("four", "Which?", ("text",), ("text",), labels=("a", "b", "c", "d"))
DOCUMENT = Path(__file__).parents[2] / "docs/reference/systems.md"


def doubt_of(
    table: Sequence[Sequence[int]], task: Task = FOUR, labels: Sequence[str] = FOUR.labels
) -> Doubt | None:
    """About so many texts of each label (rows) with each answer (columns)."""
    told = [
        (label, answer)
        for label, row in zip(labels, table, strict=False)
        for answer, number in zip((*labels, UNPARSED), row, strict=False)
        for _ in range(number)
    ]
    items = [Item(str(n), {"text": f"Text {n}"}, (label,)) for n, (label, _) in enumerate(told)]
    return doubt_about(items, [answer for _, answer in told], task)


def kind_of(*table: Sequence[int]) -> str | None:
    found = doubt_of(table)
    return None if found is None else found.kind


def test_one_answer_to_everything() -> None:
    assert doubt_of([(10, 0), (10, 0)]) == Doubt("constant", 20, 10, "a")
    assert kind_of((0, 20), (0, 3)) == "constant"  # also where nearly all are wrong: that is no exchange
    assert kind_of((98, 0), (2, 0)) == "too few"  # two texts do not tell whether it ever answers b


def test_the_changed_texts_show_whether_one_label_is_read() -> None:
    items = [Item(str(n), {"text": f"Text {n}"}, ("+1",)) for n in range(30)]
    changed = [(Item(f"{n}m", {"text": f"No text {n}"}, ("-1",)), "+1") for n in range(30)]
    praise = ["+1"] * 30
    unknown = Doubt("one label", 30, 30, "+1")
    assert doubt_about(items, praise, SENTIMENT) == unknown
    assert unknown.about_texts
    assert doubt_about(items, praise, SENTIMENT, changed) == Doubt("constant", 60, 30, "+1")
    same_text = [*changed, (changed[0][0], "-1")]
    assert doubt_about(items, praise, SENTIMENT, same_text) == Doubt("constant", 60, 30, "+1")
    other = Item("x", {"text": "Nothing"}, ("-1",))
    assert doubt_about(items, praise, SENTIMENT, [*changed, (other, "-1")]) == unknown
    read = [(item, "-1" if n < 15 else "+1") for n, (item, _) in enumerate(changed)]
    assert doubt_about(items, praise, SENTIMENT, read) is None  # who is misled by half of them reads
    guessed = [(item, "-1" if n % 2 else "+1") for n, (item, _) in enumerate(changed)]
    half = ["+1" if n % 2 else "-1" for n in range(30)]
    assert doubt_about(items, half, SENTIMENT, guessed) == Doubt("one label", 30, 15, "+1")


def test_labels_the_other_way_round() -> None:
    found = doubt_of([(1, 29), (28, 2)])
    assert found == Doubt("exchanged", 60, 3, exchanged=(("a", "b"),), right_if=57)
    assert (
        kind_of((9, 81), (9, 1)) == "exchanged"
    )  # one label is rare: its answers still go with the other one
    assert kind_of((0, 3), (3, 0)) != "exchanged"  # six texts may be so by chance


def test_two_of_four_labels() -> None:
    table = [(2, 18, 0, 0), (17, 3, 0, 0), (0, 0, 19, 1), (1, 0, 0, 19)]
    assert doubt_of(table) == Doubt("exchanged", 80, 43, exchanged=(("a", "b"),), right_if=73)


def test_labels_in_a_circle_and_two_exchanges() -> None:
    found = doubt_of([(2, 1, 17), (18, 1, 1), (0, 19, 1)])
    assert found == Doubt(
        "exchanged", 60, 4, exchanged=(("a", "b", "c"),), right_if=54
    )  # it says a for b, ...
    found = doubt_of([(0, 0, 0, 15), (0, 1, 15, 0), (0, 14, 0, 0), (15, 0, 0, 0)])
    assert found is not None
    assert found.exchanged == (("a", "d"), ("b", "c"))


@pytest.mark.parametrize(
    "table",
    [
        [(25, 5), (5, 25)],
        [(5, 0), (0, 5)],
        [(12, 8, 0, 0), (8, 12, 0, 0), (0, 0, 20, 0), (0, 0, 0, 20)],  # confused, and not exchanged
        [(0, 20, 0, 0), (0, 20, 0, 0), (0, 0, 20, 0), (0, 0, 0, 20)],  # one label is never given
        [(85, 5), (5, 5)],
    ],
)
def test_who_reads_raises_no_doubt(table: Sequence[Sequence[int]]) -> None:
    assert doubt_of(table) is None


def test_guesses_and_what_is_worse() -> None:
    assert kind_of((15, 15), (15, 15)) == "chance"
    assert kind_of((5, 85), (1, 9)) in ("chance", "too few")  # one answer for nearly everything
    assert kind_of((2, 9, 9), (9, 2, 9), (9, 9, 2)) == "worse than chance"
    assert kind_of((0, 0, 0, 0, 20), (0, 0, 0, 0, 20)) == "constant"  # none of the task's answers


def test_few_texts_are_told_from_guesses_and_how_many_would_do() -> None:
    assert doubt_of([(11, 4), (5, 10)]) == Doubt("too few", 30, 21, more=23)
    assert doubt_of([(4, 0), (0, 4)]) == Doubt("too few", 8, 8, more=6)  # who is so good is soon told


@pytest.mark.parametrize(
    ("balance", "number"), [((0.5, 0.5), 53), ((0.9, 0.1), 122), ((0.25,) * 4, 18), ((0.98, 0.02), 512)]
)
def test_so_many_texts_tell_a_decent_system(balance: tuple[float, ...], number: int) -> None:
    """Drawn at random, such systems are told from a guess nine times of ten."""
    accuracy = 0.5 + 0.5 / len(balance)
    assert texts_that_tell(np.array(balance), accuracy) == number
    chance = np.random.default_rng(1)
    told = 0
    for _ in range(200):
        table = np.zeros((len(balance), len(balance)), dtype=int)
        for label in chance.choice(len(balance), number, p=balance):
            right = chance.random() < accuracy
            others = [each for each in range(len(balance)) if each != label]
            table[label, label if right else chance.choice(others)] += 1
        told += doubt_of(table.tolist()) is None
    assert 0.8 <= told / 200 <= 0.99


@given(st.lists(st.sampled_from(["a", "b", "c", "d"]), min_size=20, max_size=60), st.permutations("abcd"))
def test_whatever_is_exchanged_is_named(golds: list[str], order: list[str]) -> None:
    """A system that is always right, with its labels in another order; all that is said of it is true."""
    says = dict(zip("abcd", order, strict=True))  # by label
    items = [Item(str(n), {"text": f"Text {n}"}, (gold,)) for n, gold in enumerate(golds)]
    found = doubt_about(items, [says[gold] for gold in golds], FOUR)
    if found is not None and found.kind == "exchanged":
        for circle in found.exchanged:
            for answer, label in zip(circle, (*circle[1:], circle[0]), strict=True):
                assert says[label] == answer
    if min(map(golds.count, "abcd")) >= 8:
        moved = {label for label in "abcd" if says[label] != label}
        assert {label for circle in (found.exchanged if found else ()) for label in circle} == moved


def test_one_text_is_one_witness_and_open_answers_have_no_labels() -> None:
    items = [Item(str(n), {"text": "The same text"}, ("+1",)) for n in range(50)]
    assert doubt_about(items, ["-1"] * 50, SENTIMENT) == Doubt("one label", 1, 0, "+1")
    assert doubt_about(items[:1], ["+1"], SENTIMENT, [(items[0], "+1")]) == Doubt("one label", 1, 1, "+1")
    task = get_task("quiz")
    items = [Item(str(n), {"text": f"Question {n}"}, (f"page {n}",)) for n in range(40)]
    assert doubt_about(items, [f"page {n + 1}" for n in range(40)], task) is None
    found = doubt_about(items, ["page 1"] * 40, task)
    assert found is not None
    assert found.kind == "constant"


def test_every_key_is_explained() -> None:
    _, _, table = DOCUMENT.read_text(encoding="utf-8").partition("| key of a doubt | |")
    rows = table.partition("\n\n")[0].splitlines()[2:]
    named = [key for row in rows for key in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert sorted(named) == sorted(field.name for field in msgspec.structs.fields(Doubt))
