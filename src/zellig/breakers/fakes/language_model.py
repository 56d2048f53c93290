"""The language-model breaker in the arena (Smith 2012, equation 2): the most probable text near the real one.

The search is that of `zellig.breakers.language_model`; here every word may go.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from zellig.breakers.fakes.fake import CORPUS, FIELD, fakes, refuse_below
from zellig.breakers.language_model import DISTANCE, Ngrams, TextModel, any_word, most_probable
from zellig.breakers.search.passage import passages
from zellig.items import Item, Pair
from zellig.language.ngrams import load_ngrams
from zellig.performers import See, Spec, Victim


class MostProbable:
    """Makes the most probable text within a distance; chance plays no part."""

    see: See = "nothing"

    def __init__(self, name: str, distance: int, corpus: str, model: Callable[[], TextModel]) -> None:
        refuse_below(1, "distance", distance)
        self.spec = Spec(name, {"distance": distance, "corpus": corpus})
        self._distance, self._model, self._choices = distance, model, any_word(corpus)

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """One pair, or none for a text without a word."""
        made = []
        for passage in passages(items, (FIELD,)):
            state = most_probable(passage, self._model(), self._choices, self._distance)
            text = None if state is None else passage.fields(state)[0]
            made.append(fakes(self.spec.name, passage.item, text, "language model"))
        return made


def with_ngrams(*, distance: int = DISTANCE, corpus: str = CORPUS) -> MostProbable:
    """The breaker with the trigrams of a corpus."""
    return MostProbable("language-model", distance, corpus, lambda: Ngrams(load_ngrams(corpus)))


def with_smollm2(*, distance: int = DISTANCE, corpus: str = CORPUS) -> MostProbable:
    """The breaker with SmolLM2; the words that it chooses among are those of a corpus."""
    from zellig.language.language_model import load_language_model

    return MostProbable("language-model-smollm2", distance, corpus, load_language_model)
