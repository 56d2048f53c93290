"""A contest from the first link to the published board, by clicking and typing in a real browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from accessible import faults_of, too_wide
from contest_night import DAY, PASSWORD, START, Night, night
from in_browser import launched, photograph
from zellig.games.contest.rules import PHASES
from zellig.items import Item, Prediction, encode_record, header_of
from zellig.server.invitations import first_link

STARTER = {
    "s1": ("The kitchen sends out warm bread and a good soup.", "+1"),
    "s2": ("The waiter was rude and the room was cold.", "-1"),
    "s3": ("We loved every course of this long evening.", "+1"),
}
C = "/contests/soup-night"
# In the page itself: a browser with a service worker does not hand every request to who listens outside.
REFUSE_THE_FIRST = """() => {
    const no = { type: "forbidden", title: "No", status: 403, detail: "not now", remedy: "" };
    const real = fetch;
    let first = null;
    globalThis.fetch = (address, given) => {
        if (String(address).endsWith("/verdicts")) first ??= address;
        return address === first ? Promise.resolve(Response.json(no, { status: 403 })) : real(address, given);
    };
}"""

expect.set_options(timeout=20_000)  # others may keep the machine busy


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("pages")
    with night(folder / "zellig.sqlite", folder) as found:
        yield found


class Visitor:
    """Somebody with a browser of their own; what goes wrong in its console is noted."""

    def __init__(self, browser: Browser, served: Night, faults: list[str]) -> None:
        self.context: BrowserContext = browser.new_context(
            base_url=served.address,
            viewport={"width": 1100, "height": 900},
            timezone_id="UTC",
            locale="en-GB",
        )
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: faults.append(str(error)))
        self.page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)

    def at(self, address: str, picture: str = "") -> Page:
        reply = self.page.goto(address)
        assert reply is not None
        assert reply.ok, f"{address}: {reply.status} {reply.text()[:2000]}"
        return self.look(picture)

    def look(self, picture: str = "") -> Page:
        """The page; everybody can read it, and nothing on it is wider than a phone."""
        assert faults_of(self.page) == []
        before = self.page.viewport_size
        assert before
        if picture:
            for scheme in ("light", "dark"):
                self.page.emulate_media(color_scheme=scheme)
                photograph(self.page, f"{picture}-{scheme}")
            self.page.emulate_media(color_scheme="light")
        self.page.set_viewport_size({"width": 390, "height": 844})
        wide = too_wide(self.page)
        if picture:
            photograph(self.page, f"{picture}-phone")
        self.page.set_viewport_size(before)
        assert wide == [], self.page.url
        return self.page

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def fill(self, label: str, value: str) -> None:
        self.page.get_by_label(label).first.fill(value)

    def joins(self, address: str, name: str, picture: str = "") -> Visitor:
        self.at(address, picture)
        self.fill("Name", name)
        self.fill("Password", PASSWORD)
        self.press("Make the account and join")
        expect(self.page.get_by_role("status")).to_have_text("You have joined.")
        return self

    def said(self, words: str) -> None:
        expect(self.page.locator("#said")).to_contain_text(words)


def _lines(folder: Path, name: str, records: list[Item] | list[Prediction]) -> Path:
    path = folder / name
    head = header_of(Item, "sentiment") if records and isinstance(records[0], Item) else b""
    path.write_bytes(head + b"".join(map(encode_record, records)))
    return path


def _upload(visitor: Visitor, served: Night, path: Path, kind: str, picture: str = "") -> None:
    visitor.at(f"{C}/upload?kind={kind}")
    visitor.page.set_input_files("#file", path)
    visitor.press("Upload")
    expect(visitor.page.locator("#state")).to_have_text("received")
    served.work()
    expect(visitor.page.locator("#state")).to_have_text("accepted")
    expect(visitor.page.locator("#brought")).to_contain_text(path.name)
    visitor.look(picture)


def _invite(organiser: Visitor, role: str, team: str = "", picture: str = "") -> str:
    page = organiser.at(f"{C}/organise")
    if team:
        organiser.fill("Name of a new team", team)
        organiser.press("Found the team")
        organiser.said("The team is founded.")
        page.get_by_label("For the team").select_option(label=team)
    page.locator("#invite").get_by_role("checkbox", name=role, exact=True).check()
    organiser.press("Make a link")
    expect(page.locator("#invited-link")).to_be_visible()
    organiser.look(picture)
    return page.locator("#invited-link").input_value()


def _plan(organiser: Visitor) -> None:
    """Two rounds with all phases, of a day each; what is refused is said beside its field."""
    page = organiser.page
    expect(page.get_by_label("Task")).to_have_value("sentiment")
    for number, phase in enumerate(PHASES):
        for label, day in ((f"{phase} opens", number), (f"{phase} closes", number + 1)):
            if label != "publish closes":
                page.get_by_label(label, exact=True).fill(f"{START + day * DAY:%Y-%m-%dT%H:%M}")
                page.get_by_label(label, exact=True).blur()
    page.get_by_label("What kind of contest is it?").select_option(
        label="a panel of judges, and nothing else"
    )
    expect(page.get_by_label("break opens", exact=True)).to_be_disabled()
    page.get_by_label("What kind of contest is it?").select_option(index=1)
    organiser.press("Add a round")
    first = START + 13 * DAY  # a week after the results of the round before
    expect(page.get_by_label("build opens of round 2")).to_have_value(f"{first:%Y-%m-%dT%H:%M}")
    page.get_by_role("region", name="Round 2").get_by_role("checkbox", name="build").uncheck()
    page.get_by_label("originals may be written for their pairs").check()
    organiser.fill("So many are asked if somebody disagrees", "1")
    organiser.fill("So many who agree are enough", "2")
    organiser.fill("After so many an organiser decides", "1")
    organiser.press("Write the rules")
    expect(page.locator("#rules .refusal")).to_contain_text("do not go together")  # refused, and said why
    expect(page.get_by_label("So many who agree are enough")).to_be_focused()
    organiser.look("organise-refused")
    organiser.fill("So many who agree are enough", "1")
    page.get_by_label("when a time changes, all that follow move along").uncheck()
    page.get_by_label("predict opens", exact=True).fill(f"{START + DAY:%Y-%m-%dT%H:%M}")
    organiser.press("Write the rules")
    expect(page.locator("td .refusal")).to_contain_text("overlap")
    expect(page.get_by_label("predict opens", exact=True)).to_have_attribute("aria-invalid", "true")
    page.get_by_label("predict opens", exact=True).fill(f"{START + 2 * DAY:%Y-%m-%dT%H:%M}")
    organiser.press("Write the rules")
    organiser.said("The rules are written.")


def test_a_contest_is_played_by_clicking_and_typing(browser: Browser, served: Night, tmp_path: Path) -> None:
    faults: list[str] = []
    clock = served.clock

    # The operator joins by the first link, and sets a contest up.
    with served.house.database.writing() as connection:
        link = first_link(connection, clock())
    stranger = Visitor(browser, served, faults)
    stranger.at("/", "front-empty")
    organiser = Visitor(browser, served, faults)
    organiser.joins(f"/join/{link}", "Olga", "join-operator")
    page = organiser.at("/new", "new")
    organiser.fill("Title", "Soup night")
    organiser.press("Begin the contest")
    organiser.said("The contest is begun.")
    organiser.look("organise-draft")
    _plan(organiser)
    assert all("400 (Bad Request)" in each for each in faults), faults
    faults.clear()
    starter = [Item(name, {"text": text}, (label,)) for name, (text, label) in STARTER.items()]
    dev = [Item("d1", {"text": "A cold plate and a colder smile."}, ("-1",))]
    _upload(organiser, served, _lines(tmp_path, "starter.jsonl", starter), "starter")
    _upload(organiser, served, _lines(tmp_path, "dev.jsonl", dev), "dev")
    breakers_link = _invite(organiser, "breaker", "Ladles", "organise-invite")
    builders_link = _invite(organiser, "builder", "Spoons")
    judges_link = _invite(organiser, "judge")
    organiser.at(f"{C}/organise")
    organiser.press("Open the contest")
    organiser.said("The contest is open")
    organiser.look("home-organiser")

    page = organiser.at(f"{C}/organise")
    page.locator("#extension select").select_option(label="judge of round 2")
    page.get_by_label("Closes", exact=True).fill(f"{START + 17.5 * DAY:%Y-%m-%dT%H:%M}")
    organiser.fill("Reason, for everybody to read", "Everybody is at the sea.")
    organiser.press("Extend")
    organiser.said("The phase closes later.")

    # Everybody joins; texts need consent to the licence.
    breaker = Visitor(browser, served, faults).joins(breakers_link, "Brita", "join-breaker")
    builder = Visitor(browser, served, faults).joins(builders_link, "Bodo")
    judge = Visitor(browser, served, faults).joins(judges_link, "Jule")
    for each in (breaker, builder):
        each.at(C, "home-licence" if each is breaker else "")
        each.page.get_by_role("link", name="Read and agree").click()
        each.press("Agree to CC BY 4.0")
        each.said("You have agreed to CC BY 4.0.")

    clock.to("build")
    builder.at(C, "home-builder")
    answers = [Prediction("d1", "-1")]
    _upload(builder, served, _lines(tmp_path, "dev-answers.jsonl", answers), "dev-predictions")

    # Pairs are written, and uploaded; a bad line is refused with its reason.
    clock.to("break", hours=23.5)
    breaker.at(C, "home-breaker")
    expect(breaker.page.get_by_text("judge of round 2 was extended")).to_contain_text("at the sea")
    expect(breaker.page.locator("header .near")).to_contain_text("minutes")  # counted down: it is near
    breaker.page.get_by_role("link", name="Write pairs").last.click()
    page = breaker.page
    expect(page.locator("#original-answer")).to_have_text("positive")
    page.get_by_label("text", exact=True).fill("The kitchen sends out warm bread and a bad soup.")
    expect(page.get_by_role("radio", checked=True)).to_have_count(0)  # nothing is promised before one says so
    page.get_by_label("Rationale").press("Control+Enter")
    expect(page.locator("#findings")).to_contain_text("Say what becomes of the right answer")
    expect(page.locator("#kept-pairs li")).to_have_count(0)
    page.get_by_role("radio", name="it flips").check()
    breaker.fill("Phenomenon", "antonym")
    breaker.fill("Rationale", "One word turns the sentence.")
    expect(page.locator("#sizes")).to_contain_text("1 word changed")
    breaker.look("pair-editor")
    page.get_by_label("Rationale").press("Control+Enter")
    breaker.said("The pair is kept in this browser.")
    page.get_by_label("text", exact=True).fill("The waiter was hardly rude and the room was never cold.")
    page.get_by_role("radio", name="it flips").check()
    page.get_by_label("Rationale").press("Control+Enter")
    expect(page.locator("#kept-pairs li")).to_have_count(2)
    page.get_by_label("Original", exact=False).first.select_option(label="an original of my own")
    page.get_by_label("text of the original").fill("The bread was warm.")
    page.get_by_label("text of the original").blur()
    expect(page.get_by_label("text", exact=True)).to_have_value("The bread was warm.")
    page.get_by_label("Right answer").select_option(label="positive")
    page.get_by_label("text", exact=True).fill("The bread was cold.")
    page.get_by_label("the new answer").select_option(label="negative")
    expect(page.get_by_role("radio", name="it becomes")).to_be_checked()
    page.get_by_label("Rationale").press("Control+Enter")
    expect(page.locator("#kept-pairs li")).to_have_count(3)
    page.get_by_role("button", name="Remove: The bread was cold.").click()
    expect(page.locator("#kept-pairs li")).to_have_count(2)
    breaker.look("pair-editor-kept")
    breaker.press("Upload them")
    page.wait_for_url("**/upload?submission=*")
    served.work()
    expect(page.locator("#state")).to_have_text("accepted")
    with page.expect_download():
        page.goto(f"{C}/upload")
        page.get_by_text("Or paste lines").click()
        page.get_by_label("JSON lines").fill('{"id": "p9", "nothing": 1}')
        breaker.press("Upload")
        expect(page.locator("#state")).to_have_text("received")
        served.work()
        expect(page.locator("#state")).to_have_text("rejected")
        expect(page.locator("#findings li").first).to_contain_text("refused · line 1")
        breaker.look("upload-refused")
        breaker.press("Download the refused lines")

    # Answers to the blind pairs: the builder's system is positive about everything.
    clock.to("predict")
    builder.at(C)
    with builder.page.expect_download() as download:
        builder.page.get_by_role("link", name="The blind pairs").click()
    asked = Path(download.value.path()).read_text().splitlines()[1:]
    answers = [Prediction(json.loads(line)["id"], "+1") for line in asked]
    _upload(builder, served, _lines(tmp_path, "answers.jsonl", answers), "predictions", "upload-accepted")

    # Judged by keys; a dropped connection loses nothing.
    clock.to("judge")
    page = judge.at(f"{C}/judge")
    texts = page.locator("#texts")
    expect(texts).to_contain_text("cold plate")  # the training item comes first
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    # An answer that is refused is put aside, keeps no later one waiting, and is sent when the page is loaded.
    page.evaluate(REFUSE_THE_FIRST)
    page.keyboard.press("1")
    expect(page.locator("#line")).to_contain_text("Not now. 1 answer is kept here")
    expect(texts).not_to_contain_text("cold plate")
    first = texts.inner_text()
    with page.expect_response("**/verdicts") as later:
        page.keyboard.press("1")
    assert later.value.status == 204
    page.keyboard.press("u")
    expect(page.locator("#line")).to_have_text("Taken back.")
    with page.expect_response("**/verdicts") as again:
        page.reload()
    assert again.value.status == 204
    expect(texts).to_have_text(first)
    expect(page.locator("#line")).to_have_text("")
    judge.look("judge")
    page.keyboard.press("g")
    expect(page.locator("#grammatical")).to_contain_text("no")
    page.wait_for_function("async () => Boolean(await caches.match(location.pathname))")  # kept for a reload
    judge.context.set_offline(True)
    page.keyboard.press("3" if "bread" in first else "1")  # not what was promised
    expect(texts).not_to_have_text(first)
    expect(page.locator("#line")).to_contain_text("1 answer is kept here")
    second = texts.inner_text()
    page.reload()
    expect(texts).to_have_text(second)
    expect(page.locator("#line")).to_contain_text("1 answer is kept here")
    other = judge.context.new_page()
    other.goto(f"{C}/judge")
    expect(other.locator("#elsewhere")).to_be_visible()  # two tabs would judge the same texts
    other.close()
    judge.context.set_offline(False)
    page.keyboard.press("2")
    expect(page.locator("#done")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator("#line")).to_have_text("Taken back.")
    page.keyboard.press("s")
    page.get_by_role("button", name="It makes no sense").click()
    expect(page.locator("#done")).to_be_visible()
    judge.look("judge-done")
    expect(page.locator("#line")).to_have_text("")
    faults[:] = [each for each in faults if "ERR_INTERNET_DISCONNECTED" not in each]
    judge.press("Sign out")
    judge.said("You have signed out.")
    assert page.evaluate("() => Object.keys(localStorage)") == []  # no text stays behind
    assert page.evaluate("() => caches.keys()") == []
    organiser.at(f"{C}/organise", "organise-open")
    expect(organiser.page.get_by_text("Jule (judge)")).to_be_visible()

    # The breaker appeals, the organiser rules and scores, before and after.
    clock.to("appeal")
    page = breaker.at(f"{C}/judged", "judged")
    form = page.locator("article.deviates form").first
    form.get_by_label("Why is the judged answer wrong?").fill("The judge overlooked a word.")
    form.get_by_role("button", name="Appeal").click()
    breaker.said("The appeal is with the organisers.")
    clock.to("score")
    organiser.at(f"{C}/organise")
    organiser.press("Compute the scores")
    organiser.said("The scores are computed.")
    clock.now += timedelta(hours=1)
    organiser.at(f"{C}")
    organiser.page.get_by_role("link", name="Rule on appeals").click()
    organiser.look("appeals")
    organiser.fill("Reason, for everybody to read", "The judge is right.")
    organiser.page.get_by_role("button", name="Rule").first.click()
    organiser.said("The ruling is written.")
    organiser.at(f"{C}/organise")
    organiser.press("Compute the scores again")
    organiser.said("The scores are computed.")
    clock.to("publish")
    assert breaker.page.request.get(f"/api/v1{C}/boards").status == 409  # not before it is published
    organiser.at(f"{C}/organise", "organise-publish")
    organiser.press("Publish")
    organiser.said("The board is published.")

    # Everybody sees the board, before and after the ruling, and at a moment.
    page = breaker.at(C, "home-published")
    page.get_by_role("link", name="See the board").click()
    expect(page.locator("#count")).to_contain_text("2 of 2")
    expect(page.locator("#builders")).to_contain_text("Spoons")
    breaker.look("board")
    expect(page.locator(".switch [aria-current]")).to_contain_text("After 1 ruling")
    expect(page.get_by_text("What changed since")).to_be_visible()
    page.locator("#matrix .behind").first.click()
    expect(page.get_by_label("Outcome")).to_have_value("broken")
    page.get_by_role("navigation", name="Results").get_by_role("link").first.click()
    expect(page.locator("#count")).to_contain_text("2 of 2")
    expect(page.get_by_text("What changed since")).to_have_count(0)
    breaker.press("Show")
    expect(page.locator(".switch [aria-current]")).to_contain_text("Before rulings")

    # Tokens, the API, signing out and in again; what is not for one is refused on a page.
    page = builder.at("/account")
    builder.fill("Title", "for my script")
    builder.press("Make a token")
    expect(page.locator("#secret-value")).not_to_have_value("")
    builder.look("account")
    page.reload()
    page.get_by_role("button", name="Revoke for my script").click()
    builder.said("good for nothing any more")
    builder.at("/api", "api")
    assert faults == []
    assert builder.page.goto(f"{C}/organise").status == 403  # type: ignore[union-attr]
    builder.look("refused")
    assert builder.page.goto("/nothing/here").status == 404  # type: ignore[union-attr]
    builder.press("Sign out")
    builder.said("You have signed out.")
    builder.page.goto(f"{C}/upload")
    builder.look("sign-in")
    builder.fill("Name", "Bodo")
    builder.fill("Password", "not the password")
    builder.press("Sign in")
    expect(builder.page.locator(".refusal")).to_contain_text("do not go together")
    builder.fill("Password", PASSWORD)
    builder.press("Sign in")
    builder.page.wait_for_url(f"**{C}/upload")
    stranger.at("/", "front")
