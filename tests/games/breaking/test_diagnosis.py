"""What a system fails at: what counts, what is said of it, and what is not."""

from __future__ import annotations

import sys

import pytest
from msgspec.structs import replace

from made_up_run import answering, flips, made_up_run
from zellig.games.breaking.counting import FEWEST
from zellig.games.breaking.diagnosis import LEVEL, Diagnosis, diagnose, more_pairs
from zellig.games.breaking.play import Played
from zellig.games.breaking.result import Result
from zellig.games.contest import Contest, Entry
from zellig.measures.intervals import wilson
from zellig.report.breaking import notebook_html, run_text
from zellig.report.diagnosis_words import accuracy_in_words
from zellig.tasks import get_task


def only(diagnoses: list[Diagnosis]) -> Diagnosis:
    (found,) = diagnoses
    return found


def test_the_change_is_to_blame_only_where_the_original_is_right() -> None:
    pairs = flips("deny", 40)
    given = answering(pairs, changed=20, both_wrong=5, original=3)
    (group,) = only(diagnose(made_up_run([Entry("deny", pairs)], {"mine": given}).result)).groups
    assert (group.changed.hits, group.changed.of) == (20, 32)
    assert (group.both_right, group.both_wrong, group.only_original_wrong) == (12, 5, 3)
    assert group.changed.interval == pytest.approx(tuple(wilson(20 / 32, 32)))
    assert group.wrong_answers == {"+1": 20}
    assert group.standing == "fails"


@pytest.mark.parametrize(
    ("pairs", "changed", "standing"),
    [(19, 19, "unknown"), (20, 20, "fails"), (40, 8, "unknown"), (40, 1, "holds"), (19, 0, "unknown")],
)
def test_nothing_is_said_on_few_pairs_or_on_a_tie(pairs: int, changed: int, standing: str) -> None:
    made = flips("deny", pairs)
    (group,) = only(
        diagnose(made_up_run([Entry("deny", made)], {"mine": answering(made, changed=changed)}).result)
    ).groups
    assert group.standing == standing
    assert (group.more is None) == (standing != "unknown" or (pairs, changed) == (40, 8))


def test_pairs_of_one_original_go_together() -> None:
    """Forty pairs of two originals say no more than two."""
    pairs = flips("deny", 2) * 20
    alone = [
        pair.__class__(f"{n}", pair.original, pair.modified, "flip", "deny") for n, pair in enumerate(pairs)
    ]
    given = {pair.id: ("+1", "+1") for pair in alone}
    (group,) = only(diagnose(made_up_run([Entry("deny", alone)], {"mine": given}).result)).groups
    assert group.changed.interval == pytest.approx(tuple(wilson(1, 2)))


def test_doubtful_pairs_and_those_of_a_search_are_counted_apart() -> None:
    pairs, found = flips("deny", 30), flips("seek", 25)
    entries = [Entry("deny", pairs), Entry("seek", found, "mine"), Entry("seek", found, "other")]
    given = answering(pairs, changed=30) | answering(found, changed=25)
    findings = {
        "deny": {"deny-0": [("parse", "it cannot be read")]},
        "seek on mine": {pair.id: [("sense", "another one")] for pair in found[:20]},
    }
    mine, other = diagnose(made_up_run(entries, {"mine": given, "other": given}, findings=findings).result)
    assert [group.phenomenon for group in mine.groups] == ["deny"]
    assert mine.groups[0].pairs == 29
    assert mine.doubtful == 1
    (search,) = mine.searches
    assert (search.breaker, search.breaking, search.valid) == ("seek", 25, 5)
    assert (mine.transferred.hits, mine.transferred.of) == (25, 25)  # made for the other one
    assert (other.transferred.hits, other.transferred.of) == (5, 5)  # the valid ones made for mine
    assert {row.breaker: (row.pairs, row.valid) for row in mine.breakers} == {
        "deny": (30, 29),
        "seek": (25, 5),
    }


def test_the_worst_comes_first_and_has_an_example_that_the_system_is_sure_of() -> None:
    often, rarely = flips("often", 30), flips("rarely", 30)
    given = answering(often, changed=30) | answering(rarely, changed=20)
    sure = {pair.id: (0.9, 0.6) for pair in [*often, *rarely]} | {"often-7": (0.9, 0.99)}
    run = made_up_run(
        [Entry("rarely", rarely), Entry("often", often)], {"mine": given}, confidences={"mine": sure}
    )
    first, second = only(diagnose(run.result)).groups
    assert (first.phenomenon, second.phenomenon) == ("often", "rarely")
    assert first.example is not None
    assert run.contest.pairs[first.example].id == "often-7"


def test_what_fails_stands_before_what_holds_and_what_is_not_known() -> None:
    holds, fails, few = flips("holds", 40), flips("fails", 30), flips("few", 15)
    given = answering(holds) | answering(fails, changed=20) | answering(few, changed=15)
    entries = [Entry("few", few), Entry("holds", holds), Entry("fails", fails)]
    groups = only(diagnose(made_up_run(entries, {"mine": given}).result)).groups
    assert [group.phenomenon for group in groups] == ["fails", "holds", "few"]


def test_more_pairs_would_tell() -> None:
    for share, pairs in ((1.0, 3), (0.0, 3), (0.5, 8), (0.3, 30)):
        more = more_pairs(share, pairs)
        assert more is not None
        assert pairs + more >= FEWEST
        low, high = wilson(share, pairs + more)
        assert low > LEVEL or high < LEVEL
        if pairs + more > FEWEST:
            low, high = wilson(share, pairs + more - 1)
            assert low <= LEVEL <= high
    assert more_pairs(LEVEL, 30) is None


def test_originals_without_an_accepted_answer_are_left_out_of_the_accuracy() -> None:
    pairs = flips("deny", 20)
    unlabelled = [
        replace(pair, original=replace(pair.original, accepted=())) if n < 8 else pair
        for n, pair in enumerate(pairs)
    ]
    found = only(diagnose(made_up_run([Entry("deny", unlabelled)], {"mine": answering(pairs)}).result))
    assert (found.accuracy.hits, found.accuracy.of, found.unjudged) == (12, 12, 8)
    said = accuracy_in_words(found, "It")
    assert said.startswith("It answers 100% of 12 originals right")
    assert said.endswith("8 more have no accepted answer, and nothing is said of them.")
    none = [replace(pair, original=replace(pair.original, accepted=())) for pair in pairs]
    found = only(diagnose(made_up_run([Entry("deny", none)], {"mine": answering(pairs)}).result))
    assert (
        accuracy_in_words(found, "It")
        == "None of the 20 originals has an accepted answer, so none can be called right."
    )


def test_a_run_is_diagnosed_once_however_often_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Result] = []

    def counted(result: Result) -> list[Diagnosis]:
        asked.append(result)
        return diagnose(result)

    monkeypatch.setattr(sys.modules[Played.__module__], "diagnose", counted)
    pairs = flips("deny", 25)
    run = made_up_run([Entry("deny", pairs)], {"mine": answering(pairs, changed=24)}, complaints=9)
    assert notebook_html(run) == notebook_html(run)
    assert "24 of 25" in run_text(run)
    assert asked == [run.result]


def test_a_row_is_found_without_walking_all() -> None:
    entries = [
        Entry("none", []),
        Entry("deny", flips("deny", 3)),
        Entry("nil", []),
        Entry("x", flips("x", 2)),
    ]
    contest = Contest(get_task("sentiment"), [*entries, Entry("last", [])], {})
    assert [contest.row(number) for number in range(5)] == list(contest.rows())
