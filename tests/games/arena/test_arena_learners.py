"""Our learners in whole games: S falls by the breaker and rises by the curator, and a kill is not seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arena_learners import write_world
from zellig.games.arena.figures import Figures
from zellig.games.arena.grid import play_grid, read_grid
from zellig.games.arena.play import SCORES, play, replay
from zellig.games.arena.rules import Rules, rules_of
from zellig.games.arena.transcript import FILE, rounds_of
from zellig.report.arena import REPORT, write_grid

pytestmark = pytest.mark.usefixtures("tests_on_the_path")

SHOWN: dict[str, Any] = {"scored": "transparent", "every": 5}
SHUFFLE: dict[str, Any] = {"name": "word-shuffle"}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_world(tmp_path_factory.mktemp("world"))


def rules(corpus: str, *, apart: bool = False, **tables: Any) -> Rules:
    fakes = {"name": "adaptive-fakes", "breakers": ["word-shuffle", "char-ngram"], "corpus": corpus}
    written: dict[str, Any] = {
        "rounds": 100,
        "seed": 4,
        "corpus": {"name": corpus},
        "schedule": SHOWN,
        "breaker": fakes,
        "chooser": {"name": "py:arena_learners:OrderReader"},
        "guards": {"length": 0},
        **tables,
    }
    for role in ("breaker", "chooser", "curator"):
        if not apart:
            written[role] = {"isolated": False, **written.get(role, {"name": "uniform"})}
    return rules_of(written)


def against_short_reader(corpus: str, **tables: Any) -> Rules:
    chooser = {"name": "py:arena_learners:ShortReader"}
    curator = {"name": "adaptive-texts", "pool": 8}
    return rules(corpus, breaker=SHUFFLE, chooser=chooser, curator=curator, **tables)


def everybody_learns(corpus: str, **tables: Any) -> Rules:
    return rules(corpus, chooser={"name": "discriminator"}, curator={"name": "adaptive-texts"}, **tables)


def slope(figures: Figures) -> tuple[float, float]:
    found = figures.trend["scored"].interval
    assert found is not None
    return found


def test_the_breaker_makes_s_fall(corpus: str, tmp_path: Path) -> None:
    figures = play(rules(corpus), tmp_path / "game")
    assert slope(figures)[1] < 0
    assert figures.curve[-1].S == 0
    assert {"shuffle", "characters"} == set(figures.by["change"])


def test_the_curator_makes_s_rise(corpus: str, tmp_path: Path) -> None:
    figures = play(against_short_reader(corpus), tmp_path / "game")
    assert slope(figures)[0] > 0
    assert (figures.curve[-1].S or 0) > 0.8


@pytest.mark.parametrize(
    "schedule", [{}, {"adapt": True}, {"transparent": 60, "transparent_to": ["chooser"]}]
)
def test_who_is_not_shown_what_came_of_rounds_does_not_learn(
    schedule: dict[str, Any], corpus: str, tmp_path: Path
) -> None:
    """What is made and picked is what would be if nobody had played before."""
    for make in (rules, against_short_reader):
        name = make.__name__
        play(make(corpus, schedule=schedule, rounds=40), tmp_path / name)
        play(
            make(corpus, schedule={"opaque": schedule.get("transparent", 0)}, rounds=40),
            tmp_path / f"{name}-none",
        )
        one, other = (
            [(each.real, each.made) for each in rounds_of(tmp_path / folder / FILE)]
            for folder in (name, f"{name}-none")
        )
        assert one == other


GAMES: dict[str, dict[str, Any]] = {
    "every fifth": {},
    "a pipeline": {"pipeline": True, "canary": {"share": 0.1}},
    "texts made alike": {"guards": {"length": 0, "casing": True, "tokenisation": True}},
    "transparent, then not": {
        "schedule": {"transparent": 20, "transparent_to": ["breaker", "curator", "chooser"]}
    },
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_learners_that_was_cut_off_ends_as_if_it_had_not_been(
    name: str, corpus: str, tmp_path: Path
) -> None:
    game = everybody_learns(corpus, **{"rounds": 40, **GAMES[name]})
    play(game, tmp_path)
    whole = {file: (tmp_path / file).read_bytes() for file in (FILE, SCORES)}
    lines = whole[FILE].splitlines(keepends=True)
    for kept in (2, 13, 31):
        (tmp_path / FILE).write_bytes(b"".join(lines[:kept]) + lines[kept][:7])  # half a line at its end
        (tmp_path / SCORES).unlink()
        play(game, tmp_path)
        assert {file: (tmp_path / file).read_bytes() for file in whole} == whole, kept
    replay(tmp_path)


def test_in_processes_of_their_own_they_play_the_same_game(corpus: str, tmp_path: Path) -> None:
    for name, apart in {"here": False, "apart": True}.items():
        play(everybody_learns(corpus, rounds=25, apart=apart), tmp_path / name)
    one, other = ((tmp_path / name / FILE).read_bytes().partition(b"\n")[2] for name in ("here", "apart"))
    assert one == other


def test_one_report_has_the_lines_of_all_games(corpus: str, tmp_path: Path) -> None:
    table = 'name = "{}"\nisolated = false\n'
    learner = (
        table.format("adaptive-fakes") + f'breakers = ["word-shuffle", "char-ngram"]\ncorpus = "{corpus}"\n'
    )
    (tmp_path / "grid.toml").write_text(
        f'rounds = 100\nseed = 4\n[corpus]\nname = "{corpus}"\n'
        '[schedule]\nscored = "transparent"\nevery = 5\n'
        f"[guards]\nlength = 0\n[chooser]\n{table.format('py:arena_learners:OrderReader')}"
        f"[[breaker]]\n{table.format('word-shuffle')}[[breaker]]\n{learner}",
        encoding="utf-8",
    )
    played = play_grid(read_grid(tmp_path / "grid.toml"), tmp_path / "grid")
    write_grid(tmp_path / "grid", played)
    page = (tmp_path / "grid" / REPORT).read_text(encoding="utf-8")
    rows = page.partition('<table id="trends">')[2].partition("</table>")[0].split("<tr")[2:]
    assert len(rows) == 2
    assert "word-shuffle" in rows[0]
    assert "apart" not in rows[0]  # it has a point in every round
    assert 'class="apart"' in rows[1]
    assert "<td>falls</td>" in rows[1]
    assert "100 scored" in rows[1]
