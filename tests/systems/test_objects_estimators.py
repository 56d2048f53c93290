"""Models of scikit-learn, and others with `predict`, as systems of a task."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_extraction import DictVectorizer
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import FixedThresholdClassifier, GridSearchCV
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from examples import ODD, TRAIN
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.notices import Notice, hearing
from zellig.performers import ask, capabilities
from zellig.systems.estimators import FRAMES
from zellig.systems.objects import as_system
from zellig.tasks import get_task

TEXTS = [item.fields["text"] for item in TRAIN]
GOLD = [item.accepted[0] for item in TRAIN]
NAMED = ["pos" if label == "+1" else "neg" for label in GOLD]
NUMBERS = [int(label == "+1") for label in GOLD]
PAIRS = [
    Item(str(number), {"premise": "A cook bakes.", "hypothesis": hypothesis}, (label,))
    for number in range(3)
    for hypothesis, label in [("Some cook bakes.", "entailment"), ("Nobody bakes.", "contradiction")]
]


def trained(classifier: Any, labels: Any) -> Any:
    return make_pipeline(TfidfVectorizer(), classifier).fit(TEXTS, labels)


MODELS = {
    "names": lambda: trained(LogisticRegression(C=100), NAMED),
    "numbers": lambda: trained(LogisticRegression(C=100), NUMBERS),
    "bools": lambda: trained(LogisticRegression(C=100), [bool(each) for each in NUMBERS]),
    "the task's own": lambda: trained(LogisticRegression(C=100), GOLD),
    "without probabilities": lambda: trained(LinearSVC(C=100), NAMED),
    "trees": lambda: trained(RandomForestClassifier(random_state=0), NUMBERS),
    "counts": lambda: make_pipeline(CountVectorizer(), MultinomialNB()).fit(TEXTS, NAMED),
    "a search": lambda: GridSearchCV(trained(LogisticRegression(), NAMED), {}, cv=2).fit(TEXTS, NAMED),
    "a method": lambda: trained(LogisticRegression(C=100), NAMED).predict,
    "a method that gives probabilities": lambda: trained(LogisticRegression(C=100), NAMED).predict_proba,
}


@pytest.mark.parametrize("kind", MODELS)
def test_a_pipeline_answers_as_it_is(kind: str) -> None:
    model = MODELS[kind]()
    system = as_system(model, "sentiment")
    found = ask(system, TRAIN)
    assert [each.answer for each in found] == GOLD
    assert ("probabilities" in capabilities(system)) == all(each.probabilities for each in found)
    assert ("probabilities" in capabilities(system)) == (kind != "without probabilities")
    assert [each.answer for each in ask(system, [*ODD, *TRAIN])][len(ODD) :] == GOLD
    assert system.predict([]) == []
    assert system.labels == ("-1", "+1")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("kind", "name", "sentences"),
    [
        ("names", "LogisticRegression", ["labels of LogisticRegression: neg negative, pos positive"]),
        (
            "numbers",
            "LogisticRegression",
            ["labels of LogisticRegression: 0 negative, 1 positive, none neutral; taken from their order"],
        ),
        ("the task's own", "LogisticRegression", []),
        ("a search", "LogisticRegression", ["labels of LogisticRegression: neg negative, pos positive"]),
        ("counts", "MultinomialNB", ["labels of MultinomialNB: neg negative, pos positive"]),
    ],
)
def test_its_name_and_classes_are_known_before_it_is_asked(
    kind: str, name: str, sentences: list[str]
) -> None:
    model, told = MODELS[kind](), list[Notice]()
    with hearing(told.append):
        system = as_system(model, "sentiment")
    assert system.spec.name == name
    assert [each.sentence for each in told] == sentences


def test_the_answer_is_what_predict_says() -> None:
    careful = FixedThresholdClassifier(LogisticRegression(), threshold=0.999, pos_label="pos")
    model = trained(careful, NAMED)
    found = as_system(model, "sentiment").predict(TRAIN)
    assert {each.answer for each in found} == {"-1"}
    assert any(each.probabilities and each.probabilities["+1"] > 0.5 for each in found)


def test_what_classes_mean_can_be_said() -> None:
    model = trained(LogisticRegression(C=100), NUMBERS)
    turned = ["-1" if label == "+1" else "+1" for label in GOLD]
    for labels in (
        {0: "positive", 1: "negative"},
        {"0": 1, "1": -1},
        ["good", "bad"],
        np.array(["+1", "-1"]),
    ):
        system = as_system(model, "sentiment", labels=labels)  # type: ignore[arg-type]
        assert [each.answer for each in system.predict(TRAIN)] == turned
    stars = trained(LogisticRegression(C=100), [4 if each else 2 for each in NUMBERS])
    with pytest.raises(ZelligError, match="not clear which of 2, 4"):
        as_system(stars, "sentiment")


@pytest.mark.parametrize(
    ("labels", "sentence"),
    [
        ({0: "negative"}, "'1' is missing: it is a label of the model 'LogisticRegression' \\(0, 1\\)"),
        ({0: "negative", 1: "positive", 2: "neutral"}, "'2' is not a label of the model"),
        (["negative"], "labels= has 1 labels, and the model 'LogisticRegression' has 2"),
        ({0: "no", 1: "yes"}, "'no' is not an answer of the task sentiment"),
    ],
)
def test_what_is_said_of_classes_is_checked(labels: Any, sentence: str) -> None:
    with pytest.raises(ZelligError, match=sentence):
        as_system(trained(LogisticRegression(), NUMBERS), "sentiment", labels=labels)


def several_at_once() -> Any:
    flags = [[each, 1 - each] for each in NUMBERS]
    return trained(OneVsRestClassifier(LogisticRegression()), np.array(flags))


def forests() -> Any:
    return trained(RandomForestClassifier(n_estimators=2), [[each, each] for each in NUMBERS])


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        (lambda: make_pipeline(TfidfVectorizer(), LogisticRegression()), "has not been trained"),
        (LogisticRegression, "has not been trained"),
        (lambda: GridSearchCV(LogisticRegression(), {}), "has not been trained"),
        (lambda: trained(Ridge(), NUMBERS), "'Ridge' gives numbers on a scale, not labels"),
        (
            lambda: LogisticRegression().fit([[0], [1]], [0, 1]),
            "'LogisticRegression' failed .ValueError: .* Give the whole pipeline",
        ),
        (several_at_once, "several labels at once"),
        (forests, "several labels at once"),
        (lambda: TfidfVectorizer().fit(TEXTS), "an object of the class TfidfVectorizer is not a model"),
        (lambda: trained(LogisticRegression(), ["a" if each else "b" for each in NUMBERS]), "which of a, b"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_sentence(model: Any, sentence: str) -> None:
    with pytest.raises(ZelligError, match=sentence) as caught:
        as_system(model(), "sentiment").predict(TRAIN)
    assert caught.value.remedy
    assert "\n" not in str(caught.value)


def test_several_fields_are_handed_over_as_dictionaries() -> None:
    rows, gold = [item.fields for item in PAIRS], [item.accepted[0] for item in PAIRS]
    model = make_pipeline(DictVectorizer(), LogisticRegression()).fit(rows, gold)
    assert [each.answer for each in as_system(model, "nli").predict(PAIRS)] == gold


class Column:
    """Stands for a model that was trained on a frame, and remembers what it is handed."""

    def __init__(self, *names: str) -> None:
        self.feature_names_in_ = names
        self.seen: Any = None

    def predict(self, frame: Any) -> list[str]:
        self.seen = frame
        return ["neutral"] * len(frame)


def test_a_model_that_was_trained_on_other_columns_is_refused() -> None:
    with pytest.raises(ZelligError, match="on the columns a, b, and items of nli have premise, hypothesis"):
        as_system(Column("a", "b"), "nli")


def test_a_model_that_was_trained_on_a_frame_is_handed_one() -> None:
    frames = pytest.importorskip("pandas")
    for task, items in (("nli", PAIRS), ("sentiment", TRAIN)):
        fields = get_task(task).fields
        frame = frames.DataFrame([item.fields for item in items])
        gold = [item.accepted[0] for item in items]
        columns = ColumnTransformer([(field, CountVectorizer(), field) for field in fields])
        model = make_pipeline(columns, LogisticRegression(C=100)).fit(frame, gold)
        assert [each.answer for each in as_system(model, task).predict(items)] == gold
    other = Column("review")
    as_system(other, "sentiment").predict(TRAIN)
    assert list(other.seen["review"]) == TEXTS


def test_without_frames_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zellig.systems.estimators.find_spec", lambda name: None)
    with pytest.raises(ZelligError, match=f"needs one.*Install {FRAMES[0]}"):
        as_system(Column("text"), "sentiment").predict(TRAIN)


class Network:
    """Something with `predict` that says nothing of its classes."""

    def predict(self, texts: list[str]) -> Any:
        return np.array([[0.1, 0.9] if "ovel" in text else [0.7, 0.3] for text in texts])


def test_a_predict_that_gives_probabilities_is_enough() -> None:
    system = as_system(Network(), "sentiment", labels=["negative", "positive"])
    assert [each.answer for each in system.predict(TRAIN[:1])] == ["+1"]
    assert system.spec.name == "Network"
