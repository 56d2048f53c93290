"""Folders of indices, ensembles with their members, and buzzers; checksums fit whatever was changed."""

from __future__ import annotations

import hashlib
import json
from functools import partial
from pathlib import Path

from fuzz.mutations import Files
from fuzz.systems import CARD, LESSONS, use, with_checksums
from fuzz.target import files_in, target
from zellig.items import Item, write_records
from zellig.registry import names

TASK, _lessons = LESSONS["tfidf"]
SEGMENT = "5eb1" * 8  # what a part of an index is called here: tantivy draws a name
MEMBERS = "ensemble/members.json"


def _index(scratch: Path) -> Files:
    """An index of a few questions, by names that are the same in every run."""
    from zellig.systems.training import train_system

    write_records(scratch / "train.jsonl", Item, _lessons(), TASK)
    train_system("ir", "items:../seeds/train.jsonl", scratch / "ir", seed=1)
    (drawn,) = {path.stem for path in (scratch / "ir").glob("*.store")}
    spelt = {drawn: SEGMENT, _with_hyphens(drawn): _with_hyphens(SEGMENT)}
    files = files_in(scratch / "ir")
    for old, new in spelt.items():
        files = {
            name.replace(old, new): raw.replace(old.encode(), new.encode()) for name, raw in files.items()
        }
    return with_checksums(files)


def _with_hyphens(name: str) -> str:
    return "-".join([name[:8], name[8:12], name[12:16], name[16:20], name[20:]])


target("trained-ir", seeds=lambda scratch: [_index(scratch)], repair=with_checksums)(partial(use, TASK))


# -- an ensemble, and its members beside it


def _ensemble(scratch: Path) -> list[Files]:
    from fuzz.target import write_files
    from zellig.systems.ensemble import LEARNT, LEAST, Settings
    from zellig.systems.training import train_system

    write_files(_index(scratch), scratch / "all" / "ir")
    train_system("tfidf", "items:../seeds/train.jsonl", scratch / "all" / "tfidf", seed=1)
    lessons = [
        Item(
            f"{item.id}-{number}",
            {"text": f"Thing {number}: {item.fields['text']}"},
            item.accepted,
            item.metadata,
        )
        for number in range(LEAST // LEARNT // len(_lessons()) + 1)
        for item in _lessons()
    ]
    write_records(scratch / "more.jsonl", Item, lessons, TASK)
    members = ("../seeds/all/ir", "../seeds/all/tfidf")
    config = Settings(members, trees=3, depth=2)
    train_system("ensemble", "items:../seeds/more.jsonl", scratch / "all" / "ensemble", config=config, seed=1)
    return [files_in(scratch / "all")]


def _with_members(files: Files) -> Files:
    """Every card vouches for its files, and the ensemble for its members as they are now."""
    found: Files = {}
    for folder in ("ir", "tfidf"):
        found |= _of_folder(files, folder)
    prints = {folder: _fingerprint(found.get(f"{folder}/{CARD}", b"")) for folder in ("ir", "tfidf")}
    rest = {name: raw for name, raw in files.items() if not name.startswith(("ir/", "tfidf/"))}
    return (
        found
        | _of_folder(rest | _vouching(rest.get(MEMBERS, b""), prints), "ensemble")
        | {name: raw for name, raw in rest.items() if not name.startswith("ensemble/")}
    )


def _of_folder(files: Files, folder: str) -> Files:
    own = {
        name.removeprefix(f"{folder}/"): raw for name, raw in files.items() if name.startswith(f"{folder}/")
    }
    return {f"{folder}/{name}": raw for name, raw in with_checksums(own).items()}


def _fingerprint(card: bytes) -> str:
    import msgspec

    from zellig.systems.card import Card

    try:
        return msgspec.json.decode(card, type=Card).fingerprint
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return ""


def _vouching(raw: bytes, prints: dict[str, str]) -> Files:
    try:
        members = json.loads(raw)
        for member in members:
            folder = str(member["folder"]).rpartition("/")[2]
            member["fingerprint"] = prints.get(folder) or member["fingerprint"]
        return {MEMBERS: json.dumps(members).encode()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {MEMBERS: raw} if raw else {}


@target("trained-ensemble", seeds=_ensemble, repair=_with_members)
def _use_ensemble(folder: Path, out: Path) -> None:
    use(TASK, folder / "ensemble", out)


# -- buzzers


def _buzzer(name: str, scratch: Path) -> list[Files]:
    from lessons import honest
    from zellig.games.quiz.buzzer_training import Lessons, fit_buzzer
    from zellig.measures.expected_wins import PUBLISHED

    lessons = Lessons(honest(20), "guesser", "0" * 64, "tossups:q.jsonl", "0" * 64, ())
    fit_buzzer(name, lessons, PUBLISHED, scratch / "buzzer", seed=1)
    return [files_in(scratch / "buzzer")]


def _with_hash(files: Files) -> Files:
    from zellig.buzzers.saved import CARD as OF_BUZZER
    from zellig.systems.weights import WEIGHTS

    try:
        card = json.loads(files.get(OF_BUZZER, b""))
        card["weights"] = hashlib.sha256(files[WEIGHTS]).hexdigest()
        return {**files, OF_BUZZER: json.dumps(card).encode()}
    except (ValueError, TypeError, KeyError, RecursionError):
        return files


def _use_buzzer(folder: Path, out: Path) -> None:
    """Let it decide on what a guesser may say."""
    from lessons import heard, histories
    from zellig.buzzers import load_buzzer

    asked = histories(heard("q", (0.2, False), (0.9, True)))
    assert len(load_buzzer(str(folder)).buzz(asked, [1, 2])) == len(asked)


for _name in names("buzzers"):
    target(
        f"buzzer-{_name}",
        seeds=partial(_buzzer, _name),
        repair=_with_hash,
        loads=() if _name == "threshold" else ("torch",),
    )(_use_buzzer)
