"""What a run tells of its progress: one bar a step, and each ends full."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from zellig.games.breaking import Breaking, Plan, play
from zellig.items import Item, Pair, Prediction, write_records
from zellig.own_objects import handed_over
from zellig.performers import Spec, Victim


class Glad:
    """Praises all."""

    spec = Spec("glad")

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        return [Prediction(item.id, "+1", {"+1": 0.75, "-1": 0.25}) for item in items]


class Denier:
    """Adds a word."""

    see = "nothing"

    def __init__(self, name: str) -> None:
        self.spec = Spec(name)

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        return [[self._pair(item)] for item in items]

    def _pair(self, item: Item) -> Pair:
        name = f"{item.id}-{self.spec.name}"
        text = item.fields["text"].replace("good", f"not good, {self.spec.name},")
        return Pair(
            name, item, Item(name, {"text": text}, ("-1",)), "flip", self.spec.name, author=self.spec.name
        )


def test_every_step_has_one_bar_that_ends_full(tmp_path: Path) -> None:
    items = [Item(str(n), {"text": f"The soup is good {n}."}, ("+1",)) for n in range(5)]
    write_records(tmp_path / "items.jsonl", Item, items, "sentiment")
    told: dict[str, tuple[int, int]] = {}

    def progress(what: str, done: int, total: int) -> None:
        assert done >= told.get(what, (0, 0))[0]  # a bar does not go back
        told[what] = done, total

    plan = Plan("sentiment", f"items:{tmp_path / 'items.jsonl'}", ("here:glad",), ("here:no", "here:never"))
    with handed_over({"glad": Glad(), "no": Denier("no"), "never": Denier("never")}):
        played = play(Breaking(plan, tmp_path / "run", tmp_path / "cache", progress))
        assert set(told) == {"glad answers originals", "pairs are made", "glad answers pairs"}
        assert all(done == total > 0 for done, total in told.values())
        told.clear()
        again = play(Breaking(plan, tmp_path / "run", tmp_path / "cache", progress))
    assert all(done == total > 0 for done, total in told.values())
    assert played.contest.confidences["glad"]["no"].modified == [0.75] * 5
    assert again.contest.confidences == played.contest.confidences
