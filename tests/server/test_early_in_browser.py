"""Who is quicker than the modules of a page: what was typed counts, and a form waits for what sends it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from contest_night import PASSWORD, Night, night
from in_browser import launched

expect.set_options(timeout=20_000)  # others may keep the machine busy


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("early")
    with night(folder / "zellig.sqlite", folder) as found:
        found.operator()
        yield found


@pytest.fixture
def page(browser: Browser, served: Night) -> Iterator[Page]:
    context = browser.new_context(base_url=served.address)
    yield context.new_page()
    context.close()


def open_early(page: Page, address: str) -> list[Route]:
    """The page before its modules have come: what all of them need is held back."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/forms*.js", hold)
    page.goto(address, wait_until="commit")
    expect(page.locator("main")).to_be_visible()
    return held


def let_go(held: list[Route]) -> None:
    assert held
    for route in held:
        route.continue_()


def test_a_form_that_is_sent_early_waits_for_its_module(page: Page) -> None:
    held = open_early(page, "/sign-in")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_label("Name", exact=True).fill("Olga")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click(no_wait_after=True)
    let_go(held)
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    assert any(each.endswith("/api/v1/session") for each in asked)
    assert not any("password=" in each for each in asked)


def test_a_title_that_is_typed_early_gives_the_name(page: Page, served: Night) -> None:
    cookies = served.people[0].client.cookies
    page.context.add_cookies(
        [{"name": name, "value": value, "url": served.address} for name, value in cookies.items()]
    )
    held = open_early(page, "/new")
    page.get_by_label("Title").fill("Rivers of 2027")
    let_go(held)
    expect(page.get_by_label("Name in addresses")).to_have_value("rivers-of-2027")
