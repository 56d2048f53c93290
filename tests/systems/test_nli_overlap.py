"""The linear baseline for inference: what it sees, learning, files, odd input."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.errors import ZelligError
from zellig.items import Item, write_records
from zellig.systems import load_system
from zellig.systems.linear import keys
from zellig.systems.nli_overlap import NliOverlap, Settings, _features, _naming_words, _places, _words
from zellig.systems.training import Lesson, train_system
from zellig.tasks import get_task

WHO = ["The cook", "A farmer", "The miller", "Her uncle", "The baker"]
WHAT = ["is baking bread", "is selling plums", "is tasting the soup", "is washing a pot"]
OTHER = {"cook": "teacher", "farmer": "driver", "miller": "clerk", "uncle": "cousin", "baker": "singer"}


def pair(premise: str, hypothesis: str, *label: str) -> Item:
    return Item(f"{premise} / {hypothesis}", {"premise": premise, "hypothesis": hypothesis}, label)


def lessons(who: list[str], what: list[str]) -> list[Item]:
    found = []
    for person in who:
        for deed in what:
            premise = f"{person} {deed} in the old kitchen."
            found += [
                pair(premise, f"{person} {deed}.", "entailment"),
                pair(premise, f"{person} {deed.replace('is', 'is not')}.", "contradiction"),
                pair(premise, f"{person} {deed} with a {OTHER[person.split()[-1]]} from town.", "neutral"),
            ]
    return found


TRAIN, TEST = lessons(WHO[:4], WHAT[:3]), lessons(WHO[4:], WHAT[3:])
ODD = [
    pair("", ""),
    pair("🍞", "🥣 👩‍🍳"),
    pair("הטבח אוכל מרק", "איש אוכל"),
    pair("soup " * 20_000, " ".join(f"word{number}" for number in range(12_000))),
    pair("a" * 100_000, "b"),
    Item("no fields", {}),
]


def learn(items: list[Item], settings: Settings | None = None) -> NliOverlap:
    return NliOverlap.train(Lesson(get_task("nli"), items, [], 2017, Path()), settings or Settings())


@pytest.fixture(scope="module")
def system() -> NliOverlap:
    return learn(TRAIN)


def test_it_learns(system: NliOverlap) -> None:
    for items in (TRAIN, TEST):
        assert [p.answer for p in system.predict(items)] == [item.accepted[0] for item in items]


def test_two_labels() -> None:
    items = [item for item in TRAIN if item.accepted != ("neutral",)]
    system = learn(items)
    assert system.labels == ["entailment", "contradiction"]
    assert [p.answer for p in system.predict(items)] == [item.accepted[0] for item in items]


def test_odd_input_has_an_answer_with_probabilities(system: NliOverlap) -> None:
    predictions = system.predict([*TEST, *ODD])
    assert [prediction.id for prediction in predictions] == [item.id for item in [*TEST, *ODD]]
    for prediction in predictions:
        assert prediction.probabilities is not None
        assert sum(prediction.probabilities.values()) == pytest.approx(1, abs=1e-5)
    assert system.predict([]) == []


def test_it_is_the_same_again_in_any_batch(system: NliOverlap) -> None:
    items = [*TEST, *ODD]
    assert learn(TRAIN).predict(items) == system.predict(items)
    assert [system.predict([item])[0] for item in items] == system.predict(items)


def test_files(system: NliOverlap, tmp_path: Path) -> None:
    write_records(tmp_path / "train.jsonl", Item, TRAIN, "nli")
    write_records(tmp_path / "test.jsonl", Item, TEST, "nli")
    corpus, dev = f"items:{tmp_path / 'train.jsonl'}", f"items:{tmp_path / 'test.jsonl'}"
    card = train_system("nli-overlap", corpus, tmp_path / "a", dev=dev)
    assert [point.accuracy for point in card.curve] == [1.0]
    assert train_system("nli-overlap", corpus, tmp_path / "b", dev=dev).fingerprint == card.fingerprint
    loaded = load_system(str(tmp_path / "a"))
    assert loaded.spec == system.spec
    assert loaded.predict([*TEST, *ODD]) == system.predict([*TEST, *ODD])


def test_one_label_is_refused() -> None:
    with pytest.raises(ZelligError, match="at least two labels"):
        learn(TRAIN[:1])


def test_what_it_sees() -> None:
    item = pair("The cook isn't baking bread.", "The cook bakes bread, and cake.")
    found = dict(_features(item, Settings()))
    assert found["all: share of hypothesis"] == pytest.approx(3 / 6)
    assert found["content: share of hypothesis"] == pytest.approx(2 / 4)
    assert "negation True False" in found
    assert "cross baking bakes" in found
    assert "cross bread bakes" not in found  # bread is on both sides
    assert not any(name.startswith("cross") for name, _ in _features(item, Settings(cross=False)))


# --- evidence


@pytest.mark.parametrize("labels", [2, 3])
def test_the_weights_sum_to_those_of_the_features_that_name_words(labels: int) -> None:
    items = [item for item in TRAIN if labels == 3 or item.accepted != ("neutral",)]
    system = learn(items)
    for item, evidence in zip(items, system.explain(items), strict=True):
        assert (evidence.answer, evidence.method) == (item.accepted[0], "weights")
        left, right = (set(_words(item, side)) for side in ("premise", "hypothesis"))
        named = keys(name for name, _ in _naming_words(left, right, Settings()))
        # Score the features apart from all others: for two labels the score is the log-odds of the second.
        scores = (system._model.scores([named]) - system._model.scores([named[:0]]))[0]
        scores = scores if labels == 3 else np.array([0, scores[0]])
        own = system.labels.index(item.accepted[0])
        expected = scores[own] - np.delete(scores, own).mean()
        assert sum(span.weight for span in evidence.spans) == pytest.approx(expected, abs=1e-4)


def test_the_telling_word_is_found(system: NliOverlap) -> None:
    item = pair("The cook is baking bread in the old kitchen.", "The cook isn't baking bread.")
    (evidence,) = system.explain([item])
    assert evidence.answer == "contradiction"
    strongest = max(evidence.spans, key=lambda span: span.weight)
    assert (strongest.field, item.fields["hypothesis"][strongest.start : strongest.end]) == (
        "hypothesis",
        "n't",
    )
    said = {item.fields[span.field][span.start : span.end] for span in evidence.spans}
    assert "bread" not in said  # both sides have it: what it does, it does through the overlap


def test_a_weight_is_shared_by_all_occurrences(system: NliOverlap) -> None:
    item = pair("The cook is baking.", "The cook is not, not, not baking.")
    (evidence,) = system.explain([item])
    weights = [s.weight for s in evidence.spans if item.fields[s.field][s.start : s.end] == "not"]
    assert len(weights) == 3
    assert len(set(weights)) == 1


@pytest.mark.parametrize("item", ODD, ids=lambda item: item.id[:20])
def test_odd_input_is_explained(item: Item, system: NliOverlap) -> None:
    (evidence,) = system.explain([item])
    assert all(0 <= span.start < span.end <= len(item.fields[span.field]) for span in evidence.spans)


@given(st.text(st.sampled_from("İIn'’tTo -.\n🍞ab"), max_size=30) | st.text(max_size=30))
def test_words_are_where_they_are_said_to_be(text: str) -> None:
    places = _places(Item("a", {"premise": text}), "premise")
    found = sorted((start, end, word) for word, at in places.items() for _, start, end in at)
    assert [word for _, _, word in found] == _words(Item("a", {"premise": text}), "premise")
    for start, end, word in found:
        written = text[start:end].lower().replace("’", "'")
        assert word in written or (word, written) == ("not", "n't")
