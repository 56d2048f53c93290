"""PWWS: probability weighted word saliency (Ren, Deng, He and Che 2019).

Each word is replaced by the WordNet synonym that lowers the probability of the right answer most. The order
in which the words are replaced is that of (how much its best synonym wins) x (softmax of the word's
saliency), where saliency is what is lost when the word is unknown. Words are replaced until the answer is
wrong.
"""

from __future__ import annotations

from zellig.breakers.search.breaker import Changes, SearchBreaker
from zellig.breakers.search.constraints import same_direction
from zellig.breakers.search.engine import Method
from zellig.breakers.search.goals import Untargeted
from zellig.breakers.search.rankings import by_weighted_saliency
from zellig.breakers.search.searches import by_importance
from zellig.breakers.search.spaces import wordnet
from zellig.performers import Spec
from zellig.tasks import Task


def make(task: Task) -> SearchBreaker:
    """The breaker for a task."""
    # Paper: synonyms of every sense, and other names for names. The code looks synonyms up by part of speech
    # and drops those that spaCy, seeing them alone, tags otherwise than the word: *movies* never becomes
    # *films*. Ours are inflected instead. Another name is another text, so names stay. Neither paper nor code
    # stops praise from becoming blame (*awful*, *amazing*); we do, or the promise would be false.
    changes = Changes(wordnet(), fits=(same_direction,))
    # Paper and code go on with a replacement that wins nothing; we pass over it.
    method = Method(Untargeted(), by_importance(by_weighted_saliency))
    return SearchBreaker(Spec("pwws"), task, method, changes, "synonyms")
