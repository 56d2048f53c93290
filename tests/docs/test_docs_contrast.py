"""The page of contrast sets says what the code does."""

from __future__ import annotations

import inspect
import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers import zellig
from pages import blocks, code, commands, find_page, rows, section, write_named_blocks
from zellig.cli import augment as cli_augment
from zellig.cli import contrast as cli_contrast
from zellig.measures.by_group import FIGURES
from zellig.transform.counts import Counts, Survey
from zellig.transform.evaluation import KINDS as KINDS_OF_PAIRS
from zellig.transform.label_rules import CONDITIONS, rule_sets, rules_of


def test_the_sentence_is_transformed_as_shown() -> None:
    (shown,) = (b.body for b in blocks(find_page("contrast.md"), "") if b.body.startswith("past  "))
    (command,) = (
        each for each in commands(find_page("contrast.md")) if each.startswith("zellig contrast show")
    )
    assert zellig(*shlex.split(command)[1:]).stdout.splitlines() == shown.splitlines()


def test_table_of_label_rules_is_the_data() -> None:
    def shown(row: list[str]) -> list[object]:
        code_, premise, hypothesis, labels, to, conditions, estimate = row
        names = [" ".join(code(cell)) for cell in (code_, premise, hypothesis, to)]
        return [*names, tuple(code(labels)), conditions, estimate]

    table = [shown(row) for row in rows(section("contrast.md", "Label rules")) if len(row) == 7]
    assert table == [
        [rule.code, rule.premise, rule.hypothesis, rule.to, rule.from_, ", ".join(rule.when),
         f"{rule.estimate or ''}{', stilted' if rule.stilted else ''}{', unread' if rule.unread else ''}"]
        for rule in rules_of("zellig", "nli")
    ]  # fmt: skip


def test_table_of_other_tasks_is_the_data() -> None:
    table = [
        (task, step, tuple(code(labels)), *code(to), conditions, estimate)
        for tasks, steps, labels, to, conditions, estimate in rows(section("contrast.md", "Other tasks"))
        for task in code(tasks)
        for step in code(steps)
    ]
    assert sorted(table) == sorted(
        (
            task,
            *rule.steps,
            rule.from_,
            rule.to,
            ", ".join(rule.when),
            f"{rule.estimate or ''}{', stilted' if rule.stilted else ''}",
        )
        for part in rule_sets()["zellig"]
        for task in part.tasks
        for rule in part.rows
        if task != "nli"
    )


def test_conditions_of_label_rules_are_explained() -> None:
    table = [row for row in rows(section("contrast.md", "Label rules")) if len(row) == 2]
    assert {name for row in table for name in row[0].split(", ")} == set(CONDITIONS)


def test_contrast_sets_come_out_as_shown_and_every_key_is_explained(tmp_path: Path) -> None:
    write_named_blocks(find_page("contrast.md"), tmp_path)
    command = ("contrast", "evaluate", "contrasts.jsonl", "--system", "py:overlap:Overlap")
    (table,) = (b.body for b in blocks(find_page("contrast.md"), "") if "expected" in b.body)
    printed = {line.strip() for line in zellig(*command, cwd=tmp_path, columns=80).stdout.splitlines()}
    assert {line.strip() for line in table.splitlines()} - printed == {"..."}
    found = json.loads(zellig(*command, "--format", "json", cwd=tmp_path).stdout)
    assert {key for row in rows(section("contrast.md", "JSON")) for key in code(row[0])} == set(found)
    figures = [key for row in rows(section("contrast.md", "Figures")) for key in code(row[0])]
    assert figures == list(FIGURES)
    for row in found["systems"]["py:overlap:Overlap"].values():
        counts = {"pairs", "originals", "expected_change_counted", "expected_change_left_out"}
        assert set(row) == {*figures, *counts}
    groups = [key for row in rows(section("contrast.md", "Groups")) for key in code(row[0])]
    assert groups == list(KINDS_OF_PAIRS)


def test_counts_of_contrast_sets_are_explained() -> None:
    keys = {key for row in rows(section("contrast.md", "Counts")) for key in code(row[0])}
    assert keys == {*Counts.__struct_fields__, *Survey.__struct_fields__}


@pytest.mark.parametrize(
    ("heading", "command", "arguments"),
    [
        ("A corpus", cli_contrast.make, {"format"}),
        ("Systems on a contrast set", cli_contrast.evaluate, {"pairs"}),
        ("Training data", cli_augment.augment, set()),
    ],
)
def test_options_of_contrast_sets_are_explained(
    heading: str, command: Callable[..., None], arguments: set[str]
) -> None:
    options = {name.replace("_", "-") for name in inspect.signature(command).parameters} - arguments
    shown = {name for row in rows(section("contrast.md", heading)) for name in code(row[0])}
    assert {name.replace("--no-", "--") for name in shown} == {f"--{name}" for name in options}
