"""`pairs check`, `contest score` and `break` name the same fault of the same pair by the same code."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from typer.testing import CliRunner, Result

from zellig import registry
from zellig.cli import app
from zellig.errors import ZelligError
from zellig.games.contest import read_contest
from zellig.items import Item, Pair, Prediction, Relation, write_records
from zellig.performers import See, Spec, Victim
from zellig.resources import cache_folder
from zellig.tasks import Task


def pair(
    name: str,
    modified: str,
    answers: tuple[str, ...] = ("+1",),
    promise: Relation = "same",
    phenomenon: str = "",
    item: str = "",
) -> Pair:
    original = Item(f"{name}-o", {"text": f"The soup of {name} is warm and nice."}, ("+1",))
    return Pair(name, original, Item(item or f"{name}-m", {"text": modified}, answers), promise, phenomenon)


class Case(NamedTuple):
    code: str
    scorable: bool  # a contest can be scored nevertheless
    pairs: tuple[Pair, ...]  # the last one is at fault


CASES = [
    Case("bad-item", False, (pair("Ada", "The soup of Ada is warm and fine.", ("5",)),)),
    Case("bad-item", False, (pair("Bea", "The soup of Bea is warm and fine.", ("+1", "+1")),)),
    Case("bad-item", False, (pair("Cid", "  "),)),
    Case("no-answer", False, (pair("Dan", "The soup of Dan is warm and fine.", ()),)),
    Case(
        "repeated-id",
        False,
        (
            pair("Eve", "The soup of Eve is warm and fine."),
            pair("Eve", "The broth of Eve is warm and fine.", item="Eve-n"),
        ),
    ),
    Case(
        "clashing-item",
        False,
        (
            pair("Fay", "The soup of Fay is warm and fine."),
            pair("Gus", "The soup of Gus is warm and fine.", item="Fay-m"),
        ),
    ),
    Case(
        "unknown-label-rules",
        False,
        (
            msgspec.structs.replace(
                pair("Una", "The soup of Una is warm and fine."), lineage=("text: past", "rules: hers")
            ),
        ),
    ),
    Case("promise", False, (pair("Hal", "The soup of Hal is warm and fine.", ("-1",)),)),
    Case("unchanged", True, (pair("Ida", "The soup of Ida is warm and nice."),)),
    Case("broken-text", True, (pair("Jim", "The soup of Jim is warm\x07 and nice."),)),
    # A phenomenon that is written into a pair waives nothing: these strategies waive the check.
    Case(
        "unturned",
        True,
        (pair("Kim", "The broth of Kim is warm and nice.", ("-1",), "flip", phenomenon="not-add"),),
    ),
    Case("sense", True, (pair("Lea", "The soup of Lea is warm and rice.", phenomenon="not-add"),)),
    Case(
        "large-edit",
        True,
        (pair("Max", "Ah, the soup of Max, here it is: warm and nice.", phenomenon="reported"),),
    ),
    Case("negation", True, (pair("Ned", "The soup of Ned is not warm and nice."),)),
]
IDS = [f"{case.code}-{case.pairs[-1].id}" for case in CASES]


class Spoilt:
    """Makes the faulty pairs of the table."""

    spec = Spec("spoilt")
    see: See = "nothing"

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        made = [pair for case in CASES for pair in case.pairs]
        return [[pair for pair in made if pair.original == item] for item in items]


class Excused(Spoilt):
    """The same, by somebody who says that it is meant so."""

    spec = Spec("excused")
    waives = frozenset({"sense", "large-edit"})


class Presumptuous(Spoilt):
    """Wants to have its promises broken."""

    spec = Spec("presumptuous")
    waives = frozenset({"promise"})


class Pleased:
    """A system that likes everything."""

    spec = Spec("pleased")

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        return [Prediction(item.id, "+1") for item in items]


def make_spoilt(task: Task) -> Spoilt:
    return Spoilt()


def make_excused(task: Task) -> Spoilt:
    return Excused()


def make_presumptuous(task: Task) -> Spoilt:
    return Presumptuous()


def in_break(folder: Path, *breakers: str) -> Result:
    """Have everything broken by some of these breakers in a run."""
    with pytest.MonkeyPatch.context() as patch:
        (folder / "cache").mkdir(parents=True)
        for resource in cache_folder().iterdir():
            if not resource.name.startswith("answers"):
                (folder / "cache" / resource.name).symlink_to(resource)
        patch.setenv("ZELLIG_CACHE", str(folder / "cache"))
        for name in breakers:
            entry = EntryPoint(name, f"{__name__}:make_{name}", "zellig.breakers")
            patch.setitem(registry.targets("breakers"), name, entry)
        originals = {pair.original.id: pair.original for case in CASES for pair in case.pairs}
        write_records(folder / "items.jsonl", Item, originals.values(), "sentiment")
        words = ["break", "--task", "sentiment", "--corpus", f"items:{folder / 'items.jsonl'}"]
        words += ["--system", f"py:{__name__}:Pleased", "--out", str(folder / "run")]
        return CliRunner().invoke(app, words + [word for name in breakers for word in ("--breaker", name)])


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checked")
    result = in_break(folder, "spoilt", "excused")
    assert result.exit_code == 0, result.output
    assert "20 more pairs were rejected" in result.output
    return folder / "run"


def found_in(report: str, name: str) -> set[str]:
    return {finding["code"] for finding in json.loads(report)["findings"] if finding["pair"] == name}


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_all_say_the_same(case: Case, tmp_path: Path, run: Path) -> None:
    file, name = tmp_path / "pairs/spoilt.jsonl", case.pairs[-1].id
    write_records(file, Pair, case.pairs, "sentiment")
    words = ["pairs", "check", str(file), "--task", "sentiment", "--validity", "--format", "json"]
    found = found_in(CliRunner().invoke(app, words).stdout, name)
    assert case.code in found
    assert found_in((run / "checks/spoilt.json").read_text(), name) == found
    items = {item.id: item for each in case.pairs for item in (each.original, each.modified)}
    answers = (Prediction(item, "+1") for item in items)
    write_records(tmp_path / "predictions/pleased/spoilt.jsonl", Prediction, answers)
    if case.scorable:
        assert read_contest(tmp_path).pairs == list(case.pairs)
        return
    with pytest.raises(ZelligError) as refused:
        read_contest(tmp_path)
    assert refused.value.what.startswith(f"{case.code}: pair {name!r}: ")
    assert refused.value.line == 1 + len(case.pairs)


def test_what_is_rejected_does_not_play_and_the_rest_does(run: Path) -> None:
    played = [pair.id for entry, _, pair in read_contest(run).rows() if entry.name == "spoilt"]
    assert played == ["Eve", "Fay", "Kim", "Lea", "Max", "Ned"]


def test_only_who_makes_a_pair_waives_a_check_and_only_for_itself(run: Path) -> None:
    spoilt, excused = ((run / f"checks/{name}.json").read_text() for name in ("spoilt", "excused"))
    for name, code in (("Lea", "sense"), ("Max", "large-edit")):
        assert found_in(spoilt, name) - found_in(excused, name) == {code}
    assert found_in(spoilt, "Ned") == found_in(excused, "Ned")


def test_what_rejects_a_pair_cannot_be_waived(tmp_path: Path) -> None:
    error = in_break(tmp_path, "presumptuous").exception
    assert isinstance(error, ZelligError)
    assert "waives 'promise'" in error.what
    assert "large-edit" in error.remedy
    assert not (tmp_path / "run").exists()


def test_a_line_that_cannot_be_read_and_items_without_their_other_side(tmp_path: Path) -> None:
    good = "id\ttext\tlabel\n1_a\tWarm soup.\t1\n1_b\tHot soup.\t1\n"
    for rows, code in (("2_a\t1\n", "malformed"), ("2_a\tTea.\t1\n", "unpaired")):
        file = tmp_path / code / "pairs/ana.tsv"
        file.parent.mkdir(parents=True)
        file.write_text(good + rows)
        result = CliRunner().invoke(app, ["pairs", "check", str(file), "--task", "sentiment"])
        assert f"REJECTED  {code}: " in result.output
        with pytest.raises(ZelligError, match=f"line 4: {code}: "):
            read_contest(tmp_path / code, task="sentiment")
