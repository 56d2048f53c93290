"""Adaptive fakes: of those that other breakers make of a text, the one that may fool the chooser best.

A contextual bandit. Every fake is described by a few numbers (`change.py`); from the rounds of which it is
told what was chosen it learns which numbers fool the chooser, and it draws what it believes (`Belief`) anew
in every round, so that it goes on trying what may be better. What is not told teaches it nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from inspect import signature

from zellig.breakers.fakes.change import SIZE, change
from zellig.breakers.fakes.fake import CORPUS, FIELD, fakes, refuse_below
from zellig.breakers.promises import refuse_asking, refuse_other_tasks
from zellig.errors import ZelligError
from zellig.items import Item, Pair
from zellig.measures.belief import Belief
from zellig.performers import Breaker, Observation, See, Spec, Victim, derive_seed
from zellig.registry import lookup
from zellig.tasks import Task
from zellig.tasks.is_fake import IS_FAKE

NAME = "adaptive-fakes"
BREAKERS = ("char-ngram", "word-shuffle", "same-tag", "violate")
REFUSED = (NAME, "person")  # itself, and somebody who would be asked for what is thrown away
DRAWS = 3


class AdaptiveFakes:
    """Knows nothing at the start of a game, and then tries everything."""

    see: See = "nothing"

    def __init__(self, breakers: Sequence[Breaker], draws: int, corpus: str) -> None:
        names = [breaker.spec.name for breaker in breakers]
        self.spec = Spec(NAME, {"breakers": names, "draws": draws, "corpus": corpus})
        self._breakers, self._draws, self._corpus = breakers, draws, corpus
        self._belief = Belief(SIZE)

    def start(self, game_id: str, seed: int) -> None:
        """Forget everything."""
        self._belief = Belief(SIZE)

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """One pair, or none where no breaker makes any."""
        made: list[dict[str, str]] = [{} for _ in items]  # for each item its fakes, and what was done
        asked = [item for item in items for _ in range(self._draws)]
        for breaker in self._breakers:
            name = breaker.spec.name
            draws = [derive_seed(seed, name, str(n)) for seed in seeds for n in range(self._draws)]
            for number, pairs in enumerate(breaker.break_items(asked, draws, None)):
                for pair in pairs:
                    made[number // self._draws].setdefault(pair.modified.fields[FIELD], pair.phenomenon)
        return [self._best(item, found, seed) for item, found, seed in zip(items, made, seeds, strict=True)]

    def _best(self, item: Item, made: dict[str, str], seed: int) -> list[Pair]:
        text = item.fields[FIELD]
        weights = self._belief.draw(seed)
        worth = {fake: float(weights @ change(text, fake, self._corpus)) for fake in made if fake != text}
        if not worth:
            return []
        best = max(worth, key=lambda fake: worth[fake])
        return fakes(NAME, item, best, made[best])

    def observe(self, observations: Sequence[Observation]) -> None:
        """Learn from each round of which both the fake and the choice are told."""
        for each in observations:
            if each.fake is not None and each.choice is not None:
                numbers = change(each.texts[1 - each.fake], each.texts[each.fake], self._corpus)
                self._belief.learn(numbers, each.choice != each.fake)


def make(
    task: Task, *, breakers: Sequence[str] = (), draws: int = DRAWS, corpus: str = CORPUS
) -> AdaptiveFakes:
    """The breaker that picks from the fakes of others, which have the words of the corpus."""
    refuse_other_tasks(NAME, task, IS_FAKE)
    refuse_below(1, "draws", draws)
    return AdaptiveFakes([_made(name, corpus) for name in breakers or BREAKERS], draws, corpus)


def _made(name: str, corpus: str) -> Breaker:
    if name in REFUSED:
        raise ZelligError(f"{NAME} cannot pick from the fakes of {name!r}", remedy="Take it out.")
    factory = lookup("breakers", name)
    words = {"corpus": corpus} if "corpus" in signature(factory).parameters else {}
    breaker: Breaker = factory(IS_FAKE, **words)
    refuse_asking(breaker)
    return breaker
