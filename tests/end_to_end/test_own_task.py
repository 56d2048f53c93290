"""A task without code, from its data to a contest: the shipped one, and the same as a file of one's own."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path
from zipfile import ZipFile

import pytest

from conftest import ROOT
from zellig import registry
from zellig.checks.check_file import check_file
from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.games.arena.play import play as play_arena
from zellig.games.arena.rules import read_rules
from zellig.games.breaking import Breaking, Plan, play
from zellig.games.breaking.gate import check_run
from zellig.games.contest import read_contest, score_contest
from zellig.games.contest.bundle import write_bundle
from zellig.games.contrasts import run_contrasts
from zellig.systems.evaluation import evaluate
from zellig.systems.training import train_system
from zellig.tasks.finding import TASK
from zellig.transform.plan import ContrastPlan

SHIPPED, OWN = "support-intent", "my-intent"
BREAKERS = ("strategies", "task-rules", "deepwordbug")
ARENA = """\
rounds = 6
seed = 1
[corpus]
name = "{corpus}"
[breaker]
name = "filler"
isolated = false
[chooser]
name = "random"
isolated = false
"""


def desk(folder: Path, task: str) -> str:
    """The data, as they are, and the task's file beside them; gives what names the task."""
    folder.mkdir()
    described = files("zellig.tasks").joinpath(f"data/{SHIPPED}.toml").read_text(encoding="utf-8")
    if task == OWN:
        (folder / TASK).write_text(described.replace(f'"{SHIPPED}"', f'"{OWN}"'), encoding="utf-8")
    for name in ("messages", "new-messages"):
        shutil.copy(ROOT / f"docs/data/{name}.csv", folder)
    return str(folder / TASK) if task == OWN else task


@pytest.mark.parametrize("task", [SHIPPED, OWN])
def test_a_task_goes_through_everything(task: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "desk"
    named = desk(place, task)
    items, system = str(place / "new-messages.csv"), str(place / "bag")
    train_system("bag-of-ngrams", str(place / "messages.csv"), Path(system), task=named)
    plan = Plan(named, items, (system,), BREAKERS)
    played = play(Breaking(plan, place / "run", tmp_path / "cache", lambda what, done, total: None))
    run_contrasts(items, ContrastPlan(named), place / "contrasts")
    assert played.scores is not None
    promised = {pair.phenomenon: pair.promise for entry in played.contest.entries for pair in entry.pairs}
    assert promised["lower-case"] == promised["thanks"] == promised["noise"] == "same"
    assert promised["cancel-to-track"] == promised["second-thoughts"] == "becomes"

    # Elsewhere and another day: nothing is known but what the folders hold.
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    for name in ("run", "contrasts", "bag"):
        shutil.move(place / name, moved / name)
    monkeypatch.setattr(registry, "_brought", {})
    assert (moved / "run" / TASK).is_file() == (moved / "bag" / TASK).is_file() == (task == OWN)
    bag = str(moved / "bag")
    contest = read_contest(moved / "run")
    assert contest.task.name == task
    assert score_contest(contest).breakers == played.scores.breakers
    decision = check_run(moved / "run", bag, min_passed=1)
    every = sum(len(entry.pairs) for entry in contest.entries)
    assert decision.passed.counted + decision.doubtful == every  # what a check speaks against does not count
    assert check_run(moved / "contrasts", bag, min_passed=1).phenomena["passive"].counted > 2
    checked = check_file(str(moved / "run/pairs/task-rules.jsonl"), contest.task.name)
    assert not checked.rejected
    found = evaluate([bag], open_corpus(f"items:{moved / 'run/originals.jsonl'}"))
    assert found.systems[bag].accuracy > 0.5
    write_bundle(tmp_path / "bundle.zip", contest, score_contest(contest))
    ZipFile(tmp_path / "bundle.zip").extractall(tmp_path / "unpacked")
    monkeypatch.setattr(registry, "_brought", {})
    assert read_contest(tmp_path / "unpacked").task == contest.task


def test_texts_of_an_own_task_play_in_the_arena(tmp_path: Path) -> None:
    desk(tmp_path / "desk", OWN)
    rules = tmp_path / "arena.toml"
    rules.write_text(ARENA.format(corpus=tmp_path / "desk/new-messages.csv"), encoding="utf-8")
    figures = play_arena(read_rules(rules), tmp_path / "game")
    assert (figures.rounds, figures.no_fake) == (6, 0)


def test_a_task_that_was_changed_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "desk"
    named = desk(place, OWN)
    items, bag = str(place / "new-messages.csv"), place / "bag"
    train_system("bag-of-ngrams", str(place / "messages.csv"), bag)
    plan = Plan(named, items, (str(bag),), ("lower-case",))
    told = lambda what, done, total: None  # noqa: E731
    play(Breaking(plan, place / "run", tmp_path / "cache", told))
    text = Path(named).read_text(encoding="utf-8")
    Path(named).write_text(text.replace("Many thanks!", "Thanks a lot!"), encoding="utf-8")
    monkeypatch.setattr(registry, "_brought", {})
    plan = Plan(named, items, (str(bag),), ("lower-case",))
    with pytest.raises(ZelligError, match="another task 'my-intent' than the one in"):
        Breaking(plan, place / "run", tmp_path / "cache", told)  # the system was trained for the other one
    shutil.rmtree(bag)
    monkeypatch.setattr(registry, "_brought", {})
    train_system("bag-of-ngrams", str(place / "messages.csv"), bag)
    with pytest.raises(ZelligError, match=r"this folder holds another run: its task has changed since"):
        Breaking(Plan(named, items, (str(bag),), ("lower-case",)), place / "run", tmp_path / "cache", told)
