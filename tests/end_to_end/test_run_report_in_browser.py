"""The report of a run and a comparison in a real browser: filters, links, keys, copies, phones."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from in_browser import launched, open_report
from made_up_run import answering, flips, made_up_run
from zellig.games.breaking import Played, compare_runs
from zellig.games.contest import Entry
from zellig.items import Item, Prediction
from zellig.performers import Evidence, Span, Spec
from zellig.report.breaking import write_run_report
from zellig.report.comparison import write_comparison

DENIALS, TYPOS = flips("not-add", 30), flips("noise", 40)
SURE = {pair.id: (0.9, 0.6) for pair in [*DENIALS, *TYPOS]} | {"not-add-7": (0.8, 0.97)}


class Explaining:
    """Goes by *good*."""

    spec = Spec("new")

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        return [Prediction(item.id, "+1") for item in items]

    def explain(self, items: Sequence[Item]) -> list[Evidence]:
        places = [(item, item.fields["text"].index("good")) for item in items]
        return [Evidence(item.id, "+1", "weights", (Span("text", at, at + 4, 1.5),)) for item, at in places]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


@pytest.fixture(scope="module")
def run() -> Played:
    entries = [Entry("not-add", DENIALS), Entry("noise", TYPOS)]
    new = answering(DENIALS, changed=25, both_wrong=2) | answering(TYPOS, changed=1)
    old = answering(DENIALS, changed=30) | answering(TYPOS)
    findings = {"not-add": {"not-add-3": [("parse", "the parser finds more fragments")]}}
    return made_up_run(
        entries,
        {"new": new, "old": old},
        findings=findings,
        confidences={"new": SURE},
        systems={"new": Explaining()},
    )


@pytest.fixture(scope="module")
def report(run: Played, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("run") / "report.html"
    write_run_report(path, run)
    return path


@pytest.fixture
def page(browser: Browser, report: Path) -> Iterator[Page]:
    faults: list[str] = []
    requests: list[str] = []
    opened = open_report(browser, report, faults, requests)
    yield opened
    assert faults == []
    assert [url for url in requests if not url.startswith(("file:", "blob:"))] == []
    opened.close()


def ids(page: Page) -> list[str]:
    return [each.get_attribute("data-id") or "" for each in page.locator("#list .pair").all()]


def count(page: Page) -> str:
    return page.locator("#count").text_content() or ""


def test_the_first_screen_leads_to_the_pairs_behind_it(page: Page) -> None:
    screen = page.locator(".screen").first
    assert "It does not read not. 24 of 27 denials were taken for praise" in (screen.text_content() or "")
    assert "Handled: typing errors (39 of 40)" in (screen.text_content() or "")
    assert "not-add 7" in (screen.locator(".example .text").text_content() or "")  # what it is surest of
    screen.get_by_text("See them").click()
    expect(page.locator("#count")).to_have_text("24 of 70 pairs")
    screen.get_by_text("pair", exact=True).click()
    expect(page.locator("[data-id=not-add-7]")).to_be_focused()


def test_filters(page: Page) -> None:
    assert count(page) == "70 of 70 pairs"
    page.select_option("[name=system]", "new")
    for outcome, number in {"changed": 26, "failed": 2, "original": 0, "passed": 42, "broken": 26}.items():
        page.select_option("[name=outcome]", outcome)
        assert count(page) == f"{number} of 70 pairs"
    page.select_option("[name=outcome]", "original")
    assert "clear some of them" in (page.locator("#list").text_content() or "")
    page.click("text=Clear")
    expect(page.locator("#count")).to_have_text("70 of 70 pairs")
    page.select_option("[name=validity]", "doubtful")
    assert ids(page) == ["not-add-3"]
    assert "Doubtful (parse): the parser finds more fragments" in (page.locator("#list").text_content() or "")
    page.select_option("[name=validity]", "")
    page.select_option("[name=phenomenon]", "noise")
    assert count(page) == "40 of 70 pairs"
    page.fill("[name=search]", "noise 17.")
    assert ids(page) == ["noise-17"]


def test_the_worst_comes_first(page: Page) -> None:
    page.select_option("[name=system]", "new")
    assert ids(page)[0] == "not-add-7"  # wrong after the change, and 97% sure of it
    page.select_option("[name=phenomenon]", "not-add")
    page.click("#next")
    assert ids(page)[-1] == "not-add-3"  # a doubtful pair says little
    page.select_option("[name=order]", "made")
    assert ids(page)[0] == "not-add-0"


def test_a_card_tells_promise_probability_and_the_words_that_decided(page: Page) -> None:
    page.select_option("[name=system]", "new")
    card = page.locator("#list .pair").first.text_content() or ""
    assert "The answer goes from positive to negative." in card
    assert "new: positive 80% ✓ → positive 97% ✗" in card
    assert "new went by: good +1.5" in card


def test_links_lead_to_a_pair(browser: Browser, report: Path) -> None:
    page = open_report(browser, report, at="#pair=noise%2Fnoise-39")
    expect(page.locator("[data-id=noise-39]")).to_be_focused()
    expect(page.locator("[data-id=noise-39]")).to_be_in_viewport()
    link = page.locator(".pair:focus a").get_attribute("href")
    assert link == "#pair=noise%2Fnoise-39"
    page.evaluate("location.hash = '#pair=noise/none'")
    expect(page.locator("#told")).to_contain_text("not in this report")
    page.close()


def test_a_page_without_room_for_all_pairs(
    browser: Browser, run: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zellig.report.browser.ROOM", 10_000)
    write_run_report(tmp_path / "part.html", run)
    faults: list[str] = []
    page = open_report(browser, tmp_path / "part.html", faults)
    shown = int(count(page).split()[2])
    assert 10 < shown < 50
    assert f"{shown} of the 70 pairs are here" in (page.locator("#part").text_content() or "")
    assert count(page) == f"{shown} of {shown} pairs on this page"
    screen = page.locator(".screen").first
    screen.get_by_text("pair", exact=True).click()
    expect(page.locator("[data-id=not-add-7]")).to_be_focused()
    screen.get_by_text("See them").click()
    expect(page.locator("#count")).not_to_contain_text(f"{shown} of {shown}")
    assert all(each.startswith("not-add") for each in ids(page))
    page.evaluate("location.hash = '#pair=noise/noise-39'")
    expect(page.locator("#told")).to_have_text("The pair of this link is not among the pairs on this page.")
    assert faults == []
    page.close()


def test_keys(page: Page) -> None:
    first, second, *_ = ids(page)
    focused = "document.activeElement.dataset.id"
    page.keyboard.press("j")
    assert page.evaluate(focused) == first
    page.keyboard.press("j")
    assert page.evaluate(focused) == second
    page.keyboard.press("k")
    assert page.evaluate(focused) == first
    page.keyboard.press("n")
    assert page.locator("#page").text_content() == "page 2 of 3"
    page.keyboard.press("/")
    page.keyboard.type("noise 17. jk")  # while one types, keys are letters
    assert page.input_value("[name=search]") == "noise 17. jk"
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    assert count(page) == "70 of 70 pairs"
    page.keyboard.press("?")
    assert page.locator("dialog#keys").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("dialog#keys").is_visible()
    page.click("#help")
    page.locator("dialog#keys button").click()
    assert not page.locator("dialog#keys").is_visible()


def test_a_pair_is_copied_as_json(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("j")
    page.keyboard.press("c")
    expect(page.locator("#told")).to_contain_text("Copied")
    found = json.loads(page.evaluate("navigator.clipboard.readText()"))
    pair = next(pair for pair in [*DENIALS, *TYPOS] if pair.id == found["id"])
    assert found["original"] == {"fields": pair.original.fields, "accepted": ["+1"]}
    assert found["modified"] == {"fields": pair.modified.fields, "accepted": ["-1"]}
    assert set(found["answers"]) == {"new", "old"}


def test_a_comparison(browser: Browser, run: Played, tmp_path: Path) -> None:
    write_comparison(tmp_path / "page.html", compare_runs(run.contest, run.contest, ["old", "new"]))
    faults: list[str] = []
    page = open_report(browser, tmp_path / "page.html", faults)
    for state, number in {
        "newly passed": 3,
        "no longer passed": 1,
        "passed by neither": 26,
        "passed by both": 39,
    }.items():
        page.select_option("[name=state]", state)
        assert count(page) == f"{number} of 69 pairs"  # one of 70 is doubtful
    page.locator("#changes a", has_text="not-add").click()
    expect(page.locator("#count")).to_have_text("29 of 69 pairs")
    assert faults == []
    page.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_no_page_scrolls_sideways(browser: Browser, report: Path, width: int) -> None:
    page = open_report(browser, report, width=width)
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()
