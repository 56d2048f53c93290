"""Reports in a real browser: they load offline, filters work, hostile text is text, nothing else runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from arena_players import player, write_rules
from helpers import small_contest
from in_browser import launched, open_report
from made_up_run import answering, flips, made_up_run
from zellig.games.arena.grid import play_grid, read_grid
from zellig.games.breaking import compare_runs
from zellig.games.contest import Contest, Entry, read_contest, score_contest
from zellig.items import Item, Pair
from zellig.language.sentence_classes import CLASSES
from zellig.measures.outcomes import Answers
from zellig.report.analysis import write_analysis
from zellig.report.arena import write_grid
from zellig.report.breaking import write_run_report
from zellig.report.comparison import write_comparison
from zellig.report.contest import write_report
from zellig.report.figures import FigurePage, FigureTable
from zellig.tasks import get_task
from zellig.transform.analysis import Analysis, ClassShare, FieldAnalysis


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


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
    expected = round(scores.matrix["Team3"]["Builder_Team_3"] * 49 / 100)
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
    page = open_report(browser, tmp_path / "report.html")
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
        get_task("sentiment"), [Entry(evil, [pair])], {f"system {evil}": {evil: Answers(["+1"], ["+1"])}}
    )
    write_report(tmp_path / "report.html", contest, score_contest(contest, replicates=100), f"Contest {evil}")
    faults: list[str] = []
    page = open_report(browser, tmp_path / "report.html", faults)
    assert page.title() != "taken"
    assert evil in (page.locator(".pair .text").text_content() or "")
    assert page.locator("img").count() == 0
    assert faults == []


def contest_page(folder: Path) -> Path:
    contest = read_contest(small_contest(folder / "contest"))
    write_report(folder / "report.html", contest, score_contest(contest, replicates=100), "Small")
    return folder / "report.html"


def run_page(folder: Path) -> Path:
    pairs = flips("deny", 3)
    run = made_up_run([Entry("deny", pairs)], {"mine": answering(pairs)})
    write_run_report(folder / "report.html", run)
    return folder / "report.html"


def comparison_page(folder: Path) -> Path:
    pairs = flips("deny", 3)
    given = {"old": answering(pairs, changed=2), "new": answering(pairs)}
    contest = made_up_run([Entry("deny", pairs)], given).contest
    write_comparison(folder / "report.html", compare_runs(contest, contest, ["old", "new"]))
    return folder / "report.html"


def grid_page(folder: Path) -> Path:
    tables = [player("breaker", "py:arena_players:marker"), player("chooser", "py:arena_players:reader")]
    rules = write_rules(folder, player("curator", "uniform"), *tables, rounds=20)
    write_grid(folder / "out", play_grid(read_grid(rules), folder / "out"))
    return folder / "out" / "report.html"


def game_page(folder: Path) -> Path:
    return next(grid_page(folder).parent.glob("**/*/report.html"))


def analysis_page(folder: Path) -> Path:
    classes = {name: ClassShare(1, 0.5, (0.1, 0.9)) for name in CLASSES}
    analysis = Analysis(2, {"text": FieldAnalysis(2, 0, 2, 3.5, classes)})
    write_analysis(folder / "page.html", analysis, "own")
    return folder / "page.html"


def figures_page(folder: Path) -> Path:
    page = FigurePage(
        "figures", "Mine", ["Task own"], ["Good."], [FigureTable("All", ["", "%"], [])], "None."
    )
    (folder / "page.html").write_text(page.html(), encoding="utf-8")
    return folder / "page.html"


# What a page would hold if a text had not been escaped; each says so if it gets its way.
PLANTED = """
<script>document.title = "taken"</script>
<img src="x" onerror="document.title = 'taken'">
<svg onload="document.title = 'taken'"></svg>
<a id="link" href="javascript:document.title = 'taken'">here</a>
<style>h1 { visibility: hidden; }</style>
<base href="https://elsewhere.invalid/">
<form id="form" action="https://elsewhere.invalid/"><input name="words"></form>
<iframe src="data:text/html,<script>top.document.title = 'taken'</script>"></iframe>
"""


@pytest.mark.parametrize(
    "make", [contest_page, run_page, comparison_page, game_page, grid_page, analysis_page, figures_page]
)
def test_what_was_not_escaped_does_nothing(
    browser: Browser, tmp_path: Path, make: Callable[[Path], Path]
) -> None:
    path = make(tmp_path)
    faults: list[str] = []
    page = browser.new_page()
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.goto(path.as_uri())
    title, colour = page.title(), page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert colour == "rgb(255, 255, 255)"  # our own styles are let through
    assert faults == []
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace("<main>", f"<main>{PLANTED}"), encoding="utf-8")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(path.as_uri())
    with page.expect_console_message(lambda message: "JavaScript URL" in message.text):
        page.evaluate("document.getElementById('link').click()")
    assert page.title() == title
    assert page.locator("h1").is_visible()
    assert page.evaluate("document.baseURI").startswith("file:")
    with page.expect_console_message(lambda message: "form-action" in message.text):
        page.evaluate("document.getElementById('form').submit()")
    assert not any("elsewhere" in url for url in requests)
    for rule in ("inline script", "event handler", "inline style", "base-uri", "Framing"):
        assert any(rule in fault for fault in faults), rule
    page.close()
