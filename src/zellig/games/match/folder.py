"""The folder of a match: what it began with, what happened, and what came of it; also packed (zip)."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from zellig.corpora.unpacking import unpack
from zellig.decoding import FAULTS, decode_json, refusal
from zellig.errors import ZelligError
from zellig.files import read_lines, read_whole, write_json, write_text
from zellig.games.match.events import Event
from zellig.games.match.playing import Match
from zellig.games.match.qbj import qbj_json
from zellig.games.match.replaying import replayed
from zellig.games.match.scoring import Score
from zellig.games.match.setting import Setting, check_setting
from zellig.performers import Spec

SETTING, TRANSCRIPT, SCORE, QBJ = "match.json", "transcript.jsonl", "score.json", "match.qbj"
SCHEMA = 1
LARGEST = 2**28  # bytes of a file

_REMEDY = "Give the folder of a match that was played, or the zip that a room gives."
_event = msgspec.json.Decoder(Event)


class MatchFile(msgspec.Struct, frozen=True):
    """What a match began with, as it is kept."""

    schema: int
    setting: Setting
    programs: dict[str, Spec] = {}  # by player


def write_match(folder: Path, match: Match, programs: Mapping[str, Spec]) -> None:
    """Write a match; its score last, so that a folder with a score is whole."""
    write_json(folder / SETTING, MatchFile(SCHEMA, match.setting, dict(programs)))
    lines = [msgspec.json.encode(event).decode() + "\n" for event in match.events]
    write_text(folder / TRANSCRIPT, "".join(lines))
    write_text(folder / QBJ, qbj_json(match).decode())
    write_json(folder / SCORE, match.score)


def packed(match: Match, programs: Mapping[str, Spec]) -> bytes:
    """The same folder in a zip."""
    content = io.BytesIO()
    with TemporaryDirectory(prefix="zellig-match-") as folder:
        write_match(Path(folder), match, programs)
        with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(Path(folder).iterdir()):
                archive.writestr(zipfile.ZipInfo(path.name), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return content.getvalue()


@contextmanager
def opened(path: Path) -> Iterator[Path]:
    """The folder of a match; one that is packed is unpacked for as long as it is looked at."""
    if not path.exists():
        raise ZelligError("there is no such file or folder", path=path, remedy=_REMEDY)
    if not path.is_file():
        yield path
        return
    with TemporaryDirectory(prefix="zellig-match-") as folder:
        try:
            for name in (SETTING, TRANSCRIPT, SCORE):
                unpack(path, f"*{name}", Path(folder), LARGEST)
            yield Path(folder)
        except ZelligError as error:
            inside = Path(error.path or "")
            known = inside.is_relative_to(folder)  # who gave the zip knows no folder of ours
            raise ZelligError(
                error.what,
                path=path / inside.relative_to(folder) if known else path,
                line=error.line,
                remedy=error.remedy if known else _REMEDY,
            ) from None


def read_match(folder: Path) -> Match:
    """The match in a folder, played again from its transcript; refuses one that does not give its score."""
    kept = read_beginning(folder)
    try:
        match = replayed(kept.setting, _events(folder / TRANSCRIPT))
    except ZelligError as error:
        raise ZelligError(
            error.what, path=error.path or folder / TRANSCRIPT, line=error.line, remedy=error.remedy
        ) from None
    _refuse_another_score(folder / SCORE, match.score)
    return match


def read_beginning(folder: Path) -> MatchFile:
    """What the match in a folder began with."""
    path = folder / SETTING
    kept = decode_json(
        read_whole(path, LARGEST), MatchFile, path=path, what="the setting of a match", remedy=_REMEDY
    )
    if kept.schema != SCHEMA:
        raise ZelligError(
            f"it is of schema {kept.schema}, and this is {SCHEMA}", path=path, remedy="Use that version."
        )
    check_setting(kept.setting)
    return kept


def write_beginning(folder: Path, setting: Setting) -> None:
    """Write what a match begins with that is to be played elsewhere."""
    write_json(folder / SETTING, MatchFile(SCHEMA, setting))


def _events(path: Path) -> list[Event]:
    found: list[Event] = []
    for line, text in read_lines(path):
        try:
            found.append(_event.decode(text))
        except FAULTS as error:
            what = "an event of a match"
            raise refusal(error, path=path, what=what, remedy=_REMEDY, line=line) from None
    return found


def _refuse_another_score(path: Path, score: Score) -> None:
    kept = decode_json(
        read_whole(path, LARGEST), Score, path=path, what="the score of a match", remedy=_REMEDY
    )
    if kept == score:
        return
    different = [
        f"{name} has {kept.teams.get(name)} there and {points} by the transcript"
        for name, points in score.teams.items()
        if kept.teams.get(name) != points
    ]
    raise ZelligError(
        "the transcript gives another score" + (f": {', '.join(different)}" if different else ""),
        path=path,
        remedy="One of the two files was edited.",
    )
