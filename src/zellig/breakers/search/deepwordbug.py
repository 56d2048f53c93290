"""DeepWordBug (Gao, Lanchantin, Soffa and Qi 2018): slips of the pen in the words that matter most.

How much a word matters is read off the text up to it and from it on, with and without the word: two looks
that need no gradient. The most important words are misspelt one after the other, so that they are unknown to
the system and still plain to a reader.
"""

from __future__ import annotations

from zellig.breakers.search.breaker import Changes, SearchBreaker
from zellig.breakers.search.engine import Method
from zellig.breakers.search.goals import Untargeted
from zellig.breakers.search.rankings import by_reading
from zellig.breakers.search.searches import by_importance
from zellig.breakers.search.spaces import noise
from zellig.performers import Spec
from zellig.tasks import Task

SHARE = 0.4  # of the words


def make(task: Task) -> SearchBreaker:
    """The breaker for a task."""
    # Paper: one of four slips (swap, substitution, deletion, insertion) is chosen for a whole run. The code
    # knows more of them and takes swaps if nothing is said. We ask about all four and keep the best. Both put
    # a slip anywhere in any word; we leave the first and the last letter, names and the small words alone.
    # Paper: at most 30 edited characters, made for long texts. Our limit is a share of the words.
    changes = Changes(noise, share=SHARE, articles=False)
    # Paper: the score of the tail is weighted by a parameter; the code takes the mean of head and tail, as we
    # do.
    method = Method(Untargeted(), by_importance(by_reading))
    return SearchBreaker(Spec("deepwordbug", {"share": SHARE}), task, method, changes, "character noise")
