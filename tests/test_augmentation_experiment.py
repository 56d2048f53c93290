"""The parts of the augmentation experiment, and its tables, on made-up items."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from conftest import ROOT
from zellig.items import Item, Pair, Prediction
from zellig.performers import Spec


class Constant:
    """Says the same to everything."""

    spec = Spec("constant")

    def predict(self, items: list[Item]) -> list[Prediction]:
        return [Prediction(item.id, "neutral") for item in items]


@pytest.fixture
def experiment(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    return importlib.import_module("augmentation")


def items(number: int) -> list[Item]:
    """Three hypotheses for each premise, in three rounds; some premises differ in case and stops only."""
    labels = ("entailment", "neutral", "contradiction")
    return [
        Item(
            f"{n}-{label}",
            {"premise": f"Cook {n} peels{' .' * turn}", "hypothesis": f"{label} {n}"},
            (label,),
        )
        for turn, label in enumerate(labels)
        for n in range(number)
    ]


def test_premises_stay_together(experiment: ModuleType) -> None:
    parts = experiment.split(items(300))
    where = {item.fields["premise"].strip(" ."): name for name, part in parts.items() for item in part}
    for name, part in parts.items():
        assert {where[item.fields["premise"].strip(" .")] for item in part} == {name}
    assert sum(map(len, parts.values())) == 900
    assert all(len(part) > 40 for part in parts.values())


def test_modal_items_are_for_the_test(experiment: ModuleType) -> None:
    modal = [Item(f"m{n}", {"premise": f"Cook {n} peels", "hypothesis": "It will rain"}) for n in range(99)]
    parts = experiment.split([*items(100), *modal])
    assert len(parts["test"]) >= 99 * 4
    assert not any(experiment.has_modal(item) for name in ("train", "dev") for item in parts[name])
    assert not experiment.has_modal(Item("", {"premise": "A fair in May", "hypothesis": "Goodwill"}))


def test_corpora_leave_out_what_they_should(experiment: ModuleType, tmp_path: Path) -> None:
    train = items(2)
    new = [
        Item(code, train[0].fields, ("neutral",), {"phenomenon": code}) for code in ("m;o", "may;may", "o;n")
    ]
    experiment.write_items([*train, *new], tmp_path / "AUG.jsonl")
    experiment.write_corpora({"train": train}, tmp_path)
    left = {
        name: experiment.corpus(name, tmp_path)[len(train) :] for name in ("AUG", "AUG-may", "AUG-negation")
    }
    assert {name: [item.id for item in some] for name, some in left.items()} == {
        "AUG": ["m;o", "may;may", "o;n"],
        "AUG-may": ["o;n"],
        "AUG-negation": ["m;o", "may;may"],
    }
    blind = experiment.corpus("AUG-blind", tmp_path)
    assert {item.fields["premise"] for item in blind} == {""}
    assert len(blind) == len(train) + 3
    assert experiment.settings("ORI-long", tmp_path).epochs == 3  # nine items instead of six, twice


def test_table_of_originals_compares_with_the_first(experiment: ModuleType) -> None:
    gold = items(30)

    class Oracle(Constant):
        def predict(self, items: list[Item]) -> list[Prediction]:
            return [Prediction(item.id, item.id.partition("-")[2]) for item in items]

    _, _, first, second = experiment.tables.originals({"ORI": Constant(), "AUG": Oracle()}, gold).splitlines()
    assert first.startswith("| ORI | 33.3 (")
    assert second.startswith("| AUG | 100.0 (100.0 to 100.0) | 66.7 (")
    assert second.endswith("| < 0.001 | < 0.001 |")


def test_every_rule_weighs_alike_in_the_mean(experiment: ModuleType) -> None:
    """90 pairs of which all are neutral, and 30 of which none is: half right, not three quarters."""

    def pairs(rule: str, number: int, label: str) -> list[Pair]:
        return [
            Pair(
                f"{rule}-{n}",
                Item(f"{rule}{n}", {"premise": f"Cook {n} peels", "hypothesis": rule}, ("neutral",)),
                Item(f"{rule}{n}-m", {"premise": f"Cook {n} peeled", "hypothesis": rule}, (label,)),
                "becomes",
                rule,
            )
            for n in range(number)
        ]

    some = [*pairs("a", 90, "neutral"), *pairs("b", 30, "entailment"), *pairs("c", 29, "neutral")]
    *_, row = experiment.tables.balanced({"ORI": Constant(), "AUG": Constant()}, some).splitlines()
    assert row == "| 2 | 50.0 (50 to 50) | 50.0 (50 to 50) | 0.0 (0 to 0) |"
