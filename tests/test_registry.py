"""Names lead to the things they name, and a wrong name to a helpful sentence."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from conftest import ROOT
from walk import RAN
from zellig import registry
from zellig.errors import ZelligError
from zellig.extras import EXTRAS
from zellig.registry import BUILT_IN, extra_of, lookup, names, summary, targets


@pytest.fixture
def fresh_targets() -> Iterator[None]:
    targets.cache_clear()
    yield
    targets.cache_clear()


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, found in BUILT_IN.items() for name in found]
)
def test_every_built_in_name_leads_somewhere(kind: str, name: str) -> None:
    found = lookup(kind, name)
    if kind in ("tasks", "corpora"):
        assert found.name == name
    else:
        assert callable(found)


def walk(folder: Path, *words: str) -> dict[str, str]:
    """What came of every name that was used, in a process of its own."""
    command = [sys.executable, str(ROOT / "tests" / "walk.py"), *words]
    path = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
    done = subprocess.run(command, cwd=folder, env=path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


NEEDY = {f"{kind}/{name}": extra_of(kind, name) for kind, found in BUILT_IN.items() for name in found}


def test_on_a_plain_install_everything_runs_or_names_its_extra(tmp_path: Path) -> None:
    expected = {
        what: f"{what.split('/')[1]!r} needs {next(iter(EXTRAS[extra].values()))}, which is not installed. "
        f"pip install 'zellig[{extra}]'"
        if extra
        else RAN
        for what, extra in NEEDY.items()
    }
    assert walk(tmp_path, "--plain") == expected


def test_with_its_extra_everything_runs(tmp_path: Path) -> None:
    chosen = [what for what, extra in NEEDY.items() if extra]
    chosen.append("breakers/textfooler")  # it is another one with the extra
    assert walk(tmp_path, *chosen) == dict.fromkeys(chosen, RAN)


def rooms() -> dict[str, int]:
    """Every room of the package with the number of its floor, the highest one first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (contract,) = [each for each in contracts if each["containers"] == ["zellig"]]
    return {room: floor for floor, line in enumerate(contract["layers"]) for room in line.split(" | ")}


def looked_up() -> Iterator[tuple[str, str]]:
    """Each kind, and a room in which it is looked up."""
    for path in sorted((ROOT / "src/zellig").rglob("*.py")):
        room = path.relative_to(ROOT / "src/zellig").with_suffix("").parts[0]
        for kind in re.findall(r'\blookup\(\s*"(\w+)"', path.read_text(encoding="utf-8")):
            yield kind, room


def test_lazy_names_obey_the_import_rules() -> None:
    """What is looked up is in the same room or below, as if it were imported."""
    floor = rooms()
    found = dict.fromkeys(looked_up())
    assert {kind for kind, _ in found} == set(BUILT_IN)
    wrong = {
        entry.value
        for kind, room in found
        for entry in targets(kind).values()
        if (place := entry.module.split(".")[1]) != room and floor[place] <= floor[room]
    }
    assert wrong == set()


def test_what_is_missing_of_another_package_is_told(
    monkeypatch: pytest.MonkeyPatch, fresh_targets: None
) -> None:
    theirs = EntryPoint("theirs", "no_such_module:make", "zellig.breakers")
    monkeypatch.setattr(registry, "entry_points", entries(theirs))
    with pytest.raises(ZelligError, match=r"'theirs' in breakers cannot be loaded .*no_such_module"):
        lookup("breakers", "theirs")
    assert summary("breakers", "theirs") == "(in no_such_module)"


def test_a_summary_is_that_of_the_module_or_of_its_part() -> None:
    assert summary("breakers", "pwws").startswith("PWWS: probability weighted word saliency")
    assert summary("breakers", "wordnet-beam").startswith("WordNet's synonyms, beam:")


def test_names_are_sorted() -> None:
    assert names("tasks") == sorted(BUILT_IN["tasks"])


def test_a_near_miss_is_guessed() -> None:
    with pytest.raises(ZelligError, match="Did you mean sentiment") as caught:
        lookup("tasks", "sentimant")
    assert "'sentimant' is not one of the tasks" in str(caught.value)


def test_a_far_miss_lists_what_there_is() -> None:
    with pytest.raises(
        ZelligError, match="There are: is-fake, nli, qasrl, qasrl-f1, quiz, real-or-fake, sentiment"
    ):
        lookup("tasks", "xyzzy")


def entries(*found: EntryPoint) -> object:
    return lambda group: [entry for entry in found if entry.group == group]


@pytest.mark.usefixtures("fresh_targets")
def test_third_parties_add_names(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = EntryPoint("mine", "zellig.tasks.nli:NLI", "zellig.tasks")
    monkeypatch.setattr(registry, "entry_points", entries(mine))
    assert "mine" in names("tasks")
    assert lookup("tasks", "mine").name == "nli"
    assert "mine" not in names("systems")


@pytest.mark.usefixtures("fresh_targets")
def test_two_owners_of_a_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "entry_points", entries(EntryPoint("nli", "other:NLI", "zellig.tasks")))
    with pytest.raises(ZelligError, match=r"zellig\.tasks\.nli:NLI and by other:NLI.*Uninstall one"):
        names("tasks")


def test_looking_at_names_imports_nothing_heavy() -> None:
    code = (
        "import sys, zellig.registry as r; [r.names(k) for k in r.BUILT_IN];"
        "sys.exit(any(m in sys.modules for m in ('numpy', 'spacy', 'vowpalwabbit', 'zellig.tasks')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
