"""Record files, tables and corpora of pairs, policies, settings, answers that were kept."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from fuzz.mutations import Files
from fuzz.target import all_of, any_of, files_in, place, target
from zellig.items import KINDS, Item, Key, Pair, Prediction, Verdict, read_records, write_records

PLAIN = Item("x", {"text": "The soup was hot."})


class Stuck:
    """A system with one answer."""

    def __init__(self) -> None:
        from zellig.performers import Spec

        self.spec = Spec("stuck")

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """Always the same."""
        return [Prediction(item.id, "+1") for item in items]


def _records(kind: Any, folder: Path, out: Path) -> None:
    path = place(folder)
    write_records(out / "again.jsonl", kind, read_records(path, kind))
    list(read_records(path, kind).numbered())


for _kind in (Item, Pair, Prediction, Verdict, Key):
    target(f"records-{KINDS[_kind]}")(partial(_records, _kind))


@target("pairs-check")
def _check(folder: Path, out: Path) -> None:
    """A file of pairs in each of its forms, checked and shown."""
    from zellig.checks.check_file import check_file, write_accepted, write_rejected
    from zellig.checks.show import show_report
    from zellig.pairs.reading import read_pairs
    from zellig.pairs.show import show_pair
    from zellig.tasks import get_task

    source, task = str(place(folder)), get_task("sentiment")

    def check() -> None:
        corpus = "grammaticality"
        report = check_file(source, task.name, originals=corpus, against=corpus, validity=True)
        write_accepted(out / "accepted.jsonl", report)
        write_rejected(out / "rejected.jsonl", report)
        report.summary()
        list(show_report(report))

    def show() -> None:
        for _, pair in read_pairs(source, task):
            list(show_pair(pair, task, colour=True))

    all_of([check, show])


@target("policy")
def _policy(folder: Path, out: Path) -> None:
    from zellig.checks.policy import read_policy

    read_policy(place(folder))


@target("training-config")
def _config(folder: Path, out: Path) -> None:
    from zellig.registry import lookup, names
    from zellig.systems.training import config_of

    trained = [name for name in names("systems") if hasattr(lookup("systems", name), "Config")]
    any_of([partial(config_of, name, place(folder)) for name in trained])


@target("contrast-pairs")
def _contrasts(folder: Path, out: Path) -> None:
    """A contrast set put to a system."""
    from zellig.checks.contrast_set import read_contrast_set
    from zellig.transform.evaluation import evaluate

    contrasts = read_contrast_set(place(folder))
    evaluate(contrasts, {"stuck": Stuck()}, replicates=100)


def _kept_answers(scratch: Path) -> list[Files]:
    from zellig.oracle import Oracle
    from zellig.store.cache import Cache

    with Oracle(Stuck(), "stuck", Cache(scratch / "answers.sqlite", "earlier")) as oracle:
        oracle.ask([PLAIN], ["x"])
    return [files_in(scratch)]


@target("cache-file", seeds=_kept_answers)
def _cache_file(folder: Path, out: Path) -> None:
    """The file of kept answers, asked and added to."""
    from zellig.oracle import Oracle
    from zellig.store.cache import Cache, clear, summarise

    shutil.copytree(folder, out, dirs_exist_ok=True)
    with Oracle(Stuck(), "stuck", Cache(out / "answers.sqlite", "now")) as oracle:
        oracle.ask([PLAIN, Item("y", {"text": "The table was set."})], ["x", "y"])
    summarise(out / "answers.sqlite")
    clear(out / "answers.sqlite")


@target("cache-answer")
def _cache_answer(folder: Path, out: Path) -> None:
    """A kept answer that is none."""
    from zellig.performers import Evidence
    from zellig.store.cache import Cache

    cache = Cache(out / "answers.sqlite", "now")
    with sqlite3.connect(out / "answers.sqlite") as base:
        raw = place(folder).read_bytes() if place(folder).is_file() else b""
        base.execute("INSERT INTO answers VALUES ('stuck', 'x', ?, 'earlier', 0)", [raw])
    base.close()
    kind: Any = Evidence if place(folder).name.startswith("evidence") else Prediction
    cache.find("stuck", ["x"], kind)
    cache.close()


def _manifest(scratch: Path) -> list[Files]:
    import hashlib
    import json

    files = {"soup.txt": b"The soup was hot.\n", "tables/four.txt": b"Table four.\n"}
    digests = {name: hashlib.sha256(raw).hexdigest() for name, raw in files.items()}
    return [{**files, "manifest.json": json.dumps(digests, indent=1).encode()}]


@target("resource-manifest", seeds=_manifest)
def _resource(folder: Path, out: Path) -> None:
    """The folder of a resource whose manifest is the pinned one, whatever it says."""
    import hashlib

    import msgspec

    from zellig import resources

    pinned = folder / "manifest.json"
    digest = hashlib.sha256(pinned.read_bytes()).hexdigest() if pinned.is_file() else ""
    resource = msgspec.structs.replace(next(iter(resources.table().values())), manifest=digest)
    resources.verify(resource, folder)


def _import(form: str, folder: Path, out: Path) -> None:
    """Pairs of others, made into a file of pairs."""
    from zellig.checks.importing import TABLE, import_pairs

    source = place(folder)
    if source.is_dir():  # of two tables that belong together
        source = next((path for path in sorted(source.iterdir()) if "contrast" in path.name), source)
    import_pairs(source, form, out / "pairs.jsonl", task="sentiment" if form == TABLE else None)


for _form in ("imdb-contrast", "counterfactual", "breaking-nli", "blimp", "table"):
    target(f"pairs-import-{_form}")(partial(_import, _form))
