"""What a system fails at, in words: of language where they are known, of the phenomenon's name elsewhere."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from made_up_run import answering, flips, made_up_run
from zellig.breakers.strategies.taxonomy import taxonomy
from zellig.games.breaking import Played
from zellig.games.breaking.figures import Yield
from zellig.games.contest import Entry
from zellig.items import Item, Pair
from zellig.report.diagnosis_words import (
    breaker_rows,
    findings_in_words,
    no_pairs_in_words,
    phrase_of,
    run_text,
    subject_of,
)


def run_of(phenomenon: str, number: int, changed: int, *systems: str) -> Played:
    pairs = flips(phenomenon, number)
    given = answering(pairs, changed=changed)
    return made_up_run([Entry(phenomenon, pairs)], dict.fromkeys(systems or ("mine",), given), complaints=9)


def told_of(run: Played) -> list[str]:
    every = run.diagnoses
    return [
        line for each in every for line in findings_in_words(each, subject_of(each, every), run.contest.task)
    ]


def test_one_system_is_known_and_several_are_named() -> None:
    told = "does not read *not*: 30 of 31 denials were taken for praise (97%, 95% interval 84 to 99)."
    assert told_of(run_of("not-add", 31, 30)) == [f"It {told}"]
    assert told_of(run_of("not-add", 31, 30, "one", "two")) == [f"one {told}", f"two {told}"]


def test_a_phenomenon_of_ones_own_goes_by_its_name() -> None:
    (told,) = told_of(run_of("my-own", 31, 30))
    assert told.startswith("It fails on *my-own*: 30 of 31 changed texts were taken for praise")


def test_a_promise_of_the_same_answer_is_not_misread_but_unstable() -> None:
    pairs = [
        Pair(
            str(n),
            Item(f"{n}o", {"text": f"Good {n}"}, ("+1",)),
            Item(f"{n}m", {"text": f"Goood {n}"}, ("+1",)),
            "same",
            "noise",
        )
        for n in range(30)
    ]
    given = {pair.id: ("+1", "-1") for pair in pairs}
    run = made_up_run([Entry("noise", pairs)], {"mine": given}, complaints=9)
    assert told_of(run)[0].startswith(
        "It is thrown by typing errors: 30 of 30 misspelt texts got another answer"
    )


def test_no_headline_on_few_pairs_or_on_a_tie() -> None:
    few, near = run_of("not-add", 19, 18), run_of("not-add", 40, 8)
    for run in (few, near):
        assert told_of(run) == []
        assert "does not read" not in run_text(run)
        assert "Not known yet: denials with *not*" in run_text(run)
    assert "about 1 more pair would tell" in run_text(few)
    told = "Too little is known: 28 texts cannot tell whether it fails at the only kind of change"
    assert run_text(few).startswith(
        f"{told}; about 2 more texts would tell.\nIt answers 100% of 28 originals"
    )
    told = "Too little is known: 49 texts cannot tell whether it fails at the only kind of change.\n"
    assert run_text(near).startswith(told)  # more would not tell, either, if it stayed like that


def test_one_label_tells_nothing_of_who_reads() -> None:
    pairs = flips("not-add", 31)
    text = run_text(made_up_run([Entry("deny", pairs)], {"mine": answering(pairs, changed=30)}))
    assert text == (
        "Too little is known: all 31 texts are positive, so nobody can tell whether it reads or guesses (31 "
        "right); texts with other labels would tell.\n"
        "It answers 100% of 31 originals right (95% interval 89 to 100)."
    )
    read = run_text(made_up_run([Entry("deny", pairs)], {"mine": answering(pairs, changed=20)}))
    assert "It does not read *not*: 20 of 31 denials" in read  # the other eleven show that it reads


def test_too_little_is_no_praise() -> None:
    known, few = flips("not-add", 40), [flips(name, 10) for name in ("not-tag", "noise")]
    given = [answering(pairs) for pairs in (known, *few)]
    entries = [Entry("known", known), Entry("one", few[0]), Entry("other", few[1])]
    text = run_text(made_up_run(entries, {"mine": given[0] | given[1] | given[2]}))
    told = (
        "Too little is known: 60 texts cannot tell whether it fails at 2 of 3 kinds of change; about 60 more"
    )
    assert text.startswith(
        f"{told} texts would tell the first, typing errors.\nIt answers 100% of 60 originals"
    )
    assert "With one change it fails" not in text
    text = run_text(made_up_run(entries[:2], {"mine": given[0] | given[1]}))
    told = "With one change it fails in no way that is known: 1 kind of change handled, 1 not known yet."
    assert told in text


def test_what_too_few_pairs_show_is_not_counted_among_failures() -> None:
    known, few = flips("not-add", 40), flips("not-tag", 10)
    given = answering(known, changed=30) | answering(few, changed=10)
    run = made_up_run([Entry("known", known), Entry("few", few)], {"mine": given}, complaints=9)
    told = "With one change it fails in 1 way (1 kind of change not known yet):"
    assert told in run_text(run)
    ends = {row[0]: row[-1] for row in breaker_rows(run.diagnoses[0])}
    assert [name for name, end in ends.items() if end.endswith(", too few")] == ["few"]


def test_a_breaker_that_makes_nothing_is_told() -> None:
    figures = run_of("not-add", 31, 30).figures
    assert no_pairs_in_words(figures) == []
    nothing = replace(figures, strategies=figures.strategies | {"noise": Yield(0, 0)})
    assert no_pairs_in_words(nothing) == ["noise made no pair of these 40 texts"]
    why = replace(nothing, refusals={"noise": {"too short": 3, "no word to mistype": 37}})
    assert no_pairs_in_words(why) == [
        "noise made no pair of these 40 texts (no word to mistype: 37, too short: 3)"
    ]
    many = replace(figures, strategies=figures.strategies | {str(n): Yield(0, 0) for n in range(4)})
    assert no_pairs_in_words(many) == ["4 of 5 breakers made no pair of these 40 texts"]


def test_what_is_handled() -> None:
    assert "Handled: denials with *not* (39 of 40)." in run_text(run_of("not-add", 40, 1))


def test_a_search_shows_that_it_can_be_broken() -> None:
    pairs = flips("synonyms", 25)
    run = made_up_run([Entry("pwws", pairs, "mine")], {"mine": answering(pairs, changed=25)})
    told = "pwws looked for a break of each of the 25 originals answered right and found 25; 25 of these"
    assert told in run_text(run)
    assert "fails on" not in run_text(run)


@pytest.mark.parametrize("code", sorted(taxonomy()))
def test_every_strategy_has_a_phrase(code: str) -> None:
    assert not phrase_of(code).fails.startswith("fails on")
