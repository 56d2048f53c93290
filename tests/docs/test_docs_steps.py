"""Whatever the documents show runs: every command and every block of Python, from the top of a page down."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import pytest

import warm
from desk import environment, furnish
from pages import DOCS, JUDGES, PAGES, README, Step, blocks, commands, find_page, steps, write_named_blocks
from zellig import registry
from zellig.items import Item
from zellig.performers import Spec
from zellig.systems import load_system
from zellig.systems.card import Card, write_card

# What is shown and not run here, and why; of Python, the first words.
NOT_RUN = {
    "zellig resources fetch rotten-tomatoes": "asks the package index",
    'zellig contrast show "The cook fed the cat." --grammar erg': "needs ACE; tests have a stand-in for it",
    "zellig contrast make --task nli --corpus snli:snli_1.0:dev --out contrasts --grammar erg": "as above",
    "from zellig.language.erg.ace import open_grammar": "as above",
    "zellig perform --role breaker --with violate --port 8000": "serves until somebody stops it",
    "zellig perform --role chooser --with py:mine.py:Shorter --join": "needs a server; "
    "tests/server/test_arena_rights.py has one",
    "zellig serve": "serves until somebody stops it; tests/server/test_demo.py and test_operations.py run it",
    "zellig worker": "as above",
    "zellig contest status --server": "needs a server; tests/front/test_online.py has one",
    "zellig contest pull": "as above",
    "zellig contest push": "as above",
    "zellig contest watch": "as above",
    "zellig judge sheet restaurant-run --by Ben --read": "needs a sheet that is filled in; as below",
    "zellig judge report": "needs verdicts; tests/end_to_end/test_judge_at_terminal.py has some",
    "zellig backup": "needs the data of a server; tests/server/test_backup.py has some",
    "zellig restore": "as above",
    'zellig evaluate "lm-zero-shot?task=sentiment&labels=-1,+1" --corpus rotten-tomatoes:test': "unpacks the "
    "language model for a minute; its tests have a small one",
    "zellig tournament take": "needs a match of people; test_front_tournament.py has some",
    "python -m fuzz": "tests of its own",
    '@target("policy")': "a part of a module of the fuzzer",
}

SHOWING = [page for page in [README, *PAGES] if steps(page)]


def is_run(step: Step) -> bool:
    """Is it run here?"""
    return not any(step.text.startswith(words) for words in NOT_RUN)


@pytest.fixture(scope="module")
def furniture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files and folders that the pages name."""
    folder = tmp_path_factory.mktemp("documents") / "desk"
    furnish(folder)
    shutil.copytree(DOCS / "data", folder / "docs/data")
    for page in ("first-report.md", "own-breaker.md"):  # others go on with what they saved
        write_named_blocks(find_page(page), folder)
    write_named_blocks(find_page("contest-from-files.md"), folder)
    shutil.copytree(folder / "tiny", folder / "my-contest")
    mapping = next(b.body for b in blocks(find_page("corpora.md"), "toml") if "[fields]" in b.body)
    (folder / "reviews.toml").write_text(mapping, encoding="utf-8")
    run_command("zellig train bag-of-ngrams --corpus rotten-tomatoes:train --out my-system", folder)
    for name in ("other-system", "my-new-system", "bag"):
        shutil.copytree(folder / "my-system", folder / name)
    (shared,) = (each for each in commands(find_page("in-ci.md")) if "--out restaurant-run" in each)
    run_command(shared, folder)  # a run that several tutorials begin with is made once
    return folder


@pytest.mark.parametrize("page", SHOWING, ids=lambda page: page.name)
def test_a_page_can_be_followed_from_top_to_bottom(page: Path, furniture: Path, tmp_path: Path) -> None:
    shutil.copytree(furniture.parent, tmp_path / "documents")
    desk = write_named_blocks(page, tmp_path / "documents" / "desk")
    if any("--out bag" in command for command in commands(page)):
        shutil.rmtree(desk / "bag")
    typed_elsewhere = page == README  # by a newcomer, in two shells
    for step in filter(is_run, steps(page)):
        if step.is_python:
            run_python(step.text, desk)
        elif not typed_elsewhere:
            run_command(step.text, desk)


def run_command(command: str, desk: Path) -> None:
    """Run it as it is typed."""
    words = shlex.split(command.removeprefix("python "))
    module = ["-m"] if command.startswith("zellig ") else []
    done = warm.run([*module, *words], desk, environment(desk))
    judged = command.startswith(JUDGES) and done.returncode == 1 and not done.stderr
    assert judged or done.returncode == 0, (command, done.stderr)
    assert "Traceback" not in done.stderr, command


def run_python(source: str, desk: Path) -> None:
    """Run it; what the comments beside `print` say is printed."""
    done = warm.run(["-c", source], desk, environment(desk))
    assert done.returncode == 0, (source, done.stderr)
    promised = re.findall(r"^print\(.*\)  # (.+)$", source, re.MULTILINE)
    if len(promised) == len(re.findall(r"\bprint\(", source)):
        assert done.stdout.splitlines() == promised


@pytest.mark.parametrize("page", SHOWING, ids=lambda page: page.name)
def test_no_shell_takes_a_part_of_a_command_for_its_own(page: Path) -> None:
    """In zsh, an unquoted ? that matches no file ends the command."""
    for command in commands(page):
        bare = re.sub(r"'[^']*'|\"[^\"]*\"", "", command)
        assert not set(bare) & set("?*[]{}()<>|&;$!~^`\\"), command


def test_no_reason_is_left_over() -> None:
    shown = [step.text for page in SHOWING for step in steps(page)]
    assert [words for words in NOT_RUN if not any(text.startswith(words) for text in shown)] == []


def test_all_python_compiles() -> None:
    for page in [README, *PAGES]:
        for block in blocks(page, "python"):
            compile(block.body, str(page), "exec")


ITEMS = [
    Item("1", {"text": "The soup is a delight."}, ("+1",)),
    Item("2", {"text": "The soup is not a delight, and neither is the bread."}, ("-1",)),
]


def place(page: Path, containing: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Save a block as the module `shown` in a folder and make it importable there until the test ends."""
    source = next(block.body for block in blocks(page, "python") if containing in block.body)
    (folder / "shown.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "shown", raising=False)


def test_own_systems_answer_as_they_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place(find_page("system.md"), "class ShortIsGood", tmp_path, monkeypatch)
    strict, patient = load_system("py:shown:ShortIsGood"), load_system("py:shown:patient")
    assert [p.answer for p in strict.predict(ITEMS)] == ["+1", "-1"]
    assert [p.answer for p in patient.predict(ITEMS)] == ["+1", "+1"]


def test_system_with_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place(find_page("entry-points.md"), "class WordList", tmp_path, monkeypatch)
    known = registry.targets
    theirs = EntryPoint("word-list", "shown:WordList", "zellig.systems")
    monkeypatch.setattr(registry, "targets", lambda kind: {**known(kind), theirs.name: theirs})
    (tmp_path / "words.txt").write_text("delight.\n", encoding="utf-8")
    card = Card(Spec("word-list"), "sentiment", ("-1", "+1"), "none")
    write_card(tmp_path, card, np.array([], dtype=np.uint64))
    system = load_system(str(tmp_path))
    assert [p.answer for p in system.predict(ITEMS)] == ["+1", "-1"]
