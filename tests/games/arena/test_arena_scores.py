"""What is counted: groups, rounds without a fake, perplexity."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import pytest

from arena_performers import here, make_rules, played
from zellig.games.arena.figures import Figures
from zellig.games.arena.scores import MOST_VALUES
from zellig.items import Item, write_records
from zellig.performers import Choice, Lineup, Spec

pytestmark = pytest.mark.usefixtures("tests_on_the_path")

TEXT = "The ferry left at dawn ."
WORDS = 7  # and the end of the text


def with_phenomena(folder: Path, count: int) -> Figures:
    """A game in which every round shows another phenomenon."""
    items = [
        Item(str(n), {"text": f"The ferry number {n} left ."}, ("+1",), {"phenomenon": f"kind {n}"})
        for n in range(count)
    ]
    write_records(folder / "many.jsonl", Item, items, "sentiment")
    corpus = {"name": f"items:{folder / 'many.jsonl'}"}
    return played(make_rules(folder, rounds=count, corpus=corpus), folder / f"game{count}")[0]


def test_the_67_phenomena_of_a_known_corpus_have_their_table(tmp_path: Path) -> None:
    figures = with_phenomena(tmp_path, 67)
    assert len(figures.by["phenomenon"]) == 67
    assert figures.ungrouped == ()


def test_what_has_too_many_values_is_named(tmp_path: Path) -> None:
    figures = with_phenomena(tmp_path, MOST_VALUES + 1)
    assert "phenomenon" not in figures.by
    assert figures.ungrouped == ("phenomenon",)
    assert figures.by["label"]["+1"].rounds == MOST_VALUES + 1


class Modelled:
    """Goes by a model that finds a text as improbable as it is told to."""

    def __init__(self, real: float, fake: float) -> None:
        self.spec = Spec("modelled", {"real": real, "fake": fake})
        self._losses = {True: real * WORDS, False: fake * WORDS}

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        found = []
        for lineup in lineups:
            first, second = (self._losses[text.startswith("The")] for text in lineup.texts)
            found.append(Choice(lineup.id, 0 if first > second else 1, losses=(first, second)))
        return found


def modelled(*, real: float, fake: float) -> Modelled:
    return Modelled(real, fake)


@pytest.mark.parametrize("share", [0.0, 0.5])
def test_perplexity_is_of_a_word_of_the_texts_that_were_shown(
    share: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    write_records(tmp_path / "one.jsonl", Item, [Item("1", {"text": TEXT})], "sentiment")
    rules = make_rules(
        tmp_path,
        corpus={"name": f"items:{tmp_path / 'one.jsonl'}"},
        breaker=here("Mixed") if share else here("Reverser"),
        chooser={"name": f"py:{__name__}:modelled", "real": 2.0, "fake": 3.0, "isolated": False},
        rounds=30,
    )
    figures, rounds = played(rules, tmp_path / "game")
    assert figures.perplexity is not None
    assert (
        figures.perplexity.rounds == 30 - figures.no_fake == sum(each.losses is not None for each in rounds)
    )
    assert (figures.no_fake > 0) is (share > 0)
    assert figures.perplexity.real == pytest.approx(math.exp(2), abs=1e-3)
    assert figures.perplexity.fake == pytest.approx(math.exp(3), abs=1e-3)


@pytest.mark.parametrize("wrong", [math.nan, math.inf, 1e300])
def test_losses_that_are_of_no_model_are_not_believed(
    wrong: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena_performers.Sharp.choose", Modelled(wrong, wrong).choose)
    figures, rounds = played(make_rules(tmp_path, rounds=4), tmp_path / "game")
    assert figures.perplexity is None
    assert len(rounds) == 4


def test_a_chooser_without_a_model_has_no_perplexity(tmp_path: Path) -> None:
    assert played(make_rules(tmp_path), tmp_path / "game")[0].perplexity is None
