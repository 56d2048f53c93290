"""One item as a search sees it: its words, what each may become, and what the system says about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from zellig.breakers.search.passage import Passage, State


@dataclass
class Problem:
    """A passage with the choices for every place that may be changed."""

    passage: Passage
    choices: Mapping[int, Sequence[str]]
    most: int  # words that may be changed
    value: float = 0.0  # how near the goal the unchanged text is
    weights: dict[int, float] = field(default_factory=dict)  # evidence of words, for systems that give it

    @property
    def name(self) -> str:
        """The id of the item."""
        return self.passage.item.id

    @property
    def places(self) -> list[int]:
        """Where something may be changed, in order."""
        return list(self.choices)

    def probes(self, word: str) -> list[State]:
        """The text with each place filled by this word, to see how important the place is."""
        start = self.passage.start
        return [self.passage.put(start, place, word, probe=True) for place in self.places]

    def ordered(self, importance: Iterable[float]) -> list[tuple[int, Sequence[str]]]:
        """The places with their choices, the most important first; ties in the order of the text."""
        ranked = sorted(zip(self.places, importance, strict=True), key=lambda entry: -entry[1])
        return [(place, self.choices[place]) for place, _ in ranked]

    def next_states(self, state: State, place: int, words: Iterable[str]) -> list[State]:
        """The texts with one more word changed."""
        return [self.passage.put(state, place, word) for word in words]
