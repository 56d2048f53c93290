"""Which copies of resources a run is made with."""

from __future__ import annotations

from pathlib import Path

import pytest

from zellig.resources import find, table
from zellig.store import versions
from zellig.store.versions import resource_versions


@pytest.fixture
def nothing_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZELLIG_CACHE", str(tmp_path / "cache"))
    for resource in table().values():
        monkeypatch.delenv(resource.variable, raising=False)


@pytest.mark.usefixtures("nothing_fetched")
def test_what_will_be_fetched_is_the_pinned_one() -> None:
    found = resource_versions()
    assert list(found) == list(table())
    assert found["wordnet"] == find("wordnet").sha256


@pytest.mark.usefixtures("nothing_fetched")
def test_what_the_user_brings_is_known_by_its_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = set()
    for folder, words in (("one", "soup"), ("two", "soup"), ("three", "tea")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "data.noun").write_text(words)
        monkeypatch.setenv(find("wordnet").variable, str(tmp_path / folder))
        found.add(resource_versions()["wordnet"])
    assert len(found - {find("wordnet").sha256}) == 2


@pytest.mark.usefixtures("nothing_fetched")
def test_it_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own").mkdir()
    monkeypatch.setenv(find("wordnet").variable, str(tmp_path / "own"))
    first = resource_versions()
    monkeypatch.setattr(versions, "sha256_of", lambda path: pytest.fail("read again"))
    assert resource_versions() == first
