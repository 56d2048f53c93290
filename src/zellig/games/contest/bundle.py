"""A contest as one archive in the own layout, from which every number can be computed again."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from zellig.files import write_whole
from zellig.games.contest.contest import Contest
from zellig.games.contest.file_names import file_name_of
from zellig.games.contest.scores import Scores
from zellig.items import Item, Pair, Prediction, encode_record, header_of
from zellig.tasks.finding import TASK
from zellig.tasks.own import text_of

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the same contest gives the same bytes


def write_bundle(path: Path, contest: Contest, scores: Scores, readme: str = "") -> None:
    """Write pairs, predictions and scores into a zip; unpacked, `zellig contest score` takes it. `readme`:
    what the records do not say."""
    write_archive(path, _files(contest, scores, readme))


def write_archive(path: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write files into a zip, whole or not at all; the same files give the same bytes."""
    with write_whole(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)


def _files(contest: Contest, scores: Scores, readme: str) -> Iterator[tuple[str, bytes]]:
    task = contest.task.name
    if readme:
        yield "README.md", readme.encode()
    if contest.task.file:
        yield TASK, text_of(contest.task).encode()
    for entry in contest.entries:
        header = header_of(Pair, task, entry.author, entry.victim)
        file = f"{file_name_of(entry.name)}.jsonl"
        yield f"pairs/{file}", b"".join([header, *map(encode_record, entry.pairs)])
        for system, given in contest.answers.items():
            found: dict[str, str] = {}
            for pair, original, modified in zip(entry.pairs, *given[entry.name], strict=True):
                found[pair.original.id] = original
                found[pair.modified.id] = modified
            yield f"predictions/{file_name_of(system)}/{file}", _predictions(found, task)
    if contest.dev.items:
        items = [header_of(Item, task), *map(encode_record, contest.dev.items.values())]
        yield "dev.jsonl", b"".join(items)
    for system in contest.dev_accuracy:
        yield f"dev/{file_name_of(system)}.jsonl", _predictions(contest.dev.answers[system], task)
    yield "scores.json", msgspec.json.encode(scores)


def _predictions(answers: Mapping[str, str], task: str) -> bytes:
    lines = [encode_record(Prediction(item, answer)) for item, answer in answers.items()]
    return b"".join([header_of(Prediction, task), *lines])
