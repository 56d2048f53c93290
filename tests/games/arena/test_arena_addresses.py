"""Games with performers behind addresses."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from arena_performers import here, make_rules, played
from served import SCHEDULE, TOKEN, Server, since_start
from zellig.errors import ZelligError
from zellig.games.arena.play import play
from zellig.games.arena.rounds import Round, lineup
from zellig.games.arena.rules import Rules
from zellig.performers import Lineup

pytestmark = pytest.mark.usefixtures("tests_on_the_path", "ended")


def test_a_game_over_http_is_the_same_game(
    served_chooser: Server, served_breaker: Server, tmp_path: Path
) -> None:
    local = {"name": "py:arena_performers:recording", "path": str(tmp_path / "n"), "isolated": False}
    found: list[list[Round]] = []
    for seats in (
        {"chooser": local, "breaker": here("LearningBreaker")},
        {"chooser": {"name": served_chooser.address}, "breaker": {"name": served_breaker.address}},
    ):
        rules = make_rules(tmp_path, rounds=8, schedule=SCHEDULE, **seats)
        found.append(played(rules, tmp_path / rules.game)[1])
    assert found[0] == found[1]
    acts = since_start(served_chooser.acts())
    assert acts == since_start((tmp_path / "n").read_text().splitlines())
    assert acts == [f"{what} {n}" for n in range(14) for what in ("choose", "observe")]


@pytest.mark.parametrize("token", ["", "wrong"])
def test_a_game_with_the_wrong_token_does_not_begin(
    token: str, served_chooser: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZELLIG_HTTP_KEY", token)
    rules = make_rules(tmp_path, chooser={"name": served_chooser.address})
    with pytest.raises(ZelligError, match="401") as error:
        play(rules, tmp_path / "game")
    assert TOKEN not in str(error.value)


def test_a_performer_in_the_wrong_seat_is_refused(served_chooser: Server, tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match="this is a chooser, and a breaker is needed"):
        play(make_rules(tmp_path, breaker={"name": served_chooser.address}), tmp_path / "game")


def test_parameters_are_for_who_serves_it(served_chooser: Server, tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match="no parameter 'order'"):
        play(make_rules(tmp_path, chooser={"name": served_chooser.address, "order": 3}), tmp_path / "game")


def test_rounds_that_are_too_large_for_one_message_are_sent_one_by_one(
    served_chooser: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zellig.messages.LARGEST_MESSAGE", 1000)  # here; the server takes more
    rules = make_rules(tmp_path, rounds=12, chooser={"name": served_chooser.address})
    figures, _ = played(rules, tmp_path / "game")
    assert figures.missing == {}
    assert since_start(served_chooser.acts()) == [f"choose {n}" for n in range(12)]
    assert "a message of more than" in (tmp_path / "game" / "log.jsonl").read_text()


def test_outcomes_that_are_too_large_for_one_message_are_told_in_several(
    served_chooser: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zellig.messages.LARGEST_MESSAGE", 1000)
    schedule = {**SCHEDULE, "transparent": 12, "every": 12}
    rules = make_rules(tmp_path, rounds=8, chooser={"name": served_chooser.address}, schedule=schedule)
    figures, _ = played(rules, tmp_path / "game")
    assert figures.missing == {}
    acts = since_start(served_chooser.acts())  # it begins once
    told = [act.split()[1:] for act in acts if act.startswith("observe")]
    assert [int(n) for some in told for n in some] == list(range(22))
    assert len(told) > 3


def test_a_round_that_fits_into_no_message_is_missed_and_no_failure_of_the_performer(
    served_chooser: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zellig.messages.LARGEST_MESSAGE", 300)
    rules = make_rules(tmp_path, rounds=12, chooser={"name": served_chooser.address}, schedule=SCHEDULE)
    monkeypatch.setattr("zellig.games.arena.game.lineup", _longer)
    figures, rounds = played(rules, tmp_path / "game")
    assert [each.missing for each in rounds] == [
        {"chooser": "too large"} if each.n < 10 else {} for each in rounds
    ]
    assert [act for act in since_start(served_chooser.acts()) if act.startswith("choose")] == [
        f"choose {n}" for n in range(10, 18)
    ]
    assert figures.missing == {"chooser": {"too large": 4}}


def _longer(played: Round, rules: Rules) -> Lineup:
    """The first rounds are too large for any message."""
    found = lineup(played, rules)
    return msgspec.structs.replace(found, texts=("x" * 300, "y")) if played.n < 10 else found
