"""Language models as choosers: what they are shown, what is read of replies, a game that is taken up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers import zellig
from stand_in_model import StandInModel, stand_in_model
from zellig.choosers.openai import UNSURE, load, named
from zellig.front.arena import arena
from zellig.performers import Lineup, SpentError
from zellig.systems import http
from zellig.systems.replies import FILE, Reply, read_replies

FOODS = ("soup", "tea", "stew", "bread", "pie", "cake", "curry", "rice", "salad")
SHUFFLE = {"name": "word-shuffle", "isolated": False}
TEXTS = [f"The {name} was warm and good." for name in FOODS]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandInModel]:
    monkeypatch.setattr(http, "FIRST_WAIT", 0.001)
    with stand_in_model() as made:
        made.says = lambda prompt: "2"
        yield made


def written(folder: Path) -> Path:
    path = folder / "texts.csv"
    path.write_text("text,label\n" + "".join(f"{text},positive\n" for text in TEXTS))
    return path


@pytest.mark.parametrize(
    ("said", "fake"),
    [
        ("1", 0),
        ("Text 2.", 1),
        ("**2**", 1),
        ("The fake is text 1, because it is odd.", 0),
        ("1 or 2", None),
        ("12", None),
        ("1.5", None),
        ("Neither.", None),
        ("", None),
    ],
)
def test_a_reply_names_one_of_the_two(said: str, fake: int | None) -> None:
    assert named(Reply(said)) == fake
    assert named(Reply(said, refused=True)) is None


def test_both_texts_are_shown_and_a_coin_decides_what_is_not_said(server: StandInModel) -> None:
    server.says = lambda prompt: "2" if "Text 1: A b." in prompt else "Hm."
    chooser = load(server.name)
    lineups = [Lineup("0", ("A b.", "B a.")), Lineup("1", ("{second}", "D c."))]
    choices = chooser.choose(lineups, [1, 2])
    assert [(each.id, each.confidence) for each in choices] == [("0", None), ("1", UNSURE)]
    assert choices[0].fake == 1
    assert any("Text 1: {second}" in prompt for prompt in server.prompts)
    assert choices == chooser.choose(lineups, [1, 2])


def test_a_game_stops_where_the_budget_is_spent_and_is_taken_up(server: StandInModel, tmp_path: Path) -> None:
    data = written(tmp_path)
    game = arena(data, chooser=f"{server.name}?parallel=1", breaker=SHUFFLE, rounds=8)
    with pytest.raises(SpentError, match="budget of 6 calls"):
        game.play(out=tmp_path / "game", budget_calls=6)
    assert len(server.calls) == 6
    played = game.play(out=tmp_path / "game")
    assert len(server.calls) == len(read_replies(tmp_path / "game" / FILE)) == 8
    assert any("the chooser broth-soup-7b took 8 calls" in sentence for sentence in played.said)
    whole = game.play(out=tmp_path / "whole")
    assert whole.figures == played.figures
    logged = [json.loads(line) for line in (tmp_path / "game/log.jsonl").read_text().splitlines()]
    assert [each["models"]["chooser broth-soup-7b"]["calls"] for each in logged if "models" in each] == [8]


def test_at_the_command_line(server: StandInModel, tmp_path: Path) -> None:
    written(tmp_path)
    (tmp_path / "arena.toml").write_text(
        f'rounds = 4\n[corpus]\nname = "texts.csv"\n[breaker]\nname = "word-shuffle"\nisolated = false\n'
        f'[curator]\nname = "uniform"\n[chooser]\nname = "{server.name}"\n'
    )
    done = zellig("arena", "run", "arena.toml", "--out", "game", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "the chooser broth-soup-7b took 4 calls" in done.stderr
    stopped = zellig("arena", "run", "arena.toml", "--out", "other", "--budget-calls", 1, cwd=tmp_path)
    assert stopped.returncode == 1
    assert "--budget-calls" in stopped.stderr
