"""Training from Python: what has learnt is a model, or a breaker, like any other."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path

import pytest
from sklearn.pipeline import Pipeline

import zellig as zl
from restaurant import reviews
from zellig.breakers.q_learning import learning
from zellig.front.trained import TrainedSystem
from zellig.systems.card import CARD
from zellig.systems.training import train_system

LEARNT, UNSEEN = reviews()[::2], reviews()[1::2]


def test_it_goes_where_a_model_goes(bag: TrainedSystem, model: Pipeline) -> None:
    found = zl.evaluate({"mine": model, "theirs": bag}, data=UNSEEN)
    assert list(found.figures.systems) == ["mine", "theirs"]
    assert found.figures.systems["theirs"].overlap == 0
    run = zl.break_systems(bag, data=UNSEEN, breakers=["not-add"], limit=4)
    assert run.contest.systems == ["bag-of-ngrams"]
    assert zl.gate(run, system=bag, baseline=model).decision.system == "bag-of-ngrams"


def test_how_it_got_on_is_kept(bag: TrainedSystem) -> None:
    assert bag.table()["step"].to_list() == [1, 2]
    assert bag.best_accuracy == bag.table()["accuracy"].max()
    assert "bag-of-ngrams has learnt sentiment from data; best accuracy on dev: " in repr(bag)
    assert bag.folder is None
    assert any("text = review" in sentence for sentence in bag.said)


def test_texts_that_it_has_learnt_are_told_as_long_as_it_is_there() -> None:
    system = zl.train("bag-of-ngrams", data=LEARNT, config={"order": 1, "passes": 1}).system
    gc.collect()
    with pytest.raises(zl.ZelligError, match="80 of 80 items are texts that"):
        zl.evaluate(system, data=LEARNT)


def test_a_folder_is_that_of_the_command(bag: TrainedSystem, tmp_path: Path) -> None:
    LEARNT.to_csv(tmp_path / "learnt.csv", index=False)
    named = zl.train("bag-of-ngrams", data=tmp_path / "learnt.csv", seed=3, out=tmp_path / "bag")
    assert (tmp_path / "bag" / CARD).is_file()
    assert named.table().columns == ["step", "accuracy"]
    written = (tmp_path / "bag" / CARD).stat().st_mtime_ns
    again = train_system("bag-of-ngrams", str(tmp_path / "learnt.csv"), tmp_path / "bag", seed=3)
    assert again == named.card
    assert (tmp_path / "bag" / CARD).stat().st_mtime_ns == written
    with pytest.raises(zl.ZelligError, match="holds another system"):
        zl.train("bag-of-ngrams", data=LEARNT, out=tmp_path / "bag")


def test_settings_in_hand_are_those_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("order = 1\npasses = 1\n")
    cards = [
        zl.train("bag-of-ngrams", data=LEARNT, config=config).card
        for config in (tmp_path / "config.toml", {"order": 1, "passes": 1})
    ]
    assert cards[0] == cards[1]
    assert cards[0].spec.params["order"] == 1


def test_a_breaker_that_has_learnt_is_one_among_breakers(model: Pipeline, tmp_path: Path) -> None:
    learnt = zl.train_breaker(model, data=UNSEEN[:12], out=tmp_path / "q")
    assert repr(learnt) == "q-breaker has learnt to break LogisticRegression on data"
    assert len(learnt.table()) == len(learnt.saved.weights)
    breakers = [learnt, tmp_path / "q"]
    runs = [zl.break_systems(model, data=LEARNT, breakers=each, limit=4, budget=30) for each in breakers]
    in_hand, by_name = (run.table()["modified_text"].to_list() for run in runs)
    assert in_hand == by_name


def test_a_breaker_of_another_victim_is_not_handed_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "EPOCHS", 1)
    words = {"good": "+1", "bad": "-1", "charming": "+1", "dreadful": "-1"}
    data = [{"text": f"This is a {word} film about the city.", "label": words[word]} for word in words]
    swapped = [row | {"label": {"+1": "-1", "-1": "+1"}[row["label"]]} for row in data]

    def knowing(word: str) -> Callable[[list[str]], list[str]]:
        def model(texts: list[str]) -> list[str]:
            return ["+1" if word in text else "-1" for text in texts]

        return model

    zl.train_breaker(knowing("good"), data=data, task="sentiment", out=tmp_path / "q")
    with pytest.raises(zl.ZelligError, match="whether that is this one cannot be told"):
        zl.train_breaker(knowing("bad"), data=data, task="sentiment", out=tmp_path / "q")
    one, other = (zl.train("bag-of-ngrams", data=each, task="sentiment") for each in (data, swapped))
    first = zl.train_breaker(one, data=data, task="sentiment", out=tmp_path / "bag")
    assert zl.train_breaker(one, data=data, task="sentiment", out=tmp_path / "bag").saved == first.saved
    with pytest.raises(zl.ZelligError, match="this folder holds another breaker"):
        zl.train_breaker(other, data=data, task="sentiment", out=tmp_path / "bag")


def test_a_breaker_is_not_trained_as_a_system() -> None:
    with pytest.raises(zl.ZelligError, match="q-breaker is a breaker"):
        zl.train("q-breaker", data=LEARNT)
