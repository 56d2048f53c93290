"""The table of systems to write against: what is wrong with it is said, and what it names is read once."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from quiz_world import World
from zellig.corpora import Corpus, open_corpus
from zellig.errors import ZelligError
from zellig.server.live.systems import read_systems


def test_a_table_of_systems_says_what_is_wrong_with_it(tmp_path: Path) -> None:
    table = tmp_path / "systems.toml"
    for raw, said in (
        ("[ir]\n", "system"),
        ('[ir]\nsystem = "py:x:y"\n', "nothing says what 'ir' answers"),
        ('[IR]\nsystem = "py:x:y"\ntask = "quiz"\n', "cannot name a system"),
        ('[ir]\nsystem = "py:x:y"\ntask = "poetry"\n', "poetry"),
    ):
        table.write_text(raw)
        with pytest.raises(ZelligError, match=said):
            read_systems(table)


def test_sources_are_read_once_before_anybody_draws_a_question(
    tmp_path: Path, quiz: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "systems.toml"
    sources = [quiz.spec("train"), quiz.spec("leads")]
    table.write_text(f'[ir]\nsystem = "{quiz.guesser("ir")}"\nsources = {sources}\n')
    opened: list[str] = []

    def opening(spec: str) -> Corpus:
        opened.append(spec)
        return open_corpus(spec)

    monkeypatch.setattr("zellig.server.live.systems.open_corpus", opening)
    systems = read_systems(table)
    try:
        systems.prepare()
        assert sorted(opened) == sorted(sources)
        assert {each.id for each in systems.rewritable("ir")} <= {each.id for each in quiz.items("train")}
        assert len(systems.pool(["ir"])) > len(systems.rewritable("ir")) > 0
        assert sorted(opened) == sorted(sources)
    finally:
        gc.unfreeze()


def test_garbage_is_not_looked_for_among_what_is_loaded(tmp_path: Path, quiz: World) -> None:
    table = tmp_path / "systems.toml"
    table.write_text(f'[ir]\nsystem = "{quiz.guesser("ir")}"\n')
    systems = read_systems(table)
    try:
        systems.prepare()
        assert systems["ir"].loaded
        loaded = vars(systems["ir"].named.known)
        assert not [each for each in gc.get_objects() if any(each is one for one in loaded.values())]
    finally:
        gc.unfreeze()


def test_what_is_handed_in_to_several_systems_waits_for_nothing_to_be_read(
    tmp_path: Path, quiz: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "systems.toml"
    index, train, leads = quiz.guesser("ir"), quiz.spec("train"), quiz.spec("leads")
    table.write_text(
        f'[one]\nsystem = "{index}"\nsources = ["{train}"]\n'
        f'[two]\nsystem = "{index}"\nsources = ["{leads}", "{train}"]\n'
    )
    systems = read_systems(table)
    try:
        systems.prepare()
    finally:
        gc.unfreeze()
    monkeypatch.delattr("zellig.server.live.systems.open_corpus")
    pool = systems.pool(["one", "two"])
    assert len(pool) == len(quiz.items("train")) + len(quiz.items("leads"))
    for item in (quiz.items("train")[0], quiz.items("leads")[0]):
        assert pool.texts_like(item.fields["text"])[0].same
    assert systems["two"].past("ashmoor")
    assert systems.rewritable("two") == systems.rewritable("one")
