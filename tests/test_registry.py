"""Names lead to the things they name, and a wrong name to a helpful sentence."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from zellig import registry
from zellig.errors import ZelligError
from zellig.registry import BUILT_IN, lookup, names, targets


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
