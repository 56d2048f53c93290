"""The contest report in a real browser: it loads offline, its filters work, hostile text stays text."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from zellig.games.contest import Contest, read_contest, score_contest
from zellig.games.contest.contest import Answers
from zellig.items import Item, Pair
from zellig.report.contest import write_report
from zellig.tasks import get_task

CHROMIUM = Path("/usr/bin/chromium")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        if os.environ.get("CI"):
            pytest.fail(f"the browser is missing: {CHROMIUM}")
        pytest.skip(f"needs {CHROMIUM}")
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=str(CHROMIUM), args=QUIET)


def open_report(browser: Browser, path: Path, faults: list[str], requests: list[str]) -> Page:
    page = browser.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: requests.append(request.url))
    page.goto(path.as_uri())
    page.wait_for_function("document.getElementById('count').textContent.includes(' of ')")
    return page


def test_filters_of_the_2017_report(browser: Browser, shared: Path, tmp_path: Path) -> None:
    contest = read_contest(shared / "data/bibi2017", "bibi2017")
    scores = score_contest(contest)
    write_report(tmp_path / "report.html", contest, scores, "2017")
    faults: list[str] = []
    requests: list[str] = []
    page = open_report(browser, tmp_path / "report.html", faults, requests)
    count = page.locator("#count")
    assert count.text_content() == "287 of 287 pairs"
    page.select_option("[name=outcome]", "broken")
    page.select_option("[name=system]", "Builder_Team_3")
    assert count.text_content() == "164 of 287 pairs"
    page.select_option("[name=breaker]", "Team3")
    expected = round(scores["matrix"]["Team3"]["Builder_Team_3"] * 49 / 100)
    assert count.text_content() == f"{expected} of 287 pairs"
    page.select_option("[name=outcome]", "passed")
    passed = int((count.text_content() or "").split()[0])
    page.select_option("[name=outcome]", "failed")
    failed = int((count.text_content() or "").split()[0])
    assert expected + passed + failed == 49
    page.select_option("[name=outcome]", "")
    page.fill("[name=search]", "989")
    assert count.text_content() == "1 of 287 pairs"
    assert page.locator(".pair ins").count() > 0
    with page.expect_download() as download:
        page.click("#download")
    assert download.value.suggested_filename == "items.json"
    assert faults == []
    assert [url for url in requests if not url.startswith(("file:", "blob:"))] == []


def test_pages_turn(browser: Browser, shared: Path, tmp_path: Path) -> None:
    contest = read_contest(shared / "data/bibi2017", "bibi2017")
    write_report(tmp_path / "report.html", contest, score_contest(contest, replicates=100), "2017")
    page = open_report(browser, tmp_path / "report.html", [], [])
    first = page.locator(".pair").first.get_attribute("data-id")
    assert page.locator("#previous").is_disabled()
    page.click("#next")
    assert page.locator("#page").text_content() == "page 2 of 12"
    assert page.locator(".pair").first.get_attribute("data-id") != first


def test_hostile_text_is_only_text(browser: Browser, tmp_path: Path) -> None:
    evil = "</script><script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">"
    original, modified = (
        Item("1", {"text": f"Nice {evil}"}, ("+1",)),
        Item("2", {"text": f"Bad {evil}"}, ("-1",)),
    )
    pair = Pair("1", original, modified, "flip", phenomenon=evil, rationale=evil)
    contest = Contest(
        get_task("sentiment"), {evil: [pair]}, {f"system {evil}": {evil: Answers(["+1"], ["+1"])}}
    )
    write_report(tmp_path / "report.html", contest, score_contest(contest, replicates=100), f"Contest {evil}")
    faults: list[str] = []
    page = open_report(browser, tmp_path / "report.html", faults, [])
    assert page.title() != "taken"
    assert evil in (page.locator(".pair .text").text_content() or "")
    assert page.locator("img").count() == 0
    assert faults == []
