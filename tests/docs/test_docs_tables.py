"""The tables and examples of the documents are what the code has: none is missing, none is invented."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pages import blocks, code, find_page, rows, section, write_named_blocks
from zellig import registry
from zellig.checks.pipeline import check
from zellig.checks.policy import default_policy
from zellig.cli.contest import score
from zellig.games.contest import read_contest, score_contest
from zellig.items import (
    KINDS,
    Header,
    Item,
    Key,
    Pair,
    Prediction,
    Verdict,
    content_hash,
    encode_record,
    pair_hash,
    read_records,
)
from zellig.language.sentence_classes import CLASSES
from zellig.measures.consistency import ContrastSets
from zellig.performers import Evidence, Span
from zellig.tasks import get_task

# --- formats.md

RECORDS = {"Item": Item, "Pair": Pair, "Prediction": Prediction, "Verdict": Verdict, "Key": Key}
TABLES = {"Header": Header, **RECORDS, "Evidence": Evidence, "Span": Span}


def format_blocks() -> list[tuple[str, str]]:
    found = blocks(find_page("formats.md"), "json")
    return [(re.findall(r"^## (.+)$", block.before, re.MULTILINE)[-1], block.body) for block in found]


def test_every_format_has_an_example() -> None:
    assert {heading for heading, _ in format_blocks()} == {"Header", *RECORDS, "Evidence"}


@pytest.mark.parametrize(("heading", "body"), format_blocks())
def test_examples_are_what_they_claim(heading: str, body: str, tmp_path: Path) -> None:
    if heading == "Header":
        assert msgspec.json.decode(body, type=Header) == Header("pairs", 1, "sentiment")
        return
    if heading == "Evidence":
        evidence = msgspec.json.decode(body, type=list[Evidence])
        assert json.loads(msgspec.json.encode(evidence)) == json.loads(body)
        return
    kind: Any = RECORDS[heading]
    path = tmp_path / "example.jsonl"
    path.write_text(body, encoding="utf-8")
    file = read_records(path, kind)
    records = list(file)
    assert file.header is not None
    assert file.header.zellig == KINDS[kind]
    lines = [json.loads(line) for line in body.splitlines()]
    assert [json.loads(encode_record(record)) for record in records] == lines[1:]  # so no key is ignored


@pytest.mark.parametrize("heading", TABLES)
def test_tables_of_keys_are_complete(heading: str) -> None:
    kind: Any = TABLES[heading]
    shown = [(code(row[0])[0], row[1]) for row in rows(section("formats.md", heading))]
    assert shown == [
        (field.name, "" if field.required else "may be left out") for field in msgspec.structs.fields(kind)
    ]


def test_examples_of_pairs_are_sound() -> None:
    body = dict(format_blocks())["Pair"]
    pairs = [msgspec.json.decode(line, type=Pair) for line in body.splitlines()[1:]]
    policy = msgspec.structs.replace(default_policy(), from_scratch=True)
    report = check(enumerate(pairs, 1), get_task("sentiment"), policy)
    assert not report.rejected
    shown = [code(row[2])[0] for row in rows(section("formats.md", "Hashes"))]
    assert shown == [content_hash(pairs[0].original), pair_hash(pairs[0])]


# --- tasks.md


def test_table_of_tasks_is_the_registry() -> None:
    shown = [[code(cell) for cell in row] for row in rows(section("tasks.md", "Tasks"))]
    tasks = [get_task(name) for name in registry.BUILT_IN["tasks"]]
    assert shown == [
        [[task.name], list(task.fields), list(task.editable), list(task.labels), list(task.flips)]
        for task in tasks
    ]


def test_example_of_qasrl_is_legal() -> None:
    (block,) = blocks(find_page("tasks.md"), "json")
    item = msgspec.json.decode(block.body, type=Item)
    assert list(get_task("qasrl").faults_of_item(item)) == []
    assert item.accepted[0] in item.fields["sentence"]


# --- corpora.md


def test_every_class_of_sentence_is_explained() -> None:
    table = rows(section("corpora.md", "What a corpus is made of"))
    shown = {code(row[0])[0]: row[1] for row in table if len(row) == 2}
    assert list(shown.items()) == list(CLASSES.items())


# --- contest.md


def tiny_contest(folder: Path) -> Path:
    """The worked example of contest.md as files."""
    return write_named_blocks(find_page("contest-from-files.md"), folder, "tiny/")


def test_worked_example_comes_out_as_shown(tmp_path: Path) -> None:
    scores = msgspec.to_builtins(score_contest(read_contest(tiny_contest(tmp_path))))
    shown = json.loads(
        next(b.body for b in blocks(find_page("contest-from-files.md"), "json") if b.body.startswith("{\n"))
    )
    assert_within(shown, scores)


def assert_within(part: Any, whole: Any) -> None:
    """Every value of `part` is in the same place of `whole`."""
    if isinstance(part, dict):
        for key, value in part.items():
            assert key in whole
            assert_within(value, whole[key])
    else:
        assert part == whole


def test_every_key_of_the_scores_is_explained(tmp_path: Path) -> None:
    scores = msgspec.to_builtins(score_contest(read_contest(tiny_contest(tmp_path))))
    system = next(iter(scores["systems"].values()))
    assert keys("The JSON") == set(scores)
    assert keys("systems") == set(system)
    assert keys("breakers") == set(next(iter(scores["breakers"].values())))
    assert keys("phenomena") == set(next(iter(scores["phenomena"].values())))
    assert keys("comparisons") == set(scores["comparisons"][0])
    assert keys("agreements") == set(scores["agreements"][0])
    meaning = {row[0].strip("`"): code(row[1]) for row in rows(section("contest.md", "systems"))}
    assert meaning["consistency"] == list(system["consistency"])
    assert meaning["contrast_sets"] == list(ContrastSets.__struct_fields__) == list(system["contrast_sets"])
    bootstrap = next(row for row in rows(section("contest.md", "The JSON")) if row[0] == "`bootstrap`")
    assert code(bootstrap[1]) == list(scores["bootstrap"])


def keys(heading: str) -> set[str]:
    return {key for row in rows(section("contest.md", heading)) for key in code(row[0])}


def test_every_option_is_explained() -> None:
    options = [name.replace("_", "-") for name in inspect.signature(score).parameters if name != "folder"]
    shown = [code(row[0])[0] for row in rows(section("contest.md", "Options"))]
    assert sorted(shown) == sorted(f"--{name}" for name in options)


# --- choosers.md


@pytest.mark.parametrize(("heading", "kind"), [("Choosers", "choosers"), ("Curators", "curators")])
def test_tables_of_choosers_and_curators_are_the_registry(heading: str, kind: str) -> None:
    shown = {code(row[0])[0]: code(row[3]) for row in rows(section("choosers.md", heading)) if len(row) == 4}
    everywhere = {"corpus", "justification"} if kind == "curators" else set()
    assert shown == {
        name: [
            each
            for each in inspect.signature(registry.lookup(kind, name)).parameters
            if each not in everywhere
        ]
        for name in registry.BUILT_IN[kind]
    }
