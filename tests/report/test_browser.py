"""The browser of a page: all pairs, and where they are too many, which of them."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from made_up_run import answering, flips, made_up_run
from zellig.games.breaking import Played, compare_runs
from zellig.games.contest import Contest, Entry
from zellig.items import Item, Prediction
from zellig.performers import Evidence, Span, Spec
from zellig.report import browser
from zellig.report.breaking import run_html
from zellig.report.browser import Browser, browser_of
from zellig.report.cards import Deck
from zellig.report.comparison import comparison_html
from zellig.tasks import get_task

OFTEN, SELDOM = flips("often", 400), flips("seldom", 40)


def run(**more: object) -> Played:
    """A phenomenon with many pairs of every outcome but one, and one with few."""
    given = answering(OFTEN, changed=150, both_wrong=100, original=3) | answering(SELDOM, changed=15)
    sure = {pair.id: (0.6, n / 1000) for n, pair in enumerate(OFTEN)}
    entries = [Entry("often", OFTEN), Entry("seldom", SELDOM)]
    return made_up_run(entries, {"mine": given}, confidences={"mine": sure}, **more)  # type: ignore[arg-type]


def outcomes(shown: Browser) -> Counter[tuple[str, bool, bool]]:
    """How many pairs of each phenomenon and outcome are shown."""
    return Counter((card.phenomenon, *card.right[0]) for card in shown.pairs)


@pytest.fixture
def little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough for a quarter of the pairs."""
    monkeypatch.setattr(browser, "ROOM", 40_000)


def test_as_long_as_there_is_room_all_pairs_are_shown_as_they_were_made() -> None:
    shown = browser_of(Deck(run().contest))
    assert [card.id for card in shown.pairs] == [pair.id for pair in [*OFTEN, *SELDOM]]
    assert not shown.full
    assert 'id="part"' not in run_html(run())


@pytest.mark.usefixtures("little_room")
def test_a_pair_larger_than_the_page_keeps_no_other_out() -> None:
    pairs = [*flips("huge", 1, texts="word " * 10_000), *flips("often", 5)]
    shown = browser_of(Deck(Contest(get_task("sentiment"), [Entry("cook", pairs)], {})))
    assert [card.id for card in shown.pairs] == [pair.id for pair in pairs[1:]]
    assert shown.full


@pytest.mark.usefixtures("little_room")
def test_phenomena_and_outcomes_take_turns() -> None:
    shown = browser_of(Deck(run().contest))
    assert shown.full
    assert "No figure on this page depends on which of them are here." in run_html(run())
    assert shown.every == 440
    found = outcomes(shown)
    assert found["often", False, True] == 3  # all there are
    common = [
        found[kind] for kind in [("often", True, False), ("often", False, False), ("often", True, True)]
    ]
    assert 15 < max(common) < 100
    assert max(common) - min(common) <= 1
    assert found["seldom", True, False] == 15
    order = [pair.id for pair in [*OFTEN, *SELDOM]]
    assert [card.id for card in shown.pairs] == sorted((card.id for card in shown.pairs), key=order.index)


@pytest.mark.usefixtures("little_room")
def test_the_worst_of_each_are_shown() -> None:
    shown = {card.id: card for card in browser_of(Deck(run().contest)).pairs}
    changed = [n for n in range(150) if f"often-{n}" in shown]
    assert changed == list(range(150 - len(changed), 150))  # those that it is surest of


@pytest.mark.usefixtures("little_room")
def test_the_worst_of_every_system_are_shown() -> None:
    other = answering(OFTEN[::-1], changed=2) | answering(SELDOM)
    given = answering(OFTEN, changed=150) | answering(SELDOM)
    played = made_up_run([Entry("often", OFTEN), Entry("seldom", SELDOM)], {"mine": given, "other": other})
    assert {"often-398", "often-399"} <= {card.id for card in browser_of(Deck(played.contest)).pairs}


@pytest.mark.usefixtures("little_room")
def test_doubtful_pairs_have_turns_of_their_own() -> None:
    findings = {"often": {f"often-{n}": [("parse", "more fragments")] for n in range(12)}}
    shown = browser_of(Deck(run().contest, findings)).pairs
    assert sum(card.validity == "doubtful" for card in shown) == 12


@pytest.mark.usefixtures("little_room")
def test_what_a_page_speaks_of_is_there_in_any_case() -> None:
    least = OFTEN.index(next(pair for pair in OFTEN if pair.id == "often-0"))
    assert "often-0" not in {card.id for card in browser_of(Deck(run().contest)).pairs}
    assert "often-0" in {card.id for card in browser_of(Deck(run().contest), linked={least}).pairs}


class Explaining:
    """Can say why, but of nothing in particular."""

    spec = Spec("mine")

    def predict(self, items: list[Item]) -> list[Prediction]:
        return [Prediction(item.id, "+1") for item in items]

    def explain(self, items: list[Item]) -> list[Evidence]:
        return [Evidence(item.id, "+1", "weights", (Span("text", 0, 2, 1.0),)) for item in items]


@pytest.mark.usefixtures("little_room")
def test_what_was_explained_is_there_in_any_case() -> None:
    played = run(systems={"mine": Explaining()})
    shown = browser_of(Deck(played.contest, reasons=played.reasons)).pairs
    assert len(played.reasons) == 25
    assert sum(bool(card.reasons) for card in shown) == 25


@pytest.mark.usefixtures("little_room")
def test_the_page_says_how_many_are_shown_and_counts_all() -> None:
    page = run_html(run())
    (told,) = re.findall(r"(\d+) of the 440 pairs are here", page)
    assert 80 < int(told) < 120
    assert "zellig export FOLDER --to csv" in page
    assert "150 of 297" in page  # wrong after the change, of those with the original right


@pytest.mark.usefixtures("little_room")
def test_every_state_of_a_comparison_is_shown() -> None:
    old = answering(OFTEN, changed=200) | answering(SELDOM)
    new = answering(OFTEN[1:], changed=199) | {"often-0": ("+1", "-1")} | answering(SELDOM)
    contest = made_up_run([Entry("often", OFTEN), Entry("seldom", SELDOM)], {"old": old, "new": new}).contest
    compared = compare_runs(contest, contest, ["old", "new"])
    shown = browser_of(Deck(compared.contest, states=compared.states))
    assert [card.id for card in shown.pairs if card.state == "newly passed"] == ["often-0"]
    assert "of the 440 pairs are here" in comparison_html(compared)


def test_long_texts_take_the_room_of_many_short_ones(little_room: None) -> None:
    def shown(text: str) -> int:
        pairs = flips("deny", 200, texts=text)
        contest = made_up_run([Entry("deny", pairs)], {"mine": answering(pairs)}).contest
        return len(browser_of(Deck(contest)).pairs)

    assert 10 * shown("It is good " * 400) < shown("It is good")
