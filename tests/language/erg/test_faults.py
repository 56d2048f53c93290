"""What the careful edits refuse and mend; rows are named by their sentence's number and phenomenon."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from delphin.mrs import is_isomorphic, is_well_formed

from stand_in import Row, lit_edits
from zellig.language.clause import RefusedError
from zellig.language.erg.faults import apply_carefully
from zellig.language.erg.mrs import MRS, read_mrs
from zellig.language.erg.mrs_edits import edit, read_steps

cached_edits = cache(lit_edits)


def meaning(shared: Path, number: int) -> MRS:
    row: Row = next(row for row in cached_edits(shared) if row["extra"]["sentence_id"] == number)
    return read_mrs(row["mrs"])


def carefully(mrs: MRS, phenomenon: str) -> MRS:
    for step in read_steps(phenomenon):
        mrs = apply_carefully(mrs, step)
    return mrs


@pytest.mark.parametrize(
    ("number", "phenomenon", "reason"),
    [
        (5, "negation", "universal subject"),
        (21, "negation", "negated"),
        (50, "negation", "numeral scope"),
        (33, "negation", "because"),
        (19, "negation", "negated"),
        (12, "future", "time adverb"),
        (31, "present perfect", "time adverb"),
        (33, "future", "other clause"),
        (34, "present perfect", "other clause"),
        (35, "past", "other clause"),
        (35, "present perfect", ""),
        (43, "future", ""),
        (18, "future", "unnatural"),
        (18, "past perfect progressive", "unnatural"),
        (41, "past progressive", "state"),
        (40, "past progressive", "state"),
        (45, "past progressive", "state"),
        (19, "may", "negated"),
        (20, "may", "negated"),
        (21, "may", "negated"),
        (5, "passive", "scope conflict"),
        (7, "passive", ""),
        (20, "passive", "scope conflict"),
        (28, "passive", "it-cleft"),
        (28, "swap", "it-cleft"),
        (28, "polar question", ""),
        (32, "passive", "bound possessive"),
        (40, "passive", "no passive verb"),
        (45, "passive", "no passive verb"),
        (55, "passive", "no passive verb"),
        (2, "future+passive", "unnatural"),
        (6, "it-cleft ARG1", "pronoun"),
        (5, "it-cleft ARG1", "quantified phrase"),
        (20, "it-cleft ARG1", "quantified phrase"),
        (42, "it-cleft ARG1", "existential"),
        (22, "it-cleft ARG1", "operator above"),
        (19, "it-cleft ARG1", "operator above"),
        (34, "it-cleft ARG1", ""),
        (9, "swap", "no two noun phrases"),
        (35, "swap", "no two noun phrases"),
        (40, "swap", "symmetric verb"),
        (57, "past", "fragment"),
        (22, "past", "modal"),
    ],
)
def test_refused(shared: Path, number: int, phenomenon: str, reason: str) -> None:
    try:
        carefully(meaning(shared, number), phenomenon)
        found = ""
    except RefusedError as refused:
        found = refused.reason
    assert found == reason


def test_a_past_under_a_modal_is_perfect(shared: Path) -> None:
    edited = carefully(meaning(shared, 16), "may")
    assert edited.variables["e2"]["PERF"] == "+"
    assert edited.variables["e2"]["TENSE"] == "untensed"
    present = carefully(meaning(shared, 3), "may")
    assert is_isomorphic(present, edit(meaning(shared, 3), "may"))


@pytest.mark.parametrize(
    ("number", "phenomenon", "tense"), [(1, "", "past"), (3, "", "pres"), (3, "future+", "fut")]
)
def test_the_copula_of_a_cleft_has_the_tense_of_the_clause(
    shared: Path, number: int, phenomenon: str, tense: str
) -> None:
    edited = carefully(meaning(shared, number), f"{phenomenon}it-cleft ARG1")
    assert edited.variables[edited.index]["TENSE"] == tense


def test_what_it_makes_is_well_formed(shared: Path) -> None:
    made = refused = 0
    for row in cached_edits(shared):
        try:
            assert is_well_formed(carefully(read_mrs(row["mrs"]), row["phenomenon"]))
            made += 1
        except RefusedError:
            refused += 1
    assert made > refused
