"""The other jobs from Python: each gives a result with a table, and does what its command does."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

import zellig as zl
from helpers import sentiment_pair, write_contest
from restaurant import pipeline, reviews
from served import Server
from zellig.front.arena import PlayedArena
from zellig.front.contrast import evaluate_contrasts
from zellig.games.arena.transcript import FILE, rounds_of
from zellig.items import Item
from zellig.performers import Choice
from zellig.tasks import get_task
from zellig.transform.evaluation import ContrastSet


class FirstOne:
    """Takes the first text for the fake."""

    spec = zl.Spec("first-one")

    def choose(self, lineups: list[object], seeds: list[int]) -> list[Choice]:
        return [Choice(lineup.id, 0) for lineup in lineups]  # type: ignore[attr-defined]


def test_a_contrast_set_is_made_and_evaluated(tmp_path: Path) -> None:
    made = zl.contrast_set(reviews(), limit=20)
    assert made.counts.pairs == len(made.table()) > 0
    assert "<html" in made.report(tmp_path / "contrast.html").read_text(encoding="utf-8")
    found = made.evaluate(pipeline())
    everything = found.table().filter(found.table()["group"] == "all")
    assert everything["pairs"].to_list() == [made.counts.pairs]
    assert "passes" in repr(found)


def test_a_contest_is_read_and_scored(tmp_path: Path) -> None:
    pairs = [sentiment_pair(str(number)) for number in range(4)]
    answers = {"alpha": {pair.id: ("+1", "+1") for pair in pairs}}
    write_contest(tmp_path, {"carry on alpha": pairs}, answers)
    scored = zl.read_contest(tmp_path).score()
    assert scored.table()["broken"].to_list() == [4]
    assert scored.pairs()["broken.alpha"].to_list() == [True] * 4
    assert scored.report(tmp_path / "report.html").is_file()


def test_a_game_is_played_with_a_chooser_in_hand(tmp_path: Path) -> None:
    game = zl.arena(reviews(), breaker="word-shuffle", chooser=FirstOne(), rounds=30)
    played = game.play()
    assert "text = review" in " ".join(played.said)
    assert len(played.table()) == 30
    assert played.figures.rounds == 30
    assert set(played.table()["choice"]) == {0}
    assert "<html" in played.report(tmp_path / "game.html").read_text(encoding="utf-8")


def test_a_game_in_a_running_event_loop(served_chooser: Server, ended: None) -> None:
    async def cell() -> PlayedArena:
        return zl.arena(reviews(), breaker="word-shuffle", chooser=served_chooser.address, rounds=5).play()

    assert asyncio.run(cell()).figures.rounds == 5


def test_pairs_in_hand_are_checked() -> None:
    bad = sentiment_pair("2", ("+1", "+1"))
    wrong = zl.Pair(bad.id, bad.original, bad.modified, "flip")
    found = zl.check_pairs([sentiment_pair("1"), wrong], task="sentiment")
    assert [pair.id for pair in found.accepted] == ["1"]
    assert found.table().filter(found.table()["severity"] == "reject")["pair"].to_list() == ["2"]
    with pytest.raises(zl.ZelligError, match="no pair among them"):
        zl.check_pairs([], task="sentiment")


def test_a_gate_on_a_run_in_memory() -> None:
    model = pipeline()
    run = zl.break_systems(model, data=reviews(), breakers=["not-add"], limit=60)
    same = zl.gate(run, system=model, baseline=model)
    assert same
    assert same.decision.comparisons[0].no_longer_passed == 0
    worse = zl.gate(run, system=lambda texts: ["good"] * len(texts), min_passed=60)
    assert not worse
    assert "good" not in worse.decision.system  # it is called what the function is called


def test_a_model_is_not_said_to_be_swapped_for_what_many_pairs_say_of_few_originals() -> None:
    """Wrong about three of four originals, each in eight pairs: that is chance."""
    pairs = [sentiment_pair(f"{n}", original=f"{n % 4}") for n in range(32)]
    wrong = {pair.original.fields["text"] for pair in pairs if pair.original.id != "0"}
    decision = zl.gate(
        ContrastSet(get_task("sentiment"), pairs),
        system=lambda texts: ["bad" if text in wrong else "good" for text in texts],
        min_accuracy=0,
    )
    assert decision.decision.accuracy.hits == 1
    assert "swapped" not in " ".join(decision.said)


def test_evaluation() -> None:
    found = zl.evaluate(pipeline(), data=reviews())
    assert found.figures.items == 160
    assert found.table()["accuracy"][0] > 0.9


def test_importing_is_cheap_and_says_what_there_is() -> None:
    code = (
        "import sys, zellig as zl; "
        "heavy = {'numpy', 'polars', 'spacy', 'torch', 'sklearn'}; "
        "print(sorted(heavy & set(sys.modules)), 'break_systems' in dir(zl), hasattr(zl, 'nothing'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[0] == "[] True False"


def test_items_as_data() -> None:
    items = [Item(str(number), {"text": text}, ("+1",)) for number, text in enumerate(reviews().review[:8])]
    found = zl.evaluate(pipeline(), data=items)
    assert found.figures.items == 8


def test_break_retrain_and_compare_on_what_was_held_out() -> None:
    frame = reviews()
    frame = frame[frame.stars != 3]
    old = pipeline()
    run = zl.break_systems(old, data=reviews(), breakers=["not-add"])
    learnt = zl.retrain_with(run, held_out=0.3)
    held = {pair.original.fields["text"] for pair in learnt.held_out.pairs}
    assert held
    assert not held & set(learnt.texts)
    assert len(learnt.items) == len(learnt.table())
    texts = [*frame.review, *learnt.texts]
    labels = [*frame.stars.map({1: "-1", 5: "+1"}), *learnt.labels]
    new = pipeline().fit(texts, labels)
    decision = zl.gate(learnt.held_out, system={"new": new}["new"], baseline=old).decision
    assert decision.comparisons[0].difference > 0


def test_two_versions_side_by_side(tmp_path: Path) -> None:
    old, new = (
        zl.break_systems({"model": model}, data=reviews(), breakers=["not-add"], limit=40)
        for model in (lambda texts: ["good"] * len(texts), pipeline())
    )
    found = zl.compare(old, new)
    table = found.table()
    assert set(table["phenomenon"]) >= {"not-add"}
    assert found.compared.every.pairs == old.figures.pairs
    assert "passes" in repr(found)
    assert "<html" in found.report(tmp_path / "compare.html").read_text(encoding="utf-8")


def test_what_is_held_out_is_not_learnt_from_what_is_known_either() -> None:
    run = zl.break_systems(pipeline(), data=reviews(), breakers=["not-add"])
    learnt = zl.retrain_with(run, known=reviews(), held_out=0.3)
    held = {item.fields["text"] for pair in learnt.held_out.pairs for item in (pair.original, pair.modified)}
    assert held
    assert not held & set(learnt.texts)
    assert len(learnt.texts) == len(learnt.labels) == len(learnt.table())
    assert len(learnt.found.known) == 160 - len(
        {pair.original.fields["text"] for pair in learnt.held_out.pairs}
    )
    assert "left out: its text is in a pair that is held out" in repr(learnt)


def test_a_chooser_in_hand_that_is_not_asked_again_is_told(tmp_path: Path) -> None:
    first, again = (
        zl.arena(reviews(), breaker="word-shuffle", chooser=FirstOne(), rounds=5).play(out=tmp_path / "game")
        for _ in range(2)
    )
    assert "not asked again" not in " ".join(first.said)
    assert any(
        "was not asked again: this game was complete already" in each and "data" not in each
        for each in again.said
    )


OWN_SYSTEM = """
from zellig.items import Prediction
from zellig.performers import Spec

class Own:
    spec = Spec("own")

    def predict(self, items):
        return [Prediction(item.id, "+1") for item in items]
"""


class Always:
    """Gives one answer to everything."""

    def __init__(self, name: str, answer: str) -> None:
        self.spec, self.answer = zl.Spec(name), answer

    def predict(self, items: list[Item]) -> list[zl.Prediction]:
        return [zl.Prediction(item.id, self.answer) for item in items]


def test_systems_whose_names_end_alike_are_two_systems() -> None:
    found = zl.evaluate([Always("a/model", "+1"), Always("b/model", "-1")], data=reviews())
    assert list(found.figures.systems) == ["a/model", "b/model"]


def test_two_systems_of_one_name_are_refused(tmp_path: Path) -> None:
    pairs = ContrastSet(get_task("sentiment"), [sentiment_pair("1")])
    file = tmp_path / "own.py"
    file.write_text(OWN_SYSTEM, encoding="utf-8")
    for twice in ([f"py:{file}:Own"] * 2, [Always("a", "+1"), Always("a", "-1")]):
        with pytest.raises(zl.ZelligError, match="there are two systems"):
            zl.evaluate(twice, data=reviews())
        with pytest.raises(zl.ZelligError, match="there are two systems"):
            evaluate_contrasts(pairs, twice)


@pytest.mark.parametrize("choice", [("a", None), (2, None), (0, "very")])
def test_a_choice_that_is_none_costs_the_round(choice: tuple[object, object], tmp_path: Path) -> None:
    class Babbler(FirstOne):
        def choose(self, lineups: list[object], seeds: list[int]) -> list[Choice]:
            return [Choice(lineup.id, *choice) for lineup in lineups]  # type: ignore

    game = zl.arena(reviews(), breaker="word-shuffle", chooser=Babbler(), rounds=5)
    played = game.play(out=tmp_path / "game")
    assert played.table()["confidence"].is_null().all()
    assert [each.missing for each in rounds_of(tmp_path / "game" / FILE)] == [{"chooser": "garbled"}] * 5
