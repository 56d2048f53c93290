"""Wrong options from Python: each is refused in a sentence, whatever the function."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import zellig as zl
from helpers import sentiment_pair
from restaurant import reviews
from zellig.front.breaking import BreakingRun
from zellig.front.players import Players
from zellig.items import write_records
from zellig.tasks import get_task
from zellig.transform.evaluation import ContrastSet

PAIRS = ContrastSet(get_task("sentiment"), [sentiment_pair("1", phenomenon="flip")])
NO_PAIRS = ContrastSet(get_task("sentiment"), [])
FOLDER = Path(__file__).parent
CHANGED = {"original": ["Hot soup."], "modified": ["Cold soup."], "label": ["pos"]}


def even(texts: list[str]) -> list[str]:
    return ["bad" if len(text) % 2 else "good" for text in texts]


def breaking(**options: object) -> BreakingRun:
    given = {"data": reviews(), "breakers": ["not-add"], "limit": 3, **options}
    return zl.break_systems(even, **given)


@pytest.fixture(scope="module")
def run() -> BreakingRun:
    return breaking()


def evaluating(**options: object) -> object:
    return zl.evaluate(even, **{"data": reviews(), **options})


def contrasting(**options: object) -> object:
    return zl.contrast_set(**{"data": reviews(), "limit": 1, **options})


def contrasts_evaluating(pairs: object = PAIRS, **options: object) -> object:
    return zl.evaluate_contrasts(pairs, even, **options)  # type: ignore[arg-type]


def gating(run: object = PAIRS, **options: object) -> object:
    return zl.gate(run, **{"system": even, "min_passed": 10, **options})  # type: ignore[arg-type]


def checking(pairs: object = PAIRS.pairs, **options: object) -> object:
    return zl.check_pairs(pairs, **{"task": "sentiment", **options})  # type: ignore[arg-type]


def playing(**options: object) -> object:
    given = {"data": reviews(), "chooser": "uniform", "breaker": "word-shuffle", **options}
    return zl.arena(**given).play()


def training(name: object = "bag-of-ngrams", **options: object) -> object:
    return zl.train(name, **{"data": reviews(), **options})  # type: ignore[arg-type]


def training_breaker(victim: object = even, **options: object) -> object:
    return zl.train_breaker(victim, **{"data": reviews()[:4], **options})


def predicting(model: object = even, **options: object) -> object:
    return zl.predict(model, **{"data": reviews(), **options})


def augmenting(**options: object) -> object:
    return zl.augment(**{"data": reviews(), "limit": 1, **options})


def exporting(run: object = PAIRS, **options: object) -> object:
    return zl.export(run, **{"to": "csv", "out": os.devnull, **options})  # type: ignore[arg-type]


def importing(source: object = CHANGED, **options: object) -> object:
    return zl.import_pairs(source, **{"task": "sentiment", **options})  # type: ignore[arg-type]


DATA: list[tuple[str, object]] = [
    ("data", 5),
    ("data", None),
    ("data", FOLDER),
    ("data", FOLDER / "no.csv"),
    ("data", []),
]
MAPPING = [("mapping", 5), ("mapping", str(FOLDER)), ("mapping", {"label": {1, 2}}), ("mapping", {1: "x"})]
LIMIT = [("limit", wrong) for wrong in (-1, 0, "5", 2.5, True)]
SEED = [("seed", "x"), ("seed", -1), ("seed", None)]
WORKERS = [("workers", 0), ("workers", "2")]
REPLICATES = [("replicates", 0), ("replicates", "x")]
TASK = [("task", 5), ("task", "nothing"), ("task", FOLDER)]
OUT = [("out", 5), ("out", Path(__file__))]
WRONG: list[tuple[Callable[..., object], list[tuple[str, object]]]] = [
    (
        breaking,
        [*DATA, *MAPPING, *LIMIT, *SEED, *WORKERS, *TASK, *OUT, ("see", "all"), ("see", 5), ("dev", 5)]
        + [("budget", wrong) for wrong in (-1, "x")]
        + [("breakers", wrong) for wrong in ([], None, ["none"])],
    ),
    (evaluating, [*DATA, *MAPPING, *LIMIT, *SEED, *REPLICATES, *TASK]),
    (
        contrasting,
        [*DATA, *MAPPING, *LIMIT, *WORKERS, *TASK, *OUT, ("label_rules", 5), ("ranker", "x")]
        + [("compose", wrong) for wrong in (0, "x")]
        + [("phenomena", wrong) for wrong in (5, "passive", ["none"])],
    ),
    (contrasts_evaluating, [*SEED, *REPLICATES, ("pairs", NO_PAIRS), ("pairs", 5), ("pairs", FOLDER)]),
    (
        gating,
        [("run", wrong) for wrong in (5, None, FOLDER, FOLDER / "none", Path(__file__), NO_PAIRS)]
        + [("limits", wrong) for wrong in (5, FOLDER, {}, {"nothing": 5}, {"flip": "x"}, {"flip": 101})]
        + [("min_passed", "x"), ("min_passed", -1), ("min_accuracy", 1000), ("store", 5), ("store", FOLDER)]
        + [("task", 5), ("baseline", 5), ("baseline", FOLDER), ("system", None), ("labels", 5)],
    ),
    (
        checking,
        [("pairs", wrong) for wrong in ([1, 2], 5, None, [], FOLDER, FOLDER / "none")]
        + [*TASK, ("task", None), ("policy", 5), ("policy", FOLDER), ("originals", 5), ("against", FOLDER)],
    ),
    (
        playing,
        [*DATA, *SEED, ("rounds", 0), ("rounds", "x"), ("rules", 5), ("rules", {"none": 1}), ("chooser", 5)],
    ),
    (
        training,
        [*DATA, *MAPPING, *SEED, *TASK, *OUT, ("dev", 5)]
        + [("name", wrong) for wrong in (5, None, "bag")]
        + [("config", wrong) for wrong in (5, {"ordre": 1}, {"order": "x"}, {1: 2}, FOLDER, FOLDER / "none")],
    ),
    (
        training_breaker,
        [*DATA, *MAPPING, *SEED, *TASK, *OUT, ("victim", None), ("victim", "none"), ("labels", 5)],
    ),
    (predicting, [*DATA, *MAPPING, *TASK, ("out", 5), ("out", FOLDER), ("model", None), ("labels", 5)]),
    (
        augmenting,
        [*DATA, *MAPPING, *LIMIT, *SEED, *WORKERS, *TASK, ("out", 5), ("out", FOLDER), ("label_rules", 5)]
        + [("ranker", "x"), ("share", -1), ("share", "x"), ("per_phenomenon", 0), ("per_phenomenon", 1.5)]
        + [("phenomena", wrong) for wrong in (5, "passive", ["none"])]
        + [("without", wrong) for wrong in (5, "passive", ["none"])]
        + [("builder", wrong) for wrong in (5, "none")],
    ),
    (
        exporting,
        [("run", wrong) for wrong in (5, None, FOLDER, FOLDER / "none", NO_PAIRS)]
        + [("to", "training"), ("to", 5), ("out", 5), ("out", None), ("out", FOLDER)],
    ),
    (
        importing,
        [("source", wrong) for wrong in (5, None, (), FOLDER, FOLDER / "none.csv", ["A text."])]
        + [("form", "x"), ("form", 5), ("form", "blimp"), ("task", None), ("task", "nothing"), ("out", 5)]
        + [("out", FOLDER), ("columns", 5), ("columns", {"x": "label"}), ("columns", {"label": "x"})],
    ),
    (zl.retrain_with, [("run", 5), ("run", None), ("run", FOLDER), ("run", FOLDER / "none")]),
    (zl.compare, [("first", 5), ("first", None), ("first", FOLDER)]),
    (zl.read_contest, [("folder", 5), ("folder", None), ("folder", Path(__file__)), ("folder", FOLDER)]),
]


@pytest.mark.parametrize(
    ("function", "name", "wrong"),
    [
        pytest.param(function, name, wrong, id=f"{function.__name__}-{name}-{number}")
        for function, options in WRONG
        for number, (name, wrong) in enumerate(options)
    ],
)
def test_a_wrong_option_is_refused(function: Callable[..., object], name: str, wrong: object) -> None:
    with pytest.raises(zl.ZelligError):
        function(**{name: wrong})


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("sides", "x"), ("held_out", "x"), ("held_out", 1), ("seed", "x"), ("known", 5), ("task", 5)],
)
def test_a_wrong_option_of_retraining_is_refused(run: BreakingRun, name: str, wrong: object) -> None:
    with pytest.raises(zl.ZelligError):
        zl.retrain_with(run, **{name: wrong})  # type: ignore[arg-type]


def test_two_runs_are_compared_by_names_of_systems_in_a_list(run: BreakingRun) -> None:
    with pytest.raises(zl.ZelligError, match="systems is 5, not a list"):
        zl.compare(run, run, systems=5)  # type: ignore[arg-type]


def test_what_is_refused_is_named_with_what_there_is() -> None:
    with pytest.raises(zl.ZelligError, match="limit cannot be '5'") as refused:
        evaluating(limit="5")
    assert refused.value.remedy == "Give a whole number from 1 to 1,000,000,000."


def test_texts_and_labels_are_one_argument_is_said_where_they_were_two() -> None:
    with pytest.raises(TypeError, match="texts and labels are one argument"):
        zl.augment(["Good."], ["pos"])  # type: ignore[arg-type, call-arg]
    with pytest.raises(TypeError) as refused:
        zl.augment(["Good."], shares=1.0)  # type: ignore[call-arg]
    assert "'shares'" in str(refused.value)
    assert "one argument" not in str(refused.value)


def test_numbers_of_other_libraries_are_numbers() -> None:
    assert len(breaking(limit=np.int64(2)).contest.pairs) == 2


def test_a_mapping_in_hand_may_have_labels_that_are_numbers() -> None:
    mapping = {"id": None, "label": "stars", "labels": {1: "-1", 5: "+1"}, "left_out": [3]}
    found = zl.evaluate(even, data=reviews(), mapping=mapping)
    assert found.figures.items == 160


def test_limits_by_phenomenon_in_hand() -> None:
    phenomenon = PAIRS.pairs[0].phenomenon
    assert zl.gate(PAIRS, system=even, limits={phenomenon: 0})
    (limit,) = zl.gate(
        PAIRS, system=lambda texts: ["good"] * len(texts), limits={phenomenon: 100}
    ).decision.limits
    assert (limit.phenomenon, limit.at_least) == (phenomenon, 100)


def test_a_mapping_is_for_data_in_hand_where_what_is_held_out_is_no_table(tmp_path: Path) -> None:
    dev = tmp_path / "dev.jsonl"
    write_records(dev, zl.Item, [zl.Item("1", {"text": "A treat."}, ("+1",))], "sentiment")
    mapping = {"fields": {"text": "review"}, "label": "stars"}
    _, corpus, held_out = Players().corpora(reviews(), f"items:{dev}", None, mapping)
    assert len(list(corpus)) == 160
    assert held_out == f"items:{dev}"
    named, _, own = Players().corpora(f"items:{dev}", reviews(), None, mapping)
    assert (named, own) == (f"items:{dev}", "here:dev")
