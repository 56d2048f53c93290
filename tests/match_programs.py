"""Programs that play matches in tests: they note all that they are told."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from match_night import TOSSUPS, tossup
from zellig.items import Item, Prediction
from zellig.performers import Hearing, History, Said, Spec

ANSWERS = {tossup(name).fields["text"]: name for name in TOSSUPS}


class Knowing:
    """A guesser that is the surer the more words of a question it has heard, and right from a word on."""

    probabilities = True

    def __init__(self, name: str = "knowing", from_word: int = 4, wrong: Sequence[str] = ()) -> None:
        self.spec = Spec(name)
        self.asked: list[Item] = []
        self._from, self._wrong = from_word, wrong

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        self.asked += items
        return [self._guess(item) for item in items]

    def _guess(self, item: Item) -> Prediction:
        text = item.fields["text"]
        words = len(text.split())
        known = next(
            (name for whole, name in ANSWERS.items() if whole.startswith(text)), text.rstrip(".")[-3:]
        )
        if words < self._from or known in self._wrong:
            return Prediction(item.id, "spoon", {"spoon": 0.6, "fork": 0.2})
        return Prediction(item.id, known, {known: min(0.95, words / 10), "spoon": 0.01})


class Sure:
    """A buzzer that notes what it is shown, and wants to be half sure."""

    spec = Spec("sure")

    def __init__(self, at: float = 0.7) -> None:
        self.at = at
        self.shown: list[History] = []

    def buzz(self, histories: Sequence[History], seeds: Sequence[int]) -> list[bool]:
        self.shown += histories
        return [each.steps[-1].guesses[0][1] >= self.at for each in histories]


class Player:
    """A program of its own, which writes down what it is told where MATCH_NOTES says."""

    spec = Spec("own-player", version="1")

    def __init__(self) -> None:
        self.told: list[Hearing] = []

    def play(self, hearings: Sequence[Hearing], seeds: Sequence[int]) -> list[Said]:
        self.told += hearings
        if notes := os.environ.get("MATCH_NOTES"):
            with Path(notes).open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(_plain(each)) + "\n" for each in hearings)
        return [Said(each.id, "river", 0.5, len(each.text.split()) >= 6) for each in hearings]


class Babbler:
    """Says what no program may say."""

    spec = Spec("babbler")

    def __init__(self, answer: Mapping[str, object]) -> None:
        self._answer = dict(answer)

    def play(self, hearings: Sequence[Hearing], seeds: Sequence[int]) -> list[Said]:
        return [Said(each.id, **self._answer) for each in hearings]  # type: ignore[arg-type]


PLAYER, GUESSER = Player(), Knowing()


def _plain(hearing: Hearing) -> dict[str, object]:
    return {"id": hearing.id, "text": hearing.text, "over": hearing.over, "turn": hearing.turn}
