"""What is downloaded of a tournament when its end is published."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from zellig.games.tournament.exports import BUZZES, QBJ, buzzes_csv, datasets_files
from zellig.games.tournament.folder import write_tournament
from zellig.games.tournament.qbj import tournament_qbj
from zellig.games.tournament.tournament import Tournament
from zellig.performers import Spec
from zellig.server.problems import NotFoundError


class Download(NamedTuple):
    """A file that there is of every tournament."""

    filename: str
    says: str
    made: Callable[[Tournament], bytes]


def download(what: str) -> Download:
    """One of them; refuses another."""
    if what not in DOWNLOADS:
        raise NotFoundError(f"there is no file {what!r}", remedy=f"There are: {', '.join(DOWNLOADS)}.")
    return DOWNLOADS[what]


def _folder(found: Tournament) -> bytes:
    """The folder, as `zellig tournament show` takes it."""
    plan = found.beginning.plan
    specs = {each.name: Spec(each.program) for team in plan.teams for each in team.players if each.program}
    with TemporaryDirectory(prefix="zellig-tournament-") as place:
        write_tournament(Path(place), found, specs)
        paths = sorted(each for each in Path(place).rglob("*") if each.is_file())
        return _packed((str(each.relative_to(place)), each.read_bytes()) for each in paths)


def _packed(files: Iterable[tuple[str, bytes]]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


DOWNLOADS = {
    "qbj": Download(QBJ, "QBJ 2.1.1: teams, phases, rounds and every match", tournament_qbj),
    "buzzes": Download(BUZZES, "a row for each buzz that counts", buzzes_csv),
    "datasets": Download(
        "datasets.zip",
        "a folder that load_dataset of Hugging Face reads, packed",
        lambda found: _packed(datasets_files(found)),
    ),
    "folder": Download(
        "tournament.zip", "every transcript, packed: zellig tournament show computes all figures", _folder
    ),
}
