"""Performers that die, hang, flood and babble, with real processes and real clocks.

However they misbehave, the game ends, every round is in the transcript, and those that were missed are scored
by the rules: a breaker that gives no answer loses the round, a chooser that gives none has a coin thrown.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from arena_performers import PROGRAM, apart, here, make_rules, messages_in, played, program
from zellig.errors import ZelligError
from zellig.games.arena.figures import Figures
from zellig.games.arena.play import play
from zellig.games.arena.rounds import Round, coin
from zellig.games.arena.rules import Rules

pytestmark = pytest.mark.usefixtures("tests_on_the_path")

LIMIT = 2.0  # seconds that no honest performer needs, however busy the machine is
MB = 2**20
START = f"{sys.executable}\0-I\0-S\0{PROGRAM}\0".encode()


def accounted(rules: Rules, figures: Figures, rounds: list[Round]) -> None:
    """Every round is there and scored by the rules."""
    assert [each.n for each in rounds] == list(range(rules.total))
    for each in rounds:
        if "breaker" in each.missing:
            assert (each.made, each.choice, each.point) == (each.real, None, True)
        elif "chooser" in each.missing:
            assert each.choice == coin(rules, each.n)
            assert each.point is (each.choice == each.fake)
        else:
            assert each.point is True  # the others are played by a breaker and a chooser that do well
    scored = [each for each in rounds if each.phase == "scored"]
    assert figures.rounds == len(scored)
    assert round(sum(each.point or 0 for each in scored) / len(scored), 6) == figures.S
    for role in ("curator", "breaker", "chooser"):
        assert figures.late[role] == sum(role in each.missing for each in scored)


def missing(rounds: list[Round], role: Any) -> dict[str, str]:
    return {each.id: each.missing[role] for each in rounds if role in each.missing}


GARBLED = ("not json", "blank", "not text", "deep", "too few", "too many", "nothing asked for", "other turn")


@pytest.mark.parametrize("role", ["breaker", "chooser", "curator"])
def test_all_kinds_of_faults_in_one_game(role: str, tmp_path: Path) -> None:
    faults = {
        "1": "exit",
        "3": "close",
        "5": "flood",
        "7": "lines flood",
        "9": "shout",
        "11": "twice",
        **{str(13 + 2 * number): kind for number, kind in enumerate(GARBLED)},
        "29": {"breaker": "surrogate", "chooser": "third place", "curator": "no text"}[role],
        "31": {"breaker": "not json", "chooser": "other id", "curator": "not json"}[role],
    }
    honest = {"9", "11"}  # these answer, if oddly
    seat = program(tmp_path / "log", faults=faults)
    rules = make_rules(tmp_path, rounds=33, time_limit=20, **{role: seat})
    figures, rounds = played(rules, tmp_path / "game")
    accounted(rules, figures, rounds)
    found = missing(rounds, role)
    assert set(found) == faults.keys() - honest
    assert (found["1"], found["3"], found["5"]) == ("crashed", "crashed", "flooded")
    assert {found[number] for number in found if int(number) > 5} == {"garbled"}
    if role == "curator":  # another one picks a text
        assert all((each.real.startswith("The chosen kettle")) is (each.id not in found) for each in rounds)
    # It is started again for the round after each fault.
    starts = [message for message in messages_in(tmp_path / "log") if message["do"] == "start"]
    assert len(starts) == len(found) + 1 - (role == "curator")  # "no text" is no reason to stop it
    assert all(start == starts[0] for start in starts)


def peak() -> int:
    """The most memory that this process has had since `forget_peak`, in bytes."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) * 1024


def forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")


@pytest.mark.parametrize("kind", ["flood", "lines flood", "old flood"])
def test_a_flood_does_not_fill_the_memory(kind: str, tmp_path: Path) -> None:
    """A gigabyte, without a line end and with them; the last kind are replies to a turn that is over."""
    rules = make_rules(
        tmp_path, rounds=3, time_limit=60, chooser=program(tmp_path / "log", faults={"1": kind})
    )
    forget_peak()
    before = peak()
    figures, rounds = played(rules, tmp_path / "game")
    assert peak() - before < 200 * MB
    accounted(rules, figures, rounds)
    why = {"flood": "flooded", "lines flood": "garbled"}
    assert missing(rounds, "chooser") == ({"1": why[kind]} if kind in why else {})


def test_a_text_too_large_for_a_transcript_or_a_chooser_is_not_taken(tmp_path: Path) -> None:
    """A breaker could otherwise drown the chooser, or make a game that cannot be read again."""
    seats = {
        "breaker": program(tmp_path / "breaker.log", faults={"1": "huge", "2": "huge name"}),
        "curator": program(tmp_path / "curator.log", faults={"4": "huge metadata"}),
        "chooser": program(tmp_path / "chooser.log"),
    }
    for length in (2.0, 0.0):
        guards = {"length": length}
        rules = make_rules(tmp_path, rounds=6, time_limit=60, guards=guards, **seats)
        figures, rounds = played(rules, tmp_path / f"game{length}")
        accounted(rules, figures, rounds)
        assert figures.missing == {"breaker": {"length": 1}, "curator": {"flooded": 1}}
        assert rounds[2].pair.phenomenon == "x" * 200
    assert (tmp_path / "chooser.log").stat().st_size < 10_000


# -- the clock


@pytest.mark.parametrize("role", ["breaker", "chooser"])
def test_who_hangs_is_stopped_and_called_again(role: str, tmp_path: Path) -> None:
    seat = program(tmp_path / "log", faults={"2": "hang"})
    rules = make_rules(tmp_path, rounds=7, time_limit=LIMIT, **{role: seat})
    start = time.monotonic()
    figures, rounds = played(rules, tmp_path / "game")
    assert 2 * LIMIT < time.monotonic() - start < 8 * LIMIT
    accounted(rules, figures, rounds)
    # What is late once may come to its senses: it is stopped when it is late again.
    assert missing(rounds, role) == {"2": "late", "3": "late"}


def test_who_is_late_once_is_left_to_finish_and_the_old_answer_is_thrown_away(tmp_path: Path) -> None:
    seat = program(tmp_path / "log", faults={"1": "pause"}, pause=LIMIT * 1.2)
    rules = make_rules(tmp_path, rounds=4, time_limit=LIMIT, chooser=seat)
    figures, rounds = played(rules, tmp_path / "game")
    accounted(rules, figures, rounds)
    assert missing(rounds, "chooser") == {"1": "late"}
    assert sum(message["do"] == "start" for message in messages_in(tmp_path / "log")) == 1


def test_a_time_limit_of_a_fifth_of_a_second_is_kept(tmp_path: Path) -> None:
    hangs = {str(n): "hang" for n in range(30)}
    seat = program(tmp_path / "log", faults=hangs)
    rules = make_rules(tmp_path, rounds=30, time_limit=0.2, tie_rule="coin", breaker=seat)
    start = time.monotonic()
    figures, rounds = played(rules, tmp_path / "game")
    assert time.monotonic() - start < 10
    accounted(rules, figures, rounds)
    found = missing(rounds, "breaker")
    assert [found[str(n)] for n in range(30)] == ["late"] * 5 + ["gone"] * 25
    assert figures.missing == {"breaker": {"gone": 25, "late": 5}}
    assert figures.S == 1.0


def test_who_hangs_before_it_is_told_something_is_stopped_in_time_too(tmp_path: Path) -> None:
    """The game does not wait with an outcome for somebody whose answer is overdue."""
    seat = program(tmp_path / "log", faults={"2": "hang"})
    schedule = {"transparent": 4, "adapt": True}
    rules = make_rules(tmp_path, rounds=3, time_limit=LIMIT, schedule=schedule, chooser=seat)
    start = time.monotonic()
    figures, rounds = played(rules, tmp_path / "game")
    assert time.monotonic() - start < 8 * LIMIT
    accounted(rules, figures, rounds)
    assert missing(rounds, "chooser") == {"2": "late"}
    assert [each.confidence for each in rounds[3:]] == [0.003, 0.004, 0.005, 0.006]


def test_loading_is_not_on_the_clock(tmp_path: Path) -> None:
    """A slow start, also the second one."""
    seat = program(tmp_path / "log", faults={"start": "pause", "1": "exit"}, pause=1.5)
    rules = make_rules(tmp_path, rounds=4, time_limit=1.0, chooser=seat)
    figures, rounds = played(rules, tmp_path / "game")
    accounted(rules, figures, rounds)
    assert missing(rounds, "chooser") == {"1": "crashed"}


def test_a_performer_that_cannot_begin_ends_the_game_before_it_starts(tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match=r"the chooser cannot begin \(crashed"):
        play(
            make_rules(tmp_path, chooser=program(tmp_path / "log", faults={"start": "exit"})), tmp_path / "g"
        )


# -- deaths


@pytest.mark.parametrize("role", ["breaker", "chooser"])
def test_killed_from_outside_in_the_middle_of_a_round(role: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    rules = make_rules(tmp_path, rounds=6, time_limit=60, **{role: program(log, faults={"3": "hang"})})

    def kill() -> None:
        key = b'"id":"3"'
        while not (log.exists() and key in log.read_bytes()):
            time.sleep(0.01)
        os.kill(number_of(log), signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    start = time.monotonic()
    figures, rounds = played(rules, tmp_path / "game")
    killer.join()
    assert time.monotonic() - start < 30
    accounted(rules, figures, rounds)
    assert missing(rounds, role) == {"3": "crashed"}


def number_of(log: Path) -> int:
    """The program that was started with this log, not its keeper."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes()
            except OSError:  # it ended while we looked
                continue
            if words.startswith(START) and str(log).encode() in words:
                return int(entry.name)
    raise AssertionError("it does not run")


def test_who_always_crashes_is_gone_after_five_times(tmp_path: Path) -> None:
    seat = program(tmp_path / "log", faults={str(n): "exit" for n in range(20)})
    rules = make_rules(tmp_path, rounds=12, time_limit=60, chooser=seat)
    figures, rounds = played(rules, tmp_path / "game")
    accounted(rules, figures, rounds)
    assert list(missing(rounds, "chooser").values()) == ["crashed"] * 5 + ["gone"] * 7
    assert figures.late["chooser"] == 12
    assert sum(message["do"] == "start" for message in messages_in(tmp_path / "log")) == 5


def test_everybody_is_gone_and_the_game_ends(tmp_path: Path) -> None:
    faults = {str(n): "exit" for n in range(20)}
    seats = {role: program(tmp_path / role, faults=faults) for role in ("curator", "breaker", "chooser")}
    rules = make_rules(tmp_path, rounds=8, time_limit=60, pipeline=True, **seats)
    figures, rounds = played(rules, tmp_path / "game")
    accounted(rules, figures, rounds)
    assert figures.late == {"curator": 8, "breaker": 8, "chooser": 0}  # nobody needed the chooser


def test_our_own_process_survives_what_python_performers_do(tmp_path: Path) -> None:
    """Leaving with sys.exit, an exception, a wrong number of choices; and printing to the standard output."""
    rules = make_rules(tmp_path, rounds=12, time_limit=60, chooser=apart("Quitter"))
    figures, rounds = played(rules, tmp_path / "game")
    accounted(rules, figures, rounds)
    assert missing(rounds, "chooser") == {"3": "crashed", "6": "crashed", "9": "crashed"}
    rules = make_rules(tmp_path, rounds=5, time_limit=60, chooser=apart("Chatty"))
    figures, rounds = played(rules, tmp_path / "chatty")
    accounted(rules, figures, rounds)
    assert figures.missing == {}


# -- learning


@pytest.mark.parametrize("pipeline", [False, True])
@pytest.mark.parametrize(
    "faults",
    [
        {"choose 4": "exit"},
        {"choose 3": "exit", "choose 4": "exit", "choose 9": "exit"},
        {"observe 4": "exit"},
        {"observe 0": "exit", "observe 3": "exit", "choose 5": "exit"},
    ],
    ids=str,
)
def test_who_learns_is_told_everything_again_and_once(
    faults: dict[str, str], pipeline: bool, tmp_path: Path
) -> None:
    """The confidence of the program is the number of rounds that it has observed, counted as it comes."""
    seat = program(tmp_path / "log", faults=faults, once=True)
    schedule = {"transparent": 6, "opaque": 2, "adapt": True}
    rules = make_rules(tmp_path, rounds=6, schedule=schedule, pipeline=pipeline, chooser=seat)
    figures, rounds = played(rules, tmp_path / "game")
    accounted(rules, figures, rounds)
    assert set(missing(rounds, "chooser")) == {
        key.removeprefix("choose ") for key in faults if key.startswith("choose")
    }
    known = [each.confidence for each in rounds if not each.missing]
    assert known == [each.n / 1000 for each in rounds if not each.missing]


def test_a_breaker_that_learns_is_told_everything_again(tmp_path: Path) -> None:
    faults = {"break 5": "exit", "observe 7": "exit"}
    seat = program(tmp_path / "log", faults=faults, once=True)
    for pipeline in (False, True):
        (tmp_path / "log").unlink(missing_ok=True)
        rules = make_rules(tmp_path, rounds=3, schedule={"transparent": 9}, pipeline=pipeline, breaker=seat)
        figures, rounds = played(rules, tmp_path / f"game{pipeline}")
        accounted(rules, figures, rounds)
        last: list[str] = []
        for message in messages_in(tmp_path / "log"):
            if message["do"] == "start":
                last = []
            last += [each["id"] for each in message.get("observations", [])]
        missed = missing(rounds, "breaker")
        assert set(missed) == ({"5"} if not pipeline else set())  # each fault happens once in all
        assert last == [each.id for each in rounds[:9] if each.id not in missed]


def test_a_learner_is_taken_up_after_the_arena_and_it_have_both_crashed(tmp_path: Path) -> None:
    faults = {"observe 2": "exit"}
    seat = program(tmp_path / "log", faults=faults, once=True)
    schedule = {"transparent": 6, "adapt": True}
    rules = make_rules(tmp_path, rounds=4, schedule=schedule, chooser=seat)
    whole = played(rules, tmp_path / "game")
    raw = (tmp_path / "game" / "transcript.jsonl").read_bytes()
    lines = raw.splitlines(keepends=True)
    (tmp_path / "game" / "transcript.jsonl").write_bytes(b"".join(lines[:6]))
    for mark in tmp_path.glob("log.*"):
        mark.rmdir()  # so that it crashes again, while it is told again what it knew
    assert played(rules, tmp_path / "game") == whole
    assert (tmp_path / "game" / "transcript.jsonl").read_bytes() == raw


def test_nothing_that_was_started_stays_behind(tmp_path: Path) -> None:
    faults = {"1": "hang", "5": "close"}
    seats = {role: program(tmp_path / f"{role}.log", faults=faults) for role in ("breaker", "chooser")}
    played(make_rules(tmp_path, rounds=7, time_limit=1.0, **seats), tmp_path / "game")
    for role in seats:
        with pytest.raises(AssertionError, match="does not run"):
            number_of(tmp_path / f"{role}.log")


def test_a_text_on_which_a_performer_fails_costs_it_that_round_alone(tmp_path: Path) -> None:
    """Without a clock rounds are asked about together; after a failure one by one."""
    rules = make_rules(
        tmp_path,
        rounds=300,
        breaker=here("Reverser"),
        chooser=program(tmp_path / "log", faults={"7": "exit"}),
    )
    figures, rounds = played(rules, tmp_path / "game")
    accounted(rules, figures, rounds)
    assert set(missing(rounds, "chooser")) == {"7"}
