"""Long lists in parts, and answers that are not sent twice: cursors, ETags, and edits that do not cross."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contest_night import Person, night, timeline, whole
from databases import KINDS, Databases
from small_contest import NAME, PAIRS, C, Small, records
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.server.api import scoring
from zellig.server.api.cursors import Part, part_of

LISTS = {  # who asks, and for what
    "/contests": "organiser",
    "/tokens": "builder",
    f"{C}/people": "organiser",
    f"{C}/events": "organiser",
    f"{C}/submissions": "organiser",
    f"{C}/pairs": "breaker",
    f"{C}/judged": "organiser",
    f"{C}/appeals": "breaker",
    f"{C}/boards": "nobody",
}
FORMS = ("folder", "datasets")
OTHERS = {  # answers that are no lists
    "/account": "builder",
    C: "nobody",
    f"{C}/rules": "nobody",
    f"{C}/progress": "judge",
    f"{C}/agreement": "organiser",
    f"{C}/bundle": "stranger",
}


@pytest.fixture(scope="module", params=KINDS)
def small(
    request: pytest.FixtureRequest, new_databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Small]:
    with night(new_databases.new(request.param), tmp_path_factory.mktemp("lists")) as served:
        found = Small(served)
        found.play()
        breaker, organiser = found.people["breaker"], found.organiser
        served.clock.to("appeal")
        for pair in breaker.get(f"{C}/judged")[:2]:
            breaker.post(f"{C}/appeals", {"pair": pair["pair"], "side": "modified", "reason": "Why?"})
        served.clock.to("publish")
        organiser.post(f"{C}/scores")
        organiser.post(f"{C}/publication", {"names": True, "reason": "Why not?"})
        for title in "abc":
            found.people["builder"].post("/tokens", {"title": title})
        yield found


@pytest.mark.parametrize("path", LISTS)
def test_a_list_in_parts_is_the_whole_list(small: Small, path: str) -> None:
    client = small.people[LISTS[path]].client
    entire = client.get(path).json()
    assert len(entire) >= 2
    assert whole(client, path, limit=1) == entire
    first = client.get(path, params={"limit": 1})
    assert len(first.json()) == 1
    assert first.links["next"]["url"].startswith(f"/api/v1{path}?limit=1&cursor=")
    assert "next" not in client.get(path, params={"limit": len(entire)}).links


def test_what_is_asked_for_is_kept_in_the_next_address(small: Small) -> None:
    query: dict[str, Any] = {"limit": 1, "as_of": "2027-03-07T02:00:00+01:00", "round": 1}
    reply = small.organiser.client.get(f"{C}/boards", params=query)
    address = httpx.URL(reply.links["next"]["url"])
    assert (address.params["as_of"], address.params["round"]) == (query["as_of"], "1")


def test_what_is_added_meanwhile_neither_repeats_nor_hides(small: Small) -> None:
    organiser = small.organiser

    def add(path: str) -> None:
        if path.endswith("events"):
            organiser.post(f"{C}/teams", {"name": "Came later"})
        else:
            organiser.upload(NAME, "training", records(Item, [PAIRS[0].original]))

    for path in (f"{C}/events", f"{C}/submissions"):
        before = organiser.all(path)
        reply = organiser.send("GET", path, params={"limit": len(before) - 1})
        add(path)
        rest = organiser.get(reply.links["next"]["url"].removeprefix("/api/v1"))
        assert [*reply.json(), *rest][: len(before)] == before
        assert len(rest) == 2


@given(keys=st.lists(st.tuples(st.integers(0, 3), st.text(max_size=3)), unique=True), limit=st.integers(1, 5))
def test_parts_are_in_order_and_complete(keys: list[tuple[int, str]], limit: int) -> None:
    found, cursor = [], None
    while True:
        reply: Any = part_of(Part("/x?limit=1", limit, cursor), tuple[int, str], keys, lambda key: key)
        found += reply.content
        link = reply.headers.get("Link")
        if link is None:
            break
        assert len(reply.content) == limit
        cursor = link.partition("cursor=")[2].partition(">")[0]
    assert found == sorted(keys)


@pytest.mark.parametrize("cursor", ["", "x", "bnVsbA==", "WzEsIDJd", "\u00e9", "[]"])
def test_a_cursor_of_another_list_is_refused(cursor: str) -> None:
    with pytest.raises(ZelligError, match="this cursor is none of this list"):
        Part("/x?limit=1", 1, cursor).after(tuple[int, str])


@pytest.mark.parametrize("path", [*LISTS, *OTHERS])
def test_an_answer_that_one_has_is_not_sent_again(small: Small, path: str) -> None:
    client = small.people[{**LISTS, **OTHERS}[path]].client
    first = client.get(path)
    tag = first.headers["etag"]
    assert first.headers["cache-control"] == "private, no-cache"
    for had in (tag, f'"other", W/{tag}', "*"):
        again = client.get(path, headers={"if-none-match": had})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    other = client.get(path, headers={"if-none-match": '"other"'})
    assert other.status_code == 200
    assert other.headers["etag"] == tag
    assert other.headers["content-length"] == str(len(other.content))


def test_a_tag_changes_with_what_it_stands_for(small: Small) -> None:
    organiser, clock = small.organiser, small.night.clock

    def tags() -> dict[str, str]:
        paths = ("/contests", C, f"{C}/judged", f"{C}/progress", f"{C}/agreement", f"{C}/boards")
        return {path: organiser.send("GET", path).headers["etag"] for path in paths}

    before = tags()
    clock.now += clock.now.resolution
    assert tags() == before  # the time alone changes nothing
    clock.to("judge", hours=3)
    assert (tags()[C], tags()["/contests"]) != (before[C], before["/contests"])  # another phase is open
    asked = small.asked["judge"][0]["question"]
    verdicts = f"{C}/questions/{asked}/verdicts"
    before = tags()
    small.people["judge"].post(verdicts, {"answer": "+1"})
    assert {path for path, tag in tags().items() if tag != before[path]} == {
        f"{C}/judged",
        f"{C}/progress",
        f"{C}/agreement",
    }
    clock.to("publish")
    assert len({person.send("GET", C).headers["etag"] for person in _everybody(small)}) == 3


def _everybody(small: Small) -> list[Person]:
    return [small.organiser, small.people["builder"], small.people["nobody"]]


def test_refusals_and_writes_have_no_tags(small: Small) -> None:
    nobody = small.people["nobody"].client
    refused = nobody.get(f"{C}/events", headers={"if-none-match": "*"})
    assert (refused.status_code, "etag" in refused.headers) == (401, False)
    assert "etag" not in small.organiser.client.put(f"{C}/consent").headers


def test_two_organisers_do_not_write_over_each_other(small: Small) -> None:
    organiser, path = small.organiser, "/contests/edited/rules"
    organiser.post("/contests", {"contest": "edited", "title": "Edited by two"})
    rules = {"task": "sentiment", "timeline": timeline()}

    def put(status: int, **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return organiser.send("PUT", path, json=rules, headers=named, status=status)

    put(412, if_match="*")  # there are none yet
    put(200, if_none_match="*")
    put(412, if_none_match="*")
    seen = organiser.send("GET", path).headers["etag"]
    rules["licence"] = "CC0"
    put(200, if_match=seen)
    refused = put(412, if_match=seen).json()
    assert (refused["type"], "Look at it again" in refused["remedy"]) == ("changed", True)
    put(200, if_match=organiser.send("GET", path).headers["etag"])
    put(200)  # who does not say what they have seen is not asked
    page = httpx.get(
        f"{small.night.address}/contests/edited/organise",
        cookies=dict(organiser.client.cookies),
        timeout=60,
    )
    tag = organiser.send("GET", path).headers["etag"].strip('"')
    assert f'data-seen="&#34;{tag}&#34;"' in page.text


def test_a_bundle_is_made_once_for_everybody(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    made = {form: small.people["stranger"].send("GET", f"{C}/bundle?format={form}").content for form in FORMS}
    assert len(set(made.values())) == len(FORMS)
    monkeypatch.setattr(scoring, "gather_board", None)
    for form in FORMS:
        assert small.people["builder"].send("GET", f"{C}/bundle?format={form}").content == made[form]
