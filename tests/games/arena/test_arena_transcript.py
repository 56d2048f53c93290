"""A transcript proves itself: whatever is changed in it afterwards is found, and where."""

from __future__ import annotations

import json
import os
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from arena_performers import here, make_rules, played
from zellig.errors import ZelligError
from zellig.games.arena.figures import Figures
from zellig.games.arena.play import SCORES, play, replay
from zellig.games.arena.transcript import FILE, Transcript, read_head

pytestmark = pytest.mark.usefixtures("tests_on_the_path")

Line = dict[str, Any]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Twenty rounds, with ties, canaries and a schedule."""
    rules = make_rules(
        tmp_path,
        rounds=16,
        schedule={"transparent": 4},
        breaker=here("Mixed"),
        chooser=here("ByChance"),
        canary={"share": 0.25},
    )
    played(rules, tmp_path / "game")
    return tmp_path / "game"


def lines_of(game: Path) -> list[Line]:
    return [json.loads(line) for line in (game / FILE).read_bytes().splitlines()]


def write(game: Path, lines: list[Line]) -> None:
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    (game / FILE).write_text(text)


def first(lines: list[Line], which: Callable[[Line], bool]) -> int:
    return next(number for number, line in enumerate(lines) if "n" in line and which(line))


def asked(line: Line) -> bool:
    return "choice" in line and "repeats" not in line


def remade(line: Line, fields: dict[str, str]) -> Line:
    """The round with another text of the breaker."""
    pair = line["pair"]
    return {**line, "pair": {**pair, "modified": {**pair["modified"], "fields": fields}}}


CHANGES: dict[str, tuple[Callable[[Line], bool], Callable[[Line], Line], str]] = {
    "point": (asked, lambda line: {**line, "point": not line["point"]}, "point"),
    "no point": (asked, lambda line: {**line, "point": None}, "point"),
    "point of a tie": (lambda line: "choice" not in line, lambda line: {**line, "point": False}, "point"),
    "order": (asked, lambda line: {**line, "fake": 1 - line.get("fake", 0)}, "order of the texts"),
    "choice": (asked, lambda line: {**line, "choice": 1 - line["choice"]}, "point"),
    "both": (
        asked,
        lambda line: {**line, "fake": 1 - line.get("fake", 0), "point": not line["point"]},
        "order",
    ),
    "copied": (
        lambda line: asked(line) and line["point"],
        lambda line: remade(line, line["pair"]["original"]["fields"]),
        "choice",
    ),
    "no fake": (
        lambda line: asked(line) and not line["point"],
        lambda line: {**line, "pair": {**line["pair"], "promise": "same"}},
        "choice",
    ),
    "choice of a tie": (lambda line: "choice" not in line, lambda line: {**line, "choice": 0}, "choice"),
    "phase": (asked, lambda line: {**line, "phase": "opaque"}, "phase"),
    "canary": (
        lambda line: asked(line) and line["phase"] == "scored",
        lambda line: {**line, "repeats": 0},
        "repeat",
    ),
    "no canary": (lambda line: "repeats" in line, lambda line: {**line, "repeats": None}, "repeat"),
    "late breaker": (
        lambda line: asked(line) and not line["point"],
        lambda line: {**line, "missing": {"breaker": "late"}, "point": True},
        "choice",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_round_is_found(name: str, game: Path) -> None:
    which, change, what = CHANGES[name]
    lines = lines_of(game)
    number = first(lines, which)
    write(game, [*lines[:number], change(lines[number]), *lines[number + 1 :]])
    with pytest.raises(ZelligError, match=rf"{FILE}, line {number + 1}: the {what}"):
        replay(game)


def test_a_chooser_that_missed_a_round_has_the_coin_s_choice(game: Path) -> None:
    lines = lines_of(game)
    found = set()
    for number in (n for n, line in enumerate(lines) if "n" in line and asked(line)):
        changed = {**lines[number], "missing": {"chooser": "late"}}
        write(game, [*lines[:number], changed, *lines[number + 1 :]])
        try:
            replay(game)
        except ZelligError as error:
            found.add(error.what.split(" of round")[0])
    assert "the coin" in found  # where the choice was another one; the others change the scores
    assert found <= {"the coin", "these are not the scores of the transcript beside it"}


@pytest.mark.parametrize("number", [1, 7, 20])
def test_a_missing_a_doubled_and_a_broken_line_are_named(number: int, game: Path) -> None:
    lines = (game / FILE).read_bytes().splitlines(keepends=True)
    for changed, line in (
        ([*lines[:number], *lines[number + 1 :]], number + 1),
        ([*lines[: number + 1], *lines[number:]], number + 2),
        ([*lines[:number], lines[number][:-9] + b"\n", *lines[number + 1 :]], number + 1),
        ([*lines[:number], b"\n", *lines[number:]], number + 1),
        ([*lines[:number], lines[number][:20]], number + 1),
        (
            [*lines[:number], lines[number].replace(b'"text":"', b'"text":"\xff'), *lines[number + 1 :]],
            number + 1,
        ),
        ([*lines[:number], lines[number].replace(b'"text"', b'"sound"'), *lines[number + 1 :]], number + 1),
        ([*lines[:number], b'{"more":' + b"[" * 100_000 + b"\n", *lines[number + 1 :]], number + 1),
    ):
        (game / FILE).write_bytes(b"".join(changed))
        with pytest.raises(ZelligError) as error:
            replay(game)
        if number == 20 and len(changed) == 20:  # the last line is gone: there is no line to name
            assert "only 19 of 20" in error.value.what
        else:
            assert error.value.line == line


def test_rounds_behind_the_last_one_are_refused(game: Path) -> None:
    lines = lines_of(game)
    write(game, [{**lines[0], "rules": {**lines[0]["rules"], "rounds": 14}}, *lines[1:]])
    with pytest.raises(ZelligError, match="line 20: there are 20 rounds, and by the rules 18"):
        replay(game)


@pytest.mark.parametrize(
    "head", [b"", b"{}\n", b'{"zellig":"pairs"}\n', b"\xff\n", b"[" * 100_000 + b"\n"], ids=len
)
def test_a_first_line_that_is_none_is_named(head: bytes, game: Path) -> None:
    lines = (game / FILE).read_bytes().splitlines(keepends=True)
    (game / FILE).write_bytes(head + b"".join(lines[1:] if head else []))
    with pytest.raises(ZelligError) as error:
        replay(game)
    assert error.value.line == 1


@pytest.mark.parametrize("change", [{"rounds": 10**22}, {"time_limit": -1}, {"seed": -1}], ids=str)
def test_rules_that_no_game_can_have_are_refused(change: dict[str, Any], game: Path) -> None:
    lines = lines_of(game)
    lines[0]["rules"] |= change
    write(game, lines)
    with pytest.raises(ZelligError, match=r"must be") as caught:
        replay(game)
    assert caught.value.path == str(game / FILE)


@pytest.mark.parametrize("version", [1, 3, 99])
def test_another_version_is_refused(version: int, game: Path) -> None:
    lines = lines_of(game)
    rules = read_head(game / FILE).rules
    write(game, [{**lines[0], "version": version}, *lines[1:]])
    for read in (replay, lambda folder: play(rules, folder)):
        with pytest.raises(
            ZelligError, match=f"of version {version}.*Play the game again, in another folder"
        ):
            read(game)


@pytest.mark.parametrize("content", [b'{"S": 1.0}', b"{", b"", b"[]", b"\xff"], ids=str)
def test_scores_that_are_not_the_transcript_s_are_refused(content: bytes, game: Path) -> None:
    (game / SCORES).write_bytes(content)
    with pytest.raises(ZelligError) as error:
        replay(game)
    assert error.value.path == str(game / SCORES)


def test_scores_that_are_a_pipe_are_not_waited_for(game: Path) -> None:
    (game / SCORES).unlink()
    os.mkfifo(game / SCORES)
    with pytest.raises(ZelligError, match="a pipe or a device"):
        replay(game)


def test_one_digit_of_the_scores_is_enough(game: Path) -> None:
    kept = (game / SCORES).read_text()
    found = json.loads(kept)
    assert replay(game) == msgspec.convert(found, Figures)
    (game / SCORES).write_text(kept.replace(f'"S": {found["S"]}', f'"S": {found["S"] + 0.000001}', 1))
    assert (game / SCORES).read_text() != kept
    with pytest.raises(ZelligError, match="not the scores"):
        replay(game)


def test_a_game_is_not_taken_up_from_a_transcript_that_was_changed(tmp_path: Path) -> None:
    rules = make_rules(tmp_path, rounds=10)
    played(rules, tmp_path / "game")
    lines = lines_of(tmp_path / "game")
    for changed in (
        [{**lines[0], "game": "another"}, *lines[1:]],
        [*lines[:3], *lines[4:]],
        [*lines[:3], {"what": 3}, *lines[4:]],
    ):
        write(tmp_path / "game", changed)
        before = (tmp_path / "game" / FILE).read_bytes()
        with pytest.raises(ZelligError):
            play(rules, tmp_path / "game")
        assert (tmp_path / "game" / FILE).read_bytes() == before


def test_a_point_that_was_changed_is_found_when_the_game_is_taken_up(tmp_path: Path) -> None:
    rules = make_rules(tmp_path, rounds=10)
    played(rules, tmp_path / "game")
    lines = lines_of(tmp_path / "game")
    write(tmp_path / "game", [*lines[:3], {**lines[3], "point": False}, *lines[4:8]])
    with pytest.raises(ZelligError, match="line 4"):
        play(rules, tmp_path / "game")


def test_a_second_arena_changes_nothing_in_a_transcript_that_is_being_written(tmp_path: Path) -> None:
    rules = make_rules(tmp_path, rounds=10)
    played(rules, tmp_path / "game")
    path = tmp_path / "game" / FILE
    transcript = Transcript(path, read_head(path))
    with path.open("ab") as file:
        file.write(b'{"n":10,"phase":')  # somebody is in the middle of a line
    before = path.read_bytes()
    try:
        with pytest.raises(ZelligError, match="being played already"):
            play(rules, tmp_path / "game")
    finally:
        transcript.close()
    assert path.read_bytes() == before


def test_a_full_disk_is_told_with_the_name_of_the_transcript(tmp_path: Path) -> None:
    rules = make_rules(tmp_path, rounds=10)
    _, rounds = played(rules, tmp_path / "game")
    path = tmp_path / "game" / FILE
    transcript = Transcript(path, read_head(path))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 10, hard))
    try:
        with pytest.raises(ZelligError, match=rf"{FILE}: it could not be written"):
            transcript.add([replace(rounds[-1], n=10)])
        with pytest.raises(ZelligError, match=rf"{FILE}: it could not be written"):
            transcript.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
