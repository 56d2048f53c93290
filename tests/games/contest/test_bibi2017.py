"""The 2017 shared task, scored from its real submissions: every number that was published or promised."""

from __future__ import annotations

import base64
import gzip
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from helpers import zellig
from zellig.errors import ZelligError
from zellig.games.contest import Contest, read_contest
from zellig.report.browser import browser_of
from zellig.report.cards import Deck

TEAMS = [f"Builder_Team_{number}" for number in range(1, 8)]
OF_THE_PAPER = [team for team in TEAMS if team != "Builder_Team_4"]

# Table 4 of the paper: gold, then the systems in the order of COLUMNS. Pair ids as in the release.
COLUMNS = [f"Builder_Team_{number}" for number in (1, 2, 7, 3, 6, 5)]
TABLE_4 = {
    ("Team3", "989", "a"): "+1  +1 +1 +1 +1 +1 -1",
    ("Team3", "989", "b"): "+1  -1 +1 -1 +1 +1 -1",
    ("Team3", "561", "a"): "-1  -1 -1 +1 -1 +1 -1",
    ("Team3", "561", "b"): "+1  +1 +1 +1 -1 +1 -1",
    ("Team1", "558", "a"): "-1  -1 -1 -1 -1 -1 -1",
    ("Team1", "558", "b"): "+1  -1 -1 -1 -1 -1 -1",
    ("Team1", "565", "a"): "+1  +1 -1 +1 +1 +1 +1",
    ("Team1", "565", "b"): "-1  +1 -1 +1 -1 +1 -1",
    ("Team2", "560", "a"): "+1  +1 +1 -1 +1 +1 +1",
    ("Team2", "560", "b"): "+1  -1 +1 -1 +1 +1 0",
    ("Team2", "602", "a"): "+1  -1 +1 -1 -1 -1 -1",
    ("Team2", "602", "b"): "-1  -1 +1 +1 -1 -1 0",
    ("Team4", "723", "a"): "-1  -1 -1 -1 -1 +1 +1",
    ("Team4", "723", "b"): "+1  +1 +1 -1 +1 +1 +1",
}


@pytest.fixture(scope="module")
def release(shared: Path) -> Path:
    return shared / "data/bibi2017"


@pytest.fixture(scope="module")
def contest(release: Path) -> Contest:
    return read_contest(release, "bibi2017")


def score(release: Path, *words: object, fresh: bool = False) -> subprocess.CompletedProcess[str]:
    where = ("contest", "score", release, "--layout", "bibi2017", "--format", "json")
    result = zellig(*where, *words, fresh=fresh)
    assert result.returncode == 0, result.stderr
    return result


@pytest.fixture(scope="module")
def plain(release: Path) -> tuple[dict[str, Any], str]:
    """The scores without any option, and what was said on standard error."""
    result = score(release)
    return json.loads(result.stdout), result.stderr


@pytest.fixture(scope="module")
def scores(plain: tuple[dict[str, Any], str]) -> dict[str, Any]:
    return plain[0]


def test_names_and_number_of_pairs(scores: dict[str, Any]) -> None:
    assert scores["pairs"] == 287
    assert sorted(scores["systems"]) == TEAMS
    assert {name: row["pairs"] for name, row in scores["breakers"].items()} == {
        "Team1": 99,
        "Team2": 42,
        "Team3": 49,
        "Team4": 97,
    }


def test_broken_pairs(scores: dict[str, Any]) -> None:
    assert [scores["systems"][team]["broken"] for team in TEAMS] == [146, 140, 164, 97, 149, 144, 142]
    for team in TEAMS:
        row = scores["systems"][team]
        assert row["broken_percent"] == pytest.approx(100 * row["broken"] / 287)
        assert row["broken_interval"][0] < row["broken_percent"] < row["broken_interval"][1]


@pytest.mark.parametrize(
    ("breaker", "cells", "mean"),
    [
        ("Team1", [70.7, 70.7, 78.8, 68.7, 69.7, 76.8], 72.56),
        ("Team3", [79.6, 67.3, 79.6, 73.5, 73.5, 73.5], 74.49),
        ("Team2", [45.2, 45.2, 78.6, 54.8, 42.9, 40.5], 51.19),
        ("Team4", [18.6, 18.6, 14.4, 22.7, 21.6, 13.4], 18.21),
    ],
)
def test_matrix(scores: dict[str, Any], breaker: str, cells: list[float], mean: float) -> None:
    row = [scores["matrix"][breaker][team] for team in OF_THE_PAPER]
    assert [round(cell, 1) for cell in row] == cells
    assert round(sum(row) / 6, 2) == mean


def test_weighted_f1_averaged_over_breakers(scores: dict[str, Any]) -> None:
    f1 = [round(scores["systems"][team]["f1"], 3) for team in OF_THE_PAPER]
    assert f1 == [0.652, 0.645, 0.608, 0.578, 0.603, 0.633]
    assert scores["left_out_of_f1"] == 0


def test_without_development_accuracies_there_is_no_breaker_score(scores: dict[str, Any]) -> None:
    for row in scores["breakers"].values():
        assert row["score"] is None
        assert "no development accuracies" in row["score_reason"]


def test_warnings_name_file_and_line(plain: tuple[dict[str, Any], str]) -> None:
    scores, said = plain
    *lines, doubt = said.splitlines()
    assert doubt.startswith("zellig: warning: Builder_Team_4 is right about 54 of 214 texts")
    assert list(scores["doubts"]) == ["Builder_Team_4"]
    assert len(lines) == len(scores["warnings"]) == 2 + 7 * 2  # Team3 and Team4, gold and every system
    assert all(line.startswith("zellig: warning: ") for line in lines)
    for name in ("Team3_breaker_test.tsv", "Team4_breaker_test.tsv"):
        (line,) = [line for line in lines if f"gold/{name}" in line]
        assert "the last row counts" in line
        assert "645_a (line 98)" in line or "766_a (line 8)" in line


def test_the_last_row_counts_even_with_another_label(release: Path, contest: Contest) -> None:
    """Every answer in the browser's data is the one in the last row of its file."""
    path = release / "predictions/Builder_Team_1/Team4_breaker_blind_test.pred.tsv"
    last = {}
    for line in path.read_text("cp1252").removesuffix("\n").split("\n")[1:]:
        cells = line.split("\t")
        last[cells[0]] = cells[-1].strip().replace("+", "")
    made = next(entry.pairs for entry in contest.entries if entry.author == "Team4")
    answers = contest.answers["Builder_Team_1"]["Team4"]
    found = {pair.original.id: a.replace("+", "") for pair, a in zip(made, answers.original, strict=True)}
    found |= {pair.modified.id: a.replace("+", "") for pair, a in zip(made, answers.modified, strict=True)}
    assert found == last


def test_published_share_divides_by_sentences(release: Path) -> None:
    scores = json.loads(score(release, "--denominator", "sentences").stdout)
    shares = [round(scores["systems"][team]["broken_percent"], 2) for team in TEAMS]
    assert shares == [25.44, 24.39, 28.57, 16.90, 25.96, 25.09, 24.74]
    assert [scores["systems"][team]["broken"] for team in TEAMS] == [146, 140, 164, 97, 149, 144, 142]


@pytest.mark.parametrize("more", [(), ("--denominator", "sentences")])
def test_published_breaker_scores(release: Path, more: tuple[str, ...]) -> None:
    words = ("--as-published", "--exclude", "Builder_Team_4", *more)
    scores = json.loads(score(release, *words).stdout)
    assert sorted(scores["systems"]) == OF_THE_PAPER
    found = {name: round(row["score"], 2) for name, row in scores["breakers"].items()}
    assert found == {"Team3": 31.17, "Team2": 19.28, "Team4": 7.48, "Team1": 28.62}
    assert all("as published" in row["score_reason"] for row in scores["breakers"].values())


def shown(contest: Contest) -> Any:
    """What the browser of the page reads."""
    return json.loads(msgspec.json.encode(browser_of(Deck(contest))))


def check_table_4(data: dict[str, Any]) -> None:
    """The 84 printed predictions, the gold labels, and who breaks on what."""
    pairs = {(pair["breaker"], pair["id"]): pair for pair in data["pairs"]}
    assert len(pairs) == 287
    systems = [data["systems"].index(team) for team in COLUMNS]
    cells = 0
    for (breaker, name, side), printed in TABLE_4.items():
        gold, *answers = printed.split()
        pair, which = pairs[breaker, name], "ab".index(side)
        assert pair["gold"][which] == [gold]
        assert [pair["answers"][system][which] for system in systems] == answers
        assert [pair["right"][system][which] for system in systems] == [answer == gold for answer in answers]
        cells += len(answers)
    assert cells == 84


def test_the_printed_predictions_are_the_browser_s_data(contest: Contest) -> None:
    check_table_4(shown(contest))


def breaks(data: dict[str, Any], breaker: str, name: str) -> list[bool]:
    (pair,) = [pair for pair in data["pairs"] if (pair["breaker"], pair["id"]) == (breaker, name)]
    return [
        pair["right"][system][0] != pair["right"][system][1] for system in map(data["systems"].index, COLUMNS)
    ]


def test_who_breaks_on_the_printed_pairs(contest: Contest) -> None:
    data = shown(contest)
    assert breaks(data, "Team1", "558") == [True] * 6  # as the paper's text says
    assert breaks(data, "Team3", "989") == [True, False, True, False, False, False]
    assert breaks(data, "Team3", "561") == [False, False, True, True, True, True]
    assert breaks(data, "Team1", "565") == [True, True, True, False, True, False]
    assert breaks(data, "Team2", "560") == [True, False, False, False, False, True]
    assert breaks(data, "Team2", "602") == [True, True, False, True, True, False]
    assert breaks(data, "Team4", "723") == [False, False, True, False, True, True]


def test_browser_s_data_add_up_to_the_scores(contest: Contest, scores: dict[str, Any]) -> None:
    data = shown(contest)
    for index, team in enumerate(data["systems"]):
        times = sum(pair["right"][index][0] != pair["right"][index][1] for pair in data["pairs"])
        assert times == scores["systems"][team]["broken"]


def test_the_written_page_holds_the_same_data_and_is_written_alike_twice(
    release: Path, contest: Contest, tmp_path: Path
) -> None:
    for name, fresh in {"one.html": False, "two.html": True}.items():
        score(release, "--replicates", 100, "--report", tmp_path / name, fresh=fresh)
    page = (tmp_path / "one.html").read_bytes()
    assert page == (tmp_path / "two.html").read_bytes()
    found = re.search(r'<script[^>]*\bid="data"[^>]*>([^<]*)</script>', page.decode())
    assert found is not None
    data = json.loads(gzip.decompress(base64.b64decode(found[1])))
    check_table_4(data)
    assert data == shown(contest)
    assert not re.search(r'(?:src|href)="https?:', page.decode())


def test_a_folder_without_systems_is_refused(release: Path, tmp_path: Path) -> None:
    (tmp_path / "predictions").mkdir()
    (tmp_path / "gold").symlink_to(release / "gold")
    with pytest.raises(ZelligError, match="there is no system in it"):
        read_contest(tmp_path, "bibi2017")
