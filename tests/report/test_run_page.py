"""The report of a run: also where nothing is certain, with hostile text as text; and its first screen."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from made_up_run import answering, flips, made_up_run
from zellig.games.breaking import Played
from zellig.games.contest import Entry
from zellig.report.breaking import notebook_html, run_html, title_of


def played(phenomenon: str = "not-add", *systems: str, changed: int = 29) -> Played:
    pairs = flips(phenomenon, 30, texts="<b>It</b> is good")
    given = answering(pairs, changed=changed)
    return made_up_run([Entry("deny", pairs)], dict.fromkeys(systems or ("mine",), given), complaints=9)


def test_the_same_run_gives_the_same_page() -> None:
    assert run_html(played()) == run_html(played())


def test_one_system_is_it_and_several_have_headings() -> None:
    alone, both = run_html(played()), run_html(played("not-add", "one", "two"))
    assert alone.count("<b>It does not read <em>not</em>.</b>") == 1
    assert "<h2>mine</h2>" not in alone
    assert both.count("<b>It does not read <em>not</em>.</b>") == 2
    assert "<h2>one</h2>" in both


def test_nothing_that_is_certain_is_no_headline() -> None:
    page = run_html(played(changed=6))
    assert "Too little is known" in page
    assert "fails in" not in page
    assert "does not read" not in page


def test_one_doubtful_pair_is_one() -> None:
    run = played()

    def told(doubtful: int) -> str:
        diagnoses = [structs.replace(each, doubtful=doubtful) for each in run.diagnoses]
        run.__dict__["diagnoses"] = diagnoses
        return run_html(run)

    assert "1 more pair is not counted: something speaks against its validity. It is among" in told(1)
    assert "1,200 more pairs are not counted: something speaks against their validity. They" in told(1200)


def test_text_of_others_is_text() -> None:
    for page in (run_html(played("<i>*odd*</i>")), notebook_html(played("<i>*odd*</i>"))):
        assert "<i>" not in page
        assert "&lt;i&gt;" in page
        assert "<b>It</b> is good" not in page


def test_the_first_screen_for_a_notebook_stands_alone() -> None:
    screen = notebook_html(played())
    assert "29 of 30 denials were taken for praise" in screen
    assert "<script" not in screen
    assert "href" not in screen


def test_what_was_handed_over_has_no_name() -> None:
    run = played()
    assert title_of(run) == "mine on 39 items of made-up"
    plan = replace(run.result.plan, corpus="here:data")
    assert title_of(replace(run, result=replace(run.result, plan=plan))) == "mine on 39 items"
