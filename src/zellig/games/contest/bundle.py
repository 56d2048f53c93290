"""A contest as one archive in the own layout, from which every number can be computed again."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from zellig.files import write_whole
from zellig.games.contest.contest import Contest
from zellig.games.contest.scores import Scores
from zellig.items import Item, Pair, Prediction, encode_record, header_of
from zellig.tasks.finding import TASK
from zellig.tasks.own import text_of

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the same contest gives the same bytes


def write_bundle(path: Path, contest: Contest, scores: Scores) -> None:
    """Write pairs, predictions and scores into a zip; unpacked, `zellig contest score` takes it."""
    with write_whole(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:

        def add(name: str, lines: Iterable[bytes]) -> None:
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, b"".join(lines))

        task = contest.task.name
        if contest.task.file:
            add(TASK, [text_of(contest.task).encode()])
        for entry in contest.entries:
            header = header_of(Pair, task, entry.author, entry.victim)
            add(f"pairs/{entry.name}.jsonl", [header, *map(encode_record, entry.pairs)])
            for system, given in contest.answers.items():
                found: dict[str, str] = {}
                for pair, original, modified in zip(entry.pairs, *given[entry.name], strict=True):
                    found[pair.original.id] = original
                    found[pair.modified.id] = modified
                add(f"predictions/{system}/{entry.name}.jsonl", _predictions(found, task))
        if contest.dev.items:
            add("dev.jsonl", [header_of(Item, task), *map(encode_record, contest.dev.items.values())])
        for system in contest.dev_accuracy:
            add(f"dev/{system}.jsonl", _predictions(contest.dev.answers[system], task))
        add("scores.json", [msgspec.json.encode(scores)])


def _predictions(answers: Mapping[str, str], task: str) -> Iterator[bytes]:
    yield header_of(Prediction, task)
    for item, answer in answers.items():
        yield encode_record(Prediction(item, answer))
