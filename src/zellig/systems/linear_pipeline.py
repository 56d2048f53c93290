"""Why a linear pipeline of scikit-learn answers as it does: the weights of the words that it read.

The pipeline counts words (or sequences of them), may weigh the counts, and ends in a linear classifier.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from zellig.items import Item
from zellig.performers import Span
from zellig.systems.explanation import TextPlace, weigh
from zellig.systems.their_model import Weights
from zellig.tasks import Task
from zellig.texts import origins


def weights_of_words(model: Any, task: Task) -> Weights | None:
    """What gives the weights of words for the answer to each item; None if the model is not such a pipeline.

    They add up to the score of the answer's class, minus its constant. Every n-gram shares its part evenly
    among its occurrences, and those theirs among their words.
    """
    model = getattr(model, "best_estimator_", model)
    if len(task.fields) > 1 or not _is_linear(model):
        return None
    field, counter, classifier = task.fields[0], model.steps[0][1], model.steps[-1][1]
    classes = classifier.classes_.tolist()
    coefficients = np.atleast_2d(classifier.coef_)
    vocabulary: dict[str, int] = counter.vocabulary_

    def weights_of(items: Sequence[Item]) -> list[tuple[Span, ...]]:
        texts = [item.fields.get(field, "") for item in items]
        values, answers = model[:-1].transform(texts).tocsr(), model.predict(texts).tolist()
        found = []
        for row, text, answer in zip(values, texts, answers, strict=True):
            number = classes.index(answer)
            weights = coefficients[number] if len(classes) > 2 else coefficients[0] * (2 * number - 1)
            parts = {
                place: float(value * weights[place])
                for place, value in zip(row.indices, row.data, strict=True)
            }
            places, n_grams = _read(counter, text, field)
            times = Counter(name for name, _ in n_grams)
            shares = [0.0] * len(places)
            for name, words in n_grams:
                for word in words:
                    shares[word] += parts.get(vocabulary.get(name, -1), 0.0) / times[name] / len(words)
            found.append(weigh(places, shares))
        return found

    return weights_of


def _is_linear(model: Any) -> bool:
    from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer, TfidfVectorizer
    from sklearn.pipeline import Pipeline

    if type(model) is not Pipeline or len(model.steps) < 2:
        return False
    counter, *between, classifier = [step for _, step in model.steps]
    return (
        type(counter) in (CountVectorizer, TfidfVectorizer)  # one made from them may read in its own way
        and counter.analyzer == "word"
        and counter.tokenizer is counter.preprocessor is counter.strip_accents is None
        and counter.input == "content"
        and not re.compile(counter.token_pattern).groups
        and all(type(step) is TfidfTransformer for step in between)
        and isinstance(getattr(classifier, "coef_", None), np.ndarray)
        and hasattr(classifier, "decision_function")
        and not hasattr(classifier, "support_vectors_")  # decides between each two classes
    )


def _read(counter: Any, text: str, field: str) -> tuple[list[TextPlace], list[tuple[str, range]]]:
    """Where the words stand that are counted, and the n-grams with the numbers of their words."""
    read = text.lower() if counter.lowercase else text
    at = origins(text) if counter.lowercase else range(len(text))
    stop_words = counter.get_stop_words() or ()
    found = [each for each in re.finditer(counter.token_pattern, read) if each[0] not in stop_words]
    places = [(field, at[each.start()], at[each.end() - 1] + 1) for each in found]
    words = [each[0] for each in found]
    shortest, longest = counter.ngram_range
    n_grams = [
        (" ".join(words[start : start + n]), range(start, start + n))
        for n in range(shortest, longest + 1)
        for start in range(len(words) - n + 1)
    ]
    return places, n_grams
