"""A person writes a question in a real browser: guesses move, the line is cut, nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from contest_night import Night, Person, night
from cut_line import Line, line_to
from in_browser import launched, photograph
from quiz_world import World, question
from restaurant import THINGS
from zellig.front.trained import TrainedSystem
from zellig.games.writing.rules import usual_rules
from zellig.items import Item, encode_record, header_of
from zellig.tasks import get_task

expect.set_options(timeout=20_000)  # others may keep the machine busy

W = "/workshops/towns"
OWN = (
    "Every autumn the people of this place carry a painted boat uphill, although no water is near. "
    "A blind clockmaker left it a bell that rings thirteen times, which lawyers still call a promise. "
    "For 10 points, name this town where nobody has ever seen the sea."
)


OTHER = (
    "Its postman delivers every letter twice, because the first copy is always read aloud in the square. "
    "In winter the inhabitants lend their shadows to a lighthouse, and a judge counts them each spring. "
    "For 10 points, name this town whose only bridge is older than its river."
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, quiz: World) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("writing")
    table = folder / "systems.toml"
    table.write_text(
        f'[ir]\nsystem = "{quiz.guesser("ir")}"\ntitle = "Retrieval"\nbuzzer = "threshold?at=0.15"\n'
        f'sources = ["{quiz.spec("train")}"]\n'
    )
    with night(folder / "zellig.sqlite", folder, systems=table) as found:
        operator = found.operator()
        rules = msgspec.to_builtins(usual_rules(get_task("quiz"), ("ir",)))
        operator.post("/workshops", {"workshop": "towns", "title": "Towns", "rules": rules})
        yield found
        found.house.close()


def _writer(
    browser: Browser,
    served: Night,
    faults: list[str],
    width: int = 1280,
    address: str = "",
    person: Person | None = None,
) -> BrowserContext:
    address = address or served.address
    context = browser.new_context(base_url=address, viewport={"width": width, "height": 900})
    cookies = (person or served.people[0]).client.cookies
    context.add_cookies([{"name": k, "value": v, "url": address} for k, v in cookies.items()])
    context.on("weberror", lambda error: faults.append(str(error.error)))
    return context


def _begun(context: BrowserContext) -> Page:
    """A new question, after the tutorial."""
    page = context.new_page()
    page.goto("/workshops/towns")
    page.get_by_role("button", name="Write a new question").click()
    page.wait_for_url("**/drafts/*")
    begin = page.get_by_role("button", name="Begin")
    expect(begin).to_be_visible()
    begin.click()
    expect(page.locator("#line")).to_contain_text("saved")
    return page


@pytest.fixture
def wire(served: Night) -> Iterator[Line]:
    with line_to(served.address) as found:
        yield found


def test_a_question_is_written_through_a_cut_line_handed_in_and_replayed(
    browser: Browser, served: Night, wire: Line
) -> None:
    faults: list[str] = []
    context = _writer(browser, served, faults, address=wire.address)
    page = _begun(context)
    page.get_by_role("combobox", name="Answer").fill("Ashmoor")
    text = page.get_by_role("textbox", name="Question")
    early, _, rest = question("Ashmoor", 0).partition(". ")
    text.press_sequentially(early)
    rank, bell = page.locator(".rank"), page.locator(".bell")
    expect(rank).not_to_be_empty()
    text.press_sequentially(f". {rest}")
    expect(rank).to_have_text("It has your answer.")
    expect(bell).to_contain_text("It would buzz after word")
    page.locator(".guess").nth(1).click()
    expect(page.locator(".evidence")).to_contain_text("What speaks for")

    # The line is cut: one types on, and it goes out later, once and in order.
    address = page.url
    wire.cut()
    expect(page.locator("#line")).to_contain_text("No connection")
    text.press("Control+a")
    text.press_sequentially(OWN[:120])
    wire.mend()
    text.press_sequentially(OWN[120:])
    expect(page.locator("#line")).to_contain_text("saved")
    expect(text).to_have_value(OWN)
    draft = address.rpartition("/")[2]
    kept = served.people[0].get(f"/workshops/towns/drafts/{draft}")
    assert kept["content"]["fields"]["text"] == OWN
    assert kept["content"]["notes"]["answer"] == "Ashmoor"

    # Undo goes over everything; a reload brings all back.
    page.get_by_label("paraphrase", exact=False).first.check()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("paraphrase", exact=False).first).not_to_be_checked()
    page.get_by_label("paraphrase", exact=False).first.check()
    expect(page.locator("#line")).to_contain_text("saved")
    page.reload()
    expect(text).to_have_value(OWN)
    expect(page.get_by_label("paraphrase", exact=False).first).to_be_checked()

    # Handing in needs consent; then it is taken, and a near-repeat is told of.
    page.get_by_role("button", name="Hand in").click()
    expect(page.locator(".refusal")).to_contain_text("you have not agreed")
    page.goto("/workshops/towns")
    page.get_by_role("button", name="Agree to CC BY 4.0").click()
    expect(page.locator("#said")).to_contain_text("You have agreed")
    page.goto(address)
    expect(text).to_have_value(OWN)
    page.get_by_role("button", name="Hand in").click()
    expect(page.locator("#submitted")).to_contain_text("Handed in")
    page.goto(f"{address}/replay")
    expect(page.locator("#when")).to_contain_text("moment")
    page.get_by_role("slider", name="Moment").press("Home")
    expect(page.locator("#frame")).not_to_have_text(OWN)
    expect(page.locator("#moved")).to_contain_text("edits")

    again = _begun_again(context)
    again.get_by_role("combobox", name="Answer").fill("Ashmoor")
    again.get_by_role("textbox", name="Question").fill(OWN.replace("painted", "carved"))
    again.get_by_role("button", name="Hand in").click()
    expect(again.locator("#submitted")).to_contain_text("of the words are those of")

    # It is mended. Another editor accepts both, makes a set of the first, and puts the second into it.
    editor = served.person("Edda", served.people[0].post(f"{W}/invitations", {"role": "editor"})["link"])
    editing = _writer(browser, served, faults, person=editor)
    desk = editing.new_page()
    _accepted(desk, "painted boat")
    desk.get_by_role("link", name="Sets").click()
    desk.get_by_label("Title").fill("Spring")
    desk.get_by_label("Of any category").fill("1")
    desk.get_by_role("button", name="Make the set").click()
    desk.wait_for_url("**/sets/*")
    made = desk.url
    again.get_by_role("textbox", name="Question").fill(OTHER)
    again.get_by_role("button", name="Hand in").click()
    expect(again.locator("#submitted")).not_to_contain_text("of the words are those of")
    expect(again.locator("#submitted h2")).to_have_text("Handed in")
    _accepted(desk, "delivers every letter twice")
    desk.goto(made)
    desk.get_by_role("button", name="Ashmoor: put into the last packet").click()
    expect(desk.locator("#said")).to_contain_text("packet 1, number 2")
    photograph(desk, "set-of-two")
    editing.close()

    # Its writer sees both in the set, and replays the second.
    again.get_by_role("link", name="Your texts and drafts").click()
    for number in (1, 2):
        place = f"In the set Spring: packet 1, number {number}."
        expect(again.get_by_role("row").filter(has_text=place)).to_contain_text("accepted")
    photograph(again, "writer-in-a-set")
    second = again.get_by_role("row").filter(has_text="packet 1, number 2")
    second.get_by_role("link", name="Replay of Ashmoor").click()
    again.wait_for_url("**/replay")
    expect(again.locator("#frame")).to_contain_text("the first copy is always read aloud")
    photograph(again, "replay")
    assert faults == []
    context.close()


def _accepted(page: Page, words: str) -> None:
    """An editor accepts the one question with these words."""
    page.goto(f"{W}/queue")
    waiting = page.get_by_role("article").filter(has=page.locator(".judged-text", has_text=words))
    waiting.get_by_role("button", name="Accept").click()
    expect(page.locator("#said")).to_have_text("Ashmoor is accepted.")


def _begun_again(context: BrowserContext) -> Page:
    page = context.new_page()
    page.goto("/workshops/towns")
    page.get_by_role("button", name="Write a new question").click()
    page.wait_for_url("**/drafts/*")
    expect(page.locator("#line")).to_contain_text("saved")
    return page


def test_a_second_tab_looks_on_and_takes_over(browser: Browser, served: Night) -> None:
    faults: list[str] = []
    context = _writer(browser, served, faults, width=390)
    page = _begun(context)
    page.get_by_role("textbox", name="Question").fill("Mine")
    expect(page.locator("#line")).to_contain_text("saved")
    second = context.new_page()
    second.goto(page.url)
    expect(second.get_by_text("open in another tab")).to_be_visible()
    expect(second.get_by_role("textbox", name="Question")).to_be_disabled()
    second.get_by_role("button", name="Write here instead").click()
    expect(second.get_by_role("textbox", name="Question")).to_be_enabled()
    assert second.evaluate("document.documentElement.scrollWidth") <= 390
    assert faults == []
    context.close()


def test_pairs_are_written_in_the_same_way(browser: Browser, bag: TrainedSystem, tmp_path: Path) -> None:
    table = tmp_path / "systems.toml"
    table.write_text(f'[bag]\nsystem = "{bag._output.path}"\n')
    faults: list[str] = []
    with night(tmp_path / "zellig.sqlite", tmp_path, systems=table) as served:
        operator = served.operator()
        rules = msgspec.to_builtins(usual_rules(get_task("sentiment"), ("bag",)))
        operator.post("/workshops", {"workshop": "towns", "title": "Plates", "rules": rules})
        items = [
            Item(f"i{at}", {"text": f"The {each} was lovely."}, ("+1",)) for at, each in enumerate(THINGS)
        ]
        lines = [header_of(Item, "sentiment"), *map(encode_record, items)]
        path, named = "/workshops/towns/materials", {"filename": "items.jsonl"}
        operator.send("POST", path, params=named, content=b"".join(lines))
        operator.put("/workshops/towns/consent")
        context = _writer(browser, served, faults)
        page = context.new_page()
        page.goto("/workshops/towns")
        page.get_by_role("button", name="Write a new pair").click()
        page.get_by_role("button", name="Begin").click()
        page.get_by_label("Original").select_option(index=1)
        text = page.get_by_role("textbox", name="text")
        expect(text).not_to_have_value("")
        text.press("End")
        text.press_sequentially(" Not!")
        expect(page.locator(".guesses")).to_contain_text("modified")
        expect(page.locator("#sizes")).to_contain_text("changed")
        page.get_by_role("radio", name="it flips").check()
        page.get_by_role("button", name="Hand in").click()
        expect(page.locator("#submitted")).to_contain_text("Handed in")
        [found] = operator.get("/workshops/towns/texts")
        assert found["pair"]["promise"] == "flip"
        assert faults == []
        context.close()
        served.house.close()


def test_a_page_that_has_another_text_than_the_server_sends_what_is_different(
    browser: Browser, served: Night
) -> None:
    faults: list[str] = []
    context = _writer(browser, served, faults)
    context.add_init_script("""
        const send = WebSocket.prototype.send;
        let once = true;
        WebSocket.prototype.send = function (raw) {  // a stroke that does not fit, and others behind it
            if (once && raw.includes("um")) {
                once = false;
                raw = raw.replace(/"length":([0-9]+)/g, (_, length) => `"length":${+length + 1}`);
            }
            return send.call(this, raw);
        };
    """)
    page = _begun(context)
    text = page.locator("textarea[data-field=text]")
    text.press_sequentially("Hum a plum tune on a drum", delay=30)
    expect(page.locator("#line")).to_contain_text("saved")
    page.reload()
    expect(text).to_have_value("Hum a plum tune on a drum")
    assert faults == []
    context.close()


def test_what_was_written_without_a_line_is_not_put_onto_the_text_of_another_tab(
    browser: Browser, served: Night, wire: Line
) -> None:
    faults: list[str] = []
    context = _writer(browser, served, faults, address=wire.address)
    page = _begun(context)
    text = page.get_by_role("textbox", name="Question")
    text.fill("Together.")
    expect(page.locator("#line")).to_contain_text("saved")
    draft = page.url.rpartition("/")[2]
    wire.cut()
    expect(page.locator("#line")).to_contain_text("No connection")
    text.press("End")
    text.press_sequentially(" Mine, without a line.")

    elsewhere = _writer(browser, served, faults)
    second = elsewhere.new_page()
    second.goto(f"/workshops/towns/drafts/{draft}")
    second.get_by_role("button", name="Begin").click()
    second.get_by_role("button", name="Write here instead").click()
    other = second.get_by_role("textbox", name="Question")
    expect(other).to_be_enabled()
    other.press("Home")
    other.press_sequentially("Theirs. ")
    expect(second.locator("#line")).to_contain_text("saved")
    second.goto("/workshops/towns")  # and it lets go of the pen

    wire.mend()
    page.wait_for_url(lambda address: not address.endswith(draft))
    expect(page.get_by_role("textbox", name="Question")).to_have_value("Together. Mine, without a line.")
    expect(page.locator("#line")).to_contain_text("saved")
    kept = served.people[0].get(f"/workshops/towns/drafts/{draft}")
    assert kept["content"]["fields"]["text"] == "Theirs. Together."
    assert faults == []
    context.close()
    elsewhere.close()
