"""What builders do in a real browser: a large upload over a bad line, and a live endpoint."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from contest_night import Person, night
from in_browser import launched
from live_endpoint import LiveEndpoint, live_endpoint
from small_contest import C, Small, records
from zellig.items import Item

expect.set_options(timeout=20_000)  # others may keep the machine busy


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Small]:
    folder = tmp_path_factory.mktemp("builder")
    with night(folder / "zellig.sqlite", folder, private_endpoints=True) as served:
        yield Small(served)


@pytest.fixture(scope="module")
def endpoint() -> Iterator[LiveEndpoint]:
    with live_endpoint() as made:
        yield made


def _signed_in(browser: Browser, small: Small, who: Person) -> Page:
    """A page of somebody who has signed in."""
    address = small.night.address
    context = browser.new_context(base_url=address, viewport={"width": 390, "height": 844})
    context.add_cookies(
        [{"name": name, "value": value, "url": address} for name, value in who.client.cookies.items()]
    )
    return context.new_page()


def test_a_large_file_goes_on_after_a_lost_part(browser: Browser, small: Small, tmp_path: Path) -> None:
    items = [Item(f"t{number}", {"text": "A long evening. " * 20_000}, ("+1",)) for number in range(16)]
    path = tmp_path / "training.jsonl"
    path.write_bytes(b"".join(records(Item, items)))
    page = _signed_in(browser, small, small.organiser)
    page.goto(f"{C}/upload?kind=training")
    sent: list[str] = []
    losses = iter([False, True, *[False] * 20])

    def lose(route: Route) -> None:
        sent.append(route.request.url.rpartition("=")[2])
        route.abort() if next(losses) else route.continue_()

    page.route("**/uploads/*?offset=*", lose)
    page.set_input_files("#file", path)
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page.locator("#state")).to_have_text("received")
    assert sent == [str(part * 2**20) for part in (0, 1, 1, 2, 3, 4)]
    small.night.work()
    expect(page.locator("#state")).to_have_text("accepted")
    expect(page.locator("#reason")).to_have_text("16 items.")
    assert page.get_by_label("so much of the file has been sent").count() == 0


def test_a_builder_registers_an_endpoint_and_sees_what_comes_of_it(
    browser: Browser, small: Small, endpoint: LiveEndpoint
) -> None:
    small.build()
    page = _signed_in(browser, small, small.people["builder"])
    page.goto(C)
    said = page.locator("#said")

    def press(name: str) -> None:
        page.get_by_role("button", name=name, exact=True).click()

    page.get_by_label("Address").fill("http://nowhere.invalid")
    page.get_by_label("Token").fill("never-shown")
    press("Register and try it out")
    expect(page.locator(".refusal:visible")).to_contain_text("in plain text")
    page.get_by_label("Address").fill(endpoint.address)
    press("Register and try it out")
    expect(said).to_have_text("The endpoint is registered, and is tried out now.")
    small.night.ask()
    page.get_by_role("link", name="Look again").click()
    expect(page.get_by_text("It works: kettle 7 answered 3 development items.")).to_be_visible()
    assert "never-shown" not in page.content()

    small.break_()
    small.night.clock.to("predict")
    small.night.ask()
    page.goto(C)
    row = page.get_by_role("row", name="kettle 7")
    expect(row).to_contain_text("brought")
    expect(row).to_contain_text("10 of 10")
    press("Ask it for the pairs now")
    expect(said).to_have_text("It will be asked.")
    expect(page.get_by_text("It will be asked in a moment.")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    small.night.ask()
    press("Remove it")
    expect(said).to_have_text("The endpoint is removed.")
    expect(page.get_by_text("Instead of uploading answers")).to_be_visible()
    small.night.clock.to("judge")
    page.goto(C)
    expect(page.get_by_text("it is not the time to register one")).to_be_visible()
