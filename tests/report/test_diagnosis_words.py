"""What a system fails at, in words: of language where they are known, of the phenomenon's name elsewhere."""

from __future__ import annotations

import pytest

from made_up_run import answering, flips, made_up_run
from zellig.breakers.strategies.taxonomy import taxonomy
from zellig.games.breaking import Played
from zellig.games.contest import Entry
from zellig.items import Item, Pair
from zellig.report.diagnosis_words import findings_in_words, phrase_of, run_text


def run_of(phenomenon: str, number: int, changed: int, *systems: str) -> Played:
    pairs = flips(phenomenon, number)
    given = answering(pairs, changed=changed)
    return made_up_run([Entry(phenomenon, pairs)], dict.fromkeys(systems or ("mine",), given))


def test_one_system_is_known_and_several_are_named() -> None:
    told = "does not read *not*: 30 of 30 denials were taken for praise (100%, 95% interval 89 to 100)."
    assert findings_in_words(run_of("not-add", 30, 30)) == [f"It {told}"]
    assert findings_in_words(run_of("not-add", 30, 30, "one", "two")) == [f"one {told}", f"two {told}"]


def test_a_phenomenon_of_ones_own_goes_by_its_name() -> None:
    (told,) = findings_in_words(run_of("my-own", 30, 30))
    assert told.startswith("It fails on *my-own*: 30 of 30 changed texts were taken for praise")


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
    run = made_up_run([Entry("noise", pairs)], {"mine": {pair.id: ("+1", "-1") for pair in pairs}})
    assert findings_in_words(run)[0].startswith(
        "It is thrown by typing errors: 30 of 30 misspelt texts got another answer"
    )


def test_no_headline_on_few_pairs_or_on_a_tie() -> None:
    for run in (run_of("not-add", 19, 19), run_of("not-add", 40, 8)):
        assert findings_in_words(run) == ["It is not certain to fail at anything that was tried."]
        assert "does not read" not in run_text(run)
        assert "Not known yet: denials with *not*" in run_text(run)
    assert "about 1 more pair would tell" in run_text(run_of("not-add", 19, 19))


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
