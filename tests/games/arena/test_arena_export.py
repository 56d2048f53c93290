"""A game's fakes are pairs like any others."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena_performers import here, make_rules, played
from helpers import zellig
from zellig.errors import ZelligError
from zellig.games.arena.play import export
from zellig.items import Pair, read_records
from zellig.notices import Notice, hearing
from zellig.tasks.is_fake import IS_FAKE

pytestmark = pytest.mark.usefixtures("tests_on_the_path")


def test_every_fake_is_a_pair_of_its_text(tmp_path: Path) -> None:
    rules = make_rules(tmp_path, rounds=30, breaker=here("Mixed"))
    figures, rounds = played(rules, tmp_path / "game")
    told: list[Notice] = []
    with hearing(told.append):
        number = export(tmp_path / "game", tmp_path / "pairs.jsonl")
    file = read_records(tmp_path / "pairs.jsonl", Pair)
    pairs = list(file)
    assert file.header is not None
    assert file.header.task == "is-fake"
    fakes = [each for each in rounds if each.made != each.real]
    assert len(fakes) == 30 - figures.no_fake
    with_fake = [each for place, each in enumerate(fakes) if each.real not in {f.real for f in fakes[:place]}]
    assert 0 < number == len(with_fake) < len(fakes)
    (notice,) = told
    assert notice.sentence.startswith("2 pairs were left out by the check of pairs: duplicate (2): both")
    for pair, each in zip(pairs, with_fake, strict=True):
        assert (pair.id, pair.author, pair.phenomenon) == (f"{each.n}-mixed", "mixed", "order")
        assert (pair.original.fields["text"], pair.modified.fields["text"]) == (each.real, each.made)
        assert pair.original.id.startswith("hidden-id-")  # that of the corpus: no performer was told it
        assert pair.original.metadata["label"] == each.accepted[0]
        assert (pair.original.accepted, pair.modified.accepted, pair.promise) == (
            ("real",),
            ("fake",),
            "flip",
        )
        assert [*IS_FAKE.faults_of_item(pair.original), *IS_FAKE.faults_of_item(pair.modified)] == []


def test_a_text_that_is_played_again_gives_no_second_pair_of_the_same_fake(tmp_path: Path) -> None:
    rules = make_rules(tmp_path, rounds=40, canary={"share": 0.5})
    _, rounds = played(rules, tmp_path / "game")
    assert any(each.repeats is not None for each in rounds)
    number = export(tmp_path / "game", tmp_path / "pairs.jsonl")
    assert number == len({(each.real, each.made) for each in rounds if each.made != each.real})
    found = zellig("pairs", "check", tmp_path / "pairs.jsonl", "--task", "is-fake")
    assert found.returncode == 0, found.stdout


def test_what_a_guard_makes_one_is_no_pair(tmp_path: Path) -> None:
    rules = make_rules(tmp_path, rounds=6, breaker={"name": "copy", "isolated": False})
    played(rules, tmp_path / "game")
    assert export(tmp_path / "game", tmp_path / "pairs.jsonl") == 0


def test_the_commands_for_pairs_take_them(tmp_path: Path) -> None:
    played(make_rules(tmp_path, rounds=5), tmp_path / "game")
    pairs = tmp_path / "pairs.jsonl"
    ended = zellig("arena", "export", tmp_path / "game", "--out", pairs)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "5 pairs are in" in ended.stdout
    for command in ("check", "show"):
        ended = zellig("pairs", command, pairs, "--task", "is-fake")
        assert (ended.returncode, ended.stderr) == (0, "")
    assert "real -> fake (flip)" in ended.stdout


def test_a_folder_without_a_game_is_named(tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match=r"transcript\.jsonl"):
        export(tmp_path, tmp_path / "pairs.jsonl")
    assert not (tmp_path / "pairs.jsonl").exists()
