"""Our edits against those of original LIT; rows are named by their sentence's number and phenomenon."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from delphin.mrs import is_isomorphic, is_well_formed

from stand_in import Row, lit_edits
from zellig.errors import ZelligError
from zellig.language.clause import RefusedError
from zellig.language.erg.mrs import MRS, read_mrs, write_mrs
from zellig.language.erg.mrs_edits import edit, offers, read_steps

cached_edits = cache(lit_edits)


def name_of(row: Row) -> str:
    """Our name of a row: in the data a tense in a composition is the simple one, here it keeps the aspect."""
    name: str = row["phenomenon"]
    return name.replace("past+", "past simple+").replace("future+", "future simple+")


def outcome(row: Row) -> MRS | str:
    """The edited meaning, or the reason why there is none."""
    try:
        return edit(read_mrs(row["mrs"]), name_of(row))
    except RefusedError as refused:
        return refused.reason


def is_lits(mrs: MRS | str, row: Row) -> bool:
    """Isomorphic, and top and index are the same, which isomorphism does not look at."""
    if isinstance(mrs, str):
        return False
    theirs = read_mrs(row["edited_mrs"])
    return is_isomorphic(mrs, theirs) and (mrs.top, mrs.index) == (theirs.top, theirs.index)


def test_isomorphic_with_lits(shared: Path) -> None:
    offered = [row for row in cached_edits(shared) if row["extra"]["original_offers"]]
    assert len(offered) == 979
    total = Counter(row["phenomenon"] for row in offered)
    same = Counter(row["phenomenon"] for row in offered if is_lits(outcome(row), row))
    print(*(f"{name}: {same[name]}/{total[name]}" for name in total), sep="\n")
    assert same.total() / total.total() >= 0.90
    assert same == total


def test_what_lit_does_not_try_is_refused_for_its_reason(shared: Path) -> None:
    refused = [
        row
        for row in cached_edits(shared)
        if not row["extra"]["original_offers"] and row["phenomenon"] != "polar question"
    ]
    assert len(refused) == 224
    for row in refused:
        assert [outcome(row)] == row["extra"]["gate"], (row["extra"]["sentence_id"], row["phenomenon"])


def test_polar_questions_which_lit_has_switched_off(shared: Path) -> None:
    blocked = {"question", "coordination", "fragment"}
    questions = [row for row in cached_edits(shared) if row["phenomenon"] == "polar question"]
    for row in questions:
        if blocked.isdisjoint(row["extra"]["gate"]):
            assert is_lits(outcome(row), row), row["extra"]["sentence_id"]
        else:
            assert [outcome(row)] == row["extra"]["gate"]


def test_edited_meanings_are_well_formed(shared: Path) -> None:
    for row in cached_edits(shared):
        edited = outcome(row)
        assert isinstance(edited, str) or is_well_formed(edited), (
            row["extra"]["sentence_id"],
            row["phenomenon"],
        )


def test_the_source_is_not_touched(shared: Path) -> None:
    for row in cached_edits(shared):
        mrs = read_mrs(row["mrs"])
        before, text = read_mrs(row["mrs"]), write_mrs(mrs)
        try:
            edited = edit(mrs, name_of(row))
        except RefusedError:
            continue
        assert mrs == before
        for properties in edited.variables.values():
            properties["SPOILT"] = "+"
        for predication in edited.rels:
            predication.args["SPOILT"] = "x1"
        assert write_mrs(mrs) == text


def test_what_is_sent_can_be_read_again(shared: Path) -> None:
    for row in cached_edits(shared)[::7]:
        edited = outcome(row)
        if not isinstance(edited, str):
            text = write_mrs(edited)
            assert "\n" not in text
            assert read_mrs(text) == edited


def test_offers_are_lits(shared: Path) -> None:
    rows = cached_edits(shared)
    for number in {row["extra"]["sentence_id"] for row in rows}:
        of_sentence = [row for row in rows if row["extra"]["sentence_id"] == number]
        known = {row["phenomenon"] for row in of_sentence if "+" not in row["phenomenon"]}
        theirs = {row["phenomenon"] for row in of_sentence if row["extra"]["original_offers"]} & known
        ours = set(offers(read_mrs(of_sentence[0]["mrs"])))
        assert (ours & known) - {"polar question"} == theirs - {"polar question"}, number


@pytest.mark.parametrize("aspect", ["simple", "progressive", "perfect"])
def test_a_tense_alone_keeps_the_aspect(shared: Path, aspect: str) -> None:
    for row in cached_edits(shared):
        if row["phenomenon"] == f"present {aspect}" and row["extra"]["original_offers"]:
            present = read_mrs(row["edited_mrs"])
            assert is_isomorphic(edit(present, "future"), edit(present, f"future {aspect}"))


def test_default_arguments(shared: Path) -> None:
    rows = {row["phenomenon"]: row for row in cached_edits(shared) if row["extra"]["sentence_id"] == 1}
    mrs = read_mrs(rows["negation"]["mrs"])
    assert is_lits(edit(mrs, "passive"), rows["passive ARG2"])
    assert is_lits(edit(mrs, "it-cleft"), rows["it-cleft ARG1"])


def test_steps_follow_each_other(shared: Path) -> None:
    row = next(row for row in cached_edits(shared) if row["extra"]["sentence_id"] == 1)
    mrs = read_mrs(row["mrs"])
    assert is_well_formed(edit(mrs, "it-cleft ARG1+passive ARG2"))
    for name, reason in (
        ("negation+negation", "negated"),
        ("may+future", "modal"),
        ("may+passive", "modal"),
        ("passive+it-cleft", "passive"),
        ("it-cleft+it-cleft", "it-cleft"),
        ("polar question+past", "question"),
        ("passive ARG3", "no such argument"),
    ):
        with pytest.raises(RefusedError) as refused:
            edit(mrs, name)
        assert refused.value.reason == reason


@pytest.mark.parametrize(
    "name", ["", "passif", "passive ARG12", "past imperfect", "may not", "negation+", "ARG1"]
)
def test_unknown_names(name: str) -> None:
    with pytest.raises(ZelligError, match="not a phenomenon"):
        read_steps(name)


@pytest.mark.parametrize("text", ["", "[", "[ TOP: h0 RELS: < [ > ]", "It rained.", "[ LTOP: h0 INDEX: e2 ]"])
def test_what_is_no_meaning_is_refused(text: str) -> None:
    with pytest.raises(RefusedError):
        edit(read_mrs(text), "negation")


def test_an_aspect_alone_keeps_the_tense(shared: Path) -> None:
    (mrs,) = {row["mrs"] for row in cached_edits(shared) if row["sentence"] == "The dog chased the cat."}
    for aspect in ("simple", "progressive", "perfect", "perfect progressive"):
        assert edit(read_mrs(mrs), aspect) == edit(read_mrs(mrs), f"past {aspect}")
