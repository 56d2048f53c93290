"""A search breaker: prepares items, lets the engine search, and makes pairs of what it finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zellig.breakers.promises import refuse_fakes
from zellig.breakers.search.constraints import Fits, Open, a_word, kept_words, no_function_word, no_name
from zellig.breakers.search.engine import Method, run
from zellig.breakers.search.passage import Passage, State, passages
from zellig.breakers.search.problem import Problem
from zellig.breakers.search.spaces import Space
from zellig.errors import ZelligError
from zellig.items import Item, Pair, Relation
from zellig.performers import Capability, See, Spec, Victim
from zellig.tasks import Task

CONTENT = (a_word, no_function_word, no_name)
GRADIENTS: frozenset[Capability] = frozenset({"explains", "gradients"})


@dataclass(frozen=True)
class Changes:
    """What may be changed: which words, into what, and which share of all words at most."""

    space: Space
    opens: tuple[Open, ...] = CONTENT
    fits: tuple[Fits, ...] = ()
    share: float = 1.0
    articles: bool = True  # does a new word decide between *a* and *an*? A misspelt one sounds as it did

    def problem(self, passage: Passage, task: Task, seed: int) -> Problem:
        """The places of a passage that may be changed, with their choices."""
        kept = kept_words(passage.item, task)
        choices = {}
        for place, word in enumerate(passage.words):
            if word.low not in kept and all(may(word) for may in self.opens):
                found = [new for new in self.space(word, seed) if all(fit(word, new) for fit in self.fits)]
                if found:
                    choices[place] = found
        most = max(1, int(self.share * len(passage.words)))
        return Problem(passage if self.articles else passage.with_fixed_articles(), choices, most)


class SearchBreaker:
    """Makes at most one pair from an item that the system answers right: the best text that was found."""

    see: See = "queries"
    promise: Relation = "same"

    def __init__(self, spec: Spec, task: Task, method: Method, changes: Changes, phenomenon: str) -> None:
        refuse_fakes(spec.name, task)
        self.spec, self.task, self.method = spec, task, method
        self.fields = task.editable
        self.needs: frozenset[Capability] = GRADIENTS if method.gradients else frozenset()
        self.changes, self._phenomenon = changes, phenomenon

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """One pair, or none where nothing is found or promised, or where the system is wrong already."""
        victim = self._checked(oracle)
        able = [place for place, item in enumerate(items) if self.promises(item)]
        problems = self.prepare([items[place] for place in able], [seeds[place] for place in able])
        made: list[list[Pair]] = [[] for _ in items]
        found = run(self.method, self.task, problems, victim)
        for place, problem, state in zip(able, problems, found, strict=True):
            if state is not None:
                made[place] = [self._pair(problem.passage, state)]
        return made

    def promises(self, item: Item) -> bool:
        """Can anything be promised about this item?"""
        return bool(item.accepted)

    def prepare(self, items: Sequence[Item], seeds: Sequence[int]) -> list[Problem]:
        """The items parsed, with what may be changed in them."""
        found = zip(passages(items, self.fields), seeds, strict=True)
        return [self.changes.problem(passage, self.task, seed) for passage, seed in found]

    def rationale(self, passage: Passage, state: State) -> str:
        """What was changed."""
        changed = (f"'{passage.words[place].text}' -> '{state.words[place]}'" for place in state.changed)
        return ", ".join(changed)

    def _pair(self, passage: Passage, state: State) -> Pair:
        name = f"{passage.item.id}-{self.spec.name}"
        accepted = self.task.promised(self.promise, passage.item.accepted)
        return Pair(
            id=name,
            original=passage.item,
            modified=passage.changed_item(passage.fields(state), name, accepted),
            promise=self.promise,
            phenomenon=self._phenomenon,
            rationale=self.rationale(passage, state),
            author=self.spec.name,
            lineage=(self.spec.name,),
        )

    def _checked(self, oracle: Victim | None) -> Victim:
        if oracle is None:
            raise ZelligError(
                f"{self.spec.name} asks the system that it is to break, and it was given none",
                remedy="Let it see queries, or take a breaker that needs to see nothing.",
            )
        if not self.needs <= oracle.capabilities:
            raise ZelligError(
                f"{self.spec.name} goes by gradients, and this system gives none",
                remedy="Take a neural system, or a breaker that only asks for answers.",
            )
        return oracle
