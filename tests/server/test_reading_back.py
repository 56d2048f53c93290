"""Pages that look back read what they show, however much has happened."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from contest_night import night
from databases import KINDS, Databases
from small_contest import NAME, C, Small
from zellig.games.contest import events
from zellig.server.contests import CONTEST, append, read_events
from zellig.server.pages import audit

MANY = 350


@pytest.fixture(scope="module", params=KINDS)
def small(
    request: pytest.FixtureRequest, new_databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Small]:
    """A contest with scores from before and after a ruling, and with far more events than a page shows."""
    with night(new_databases.new(request.param), tmp_path_factory.mktemp("reading-back")) as served:
        found = Small(served)
        for step in (found.build, found.break_, found.predict, found.judge):
            step()
        served.clock.to("appeal")
        pair = found.people["breaker"].all(f"{C}/judged")[0]["pair"]
        served.clock.to("score")
        found.organiser.post(f"{C}/scores")
        ruling = {"side": "modified", "accepted": ["+1"], "reason": "It was hot.", "pair": pair}
        found.organiser.post(f"{C}/rulings", ruling)
        with served.house.database.writing() as connection:
            drawn = [events.Consented(f"licence {number}") for number in range(MANY)]
            append(connection, served.clock(), NAME, None, *drawn)
        found.organiser.post(f"{C}/scores")
        yield found


@pytest.fixture
def taken_apart(small: Small, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The events that are taken apart from now on; what the contest is has been summed up before."""
    look(small, "")
    found: list[str] = []
    decode = CONTEST.decode

    def noted(body: str) -> events.Event:
        found.append(body)
        return decode(body)

    monkeypatch.setattr(CONTEST, "decode", noted)
    return found


def look(small: Small, page: str) -> str:
    return small.organiser.send("GET", f"{small.night.address}{C}{page}").text


def numbers(shown: str) -> list[int]:
    """Of the events on a page."""
    return [int(number) for number in re.findall(r'id="event-(\d+)"', shown)]


def test_the_audit_reads_a_page_of_events(small: Small, taken_apart: list[str]) -> None:
    shown = look(small, "/audit")
    assert len(taken_apart) == audit.SHOWN + 1
    with small.night.house.database.reading() as connection:
        every = [each.number for each in read_events(connection, NAME)]
    assert f"{len(every)} events." in shown
    found = numbers(shown)
    assert found == every[::-1][: audit.SHOWN]
    while link := re.search(r'href="([^"]*before=\d+)"', shown):
        shown = look(small, f"/audit{link[1].replace('&amp;', '&')}")
        assert numbers(shown)
        found += numbers(shown)
    assert found == every[::-1]


@pytest.mark.parametrize("kind", audit.KINDS)
def test_the_audit_of_a_kind_reads_that_kind(small: Small, taken_apart: list[str], kind: str) -> None:
    found = numbers(look(small, f"/audit?what={kind}"))
    assert len(taken_apart) <= audit.SHOWN + 1
    with small.night.house.database.reading() as connection:
        every = [
            each.number for each in read_events(connection, NAME) if each.event.__struct_config__.tag == kind
        ]
    assert found == every[::-1][: audit.SHOWN]


@pytest.mark.parametrize("kind", ["opene", "%", "Opened", 'opened"', "%00"])
def test_of_an_unknown_kind_nothing_has_happened(small: Small, kind: str) -> None:
    assert "Nothing of this kind has happened." in look(small, f"/audit?what={kind}")


def test_a_board_reads_the_rulings_alone(small: Small, taken_apart: list[str]) -> None:
    shown = look(small, "/board")
    assert len(taken_apart) == 1
    assert "1 ruling in between" in shown
    assert "Before rulings" in shown
    assert "After 1 ruling" in shown
