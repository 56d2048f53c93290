"""The curator `person`: somebody at the terminal picks one of three texts."""

from __future__ import annotations

import random
from collections.abc import Sequence

from zellig.corpora import open_corpus
from zellig.curators.walk import read_texts
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.performers import Spec
from zellig.terminal import pick

CANDIDATES = 3


class Person:
    """Is shown a few texts of the corpus in every round."""

    def __init__(self, corpus: str, justification: str) -> None:
        open_corpus(corpus)  # refuses a wrong name at once
        self.spec = Spec("person", {"corpus": corpus, "justification": justification})
        self.justification = (
            justification or f"A person picked each text out of {CANDIDATES} and gave no reason."
        )
        self._corpus = corpus
        self._items: list[Item] = []

    def select(self, rounds: Sequence[str], seeds: Sequence[int]) -> list[Item]:
        """One question for each round; its seed decides what is shown."""
        self._items = self._items or read_texts(self._corpus)
        if not self._items:
            raise ZelligError(f"there is no text in {self._corpus}", remedy="Choose another corpus.")
        return [self._picked(seed) for seed in seeds]

    def _picked(self, seed: int) -> Item:
        shown = random.Random(seed).sample(self._items, min(CANDIDATES, len(self._items)))  # noqa: S311
        return shown[pick("Which text shall be played?", [item.fields["text"] for item in shown], {})]


def make(corpus: str, *, justification: str = "") -> Person:
    """The curator."""
    return Person(corpus, justification)
