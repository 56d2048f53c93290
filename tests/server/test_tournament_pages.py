"""The pages of tournaments, in a browser: founded by keyboard, followed by others, light, dark, on phones."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from accessible import faults_of, too_wide, unseen_focus
from contest_night import Night, Person, night
from cup_night import RULES, as_packet, planned, team
from in_browser import launched, photograph
from match_room import Viewer, served_program
from tournament_night import EARLY, TRICKED, Quick, questions
from zellig.performers import Hearing, Said

expect.set_options(timeout=30_000)  # others may keep the machine busy
UNHURRIED = {**RULES, "tossups": 2, "words_a_minute": 60, "seconds_to_buzz": 20.0, "seconds_to_answer": 30.0}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("cups")
    with night(folder / "zellig.sqlite", folder, open=True, private_endpoints=True) as found:
        yield found
        found.house.close()


@pytest.fixture(scope="module")
def olga(served: Night) -> Person:
    return served.operator()


def _everybody_can_use(page: Page, picture: str) -> None:
    wrong = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        wrong += [f"{scheme}: {each}" for each in faults_of(page)]
        photograph(page, f"{picture}-{scheme}")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 390, "height": 844})
    wrong += too_wide(page)
    photograph(page, f"{picture}-phone")
    page.set_viewport_size({"width": 1180, "height": 844})
    assert wrong == []


def _viewer(browser: Browser, served: Night, person: Person) -> Viewer:
    return Viewer(browser, served.address, dict(person.client.cookies))


def test_a_tournament_is_founded_by_keyboard_and_its_board_follows_what_happens(
    browser: Browser, served: Night, olga: Person
) -> None:
    with served_program(EARLY) as ink, served_program(TRICKED) as fox:
        organiser, eve = _viewer(browser, served, olga), _viewer(browser, served, served.person("Eve"))
        page = organiser.page
        page.goto("/tournaments")
        expect(page.locator(".empty")).to_contain_text("Found one with packets")
        _everybody_can_use(page, "tournaments-empty")
        page.get_by_role("link", name="Found a tournament").press("Enter")
        assert unseen_focus(page) == []
        page.get_by_label("Title").fill("Autumn Open")
        expect(page.get_by_label("Name in addresses")).to_have_value("autumn-open")
        page.get_by_label("One a line, the best first").fill("Ink: experts\nFox: novices\nAnchors")
        for name, address in (("Ink", ink), ("Fox", fox)):
            page.get_by_role("button", name="Add a program").press("Enter")
            row = page.locator(".program").last
            row.get_by_label("Program of the team").select_option(name)
            row.get_by_label("Address", exact=True).fill(address)
            row.get_by_label("Called").fill(f"{name} program")
        page.get_by_role("button", name="Found the tournament").press("Enter")
        expect(page.locator(".refusal")).to_contain_text("There are no questions yet")
        for side in ("control", "challenge"):
            part = page.locator(f'[data-brought="{side}"]')
            text = json.dumps(as_packet(questions(side, 12))).encode()
            part.get_by_label("Files").set_input_files(
                {"name": f"{side}.json", "mimeType": "application/json", "buffer": text}
            )
            expect(part.locator("[role=status]")).to_have_text("1 packet, 12 tossups of files and texts.")
        page.get_by_text("Who has seen what").press("Enter")
        page.get_by_label("One a line", exact=False).last.fill("Ink knows control-1")
        page.get_by_role("button", name="Found the tournament").press("Enter")
        expect(page.locator(".refusal")).to_contain_text("does not say who has seen what")
        page.locator("[name=seen]").fill("Ink wrote control-1")
        page.get_by_text("Change the rules").press("Enter")
        for name, value in (
            ("Tossups", "2"),
            ("Words a minute", "1000"),
            ("Seconds to buzz", "3"),
            ("Seconds before", "0.1"),
        ):
            page.get_by_label(name, exact=name == "Tossups").first.fill(value)
        _everybody_can_use(page, "new-tournament")
        page.get_by_role("button", name="Found the tournament").press("Enter")
        page.wait_for_url("**/tournaments/autumn-open")
        expect(page.locator("#said")).to_contain_text("The tournament is founded")
        eve.page.goto("/tournaments/autumn-open")
        expect(eve.page.locator("#next")).to_contain_text("The first round has not been made yet")
        page.get_by_role("button", name="Make a link").press("Enter")
        expect(page.locator("#link")).to_have_value(re.compile(f"^{served.address}/join/."))
        _everybody_can_use(page, "tournament-entering")
        page.get_by_role("button", name="Make round 1").press("Enter")
        expect(page.locator(".refusal:visible")).to_contain_text("Nobody plays for Anchors")
        page.get_by_text("A team does not come").press("Enter")
        page.locator("form[data-send$=withdrawals] select").select_option("Anchors")
        page.get_by_role("button", name="Take it off the plan").press("Enter")
        expect(page.locator("#said")).to_contain_text("one without that team")
        page.get_by_role("button", name="Make round 1").press("Enter")
        expect(page.locator("#said")).to_contain_text("The round is made")
        expect(eve.page.locator("#now")).to_contain_text("Ink – Fox")
        expect(eve.page.locator("#now .badge")).to_have_text("over")
        expect(eve.page.locator("#words")).to_contain_text("Autumn Open is over: 1 round, 1 game.")
        expect(eve.page.locator("#standings")).to_contain_text("Ink")
        _everybody_can_use(eve.page, "tournament-board")
        eve.page.get_by_role("link", name="Statistics").click()
        expect(eve.page.locator(".lead")).to_contain_text("when the end is published")
        page.on("dialog", lambda asked: asked.accept())
        page.get_by_role("button", name="Publish the end").press("Enter")
        expect(page.locator("#next")).to_contain_text("It is over")
        _everybody_can_use(page, "tournament-published")
        page.keyboard.press("]")
        page.wait_for_url("**/rounds/1")
        _everybody_can_use(page, "tournament-round")
        eve.page.reload()
        expect(eve.page.locator("#apart")).to_contain_text("Challenge minus control")
        _everybody_can_use(eve.page, "tournament-statistics")
        with eve.page.expect_download() as got:
            eve.page.get_by_role("link", name="tournament.qbj").click()
        assert got.value.suggested_filename == "autumn-open-tournament.qbj"
        eve.page.get_by_role("link", name="Questions").click()
        expect(eve.page.locator("#count")).to_have_text("2 of 2 questions")
        eve.page.get_by_label("Set").select_option("challenge")
        expect(eve.page.locator("#count")).to_have_text("1 of 2 questions")
        _everybody_can_use(eve.page, "tournament-questions")
        assert (organiser.faults, eve.faults) == ([], [])
        for each in (organiser, eve):
            each.context.close()


class Polite(Quick):
    """Leaves the first buzz to the person, however slow the machine is."""

    tried = 0  # tossups on which the person has buzzed

    def _said(self, heard: Hearing) -> Said:
        return msgspec.structs.replace(super()._said(heard), buzz=int(heard.id) <= self.tried)


def test_a_player_finds_the_room_by_a_link_and_plays(browser: Browser, served: Night, olga: Person) -> None:
    polite = Polite("polite", 1)
    with served_program(polite) as fox:
        plan = planned("evening", [team("Anchors"), team("Fox", fox)], rules=UNHURRIED)
        olga.post("/tournaments", plan)
        link = olga.post("/tournaments/evening/invitations", {"team": "Anchors"})["address"]
        ann = _viewer(browser, served, served.person("Ann"))
        page = ann.page
        page.goto(link)
        expect(page.locator(".lead")).to_contain_text("player for the team Anchors")
        page.get_by_role("button", name="Join as Ann").press("Enter")
        page.wait_for_url("**/tournaments/evening")
        _everybody_can_use(page, "tournament-player")
        olga.post("/tournaments/evening/rounds")
        page.get_by_role("link", name="Go to your room").press("Enter")
        expect(page.locator("#teams")).to_contain_text("Ann")
        room = page.url.rpartition("/")[2]
        olga.post(f"/rooms/{room}/beginning")
        for number in (1, 2):
            expect(page.locator("#buzz")).to_have_attribute("aria-disabled", "false")
            page.keyboard.press("Space")
            expect(page.locator("#answer-text")).to_be_focused()
            page.keyboard.type("spoon")
            page.keyboard.press("Enter")
            expect(page.locator("#answer-text")).to_be_hidden()
            polite.tried = number
        expect(page.locator("#over")).to_be_visible()
        page.goto("/tournaments/evening")
        expect(page.locator("#now")).to_contain_text("over")
        assert ann.faults == []
        ann.context.close()
