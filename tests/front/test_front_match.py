"""Matches among programs from Python and the command line: what they give, what they write and refuse."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest

import zellig as zl
from helpers import ROOT
from helpers import zellig as run
from match_night import TOSSUPS, tossup
from match_programs import Knowing, Player, Sure
from qbj_facts import refuse_no_qbj
from quiz_world import question
from zellig.buzzers.program import Program
from zellig.front.match import PlayedMatch
from zellig.games.match import folder
from zellig.games.match.events import Ended
from zellig.games.match.rules import Rules
from zellig.items import Item, write_records

OWN = """name = "Own"
tossups = 3
power = 20
[bonus]
value = 5
"""
PLAYED = ("match.json", "match.qbj", "score.json", "transcript.jsonl")


@pytest.fixture(scope="module")
def packet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("packet") / "questions.jsonl"
    write_records(path, Item, map(tossup, TOSSUPS), "quiz")
    return path


def _teams(late: int = 99) -> dict[str, object]:
    return {"Anchors": Program(Knowing(), Sure()), "Barrels": Program(Knowing(from_word=late), Sure(at=2))}


@pytest.fixture(scope="module")
def final(packet: Path, tmp_path_factory: pytest.TempPathFactory) -> PlayedMatch:
    out = tmp_path_factory.mktemp("match") / "final"
    return zl.play_match(f"items:{packet}", teams=_teams(), rules="naqt", out=out)


def test_a_match_has_a_table_and_words(final: PlayedMatch) -> None:
    rows = final.table().to_dicts()
    assert [row["team"] for row in rows] == ["Anchors", "Barrels"]
    assert rows[0]["points"] == rows[0]["tossups"] == 15 * rows[0]["powers"] + 10 * rows[0]["right"]
    assert rows[0]["powers"] + rows[0]["right"] == 4
    assert repr(final).splitlines()[-2:] == ["Anchors won.", "4 tossups by the rules of NAQT."]
    assert isinstance(final.match.events[-1], Ended)


def test_its_folder_has_what_it_began_with_what_happened_and_the_score(final: PlayedMatch) -> None:
    assert final.folder is not None
    assert sorted(path.name for path in final.folder.iterdir()) == sorted(PLAYED)
    began = json.loads((final.folder / "match.json").read_text())
    assert began["programs"]["knowing+sure"]["name"] == "knowing+sure"
    assert [each["team"] for each in began["setting"]["players"]] == ["Anchors", "Barrels"]
    events = (final.folder / "transcript.jsonl").read_text().splitlines()
    assert len(events) == len(final.match.events)
    refuse_no_qbj((final.folder / "match.qbj").read_bytes())
    assert zl.replay_match(final.folder).match == final.match


def test_it_is_read_packed_as_rooms_give_it_and_as_people_pack_folders(
    final: PlayedMatch, tmp_path: Path
) -> None:
    assert final.folder is not None
    for name, inside in (("plain", ""), ("folder", "final/")):
        with zipfile.ZipFile(tmp_path / f"{name}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for path in final.folder.iterdir():
                archive.write(path, f"{inside}{path.name}")
            archive.writestr("__MACOSX/final/._match.json", "what an operating system adds")
        assert zl.replay_match(tmp_path / f"{name}.zip").match == final.match
    again = run("match", "replay", str(tmp_path / "folder.zip"))
    assert again.returncode == 0, again.stderr
    assert "The transcript gives the score that is there." in again.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.zip", "plain.zip"]


def _zipped(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def test_a_zip_that_is_no_match_is_refused_and_nothing_is_written(
    final: PlayedMatch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert final.folder is not None
    monkeypatch.setattr(folder, "LARGEST", 2**20)
    files = {name: (final.folder / name).read_bytes() for name in PLAYED}
    edited = files["transcript.jsonl"].replace(b'"kettle"', b'"spoon"')
    cases = {
        "it is not an archive that can be read": (tmp_path / "text.zip", None),
        "no file in it fits .match.json": (tmp_path / "empty.zip", {"notes.txt": b"none"}),
        "two files of its name": (tmp_path / "two.zip", {**files, "b/score.json": files["score.json"]}),
        "larger than 1 MB": (tmp_path / "bomb.zip", {**files, "score.json": bytes(2**20 + 1)}),
        "edited.zip/transcript.jsonl, line 4": (
            tmp_path / "edited.zip",
            {**files, "transcript.jsonl": edited},
        ),
    }
    for words, (path, inside) in cases.items():
        if inside is None:
            path.write_text("no zip")
        else:
            _zipped(path, inside)
        with pytest.raises(zl.ZelligError, match=words) as refused:
            zl.replay_match(path)
        assert str(refused.value).startswith(str(path))
    with zipfile.ZipFile(tmp_path / "lzma.zip", "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("match.json", files["match.json"])
    with pytest.raises(zl.ZelligError, match="packed in a way that is not taken"):
        zl.replay_match(tmp_path / "lzma.zip")
    _zipped(tmp_path / "out.zip", {**files, "../escaped.json": b"{}", "/tmp/escaped.json": b"{}"})
    assert zl.replay_match(tmp_path / "out.zip").match == final.match  # only what a match has is looked at
    assert not list(tmp_path.parent.rglob("escaped.json"))


def test_the_same_call_gives_the_same_bytes(final: PlayedMatch, packet: Path, tmp_path: Path) -> None:
    zl.play_match(f"items:{packet}", teams=_teams(), rules="naqt", out=tmp_path / "again")
    assert final.folder is not None
    for name in PLAYED:
        assert (tmp_path / "again" / name).read_bytes() == (final.folder / name).read_bytes()


def test_a_team_of_several_programs_and_rules_of_ones_own() -> None:
    teams = {"Anchors": [Player(), Program(Knowing(), Sure())], "Barrels": Program(Knowing(), Sure(at=2))}
    played = zl.play_match(list(map(tossup, TOSSUPS)), teams=teams, rules=Rules("Own", tossups=2))
    assert [each.id for each in played.match.setting.players] == [
        "own-player",
        "knowing+sure",
        "knowing+sure #2",
    ]
    assert played.folder is None
    assert len(played.match.score.tossups) >= 2


def _packet(path: Path, **bonus: object) -> Path:
    tossups = [{"question": text, "answer": line} for text, line in TOSSUPS.values()]
    path.write_text(json.dumps({"tossups": tossups, "bonuses": [bonus] * 4}))
    return path


def test_packets_bring_their_bonuses(tmp_path: Path) -> None:
    asked = {
        "leadin": "For ten points each:",
        "parts": ["Say one.", "Say two."],
        "answers": ["<b><u>one</u></b>", "too"],
    }
    packet = _packet(tmp_path / "packet.json", **asked)
    played = zl.play_match(f"packets:{packet}", teams=_teams())
    first = played.match.score.tossups[0]
    assert [(each.team, each.text, each.points) for each in first.parts] == [
        ("Anchors", "one", 10),
        ("Anchors", "two", 0),
    ]
    assert played.match.setting.bonuses[0].lead_in == "For ten points each:"
    assert played.table().to_dicts()[0]["bonus"] == 10 * len(played.match.setting.bonuses)


TOWNS = ("Ashmoor", "Birchen", "Coldwell")


def _index(folder: Path, **config: object) -> str:
    """A guesser that has looked up, or learnt from, a question about each town."""
    lines = [{"gold_answer_line": town} for town in TOWNS]
    towns = [
        Item(town, {"text": question(town, 99)}, (town,), line)
        for town, line in zip(TOWNS, lines, strict=True)
    ]
    write_records(folder / "towns.jsonl", Item, towns, "quiz")
    zl.quiz_index(f"items:{folder / 'towns.jsonl'}", config=config, out=folder / "index")
    return str(folder / "index")


def _with_a_town_in_its_second_bonus(path: Path) -> Path:
    tossups = [{"question": text, "answer": line} for text, line in TOSSUPS.values()]
    bonuses = [
        {"leadin": "Each:", "parts": ["Say one."], "answers": ["one"]},
        {"leadin": "Of places, each:", "parts": [question("Ashmoor", 99)], "answers": ["Ashmoor"]},
    ]
    path.write_text(json.dumps({"tossups": tossups, "bonuses": bonuses}))
    return path


def test_a_part_of_a_bonus_is_no_evidence_for_itself_whichever_tossup_it_follows(tmp_path: Path) -> None:
    packet = _with_a_town_in_its_second_bonus(tmp_path / "packet.json")
    # The first program of a team answers its bonuses. The tossup that nobody gets has none.
    anchors = [f"{_index(tmp_path)}+threshold?at=1", Program(Knowing(wrong=["kettle"]), Sure())]
    played = zl.play_match(f"packets:{packet}", teams={**_teams(), "Anchors": anchors})
    second = [each for each in played.match.score.tossups if each.parts][1]
    assert second.number > 2
    (part,) = second.parts
    assert part.text
    assert part.text != "Ashmoor"
    assert any("1 of the questions are among the texts" in sentence for sentence in played.said)


def test_a_guesser_that_has_learnt_a_part_of_a_bonus_is_refused(tmp_path: Path) -> None:
    packet = _with_a_town_in_its_second_bonus(tmp_path / "packet.json")
    learnt = _index(tmp_path, documents="answer")
    with pytest.raises(zl.ZelligError, match="1 of 6 items are texts that"):
        zl.play_match(f"packets:{packet}", teams={**_teams(), "Anchors": learnt})


def test_a_bonus_without_answers_is_refused(tmp_path: Path) -> None:
    packet = _packet(
        tmp_path / "packet.json", leadin="Each:", parts=["Say one.", "Say two."], answers=["one"]
    )
    with pytest.raises(zl.ZelligError, match="each has an answer"):
        zl.play_match(f"packets:{packet}", teams=_teams())


@pytest.mark.parametrize(
    ("teams", "what"),
    [
        ({"Anchors": "ir"}, "two teams or more"),
        ({"Anchors": [], "Barrels": "ir"}, "no name, or no program"),
        ({"Anchors": 7, "Barrels": 7}, "int is no program that plays matches"),
        ({"Anchors": "nothing-like-it", "Barrels": "ir"}, "nothing-like-it"),
        ("Anchors", "two teams or more"),
    ],
    ids=str,
)
def test_teams_that_cannot_play_are_refused(packet: Path, teams: object, what: str) -> None:
    with pytest.raises(zl.ZelligError, match=what):
        zl.play_match(f"items:{packet}", teams=teams)  # type: ignore[arg-type]


def test_questions_without_an_answer_are_refused() -> None:
    with pytest.raises(zl.ZelligError, match="no question with an answer"):
        zl.play_match([Item("q", {"text": "Name this town."})], teams=_teams())


def test_a_folder_with_other_things_is_left_alone(packet: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(zl.ZelligError, match="not a new folder for a match"):
        zl.play_match(f"items:{packet}", teams=_teams(), out=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_the_command_plays_and_replays(packet: Path, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(OWN)
    out = tmp_path / "final"
    words = ["--packet", f"items:{packet}", "--rules", str(tmp_path / "own.toml"), "--out", str(out)]
    teams = [
        "--team",
        "Anchors=py:match_programs:GUESSER+threshold?at=0.5",
        "--team",
        "Barrels=py:match_programs:PLAYER",
    ]
    played = run("match", "play", *words, *teams, cwd=ROOT / "tests")
    assert played.returncode == 0, played.stderr
    assert "Anchors" in played.stdout
    assert "by the rules of Own" in played.stdout
    again = run("match", "replay", str(out))
    assert again.returncode == 0, again.stderr
    assert "The transcript gives the score that is there." in again.stdout
    score = json.loads(run("match", "replay", str(out), "--format", "json").stdout)
    assert score == json.loads((out / "score.json").read_text())
    score["teams"]["Barrels"] += 5
    (out / "score.json").write_text(json.dumps(score))
    other = run("match", "replay", str(out))
    assert other.returncode == 1
    assert "the transcript gives another score: Barrels has" in other.stderr


@pytest.mark.parametrize(
    ("name", "change", "what"),
    [
        ("transcript.jsonl", lambda lines: lines[1:], "event 1 cannot follow those before it"),
        ("transcript.jsonl", lambda lines: [lines[0], *lines], "event 2 cannot follow"),
        ("transcript.jsonl", lambda lines: [*lines[:3], "tea", *lines[3:]], "not an event of a match"),
        ("transcript.jsonl", lambda lines: lines[:-8], "the transcript gives another score"),
        ("match.json", lambda lines: ["{}"], "not the setting of a match"),
        ("score.json", lambda lines: ["[]"], "not the score of a match"),
    ],
)
def test_what_was_edited_is_refused(
    name: str, change: object, what: str, final: PlayedMatch, tmp_path: Path
) -> None:
    assert final.folder is not None
    shutil.copytree(final.folder, tmp_path / "edited")
    path = tmp_path / "edited" / name
    path.write_text("\n".join(change(path.read_text().splitlines())) + "\n")  # type: ignore[operator]
    with pytest.raises(zl.ZelligError, match=what):
        zl.replay_match(tmp_path / "edited")
