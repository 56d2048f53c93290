"""Like HotFlip (Ebrahimi, Rao, Lowd and Dou 2018), with words: gradients say where to change a text.

One look at the gradients stands for asking about every word. A beam search then goes through the words in the
order in which they speak for the answer.
"""

from __future__ import annotations

from zellig.breakers.search.breaker import Changes, SearchBreaker
from zellig.breakers.search.constraints import same_direction
from zellig.breakers.search.engine import Method
from zellig.breakers.search.goals import Untargeted
from zellig.breakers.search.rankings import by_evidence
from zellig.breakers.search.searches import by_importance
from zellig.breakers.search.spaces import wordnet
from zellig.performers import Spec
from zellig.tasks import Task

WIDTH = 10


def make(task: Task) -> SearchBreaker:
    """The breaker for a task; it only works against systems that give gradients."""
    # Paper: the gradient also chooses the new word, among all words with a near vector (cosine 0.8 or more)
    # and the same part of speech; no stop words. A system here explains itself by integrated gradients and
    # does not show its vectors, so the gradient chooses the places, and questions choose the words, among
    # WordNet's synonyms.
    changes = Changes(wordnet(), fits=(same_direction,))
    # Paper: the gradient is taken again after every flip. Ours is that of the original.
    method = Method(Untargeted(), by_importance(by_evidence, WIDTH), gradients=True)
    return SearchBreaker(Spec("hotflip", {"width": WIDTH}), task, method, changes, "synonyms")
