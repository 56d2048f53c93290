"""Functions and systems in hand, as systems of a task: what is accepted, and how the rest is refused."""

from __future__ import annotations

import asyncio
import functools
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zellig.errors import ZelligError
from zellig.items import UNPARSED, Item, Prediction
from zellig.measures.doubt import Doubt
from zellig.notices import Notice, hearing
from zellig.oracle import Oracle, ask_all
from zellig.own_objects import handed_over
from zellig.performers import MixedUpError, Spec, System, ask, capabilities
from zellig.systems.explanation import explain
from zellig.systems.label_check import sound_out
from zellig.systems.loading import is_pinned, load_system
from zellig.systems.objects import as_system
from zellig.tasks import Task, get_task

TEXTS = ["A lovely tavern.", "The soup was stale.", "Lovely bread.", "A stale evening."]
ITEMS = [Item(f"i{number}", {"text": text}) for number, text in enumerate(TEXTS)]
PAIRS = [Item("p", {"premise": "A cook bakes.", "hypothesis": "Nobody bakes."})]
QUESTIONS = [Item("q", {"sentence": "A cook bakes.", "predicate": "bakes", "question": "who bakes?"})]
BOTH = ["+1", "-1", "+1", "-1"]


def lovely(texts: Sequence[str]) -> list[bool]:
    return ["lovely" in text.lower() for text in texts]


def answering(*answers: object) -> Callable[[Any], Any]:
    """A function that gives these, for a batch of four."""
    return lambda texts: list(answers)


def answers_of(system: System, items: Sequence[Item] = ITEMS) -> list[str | int]:
    return [each.answer for each in system.predict(items)]


def refusal(
    model: object,
    task: str = "sentiment",
    items: Sequence[Item] = ITEMS,
    labels: Any = None,
    name: str | None = None,
) -> str:
    """The sentence with which a model is refused, when it is handed over or when it answers."""
    with pytest.raises(ZelligError) as caught:
        as_system(model, task, labels=labels, name=name).predict(items)
    assert caught.value.remedy
    assert "\n" not in str(caught.value)
    return str(caught.value)


# --- answers


def one_text(text: str) -> str:
    return "good" if "ovely" in text else "bad"


def one_row(row: dict[str, str]) -> str:
    return one_text(row["text"])


def rows(rows: list[dict[str, str]]) -> list[str]:
    return [one_row(row) for row in rows]


def mappings(rows: Sequence[Mapping[str, str]]) -> list[str]:
    return [one_text(row["text"]) for row in rows]


class Counter:
    """A model in an object of a class."""

    def __call__(self, texts: list[str]) -> list[str]:
        return [one_text(text) for text in texts]

    def judge(self, texts: list[str]) -> list[str]:
        return self(texts)


UNDERSTOOD: dict[str, tuple[Callable[..., Any], Any]] = {
    "words": (answering("positive", "negative", "positive", "negative"), None),
    "own labels": (answering("+1", "-1", "+1", "-1"), None),
    "short words": (answering("POS", "NEG", "POS", "NEG"), None),
    "spaces": (answering(" pos\n", "neg", "pos", "neg"), None),
    "numbers": (answering(1, 0, 1, 0), None),
    "signed numbers": (answering(1, -1, 1, -1), None),
    "floats": (answering(1.0, 0.0, 1.0, 0.0), None),
    "bools": (lovely, None),
    "array of numbers": (lambda texts: np.array([1, 0, 1, 0]), None),
    "array of texts": (lambda texts: np.array(["pos", "neg", "pos", "neg"]), None),
    "array of bools": (lambda texts: np.array(lovely(texts)), None),
    "numpy numbers": (answering(np.int64(1), np.int8(0), np.float32(1), np.str_("0")), None),
    "tuple": (lambda texts: (1, 0, 1, 0), None),
    "iterator": (lambda texts: (each for each in (1, 0, 1, 0)), None),
    "names of classes": (answering("LABEL_1", "LABEL_0", "LABEL_1", "LABEL_0"), None),
    "stars": (answering("5 stars", "1 star", "4 stars", "2 stars"), None),
    "array": (lambda texts: np.array([[0.1, 0.9], [0.8, 0.2], [0.1, 0.9], [0.8, 0.2]]), None),
    "columns in order": (lambda texts: [[0.9, 0.1], [0.2, 0.8]] * 2, ["pos", "neg"]),
    "columns by a mapping": (lambda texts: [[0.9, 0.1], [0.2, 0.8]] * 2, {"g": "good", "b": "bad"}),
    "columns of one meaning": (lambda texts: [[0.3, 0.3, 0.4], [0.2, 0.1, 0.7]] * 2, ["pos", "pos", "neg"]),
    "dictionaries": (lambda texts: [{"pos": 0.9, "neg": 0.1}, {"pos": 0.2, "neg": 0.8}] * 2, None),
    "numbers as keys": (lambda texts: [{1: 0.9, 0: 0.1}, {1: 0.2, 0: 0.8}] * 2, None),
    "as a pipeline": (
        answering(*[{"label": "POSITIVE", "score": 0.9}, {"label": "NEGATIVE", "score": 0.8}] * 2),
        None,
    ),
    "all scores of a pipeline": (
        answering(
            *[
                [{"label": "POSITIVE", "score": high}, {"label": "NEGATIVE", "score": 1 - high}]
                for high in (0.9, 0.1, 0.7, 0.2)
            ]
        ),
        None,
    ),
    "stated": (answering("ham", "spam", "ham", "spam"), {"ham": "positive", "spam": -1}),
    "stated the other way round": (answering(0, 1, 0, 1), {0: "positive", 1: "negative"}),
    "stated for bools": (answering(False, True, False, True), {True: "bad", False: "good"}),
    "stated in order": (answering(0, 1, 0, 1), ["positive", "negative"]),
    "stated in order, answered by name": (answering("good", "bad", "good", "bad"), ["good", "bad"]),
    "stated in order by numbers": (answering(1, -1, 1, -1), [-1, 0, 1]),
    "one text at a time": (one_text, None),
    "one dictionary at a time": (one_row, None),
    "dictionaries of fields": (rows, None),
    "mappings of fields": (mappings, None),
    "a part of a function": (functools.partial(lambda good, texts: [one_text(t) for t in texts], "x"), None),
    "a callable object": (Counter(), None),
    "a bound method": (Counter().judge, None),
}


@pytest.mark.parametrize("kind", UNDERSTOOD)
def test_functions_answer_as_they_like(kind: str) -> None:
    function, labels = UNDERSTOOD[kind]
    system = as_system(function, "sentiment", labels=labels)
    found = ask(system, ITEMS)
    assert [each.answer for each in found] == BOTH
    assert {"-1", "+1"} <= set(system.labels)  # type: ignore[attr-defined]
    for each in found:
        assert not each.probabilities or sum(each.probabilities.values()) == pytest.approx(1)
    assert system.predict([]) == []


def test_two_texts_are_handed_over_as_dictionaries() -> None:
    seen: list[object] = []

    def judge(given: Any) -> list[str]:
        seen.extend(given)
        given[0].clear()  # what a function does with its list is nobody's trouble
        return ["e"]

    assert answers_of(as_system(judge, "nli"), PAIRS) == ["entailment"]
    assert seen == [{}]
    assert PAIRS[0].fields["premise"] == "A cook bakes."


def test_a_task_without_labels_takes_any_text() -> None:
    system = as_system(lambda rows: [row["sentence"][:6] for row in rows], "qasrl")
    assert answers_of(system, QUESTIONS) == ["A cook"]
    system = as_system(lambda rows: [{"A cook": 0.7, "bakes": 0.3}], "qasrl")
    assert system.predict(QUESTIONS) == [Prediction("q", "A cook", {"A cook": 0.7, "bakes": 0.3})]


def test_an_answer_that_was_not_understood_may_be_said() -> None:
    system = as_system(answering("pos", UNPARSED, "neg", "pos"), "sentiment")
    assert answers_of(system) == ["+1", UNPARSED, "-1", "+1"]


def test_three_stars_are_neutral() -> None:
    told: list[Notice] = []
    with hearing(told.append):
        assert answers_of(as_system(answering("1 star", "2 stars", "3 stars", "5 stars"), "sentiment")) == [
            "-1",
            "-1",
            "0",
            "+1",
        ]
    sentence = (
        "labels of lambda: 1-2 stars negative, 3 stars neutral, 5 stars positive; taken from their order"
    )
    assert [each.sentence for each in told] == [sentence]


# --- refusals

NOWHERE = [Item("i0", {"text": "x"})]
ODD: dict[str, tuple[object, str]] = {
    "a class": (Counter, "Counter is a class"),
    "a name": ("bag", "'bag' is a text"),
    "a number": (7, "an object of the class int is not a model"),
    "nothing": (None, "an object of the class NoneType is not a model"),
    "a list": ([1, 2], "an object of the class list is not a model"),
    "one text at a time": (lambda text: text.lower(), r"AttributeError: 'list' .* \[f\(text\) for text in"),
    "one answer": (lambda text: "pos", r"gave 'pos' instead of a list of answers.* \[f\(text\) for text in"),
    "one answer of four letters": (lambda text: "good", "gave 'good' instead of a list"),
    "one distribution": (lambda text: {"pos": 0.9, "neg": 0.1}, "instead of a list of answers"),
    "None": (lambda texts: None, "gave None instead of a list"),
    "a number for all": (lambda texts: np.float64(0.5), "gave 0.5 instead of a list"),
    "too few": (answering("pos"), "was asked about 4 texts and gave 1 answers"),
    "too many": (answering(*["pos"] * 5), "was asked about 4 texts and gave 5 answers"),
    "none of one": (answering("pos", None, "pos", "neg"), "gave item 'i1' None, which is neither"),
    "bytes": (answering(*[b"pos"] * 4), "gave item 'i0' b'pos', which is neither"),
    "lists of labels": (answering(*[["pos"]] * 4), r"gave item 'i0' \['pos'\], which is neither"),
    "an empty row": (answering(*[[]] * 4), r"gave item 'i0' \[\], which is neither"),
    "an empty dictionary": (answering(*[{}] * 4), "gave item 'i0' {}, which is neither"),
    "one probability": (answering(0.9, 0.1, 0.8, 0.2), "not said of which it is the probability"),
    "a column of one": (lambda texts: np.full((4, 1), 0.3), "not said of which it is the probability"),
    "NaN": (lambda texts: np.full((4, 2), np.nan), r"a probability of '0' that is no number \(NaN\)"),
    "NaN as a label": (answering(*[float("nan")] * 4), "the number nan, which is no label"),
    "scores": (lambda texts: np.array([[-3.0, 2.5]] * 4), "that is -3.* by softmax"),
    "large scores": (lambda texts: np.array([[3.0, 2.5]] * 4), "that is 3"),
    "a part of the probabilities": (answering(*[{"pos": 0.6}] * 4), "add up to 0.6 instead of 1"),
    "two choices at once": (answering(*[[0.9, 0.9]] * 4), "add up to 1.8 instead of 1"),
    "no probability": (answering(*[{"pos": "high", "neg": "low"}] * 4), "no label with its probability"),
    "foreign labels": (answering("spam", "ham", "ham", "ham"), r"which of ham, spam .*item 'i0' is answered"),
    "a foreign label among others": (answering("pos", "neg", "huh", "pos"), "item 'i2' is answered 'huh'"),
    "an empty label": (answering("pos", "neg", "", "pos"), "item 'i2' is answered ''"),
    "nothing but 1": (answering(1, 1, 1, 1), "not clear which of 1 .* labels={'1': ..., ...}"),
    "five columns": (lambda texts: np.full((4, 5), 0.2), "not clear which of 0, 1, 2, 3, 4"),
    "numbers from elsewhere": (answering(3, 7, 3, 7), "not clear which of 3, 7"),
    "its fault": (lambda texts: 1 // 0, "the model 'lambda' failed .ZeroDivisionError"),
    "its exit": (lambda texts: exit(3), "the model 'lambda' failed .SystemExit"),
    "two parameters": (lambda a, b: a, "the model 'lambda' failed .TypeError"),
    "a cube": (lambda texts: np.zeros((4, 2, 2)), "which is neither a label nor probabilities"),
}


@pytest.mark.parametrize("kind", ODD)
def test_what_is_no_model_or_no_answer_is_refused(kind: str) -> None:
    model, sentence = ODD[kind]
    with pytest.raises(ZelligError, match=sentence):
        as_system(model, "sentiment").predict(ITEMS)
    refusal(model)


async def later(texts: list[str]) -> list[str]:
    return texts


async def later_each(text: str) -> str:
    return text


@pytest.mark.parametrize("function", [later, later_each])
def test_an_asynchronous_function_is_refused(function: object) -> None:
    assert "asynchronous" in refusal(function)


STATED: list[tuple[Any, str]] = [
    ({"a": "positive"}, "answered item 'i1' with 'b', which is none of its labels \\(a\\)"),
    ({"a": "positive", "b": "gut"}, "'gut' is not an answer of the task sentiment"),
    ({"a": "positive", "b": None}, "None cannot be a label"),
    ({"a": "positive", "b": 0.5}, "0.5 cannot be a label"),
    ({}, "labels={} does not say"),
    ([], r"labels=\[\] does not say"),
    ("ab", "labels='ab' does not say"),
    ({"a"}, "does not say what labels mean"),
    (["a", "b"], "not clear which of a, b"),
    (["positive", "negative"], "answered item 'i0' with 'a', which is none of its labels"),
]


@pytest.mark.parametrize(("labels", "sentence"), STATED, ids=str)
def test_what_is_stated_of_labels_is_checked(labels: Any, sentence: str) -> None:
    with pytest.raises(ZelligError, match=sentence):
        as_system(answering("a", "b", "a", "b"), "sentiment", labels=labels).predict(ITEMS)


def test_columns_are_as_many_as_labels() -> None:
    assert "2 probabilities, and there are 3 labels" in refusal(
        lambda texts: np.full((4, 2), 0.5), labels=["neg", "neu", "pos"]
    )


def test_classes_without_an_order_are_not_guessed() -> None:
    sentence = refusal(lambda rows: [[0.2, 0.3, 0.5]], "nli", PAIRS)
    assert "not clear which of 0, 1, 2" in sentence
    assert "'entailment', 'neutral', 'contradiction'" in sentence
    assert "not clear which of False, True" in refusal(lambda rows: [True], "nli", PAIRS).replace(
        "0, 1", "False, True"
    )


def test_a_wrong_number_of_answers_is_not_taken_for_a_failure_on_an_item() -> None:
    with pytest.raises(MixedUpError):
        as_system(answering("pos"), "sentiment").predict(ITEMS)


SCALARS = (
    st.none() | st.booleans() | st.integers(-2, 6) | st.floats() | st.text(max_size=3) | st.binary(max_size=2)
)
LABELS = st.sampled_from(
    ["pos", "neg", "mixed", "+1", "-1", "0", "LABEL_0", "3 stars", "unparsed", 0, 1, True]
)
NESTED = st.recursive(
    SCALARS | LABELS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(LABELS | st.text(max_size=2), inner, max_size=3)
        | st.fixed_dictionaries({"label": inner, "score": inner})
    ),
    max_leaves=6,
)


@given(NESTED | st.lists(NESTED, min_size=4, max_size=4), st.none() | NESTED)
@settings(max_examples=300)
def test_whatever_it_gives_is_answers_or_a_refusal(given: Any, labels: Any) -> None:
    try:
        found = as_system(lambda texts: given, "sentiment", labels=labels).predict(ITEMS)
    except ZelligError:
        return
    assert [each.id for each in found] == [item.id for item in ITEMS]
    assert {each.answer for each in found} <= {"-1", "0", "+1", UNPARSED}
    for each in found:
        assert not each.probabilities or all(0 <= share <= 1 for share in each.probabilities.values())


# --- labels that come later


def test_what_was_understood_first_holds() -> None:
    batches = iter([["pos", "pos"], ["neg", "pos"], ["mixed", "neg"], ["huh", "neg"]])
    system = as_system(lambda texts: next(batches), "sentiment")
    told: list[Notice] = []
    with hearing(told.append):
        assert [answers_of(system, ITEMS[:2]) for _ in range(3)] == [["+1", "+1"], ["-1", "+1"], ["0", "-1"]]
    assert [each.sentence for each in told] == [
        "labels of lambda: pos positive",
        "labels of lambda: neg negative",
        "labels of lambda: mixed neutral",
    ]
    with pytest.raises(ZelligError, match="item 'i0' is answered 'huh'"):
        system.predict(ITEMS[:2])


def test_a_label_that_shows_the_guess_to_be_wrong_is_refused() -> None:
    batches = iter([[0, 1], [2, 1]])
    system = as_system(lambda texts: next(batches), "sentiment")
    assert answers_of(system, ITEMS[:2]) == ["-1", "+1"]
    with pytest.raises(
        ZelligError, match="understood as 0 negative, 1 positive, none neutral, which cannot be right"
    ):
        system.predict(ITEMS[:2])


@pytest.mark.parametrize("labels", [None, {0: "negative", 1: "positive"}])
def test_a_label_that_is_not_understood_ends_a_run(labels: Any) -> None:
    """It is no failure on the text alone: whatever was answered before may have been misunderstood."""
    system = as_system(
        lambda texts: [2 if "now" in text else 0 if "st" in text else 1 for text in texts],
        "sentiment",
        labels=labels,
    )
    oracle = Oracle(system, "")
    ask_all(oracle, ITEMS, get_task("sentiment"), lambda *_: None, "")
    changed = [*ITEMS, Item("changed", {"text": "Lovely now."})]
    with pytest.raises(MixedUpError, match=r"cannot be right|none of its labels"):
        ask_all(oracle, changed, get_task("sentiment"), lambda *_: None, "")
    assert not oracle.failures


def test_a_text_that_a_model_fails_on_does_not_hide_what_its_labels_mean() -> None:
    def model(texts: list[str]) -> list[int]:
        if any("evening" in text for text in texts):
            raise RuntimeError("too long")
        return [int("ovely" in text) for text in texts]

    oracle = Oracle(as_system(model, "sentiment"), "")
    found = ask_all(oracle, ITEMS, get_task("sentiment"), lambda *_: None, "")
    assert [each.answer for each in found] == ["+1", "-1", "+1", UNPARSED]
    assert list(oracle.failures) == ["i3"]


def test_three_stars_of_a_model_are_the_middle() -> None:
    own = Task("own", "How good?", ("text",), ("text",), ("bad", "so-so", "good"), ordered=True)
    model = answering("5 stars", "1 star", "3 stars", "2 stars")
    assert answers_of(as_system(model, "sentiment")) == ["+1", "-1", "0", "-1"]
    assert answers_of(as_system(model, own)) == ["good", "bad", "so-so", "bad"]


# --- what is said


def said_of(model: object, labels: Any = None) -> list[str]:
    told: list[Notice] = []
    with hearing(told.append):
        as_system(model, "sentiment", labels=labels).predict(ITEMS)
    return [each.sentence for each in told]


def test_a_guess_is_said_and_what_is_clear_is_not() -> None:
    assert said_of(lovely) == ["labels of lovely: False negative, True positive; taken from their order"]
    assert said_of(answering("pos", "neg", "pos", "neg")) == ["labels of lambda: neg negative, pos positive"]
    assert said_of(answering("Positive", "negative", "positive", "neutral")) == []
    assert said_of(answering(0, 1, 0, 1), {0: "positive", 1: "negative"}) == []


def by_turns(number: int) -> list[Item]:
    return [
        Item(
            str(each), {"text": f"{'Stale' if each % 2 else 'Lovely'} {each}."}, ("-1" if each % 2 else "+1",)
        )
        for each in range(number)
    ]


def sounded_out(model: object, items: Sequence[Item]) -> tuple[Doubt | None, list[Notice]]:
    told: list[Notice] = []
    with hearing(told.append):
        found = sound_out(as_system(model, "sentiment"), items, get_task("sentiment"))
    return found, told


def test_labels_that_were_taken_from_their_order_are_told_how_well_they_agree() -> None:
    found, told = sounded_out(lovely, [*by_turns(20), ITEMS[0]])
    assert found is None
    assert told[-1] == ("note", "labels of lovely: 20 of 20 items agree")
    assert all("agree" not in sentence for _, sentence in sounded_out(lovely, by_turns(4))[1])  # too few
    _, told = sounded_out(lambda texts: ["neg" if "L" in text else "pos" for text in texts], by_turns(20))
    assert all("agree" not in sentence for _, sentence in told)  # they have names


def test_what_is_odd_about_a_model_is_found_out() -> None:
    found, _ = sounded_out(lambda texts: ["neg" if "L" in text else "pos" for text in texts], by_turns(20))
    assert found == Doubt("exchanged", 20, 0, exchanged=(("-1", "+1"),), right_if=20)
    found, _ = sounded_out(lambda texts: ["pos"] * len(texts), by_turns(20))
    assert found == Doubt("constant", 20, 10, "+1")


@pytest.mark.parametrize("number", [130, 199, 200])
def test_the_items_to_sound_out_are_spread_over_all(number: int) -> None:
    """The first third is of one kind, and in the rest the labels take turns."""
    kinds = ["Lovely" if each < number // 3 or each % 2 else "Stale" for each in range(number)]
    items = [Item(str(each), {"text": f"{kind} {each}."}, ("+1",)) for each, kind in enumerate(kinds)]
    asked: list[str] = []

    def model(texts: list[str]) -> list[int]:
        asked.extend(texts)
        return [int("Lovely" in text) for text in texts]

    sound_out(as_system(model, "sentiment"), items, get_task("sentiment"))
    places = [int(text.split()[1][:-1]) for text in asked]
    assert len(set(places)) == 100
    assert places[0] < number // 50
    assert places[-1] >= number - number // 50
    assert 0.25 < sum("Stale" in text for text in asked) / 100 < 0.45


def test_a_text_that_a_model_fails_on_does_not_keep_it_from_play() -> None:
    items = [Item(str(number), {"text": f"Lovely {number}."}, ("+1",)) for number in range(20)]
    items += [Item(str(number), {"text": f"Stale {number}."}, ("-1",)) for number in range(20, 40)]

    def model(texts: list[str]) -> list[int]:
        if any("7" in text for text in texts):
            raise RuntimeError("boom")
        return [int("Lovely" in text) for text in texts]

    assert sounded_out(model, items)[1][-1].sentence == "labels of model: 36 of 40 items agree"


def test_data_that_is_sorted_by_label_is_sounded_out() -> None:
    items = [
        Item(str(number), {"text": f"{'Lovely' if number < 300 else 'Stale'} {number}."}, (label,))
        for number in range(600)
        for label in ["+1" if number < 300 else "-1"]
    ]
    told: list[Notice] = []
    system = as_system(
        lambda texts: [[0.1, 0.9] if "L" in text else [0.9, 0.1] for text in texts], "sentiment"
    )
    numbers = as_system(lambda texts: [int("L" in text) for text in texts], "sentiment")
    with hearing(told.append):
        for each in (system, numbers):
            assert sound_out(each, items, get_task("sentiment")) is None
    assert told[-1].sentence == "labels of lambda: 100 of 100 items agree"
    assert "probabilities" in capabilities(system)
    assert answers_of(numbers, items[:1]) == ["+1"]  # which nobody could have told from this answer alone


# --- who it is


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (lovely, "lovely"),
        (lambda texts: texts, "lambda"),
        (functools.partial(one_text, "x"), "one_text"),
        (Counter(), "Counter"),
        (Counter().judge, "Counter"),
        (len, "len"),
    ],
)
def test_it_has_a_name_that_a_file_can_have(model: object, name: str) -> None:
    assert as_system(model, "sentiment").spec == Spec(name)
    assert as_system(model, "sentiment", name="my model 2").spec.name == "my model 2"


def test_a_name_that_no_file_can_have_is_refused() -> None:
    assert "cannot be the name of a file" in refusal(lovely, name="../up")


def test_its_answers_are_kept_for_no_other_run() -> None:
    with handed_over({"mine": as_system(lovely, "sentiment")}):
        system = load_system("here:mine")
        assert answers_of(system) == BOTH
        assert not is_pinned("here:mine", system)


def test_a_refusal_is_told_as_it_is_through_a_run() -> None:
    with handed_over({"mine": as_system(answering("spam", "ham", "ham", "ham"), "sentiment")}):
        with pytest.raises(ZelligError, match="it is not clear which of ham, spam in 'lambda'") as caught:
            load_system("here:mine").predict(ITEMS)
    assert caught.value.what.startswith("it is not clear")


def test_what_to_do_is_told_through_a_game() -> None:
    oracle = Oracle(as_system(answering("spam", "ham", "ham", "ham"), "sentiment"), "")
    with pytest.raises(ZelligError, match=r"labels={'spam': ..., 'ham': ..., ...}"):
        ask_all(oracle, ITEMS, get_task("sentiment"), lambda *_: None, "")


def test_probabilities_are_declared_where_every_prediction_has_them() -> None:
    batches = iter([[[0.2, 0.8]] * 4, [0, 1, 1, 0]])
    system = as_system(lambda texts: next(batches), "sentiment")
    seen = ["probabilities" in capabilities(system)]
    for _ in range(2):
        system.predict(ITEMS)
        seen.append("probabilities" in capabilities(system))
    assert seen == [False, True, False]


def test_it_is_explained_by_occlusion() -> None:
    (found,) = explain(as_system(lovely, "sentiment"), [ITEMS[0]])
    assert found.answer == "+1"
    assert [TEXTS[0][span.start : span.end] for span in found.spans if span.weight > 0] == ["lovely"]


# --- a Zellig system


class Cook:
    """A system as it is."""

    spec = Spec("cook")
    task = "sentiment"

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        return [Prediction(item.id, "+1") for item in items]


def test_a_system_stays_as_it_is() -> None:
    cook = Cook()
    assert as_system(cook, "sentiment") is cook
    assert as_system(cook.predict, "sentiment") is cook


def test_a_system_may_be_called_otherwise() -> None:
    chef = as_system(Cook(), "sentiment", name="chef")
    assert chef.spec == Spec("chef")
    assert chef.predict(ITEMS) == Cook().predict(ITEMS)
    assert chef.task == "sentiment"  # type: ignore[attr-defined]
    assert "cannot be the name of a file" in refusal(Cook(), name="a/b")


def test_a_system_that_is_none_is_refused() -> None:
    class Half(Cook):
        spec = "cook"  # type: ignore[assignment]

    assert "is not of the class zellig.performers.Spec" in refusal(Half())
    assert "is for the task sentiment, and the items are of the task nli" in refusal(Cook(), "nli")
    assert "Leave labels= out" in refusal(Cook(), labels=["neg", "pos"])


# --- where it runs


def test_it_works_inside_an_event_loop_and_from_threads() -> None:
    system = as_system(lovely, "sentiment")

    async def notebook() -> list[str | int]:
        return answers_of(system)

    assert asyncio.run(notebook()) == BOTH
    found: list[list[str | int]] = []
    threads = [threading.Thread(target=lambda: found.append(answers_of(system))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [BOTH] * 4


def test_a_model_is_found_by_its_file_and_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("def model(texts):\n    return ['pos'] * len(texts)\n")
    system = load_system("py:mine.py:model?task=sentiment")
    assert system.spec.name == "model"
    assert [each.answer for each in system.predict(ITEMS)] == ["+1"] * len(ITEMS)
    assert not is_pinned("py:mine.py:model?task=sentiment", system)
    with pytest.raises(ZelligError, match=r"task=sentiment"):
        load_system("py:mine.py:model")
    with pytest.raises(ZelligError, match="say the task"):
        load_system("py:mine.py:model?labels=+1,-1")
