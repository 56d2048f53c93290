"""Measure the search breakers beside a plain loop that does the same; `make bench` prints the table.

A bag-of-words logistic regression is attacked on 200 review sentences, in one process. Training, parsing and
loading are not timed. Give `dev` to run it on development items, as one should while changing anything.
"""

from __future__ import annotations

import resource
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from zellig.breakers.search import pwws
from zellig.breakers.search.breaker import Changes
from zellig.breakers.search.constraints import same_direction
from zellig.breakers.search.engine import Method, run
from zellig.breakers.search.goals import Untargeted
from zellig.breakers.search.passage import Passage, passages
from zellig.breakers.search.problem import Problem
from zellig.breakers.search.rankings import by_deletion
from zellig.breakers.search.searches import by_importance
from zellig.breakers.search.spaces import wide_wordnet
from zellig.corpora import open_corpus
from zellig.items import Item, Prediction
from zellig.oracle import Oracle
from zellig.performers import Spec
from zellig.tasks import get_task

TRAIN = "rotten-tomatoes:train?labels=binary"
ITEMS = 200
TIMES = 5
TASK = get_task("sentiment")
SPACE = Changes(wide_wordnet(12), fits=(same_direction,))  # the loop's, too


class BagOfWords:
    """The victim."""

    spec = Spec("bag-of-words")
    probabilities = True

    def __init__(self, items: Sequence[Item]) -> None:
        from sklearn.feature_extraction.text import CountVectorizer
        from sklearn.linear_model import LogisticRegression

        self.vectorizer, self.model = CountVectorizer(), LogisticRegression(max_iter=1000)
        features = self.vectorizer.fit_transform(item.fields["text"] for item in items)
        self.model.fit(features, [item.accepted[0] for item in items])
        self.labels = [str(label) for label in self.model.classes_]

    def probabilities_of(self, texts: Sequence[str]) -> Any:
        return self.model.predict_proba(self.vectorizer.transform(texts))

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        rows = self.probabilities_of([item.fields["text"] for item in items]).tolist()
        return [
            Prediction(item.id, self.labels[row.index(max(row))], dict(zip(self.labels, row, strict=True)))
            for item, row in zip(items, rows, strict=True)
        ]


def plain_loop(victim: BagOfWords, problem: Problem) -> tuple[bool, int]:
    """Greedy by word importance as one would write it: was it broken, and after how many questions?"""
    words = [word.text for word in problem.passage.words]
    gaps, label = problem.passage.gaps, victim.labels.index(problem.passage.item.accepted[0])

    def text(words: list[str]) -> str:
        return "".join([gap + word for gap, word in zip(gaps, words, strict=True)])

    def changed(place: int, new: str) -> str:
        return text([*words[:place], new, *words[place + 1 :]])

    if not problem.choices:
        return False, 0
    now = victim.probabilities_of([text(words)])[0]
    queries = 1
    if now.argmax() != label:
        return False, queries
    lowest = now[label]
    drops = victim.probabilities_of([changed(place, "") for place in problem.choices])[:, label]
    queries += len(drops)
    for place in [place for _, place in sorted(zip(drops, problem.choices, strict=True))]:
        rows = victim.probabilities_of([changed(place, new) for new in problem.choices[place]])
        queries += len(rows)
        best = int(rows[:, label].argmin())
        if rows[best, label] < lowest:
            lowest = rows[best, label]
            words[place] = problem.choices[place][best]
        if rows[best].argmax() != label:
            return True, queries
    return False, queries


def search(
    changes: Changes, method: Method
) -> Callable[[BagOfWords, Sequence[Passage]], tuple[float, float]]:
    """A search by the engine: success on what was right, questions about each of these."""

    def measured(victim: BagOfWords, found: Sequence[Passage]) -> tuple[float, float]:
        oracle = Oracle(victim, "in memory")
        problems = [changes.problem(passage, TASK, 0) for passage in found]
        states = run(method, TASK, problems, oracle)
        right = _right(victim, [passage.item for passage in found])
        return sum(state is not None for state in states) / right, oracle.queries / right

    return measured


def loop(victim: BagOfWords, found: Sequence[Passage]) -> tuple[float, float]:
    """The same by the plain loop."""
    outcomes = [plain_loop(victim, SPACE.problem(passage, TASK, 0)) for passage in found]
    right = _right(victim, [passage.item for passage in found])
    return sum(broken for broken, _ in outcomes) / right, sum(asked for _, asked in outcomes) / right


def _right(victim: BagOfWords, items: Sequence[Item]) -> int:
    given = victim.predict(items)
    return sum(each.answer in item.accepted for each, item in zip(given, items, strict=True))


def main(split: str) -> None:
    items = list(open_corpus(f"rotten-tomatoes:{split}?labels=binary"))[:ITEMS]
    victim, found = BagOfWords(list(open_corpus(TRAIN))), list(passages(items, TASK.editable))
    print(
        f"bag-of-words logistic regression, first {ITEMS} of {split}, {_right(victim, items)} of them right"
    )
    greedy = search(SPACE, Method(Untargeted(), by_importance(by_deletion)))
    ways = {
        "plain loop": loop,
        "greedy by importance": greedy,
        "pwws-style": search(SPACE, pwws.make(TASK).method),
    }
    speeds: dict[str, list[float]] = {name: [] for name in ways}
    figures = {}
    for turn in range(TIMES + 1):  # the first one fills the caches
        for name, way in ways.items():
            start = time.process_time()
            figures[name] = way(victim, found)
            if turn:
                speeds[name].append(len(items) / (time.process_time() - start))
    wanted = {
        "plain loop": "",
        "greedy by importance": "wanted >= 0.91, <= 37 questions, ratio >= 0.95",
        "pwws-style": "wanted <= 127 questions, >= 60 /s",
    }
    reference = statistics.median(speeds["plain loop"])
    for name, (success, queries) in figures.items():
        speed = statistics.median(speeds[name])
        print(
            f"{name:<21} success {success:.3f}  questions {queries:6.1f}  {speed:6.0f} attacks/CPU-s  "
            f"ratio {speed / reference:4.2f}  {wanted[name]}"
        )
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB  wanted <= 500 MB")


if __name__ == "__main__":
    main(*sys.argv[1:] or ["test"])
