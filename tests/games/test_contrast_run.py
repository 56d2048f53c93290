"""A run directory of contrast sets: killed anywhere and taken up again, it ends the same."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from helpers import zellig
from zellig.checks.findings import CODES
from zellig.engine import open_engine
from zellig.errors import ZelligError
from zellig.games import contrasts
from zellig.games.contrasts import CHECKS, run_contrasts
from zellig.items import Item, Pair, read_records, write_records
from zellig.notices import Notice, hearing
from zellig.store import parts
from zellig.store.hashes import HASHES
from zellig.store.parts import PARTS
from zellig.transform.contrast import WAIVED, in_chunks
from zellig.transform.contrast_run import PAIRS, SUMMARY, pairs_file
from zellig.transform.counts import Counts
from zellig.transform.plan import ContrastPlan

PLAN = ContrastPlan("sentiment", ("passive", "cleft-subject"), label_rules="zellig-all")
LOG = "log.jsonl"  # what differs from run to run


@pytest.fixture(autouse=True)
def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """One item is a chunk, and two chunks are a part."""
    monkeypatch.setattr("zellig.transform.contrast.CHUNK", 1)
    monkeypatch.setattr(contrasts, "CHUNK", 1)
    monkeypatch.setattr(contrasts, "CHUNKS", 2)


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    texts = [f"The {who} spilled the dull soup." for who in ("waiter", "cook", "boy", "baker", "girl")]
    items = [Item(str(number), {"text": text}, ("-1",)) for number, text in enumerate(texts)]
    write_records(tmp_path / "items.jsonl", Item, items, "sentiment")
    return f"items:{tmp_path / 'items.jsonl'}"


def files(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found if path.name != LOG}


def test_what_a_run_leaves(corpus: str, tmp_path: Path) -> None:
    told: list[int] = []
    counts = run_contrasts(corpus, PLAN, tmp_path / "run", told=told.append)
    assert set(files(tmp_path / "run")) == {"run.toml", PAIRS, CHECKS, SUMMARY, HASHES}
    assert (counts.items, counts.pairs, counts.phenomena) == (5, 10, {"cleft-subject": 5, "passive": 5})
    pairs = list(read_records(tmp_path / "run" / PAIRS, Pair))
    assert [pair.original.id for pair in pairs] == [name for name in "01234" for _ in range(2)]
    assert sum(told) == 5


class KilledError(Exception):
    """The end of a process, as far as a test can have it."""


@pytest.mark.parametrize("written", range(1, 7))
def test_a_killed_run_ends_as_if_it_had_not_been(
    corpus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    """It dies instead of writing a file: each of its parts, the findings, the pairs, the summary."""
    whole = run_contrasts(corpus, PLAN, tmp_path / "whole")
    left = written

    def dying(module: ModuleType, name: str) -> None:
        true = getattr(module, name)

        def write(*args: object) -> object:
            nonlocal left
            left -= 1
            if not left:
                raise KilledError
            return true(*args)

        monkeypatch.setattr(module, name, write)

    dying(parts, "write_text")
    dying(contrasts, "write_records")
    dying(contrasts, "write_json")
    with pytest.raises(KilledError):
        run_contrasts(corpus, PLAN, tmp_path / "run")
    before = len(list((tmp_path / "run" / PARTS).glob("*.json")))
    worked: list[int] = []

    def counting(items: object, *rest: object) -> object:
        remaining = list(items)  # type: ignore[call-overload]
        worked.append(len(remaining))
        return in_chunks(remaining, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(contrasts, "in_chunks", counting)
    assert run_contrasts(corpus, PLAN, tmp_path / "run") == whole
    assert files(tmp_path / "run") == files(tmp_path / "whole")
    assert sum(worked) == max(0, 5 - 2 * before)  # what was made is not made again


def test_what_the_check_rejects_is_left_out_counted_and_said(tmp_path: Path) -> None:
    """An item that the corpus has twice gives pairs that are there already."""
    text = "The waiter spilled the dull soup."
    items = [Item(name, {"text": text}, ("-1",)) for name in "ab"]
    write_records(tmp_path / "items.jsonl", Item, items, "sentiment")
    told: list[Notice] = []
    for _ in range(2):  # made, and read again
        with hearing(told.append):
            counts = run_contrasts(f"items:{tmp_path / 'items.jsonl'}", PLAN, tmp_path / "run")
        assert (counts.items, counts.items_labelled, counts.pairs) == (2, 1, 2)
        assert (counts.phenomena, counts.rejected) == ({"cleft-subject": 1, "passive": 1}, {"duplicate": 2})
        assert "2 pairs were left out by the check of pairs: duplicate (2)" in told.pop().sentence
    pairs = list(read_records(tmp_path / "run" / PAIRS, Pair))
    assert [pair.original.id for pair in pairs] == ["a", "a"]
    assert json.loads((tmp_path / "run" / CHECKS).read_text())["rejected"] == 2


def test_the_grammar_waives_nothing_that_rejects() -> None:
    assert {CODES[code].severity for code in WAIVED} <= {"review", "warn"}


def test_a_finished_run_is_only_read(corpus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run_contrasts(corpus, PLAN, tmp_path / "run")
    monkeypatch.setattr(contrasts, "in_chunks", None)
    assert run_contrasts(corpus, PLAN, tmp_path / "run") == first


def test_pairs_that_were_edited_are_told(corpus: str, tmp_path: Path) -> None:
    told: list[Notice] = []
    path = tmp_path / "run" / PAIRS
    with hearing(told.append):
        run_contrasts(corpus, PLAN, tmp_path / "run")
        assert pairs_file(tmp_path / "run") == path
        assert told == []
        path.write_text(path.read_text().replace("dull", "fine"))
        run_contrasts(corpus, PLAN, tmp_path / "run")
        assert [f"{PAIRS}" in notice.sentence for notice in told] == [True]
    told.clear()
    with hearing(told.append):
        pairs_file(tmp_path / "run")
    assert "was edited after its run had ended" in told[0].sentence


def test_workers_and_a_survey_change_no_pair(corpus: str, tmp_path: Path) -> None:
    run_contrasts(corpus, PLAN, tmp_path / "one")
    with open_engine(workers=2) as engine:
        run_contrasts(corpus, PLAN, tmp_path / "two", engine=engine)
    run_contrasts(corpus, replace(PLAN, survey=True), tmp_path / "survey")
    assert files(tmp_path / "one") == files(tmp_path / "two")
    assert files(tmp_path / "one")[PAIRS] == files(tmp_path / "survey")[PAIRS]


def test_another_corpus_or_plan_is_refused(corpus: str, tmp_path: Path) -> None:
    run_contrasts(corpus, PLAN, tmp_path / "run")
    before = files(tmp_path / "run")
    with pytest.raises(ZelligError, match="another run"):
        run_contrasts(corpus, ContrastPlan("sentiment"), tmp_path / "run")
    with pytest.raises(ZelligError, match="another run"):
        run_contrasts(corpus, PLAN, tmp_path / "run", limit=3)
    items = [Item("0", {"text": "The waiter spilled the fine soup."}, ("+1",))] * 5
    write_records(tmp_path / "items.jsonl", Item, items, "sentiment")  # as many, under the same name
    with pytest.raises(ZelligError, match="another run"):
        run_contrasts(corpus, PLAN, tmp_path / "run")
    assert files(tmp_path / "run") == before


def test_a_bad_item_is_found_before_anything_is_written(corpus: str, tmp_path: Path) -> None:
    items = [*read_records(tmp_path / "items.jsonl", Item), Item("odd", {"text": "It rains."}, ("wet",))]
    write_records(tmp_path / "items.jsonl", Item, items, "sentiment")
    with pytest.raises(ZelligError, match="wet"):
        run_contrasts(corpus, PLAN, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_no_item_is_a_run_too(tmp_path: Path) -> None:
    write_records(tmp_path / "items.jsonl", Item, [], "sentiment")
    counts = run_contrasts(f"items:{tmp_path / 'items.jsonl'}", PLAN, tmp_path / "run")
    assert counts == Counts(0, 0, 0, 0, {}, {})
    assert list(read_records(tmp_path / "run" / PAIRS, Pair)) == []


def test_the_name_of_a_file_is_refused(corpus: str, tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match="this is the name of a file") as refused:
        run_contrasts(corpus, PLAN, tmp_path / "pairs.jsonl")
    assert "pairs/pairs/contrast.jsonl" in str(refused.value.remedy)
    assert not (tmp_path / "pairs.jsonl").exists()


def test_a_folder_has_one_file_of_pairs(tmp_path: Path) -> None:
    assert pairs_file(tmp_path) == tmp_path / PAIRS
    assert pairs_file(tmp_path / "own.jsonl") == tmp_path / "own.jsonl"


SYSTEM = """
from zellig.items import Prediction
from zellig.performers import Spec

class Gloomy:
    spec = Spec("gloomy")

    def predict(self, items):
        return [Prediction(item.id, "-1") for item in items]
"""


def test_make_then_evaluate_and_check(corpus: str, tmp_path: Path) -> None:
    """What others do with the folder of a run."""
    (tmp_path / "own.py").write_text(SYSTEM)
    words = (
        "contrast",
        "make",
        "--task",
        "sentiment",
        "--corpus",
        corpus,
        "--out",
        "run",
        "--format",
        "json",
    )
    made = zellig(*words, cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert json.loads(made.stdout) == json.loads((tmp_path / "run" / SUMMARY).read_text())
    assert "passive" in (tmp_path / "run/report.html").read_text(encoding="utf-8")
    evaluated = zellig(
        "contrast", "evaluate", "run", "--system", "py:own:Gloomy", "--format", "json", cwd=tmp_path
    )
    assert json.loads(evaluated.stdout)["pairs"] == json.loads(made.stdout)["pairs"]
    checked = zellig("check", "run", "--system", "py:own:Gloomy", "--min-passed", "0", cwd=tmp_path)
    assert checked.returncode == 0, checked.stderr
    again = zellig(*words, cwd=tmp_path)
    assert again.stdout == made.stdout
