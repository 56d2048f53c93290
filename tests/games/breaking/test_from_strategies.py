"""What strategies make to learn from, checked for its validity alone."""

from __future__ import annotations

import pytest

from zellig.breakers.strategies.strategy import Strategy
from zellig.errors import ZelligError
from zellig.games.breaking.from_strategies import Chosen, strategy_pairs
from zellig.items import Item

ITEMS = [
    Item("bread", {"premise": "A cook is baking bread.", "hypothesis": "A cook bakes."}, ("entailment",))
]
CHOSEN = Chosen("nli", ("nobody",), "neutral", 1)


def test_what_a_strategy_waives_does_not_speak_against_it() -> None:
    (made,) = strategy_pairs(CHOSEN, ITEMS)
    assert (len(made.pairs), made.doubted) == (1, 0)


def test_what_it_does_not_waive_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "zellig.games.breaking.from_strategies.faults_of",
        lambda pairs, *_, **__: [[("fluency", "odd")] for _ in pairs],
    )
    (made,) = strategy_pairs(CHOSEN, ITEMS)
    assert (len(made.pairs), made.doubted) == (0, 1)


def test_nobody_waives_what_cannot_be_waived(monkeypatch: pytest.MonkeyPatch) -> None:
    init = Strategy.__init__

    def greedy(self: Strategy, *given: str) -> None:
        init(self, *given)
        self.waives |= {"identical"}

    monkeypatch.setattr(Strategy, "__init__", greedy)
    with pytest.raises(ZelligError, match="identical"):
        list(strategy_pairs(CHOSEN, ITEMS))
