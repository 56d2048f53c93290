"""Pages without a browser: who may see them, what they escape, and what they say next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import httpx
import msgspec
import pytest

from contest_night import START, Night, Person, client_of, night, timeline
from zellig.games.contest.rules import Role, Rules, Window
from zellig.games.contest.standing import Standing, Team
from zellig.items import Item, encode_record, header_of
from zellig.server.pages.next_step import next_step
from zellig.server.pages.showing import span
from zellig.server.pages.static import address_of, contents

WINDOWS = msgspec.convert(timeline(), tuple[Window, ...])
C = "/contests/soup"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("pages")
    with night(folder / "zellig.sqlite", folder) as found:
        yield found


@pytest.fixture(scope="module")
def organiser(served: Night) -> Person:
    made = served.operator("Olga <script>")
    made.post("/contests", {"contest": "soup", "title": "Soup <b>night</b>"})
    return made


def _get(served: Night, path: str, who: Person | None = None) -> httpx.Response:
    cookies = dict(who.client.cookies) if who else {}
    with client_of(served.address, cookies=cookies) as client:
        return client.get(path)


def test_what_people_write_is_escaped(served: Night, organiser: Person) -> None:
    for path in ("/", C, f"{C}/organise", "/account"):
        page = _get(served, path, organiser)
        assert page.status_code == 200, page.text
        assert "<b>night</b>" not in page.text
        assert "Olga <script>" not in page.text
        assert "unsafe-inline" not in page.headers["content-security-policy"]
        assert page.headers["cache-control"] == "no-store"


def test_a_draft_is_for_its_organisers(served: Night, organiser: Person) -> None:
    page = _get(served, C)
    assert page.status_code == 403
    assert page.headers["content-type"].startswith("text/html")
    assert "The contest has not been opened." in page.text


def test_a_draft_says_what_is_missing_in_order_and_where_it_is_done(served: Night, organiser: Person) -> None:
    organiser.post("/contests", {"contest": "draft", "title": "A draft"})
    home = "/contests/draft"

    def told() -> list[str]:
        page = _get(served, home, organiser).text
        listed = page.partition('<ol class="lacks">')[2].partition("</ol>")[0]
        return re.findall(r'<li>(?:<a href="([^"]+)">)?', listed)

    assert told() == [f"{home}/organise#step-rules", ""]  # nothing can be opened yet
    assert "It cannot be opened yet" in _get(served, home, organiser).text
    assert "It cannot be opened yet" in _get(served, f"{home}/organise", organiser).text
    organiser.put(f"{home}/rules", {"task": "sentiment", "timeline": timeline(phases=["break", "judge"])})
    assert told() == [
        f"{home}/upload?kind=starter",
        f"{home}/organise#step-teams",
        f"{home}/organise#step-teams",
        f"{home}/organise#step-open",
    ]
    starter = encode_record(Item("s1", {"text": "A fine soup."}, ("+1",)))
    organiser.upload("draft", "starter", [header_of(Item, "sentiment"), starter])
    served.work()
    assert told()[0] == f"{home}/organise#step-teams"
    for address in told():
        assert _get(served, address, organiser).status_code == 200
        place = address.partition("#")[2]
        assert not place or f'id="{place}"' in _get(served, address, organiser).text


@pytest.mark.parametrize("path", ["/account", "/new", f"{C}/organise"])
def test_who_has_not_signed_in_does_that_first(served: Night, path: str) -> None:
    page = _get(served, path)
    assert (page.status_code, page.headers.get("location")) in (
        (303, f"/sign-in?back={path}"),
        (403, None),  # a draft is not even known
    )


@pytest.mark.parametrize("back", ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example"])
def test_signing_in_leads_nowhere_else(served: Night, organiser: Person, back: str) -> None:
    assert _get(served, f"/sign-in?back={back}", organiser).headers["location"] == "/"


def test_files_are_kept_for_good_under_the_address_of_their_content(served: Night) -> None:
    for name in contents():
        reply = _get(served, address_of(name))
        assert reply.status_code == 200
        assert "immutable" in reply.headers["cache-control"]
    assert _get(served, "/static/old/page.js").headers["cache-control"] == "no-cache"
    assert _get(served, "/static/old/../../app.py").status_code == 404


def test_an_address_that_leads_nowhere_is_said_on_a_page_and_to_programs_as_a_problem(served: Night) -> None:
    page = _get(served, "/nowhere")
    assert page.status_code == 404
    assert "There is no such page" in page.text
    assert _get(served, "/api/v1/nowhere").headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("role", "phase", "address"),
    [
        ("builder", 0, "upload?kind=dev-predictions"),
        ("builder", 1, ""),
        ("builder", 2, "upload?kind=predictions"),
        ("builder", 4, "judged"),
        ("breaker", 0, ""),
        ("breaker", 1, "pairs/new"),
        ("breaker", 4, "judged"),
        ("judge", 2, ""),
        ("judge", 3, "judge"),
        ("organiser", 2, "organise"),
        ("organiser", 5, "organise#scores"),
    ],
)
def test_there_is_one_thing_to_do_next(role: Role, phase: int, address: str) -> None:
    standing = Standing(
        rules=Rules("sentiment", WINDOWS),
        timeline=WINDOWS,
        teams={"t": Team("t", "Ladles", "Team 1", frozenset({"me"}))},
        roles={"me": frozenset({role})},
        consents={"me": frozenset({"CC BY 4.0"})},
    )
    now = START + timedelta(days=phase, hours=1)
    assert next_step(standing, "me", now).address == address
    assert next_step(standing, None, now).address == "sign-in"
    assert next_step(standing, "somebody", now).button == ""


@pytest.mark.parametrize(
    ("away", "words"),
    [
        (timedelta(days=2, hours=3, minutes=4), "in 2 days 3 hours"),
        (timedelta(hours=1), "in 1 hour"),
        (timedelta(seconds=20), "in less than a minute"),
        (timedelta(minutes=-61), "1 hour 1 minute ago"),
    ],
)
def test_deadlines_are_said_in_words(away: timedelta, words: str) -> None:
    assert span(START + away, START) == words
