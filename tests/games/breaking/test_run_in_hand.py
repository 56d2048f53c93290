"""A run of objects in hand: what would be counted wrong is refused, left out or said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import zellig as zl
from zellig.errors import ZelligError
from zellig.items import Item, Pair, write_records
from zellig.performers import Evidence, Span, Victim
from zellig.systems.loading import load_system
from zellig.systems.training import train_system
from zellig.tasks import get_task
from zellig.transform.evaluation import ContrastSet


class Ender:
    """Puts a sentence at the end of every text."""

    spec = zl.Spec("ender")
    see = "nothing"

    def __init__(self, sentence: str = "We left.") -> None:
        self.sentence = sentence

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        return [
            [
                Pair(
                    f"{item.id}-end",
                    item,
                    Item(f"{item.id}-end", {"text": f"{item.fields['text']} {self.sentence}"}, item.accepted),
                    "same",
                    "ending",
                )
            ]
            for item in items
        ]


def reader(texts: Sequence[str]) -> list[str]:
    return ["negative" if "bad" in text else "positive" for text in texts]


def meals(number: int = 24) -> list[Item]:
    return [
        Item(f"{n}", {"text": f"Meal {n} was {'good' if n % 2 else 'bad'}."}, ("+1" if n % 2 else "-1",))
        for n in range(number)
    ]


def run_of(model: Any = reader, *, data: Any = None, **options: Any) -> Any:
    breakers = options.pop("breakers", [Ender()])
    return zl.break_systems(
        {"m": model}, data=data or meals(), task="sentiment", breakers=breakers, **options
    )


def one_id_in_hand(folder: Path) -> dict[str, Any]:
    return {"data": [Item("1", {"text": "It was good."}, ("+1",)), Item("1", {"text": "Bad."}, ("-1",))]}


def one_id_in_a_file(folder: Path) -> dict[str, Any]:
    (folder / "x.csv").write_text("user,text,label\n1,It was good.,positive\n1,It was bad.,negative\n")
    return {"data": str(folder / "x.csv"), "mapping": {"id": "user"}}


@pytest.mark.parametrize("given", [one_id_in_hand, one_id_in_a_file])
def test_two_texts_with_one_id_are_refused(given: Callable[[Path], dict[str, Any]], tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match="two different texts have the id '1'"):
        run_of(**given(tmp_path))
    with pytest.raises(ZelligError, match="two different texts have the id '1'"):
        run_of(dev=one_id_in_hand(tmp_path)["data"])


def test_a_run_with_nothing_to_explain_is_not_called_edited(tmp_path: Path) -> None:
    class Explains:
        spec = zl.Spec("explains")
        asked = 0

        def predict(self, items: Sequence[Item]) -> list[zl.Prediction]:
            return [zl.Prediction(item.id, "+1") for item in items]

        def explain(self, items: Sequence[Item]) -> list[Evidence]:
            self.asked += 1
            if self.asked == 1:
                raise RuntimeError("no memory left")
            return [Evidence(item.id, "+1", "weights", (Span("text", 0, 4, 0.5),)) for item in items]

    explains = Explains()
    said = [run_of(explains, out=tmp_path / "run").said for _ in range(3)]
    assert "the report does not say why" in " ".join(said[0])
    assert "edited" not in " ".join(said[1] + said[2])


def test_a_changed_model_is_found_wherever_it_changed(tmp_path: Path) -> None:
    """It answers the first twenty originals as before."""
    texts = [f"Visit {n}: the meal was {'good' if n < 30 else 'bad'}." for n in range(60)]
    data = (texts, ["positive"] * 30 + ["negative"] * 30)
    run_of(lambda texts: ["positive"] * len(texts), data=data, out=tmp_path / "run")
    said = run_of(reader, data=data, out=tmp_path / "run").said
    assert any("originals differently from when this run was begun" in each for each in said)
    assert any("this run was complete already" in each for each in said)


def test_a_changed_breaker_is_found(tmp_path: Path) -> None:
    first = run_of(out=tmp_path / "run")
    same = run_of(out=tmp_path / "run")
    assert "other pairs" not in " ".join(same.said)
    said = run_of(breakers=[Ender("It rained.")], out=tmp_path / "run").said
    assert any("ender makes other pairs now than when this run was begun" in each for each in said)
    assert len(first.table()) == 24


def test_a_file_of_answers_in_hand_is_refused_where_one_id_has_two_texts(tmp_path: Path) -> None:
    answers = [zl.Prediction("1", "+1"), zl.Prediction("1m", "-1"), zl.Prediction("2m", "+1")]
    write_records(tmp_path / "said.jsonl", zl.Prediction, answers, "sentiment")
    pairs = [
        Pair(f"p{n}", Item("1", {"text": one}, ("+1",)), Item(f"{n}m", {"text": other}, ("-1",)), "flip", "x")
        for n, one, other in [(1, "A good film.", "A bad film."), (2, "A lovely one.", "A dreadful one.")]
    ]
    in_hand = load_system(f"file:{tmp_path}/said.jsonl")
    with pytest.raises(ZelligError, match="the item '1' is one text here and another there"):
        zl.gate(ContrastSet(get_task("sentiment"), pairs), system=in_hand, min_passed=10)
    answers = [zl.Prediction(item.id, "+1") for item in meals()]
    write_records(tmp_path / "said.jsonl", zl.Prediction, answers, "sentiment")
    with pytest.raises(ZelligError, match="the item '0' is one text here and another there"):
        run_of(
            load_system(f"file:{tmp_path}/said.jsonl"), dev=[Item("0", {"text": "Tea was cold."}, ("-1",))]
        )


def test_a_trained_system_in_hand_is_refused_on_what_it_learnt(tmp_path: Path) -> None:
    write_records(tmp_path / "items.jsonl", Item, meals(), "sentiment")
    train_system("bag-of-ngrams", f"items:{tmp_path}/items.jsonl", tmp_path / "bag")
    bag = load_system(str(tmp_path / "bag"))
    with pytest.raises(ZelligError, match=r"24 of 24 items are texts that .*bag was trained on"):
        run_of(bag)
    with pytest.raises(ZelligError, match=r"24 of 24 items are texts that .*bag was trained on"):
        zl.evaluate(bag, data=meals())
    run = run_of(bag, allow_overlap=True)
    with pytest.raises(ZelligError, match=r"24 of 48 items are texts that .*bag was trained on"):
        zl.gate(ContrastSet(get_task("sentiment"), list(run.contest.pairs)), system=bag, min_passed=10)


def test_a_run_that_crashed_at_once_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    def crashing(texts: Sequence[str]) -> list[str]:
        if out.exists():  # before, it was asked what its labels are
            raise ValueError("out of memory")
        return reader(texts)

    out = tmp_path / "run"
    with pytest.raises(ZelligError, match="out of memory"):
        run_of(crashing, out=out)
    with pytest.raises(ZelligError, match=r"not finished.*there are no pairs"):
        zl.gate(out, system=reader, min_passed=1)
    other = run_of(reader, out=out, seed=8)
    assert other.scores is not None
    kept = (out / "scores.json").read_bytes()
    with pytest.raises(ZelligError, match="holds another run: it has seed = 8, and this one has 2017"):
        run_of(reader, out=out)
    assert (out / "scores.json").read_bytes() == kept


def test_a_run_that_crashed_on_its_pairs_is_taken_up_or_refused(tmp_path: Path) -> None:
    def on_originals(texts: Sequence[str]) -> list[str]:
        if any("We left." in text for text in texts) and not (tmp_path / "mended").exists():
            raise KeyboardInterrupt
        return reader(texts)

    out = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        run_of(on_originals, out=out)
    assert not (out / "scores.json").exists()
    with pytest.raises(ZelligError, match="not finished"):
        zl.gate(out, system=reader, min_passed=1)
    with pytest.raises(ZelligError, match="holds another run: its items are others"):
        run_of(on_originals, data=meals(10), out=out)
    (tmp_path / "mended").touch()
    run = run_of(on_originals, out=out)
    assert run.figures.pairs == 24
