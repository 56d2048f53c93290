"""Like TextFooler (Jin, Jin, Zhou and Szolovits 2020): synonyms that leave the text similar to the original.

Words are ranked by what the answer loses without them. For one word after the other the synonyms are asked
about that keep the part of speech and leave the text similar to the original; among those that make the
answer wrong, the most similar text is taken, and otherwise the one that the system is least sure about.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from zellig.breakers.search.breaker import Changes, SearchBreaker
from zellig.breakers.search.constraints import same_direction
from zellig.breakers.search.engine import Method
from zellig.breakers.search.goals import Score, Untargeted
from zellig.breakers.search.passage import Fields, State
from zellig.breakers.search.problem import Problem
from zellig.breakers.search.rankings import Order
from zellig.breakers.search.searches import by_importance
from zellig.breakers.search.spaces import wordnet
from zellig.language.similarity import available, similarities
from zellig.performers import Spec
from zellig.tasks import Task

LEAST = 0.8  # similarity to the original


def make(task: Task) -> SearchBreaker:
    """The breaker for a task; similarity needs the extra `neural` and the resource minilm."""
    # Paper: the 50 nearest words in counter-fitted vectors. We have no such vectors and take WordNet's
    # synonyms. Paper: the universal sentence encoder's similarity, at least 0.7. The code looks at a window
    # of 15 words and switches the check off in shorter texts, that is, in most sentences. We have MiniLM,
    # whose cosines are higher, and look at the whole text, short or not.
    measured = available()
    method = Method(
        Untargeted(),
        by_importance(by_importance_of_words),
        alike=_alike if measured else None,
        least=LEAST,
    )
    spec = Spec("textfooler", {"similarity": LEAST} if measured else {})
    return SearchBreaker(spec, task, method, Changes(wordnet(), fits=(same_direction,)), "synonyms")


def by_importance_of_words(problem: Problem) -> Generator[list[State], list[Score], Order]:
    """What the right answer loses without a word, and what another one wins if it takes over.

    Paper: the word is deleted. Code: it is replaced by an unknown one. We follow the paper. With two labels
    the one's gain is the other's loss; with more we take the gain of all wrong ones together.
    """
    scores = yield problem.probes("")
    losses = [score.value - problem.value for score in scores]
    return problem.ordered(
        loss * (2 if score.reached else 1) for loss, score in zip(losses, scores, strict=True)
    )


def _alike(original: Fields, others: Sequence[Fields]) -> list[float]:
    return similarities("\n".join(original), ["\n".join(other) for other in others])
