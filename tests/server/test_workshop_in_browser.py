"""A workshop in a real browser: founded, joined, edited, answered blind, tagged, counted, put into a set."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from accessible import faults_of, too_wide, unseen_focus
from contest_night import PASSWORD, Night, Person, night
from in_browser import launched
from quiz_world import World
from workshop_night import BOAT, MIRROR, STAIRS, handed_in, invited, workshop
from zellig.front.trained import TrainedSystem
from zellig.items import Item, encode_record, header_of

expect.set_options(timeout=20_000)  # others may keep the machine busy

W = "/workshops/towns"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


class Visit:
    """Somebody's browser; what goes wrong in it is gathered."""

    def __init__(self, browser: Browser, served: Night, person: Person | None, width: int = 1100) -> None:
        self.context: BrowserContext = browser.new_context(
            base_url=served.address, viewport={"width": width, "height": 900}, accept_downloads=True
        )
        cookies = person.client.cookies if person else {}
        self.context.add_cookies(
            [{"name": name, "value": value, "url": served.address} for name, value in cookies.items()]
        )
        self.page: Page = self.context.new_page()
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(f"{self.page.url}: {error}"))

    def look(self) -> None:
        """Everybody can read and use the page as it is now."""
        page = self.page
        page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            self.wrong += [f"{page.url} ({scheme}): {each}" for each in faults_of(page)]
        page.emulate_media(color_scheme="light")
        before = page.viewport_size
        page.set_viewport_size({"width": 390, "height": 844})
        self.wrong += [f"{page.url}: {each}" for each in too_wide(page)]
        assert before is not None
        page.set_viewport_size(before)

    def close(self) -> None:
        self.context.close()
        assert self.wrong == []


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, quiz: World) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("workshop")
    sample = {"share": 1.0, "readers": 1, "seed": 1}
    with workshop(folder / "zellig.sqlite", folder, quiz, sample=sample) as found:
        yield found


@pytest.fixture(scope="module")
def editor(served: Night) -> Person:
    return served.people[0]


def test_a_workshop_is_founded_and_somebody_joins_by_a_link(
    browser: Browser, served: Night, editor: Person
) -> None:
    visit = Visit(browser, served, editor)
    page = visit.page
    page.goto("/")
    visit.look()
    page.get_by_role("link", name="Found a workshop").click()
    page.get_by_label("Title").fill("Rivers of 2027")
    expect(page.get_by_label("Name in addresses")).to_have_value("rivers-of-2027")
    expect(page.get_by_label("At least")).to_have_value("200")
    expect(page.get_by_label("Categories")).to_have_value(
        "Literature: American, British, European, World, Classical, Other\n"
        "History: American, Ancient, European, World, Other\n"
        "Science: Biology, Chemistry, Physics, Mathematics, Computer Science, Other\n"
        "Fine Arts: Visual, Auditory, Film, Other\n"
        "Religion, Mythology, Philosophy, Social Science: Religion, Mythology, Philosophy, Social Science\n"
        "Current Events, Geography, General Knowledge: Current Events, Geography, General Knowledge"
    )
    visit.look()
    visit.wrong += unseen_focus(page)
    page.get_by_label("A mark at").fill("5")
    page.get_by_role("button", name="Found the workshop").click()
    expect(page.locator(".refusal")).to_contain_text("A mark at 5 is not within 200 to 1000 characters")
    page.get_by_label("A mark at").fill("600")
    page.get_by_label("Categories").fill("Water: Rivers, Lakes\nTowns")
    page.get_by_label("Phenomena").fill("negation: says what it is not: so one has to think")
    page.get_by_label("Share of the questions").fill("50")
    page.get_by_role("button", name="Found the workshop").click()
    page.wait_for_url("**/workshops/rivers-of-2027/people")
    expect(page.locator("#said")).to_contain_text("founded")
    rules = editor.get("/workshops/rivers-of-2027")["rules"]
    assert rules["categories"] == {"Water": ["Rivers", "Lakes"], "Towns": []}
    assert rules["phenomena"] == {"negation": "says what it is not: so one has to think"}
    assert (rules["lengths"]["mark"], rules["sample"]["share"], rules["everybody"]) == (600, 0.5, False)
    visit.look()
    page.get_by_role("radio", name="writer").check()
    page.get_by_role("button", name="Make a link").click()
    expect(page.locator("#invited-link")).to_have_value(re.compile("/join/"))
    address = page.locator("#invited-link").input_value()

    guest = Visit(browser, served, None, width=390)
    guest.page.goto(address)
    expect(guest.page.locator(".lead")).to_contain_text("You are invited as writer")
    expect(guest.page.get_by_text("CC BY 4.0")).to_be_visible()
    guest.look()
    guest.page.get_by_label("Name").fill("Gwen")
    guest.page.get_by_label("Password").fill(PASSWORD)
    guest.page.get_by_role("button", name="Make the account and join").click()
    guest.page.wait_for_url("**/workshops/rivers-of-2027")
    expect(guest.page.get_by_role("button", name="Agree to CC BY 4.0")).to_be_visible()
    expect(guest.page.get_by_role("link", name="Queue")).to_have_count(0)
    guest.look()
    guest.close()
    page.reload()
    expect(page.get_by_role("row", name="Gwen")).to_contain_text("not yet")
    visit.close()


def test_items_are_brought_and_pairs_are_decided_on(
    browser: Browser, bag: TrainedSystem, tmp_path: Path
) -> None:
    table = tmp_path / "systems.toml"
    table.write_text(f'[bag]\nsystem = "{bag._output.path}"\n')
    items = tmp_path / "items.jsonl"
    item = Item("i1", {"text": "The soup was lovely."}, ("+1",))
    items.write_bytes(header_of(Item, "sentiment") + encode_record(item))
    with night(tmp_path / "zellig.sqlite", tmp_path, systems=table) as served:
        visit = Visit(browser, served, served.operator())
        page = visit.page
        page.goto("/new-workshop")
        page.get_by_label("Title").fill("Towns")
        page.get_by_role("button", name="Found the workshop").click()
        page.wait_for_url("**/people")
        page.get_by_label("A file").set_input_files(items)
        page.get_by_role("button", name="Bring it").click()
        expect(page.locator("#said")).to_contain_text("1 item is here")
        expect(page.get_by_text("1 item so far")).to_be_visible()
        expect(page.get_by_role("link", name="Sets")).to_have_count(0)
        visit.close()
        served.house.close()


@pytest.fixture(scope="module")
def writer(served: Night, editor: Person) -> Person:
    return invited(served, editor, "Wanda", "writer")


@pytest.fixture(scope="module")
def waiting(served: Night, writer: Person) -> list[str]:
    """Three questions that wait for an editor."""
    given = (
        (BOAT, "Ashmoor", "History"),
        (MIRROR, "Belcastle", "Science"),
        (STAIRS, "Cindervale", "Science"),
    )
    return [
        handed_in(served, writer, text, answer, category=category, phenomena=("paraphrase",))
        for text, answer, category in given
    ]


@pytest.fixture(scope="module")
def taken(editor: Person, waiting: list[str]) -> list[str]:
    """The same, accepted."""
    for text in waiting:
        editor.post(f"{W}/texts/{text}/decision", {"taken": True})
    return waiting


def test_an_editor_reads_what_is_handed_in_and_decides(
    browser: Browser, served: Night, editor: Person, writer: Person, waiting: list[str]
) -> None:
    handed_in(served, writer, STAIRS.replace("chapel", "barn"), "Cindervale")
    handed_in(served, editor, MIRROR.replace("mirror", "hat").replace("umbrellas", "shoes"), "Dunwater")
    visit = Visit(browser, served, editor)
    page = visit.page
    page.goto(f"{W}/queue")
    expect(page.locator(".lead")).to_contain_text("5 texts wait")
    expect(page.locator(".handed-in").last).to_contain_text("This text is yours")
    repeat = page.locator(".handed-in").nth(3)
    expect(repeat).to_contain_text("to be looked at")
    expect(repeat).to_contain_text("99 stairs on the way up to a chapel")  # what it nearly repeats
    expect(page.locator(".handed-in").first).to_contain_text("Retrieval")
    expect(page.locator(".handed-in").first).to_contain_text("buzz")
    whole = page.locator(".handed-in").first.get_by_text(BOAT)
    expect(whole).to_have_count(1)  # a note about all of it does not say it again
    visit.look()
    repeat.get_by_role("button", name="Reject for good").click()
    expect(repeat.locator(".refusal")).to_contain_text("has a reason")
    expect(repeat.get_by_label("Reason")).to_be_focused()
    page.keyboard.type("It is there already.")
    repeat.get_by_role("button", name="Reject for good").click()
    expect(page.locator("#said")).to_have_text("Cindervale is rejected.")
    for at, answer in enumerate(("Ashmoor", "Belcastle")):  # by keys alone
        if not at:
            page.evaluate("() => document.activeElement.blur()")
            page.keyboard.press("j")
        expect(page.get_by_role("article", name=answer, exact=True)).to_be_focused()
        page.keyboard.press("Control+Enter")
        expect(page.locator("#said")).to_have_text(f"{answer} is accepted.")
    third = page.get_by_role("article", name="Cindervale")
    third.get_by_label("Reason").fill("Why upside down?")
    third.get_by_role("button", name="Send back").click()
    expect(page.locator("#said")).to_have_text("Cindervale is sent back.")
    page.get_by_role("link", name="Decided").click()
    expect(page.locator(".handed-in")).to_have_count(4)
    visit.look()
    page.get_by_role("article", name="Cindervale").last.get_by_role("button", name="Accept").click()
    expect(page.locator("#said")).to_have_text("Cindervale is accepted.")
    visit.close()

    visit = Visit(browser, served, writer, width=390)
    visit.page.goto(W)
    expect(visit.page.get_by_role("row").filter(has_text="rejected")).to_contain_text("It is there already.")
    visit.look()
    visit.close()


def test_questions_are_answered_and_tagged_by_keys(
    browser: Browser, served: Night, editor: Person, taken: list[str]
) -> None:
    reader = invited(served, editor, "Rita", "reader")
    visit = Visit(browser, served, reader)
    page = visit.page
    page.goto(W)
    visit.look()
    page.get_by_role("link", name="Answer questions").click()
    expect(page.locator("#left")).to_have_text("3 to answer.")
    visit.look()
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press(" ")
    expect(page.locator("#heard")).to_have_text(BOAT.partition(" A blind")[0])
    page.get_by_label("word by word").check()
    page.get_by_role("button", name="Next clue").click()
    expect(page.locator("#heard")).to_contain_text("A blind clockmaker")
    page.keyboard.press("b")
    expect(page.get_by_label("Your answer")).to_be_focused()
    page.keyboard.type("Ashmoor")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("Right. The answer: Ashmoor")
    expect(page.get_by_role("button", name="Next clue")).to_be_hidden()
    expect(page.get_by_label("Your answer")).to_be_hidden()
    visit.look()
    page.keyboard.press("n")
    expect(page.locator("#left")).to_have_text("2 to answer.")
    page.get_by_role("button", name="First clue").click()
    page.reload()  # what was heard stays
    expect(page.locator("#heard")).to_contain_text("A mayor here once")
    page.get_by_role("button", name="Stop here and answer").click()
    page.get_by_role("button", name="I do not know").click()
    expect(page.locator("#verdict")).to_contain_text("The answer: Belcastle")
    page.get_by_role("link", name="Some questions are tagged again").click()
    expect(page.get_by_text("2 questions for you.")).to_be_visible()
    visit.look()
    for _ in range(2):
        page.get_by_label("paraphrase").check()
        page.get_by_role("button", name="Keep the tags").click()
        expect(page.locator("#said")).to_have_text("Your tags are kept.")
    expect(page.get_by_text("No question waits for your tags.")).to_be_visible()
    page.get_by_role("link", name="Board").click()
    row = page.get_by_role("row", name="Wanda")
    expect(row).to_contain_text("of 3 at the bell")
    expect(row).to_contain_text("50%")
    visit.look()
    visit.close()

    visit = Visit(browser, served, editor)
    visit.page.goto(f"{W}/tag")
    expect(visit.page.get_by_role("heading", name="How far readers agree")).to_be_visible()
    expect(visit.page.get_by_role("row", name="paraphrase")).to_be_visible()
    visit.look()
    visit.close()


def test_a_set_is_made_put_in_order_by_keys_and_downloaded(
    browser: Browser, served: Night, editor: Person, taken: list[str]
) -> None:
    visit = Visit(browser, served, editor)
    page = visit.page
    page.goto(f"{W}/sets")
    visit.look()
    page.get_by_label("Title").fill("Winter")
    page.get_by_label("Packets").fill("2")
    page.get_by_role("button", name="Make the set").click()
    expect(page.locator(".refusal")).to_contain_text("A packet would be empty")
    page.get_by_label("Of any category").fill("1")
    page.get_by_label("Science, any of it", exact=True).fill("1")
    expect(page.locator("#size")).to_have_text("2")
    page.get_by_role("button", name="Make the set").click()
    page.wait_for_url("**/sets/*")
    expect(page.locator("#told")).to_contain_text("2 packets of 1 to 2 tossups")
    expect(page.locator("#told")).to_contain_text("1 more of any category needed")
    visit.look()
    visit.wrong += unseen_focus(page, tabs=12)
    rows = page.locator("#packets [data-text]")
    expect(rows).to_have_count(3)
    first = str(rows.first.get_attribute("data-answer"))
    rows.first.focus()
    page.keyboard.press("Alt+ArrowRight")
    expect(page.locator("#said")).to_contain_text(f"{first}: packet 2, number 1.")
    moved = page.get_by_role("region", name="Packet 2").locator("[data-text]").first
    expect(moved).to_be_focused()
    expect(moved).to_have_attribute("data-answer", first)
    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator("#said")).to_contain_text(f"{first}: packet 2, number 2.")
    page.keyboard.press("u")
    expect(page.locator("#said")).to_contain_text(f"{first}: packet 2, number 1.")
    moved.get_by_role("button", name="leave out").click()
    expect(page.locator("#over")).to_contain_text(first)
    page.reload()
    expect(page.locator("#over")).to_contain_text(first)
    page.locator("#over").get_by_role("button").click()
    expect(page.locator("#over")).to_contain_text("No accepted question is left over")
    with page.expect_download() as loaded:
        page.get_by_role("link", name="qanta", exact=True).click()
    assert len(json.loads(loaded.value.path().read_bytes())["questions"]) == 3
    visit.close()


def test_a_blind_reader_is_told_why_an_answer_was_not_right(
    browser: Browser, served: Night, editor: Person, taken: list[str]
) -> None:
    visit = Visit(browser, served, invited(served, editor, "Rolf", "reader"))
    page = visit.page
    page.goto(f"{W}/answer")
    page.get_by_role("button", name="First clue").click()
    page.get_by_role("button", name="Stop here and answer").click()
    page.get_by_label("Your answer").fill("Pondicherry")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("Not right: Pondicherry. The answer: ")
    expect(page.locator("#verdict")).to_contain_text("Why not: it is nothing like ")
    visit.look()
    visit.close()
