"""Contrast sets put to systems: groups, questions, figures, refusals, and the command."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from helpers import zellig
from zellig.checks.contrast_set import read_contrast_set
from zellig.errors import ZelligError
from zellig.items import Item, Pair, Prediction, Relation, write_records
from zellig.performers import Spec, System
from zellig.systems.contrast_evaluation import evaluate as evaluate_by_name
from zellig.tasks import get_task
from zellig.transform.evaluation import ContrastSet
from zellig.transform.evaluation import evaluate as measured
from zellig.transform.label_rules import MADE_BY

E, N, C = "entailment", "neutral", "contradiction"


def item(name: str, premise: str, hypothesis: str, *accepted: str) -> Item:
    return Item(name, {"premise": premise, "hypothesis": hypothesis}, accepted)


ONION = item("onion", "A cook is chopping an onion.", "A cook is chopping.", E)
BREAD = item("bread", "A baker is carrying a loaf.", "A baker is feeding a duck.", N)


def pair(
    original: Item, code: str, promise: Relation, modified: Item, *steps: str, rules: str = "zellig"
) -> Pair:
    lineage = (*steps, f"{MADE_BY}{rules}") if rules else steps
    return Pair(f"{original.id}:{code}", original, modified, promise, phenomenon=code, lineage=lineage)


PAIRS = [
    pair(ONION, "m;o", "becomes", item("1", "A cook may be chopping an onion.", "A cook is chopping.", N),
         "premise: may"),
    pair(ONION, "p;f+i", "becomes", item("2", "It was a cook who was chopping an onion.",
         "It will be a cook who will be chopping.", N),
         "premise: past+cleft-subject", "hypothesis: future+cleft-subject"),
    pair(ONION, "o;s", "not", item("3", "A cook is chopping an onion.", "An onion is chopping.", N, C),
         "hypothesis: swap"),
    pair(BREAD, "i;o", "same", item("4", "It is a baker who is carrying a loaf.",
         "A baker is feeding a duck.", N), "premise: cleft-subject"),
    pair(BREAD, "h:there-is", "becomes", item("5", "A baker is carrying a loaf.", "There is a baker.", E)),
]  # fmt: skip


class Table:
    """Answers by a table from item id to answer, entailment otherwise, and keeps what it was asked."""

    def __init__(self, answers: dict[str, str]) -> None:
        self.spec = Spec("table")
        self.answers = answers
        self.asked: list[Item] = []

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        self.asked += items
        return [Prediction(each.id, self.answers.get(each.id, E)) for each in items]


def evaluate(contrasts: ContrastSet, systems: Mapping[str, System]) -> Any:
    """The figures as plain values."""
    return msgspec.to_builtins(measured(contrasts, systems))


NLI = ContrastSet(get_task("nli"), PAIRS)


def test_groups() -> None:
    assert {name: pairs.tolist() for name, pairs in NLI.groups.items()} == {
        "h:there-is": [4],
        "i;o": [3],
        "m;o": [0],
        "o;s": [2],
        "p;f+i": [1],
        "simple": [0, 2, 3],
        "composed": [1],
        "label-preserving": [3],
        "label-changing": [0, 1, 2],
        "from-premise": [4],
        "all": [0, 1, 2, 3, 4],
    }


def test_a_pair_without_a_phenomenon_is_in_the_large_groups_only() -> None:
    nameless = Pair("x", BREAD, ONION, "becomes")
    assert list(ContrastSet(get_task("nli"), [nameless]).groups) == ["simple", "label-changing", "all"]


def test_every_distinct_item_is_asked_once_and_without_its_answers() -> None:
    system = Table({})
    found = evaluate(NLI, {"stuck": system})
    assert sorted(each.id for each in system.asked) == ["1", "2", "3", "4", "5", "bread", "onion"]
    assert all(each.accepted == () for each in system.asked)
    assert (found["pairs"], found["originals"], found["items"]) == (5, 2, 7)


def test_figures_by_hand() -> None:
    # Right about the onion, wrong about the bread (contradiction for neutral).
    system = Table({"bread": C, "1": N, "2": E, "3": C, "4": C})
    rows = evaluate(NLI, {"mine": system})["systems"]["mine"]

    def values(group: str) -> list[float | None]:
        names = (
            "accuracy_original",
            "accuracy_modified",
            "same_prediction",
            "passed",
            "expected_change",
            "consistent_sets",
        )
        return [rows[group][name]["value"] for name in names]

    assert values("m;o") == [1, 1, 0, 1, 1, 1]
    assert values("p;f+i") == [1, 0, 1, 0, 0, 0]
    assert values("o;s") == [1, 1, 0, 1, 1, 1]  # contradiction is among the answers that are not entailment
    assert values("i;o") == [0, 0, 1, 0, 1, 0]  # wrong twice in the same way: as the rule says
    assert values("h:there-is") == [0, 1, 0, 0, 1, 0]
    assert values("all") == pytest.approx([0.6, 0.6, 0.4, 0.4, 0.8, 0])
    assert values("simple") == pytest.approx([2 / 3, 2 / 3, 1 / 3, 2 / 3, 1, 0.5])
    assert (rows["all"]["pairs"], rows["all"]["originals"]) == (5, 2)
    low, high = rows["m;o"]["accuracy_modified"]["interval"]
    assert (low, high) == (pytest.approx(0.207, abs=0.001), 1)  # Wilson, one original


def test_what_no_rule_speaks_about_is_left_out_and_counted() -> None:
    rows = evaluate(NLI, {"mine": Table({"onion": N})})["systems"]["mine"]
    assert rows["m;o"]["expected_change"] == {"value": None, "interval": None}
    assert (rows["m;o"]["expected_change_counted"], rows["m;o"]["expected_change_left_out"]) == (0, 1)
    assert rows["all"]["expected_change_left_out"] == 3
    assert rows["i;o"]["expected_change_counted"] == 1


def test_an_answer_that_could_not_be_understood_is_wrong_and_counted() -> None:
    found = evaluate(NLI, {"mute": Table(dict.fromkeys(["onion", "1", "4"], "unparsed"))})
    rows = found["systems"]["mute"]
    assert found["unparsed"] == {"mute": 3}
    assert rows["m;o"]["accuracy_modified"]["value"] == rows["i;o"]["accuracy_modified"]["value"] == 0
    assert rows["m;o"]["expected_change_left_out"] == 1


def test_every_pair_is_judged_by_the_rules_that_made_it() -> None:
    """Under the paper's rules a contradiction becomes neutral in p;f+i too; ours have no such row."""
    after = item(
        "2", "It was a cook who was chopping an onion.", "It will be a cook who will be chopping.", N
    )
    for name, counted in (("zellig", 0), ("lit-paper", 1), ("", 0)):
        made = pair(ONION, "p;f+i", "becomes", after, rules=name)
        found = evaluate(ContrastSet(get_task("nli"), [made]), {"mine": Table({"onion": C, "2": N})})
        assert found["systems"]["mine"]["p;f+i"]["expected_change_counted"] == counted
        assert found["rules"] == ([name] if name else [])
    mixed = [pair(ONION, "p;f+i", "becomes", after, rules=name) for name in ("lit-paper", "zellig")]
    found = evaluate(ContrastSet(get_task("nli"), mixed), {"mine": Table({"onion": C, "2": N})})
    assert found["systems"]["mine"]["p;f+i"]["expected_change_counted"] == 1
    assert found["rules"] == ["lit-paper", "zellig"]


def test_systems_are_compared_on_every_group_and_corrected() -> None:
    pairs = [
        pair(item(f"o{n}", f"{n} cooks sing.", "Cooks sing.", E), "m;o", "becomes",
             item(f"m{n}", f"{n} cooks may sing.", "Cooks sing.", N), "premise: may")
        for n in range(2, 12)
    ]  # fmt: skip
    contrasts = ContrastSet(get_task("nli"), pairs)
    good = Table({made.modified.id: N for made in pairs})
    found = evaluate(contrasts, {"good": good, "stuck": Table({})})
    assert list(found["comparisons"]["passed"]) == ["m;o", "simple", "label-changing", "all"]
    rows = [(name, row) for groups in found["comparisons"].values() for name, (row,) in groups.items()]
    for group, row in rows:
        assert (row["first"], row["second"], row["difference"]) == ("good", "stuck", 1)
        assert row["mcnemar_p"] == row["permutation_p"] == pytest.approx(2 / 2**10)
        tests = 1 if group == "all" else 3  # that of all pairs is one test; those of groups are corrected
        assert row["adjusted_p"] == pytest.approx(tests * 2 / 2**10)
        assert row["interval"] is None  # every replicate is the same
    assert evaluate(contrasts, {"good": good})["comparisons"]["passed"]["all"] == []


def test_the_seed_decides_and_nothing_else() -> None:
    systems = {"mine": Table({"1": N, "4": C})}
    assert evaluate(NLI, systems) == evaluate(NLI, systems)


def test_a_task_without_labels() -> None:
    fields = {"sentence": "A cook chops an onion.", "predicate": "chops", "question": "Who chops something?"}
    passive = fields | {"sentence": "An onion is chopped by a cook."}
    made = Pair("p", Item("o", fields, ("a cook",)), Item("m", passive, ("a cook",)), "same", "passive")
    answers = Table({"o": "A cook", "m": "a cook"})
    rows = evaluate(ContrastSet(get_task("qasrl"), [made]), {"mine": answers})["systems"]["mine"]
    assert rows["passive"]["accuracy_modified"]["value"] == 1
    assert rows["passive"]["same_prediction"]["value"] == rows["passive"]["expected_change"]["value"] == 0


# --- files and the command

TOY = """
from zellig.items import Prediction
from zellig.performers import Spec

class Bold:
    spec = Spec("bold")
    def answer(self, item):
        return "entailment"
    def predict(self, items):
        return [Prediction(item.id, self.answer(item)) for item in items]

class Wary(Bold):
    spec = Spec("wary")
    def answer(self, item):
        return "neutral" if "may" in item.fields["premise"] else "entailment"
"""


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    (tmp_path / "toy.py").write_text(TOY)
    write_records(tmp_path / "pairs.jsonl", Pair, PAIRS, "nli")
    return tmp_path


def test_from_the_command_line(desk: Path) -> None:
    words = ("contrast", "evaluate", "pairs.jsonl", "--system", "py:toy:Bold", "--system", "py:toy:Wary")
    done = zellig(*words, "--format", "json", cwd=desk)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    bold, wary = (found["systems"][name] for name in ("py:toy:Bold", "py:toy:Wary"))
    assert (bold["m;o"]["accuracy_modified"]["value"], wary["m;o"]["accuracy_modified"]["value"]) == (0, 1)
    assert bold["all"]["same_prediction"]["value"] == 1
    assert found["overlap"] == {"py:toy:Bold": None, "py:toy:Wary": None}
    assert set(found["comparisons"]["passed"]) == set(bold)
    table = zellig(*words, cwd=desk).stdout
    for word in (
        "before",
        "after",
        "passed",
        "broken",
        "expected",
        "p;f+i",
        "label-preserving",
        "py:toy:Bold – py:toy:Wary",
    ):
        assert word in table


def test_a_trained_system_has_not_seen_the_items(desk: Path) -> None:
    write_records(desk / "train.jsonl", Item, [ONION, BREAD], "nli")
    trained = zellig("train", "nli-overlap", "--corpus", "items:train.jsonl", "--out", "mine", cwd=desk)
    assert trained.returncode == 0, trained.stderr
    words = ("contrast", "evaluate", "pairs.jsonl", "--system", "mine", "--format", "json")
    done = zellig(*words, cwd=desk)
    assert done.returncode == 1
    assert "--allow-overlap" in done.stderr
    by_name = evaluate_by_name([str(desk / "mine")], NLI, allow_overlap=True)
    assert list(by_name.overlap.values()) == [2]
    allowed = zellig(*words, "--allow-overlap", cwd=desk)
    assert json.loads(allowed.stdout)["overlap"] == {"mine": 2}


def test_made_by_the_grammar_and_put_to_a_system(desk: Path) -> None:
    onion = item("onion", "A cook is chopping an onion in the kitchen.", "A cook is chopping an onion.", E)
    write_records(desk / "items.jsonl", Item, [onion, BREAD], "nli")
    made = zellig(
        "contrast",
        "make",
        "--task",
        "nli",
        "--corpus",
        "items:items.jsonl",
        "--out",
        "made",
        "--label-rules",
        "zellig-all",
        cwd=desk,
    )
    assert made.returncode == 0, made.stderr
    contrasts = read_contrast_set(desk / "made/pairs/contrast.jsonl")
    assert {"m;o", "i;i", "p;p+i", "composed", "all"} <= set(contrasts.groups)
    found = evaluate(contrasts, {"stuck": Table({})})
    assert found["rules"] == ["zellig-all"]
    rows = found["systems"]["stuck"]
    assert rows["m;o"]["expected_change"]["value"] == 0
    assert rows["i;i"]["expected_change"]["value"] == 1
    assert rows["label-changing"]["passed"]["value"] == 0


def refused(path: Path, *expected: str) -> None:
    with pytest.raises(ZelligError) as caught:
        read_contrast_set(path)
    for part in expected:
        assert part in str(caught.value)


def test_files_that_cannot_be_scored(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    write_records(path, Pair, PAIRS)
    refused(path, "does not say its task", "line 1")
    table = tmp_path / "reviews.csv"
    table.write_text("review,stars\nGood soup.,5\n")
    refused(table, "this is a table", "zellig contrast make", "zellig pairs import")
    write_records(path, Pair, [], "nli")
    refused(path, "no pair")
    write_records(
        path, Pair, [*PAIRS, Pair("blind", ONION, item("b", "It rains.", "It pours."), "same")], "nli"
    )
    refused(path, "line 7", "no-answer: pair 'blind': modified item:", "no accepted answer")
    write_records(
        path, Pair, [Pair("odd", ONION, item("b", "It rains.", "It pours.", "maybe"), "becomes")], "nli"
    )
    refused(path, "line 2", "bad-item: pair 'odd': modified item:", "maybe")
    write_records(path, Pair, [pair(ONION, "all", "same", ONION)], "nli")
    refused(path, "line 2", "name of a group")
    write_records(path, Pair, [pair(ONION, "i;i", "same", ONION, rules="mine")], "nli")
    refused(path, "line 2", "no rules called 'mine'")
    write_records(path, Item, [ONION], "nli")
    refused(path, "holds items")
