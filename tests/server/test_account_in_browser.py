"""A forgotten password, and the page of one's account, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from contest_night import PASSWORD, Night, Person, night, timeline
from in_browser import launched
from post_office import Mailbox, mailbox
from zellig.server.postman import Postman
from zellig.server.smtp import MailServer

NEW = "quite another one"

expect.set_options(timeout=20_000)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


@pytest.fixture(scope="module")
def box() -> Iterator[Mailbox]:
    with mailbox() as found:
        yield found


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, box: Mailbox) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("account")
    server = MailServer("127.0.0.1", box.port, "contests@example.org")
    with night(folder / "zellig.sqlite", folder, mail=server) as found:
        yield found


@pytest.fixture(scope="module")
def organiser(served: Night) -> Person:
    made = served.operator()
    made.post("/contests", {"contest": "soup", "title": "Soup night"})
    made.put("/contests/soup/rules", {"task": "sentiment", "timeline": timeline()})
    return made


def _page(browser: Browser, served: Night) -> Page:
    return browser.new_context(base_url=served.address).new_page()


def _sign_in(page: Page, name: str, password: str) -> None:
    page.goto("/sign-in?back=/account")
    form = page.locator("form[data-send='POST /api/v1/session']")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(password)
    form.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


def test_a_forgotten_password(browser: Browser, served: Night, organiser: Person, box: Mailbox) -> None:
    link = organiser.post("/contests/soup/invitations", {"roles": ["judge"]})["link"]
    page = _page(browser, served)
    page.goto(f"/join/{link}")
    page.get_by_label("Name").fill("Fay")
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_label("E-mail").fill("fay@example.org")
    page.get_by_role("button", name="Make the account and join").click()
    expect(page.get_by_text("You have joined.")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_text("You have signed out.")).to_be_visible()
    page.goto("/sign-in")
    page.get_by_text("Forgot the password?").click()
    form = page.locator("form[data-send='POST /api/v1/password/forgotten']")
    form.get_by_label("Name").fill("fay")
    form.get_by_role("button").click()
    expect(page.get_by_text("a link is on its way there")).to_be_visible()
    house = served.house
    assert house.settings.mail is not None
    assert Postman(house.database, house.settings.mail, served.address, house.clock).work()
    (address,) = re.findall(r"http\S+", box.to("fay@example.org")[0].get_content())
    page.goto(address)
    page.get_by_label("New password").fill(NEW)
    page.get_by_role("button", name="Choose it").click()
    expect(page.get_by_role("link", name="Fay")).to_be_visible()


def test_the_page_of_an_account(browser: Browser, served: Night, organiser: Person) -> None:
    link = organiser.post("/contests/soup/invitations", {"roles": ["judge"]})["link"]
    served.person("Gil", link)
    page = _page(browser, served)
    _sign_in(page, "Gil", PASSWORD)
    mails = page.locator("form[data-send='PUT /api/v1/account']")
    mails.get_by_label("E-mail").fill("gil@example.org")
    mails.get_by_label("remind me").uncheck()
    mails.get_by_role("button").click()
    expect(mails.get_by_text("do not go together")).to_be_visible()  # it needs the password
    mails.locator("[name=password]").fill(PASSWORD)
    mails.get_by_role("button").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(mails.get_by_label("E-mail")).to_have_value("gil@example.org")
    expect(mails.get_by_label("remind me")).not_to_be_checked()
    page.get_by_text("Choose another one").click()
    password = page.locator("form[data-send='PUT /api/v1/account/password']")
    password.get_by_label("The password that you have").fill(PASSWORD)
    password.get_by_label("New password").fill(NEW)
    password.get_by_role("button").click()
    expect(page.get_by_text("The password is changed")).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download all that is kept about you").click()
    assert waiting.value.suggested_filename == "account.zip"
    page.get_by_text("Close it").click()
    closing = page.locator("form[data-send='POST /api/v1/account/closing']")
    closing.get_by_label("I know that this cannot be undone").check()
    closing.get_by_label("Password").fill(PASSWORD)  # the old one
    closing.get_by_role("button", name="Close my account for good").click()
    expect(closing.get_by_text("do not go together")).to_be_visible()
    closing.get_by_label("Password").fill(NEW)
    closing.get_by_role("button", name="Close my account for good").click()
    expect(page.get_by_text("Your account is closed.")).to_be_visible()


def test_links_for_others(browser: Browser, served: Night, organiser: Person) -> None:
    page = _page(browser, served)
    _sign_in(page, "Olga", PASSWORD)
    page.get_by_role("button", name="Make a link for another operator").click()
    made = page.get_by_label("Link for one person, good once")
    expect(made).to_have_value(re.compile("/join/"))
    before = made.input_value()
    page.get_by_label("Name of somebody who has forgotten").fill("Fay")
    page.get_by_role("button", name="Make a link for a new one").click()
    expect(made).not_to_have_value(before)
    page.goto("/contests/soup/organise")
    page.locator("#forgotten select").select_option("Fay")
    page.get_by_role("button", name="Make a link for a new one").click()
    expect(page.get_by_label("Link for one person, good once")).to_have_value(re.compile("/join/"))


def test_two_organisers_who_write_the_rules(browser: Browser, served: Night, organiser: Person) -> None:
    page = _page(browser, served)
    _sign_in(page, "Olga", PASSWORD)
    page.goto("/contests/soup/organise")
    rules = {"task": "sentiment", "timeline": timeline(), "bundle": "participants", "remind_hours": 48}
    organiser.put("/contests/soup/rules", rules)  # meanwhile
    page.get_by_role("button", name="Write the rules").click()
    expect(page.get_by_text("Somebody else has changed this meanwhile.")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Write the rules").click()
    expect(page.get_by_text("The rules are written.")).to_be_visible()
    kept = organiser.get("/contests/soup/rules")
    assert (kept["bundle"], kept["remind_hours"]) == ("participants", 48)
