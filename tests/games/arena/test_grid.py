"""A grid of games: who plays whom, what they are called, how they are compared; it goes on when stopped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena_performers import round_of
from arena_players import player, write_rules
from helpers import zellig
from zellig.errors import ZelligError
from zellig.games.arena import grid as grid_module
from zellig.games.arena.grid import GRID, PLAN, GridFigures, play_grid, read_grid
from zellig.games.arena.grid_scores import Cell, compared, marks_of, same_texts
from zellig.games.arena.play import play, replay
from zellig.games.arena.rounds import Round
from zellig.measures.significance import mcnemar

pytestmark = pytest.mark.usefixtures("tests_on_the_path")

MARKER, READER = "py:arena_players:marker", "py:arena_players:reader"
UNIFORM = player("curator", "uniform")
WEAK, GOOD = player("chooser", READER, skill=0.6), player("chooser", READER, skill=0.95)
COPY, RANDOM = player("breaker", "copy"), player("chooser", "random")
ALWAYS, HALF = player("breaker", MARKER), player("breaker", MARKER, share=0.5)


def played(point: bool | None, text: str = "", *, n: int = 0, repeats: int | None = None) -> Round:
    return round_of(n, "scored", text, point=point, repeats=repeats)


def marks(points: Sequence[bool | None], texts: Sequence[str] | None = None) -> Any:
    return marks_of(
        played(point, text)
        for point, text in zip(points, texts or [str(n) for n in range(len(points))], strict=True)
    )


# -- reading


def test_every_chooser_meets_every_breaker_and_curator(tmp_path: Path) -> None:
    length = player("curator", "length")
    found = read_grid(write_rules(tmp_path, UNIFORM, length, ALWAYS, HALF, WEAK, GOOD))
    assert len(found) == 2 * 2 * 2
    assert {cell.curator for cell in found} == {"uniform", "length"}
    assert {cell.breaker for cell in found} == {MARKER, f"{MARKER} (share=0.5)"}
    assert {cell.chooser for cell in found} == {f"{READER} (skill=0.6)", f"{READER} (skill=0.95)"}
    for cell, rules in found.items():
        assert rules.chooser.params["skill"] == (0.6 if "0.6" in cell.chooser else 0.95)


def test_one_table_is_a_list_of_one(tmp_path: Path) -> None:
    path = write_rules(tmp_path, '[chooser]\nname = "random"', '[breaker]\nname = "copy"')
    assert list(read_grid(path)) == [Cell("uniform", "copy", "random")]


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ([ALWAYS], r"there is no \[\[chooser\]\]"),
        ([WEAK], r"there is no \[breaker\]"),
        ([WEAK, ALWAYS, "[colour]\nred = 1"], "unknown field 'colour'"),
        ([WEAK, ALWAYS, WEAK], r"two \[\[chooser\]\] are the same"),
        (["[[chooser]]\nskill = 1", ALWAYS], "missing required field 'name'"),
    ],
)
def test_a_bad_file_is_one_sentence(tmp_path: Path, tables: list[str], message: str) -> None:
    with pytest.raises(ZelligError, match=message):
        read_grid(write_rules(tmp_path, *tables))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("chooser = []", "the list of choosers is empty"),
        ('chooser = "random"', "chooser must be a table, or tables"),
        ("chooser = [1]", "chooser must be a table, or tables"),
        ("breaker = []", "the list of breakers is empty"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path: Path, line: str, message: str) -> None:
    path = write_rules(tmp_path, ALWAYS if line.startswith("chooser") else WEAK)
    path.write_text(f"{line}\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    with pytest.raises(ZelligError, match=message):
        read_grid(path)


def test_a_fault_in_the_last_performer_is_found_before_the_first_game(tmp_path: Path) -> None:
    wrong = player("chooser", READER, skil=0.5)
    grid = read_grid(write_rules(tmp_path, ALWAYS, WEAK, wrong))
    with pytest.raises(ZelligError, match="no parameter 'skil'"):
        play_grid(grid, tmp_path / "out")
    assert not (tmp_path / "out").exists()


# -- playing


def test_comparisons_of_a_grid(tmp_path: Path) -> None:
    length = player("curator", "length")
    path = write_rules(tmp_path, UNIFORM, length, ALWAYS, HALF, WEAK, GOOD, rounds=300)
    found = play_grid(read_grid(path), tmp_path / "out").figures
    assert msgspec.json.decode((tmp_path / "out" / GRID).read_bytes(), type=GridFigures) == found
    assert len(found.games) == 8
    assert len({game.folder for game in found.games}) == 8
    for game in found.games:
        assert replay(tmp_path / "out" / game.folder).S == game.S
    by_role = {role: [row for row in found.comparisons if row.role == role] for role in found.tiers}
    assert {role: len(rows) for role, rows in by_role.items()} == {"chooser": 4, "breaker": 4, "curator": 4}
    assert all(row.test == "McNemar" for role in ("chooser", "breaker") for row in by_role[role])
    assert all(row.test == "Fisher" for row in by_role["curator"])
    on_marks = next(row for row in by_role["chooser"] if row.others["breaker"] == MARKER)
    assert on_marks.difference == pytest.approx(-0.35, abs=0.1)
    assert on_marks.interval[0] < -0.35 < on_marks.interval[1]
    assert on_marks.adjusted_p < 1e-6
    # A reader with a seed of its own in each round: better in one round is better in all of them.
    assert on_marks.only_first == 0
    tiers = {role: {row.name: row.tier for row in rows} for role, rows in found.tiers.items()}
    assert tiers["chooser"] == {f"{READER} (skill=0.95)": 1, f"{READER} (skill=0.6)": 2}
    assert tiers["breaker"] == {f"{MARKER} (share=0.5)": 1, MARKER: 2}  # ties with a coin are half its rounds
    assert set(tiers["curator"].values()) == {1}


def test_a_stopped_grid_goes_on_and_a_larger_one_keeps_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = read_grid(write_rules(tmp_path, ALWAYS, WEAK))
    first = play_grid(small, tmp_path / "out")
    large = read_grid(write_rules(tmp_path, ALWAYS, HALF, WEAK, GOOD))
    calls = []
    real = play

    def play_two(rules: Any, folder: Path, progress: Any) -> Any:
        calls.append(folder)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return real(rules, folder, progress)

    monkeypatch.setattr(grid_module, "play", play_two)
    with pytest.raises(KeyboardInterrupt):
        play_grid(large, tmp_path / "out")
    monkeypatch.setattr(grid_module, "play", real)
    whole = play_grid(large, tmp_path / "out")
    assert len(calls) == 3  # of four games one was there already
    assert first.figures.games[0].folder in {game.folder for game in whole.figures.games}
    afresh = play_grid(large, tmp_path / "afresh")
    assert whole == afresh


@pytest.mark.parametrize("moment", ["before the plan", "in the first game"])
def test_a_grid_that_was_killed_at_its_start_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    grid = read_grid(write_rules(tmp_path, COPY, RANDOM, rounds=20))
    (tmp_path / "out").mkdir()
    if moment == "before the plan":
        (tmp_path / "out/.zellig-1.part").touch()
    else:
        monkeypatch.setattr(grid_module, "play", lambda *given: pytest.exit("killed"))
        with pytest.raises(pytest.exit.Exception):
            play_grid(grid, tmp_path / "out")
        monkeypatch.undo()
    assert play_grid(grid, tmp_path / "out") == play_grid(grid, tmp_path / "afresh")


def test_a_folder_with_games_of_another_kind_is_no_grid(tmp_path: Path) -> None:
    (tmp_path / "out/games").mkdir(parents=True)
    (tmp_path / "out/games/chess.txt").touch()
    with pytest.raises(ZelligError, match="this exists and is not a grid"):
        play_grid(read_grid(write_rules(tmp_path, COPY, RANDOM, rounds=20)), tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["games"]


@pytest.mark.parametrize(
    ("tables", "rounds"),
    [((player("breaker", "salad"), RANDOM), 20), ((COPY, RANDOM), 30), ((COPY, RANDOM, WEAK), 30)],
)
def test_another_grid_is_refused_and_nothing_is_touched(
    tmp_path: Path, tables: tuple[str, ...], rounds: int
) -> None:
    play_grid(read_grid(write_rules(tmp_path, COPY, RANDOM, rounds=20)), tmp_path / "out")
    before = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    with pytest.raises(ZelligError, match=r"holds another grid.*A grid may grow"):
        play_grid(read_grid(write_rules(tmp_path, *tables, rounds=rounds)), tmp_path / "out")
    assert before == {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}


def test_games_with_a_performer_that_was_edited_are_not_kept(tmp_path: Path) -> None:
    code = (Path(__file__).parents[2] / "arena_players.py").read_text(encoding="utf-8")
    (tmp_path / "own.py").write_text(code, encoding="utf-8")
    edited = player("chooser", f"py:{tmp_path / 'own.py'}:reader")
    play_grid(read_grid(write_rules(tmp_path, COPY, edited, rounds=20)), tmp_path / "out")
    before = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    (tmp_path / "own.py").write_text(
        code.replace("skill: float = 1.0", "skill: float = 0.5"), encoding="utf-8"
    )
    grown = read_grid(write_rules(tmp_path, COPY, edited, RANDOM, rounds=20))
    with pytest.raises(ZelligError, match="holds another run"):
        play_grid(grown, tmp_path / "out")
    assert before == {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff", b"[" * 5000])
def test_a_damaged_plan_of_a_grid_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / PLAN).write_bytes(content)
    with pytest.raises(ZelligError, match="not the list of a grid's games") as caught:
        play_grid(read_grid(write_rules(tmp_path, COPY, RANDOM)), tmp_path / "out")
    assert caught.value.path == str(tmp_path / "out" / PLAN)


@pytest.mark.parametrize("content", [b"{}", b"\xff", b"[" * 5000, b'{"rounds": 1}'])
def test_damaged_scores_of_a_game_are_told(tmp_path: Path, content: bytes) -> None:
    grid = read_grid(write_rules(tmp_path, COPY, RANDOM, rounds=20))
    play_grid(grid, tmp_path / "out")
    (scores,) = (tmp_path / "out").rglob("scores.json")
    scores.write_bytes(content)
    with pytest.raises(ZelligError, match="not the scores of the transcript") as caught:
        play_grid(grid, tmp_path / "out")
    assert caught.value.path == str(scores)


def test_every_game_begins_anew(tmp_path: Path) -> None:
    """A chooser that learns has the same transcript whatever was played before."""
    learner = player("chooser", "discriminator")
    extra = "[schedule]\ntransparent = 40\nevery = 5\n"
    alone = read_grid(write_rules(tmp_path, HALF, learner, extra=extra))
    after = read_grid(write_rules(tmp_path, ALWAYS, HALF, learner, extra=extra))
    play_grid(alone, tmp_path / "alone")
    play_grid(after, tmp_path / "after")
    (one,) = (tmp_path / "alone").rglob("transcript.jsonl")
    twin = tmp_path / "after" / one.relative_to(tmp_path / "alone")
    assert one.read_bytes() == twin.read_bytes()


def test_the_command(tmp_path: Path) -> None:
    path = write_rules(tmp_path, player("chooser", "random"), player("breaker", "copy"), rounds=20)
    ended = zellig("arena", "grid", path, "--out", tmp_path / "out", "--format", "json")
    assert ended.returncode == 0, ended.stderr
    (game,) = msgspec.json.decode(ended.stdout, type=GridFigures).games
    assert game.rounds == game.no_fake == 20
    assert (tmp_path / "out" / "report.html").exists()
    assert (tmp_path / "out" / game.folder / "report.html").exists()
    ended = zellig("arena", "grid", path, "--out", tmp_path / "out")
    assert "random" in ended.stdout
    path.write_text("rounds = 3")
    ended = zellig("arena", "grid", path, "--out", tmp_path / "other")
    assert ended.returncode == 1
    assert len(ended.stderr.splitlines()) == 1
    assert not (tmp_path / "other").exists()


# -- comparing


def test_voids_and_canaries_do_not_count() -> None:
    rounds = [
        played(True),
        played(False),
        played(None),
        played(True, repeats=0),
        round_of(9, "transparent", "x", point=True),
    ]
    assert [int(mark) & 3 for mark in marks_of(rounds)] == [2, 1, 0, 0]


def test_rounds_of_both_are_compared() -> None:
    first = marks([True, True, True, None, True])
    second = marks([True, False, False, True, None])
    one, other = Cell("u", "b", "one"), Cell("u", "b", "other")
    (row,) = compared({one: first, other: second}).comparisons
    assert (row.rounds, row.only_first, row.only_second) == (3, 2, 0)
    assert row.difference == pytest.approx(2 / 3, abs=1e-6)
    assert row.p == mcnemar(2, 0)


def test_games_with_other_texts_are_two_samples() -> None:
    first = marks([True] * 40)
    second = marks([False] * 30 + [True] * 10, [f"other {n}" for n in range(40)])
    assert not same_texts(first, second)
    (row,) = compared({Cell("u", "b", "one"): first, Cell("u", "b", "other"): second}).comparisons
    assert (row.test, row.paired, row.rounds) == ("Fisher", False, 80)
    assert row.difference == 0.75


def test_a_game_in_which_nothing_counts_has_no_comparison() -> None:
    found = compared({Cell("u", "b", "one"): marks([None, None]), Cell("u", "b", "two"): marks([True, True])})
    assert (found.comparisons, found.overall) == ((), ())
    assert [row.name for row in found.tiers["chooser"]] == ["two"]


def test_rounds_of_one_number_are_one_piece_of_evidence() -> None:
    """A chooser that tosses one coin for all breakers is no surer for having met many of them."""
    coin = list(np.random.default_rng(3).random(100) < 0.5)
    rival = list(np.random.default_rng(4).random(100) < 0.6)
    few = {Cell("u", "b1", "coin"): marks(coin), Cell("u", "b1", "rival"): marks(rival)}
    many = {
        Cell("u", f"b{b}", name): marks(points)
        for b in range(1, 9)
        for name, points in (("coin", coin), ("rival", rival))
    }
    (one,), (eight,) = (
        [row for row in compared(games).overall if row.role == "chooser"] for games in (few, many)
    )
    assert one.p == pytest.approx(eight.p)
    standing = {row.name: row for row in compared(many).tiers["chooser"]}
    alone = {row.name: row for row in compared(few).tiers["chooser"]}
    assert standing["coin"].interval == alone["coin"].interval


def test_families_are_corrected_by_role() -> None:
    generator = np.random.default_rng(5)
    games = {
        Cell("u", b, c): marks(list(generator.random(80) < share))
        for b in ("x", "y")
        for c, share in (("one", 0.5), ("two", 0.7), ("three", 0.75))
    }
    rows = compared(games).comparisons
    choosers = [row for row in rows if row.role == "chooser"]
    assert len(choosers) == 6
    smallest = min(choosers, key=lambda row: row.p)
    assert smallest.adjusted_p == pytest.approx(min(1, 6 * smallest.p))
    breakers = [row for row in rows if row.role == "breaker"]
    smallest = min(breakers, key=lambda row: row.p)
    assert smallest.adjusted_p == pytest.approx(min(1, 3 * smallest.p))


outcomes = st.lists(st.sampled_from([True, False, None]), min_size=1, max_size=60)


@given(outcomes, st.data())
def test_the_other_way_round_is_the_opposite(points: list[bool | None], data: st.DataObject) -> None:
    others = data.draw(
        st.lists(st.sampled_from([True, False, None]), min_size=len(points), max_size=len(points))
    )
    one, other = Cell("u", "b", "one"), Cell("u", "b", "other")
    there = compared({one: marks(points), other: marks(others)}).comparisons
    back = compared({one: marks(others), other: marks(points)}).comparisons
    assert len(there) == len(back)
    for first, second in zip(there, back, strict=True):
        assert first.difference == -second.difference
        assert first.interval == pytest.approx([-end for end in reversed(second.interval)], abs=2e-6)
        assert first.p == second.p
