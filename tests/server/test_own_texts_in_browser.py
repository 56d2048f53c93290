"""Writers and editors on pages: texts are read and withdrawn, drafts deleted, rules mended; people leave."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from accessible import faults_of, too_wide
from contest_night import Night, Person
from in_browser import launched, photograph
from quiz_world import World
from workshop_night import BOAT, MIRROR, STAIRS, accepted, invited, workshop, written

expect.set_options(timeout=20_000)  # others may keep the machine busy

W = "/workshops/towns"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, quiz: World) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("own-texts")
    with workshop(folder / "zellig.sqlite", folder, quiz, categories={"Histroy": []}) as found:
        yield found


@contextmanager
def opened(browser: Browser, served: Night, person: Person) -> Iterator[Page]:
    """The pages of somebody; nothing goes wrong on them."""
    context = browser.new_context(base_url=served.address, viewport={"width": 1100, "height": 900})
    cookies = person.client.cookies
    context.add_cookies([{"name": k, "value": v, "url": served.address} for k, v in cookies.items()])
    faults: list[str] = []
    context.on("weberror", lambda error: faults.append(str(error.error)))
    yield context.new_page()
    context.close()
    assert faults == []


def look(page: Page, picture: str) -> None:
    """Everybody can read the page as it is now, also on a phone."""
    assert faults_of(page) == []
    photograph(page, picture)
    page.set_viewport_size({"width": 390, "height": 844})
    assert too_wide(page) == []
    photograph(page, f"{picture}-phone")
    page.set_viewport_size({"width": 1100, "height": 900})


def bottom(page: Page, selector: str) -> float:
    box = page.locator("#writing").locator(selector).bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def top(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["y"]


def of_accepted(writer: Person) -> str:
    return str(writer.get(f"{W}/texts")[0]["draft"])


def test_a_writer_withdraws_deletes_and_leaves(browser: Browser, served: Night) -> None:
    editor = served.people[0]
    writer = invited(served, editor, "Wanda", "writer")
    accepted(served, editor, writer, BOAT, "_Ashmoor_ [or _Ash Moor_]")
    written(served, writer, MIRROR, answer="Belcastle")
    with opened(browser, served, writer) as page:
        page.goto(W)
        expect(page.get_by_role("main")).not_to_contain_text("_")  # lines are shown as they are printed
        look(page, "own-texts")
        page.get_by_role("row", name="Ashmoor").get_by_role("link", name="Ashmoor", exact=True).click()
        expect(page.get_by_role("article")).to_contain_text("carry a painted boat uphill")
        expect(page.get_by_role("article").locator("h2 u").first).to_have_text("Ashmoor")
        look(page, "as-handed-in")
        page.get_by_role("button", name="Withdraw this text").click()
        expect(page.locator("#said")).to_have_text("It is withdrawn.")
        expect(page.locator("main .badge").first).to_have_text("withdrawn")
        page.goto(f"{W}/drafts/{of_accepted(writer)}")
        page.get_by_role("button", name="Begin").click()
        for one, other in (("#add-tag", "#own-tag"), ("button.main", 'a:text-is("Replay")')):
            assert abs(bottom(page, one) - bottom(page, other)) < 2  # in one line
        photograph(page, "writing")
        page.goto(W)
        drafts = page.get_by_role("button", name="Delete this draft")
        expect(drafts).to_have_count(1)  # what was handed in stays
        page.once("dialog", lambda asked: asked.dismiss())
        drafts.click()
        expect(drafts).to_be_enabled()
        page.once("dialog", lambda asked: asked.accept())
        drafts.click()
        expect(page.locator("#said")).to_have_text("The draft is deleted.")
        expect(drafts).to_have_count(0)
        page.get_by_text("Leave this workshop").click()
        page.get_by_role("button", name="Leave", exact=True).click()
        page.wait_for_url(f"{served.address}/")
        expect(page.locator("#said")).to_have_text("You have left Towns.")
    writer.send("GET", W, status=403)


def test_what_was_handed_in_becomes_private_when_its_writer_has_said_so_twice(
    browser: Browser, served: Night
) -> None:
    editor = served.people[0]
    writer = invited(served, editor, "Wilma", "writer")
    writer.put(f"{W}/consent")
    draft = written(served, writer, STAIRS.replace("chapel", "chimney"), answer="Dunwater")
    with opened(browser, served, writer) as page:
        page.goto(f"{W}/drafts/{draft}")
        page.get_by_role("button", name="Begin").click()
        page.get_by_role("button", name="Write here instead").click()
        expect(page.locator("#elsewhere")).to_be_hidden()
        expect(page.locator(".guess").first).to_be_visible()
        page.get_by_label("Question").press_sequentially(" Soon")
        expect(page.locator("#line")).to_contain_text("saved")
        expect(page.locator(".evidence").first).to_contain_text("What speaks for")
        page.keyboard.press("Control+Enter")
        expect(page.locator("#submitted h2")).to_have_text("Handed in")
        assert abs(top(page, ".machine") - top(page, ".sheet")) < 2  # it stays beside the text
        photograph(page, "after-hand-in")
        private = page.get_by_role("checkbox", name="private")
        page.once("dialog", lambda asked: asked.dismiss())
        private.click()
        expect(private).not_to_be_checked()
        page.once("dialog", lambda asked: asked.accept())
        private.click()
        expect(private).to_be_checked()
        expect(page.locator("#line")).to_contain_text("saved")
        page.goto(f"{W}/drafts/{draft}/replay")
        expect(page.locator("#ranks-about .of-line")).to_have_text(["Retrieval"])  # whose line it is
        page.goto(W)
        expect(page.get_by_role("row", name="Dunwater")).to_contain_text("withdrawn")
    [text] = writer.all(f"{W}/texts")
    assert text["state"] == "withdrawn"


def test_an_editor_mends_the_rules(browser: Browser, served: Night) -> None:
    editor = served.people[0]
    with opened(browser, served, editor) as page:
        page.goto(W)
        page.get_by_role("link", name="Rules").click()
        expect(page.get_by_label("Categories")).to_have_value("Histroy")
        look(page, "rules")
        page.get_by_label("Categories").fill("History: Towns, Rivers")
        page.get_by_label("Wanted").fill("History: many")
        page.get_by_role("button", name="Change the rules").click()
        expect(page.locator(".refusal")).to_contain_text("does not say how many are wanted")
        page.get_by_label("Wanted").fill("History: 12")
        editor.put(f"{W}/rules", {**editor.get(f"{W}/rules"), "everybody": True})  # another editor, meanwhile
        page.get_by_role("button", name="Change the rules").click()
        expect(page.locator(".refusal")).to_contain_text("Somebody else has changed this meanwhile")
        page.reload()
        page.get_by_label("Categories").fill("History: Towns, Rivers")
        page.get_by_label("Wanted").fill("History: 12")
        page.get_by_role("button", name="Change the rules").click()
        expect(page.locator("#said")).to_contain_text("The rules are changed.")
        expect(page.get_by_label("Wanted")).to_have_value("History: 12")
    rules = editor.get(W)["rules"]
    assert (rules["categories"], rules["wanted"]) == ({"History": ["Towns", "Rivers"]}, {"History": 12})
    assert rules["everybody"]


def test_a_question_that_cannot_move_is_said_to_be_the_first(browser: Browser, served: Night) -> None:
    editor = served.people[0]
    writer = invited(served, editor, "Willem", "writer")
    for text, answer in ((MIRROR, "_Belcastle_"), (STAIRS, "_Cindervale_")):
        accepted(served, editor, writer, text, answer)
    made = editor.post(f"{W}/sets", {"title": "x", "packets": 1, "distribution": {"any": 2}})["set"]
    with opened(browser, served, editor) as page:
        page.goto(f"{W}/sets/{made}")
        first, last = page.locator("#packets li").all()
        expect(first.get_by_role("button", name="up")).to_be_disabled()
        expect(first.get_by_role("button", name="down")).to_be_enabled()
        expect(last.get_by_role("button", name="down")).to_be_disabled()
        first.focus()
        page.keyboard.press("Alt+ArrowUp")
        expect(page.locator("#said")).to_have_text("It is the first of its packet.")
        expect(page.locator("#told")).to_contain_text("after numbers of its own.")
        expect(page.locator("#packets")).not_to_contain_text("_")
