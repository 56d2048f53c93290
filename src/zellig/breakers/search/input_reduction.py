"""Input reduction (Feng, Wallace, Grissom, Iyyer, Rodriguez, Boyd-Graber 2018): words go, the answer stays.

Words are taken away one by one as long as the system answers as before. What is left often says nothing to a
reader, and yet the system is sure of its answer.

The promise is `not`: the right answer had its reasons in words that are gone, so it is right no longer, and
every other answer is accepted. That only holds if what is left says nothing: no noun, verb, adjective or
adverb and no negation. And where nothing is said, a neutral answer is right, so items with a neutral answer
are left alone.
"""

from __future__ import annotations

from zellig.breakers.promises import refuse_other_tasks
from zellig.breakers.search.breaker import Changes, SearchBreaker
from zellig.breakers.search.constraints import no_function_word
from zellig.breakers.search.engine import Method
from zellig.breakers.search.goals import Reduction
from zellig.breakers.search.passage import Passage, State, Word
from zellig.breakers.search.problem import Problem
from zellig.breakers.search.rankings import Steps
from zellig.breakers.search.spaces import deletion
from zellig.items import Item, Relation
from zellig.language.words import word_list
from zellig.performers import Spec
from zellig.tasks import Task, get_task

NEUTRAL = {"sentiment": "0", "nli": "neutral"}  # the right answer where nothing is said
REDUCED = {"sentiment": ("text",), "nli": ("hypothesis",)}  # as in the paper: the premise stays


class InputReduction(SearchBreaker):
    """Makes a pair of an item and the fewest words of it that still get its answer."""

    promise: Relation = "not"
    waives = frozenset({"agreement", "parse", "fluency", "large-edit"})  # what is left says nothing

    def promises(self, item: Item) -> bool:
        """The item has a right answer, and it is not the neutral one."""
        return bool(item.accepted) and NEUTRAL[self.task.name] not in item.accepted

    def rationale(self, passage: Passage, state: State) -> str:
        """What is left."""
        return f"what is left says nothing: {' '.join(word for word in state.words if word)!r}"


def make(task: Task) -> SearchBreaker:
    """The breaker for a task; refuses one where it is not known what is right if nothing is said."""
    refuse_other_tasks("input-reduction", task, *map(get_task, NEUTRAL))
    method = Method(Reduction(), shrink)
    changes = Changes(deletion, opens=())
    breaker = InputReduction(Spec("input-reduction"), task, method, changes, "reduction")
    breaker.fields = REDUCED[task.name]
    return breaker


def shrink(problem: Problem) -> Steps:
    """Take one word after the other; a text in which a word still speaks is no candidate.

    Paper: the word with the least gradient goes, with a beam of five; AllenNLP's code has a beam of three. We
    ask what the answer is without each word, which is what the gradient stands for, and follow one text: a
    beam asks so many times more and finds what is a word shorter. Words that speak go first if the answer
    stays, for they have to go anyway.
    """
    passage = problem.passage
    speaking = {place for place, word in enumerate(passage.words) if speaks(word)}
    state = passage.start
    for _ in range(len(passage.words) - 1):
        left = [place for place in problem.places if state.words[place]]
        states = [_without(passage, state, place, speaking) for place in left]
        scores = yield states
        order = sorted(
            (len(speaking.difference(shorter.changed)), -score.value, number)
            for number, (shorter, score) in enumerate(zip(states, scores, strict=True))
            if score.reached
        )
        if not order:
            return
        state = states[order[0][2]]


def speaks(word: Word) -> bool:
    """Does a word say anything when it stands alone?"""
    content = any(map(str.isalnum, word.text)) and no_function_word(word)
    return content or word.low in word_list("negatives")


def _without(passage: Passage, state: State, place: int, speaking: set[int]) -> State:
    shorter = passage.put(state, place, "")
    return shorter._replace(probe=not speaking.issubset(shorter.changed))
