"""Pairs of every task are written against several systems, and come out as a file that the check accepts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from contest_night import Night, Person, night
from helpers import zellig
from in_browser import launched, photograph
from zellig.games.writing.rules import usual_rules
from zellig.items import Item, encode_record, header_of
from zellig.tasks import get_task

expect.set_options(timeout=20_000)  # others may keep the machine busy


class Written(NamedTuple):
    """What somebody does to an item, and what is to be seen then."""

    systems: tuple[str, str]
    item: Item
    field: str
    changed: str
    promise: str
    answer: str  # the new one, where the promise does not say
    seen: str  # what the first system answers
    breaks: str  # what its answers say of the pair
    phenomenon: str


PREMISE = "The cook is tasting the soup in the old kitchen."
TASKS = {
    "sentiment": Written(
        ("gloomy", "gloomy"),
        Item("s1", {"text": "The soup was lovely ."}, ("+1",)),
        "text",
        "The soup was not lovely .",
        "it flips",
        "",
        "negative",
        "positive ✓ and then negative ✓: it is right about both",
        "not-add",
    ),
    "nli": Written(
        ("denying", "doubtful"),
        Item("n1", {"premise": PREMISE, "hypothesis": "The cook tastes soup ."}, ("entailment",)),
        "hypothesis",
        "The cook has not left the soup alone .",
        "it stays the same",
        "",
        "contradiction",
        "entailment ✓ and then contradiction ✗: your pair breaks it",
        "",
    ),
    "qasrl": Written(
        ("before", "last"),
        Item(
            "q1",
            {"sentence": "The cook sold plums.", "predicate": "sold", "question": "Who sold something?"},
            ("The cook",),
        ),
        "sentence",
        "The cook of the miller's uncle sold plums.",
        "it becomes",
        "The cook of the miller's uncle",
        "The cook of the miller's uncle",
        "The cook ✓ and then The cook of the miller's uncle ✓",
        "",
    ),
}


READ = ("sentiment", "nli")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("pairs")
    table = folder / "systems.toml"
    rows = {name: task for task, each in TASKS.items() for name in each.systems}
    table.write_text(
        "".join(
            f'[{name}]\nsystem = "py:pair_systems:{name}"\ntask = "{task}"\n' for name, task in rows.items()
        )
    )
    with night(folder / "zellig.sqlite", folder, systems=table) as found:
        operator = found.operator()
        for task, each in TASKS.items():
            rules = msgspec.to_builtins(usual_rules(get_task(task), tuple(dict.fromkeys(each.systems))))
            operator.post("/workshops", {"workshop": task, "title": f"Pairs of {task}", "rules": rules})
            body = header_of(Item, task) + encode_record(each.item)
            path = f"/workshops/{task}/materials"
            operator.send("POST", path, params={"filename": "items.jsonl"}, content=body)
            operator.put(f"/workshops/{task}/consent")
        for task in READ:  # where somebody else writes, and the operator reads
            rules = msgspec.to_builtins(usual_rules(get_task(task), TASKS[task].systems[:1]))
            operator.post("/workshops", {"workshop": f"read-{task}", "title": "Read", "rules": rules})
            body = header_of(Item, task) + encode_record(TASKS[task].item)
            path = f"/workshops/read-{task}/materials"
            operator.send("POST", path, params={"filename": "items.jsonl"}, content=body)
        yield found
        found.house.close()


@pytest.mark.parametrize(
    ("task", "width", "again"),
    [("sentiment", 1280, False), ("nli", 1280, False), ("nli", 390, True), ("qasrl", 390, False)],
)
def test_a_pair_is_written_against_systems_and_the_check_accepts_it(
    browser: Browser, served: Night, tmp_path: Path, task: str, width: int, again: bool
) -> None:
    done = TASKS[task]
    context = browser.new_context(base_url=served.address, viewport={"width": width, "height": 900})
    cookies = served.people[0].client.cookies
    context.add_cookies([{"name": k, "value": v, "url": served.address} for k, v in cookies.items()])
    faults: list[str] = []
    context.on("weberror", lambda error: faults.append(str(error.error)))
    page = context.new_page()
    page.goto(f"/workshops/{task}")
    page.get_by_role("button", name="Write a new pair").press("Enter")
    page.get_by_role("button", name="Begin").press("Enter")
    expect(page.locator("#line")).to_contain_text("saved")
    original = page.get_by_role("combobox", name="Original")
    original.select_option(done.item.id)
    field = page.locator(f'textarea[data-field="{done.field}"]')
    expect(field).to_have_value(done.item.fields[done.field])
    first = page.locator(f'[data-system="{done.systems[0]}"]')
    expect(first).to_contain_text("modified")
    for each in page.locator("textarea[readonly]").all():
        assert each.get_attribute("data-field") not in get_task(task).editable

    # The machine answers both sides, with its probabilities and the words that decided.
    field.fill(done.changed)
    expect(first.locator(".answered").last).to_contain_text(done.seen)
    if task != "qasrl":
        expect(first.locator(".answered").last.locator("meter").first).to_be_visible()
        expect(first.locator(".evidence .for-3")).to_have_text(["not"])
    expect(first.locator(".evidence")).to_contain_text("when a word is left out")
    for name in dict.fromkeys(done.systems):
        expect(page.locator(f'[data-system="{name}"] .answered')).to_have_count(2)
    expect(page.locator("#sizes")).to_contain_text("changed; above")

    # Nothing is promised before somebody says so.
    expect(page.get_by_role("radio", checked=True)).to_have_count(0)
    expect(page.locator("#findings")).to_contain_text("Say what becomes of the right answer")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".refusal")).to_contain_text("Nothing is promised about the right answer")

    # Answers stay even while nobody has said what it becomes; the check says what is missing.
    page.get_by_role("radio", name="it becomes").check()
    expect(page.locator("#refused")).to_contain_text("needs the new answers")
    expect(first.locator(".answered")).to_have_count(2)
    page.get_by_role("radio", name=done.promise).check()
    if done.answer:
        page.get_by_label("the new answer").fill(done.answer)
    if done.phenomenon:
        page.get_by_label("Phenomenon").fill(done.phenomenon)
        expect(page.locator("#definition")).not_to_be_empty()
    page.get_by_label("Rationale").fill("It goes by single words.")
    expect(page.locator("#refused")).to_be_empty()
    for name in dict.fromkeys(done.systems):  # the writer sees at once whether a system breaks
        expect(page.locator("#findings .breaks").filter(has_text=name)).to_contain_text(" and then ")
    expect(page.locator("#findings .breaks").first).to_contain_text(done.breaks)
    expect(page.locator("#findings .right")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.keyboard.press("Control+Enter")
    if again:  # somebody has written it before: it is told, and mended
        expect(page.locator("#submitted")).to_contain_text("the same texts as the pair")
        field.fill(done.changed.replace(" .", " today ."))
        expect(page.locator("#line")).to_contain_text("saved")
        page.keyboard.press("Control+Enter")
    expect(page.locator("#submitted h2")).to_have_text("Handed in")

    _looked_at_again(page, task)
    path = _downloaded(page, task, tmp_path)
    checked = zellig("pairs", "check", path)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    pair = msgspec.json.decode(path.read_bytes().splitlines()[-1])
    assert (pair["modified"]["fields"][done.field] == done.changed) is not again
    assert pair["rationale"] == "It goes by single words."
    assert faults == []
    context.close()


def _looked_at_again(page: Page, task: str) -> None:
    """The replay of a pair has texts and answers, and no ranks."""
    page.goto(f"{page.url}/replay")
    expect(page.locator("#when")).to_contain_text("moment")
    expect(page.locator("#frame p")).to_have_count(len(get_task(task).fields))
    expect(page.locator("#ranks")).to_have_count(0)
    expect(page.locator("#moved")).to_contain_text("edit")


def _downloaded(page: Page, workshop: str, folder: Path, which: str = "Pairs") -> Path:
    page.goto(f"/workshops/{workshop}")
    page.get_by_role("link", name="How texts were written").click()
    expect(page.get_by_role("heading", name="What moved the machine")).to_be_visible()
    with page.expect_download() as coming:
        page.get_by_role("link", name=which, exact=True).click()
    path = folder / coming.value.suggested_filename
    coming.value.save_as(path)
    assert path.name == f"{workshop}-{which.lower().replace(' ', '-')}.jsonl"
    return path


def _opened(browser: Browser, served: Night, person: Person, faults: list[str], width: int) -> Page:
    context = browser.new_context(base_url=served.address, viewport={"width": width, "height": 844})
    cookies = person.client.cookies
    context.add_cookies([{"name": k, "value": v, "url": served.address} for k, v in cookies.items()])
    context.on("weberror", lambda error: faults.append(str(error.error)))
    return context.new_page()


def _handed_in(page: Page, workshop: str, done: Written, changed: str) -> None:
    """A pair, from the workshop's page to what is said when it is handed in; by keys alone."""
    page.goto(f"/workshops/{workshop}")
    page.get_by_role("button", name="Write a new pair").press("Enter")
    page.wait_for_url("**/drafts/*")
    expect(page.locator("#line")).to_contain_text("saved")
    begin = page.get_by_role("button", name="Begin")
    if begin.is_visible():  # the first time alone
        begin.press("Enter")
    original = page.get_by_role("combobox", name="Original")
    original.focus()
    page.keyboard.press("ArrowDown")
    field = page.locator(f'textarea[data-field="{done.field}"]')
    expect(field).to_have_value(done.item.fields[done.field])
    field.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type(changed)
    page.get_by_role("radio", name=done.promise).press("Space")
    page.get_by_label("Rationale").focus()
    page.keyboard.type("It goes by single words.")
    expect(page.locator("#refused")).to_be_empty()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#submitted h2")).to_have_text("Handed in")


@pytest.mark.parametrize("task", READ)
def test_a_pair_that_an_editor_accepts_is_exported_as_such(
    browser: Browser, served: Night, tmp_path: Path, task: str
) -> None:
    done, workshop, faults = TASKS[task], f"read-{task}", list[str]()
    editor = served.people[0]
    link = editor.post(f"/workshops/{workshop}/invitations", {"role": "writer"})["link"]
    writer = served.person(f"Wanda of {task}", link)
    writer.put(f"/workshops/{workshop}/consent")
    page = _opened(browser, served, writer, faults, 390)
    _handed_in(page, workshop, done, done.changed)
    photograph(page, f"pair-{task}-phone")
    _handed_in(page, workshop, done, done.changed.replace(" .", " at noon yesterday ."))

    # Another person reads both, and accepts one of them.
    desk = _opened(browser, served, editor, faults, 1280)
    desk.goto(f"/workshops/{workshop}/queue")
    expect(desk.locator(".lead")).to_contain_text("2 texts wait")
    pair = desk.get_by_role("article").first
    expect(pair.locator("ins").first).to_have_text("not" if task == "sentiment" else "has")
    expect(pair).to_contain_text(f"by Wanda of {task}")
    expect(pair).to_contain_text("Rationale: It goes by single words.")
    then = "positive, then negative: it flips"
    expect(pair).to_contain_text(then if task == "sentiment" else "entailment: it stays the same")
    expect(pair.locator("h2")).to_have_text(done.changed)
    photograph(desk, f"queue-{task}")
    pair.get_by_role("button", name="Accept").click()
    expect(desk.locator("#said")).to_have_text("The pair is accepted.")

    # Its writer is told, and it alone is among the accepted ones.
    page.get_by_role("link", name="Your texts and drafts").click()
    expect(page.get_by_role("row").filter(has_text="accepted")).to_contain_text("By Olga.")
    expect(page.get_by_role("row").filter(has_text="handed in")).to_contain_text("An editor reads it next.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    photograph(page, f"writer-of-{task}-phone")
    for person in (desk, page):
        path = _downloaded(person, workshop, tmp_path, "Accepted pairs")
        checked = zellig("pairs", "check", path)
        assert checked.returncode == 0, checked.stdout + checked.stderr
        [_, line] = path.read_bytes().splitlines()
        assert msgspec.json.decode(line)["modified"]["fields"][done.field] == done.changed
    assert len(_downloaded(desk, workshop, tmp_path).read_bytes().splitlines()) == 3
    assert faults == []
    page.context.close()
    desk.context.close()


def test_a_new_answer_is_chosen_by_choosing_it(browser: Browser, served: Night) -> None:
    faults: list[str] = []
    page = _opened(browser, served, served.people[0], faults, 1280)
    page.goto("/workshops/nli")
    page.get_by_role("button", name="Write a new pair").press("Enter")
    page.get_by_role("button", name="Begin").press("Enter")
    expect(page.locator("#line")).to_contain_text("saved")
    page.get_by_role("combobox", name="Original").select_option("n1")
    page.locator('textarea[data-field="hypothesis"]').fill("The cook leaves the kitchen .")
    page.get_by_label("the new answer").select_option("contradiction")
    expect(page.get_by_role("radio", name="it becomes")).to_be_checked()
    expect(page.locator("#findings .breaks").first).to_contain_text("your pair breaks it")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#submitted h2")).to_have_text("Handed in")
    pair = served.people[0].get("/workshops/nli/texts")[-1]["pair"]
    assert (pair["promise"], pair["modified"]["accepted"]) == ("becomes", ["contradiction"])
    assert faults == []
    page.context.close()


def test_a_promise_is_undone_and_says_nothing_of_the_next_item(browser: Browser, served: Night) -> None:
    faults: list[str] = []
    page = _opened(browser, served, served.people[0], faults, 1280)
    page.goto("/workshops/nli")
    page.get_by_role("button", name="Write a new pair").press("Enter")
    page.get_by_role("button", name="Begin").press("Enter")
    expect(page.locator("#line")).to_contain_text("saved")
    original = page.get_by_role("combobox", name="Original")
    original.select_option("n1")
    field, given = page.locator('textarea[data-field="hypothesis"]'), TASKS["nli"].item.fields["hypothesis"]
    expect(page.locator('[data-system="denying"]')).to_contain_text("modified")
    field.fill("The cook eats soup .")
    expect(page.locator("#sizes ins").first).to_have_text("eats")
    chosen, undo = page.get_by_role("radio", checked=True), page.get_by_role("button", name="Undo")
    nothing_promised = "Say what becomes of the right answer"

    # What is undone is sent, and is one step.
    page.get_by_role("radio", name="it stays the same").check()
    expect(page.locator("#findings .breaks").first).to_be_visible()
    undo.click()
    expect(chosen).to_have_count(0)
    expect(page.locator("#findings")).to_contain_text(nothing_promised)
    undo.click()
    expect(field).to_have_value(given)
    page.keyboard.press("Control+Shift+z")
    expect(field).to_have_value("The cook eats soup .")
    page.keyboard.press("Control+Shift+z")
    expect(page.get_by_role("radio", name="it stays the same")).to_be_checked()
    expect(page.locator("#findings .breaks").first).to_be_visible()

    # Another item is chosen: the promise is made anew.
    page.get_by_label("the new answer").select_option("contradiction")
    expect(page.get_by_role("radio", name="it becomes")).to_be_checked()
    original.select_option("")
    original.select_option("n1")
    expect(field).to_have_value(given)
    expect(chosen).to_have_count(0)
    expect(page.get_by_label("the new answer")).to_have_value("")
    expect(page.locator("#findings")).to_contain_text(nothing_promised)
    assert faults == []
    page.context.close()
