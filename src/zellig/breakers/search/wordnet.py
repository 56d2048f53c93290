"""The plain search breakers: WordNet's synonyms, the usual searches, no paper of their own.

A word gives way to one that shares a sense with it, as the part of speech it is tagged with and in its form.
The first senses are the usual ones: fewer of them make fewer pairs, and more of the pairs are sound.
"""

from __future__ import annotations

from zellig.breakers.search.breaker import Changes, SearchBreaker
from zellig.breakers.search.constraints import same_direction
from zellig.breakers.search.engine import Method
from zellig.breakers.search.goals import Untargeted
from zellig.breakers.search.rankings import by_deletion
from zellig.breakers.search.searches import Search, beam, best_first, by_importance
from zellig.breakers.search.spaces import wordnet
from zellig.performers import Spec
from zellig.tasks import Task

WIDTH = 4
ROUNDS = 20
SENSES = 1
SHARE = 0.4  # of the words


def greedy(task: Task) -> SearchBreaker:
    """WordNet's synonyms, greedy: the words are ranked by what their deletion does, and replaced in order."""
    return _breaker("wordnet-greedy", task, by_importance(by_deletion))


def full_greedy(task: Task) -> SearchBreaker:
    """WordNet's synonyms, full greedy: the best of all changes is made, then the best of the rest."""
    return _breaker("wordnet-full-greedy", task, beam(1))


def beam_of_texts(task: Task) -> SearchBreaker:
    """WordNet's synonyms, beam: full greedy with the best few texts."""
    return _breaker("wordnet-beam", task, beam(WIDTH), width=WIDTH)


def best_text_first(task: Task) -> SearchBreaker:
    """WordNet's synonyms, best first: the best text so far is changed next, whatever its changes."""
    return _breaker("wordnet-best-first", task, best_first(ROUNDS), rounds=ROUNDS)


def _breaker(name: str, task: Task, search: Search, **settings: int) -> SearchBreaker:
    changes = Changes(wordnet(SENSES), fits=(same_direction,), share=SHARE)
    spec = Spec(name, {"senses": SENSES, "share": SHARE, **settings})
    return SearchBreaker(spec, task, Method(Untargeted(), search), changes, "synonyms")
