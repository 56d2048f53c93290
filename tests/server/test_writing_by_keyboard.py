"""A person with a phone and a keyboard, from the answer to the replay: nothing is clicked, nothing lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from contest_night import Night, Person, night
from cut_line import Line, line_to
from in_browser import launched, photograph
from quiz_world import World, question
from zellig.games.writing.rules import usual_rules
from zellig.games.writing.strokes import Noted, Notes, Stroke, Typed, encode
from zellig.server.live.keeping import Opening, Piece, write_pieces
from zellig.server.workshops import take_pen
from zellig.tasks import get_task

expect.set_options(timeout=20_000)  # others may keep the machine busy

WIDTH = 390
OF_ANOTHER = (
    "Every autumn the people of this place carry a painted boat uphill, although no water is near. "
    "A blind clockmaker left it a bell that rings thirteen times, which lawyers still call a promise. "
    "For 10 points, name this town where nobody has ever seen the sea."
)
MINE = (
    "Its council once fined a ferryman for rowing to a wedding in the dark, though the lake was frozen. "
    "Whoever buys a door here has to swear before three witnesses that it will be painted twice. "
    "For 10 points, name this town that celebrates the birthday of a lost umbrella."
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, quiz: World) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("phone")
    table = folder / "systems.toml"
    rows = {"ir": "Retrieval", "tfidf": "Counting words"}
    table.write_text(
        "".join(
            f'[{name}]\nsystem = "{quiz.guesser(name)}"\ntitle = "{title}"\nbuzzer = "threshold?at=0.15"\n'
            f'sources = ["{quiz.spec("train")}"]\n'
            for name, title in rows.items()
        )
    )
    with night(folder / "zellig.sqlite", folder, systems=table, open=True) as found:
        operator = found.operator()
        rules = msgspec.to_builtins(usual_rules(get_task("quiz"), tuple(rows)))
        rules |= {"everybody": True, "wanted": {"History": 3}}
        operator.post("/workshops", {"workshop": "towns", "title": "Towns", "rules": rules})
        yield found
        found.house.close()


@pytest.fixture
def wire(served: Night) -> Iterator[Line]:
    with line_to(served.address) as found:
        yield found


def hand_in(served: Night, writer: Person, text: str, answer: str) -> str:
    """Somebody else's question, handed in; its name."""
    writer.put("/workshops/towns/consent")
    draft = writer.post("/workshops/towns/drafts")["draft"]
    strokes: list[Stroke] = [Noted(Notes(answer=answer)), Typed("text", 0, 0, text, len(text))]
    with served.house.database.writing() as connection:
        take_pen(connection, draft, "their-tab", force=False)
        bodies = [encode(each).decode() for each in strokes]
        assert (
            write_pieces(connection, [Piece(Opening(draft, "their-tab", None), 1, served.clock(), bodies)])
            == {}
        )
    return str(writer.post("/workshops/towns/texts", {"draft": draft})["text"])


def go_to(page: Page, wanted: Locator) -> None:
    """Press Tab until something is focused."""
    expect(wanted).to_be_visible()
    for _ in range(120):
        if wanted.evaluate("node => node === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"the keyboard does not get to {wanted}")


def press(page: Page, wanted: Locator, key: str = "Enter") -> None:
    go_to(page, wanted)
    page.keyboard.press(key)


def bell_of(page: Page) -> int:
    """The word after which it would buzz; read when it is said, for what was typed last is heard anew."""
    said = page.wait_for_function(
        "bell => bell.textContent.match(/after word ([0-9]+)/)?.[1]",
        arg=page.locator('[data-system="ir"] .bell').element_handle(),
    )
    return int(said.json_value())


def accepted_into_a_set(browser: Browser, served: Night, editor: Person, answer: str, writer: str) -> None:
    """An editor reads what waits, accepts the question of a writer, and makes a set of it, by clicking."""
    context = browser.new_context(base_url=served.address, viewport={"width": 1280, "height": 900})
    cookies = editor.client.cookies
    context.add_cookies([{"name": k, "value": v, "url": served.address} for k, v in cookies.items()])
    page = context.new_page()
    page.goto("/workshops/towns/queue")
    waiting = page.get_by_role("article", name=answer, exact=True).filter(has_text=f"by {writer}")
    expect(waiting).to_contain_text("umbrella")
    photograph(page, "queue-with-a-question")
    waiting.get_by_role("button", name="Accept").click()
    expect(page.locator("#said")).to_have_text(f"{answer} is accepted.")
    page.get_by_role("link", name="Sets").click()
    page.get_by_label("Title").fill("Winter")
    page.get_by_label("Of any category").fill("1")
    page.get_by_role("button", name="Make the set").click()
    page.wait_for_url("**/sets/*")
    expect(page.get_by_role("region", name="Packet 1")).to_contain_text(answer)
    photograph(page, "set-with-a-question")
    context.close()


def test_from_the_answer_to_the_replay(browser: Browser, served: Night, wire: Line) -> None:
    hand_in(served, served.people[0], OF_ANOTHER, "Ashmoor")
    writer = served.person("Wanda")
    context = browser.new_context(base_url=wire.address, viewport={"width": WIDTH, "height": 844})
    cookies = writer.client.cookies
    context.add_cookies([{"name": k, "value": v, "url": wire.address} for k, v in cookies.items()])
    faults: list[str] = []
    context.on("weberror", lambda error: faults.append(str(error.error)))
    page = context.new_page()
    page.goto("/workshops/towns")
    press(page, page.get_by_role("button", name="Agree to CC BY 4.0"))
    expect(page.locator("#said")).to_contain_text("You have agreed")
    press(page, page.get_by_role("button", name="Write a new question"))
    page.wait_for_url("**/drafts/*")
    address = page.url
    expect(page.get_by_role("button", name="Begin")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#line")).to_contain_text("saved")

    # An answer is picked, and known ones are offered while it is typed.
    go_to(page, page.get_by_role("combobox", name="Answer"))
    page.keyboard.type("Ashm")
    expect(page.locator('#answers option[value="Ashmoor"]')).to_be_attached()
    page.keyboard.type("oor")
    text = page.get_by_role("textbox", name="Question")
    go_to(page, text)
    page.keyboard.type(question("Ashmoor", 0))
    first, second = page.locator('[data-system="ir"]'), page.locator('[data-system="tfidf"]')
    expect(first.locator(".rank")).to_have_text("It has your answer.")
    expect(second.locator(".rank")).to_have_text("It has your answer.")
    known = bell_of(page)
    photograph(page, "writing-phone")

    # Other words: the rank falls, and the bell moves.
    served.clock.now += timedelta(seconds=70)
    page.keyboard.press("Control+a")
    page.keyboard.type(OF_ANOTHER[:160])
    expect(first.locator(".rank")).not_to_have_text("It has your answer.")
    expect(first.locator(".bell")).not_to_contain_text(f"after word {known} with Ashmoor")
    # Why it guesses so, for a guess that is chosen by keyboard; one stays there.
    page.keyboard.press("Alt+m")
    guess = first.locator(".guess").nth(1)
    go_to(page, guess)
    chosen = guess.get_attribute("data-answer")
    page.keyboard.press("Enter")
    expect(first.locator(".evidence h3")).to_have_text(f"What speaks for {chosen}")
    expect(first.locator('.guess[aria-pressed="true"]')).to_be_focused()
    page.keyboard.press("Alt+m")
    expect(text).to_be_focused()

    served.clock.now += timedelta(seconds=40)

    # The line is cut: one types on; it is whole again: all goes out, once and in order.
    wire.cut()
    expect(page.locator("#line")).to_contain_text("No connection")
    page.keyboard.press("Control+End")
    page.keyboard.type(OF_ANOTHER[160:])
    wire.mend()
    expect(page.locator("#line")).to_contain_text("saved")
    expect(text).to_have_value(OF_ANOTHER)
    draft = address.rpartition("/")[2]
    assert writer.get(f"/workshops/towns/drafts/{draft}")["content"]["fields"]["text"] == OF_ANOTHER

    # What it is about, what there is of that, and what makes it hard, with a word of one's own.
    go_to(page, page.get_by_role("combobox", name="Category", exact=True))
    page.keyboard.type("History")
    press(page, page.get_by_text("What there is so far"))
    expect(page.locator("#spread tr.mine")).to_contain_text("3 more")
    press(page, page.get_by_role("checkbox", name="paraphrase"), "Space")
    go_to(page, page.get_by_label("Something else"))
    page.keyboard.type("riddle")
    page.keyboard.press("Enter")
    expect(page.get_by_role("checkbox", name="riddle")).to_be_checked()
    expect(page.locator("#line")).to_contain_text("saved")

    # What is private is checked, and stays with its writer.
    press(page, page.get_by_role("checkbox", name="private"), "Space")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#submitted")).to_contain_text("It is private")
    expect(page.locator("#submitted")).to_contain_text("it is the text of")
    assert all(each["writer"] != "Wanda" for each in served.people[0].all("/workshops/towns/texts"))
    press(page, page.get_by_role("checkbox", name="private"), "Space")

    # Somebody has written nearly the same: it is told, without what they wrote, and mended.
    go_to(page, text)
    page.keyboard.press("Control+a")
    page.keyboard.type(OF_ANOTHER.replace("painted", "carved"))
    page.keyboard.press("Control+Enter")
    told = page.locator("#submitted")
    expect(told.locator("h2")).to_have_text("Handed in")
    expect(told).to_contain_text("of the words are those of")
    expect(told).to_contain_text("somebody else has handed in")
    expect(told).not_to_contain_text("painted boat")
    served.clock.now += timedelta(seconds=50)
    go_to(page, text)
    page.keyboard.press("Control+a")
    page.keyboard.type(MINE)
    page.keyboard.press("Control+Enter")
    expect(told).not_to_contain_text("of the words are those of")
    expect(told.locator("h2")).to_have_text("Handed in")
    [*_, mine] = writer.get("/workshops/towns/texts")
    assert mine["question"]["fields"]["text"] == MINE
    assert set(mine["phenomena"]) == {"paraphrase", "riddle"}
    assert not {"repeat", "near-repeat"} & {each["code"] for each in mine["findings"]}
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH

    photograph(page, "writing-handed-in-phone")

    # It waits in the list; an editor accepts it, and its writer sees it in the set.
    press(page, page.get_by_role("link", name="Your texts and drafts"))
    page.wait_for_url("**/workshops/towns")
    expect(page.locator("main")).to_contain_text("Its council once fined a ferryman")
    handed_in = page.get_by_role("row").filter(has_text="Ashmoor")
    expect(handed_in).to_contain_text("An editor reads it next.")
    accepted_into_a_set(browser, served, served.people[0], "Ashmoor", "Wanda")
    page.reload()
    expect(handed_in).to_contain_text("accepted")
    expect(handed_in).to_contain_text("In the set Winter: packet 1, number 1.")
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    photograph(page, "writer-in-a-set-phone")

    # How it was written is watched as a film.
    press(page, page.get_by_role("link", name="Replay of Ashmoor"))
    page.wait_for_url(f"**/drafts/{draft}/replay")
    expect(page.locator("#when")).to_contain_text("moment")
    page.keyboard.press("Home")
    expect(page.locator("#when")).to_contain_text("moment 1 of")
    expect(page.locator("#frame")).not_to_contain_text("umbrella")
    page.keyboard.press("End")
    expect(page.locator("#frame")).to_contain_text("umbrella")
    expect(page.locator("#heard")).to_contain_text("Retrieval: ")
    expect(page.locator("#moved")).to_contain_text("made it lose the answer")
    expect(page.locator("#ranks-about")).to_contain_text("From left to right 2:40 of time")
    photograph(page, "replay-phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    assert faults == []
    context.close()


def test_a_question_that_the_machine_answers_is_rewritten(browser: Browser, served: Night) -> None:
    writer = served.person("Rex")
    writer.put("/workshops/towns/consent")
    context = browser.new_context(base_url=served.address, viewport={"width": 1280, "height": 900})
    cookies = writer.client.cookies
    context.add_cookies([{"name": k, "value": v, "url": served.address} for k, v in cookies.items()])
    page = context.new_page()
    page.goto("/workshops/towns")
    page.get_by_role("button", name="Rewrite a question").press("Enter")
    page.wait_for_url("**/drafts/*")
    page.get_by_role("button", name="Begin").press("Enter")
    text = page.get_by_role("textbox", name="Question")
    expect(text).to_have_value(re.compile("Song number"))
    expect(page.locator('[data-system="ir"] .rank')).to_have_text("It has your answer.")
    expect(page.get_by_role("combobox", name="Answer")).not_to_have_value("")
    expect(page.locator('[data-system="ir"] .left-out')).to_contain_text("Left out: question ")
    source = re.search(r"question (\S+),", page.locator(".next").first.inner_text())
    assert source

    text.press("Control+Enter")  # nothing was changed
    expect(page.locator("#submitted")).to_contain_text("it is still the text of")
    expect(page.locator("#submitted h2")).to_have_text("Not handed in")
    before = text.input_value()
    text.fill(before.replace("this town", "that little place", 2))
    text.press("Control+Enter")
    expect(page.locator("#submitted h2")).to_have_text("Handed in")
    expect(page.locator("#submitted")).to_contain_text("which it rewrites")
    [*_, mine] = writer.get("/workshops/towns/texts")
    assert mine["question"]["metadata"]["rewrites"] == source[1]
    # Other questions of this small world are like it, too; its own source is no repeat.
    others = [each for each in mine["findings"] if "other" in each]  # what the guesser knows has none
    likened = {each["other"]["origin"] for each in others if each["code"] != "rewritten"}
    assert f"question {source[1]}" not in likened
    page.get_by_text("As it was").click()
    expect(page.locator(".next .text")).to_have_text(before)
    context.close()
