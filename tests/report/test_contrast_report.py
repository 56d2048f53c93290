"""The report of a contrast run: whole in itself, the same every time, hostile texts stay text."""

from __future__ import annotations

import re

from zellig.items import Item, Pair, Relation
from zellig.report.contrast import EACH, contrast_html
from zellig.transform.counts import Counts, Survey
from zellig.transform.erg import Erg
from zellig.transform.plan import ContrastPlan

PLAN = ContrastPlan("nli")
HOSTILE = "<script>alert(1)</script>\"'&"


def pair(number: int, code: str = "m;o", text: str = "A cook sings.", promise: Relation = "becomes") -> Pair:
    original = Item(f"i{number}", {"premise": text, "hypothesis": "A cook sings."}, ("entailment",))
    changed = Item(f"m{number}", {**original.fields, "premise": "A cook may sing."}, ("neutral",))
    return Pair(
        f"{code}-{number}", original, changed, promise, code, lineage=("premise: may", "rules: zellig")
    )


def counts(*pairs: Pair, survey: Survey | None = None) -> Counts:
    phenomena = {
        each.phenomenon: sum(each.phenomenon == other.phenomenon for other in pairs) for each in pairs
    }
    refusals = {"may: modal": 3, "no verb": 2}
    return Counts(9, len(pairs), 12, len(pairs), phenomena, refusals, survey)


def page(*pairs: Pair, survey: Survey | None = None, plan: ContrastPlan = PLAN, corpus: str = "own") -> str:
    return contrast_html(counts(*pairs, survey=survey), pairs, plan, corpus)


def test_page_needs_nothing_from_elsewhere() -> None:
    assert not re.findall(r"https?:|//[a-z]|<script|<link|<img|@import|url\(", page(pair(1)))
    assert "default-src 'none'" in page(pair(1))


def test_texts_stay_text() -> None:
    shown = page(pair(1, HOSTILE, HOSTILE), corpus=HOSTILE)
    assert "<script" not in shown
    assert "&lt;script&gt;" in shown


def test_what_was_made_and_what_became_of_the_answers() -> None:
    shown = page(*(pair(number) for number in range(5)), pair(5, "i;o"))
    assert "entailment → neutral (5)" in shown
    assert "<td>may / unchanged</td>" in shown
    assert '<td class="n">83.3</td>' in shown  # five of six pairs
    assert "<ins>may sing</ins>" in shown
    assert "<del>sings</del>" in shown


def test_examples_are_few_and_do_not_depend_on_the_order() -> None:
    pairs = [pair(number, text=f"A cook sings {number} songs.") for number in range(9)]
    assert page(*pairs) == page(*pairs[::-1])
    assert page(*pairs).count('class="pair"') == EACH


def test_every_refusal_is_there() -> None:
    shown = page(pair(1))
    assert '<th scope="row">may</th><td>modal</td><td class="n">3</td>' in shown
    assert '<td>no verb</td><td class="n">2</td>' in shown


def test_a_survey_is_shown_where_there_is_one() -> None:
    assert "covered" not in page(pair(1))
    shown = page(pair(1), survey=Survey(6, {"question": 3, "swap": 2}))
    assert "6 items (66.7%) are covered" in shown
    assert '<th scope="row">question</th><td></td><td class="n">3</td>' in shown
    assert '<th scope="row">swap</th><td>o;s</td><td class="n">2</td>' in shown


def test_no_pair_is_told() -> None:
    shown = page(plan=ContrastPlan("nli", filtered=False, erg=Erg()))
    assert "There is no pair" in shown
    assert "The English Resource Grammar" in shown
    assert "Nothing was filtered." in shown


def test_free_answers_are_not_counted_one_by_one() -> None:
    fields = {"sentence": "The cook sang .", "predicate": "sang", "question": "who sang?"}
    one = Item("1", fields, ("The cook",))
    two = Item("2", {**fields, "sentence": "It was the cook who sang ."}, ("the cook",))
    made = Pair("p", one, two, "becomes", "cleft-subject", lineage=("sentence: cleft-subject",))
    shown = page(made, plan=ContrastPlan("qasrl"))
    assert "<td>becomes (1)</td>" in shown
    assert "The cook → the cook" in shown
