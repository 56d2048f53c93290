"""One table of a game: a row a pair, typed, whatever happened."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import polars

from helpers import sentiment_pair, small_contest
from zellig.games.breaking.table import pair_columns, pair_frame
from zellig.games.contest import read_contest
from zellig.games.contest.contest import Contest, Entry
from zellig.items import Item, Pair
from zellig.measures.outcomes import Answers
from zellig.tasks import get_task


def test_a_row_says_all_about_a_pair(tmp_path: Path) -> None:
    contest = read_contest(small_contest(tmp_path))
    ana, ben = contest.entries
    looked_at = [replace(ana, faults={"p2": ["negation", "parse"]}), replace(ben, faults={})]
    table = pair_columns(replace(contest, entries=looked_at))
    rows = [dict(zip(table, cells, strict=True)) for cells in zip(*table.values(), strict=True)]
    assert rows[1] == {
        "id": "p2",
        "id_original": "p2_a",
        "id_modified": "p2_b",
        "breaker": "ana",
        "victim": None,
        "phenomenon": "",
        "promise": "same",
        "original_text": "The soup at table p2 was hot.",
        "modified_text": "The soup at table p2 was cold.",
        "accepted_original": ["+1"],
        "accepted_modified": ["+1"],
        "rationale": "",
        "author": "",
        "lineage": [],
        "from_scratch": False,
        "valid": False,
        "findings": ["negation", "parse"],
        "answer_original.good": "+1",
        "right_original.good": True,
        "answer_modified.good": "+1",
        "right_modified.good": True,
        "wrong_after_change.good": False,
        "broken.good": False,
        "passed.good": True,
        "answer_original.stuck": "+1",
        "right_original.stuck": True,
        "answer_modified.stuck": "+1",
        "right_modified.stuck": True,
        "wrong_after_change.stuck": False,
        "broken.stuck": False,
        "passed.stuck": True,
    }
    assert (rows[2]["id"], rows[2]["breaker"], rows[2]["valid"]) == ("p3", "ben", True)
    # It is wrong about the original, so the change is not to blame; the pair breaks it all the same.
    assert (rows[2]["right_original.stuck"], rows[2]["broken.stuck"]) == (False, True)
    assert [row["wrong_after_change.stuck"] for row in rows] == [True, False, False]


def test_the_rows_are_those_of_the_one_judgement(tmp_path: Path) -> None:
    contest = read_contest(small_contest(tmp_path))
    frame = pair_frame(contest)
    for number, system in enumerate(contest.systems):
        right, after = (frame[f"right_{side}.{system}"] for side in ("original", "modified"))
        assert frame[f"wrong_after_change.{system}"].equals(right & ~after)
        assert frame[f"broken.{system}"].to_list() == contest.outcomes.broken[number].tolist()
        assert frame[f"passed.{system}"].to_list() == contest.outcomes.passed[number].tolist()


def test_what_is_not_known_is_neither_true_nor_false(tmp_path: Path) -> None:
    table = pair_columns(read_contest(small_contest(tmp_path)))
    assert table["valid"] == table["findings"] == [None] * 3


def test_one_pair_id_in_two_entries_has_findings_of_its_own() -> None:
    pair = sentiment_pair("p1")
    entries = [Entry("search", [pair], "a", {}), Entry("search", [pair], "b", {"p1": ["sense"]})]
    both = {"search on a": Answers(["+1"], ["+1"]), "search on b": Answers(["+1"], ["-1"])}
    contest = Contest(get_task("sentiment"), entries, {"a": both})
    table = pair_columns(contest)
    assert table["victim"] == ["a", "b"]
    assert table["valid"] == [True, False]
    assert table["broken.a"] == [True, False]


def test_the_types_of_a_frame_do_not_depend_on_what_is_in_it(tmp_path: Path) -> None:
    contest = read_contest(small_contest(tmp_path))
    empty = Contest(contest.task, [], {system: {} for system in contest.systems})
    looked_at = replace(contest, entries=[replace(entry, faults={}) for entry in contest.entries])
    assert pair_frame(empty).schema == pair_frame(looked_at).schema
    assert pair_frame(empty).height == 0
    assert pair_frame(contest)["victim"].dtype == polars.String


def test_every_field_of_the_task_has_its_columns() -> None:
    original = Item("a", {"premise": "A dog runs.", "hypothesis": "A dog moves."}, ("entailment",))
    modified = Item("b", {"premise": "A dog runs.", "hypothesis": "No dog moves."}, ("contradiction",))
    entry = Entry("me", [Pair("1", original, modified, "becomes")])
    answers = {"s": {"me": Answers(["neutral"], ["contradiction"])}}
    row = pair_frame(Contest(get_task("nli"), [entry], answers)).row(0, named=True)
    assert row["original_premise"] == row["modified_premise"] == "A dog runs."
    assert (row["original_hypothesis"], row["modified_hypothesis"]) == ("A dog moves.", "No dog moves.")
