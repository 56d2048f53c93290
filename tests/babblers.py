"""Text that would steer a terminal or be taken for markup, and performers that say it."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.items import Item, Pair, Prediction
from zellig.performers import Choice, Hearing, Lineup, Said, Spec

MARKUP = "[bold]x[/bold]"  # as long as this is seen, nothing took it for markup
STEERING = "[/nope]:smile:\x1b]0;pwned\x07\x1b[2J\x9b31m\u202e\u2028\nforged"
TEXT = MARKUP + STEERING
HALF = "\udce9"  # of a character: what Python makes of a byte that is not UTF-8


class System:
    __doc__ = f"Answers. {TEXT}"
    spec = Spec(TEXT, {TEXT: TEXT}, TEXT)
    task = "sentiment"
    labels = ("-1", "+1")

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        return [Prediction(item.id, "+1") for item in items]


class Odd(System):
    """Gives an answer that is none."""

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        return [Prediction(item.id, HALF + TEXT) for item in items]


class Failing(System):
    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        raise ValueError(HALF + TEXT)


class FailingGuesser(Failing):
    """The same for questions."""

    task = "quiz"


class Half(System):
    """Has a name that cannot be written."""

    spec = Spec(HALF + TEXT)


class Breaker:
    see = "nothing"
    spec = Spec(TEXT)

    def break_items(self, items: Sequence[Item], seeds: Sequence[int], oracle: object) -> list[list[Pair]]:
        changed = [Item(item.id, {"text": f"{item.fields['text']} {TEXT}"}) for item in items]
        return [
            [Pair(f"{item.id}-{TEXT}", item, other, "not", phenomenon=TEXT)]
            for item, other in zip(items, changed, strict=True)
        ]


class Chooser:
    spec = Spec(TEXT)

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        return [Choice(lineup.id, 0, 0.5) for lineup in lineups]


class Player:
    """Plays matches, and says what steers a terminal."""

    spec = Spec(TEXT)

    def play(self, hearings: Sequence[Hearing], seeds: Sequence[int]) -> list[Said]:
        return [Said(each.id, TEXT, 1.0, True) for each in hearings]


class FailingChooser(Chooser):
    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        raise ValueError(HALF + TEXT)
