"""Every page, for every role, light, dark and on a phone: contrast, names, focus, width, requests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from accessible import faults_of, too_wide, unseen_focus
from contest_night import Night, night
from in_browser import launched
from zellig.server import demo

D = "/contests/demo-"
PAGES = {
    None: ["/", "/sign-in", f"{D}break", f"{D}publish", "/nothing/here"],
    "Olga": [  # operator and organiser
        "/",
        "/new",
        "/account",
        "/api",
        "/contests/draft",
        "/contests/draft/organise",
        f"{D}judge",
        f"{D}judge/organise",
        f"{D}publish/organise",
        f"{D}publish/audit",
        f"{D}appeal/judged",
        f"{D}appeal/appeals",
        f"{D}publish/board",
        f"{D}build/upload",
        f"{D}build/downloads",
        "/rooms",
        "/new-room",
        "/rooms/demo-open",
        "/rooms/demo-match",
        "/rooms/demo-match/played",
    ],
    "Sam": [  # builder
        f"{D}build",
        f"{D}build/upload",
        f"{D}judge/upload",
        f"{D}predict/downloads",
        f"{D}publish/team",
        f"{D}publish/board",
        f"{D}appeal/appeals",
        f"{D}publish/organise",
        "/rooms/demo-open",
        "/rooms/demo-match",
        "/new-room",
    ],
    "Finn": [  # breaker
        f"{D}break",
        f"{D}break/upload",
        f"{D}break/pairs/new",
        f"{D}build/team",
        f"{D}appeal/judged",
        f"{D}appeal/appeals",
    ],
    "Jun": [f"{D}judge", f"{D}judge/judge", f"{D}build/judge", f"{D}publish/downloads"],  # judge
    "Oskar": [f"{D}score", f"{D}publish/board", f"{D}publish/downloads"],  # observer
}
expect.set_options(timeout=20_000)  # others may keep the machine busy
REFUSED = {"/nothing/here": 404, f"{D}publish/organise": 403}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("everybody")
    with night(folder / "zellig.sqlite", folder) as served:
        with served.house.database.writing() as connection:
            demo.furnish(connection, served.clock())
        yield served


@pytest.fixture(scope="module", params=PAGES, ids=str)
def visitor(
    request: pytest.FixtureRequest, browser: Browser, furnished: Night
) -> Iterator[tuple[str | None, BrowserContext]]:
    name: str | None = request.param
    context = browser.new_context(base_url=furnished.address, locale="en-GB", timezone_id="Europe/Berlin")
    if name is not None:
        answer = context.request.post("/api/v1/session", data={"name": name, "password": demo.PASSWORD})
        assert answer.ok, answer.text()
        if name == "Olga":
            headers = {"x-csrf-token": answer.json()["csrf"]}
            begun = {"contest": "draft", "title": "Next year"}
            assert context.request.post("/api/v1/contests", data=begun, headers=headers).ok
    yield name, context
    context.close()


def test_everybody_can_read_and_use_every_page(
    visitor: tuple[str | None, BrowserContext], furnished: Night
) -> None:
    name, context = visitor
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
    page.on(
        "console", lambda said: wrong.append(f"{page.url}: {said.text}") if said.type == "error" else None
    )
    page.on(
        "request",
        lambda asked: wrong.append(asked.url) if not asked.url.startswith(furnished.address) else None,
    )
    for address in PAGES[name]:
        page.set_viewport_size({"width": 1100, "height": 900})
        reply = page.goto(address)
        assert reply is not None
        refused = name != "Olga" and address in REFUSED
        assert reply.status == (REFUSED[address] if refused else 200), address
        for unfinished in ("#count", "#judging"):
            if page.locator(unfinished).count() and "judged" not in address:
                expect(page.locator(unfinished)).not_to_have_text("Loading…")
                expect(page.locator(unfinished)).to_be_visible()
        page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            wrong += [f"{address} ({scheme}): {each}" for each in faults_of(page)]
        wrong += [f"{address}: {each}" for each in unseen_focus(page)]
        page.evaluate("() => document.activeElement.blur()")
        page.keyboard.press("?")
        expect(page.locator("#keys")).to_be_visible()
        wrong += [f"{address} (keys): {each}" for each in faults_of(page)]
        page.keyboard.press("Escape")
        page.set_viewport_size({"width": 390, "height": 844})
        wrong += [f"{address}: {each}" for each in too_wide(page)]
    page.close()
    assert [each for each in wrong if not _expected(each)] == []


def _expected(said: str) -> bool:
    """Browsers note in the console that a page was refused."""
    return any(
        f"{address}: Failed to load" in said and str(status) in said for address, status in REFUSED.items()
    )


def _held(page: Page, addresses: str) -> list[Route]:
    """Requests that wait until somebody lets them go on."""
    found: list[Route] = []

    def hold(route: Route) -> None:
        found.append(route)

    page.route(addresses, hold)
    return found


def test_slow_answers_do_not_mix_up_the_texts_of_a_judge(browser: Browser, furnished: Night) -> None:
    context = browser.new_context(base_url=furnished.address, service_workers="block")
    signed = context.request.post("/api/v1/session", data={"name": "Joe", "password": demo.PASSWORD})
    assert signed.ok
    page = context.new_page()
    held = _held(page, "**/verdicts")
    page.goto(f"{D}judge/judge")
    texts, line, keys = page.locator("#texts"), page.locator("#line"), page.locator(".answer-key")
    expect(texts).not_to_be_empty()
    first = texts.inner_text()
    with page.expect_request("**/verdicts"):
        page.keyboard.press("1")
    expect(texts).not_to_have_text(first)
    second = texts.inner_text()
    page.keyboard.press("u")  # while the answer is on its way
    expect(keys.first).to_be_disabled()
    page.keyboard.press("1")  # would be an answer to the text that is going
    expect(texts).to_have_text(second)
    held.pop().continue_()
    expect(texts).to_have_text(first)
    expect(line).to_have_text("Taken back.")
    page.unroute("**/verdicts")
    keys.first.dblclick()  # one answer, and not one to a text that nobody has read
    expect(page.locator("#progress")).to_contain_text("1 of")
    expect(texts).to_have_text(second)
    expect(line).to_have_text("")
    context.close()


def test_a_check_that_comes_late_says_nothing_of_the_next_item(browser: Browser, furnished: Night) -> None:
    context = browser.new_context(base_url=furnished.address)
    signed = context.request.post("/api/v1/session", data={"name": "Finn", "password": demo.PASSWORD})
    assert signed.ok
    page, other = context.new_page(), context.new_page()
    held = _held(page, "**/pairs/check*")
    for each in (page, other):
        each.goto(f"{D}break/pairs/new")
    copy = page.get_by_label("text", exact=True)
    page.get_by_role("radio", name="it flips").check()
    with page.expect_request("**/pairs/check*"):
        copy.fill("The soup was not hot.")
    page.keyboard.press("Alt+n")
    with page.expect_response("**/pairs/check*"):
        held.pop().continue_()
    page.unroute("**/pairs/check*")
    expect(page.locator("#sizes del, #sizes ins")).to_have_count(0)

    # Two tabs write, and none loses what the other keeps.
    for each, words in ((page, "The soup was hardly hot."), (other, "The soup was never hot.")):
        each.get_by_label("Original 12").select_option(index=0)
        each.get_by_label("text", exact=True).fill(words)
        each.get_by_role("radio", name="it flips").check()
        each.keyboard.press("Control+Enter")
        expect(each.locator("#said")).to_contain_text("kept")
    for each in (page, other):
        expect(each.locator("#kept-pairs li")).to_have_count(2)
    page.get_by_role("button", name="Remove: The soup was never hot.").click()
    expect(other.locator("#kept-pairs li")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(other.locator("#kept-pairs li")).to_have_count(2)
    context.close()
