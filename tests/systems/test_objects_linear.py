"""The weights of the words of a linear pipeline, against what scikit-learn itself computes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression, RidgeClassifier, SGDClassifier
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler
from sklearn.svm import LinearSVC

from examples import TRAIN
from zellig.items import Item
from zellig.performers import capabilities
from zellig.systems.explanation import explain
from zellig.systems.objects import as_system

TEXTS = [*(item.fields["text"] for item in TRAIN), "A soup .", "Some bread .", "Bread , bread and bread"]
TWO = [*("pos" if item.accepted == ("+1",) else "neg" for item in TRAIN), "pos", "neg", "pos"]
THREE = [*TWO[:-3], *["neutral"] * 3]


@pytest.fixture(scope="module")
def phrases() -> Any:
    """A pipeline that reads up to three words at once, for three labels."""
    model, labels = LINEAR[1]
    return as_system(model.fit(TEXTS, labels), "sentiment")


LINEAR: list[tuple[Any, list[str]]] = [
    (make_pipeline(TfidfVectorizer(), LogisticRegression()), TWO),
    (make_pipeline(TfidfVectorizer(ngram_range=(1, 3), sublinear_tf=True), LogisticRegression()), THREE),
    (make_pipeline(CountVectorizer(ngram_range=(2, 2)), LinearSVC()), TWO),
    (make_pipeline(CountVectorizer(stop_words="english", binary=True), SGDClassifier(random_state=0)), THREE),
    (make_pipeline(CountVectorizer(lowercase=False), TfidfTransformer(), RidgeClassifier()), TWO),
    (make_pipeline(TfidfVectorizer(token_pattern=r"\S+"), LogisticRegression(fit_intercept=False)), THREE),
]


def score(model: Any, text: str) -> float:
    """The score of the class that is answered, without its constant."""
    classes, constants = model[-1].classes_.tolist(), np.atleast_1d(model[-1].intercept_)
    scores = np.atleast_1d(model.decision_function([text])[0]) - constants
    number = classes.index(model.predict([text])[0])
    return float(scores[number] if len(classes) > 2 else scores[0] * (2 * number - 1))


@pytest.mark.parametrize("place", range(len(LINEAR)))
def test_the_weights_of_words_add_up_to_the_score(place: int) -> None:
    model, labels = LINEAR[place]
    model.fit(TEXTS, labels)
    system = as_system(model, "sentiment")
    texts = [*TEXTS, "İstanbul: LOVELY soup, lovely Soup and an unheard-of BREAD .", "", "!"]
    items = [Item(str(number), {"text": text}) for number, text in enumerate(texts)]
    for item, why in zip(items, explain(system, items), strict=True):
        text = item.fields["text"]
        assert why.method == "weights"
        assert {type(span.weight) for span in why.spans} <= {float}  # not a number of numpy's
        assert why.answer == system.predict([item])[0].answer
        assert sum(span.weight for span in why.spans) == pytest.approx(score(model, text), abs=1e-4)
        read = [text[span.start : span.end].lower() for span in why.spans]
        assert read == [word.lower() for word in words_of(model[0], text)]


def words_of(counter: Any, text: str) -> list[str]:
    found = counter.build_tokenizer()(text.lower() if counter.lowercase else text)
    # The dotted capital I is two characters when it is made small; the place is that of the one it was.
    return [word.replace("i̇", "İ") for word in found if word not in (counter.get_stop_words() or ())]


SOUP = ["lovely", "stale", "soup", "SOUP", ",", ".", "x", "bread-and-butter", "İ"]


@given(st.lists(st.sampled_from(SOUP)).map(" ".join))
@settings(max_examples=50)
def test_so_they_do_for_any_text(phrases: Any, text: str) -> None:
    (why,) = explain(phrases, [Item("1", {"text": text})])
    assert sum(span.weight for span in why.spans) == pytest.approx(score(LINEAR[1][0], text), abs=1e-4)


class Stems(CountVectorizer):  # type: ignore[misc]
    """One that reads in its own way."""

    def build_analyzer(self) -> Any:
        return lambda text: [word[:3] for word in text.split()]


OTHERS: list[Any] = [
    make_pipeline(Stems(), LogisticRegression()),
    make_pipeline(CountVectorizer(), MultinomialNB()),
    make_pipeline(CountVectorizer(analyzer="char"), LogisticRegression()),
    make_pipeline(CountVectorizer(strip_accents="unicode"), LogisticRegression()),
    make_pipeline(CountVectorizer(tokenizer=str.split, token_pattern=None), LogisticRegression()),
    make_pipeline(CountVectorizer(token_pattern=r"(\w+)"), LogisticRegression()),
    make_pipeline(CountVectorizer(), MaxAbsScaler(), LogisticRegression()),
]


@pytest.mark.parametrize("place", range(len(OTHERS)))
def test_what_is_not_so_simple_is_explained_by_occlusion(place: int) -> None:
    system = as_system(OTHERS[place].fit(TEXTS, TWO), "sentiment")
    assert "explains" not in capabilities(system)
    assert explain(system, TRAIN[:1])[0].method == "occlusion"


def test_the_best_of_a_search_explains_itself() -> None:
    search = GridSearchCV(make_pipeline(CountVectorizer(), LogisticRegression()), {}, cv=2).fit(TEXTS, TWO)
    (why,) = explain(as_system(search, "sentiment"), TRAIN[:1])
    best = max(why.spans, key=lambda span: span.weight)
    assert (why.method, TRAIN[0].fields["text"][best.start : best.end]) == ("weights", "lovely")
