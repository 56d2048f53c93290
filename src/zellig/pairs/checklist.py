"""Tests as CheckList (Ribeiro et al. 2020) has them: one line an example, with the test and case it is of.

`test_name`, `test_case` and `example_idx` are the columns that CheckList's own `TestSuite.to_dict` gives,
beside those of the example. It leaves out what is to be expected: `type`, `capability` and `labels` say that
here. The first example of a case is the original, the others are changed copies of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from zellig.corpora.looks import text_of
from zellig.corpora.table_files import TableRow
from zellig.errors import ZelligError
from zellig.items import Item, Pair, content_hash
from zellig.notices import note
from zellig.pairs.changed_table import BREAKER, LABEL_MODIFIED, LABEL_ORIGINAL, PROMISE, VICTIM
from zellig.pairs.reading import OF_PAIR

TEST, CASE, EXAMPLE = "test_name", "test_case", "example_idx"
TYPE, CAPABILITY, DESCRIPTION, LABELS, PAIR = "type", "capability", "description", "labels", "pair"
MFT, INV, DIR = "MFT", "INV", "DIR"
# What the name of a test says is expected: a right answer to a changed text, or what becomes of an answer.
KINDS = {MFT: "right answer", INV: "same answer", DIR: "other answer"}
ABOUT = (TEST, CASE, EXAMPLE, TYPE, CAPABILITY, DESCRIPTION, LABELS, "label", PAIR, PROMISE, BREAKER, VICTIM)

Row = Mapping[str, Any]
Brought = tuple[str, str | None, Pair]  # by whom, by asking which system, and what


def checklist_rows(brought: Iterable[Brought]) -> Iterator[dict[str, object]]:
    """The tests of pairs by phenomenon: what is right about the changed texts (MFT), and what becomes of the
    answer to each original: nothing (INV), or something else (DIR)."""
    tests: dict[tuple[str, str], list[Brought]] = {}
    for author, victim, pair in brought:
        name = pair.phenomenon or author
        for kind in (MFT, INV if pair.promise == "same" else DIR):
            tests.setdefault((name, kind), []).append((author, victim, pair))
    for (name, kind), members in sorted(tests.items(), key=lambda test: test[0][0]):
        cases: list[tuple[list[Item], dict[str, str | None]]]
        if kind == MFT:
            distinct = {(content_hash(p.modified), p.modified.accepted): p for _, _, p in members}
            cases = [([p.modified], {CAPABILITY: p.phenomenon}) for p in distinct.values()]
        else:
            cases = [([p.original, p.modified], _of_pair(author, victim, p)) for author, victim, p in members]
        for number, (examples, about) in enumerate(cases):
            for place, item in enumerate(examples):
                of_test = {TEST: f"{name}: {KINDS[kind]}", CASE: number, EXAMPLE: place, TYPE: kind}
                yield {**of_test, **item.fields, LABELS: list(item.accepted), **about}


def _of_pair(author: str, victim: str | None, pair: Pair) -> dict[str, str | None]:
    of = {PAIR: pair.id, PROMISE: pair.promise, BREAKER: author, VICTIM: victim}
    return {CAPABILITY: pair.phenomenon, **of}


def changed_rows(rows: Sequence[TableRow], path: Path) -> list[TableRow]:
    """The cases of tests as a table of (original, changed); refuses lines that are of no test, and those of
    which none says what is right. Examples that stand alone make no pair, and are counted."""
    if not rows:
        return []
    line, first = rows[0]
    if missing := [name for name in (TEST, CASE) if name not in first]:
        remedy = "Write what TestSuite.to_dict of CheckList gives, one example a line."
        raise ZelligError(f"there is no {missing[0]!r} in it", path=path, line=line, remedy=remedy)
    if all(_labels(row) is None for _, row in rows):
        remedy = f"Write it into each line as {LABELS!r}: a label, or a list of labels."
        raise ZelligError("no example says what is right", path=path, remedy=remedy)
    cases: dict[tuple[str, str], list[TableRow]] = {}
    for line, row in rows:
        cases.setdefault((str(row.get(TEST)), str(row.get(CASE))), []).append((line, row))
    alone = sum(len(members) == 1 for members in cases.values())
    if alone:
        note(f"{path}: {alone:,} examples stand alone (minimum functionality), and make no pair")
    found = [changed for case, members in cases.items() for changed in _changed(case, members)]
    if not found:
        remedy = "Give tests that compare texts: INV or DIR."
        raise ZelligError("no test case has two examples", path=path, remedy=remedy)
    return found


def _changed(case: tuple[str, str], members: Sequence[TableRow]) -> Iterator[TableRow]:
    ordered = sorted(members, key=lambda each: _place(each[1]))
    _, first = ordered[0]
    fields = [name for name in first if name not in ABOUT]
    several = len(ordered) > 2
    for number, (line, row) in enumerate(ordered[1:], 1):
        said = _labels(row)
        if said is None and row.get(TYPE) == INV:  # what holds for the original holds for its copies
            said = _labels(first)
        name = row.get(PAIR) or "/".join([*case, *([str(number)] if several else [])])
        about = row.get(CAPABILITY, case[0]), row.get(DESCRIPTION, ""), ""
        yield (
            line,
            {
                "id": name,
                **{f"original_{field}": first[field] for field in fields},
                **{f"modified_{field}": row.get(field) for field in fields},
                LABEL_ORIGINAL[0]: _labels(first),
                LABEL_MODIFIED[0]: said,
                **dict(zip(OF_PAIR, about, strict=True)),
                **{key: row[key] for key in (PROMISE, BREAKER, VICTIM) if key in row},
            },
        )


def _place(row: Row) -> int:
    place = text_of(row.get(EXAMPLE)) or ""
    return int(place) if place.isdecimal() else 0


def _labels(row: Row) -> Any:
    """What is right about an example, as its cell has it; None if nothing is said."""
    said = row.get(LABELS, row.get("label"))
    return None if said in ("", []) else said  # 0 is a label
