"""The bundle: the numbers can be computed again from it."""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from helpers import small_contest, write_dev, zellig
from zellig.games.contest import read_contest, score_contest
from zellig.games.contest.bundle import write_bundle
from zellig.games.contest.file_names import file_name_of, name_in


def score(folder: Path, *words: object, fresh: bool = False) -> dict[str, Any]:
    result = zellig("contest", "score", folder, "--format", "json", "--replicates", 200, *words, fresh=fresh)
    assert result.returncode == 0, result.stderr
    scores: dict[str, Any] = json.loads(result.stdout)
    return scores


def unpack(bundle: Path, folder: Path) -> Path:
    with zipfile.ZipFile(bundle) as archive:
        assert archive.testzip() is None
        archive.extractall(folder)
    return folder


def test_the_unpacked_bundle_gives_the_same_scores(tmp_path: Path) -> None:
    scores = score(small_contest(tmp_path / "contest"), "--bundle", tmp_path / "bundle.zip")
    again = unpack(tmp_path / "bundle.zip", tmp_path / "again")
    assert json.loads((again / "scores.json").read_bytes()) == scores
    assert score(again) == scores


def test_options_can_be_given_again(tmp_path: Path) -> None:
    words = ("--as-published", "--denominator", "sentences", "--seed", "5")
    scores = score(small_contest(tmp_path / "contest"), *words, "--bundle", tmp_path / "bundle.zip")
    assert score(unpack(tmp_path / "bundle.zip", tmp_path / "again"), *words) == scores


def test_an_excluded_system_is_not_in_the_bundle(tmp_path: Path) -> None:
    words = ("--exclude", "stuck", "--bundle", tmp_path / "bundle.zip")
    scores = score(small_contest(tmp_path / "contest"), *words)
    again = unpack(tmp_path / "bundle.zip", tmp_path / "again")
    assert [path.name for path in (again / "predictions").iterdir()] == ["good"]
    assert score(again) == scores


def test_the_release_of_2017_as_a_bundle(shared: Path, tmp_path: Path) -> None:
    words = ("--layout", "bibi2017", "--bundle", tmp_path / "bundle.zip")
    scores = score(shared / "data/bibi2017", *words)
    again = score(unpack(tmp_path / "bundle.zip", tmp_path / "again"))
    assert scores.pop("warnings")
    assert again.pop("warnings") == []  # the repeated rows are gone
    assert again == scores


def test_the_same_contest_gives_the_same_bytes(tmp_path: Path) -> None:
    small_contest(tmp_path / "contest")
    for name, fresh in {"one.zip": False, "two.zip": True}.items():
        score(tmp_path / "contest", "--bundle", tmp_path / name, fresh=fresh)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_development_data_travels_along(tmp_path: Path) -> None:
    folder = small_contest(tmp_path / "contest")
    gold = {"d1": "+1", "d2": "-1"}
    write_dev(folder, gold, {"good": gold, "stuck": dict.fromkeys(gold, "+1")})
    scores = score(folder, "--bundle", tmp_path / "bundle.zip")
    assert all(row["score"] is not None for row in scores["breakers"].values())
    assert score(unpack(tmp_path / "bundle.zip", tmp_path / "again")) == scores


NAMES = [
    "../../Larks",
    "Larks/Pitt",
    "..",
    ".hidden",
    "50 % off.",
    "a%2Fb",
    "C:\\owls",
    "Why? *",
    "%",
    "%%25",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_read_back_from_that_of_its_file(name: str) -> None:
    file = file_name_of(name)
    assert name_in(file) == name
    assert not file.startswith(".")
    assert not set(file) & set('/\\:*?"<>|')
    assert file_name_of("plain name") == "plain name"
    assert name_in("plain%20name") == "plain%20name"


def test_no_name_leads_out_of_the_bundle(tmp_path: Path) -> None:
    contest = read_contest(small_contest(tmp_path / "contest"))
    called = dict(zip([*contest.systems, *contest.names], NAMES, strict=False))
    odd = replace(
        contest,
        entries=[replace(entry, author=called[entry.name]) for entry in contest.entries],
        answers={
            called[system]: {called[name]: given for name, given in found.items()}
            for system, found in contest.answers.items()
        },
    )
    scores = score_contest(odd)
    write_bundle(tmp_path / "bundle.zip", odd, scores)
    with zipfile.ZipFile(tmp_path / "bundle.zip") as archive:
        assert not any(".." in Path(name).parts for name in archive.namelist())
        assert {len(Path(name).parts) for name in archive.namelist()} == {1, 2, 3}
    again = read_contest(unpack(tmp_path / "bundle.zip", tmp_path / "again"))
    assert score_contest(again) == scores
    assert {*again.systems, *again.names} == {*called.values()}
    assert read_contest(tmp_path / "again", exclude=[NAMES[0]]).systems == odd.systems[1:]
