"""Small systems for pairs, which go by single words: what they say changes under a writer's hands."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.items import Item, Prediction
from zellig.performers import Spec


class ByWord:
    """Gives one answer where a word is in a field, and another one elsewhere; it does not say why."""

    def __init__(self, name: str, field: str, word: str, there: str, else_: str) -> None:
        self.spec = Spec(name)
        self._field, self._word, self._there, self._else = field, word, there, else_

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        return [self._answer(item) for item in items]

    def _answer(self, item: Item) -> Prediction:
        found = self._word in item.fields[self._field].lower().split()
        best, other = (self._there, self._else) if found else (self._else, self._there)
        return Prediction(item.id, best, {best: 0.8, other: 0.2})


class BeforeThePredicate:
    """Answers every question with what stands before the predicate."""

    spec = Spec("before")

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        return [Prediction(item.id, self._answer(item)) for item in items]

    def _answer(self, item: Item) -> str:
        sentence, predicate = item.fields["sentence"], item.fields["predicate"]
        return sentence.partition(f" {predicate}")[0]


class LastWords:
    """Answers every question with the last two words."""

    spec = Spec("last")

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        return [
            Prediction(item.id, " ".join(item.fields["sentence"].rstrip(".").split()[-2:])) for item in items
        ]


gloomy = ByWord("gloomy", "text", "not", "-1", "+1")
denying = ByWord("denying", "hypothesis", "not", "contradiction", "entailment")
doubtful = ByWord("doubtful", "hypothesis", "perhaps", "neutral", "entailment")
before = BeforeThePredicate()
last = LastWords()
