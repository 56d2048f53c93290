"""The pages of matches for everybody: by keyboard alone, on a phone, light and dark, and what they refuse."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import event

from accessible import faults_of, too_wide, unseen_focus
from contest_night import Night, Person, night
from cut_line import line_to
from in_browser import launched, photograph
from match_room import QUICK, Viewer, packet
from quiz_world import TOWNS

expect.set_options(timeout=20_000)  # others may keep the machine busy


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("rooms")
    with night(folder / "zellig.sqlite", folder, open=True, rooms=True) as found:
        found.operator()
        yield found
        found.house.close()


def _everybody_can_use(page: Page, picture: str) -> None:
    wrong = []
    size = page.viewport_size
    assert size is not None
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        wrong += [f"{scheme}: {each}" for each in faults_of(page)]
        photograph(page, f"{picture}-{scheme}")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 390, "height": 844})
    wrong += too_wide(page)
    photograph(page, f"{picture}-phone")
    page.set_viewport_size(size)
    assert wrong == []


def _viewer(browser: Browser, served: Night, person: Person, **options: int) -> Viewer:
    return Viewer(browser, served.address, dict(person.client.cookies), **options)


def _founded(person: Person, room: str, long: int = 3, **about: bool) -> list[str]:
    """The ids of the teams of a room with four tossups."""
    body = {
        "room": room,
        "title": f"The room {room}",
        "rules": {**QUICK, "tossups": 4},
        "about": about,
        "teams": ["Owls", "Ink"],
        "packet": packet(TOWNS[:4], long),
    }
    return [each["id"] for each in person.post("/rooms", body)["teams"]]


def test_a_room_is_founded_and_played_by_keyboard_alone(browser: Browser, served: Night) -> None:
    viewer, other = _viewer(browser, served, served.person("Kay")), served.person("Lou")
    page = viewer.page
    page.goto("/rooms")
    expect(page.locator(".empty")).to_contain_text("Found a room")
    _everybody_can_use(page, "rooms-empty")
    page.goto("/new-room")
    assert unseen_focus(page) == []
    page.get_by_label("Title").focus()
    page.keyboard.type("Tuesday final")
    expect(page.get_by_label("Name in addresses")).to_have_value("tuesday-final")
    page.get_by_label("Or the packet itself").fill("no packet")
    page.get_by_label("Title").press("Enter")
    expect(page.locator(".refusal")).to_contain_text("This is not JSON")
    page.get_by_label("Or the packet itself").fill('{"questions": []}')
    page.get_by_label("Title").press("Enter")
    expect(page.locator(".refusal")).to_contain_text("There is no list of tossups in it")
    page.get_by_label("Or the packet itself").fill(json.dumps(packet(TOWNS[:2], 2)))
    expect(page.locator("#packet-said")).to_have_text("2 tossups, no bonuses.")
    page.get_by_text("Change the rules").press("Enter")
    for name, value in (("Words a minute", "1000"), ("Seconds to buzz", "0.4"), ("Seconds before", "0.2")):
        page.get_by_label(name).fill(value)
    page.get_by_label("there is a chat").press("Space")
    _everybody_can_use(page, "new-room")
    page.get_by_label("Title").press("Enter")
    page.wait_for_url("**/rooms/tuesday-final")
    second = viewer.context.new_page()
    second.goto("/rooms/tuesday-final")
    expect(second.locator("#role")).to_have_text("you watch")
    page.get_by_role("button", name="Take a seat").press("Enter")
    expect(page.locator("#said")).to_contain_text("You have a seat")
    expect(page.locator("#outdated")).to_be_hidden()
    expect(second.locator("#role")).to_have_text("you play for Left")
    expect(second.locator("#outdated")).to_contain_text("Load it again")
    second.close()
    page.get_by_role("button", name="Begin the match").press("Enter")
    expect(page.locator(".refusal:visible")).to_contain_text("Nobody plays for Right")
    other.post("/rooms/tuesday-final/players", {"team": "t2", "kind": "person"})
    expect(page.locator("#teams")).to_contain_text("Lou")
    expect(page.locator(".refusal:visible")).to_have_count(0)
    page.get_by_role("button", name="Make a link").press("Enter")
    expect(page.locator("#link")).to_have_value(re.compile(f"^{served.address}/join/."))
    page.get_by_label("To everybody in the room").fill("Good luck!")
    page.keyboard.press("Enter")
    expect(page.locator("#chat-list")).to_contain_text("Kay Good luck!")
    _everybody_can_use(page, "room-before")
    page.get_by_role("button", name="Begin the match").press("Enter")
    for town in TOWNS[:2]:
        expect(page.locator("#buzz")).to_have_attribute("aria-disabled", "false")
        page.keyboard.press("Space")
        expect(page.locator("#answer-text")).to_be_focused()
        page.keyboard.type(town)
        page.keyboard.press("Enter")
    expect(page.locator("#over")).to_be_visible()
    _everybody_can_use(page, "room-over")
    page.get_by_role("link", name="Score sheet").press("Enter")
    expect(page.locator(".final")).to_have_text("Left 20, Right 0")
    page.get_by_text("Tossup by tossup").press("Enter")
    _everybody_can_use(page, "played")
    assert viewer.faults == []
    viewer.context.close()


def test_a_player_on_a_phone_buzzes_with_a_finger_and_loses_the_line(browser: Browser, served: Night) -> None:
    host, pia, other = (served.person(name) for name in ("Hanna", "Pia", "Quinn"))
    _, ink = _founded(host, "phones", open=True, moderator=True)
    other.post("/rooms/phones/players", {"team": ink, "kind": "person"})
    with line_to(served.address) as wire:
        viewer = Viewer(browser, wire.address, dict(pia.client.cookies), width=390)
        page = viewer.page
        page.goto("/rooms/phones")
        page.get_by_role("button", name="Take a seat").tap()
        expect(page.locator("#said")).to_contain_text("You have a seat")
        host.post("/rooms/phones/beginning")
        moderator = _viewer(browser, served, host)
        moderator.page.goto("/rooms/phones")
        moderator.page.get_by_role("button", name="Begin").click()
        expect(page.locator("#text")).to_contain_text("Nobody")
        expect(page.locator("#said")).to_be_hidden()  # that one has a seat is not of now
        before = page.locator("#buzz").bounding_box()
        moderator.page.keyboard.press("p")
        expect(page.locator("#now")).to_have_text("Paused.")
        expect(page.locator("#chat")).to_be_hidden()
        _everybody_can_use(page, "phone-paused")
        wire.cut()
        expect(page.locator("#line")).to_contain_text("No connection")
        wire.mend()
        expect(page.locator("#line")).to_be_hidden()
        moderator.page.keyboard.press("g")
        expect(page.locator("#buzz")).to_have_attribute("aria-disabled", "false")
        assert page.locator("#buzz").bounding_box() == before  # nothing moves while the question grows
        page.locator("#buzz").tap()
        expect(page.locator("#answer-text")).to_be_focused()
        expect(page.locator("#seconds")).to_contain_text("second")
        _everybody_can_use(page, "phone-answering")
        _everybody_can_use(moderator.page, "moderator")
        page.get_by_label("Your answer").fill(TOWNS[0])
        page.get_by_role("button", name="Answer").tap()
        expect(page.locator("#last-body")).to_contain_text("✓ right +10")
        expect(page.locator("#now")).to_contain_text(f"You were right: {TOWNS[0]}")
        moderator.page.keyboard.press("n")
        expect(moderator.page.locator("#number")).to_have_text("Tossup 2 of 4.")
        moderator.page.keyboard.press("s")
        moderator.page.get_by_label("Reason").fill("It was read before.")
        moderator.page.keyboard.press("Enter")
        expect(page.locator("#now")).to_have_text("It was skipped, and nothing of it counts.")
        assert (viewer.faults, moderator.faults) == ([], [])
        viewer.context.close()
        moderator.context.close()


def test_the_list_asks_the_database_no_more_for_many_rooms_than_for_few(served: Night) -> None:
    host = served.person("Lena")
    asked: list[str] = []

    def note(_c: object, _u: object, statement: str, *_: object) -> None:
        asked.append(statement)

    def statements(address: str) -> int:
        host.client.get(f"{served.address}{address}").raise_for_status()  # what is new has been read
        asked.clear()  # the live part asks a little by itself
        host.client.get(f"{served.address}{address}").raise_for_status()
        return len(asked)

    event.listen(served.house.database.engine, "before_cursor_execute", note)
    try:
        addresses = ("/rooms", "/api/v1/rooms", "/")
        _founded(host, "list-0", open=True)
        few = [statements(each) for each in addresses]
        for number in range(1, 12):
            _founded(host, f"list-{number}", open=True)
        many = [statements(each) for each in addresses]
        assert all(now < before + 8 for now, before in zip(many, few, strict=True)), (few, many)
    finally:
        event.remove(served.house.database.engine, "before_cursor_execute", note)
    found = {each["room"]: each for each in host.get("/rooms")}
    host.post("/rooms/list-3/players", {"team": "t1", "kind": "person"})
    again = {each["room"]: each for each in host.get("/rooms")}
    assert (found["list-3"]["players"], again["list-3"]["players"]) == (0, 1)
