"""What the writing page says in words: of licence and answer, of what is left out, cut or out of date."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from contest_night import Night
from in_browser import launched, photograph
from quiz_world import World, question
from workshop_night import BOAT, invited, workshop

expect.set_options(timeout=20_000)  # others may keep the machine busy


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, quiz: World) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("told")
    with workshop(folder / "zellig.sqlite", folder, quiz) as found:
        yield found


@pytest.fixture
def context(browser: Browser, served: Night, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    writer = invited(served, served.people[0], f"Wanda of {request.node.name}"[:40], "writer")
    found = browser.new_context(base_url=served.address, viewport={"width": 1280, "height": 900})
    found.add_cookies(
        [{"name": k, "value": v, "url": served.address} for k, v in writer.client.cookies.items()]
    )
    yield found
    found.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A new question, after the tutorial."""
    page = context.new_page()
    page.goto("/workshops/towns")
    page.get_by_role("button", name="Write a new question").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#line")).to_contain_text("saved")
    return page


def test_the_licence_is_agreed_to_where_one_writes_and_a_refusal_says_what_still_stands(page: Page) -> None:
    text = page.get_by_role("textbox", name="Question")
    page.get_by_role("combobox", name="Answer").fill("Ashmoor")
    text.fill(BOAT)
    expect(page.locator("#line")).to_contain_text("saved")
    photograph(page, "writing-licence")
    page.get_by_role("button", name="Hand in").click()
    expect(page.locator(".refusal").first).to_contain_text("Agree with the button on this page")
    page.get_by_role("button", name="Agree to CC BY 4.0").click()
    expect(page.locator("#licence")).to_have_count(0)
    page.get_by_role("button", name="Hand in").click()
    expect(page.locator("#submitted h2")).to_have_text("Handed in")
    said = page.locator("#said")
    expect(said).to_contain_text("Handed in.")

    text.fill("Too short.")
    page.get_by_role("button", name="Hand in").click()
    submitted = page.locator("#submitted")
    expect(submitted.locator("h2")).to_have_text("Not handed in")
    expect(submitted).to_contain_text("handed in before still stands: it waits for an editor.")
    expect(said).to_be_hidden()
    expect(page.locator("#checking")).to_be_empty()


def test_without_an_answer_or_a_matching_word_this_is_said(page: Page) -> None:
    text, rank = page.get_by_role("textbox", name="Question"), page.locator(".rank")
    text.fill("zyxwv qqqq")
    expect(rank).to_have_text("Say what the answer is: then its rank stands here.")
    expect(page.locator(".evidence")).to_contain_text("Nothing that you wrote is in what it has read.")
    text.fill(question("Ashmoor", 0))
    bell = page.locator(".bell")
    expect(bell).to_contain_text("It would buzz after word")
    expect(bell).not_to_contain_text(re.compile("(right|wrong)ly"))  # nobody has said what is right
    expect(bell.locator(".because")).to_contain_text("What rang it: ")
    expect(page.locator(".left-out")).to_contain_text("Left out: question Ashmoor-0")
    photograph(page, "writing-left-out")

    page.get_by_role("combobox", name="Answer").fill("Ashmoor")
    expect(rank).to_have_text("It has your answer.")
    page.get_by_label("quiet").check()
    page.get_by_role("combobox", name="Answer").fill("Belcastle")
    expect(rank).to_contain_text("Your answer is another one by now.")
    expect(page.locator(".guess.truth")).to_have_count(0)


def test_a_paste_that_is_cut_is_told(page: Page) -> None:
    text, cut = page.get_by_role("textbox", name="Question"), page.locator("#cut")
    page.evaluate("document.querySelector('[data-field]').maxLength = 30")
    text.fill("x" * 20)
    text.press("Control+a")
    text.press("Control+c")
    text.press("End")
    text.press("Control+v")
    expect(cut).to_have_text("The last 10 characters of what you pasted are cut off: a field takes 30.")
    expect(text).to_have_value("x" * 30)
    text.press("Backspace")
    expect(cut).to_be_empty()


def test_known_answers_are_offered_by_other_names_and_past_questions_are_found(page: Page) -> None:
    answer = page.get_by_role("combobox", name="Answer")
    answer.press_sequentially("the ashmoor t")
    offered = page.locator("#answers option")
    expect(offered).to_have_attribute("value", "Ashmoor")
    expect(offered).to_have_attribute("label", "the ashmoor t")  # what was typed, else it would be hidden
    answer.fill("_Ashmoor_ [accept Ashmoor Town]")
    answer.press("Tab")
    expect(page.locator("#past-number")).to_have_text("(5)")


def test_a_second_tab_follows_what_is_written(page: Page, context: BrowserContext) -> None:
    other = context.new_page()
    other.goto(page.url)
    expect(other.locator("#elsewhere")).to_be_visible()
    shown = other.get_by_role("textbox", name="Question")
    expect(shown).to_be_disabled()
    page.get_by_role("textbox", name="Question").fill(question("Ashmoor", 0))
    expect(shown).to_have_value(question("Ashmoor", 0))
    expect(other.locator(".guess").first).to_be_visible()
    expect(other.locator("#line")).to_contain_text("as it is written elsewhere")
    photograph(other, "writing-second-tab")
    assert page.locator("#elsewhere").is_hidden()
