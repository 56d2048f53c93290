"""A writer sees which guesses would be prompted, and several names of one answer as one guess."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from contest_night import Night, Person, night
from in_browser import launched, photograph
from zellig.games.writing.rules import usual_rules
from zellig.tasks import get_task

expect.set_options(timeout=20_000)  # others may keep the machine busy

LINES = ("_Gazpacho_ [or cold _tomato soup_]", "cold tomato soup [or gazpacho]", "_Stew_", "_Bread_")
TEXT = (
    "In a village of potters it is poured over a broken plate before every wedding, and nobody drinks it. "
    "A tailor won a lawsuit by proving that it cannot be folded, which is still quoted by those who sew. "
    "For 10 points, name this dish that is served without a fire."
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("prompts")
    questions = [
        {"question": f"Question number {at} asks for a dish of a far country.", "answer": line}
        for at, line in enumerate(LINES)
    ]
    (folder / "own.jsonl").write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in questions))
    table = folder / "systems.toml"
    table.write_text(
        '[naming]\nsystem = "py:naming_guesser:naming"\ntask = "quiz"\nbuzzer = "threshold?at=0.35"\n'
        f'sources = ["tossups:{folder / "own.jsonl"}"]\n'
    )
    with night(folder / "zellig.sqlite", folder, systems=table) as found:
        operator = found.operator()
        rules = msgspec.to_builtins(usual_rules(get_task("quiz"), ("naming",)))
        operator.post("/workshops", {"workshop": "dishes", "title": "Dishes", "rules": rules})
        yield found
        found.house.close()


def _page(browser: Browser, served: Night, person: Person, width: int) -> Page:
    context = browser.new_context(base_url=served.address, viewport={"width": width, "height": 844})
    cookies = person.client.cookies
    context.add_cookies([{"name": k, "value": v, "url": served.address} for k, v in cookies.items()])
    return context.new_page()


def test_prompts_and_names_are_told_in_words(browser: Browser, served: Night) -> None:
    editor = served.people[0]
    link = editor.post("/workshops/dishes/invitations", {"role": "writer"})["link"]
    writer = served.person("Wanda", link)
    writer.put("/workshops/dishes/consent")
    page = _page(browser, served, writer, 390)
    page.goto("/workshops/dishes")
    page.get_by_role("button", name="Write a new question").press("Enter")
    page.get_by_role("button", name="Begin").press("Enter")
    page.get_by_role("combobox", name="Answer").fill("_Borscht_ [prompt on stew]")
    text = page.get_by_role("textbox", name="Question")
    text.fill(TEXT)
    guesses, rank = page.locator(".guess .name"), page.locator(".rank")
    expect(guesses).to_have_text(["cold tomato soup", "Stew prompt", "Bread"])  # and Gazpacho is the first
    expect(page.locator(".guess .n").first).to_have_text(".55")
    expect(rank).to_have_text(
        "Your answer is not among the first 20. At guess 2 a reader would ask for more."
    )
    expect(page.locator(".bell")).to_contain_text(
        "It would buzz after word 1 with Stew, and be asked for more."
    )
    page.get_by_role("button", name="cold tomato soup").press("Enter")
    expect(page.locator(".evidence h3")).to_have_text("What speaks for cold tomato soup")
    photograph(page, "prompted-phone")

    # Where the answer comes first, no prompt is told; the rank is that of the first right answer.
    page.get_by_role("combobox", name="Answer").fill("_Gazpacho_ [or cold _tomato soup_; prompt on stew]")
    expect(rank).to_have_text("It has your answer.")
    page.get_by_role("combobox", name="Answer").fill("_Bread_ [prompt on stew]")
    expect(rank).to_have_text("Your answer: rank 3. At guess 2 a reader would ask for more.")
    expect(page.locator("#line")).to_contain_text("saved")
    text.press("Control+Enter")
    expect(page.locator("#submitted h2")).to_have_text("Handed in")

    desk = _page(browser, served, editor, 1280)
    desk.goto("/workshops/dishes/queue")
    handed_in = desk.locator(".handed-in")
    expect(handed_in).to_contain_text("with Stew, and be asked for more.")
    expect(handed_in).to_contain_text("At the end the answer is its guess number 3. At its guess number 2")
    expect(handed_in.locator(".guesses")).to_contain_text("2 Stew (prompt)")
    photograph(desk, "queue-prompted")
    page.context.close()
    desk.context.close()
