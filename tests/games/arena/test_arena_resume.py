"""A game that is killed goes on from what it has recorded, and ends as if nothing had happened."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from arena_performers import apart, here, make_rules, played, program
from zellig.errors import ZelligError
from zellig.games.arena.play import SCORES, play, replay
from zellig.games.arena.rules import Rules
from zellig.games.arena.transcript import FILE

pytestmark = pytest.mark.usefixtures("tests_on_the_path")

LEARNING: dict[str, Any] = {
    "rounds": 30,
    "schedule": {
        "transparent": 12,
        "opaque": 7,
        "adapt": True,
        "every": 3,
        "transparent_to": ["breaker", "chooser"],
    },
    "chooser": here("Learner"),
    "breaker": here("LearningBreaker"),
}
TIMED: dict[str, Any] = {
    "rounds": 60,
    "tie_rule": "coin",
    "time_limit": 60,
    "chooser": here("Slow"),
    "breaker": here("Mixed"),
}
GAMES: dict[str, dict[str, Any]] = {
    "batches": {**TIMED, "rounds": 400, "time_limit": None, "canary": {"share": 0.2}},
    "one by one": TIMED,
    "pipeline": {**TIMED, "pipeline": True},
    "canaries": {**TIMED, "canary": {"share": 0.3}},
    "canaries in a pipeline": {**TIMED, "canary": {"share": 0.3}, "pipeline": True},
    "learning": LEARNING,
    "learning in a pipeline": {**LEARNING, "pipeline": True, "canary": {"share": 0.2}},
    "learning from everything": {**LEARNING, "schedule": {"scored": "transparent"}},
}


def rules_of(name: str, folder: Path) -> Rules:
    written = {key: value for key, value in GAMES[name].items() if value is not None}
    return make_rules(folder, **written)


def begin(rules: Rules, folder: Path) -> int:
    """Play in a process of its own; its number."""
    number = os.fork()
    if number == 0:
        try:
            play(rules, folder)
            os._exit(0)
        finally:
            os._exit(1)
    return number


def ended(number: int) -> bool:
    """Is a process over? It must not have failed."""
    done, status = os.waitpid(number, os.WNOHANG)
    assert status == 0
    return done == number


def content(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def whole_lines(raw: bytes) -> bytes:
    return raw[: raw.rfind(b"\n") + 1]


def kill_and_go_on(rules: Rules, folder: Path, kills: int) -> int:
    """Kill the arena at moments by chance, then let it end; how often it had recorded something by then."""
    chance = random.Random(rules.game)
    useful = 0
    for attempt in range(kills):
        before = content(folder / FILE)
        lines = before.count(b"\n") + (chance.randint(1, 12) if attempt else 0)  # first: before it begins
        number = begin(rules, folder)
        over = False
        while not over and content(folder / FILE).count(b"\n") < lines:
            time.sleep(0.001)
            over = ended(number)
        time.sleep(chance.uniform(0, 0.004))
        if over or ended(number):
            break
        os.kill(number, signal.SIGKILL)
        os.waitpid(number, 0)
        after = content(folder / FILE)
        assert after.startswith(whole_lines(before))
        useful += len(after) > len(before)
    number = begin(rules, folder)
    while not ended(number):
        time.sleep(0.001)
    return useful


@pytest.mark.parametrize("name", GAMES)
def test_an_arena_that_is_killed_ends_as_if_it_had_not_been(name: str, tmp_path: Path) -> None:
    rules = rules_of(name, tmp_path)
    played(rules, tmp_path / "whole")
    assert kill_and_go_on(rules, tmp_path / "killed", kills=6) > 0
    for file in (FILE, SCORES):
        assert (tmp_path / "killed" / file).read_bytes() == (tmp_path / "whole" / file).read_bytes()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_on_from_any_byte(name: str, tmp_path: Path) -> None:
    """What a kill leaves behind is a prefix of the file, often with half a line at its end."""
    rules = rules_of(name, tmp_path)
    played(rules, tmp_path / "whole")
    whole = {file: (tmp_path / "whole" / file).read_bytes() for file in (FILE, SCORES)}
    chance = random.Random(name)
    first = whole[FILE].index(b"\n") + 1
    ends = [0, 1, first - 1, first, first + 1, len(whole[FILE]) - 1, len(whole[FILE])]
    for end in [*ends, *(chance.randrange(first, len(whole[FILE])) for _ in range(4))]:
        (tmp_path / "whole" / FILE).write_bytes(whole[FILE][:end])
        (tmp_path / "whole" / SCORES).unlink()
        play(rules, tmp_path / "whole")
        assert {file: (tmp_path / "whole" / file).read_bytes() for file in whole} == whole, end


def test_programs_are_told_again_what_they_knew(tmp_path: Path) -> None:
    """Programs of users, and one of ours in a process of its own, after the arena was killed."""
    rules = make_rules(
        tmp_path,
        rounds=12,
        schedule={"transparent": 8, "opaque": 4, "adapt": True, "every": 2},
        breaker=program(tmp_path / "breaker.log"),
        chooser=program(tmp_path / "chooser.log", sleep=0.01),
        canary={"share": 0.2},
    )
    played(rules, tmp_path / "whole")
    kill_and_go_on(rules, tmp_path / "killed", kills=3)
    for file in (FILE, SCORES):
        assert (tmp_path / "killed" / file).read_bytes() == (tmp_path / "whole" / file).read_bytes()


def test_the_command_goes_on_with_a_game_that_was_killed(tmp_path: Path) -> None:
    """The same with the command itself and performers in processes of their own, which end with it."""
    corpus = make_rules(tmp_path).corpus
    chooser = program(tmp_path / "chooser.log", sleep=0.02)["name"]
    (tmp_path / "arena.toml").write_text(
        f"rounds = 12\nseed = 7\ntime_limit = 60\n[corpus]\nname = '{corpus}'\n"
        f"[breaker]\nname = 'py:arena_performers:LearningBreaker'\n"
        f"[chooser]\nname = '''{chooser}'''\n[curator]\nname = 'uniform'\nisolated = false\n"
    )
    words = [sys.executable, "-m", "zellig", "arena", "run", str(tmp_path / "arena.toml"), "--out"]
    transcript = tmp_path / "killed" / FILE
    process = subprocess.Popen([*words, str(tmp_path / "killed")], stdout=subprocess.DEVNULL)
    while content(transcript).count(b"\n") < 4:
        assert process.poll() is None
        time.sleep(0.005)
    process.kill()
    process.wait()
    before = content(transcript)
    for folder in ("killed", "whole"):
        done = subprocess.run(
            [*words, str(tmp_path / folder), "--format", "json"], capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode()
    assert transcript.read_bytes().startswith(whole_lines(before))
    for file in (FILE, SCORES):
        assert (tmp_path / "killed" / file).read_bytes() == (tmp_path / "whole" / file).read_bytes()
    replay(tmp_path / "killed")


def test_a_game_that_is_over_is_not_played_again(tmp_path: Path) -> None:
    rules = make_rules(tmp_path, rounds=5, chooser=program(tmp_path / "log"))
    first = played(rules, tmp_path / "game")
    assert played(rules, tmp_path / "game") == first
    assert (tmp_path / "log").read_bytes().count(b'"choose"') == 1


def test_a_performer_that_became_another_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules may stay the same while what stands behind a name changes."""
    monkeypatch.setenv("PYTHONPATH", f"{os.environ['PYTHONPATH']}:{tmp_path}")
    code = "from arena_performers import Sharp, Spec\nclass Own(Sharp):\n    spec = Spec('own', {'age': 1})\n"
    (tmp_path / "own.py").write_text(code)
    rules = make_rules(tmp_path, rounds=5, chooser={"name": "py:own:Own"})
    played(rules, tmp_path / "game")
    (tmp_path / "own.py").write_text(code.replace("1}", "2222}"))
    with pytest.raises(ZelligError, match="its performers have changed"):
        play(rules, tmp_path / "game")


def test_learners_apart_and_here_go_on_alike(tmp_path: Path) -> None:
    rules = make_rules(tmp_path, **{**LEARNING, "chooser": apart("Learner")})
    played(rules, tmp_path / "game")
    whole = (tmp_path / "game" / FILE).read_bytes()
    (tmp_path / "game" / FILE).write_bytes(whole[: len(whole) * 2 // 3])
    played(rules, tmp_path / "game")
    assert (tmp_path / "game" / FILE).read_bytes() == whole


# -- what a game is


OWN = """
from zellig.performers import Choice, Spec

class First:
    spec = Spec("first")
    def choose(self, lineups, seeds):
        return [Choice(each.id, 0) for each in lineups]
"""


@pytest.mark.parametrize("edited", ["own.py", "corpus.jsonl", "trigrams.jsonl"])
def test_a_game_is_not_taken_up_with_what_was_edited(edited: str, tmp_path: Path) -> None:
    rules = make_rules(
        tmp_path,
        rounds=3,
        chooser={"name": f"py:{tmp_path / 'own.py'}:First", "isolated": False},
        breaker={
            "name": "char-ngram",
            "corpus": f"items:{tmp_path / 'trigrams.jsonl'}",
            "isolated": False,
        },
    )
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    (tmp_path / "trigrams.jsonl").write_bytes((tmp_path / "corpus.jsonl").read_bytes())
    first = play(rules, tmp_path / "game")
    assert play(rules, tmp_path / "game") == first
    content = (tmp_path / edited).read_text(encoding="utf-8")
    new = content.replace("seeds", "chances") if edited == "own.py" else content.rpartition("\n{")[0] + "\n"
    (tmp_path / edited).write_text(new, encoding="utf-8")
    with pytest.raises(ZelligError, match="holds another run"):
        play(rules, tmp_path / "game")
