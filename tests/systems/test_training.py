"""Training writes into a folder of its own: nothing that lies there is touched, or taken for the system's."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from examples import TRAIN
from zellig.corpora import corpus_hash
from zellig.errors import ZelligError
from zellig.items import Item, write_records
from zellig.systems import bag_of_ngrams, load_system, strawman, training
from zellig.systems.card import CARD, Card, read_card
from zellig.systems.training import CHECKPOINTS, Progress, train_system

SETTINGS = {
    "bag-of-ngrams": bag_of_ngrams.Settings(),  # has no checkpoints
    "strawman": strawman.Settings(networks=1, epochs=4, batch=4, width=4),
}
NAMES = sorted(SETTINGS)


class StopError(Exception):
    """Stands for a kill."""


def train(
    name: str, folder: Path, progress: Progress = lambda what, done, total: None, seed: int = 1
) -> Card:
    write_records(folder / "train.jsonl", Item, TRAIN, "sentiment")
    source = f"items:{folder / 'train.jsonl'}"
    return train_system(name, source, folder / "out", config=SETTINGS[name], seed=seed, progress=progress)


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("there", ["thesis.txt", "weights.safetensors", "checkpoints/thesis.txt"])
def test_a_folder_with_other_things_is_refused_before_anything_is_learnt(
    name: str, there: str, tmp_path: Path
) -> None:
    path = tmp_path / "out" / there
    path.parent.mkdir(parents=True)
    path.write_text("mine")
    with pytest.raises(ZelligError, match="this exists and is not a trained system"):
        train(name, tmp_path, lambda what, done, total: pytest.fail("it learnt"))
    assert path.read_text() == "mine"
    assert [each for each in (tmp_path / "out").rglob("*") if each.is_file()] == [path]


@pytest.mark.parametrize("name", NAMES)
def test_the_card_vouches_for_what_the_system_wrote_and_nothing_else(name: str, tmp_path: Path) -> None:
    def somebody_else_writes(what: str, done: int, total: int) -> None:
        (tmp_path / "out").mkdir(exist_ok=True)
        (tmp_path / "out/notes.txt").write_text("mine")

    card = train(name, tmp_path, somebody_else_writes)
    assert names_in(tmp_path / "out") == {*card.files, CARD, "notes.txt"}
    assert "notes.txt" not in card.files
    assert (tmp_path / "out/notes.txt").read_text() == "mine"
    with pytest.raises(ZelligError, match="not among those that the card vouches for"):
        read_card(tmp_path / "out")
    (tmp_path / "out/notes.txt").rename(tmp_path / "out/notes.md")  # no builder reads that
    assert read_card(tmp_path / "out") == card


@pytest.mark.parametrize("name", NAMES)
def test_all_files_have_the_mode_of_any_new_file(name: str, tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        train(name, tmp_path)
    finally:
        os.umask(mask)
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "out").iterdir()} == {0o640}


def test_checkpoints_of_another_training_are_refused(tmp_path: Path) -> None:
    heard: list[int] = []

    def stop(what: str, done: int, total: int) -> None:
        heard.append(done)
        if len(heard) == 9:
            raise StopError

    with pytest.raises(StopError):
        train("strawman", tmp_path, stop)
    before = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    assert len(before) > 1
    with pytest.raises(ZelligError, match=r"checkpoints.*holds another run"):
        train("strawman", tmp_path, seed=2)
    assert before == {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    train("strawman", tmp_path)
    assert not (tmp_path / "out" / CHECKPOINTS).exists()


@pytest.mark.parametrize("killed", [True, False])
def test_a_corpus_that_changed_under_its_name_is_noticed(killed: bool, tmp_path: Path) -> None:
    def stop(what: str, done: int, total: int) -> None:
        if killed and done > 1:
            raise StopError

    corpus, out = tmp_path / "train.jsonl", tmp_path / "out"

    def learn(items: list[Item], progress: Progress = lambda what, done, total: None) -> Card:
        write_records(corpus, Item, items, "sentiment")
        settings = SETTINGS["strawman"]
        return train_system("strawman", f"items:{corpus}", out, config=settings, progress=progress)

    with suppress(StopError):
        learn(TRAIN, stop)
    with pytest.raises(ZelligError, match=r"holds another (run|system)"):
        learn([*TRAIN[1:], Item("new", {"text": "A walk in the rain."}, ("-1",))])
    assert learn(TRAIN).corpus_hash == corpus_hash(TRAIN)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("moment", ["write_card", "_move_out"])
def test_killed_while_it_is_saved_it_ends_the_same(name: str, moment: str, tmp_path: Path) -> None:
    def stop(*given: object) -> None:
        raise StopError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, moment, stop)
        with pytest.raises(StopError):
            train(name, tmp_path)
    with pytest.raises(ZelligError, match="no trained system"):
        load_system(str(tmp_path / "out"))
    card = train(name, tmp_path)
    assert names_in(tmp_path / "out") == {*card.files, CARD}
    assert card.files == train(name, tmp_path / "whole").files


@pytest.mark.parametrize("name", NAMES)
def test_killed_at_its_very_start_it_is_taken_up(name: str, tmp_path: Path) -> None:
    (tmp_path / "out" / CHECKPOINTS).mkdir(parents=True)
    (tmp_path / "out" / CHECKPOINTS / ".zellig-1.part").touch()
    card = train(name, tmp_path)
    assert names_in(tmp_path / "out") == {*card.files, CARD}


@pytest.mark.parametrize("moment", range(4))
def test_killed_while_checkpoints_are_removed_nothing_is_left_over(moment: int, tmp_path: Path) -> None:
    """Before each of the removals that the operating system is asked for."""
    left = moment

    def stop_before(removal: Callable[..., None]) -> Callable[..., None]:
        def remove(path: str | Path, *given: Any, **more: Any) -> None:
            nonlocal left
            if (tmp_path / "out" / CARD).exists() and not str(path).endswith(".part"):
                if left == 0:
                    raise StopError
                left -= 1
            removal(path, *given, **more)

        return remove

    with pytest.MonkeyPatch.context() as patch:
        for name in ("unlink", "rmdir"):
            patch.setattr(os, name, stop_before(getattr(os, name)))
        with pytest.raises(StopError):
            train("strawman", tmp_path)
    assert CHECKPOINTS in names_in(tmp_path / "out")
    card = train("strawman", tmp_path)
    assert names_in(tmp_path / "out") == {*card.files, CARD}


def test_what_somebody_else_put_in_a_folder_of_checkpoints_stays(tmp_path: Path) -> None:
    card = train("strawman", tmp_path)
    (tmp_path / "out" / CHECKPOINTS).mkdir()
    (tmp_path / "out" / CHECKPOINTS / "thesis.txt").touch()
    assert train("strawman", tmp_path) == card
    assert names_in(tmp_path / "out" / CHECKPOINTS) == {"thesis.txt"}


def test_a_corpus_that_nothing_can_be_learnt_from_leaves_nothing_behind(tmp_path: Path) -> None:
    write_records(tmp_path / "one.jsonl", Item, TRAIN[:2], "sentiment")
    for name in NAMES:
        with pytest.raises(ZelligError, match="different labels"):
            train_system(name, f"items:{tmp_path / 'one.jsonl'}", tmp_path / "out", config=SETTINGS[name])
    assert names_in(tmp_path) == {"one.jsonl"}
