"""The curator `adaptive-texts`: of a few texts the one whose fake the chooser is likeliest to name.

A contextual bandit. A text is described by a few numbers (`text_numbers.py`); from the rounds of which it is
told what came of them it learns with which numbers the chooser is right, and it draws what it believes
(`Belief`) anew in every round, so that it goes on trying what may be better.
"""

from __future__ import annotations

from collections.abc import Sequence

from zellig.curators.text_numbers import TextNumbers, known_of
from zellig.curators.walk import Walk
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.measures.belief import Belief
from zellig.performers import Observation, Spec

NAME = "adaptive-texts"
POOL = 8


class AdaptiveTexts(Walk):
    """Knows nothing at the start of a game, and then picks by chance.

    Every round has texts of its own to pick from, the next ones of the walk: so none comes twice before the
    walk begins again, and which ones they are does not depend on what was picked before.
    """

    def __init__(self, spec: Spec, justification: str, corpus: str, pool: int) -> None:
        super().__init__(spec, justification, corpus)
        self._pool = pool
        self._numbers: TextNumbers | None = None

    def start(self, game_id: str, seed: int) -> None:
        """Forget everything, and begin another walk."""
        super().start(game_id, seed)
        self._belief: Belief | None = None

    def select(self, rounds: Sequence[str], seeds: Sequence[int]) -> list[Item]:
        """Of the texts of each round the best by what is believed."""
        return [self._picked(int(each), seed) for each, seed in zip(rounds, seeds, strict=True)]

    def _picked(self, number: int, seed: int) -> Item:
        first = number * self._pool
        items = [self._item(place) for place in range(first, first + self._pool)]
        numbers, belief = self._ready()
        weights = belief.draw(seed)
        return max(items, key=lambda item: float(weights @ numbers.of(item.fields["text"], known_of(item))))

    def observe(self, observations: Sequence[Observation]) -> None:
        """Learn from each round of which both the fake and the choice are told."""
        numbers, belief = self._ready()
        for each in observations:
            if each.fake is not None and each.choice is not None:
                found = numbers.of(each.texts[1 - each.fake], each.metadata)
                belief.learn(found, each.choice == each.fake)

    def _ready(self) -> tuple[TextNumbers, Belief]:
        """What needs the corpus, which is read when the first text is looked for."""
        self._look_ahead(0)
        self._numbers = self._numbers or TextNumbers(self._all)
        self._belief = self._belief or Belief(self._numbers.size)
        return self._numbers, self._belief


def make(corpus: str, *, pool: int = POOL, justification: str = "") -> AdaptiveTexts:
    """The curator; `pool` is how many texts it picks one from."""
    if pool < 1:
        raise ZelligError(f"a pool of {pool} items is empty", remedy="Give a number from 1.")
    spec = Spec(NAME, {"corpus": corpus, "pool": pool, "justification": justification})
    why = (
        f"Of every {pool} texts the one of which the chooser is likeliest to name the fake, by what was told "
        "of earlier rounds."
    )
    return AdaptiveTexts(spec, why, corpus, pool)
