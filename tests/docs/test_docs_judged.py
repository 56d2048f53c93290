"""Judged samples: the tables of the page are what `zellig judge report` makes of the keys and verdicts."""

from __future__ import annotations

import re
from functools import cache
from statistics import mean

import pytest

from conftest import ROOT
from helpers import zellig
from judged_texts import people_in
from pages import find_page, rows
from zellig.front.judging import JudgedTexts, judging_report
from zellig.games.judging.figures import JudgingFigures
from zellig.games.judging.truth import Truth
from zellig.items import Key, Verdict, read_records
from zellig.measures.intervals import Estimate

JUDGED = ROOT / "judged"
FOLDERS = sorted(path.name for path in JUDGED.iterdir())
FIRST = ("contrast-5-", "strategies-4-")
WITH_ORIGINALS = {  # samples in which the originals were mixed in
    "2": {"contrast sets": "contrast-7-", "strategies": "strategies-6-"},
    "3": {"contrast sets": "contrast-8-", "strategies": "strategies-7-"},
    "4": {"contrast sets": "contrast-9-", "strategies": "strategies-8-"},
    "5": {"strategies": "strategies-9-"},
}
MIXED = [kind for kinds in WITH_ORIGINALS.values() for kind in kinds.values()]
SAMPLES = (*FIRST, "contrast-6-", "strategies-5-", *MIXED)
BY_PROGRAMS = [name for name in FOLDERS if name.startswith(SAMPLES)]
NATURAL = "What people would write"
SECTIONS = {
    part.partition("\n")[0]: part
    for part in re.split(r"^## ", find_page("judged.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
}


@cache
def judged(folder: str, readers: str, keys: str = "keys") -> JudgedTexts:
    """What some readers say, each one letter."""
    files = [JUDGED / folder / f"{reader}.jsonl" for reader in readers]
    return judging_report(JUDGED / folder / f"{keys}.jsonl", files)


def report(folder: str, readers: str, keys: str = "keys") -> JudgingFigures:
    """The figures of some readers who are people."""
    return people_in(judged(folder, readers, keys))


def all_of(folder: str, readers: str) -> Truth:
    by_people = folder not in BY_PROGRAMS
    found = (
        report(folder, readers).changed
        if by_people
        else judged(folder, readers).programs[readers.upper()].truth
    )
    assert found is not None
    return found


def percent(share: Estimate | None) -> str:
    assert share is not None
    return f"{100 * share.value:.1f}"


def hits(share: Estimate | None, of: int) -> str:
    assert share is not None
    return str(round(share.value * of))


@pytest.mark.parametrize("folder", BY_PROGRAMS)
def test_what_programs_read_is_never_counted_as_what_people_say(folder: str) -> None:
    found = judged(folder, "ab")
    assert found.figures is None
    assert sorted(found.programs) == ["A", "B"]
    assert {each.verdicts for each in found.programs.values()} == {len(_keys(folder))}


@pytest.mark.parametrize("folder", [name for name in FOLDERS if name not in BY_PROGRAMS])
def test_every_reading_is_of_all_its_keys(folder: str) -> None:
    readers = sorted(path.stem for path in (JUDGED / folder).glob("?.jsonl"))
    for keys in sorted(path.stem for path in (JUDGED / folder).glob("keys*.jsonl")):
        for reader in readers:
            figures = report(folder, reader, keys)
            assert figures.judged == figures.asked


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_folder_is_reported_on_by_the_command(folder: str) -> None:
    readers = sorted((JUDGED / folder).glob("?.jsonl"))
    assert readers
    for keys in sorted((JUDGED / folder).glob("keys*.jsonl")):
        done = zellig("judge", "report", keys, *readers)
        assert done.returncode == 0, done.stderr
        told = f"{len(readers)} judge{'s' if len(readers) > 1 else ''} said something about"
        assert (told in done.stdout) == (folder not in BY_PROGRAMS)
        whose = ", a program: " if folder in BY_PROGRAMS else ": "
        assert all(f"• {path.stem.upper()}{whose}" in done.stdout for path in readers)


def test_contrast_sets() -> None:
    table = [row for row in rows(SECTIONS["Contrast sets"]) if len(row) == 5]
    assert [row[0] for row in table] == ["1", "2", "3", "4"]
    for sample, outputs, grammatical, label, preserving in table:
        both = [report(f"contrast-{sample}", reader) for reader in "ab"]
        truths = [all_of(f"contrast-{sample}", reader) for reader in "ab"]
        assert outputs == str(both[0].asked)
        assert grammatical == " and ".join(percent(each.grammatical) for each in truths) + "%"
        assert label == " and ".join(percent(each.promised) for each in truths) + "%"
        same = " and ".join(percent(each.promises["same"].promised) for each in both) + "%"
        assert preserving in ("", same)


def test_labels_before_and_after() -> None:
    found = [row for row in rows(SECTIONS["Contrast sets"]) if len(row) == 4]
    before, after, follows, *rules = found
    for place, reader in enumerate("cd", start=2):
        figures = report("labels-3", reader)
        assert figures.originals is not None
        assert (before[1], before[place]) == (
            str(figures.originals.texts),
            f"{percent(figures.originals.promised)}%",
        )
        truth = all_of("labels-3", reader)
        assert (after[1], after[place]) == (str(truth.texts), f"{percent(truth.promised)}%")
        assert (follows[1], follows[place]) == (str(truth.texts), f"{percent(truth.follows)}%")
        for row in rules:
            rule = report("labels-3-rules", reader).phenomena[row[0][1:4]]
            assert (row[1], row[place]) == (str(rule.texts), f"{percent(rule.promised)}%")


def test_strategies_by_task() -> None:
    for row in (row for row in rows(SECTIONS["Strategies"]) if len(row) == 8):
        folder = row[0].strip("`")
        agreed = report(folder, "ab").agreed
        truths = [all_of(folder, reader) for reader in "ab"]
        shares = [
            *(each.grammatical for each in truths),
            *(each.promised for each in truths),
            agreed["grammatical"],
            agreed["answer"],
        ]
        assert row[1:] == [str(truths[0].texts), *(f"{percent(each)}%" for each in shares)]


def test_other_texts() -> None:
    table = [row for row in rows(SECTIONS["Other texts than captions and films"]) if len(row) == 8]
    table += [row for row in rows(SECTIONS[NATURAL]) if row[0].startswith("`")]
    assert {row[0].strip("`") for row in table} == set(BY_PROGRAMS)
    for name, *cells in table:
        truths = [all_of(name.strip("`"), reader) for reader in "ab"]
        shares = [getattr(each, what) for what in ("grammatical", "promised", "natural") for each in truths]
        assert cells == [str(truths[0].texts), *(f"{percent(each)}%" if each else "" for each in shares)]


OF = ("grammatical", "promised", "natural")


def _says(folder: str, key: Key, reader: str, of: str) -> bool | None:
    """What a reader says of a text; None: nothing, or nothing is promised of it."""
    found = _verdict(folder, reader).get(key.id)
    if found is None:
        return None
    if of == "promised":
        return found.answer in key.accepted if key.accepted and not folder.endswith("-ewt") else None
    return getattr(found, of) is True


@pytest.mark.parametrize("sample", WITH_ORIGINALS)
def test_changed_texts_beside_their_originals(sample: str) -> None:
    """The last table: what changes add, for each reader."""
    table = {row[1]: row[2:] for row in rows(SECTIONS[NATURAL]) if row[0] == sample}
    for what, kind in WITH_ORIGINALS[sample].items():
        keys = {(name, key.id): key for name in FOLDERS if name.startswith(kind) for key in _keys(name)}
        for label, is_changed in (("originals", False), ("changed", True)):
            some = [(name, key) for (name, _), key in keys.items() if bool(key.original) == is_changed]
            shares = []
            for of in OF:
                for reader in "ab":
                    said = (_says(name, key, reader, of) for name, key in some)
                    shares.append(f"{100 * mean(each for each in said if each is not None):.1f}%")
            assert table[f"{what}, {label}"] == [str(len(some)), *shares]
        worse = []
        for of in OF:
            for reader in "ab":
                both = [
                    (_says(name, key, reader, of), _says(name, keys[name, key.original], reader, of))
                    for (name, _), key in keys.items()
                    if key.original and (name, key.original) in keys
                ]
                known = [each for each in both if None not in each]
                worse.append(f"{known.count((False, True))} of {len(known)}")
        assert table[f"{what}, worse than its original"] == ["", *worse]


def test_kinds_of_contrasts() -> None:
    """The second table: what was done, from the codes of the rules."""
    table = [row for row in rows(SECTIONS["Other texts than captions and films"]) if len(row) == 6]
    keys = [(folder, key) for folder in FOLDERS if folder.startswith("contrast-5-") for key in _keys(folder)]
    for place, (_, *cells) in enumerate(table):
        some = [(folder, key.id) for folder, key in keys if _kind_of(key.phenomenon or "") == place]
        said = [[_verdict(folder, reader)[name] for folder, name in some] for reader in "ab"]
        shares = [mean(bool(getattr(each, what)) for each in one) for what in SAID for one in said]
        assert cells == [str(len(some)), *(f"{100 * share:.1f}%" for share in shares)]


SAID = ("grammatical", "natural")
KINDS = (r"(^|[;:])f(\+|;|$)", r"(^|[;:+])i(\+|;|$)|^cleft", r"^passive$", r"^x:.*n")


def _kind_of(code: str) -> int:
    return next((place for place, kind in enumerate(KINDS) if re.search(kind, code)), len(KINDS))


@cache
def _keys(folder: str) -> list[Key]:
    return list(read_records(JUDGED / folder / "keys.jsonl", Key))


@cache
def _verdict(folder: str, reader: str) -> dict[str, Verdict]:
    return {each.id: each for each in read_records(JUDGED / folder / f"{reader}.jsonl", Verdict)}


def test_strategies_one_by_one() -> None:
    table = [row for row in rows(SECTIONS["Strategies"]) if len(row) == 6]
    left = {
        (folder, keys, code)
        for folder, keys in [(name, "keys") for name in FOLDERS if name.startswith("strategies-2")]
        + [("strategies-2", "keys-off")]
        for code in report(folder, "a", keys).phenomena
    }
    assert len(table) == len(left)
    for name, *cells in table:
        code = name.split("`")[1]
        (key,) = (
            each
            for each in left
            if each[2] == code and ("qasrl" in each[0] or "(QA-SRL)" not in name) and cells == _cells(each)
        )
        assert ("(off)" in name) == (key[1] == "keys-off")
        left.remove(key)
    assert left == set()


def _cells(key: tuple[str, str, str]) -> list[str]:
    folder, keys, code = key
    one, other = (report(folder, reader, keys).phenomena[code] for reader in "ab")
    return [
        str(one.texts),
        *(hits(each.grammatical, each.texts) for each in (one, other)),
        *(hits(each.promised, each.texts) for each in (one, other)),
    ]


def test_domains() -> None:
    for name, *cells in rows(SECTIONS["Domains"]):
        folder, reader = f"domains-{name[0]}", "b" if "second" in name else "a"
        figures = report(folder, reader)
        domains = [figures.phenomena[domain] for domain in ("product", "restaurant", "neutral")]
        whole = all_of(folder, reader)
        assert cells[:3] == [f"{hits(each.sound, each.texts)} of {each.texts}" for each in domains]
        assert whole.sound is not None
        assert (
            cells[3] == f"{hits(whole.sound, whole.texts)} of {whole.texts} ({100 * whole.sound.value:.0f}%)"
        )
