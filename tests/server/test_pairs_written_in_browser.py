"""Pairs of every task are written against several systems, and come out as a file that the check accepts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from contest_night import Night, night
from helpers import zellig
from in_browser import launched
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
        "",
    ),
}


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
    expect(page.locator("#findings")).not_to_be_empty()
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


def _downloaded(page: Page, task: str, folder: Path) -> Path:
    page.goto(f"/workshops/{task}")
    page.get_by_role("link", name="How texts were written").click()
    expect(page.get_by_role("heading", name="What moved the machine")).to_be_visible()
    with page.expect_download() as coming:
        page.get_by_role("link", name="Pairs", exact=True).click()
    path = folder / coming.value.suggested_filename
    coming.value.save_as(path)
    assert path.name == f"{task}-pairs.jsonl"
    return path
