"""A contest as one archive in the own layout, from which every number can be computed again."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from zellig.files import write_whole
from zellig.games.contest.contest import Contest
from zellig.games.contest.score import Scores
from zellig.items import Header, Kind, Prediction, encode_record

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the same contest gives the same bytes


def write_bundle(path: Path, contest: Contest, scores: Scores) -> None:
    """Write pairs, predictions and scores into a zip; unpacked, `zellig contest score` takes it."""
    with write_whole(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:

        def add(name: str, lines: Iterable[bytes]) -> None:
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, b"".join(lines))

        task = contest.task.name
        for breaker, pairs in contest.pairs.items():
            add(f"pairs/{breaker}.jsonl", [_header("pairs", task), *map(encode_record, pairs)])
        for system, by_breaker in contest.answers.items():
            for breaker, answers in by_breaker.items():
                found: dict[str, str] = {}
                for pair, original, modified in zip(
                    contest.pairs[breaker], answers.original, answers.modified, strict=True
                ):
                    found[pair.original.id] = original
                    found[pair.modified.id] = modified
                add(f"predictions/{system}/{breaker}.jsonl", _predictions(found, task))
        if contest.dev.items:
            add("dev.jsonl", [_header("items", task), *map(encode_record, contest.dev.items.values())])
        for system in contest.dev_accuracy:
            add(f"dev/{system}.jsonl", _predictions(contest.dev.answers[system], task))
        add("scores.json", [msgspec.json.encode(scores)])


def _predictions(answers: dict[str, str], task: str) -> Iterator[bytes]:
    yield _header("predictions", task)
    for item, answer in answers.items():
        yield encode_record(Prediction(item, answer))


def _header(kind: Kind, task: str) -> bytes:
    return msgspec.json.encode(Header(zellig=kind, task=task)) + b"\n"
