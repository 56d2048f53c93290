"""The page of a tournament in a real browser: every question with its buzzes, filters, keys, phones, dark."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import zellig as zl
from accessible import faults_of, too_wide, unseen_focus
from in_browser import launched, open_report, photograph
from tournament_night import RULES, plan, questions
from zellig.games.tournament.plan import Questions
from zellig.items import Item, write_records


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    for side in ("control", "challenge"):
        write_records(folder / f"{side}.jsonl", Item, questions(side), "quiz")
    (folder / "own.toml").write_text(RULES)
    sets = Questions(control=f"items:{folder}/control.jsonl", challenge=f"items:{folder}/challenge.jsonl")
    return zl.play_tournament(plan(sets, rules=f"{folder}/own.toml")).report(folder / "page.html")


@pytest.fixture
def page(browser: Browser, report: Path) -> Iterator[Page]:
    faults: list[str] = []
    requests: list[str] = []
    opened = open_report(browser, report, faults, requests)
    yield opened
    assert faults == []
    assert [url for url in requests if not url.startswith(("file:", "blob:"))] == []
    opened.close()


def test_marks_stand_where_somebody_buzzed(page: Page) -> None:
    expect(page.locator("#count")).to_have_text("12 of 12 questions")
    page.fill("[name=search]", "challenge")
    page.select_option("[name=team]", "Fox")
    card = page.locator("#list .question").first
    text = card.locator(".text")
    # Fox buzzes after the sixth word, and is wrong on challenge questions.
    assert "slowly✗" in (text.text_content() or "")
    assert text.locator(".mark.wrong").get_attribute("aria-label") == "wrong: Fox tricked (Fox)"
    assert text.locator(".mark.right").count() == 0
    card.locator("summary").click()
    cells = card.locator("tbody td").all_text_contents()
    assert cells == ["Fox tricked (Fox)", "program", "6", "✗ wrong", "−5", "spoon"]


def test_filters_and_orders(page: Page) -> None:
    page.select_option("[name=side]", "control")
    expect(page.locator("#count")).to_have_text("6 of 12 questions")
    page.select_option("[name=player]", label="Fox tricked")
    page.select_option("[name=outcome]", "wrong")
    expect(page.locator("#count")).to_have_text("0 of 12 questions")
    assert "clear some of them" in (page.locator("#list").text_content() or "")
    page.click("#clear")
    page.select_option("[name=category]", "Kitchen")
    assert all("Kitchen" in each for each in page.locator(".question .about").all_text_contents())
    page.select_option("[name=order]", "hard")
    shares = [each.split(" · ")[-1] for each in page.locator(".question .about").all_text_contents()]
    rights = [int(each.split(", ")[1].split()[0]) / int(each.split()[0]) for each in shares]
    assert rights == sorted(rights)


def test_keys_and_links(page: Page) -> None:
    focused = "document.activeElement.dataset.id"
    page.keyboard.press("j")
    first = page.evaluate(focused)
    page.keyboard.press("n")
    expect(page.locator("#page")).to_have_text("page 2 of 2")
    page.keyboard.press("?")
    assert page.locator("dialog#keys").is_visible()
    page.keyboard.press("Escape")
    page.evaluate(f"location.hash = '#question={first}'")
    expect(page.locator(f"[data-id={first}]")).to_be_focused()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("c")
    expect(page.locator("#told")).to_contain_text("Copied")
    assert json.loads(page.evaluate("navigator.clipboard.readText()"))["id"] == first
    page.evaluate("location.hash = '#question=none'")
    expect(page.locator("#told")).to_contain_text("not in this report")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_for_everybody(browser: Browser, report: Path, scheme: str) -> None:
    for width in (1280, 390):
        page = open_report(browser, report, width=width)
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.locator("#list summary").first.click()
        assert faults_of(page) == []
        assert unseen_focus(page) == []
        assert too_wide(page) == []
        photograph(page, f"tournament-{scheme}-{width}")
        page.close()
