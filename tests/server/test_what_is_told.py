"""What no answer tells, at any time of a contest that has been played."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from contest_night import DAY, START, night
from databases import KINDS, Databases
from small_contest import DEV, PAIRS, TEAMS, C, Small
from visitors import problem_in
from zellig.items import content_hash

ALL_DAYS = [START + (day - 0.5) * DAY for day in range(9)]


@pytest.fixture(scope="module", params=KINDS)
def small(
    request: pytest.FixtureRequest, new_databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Small]:
    """A contest whose scores are there, and not published."""
    with night(new_databases.new(request.param), tmp_path_factory.mktemp("security")) as served:
        found = Small(served)
        found.play(publish=False)
        yield found


def _everything(small: Small, who: str) -> Iterator[tuple[str, str]]:
    """Every text that somebody can get at any time of the contest."""
    paths = ["/contests", C, f"{C}/submissions", f"{C}/judged", f"{C}/appeals", f"{C}/boards", f"{C}/bundle"]
    paths += [f"{C}/data/{what}" for what in ("training", "dev", "starter", "dev-predictions", "pairs")]
    paths += [f"{C}/events", "/account", "/tokens"]
    client = small.people[who].client
    now = small.night.clock.now
    for moment in ALL_DAYS:
        small.night.clock.now = moment
        for path in paths:
            yield path, client.get(path).text
        for each in client.get(f"{C}/submissions").json() if who in ("builder", "breaker", "both") else ():
            for tail in ("", "/content"):
                yield "submission", client.get(f"{C}/submissions/{each['id']}{tail}").text
        yield "questions", client.post(f"{C}/questions").text
    small.night.clock.now = now


@pytest.mark.parametrize("who", ["builder", "breaker", "judge", "observer", "stranger", "nobody"])
def test_before_publication_nothing_tells_other_teams_names_or_the_answers(small: Small, who: str) -> None:
    if not small.night.house.database.is_sqlite:
        pytest.skip("what is told does not depend on the database")
    own = {"builder": "Larks", "breaker": "Owls"}.get(who)
    others = [name for name in TEAMS if name != own]
    people = [name for name in ("second judge", "breaking judge", "Olga") if name != who]
    for path, text in _everything(small, who):
        for name in [*others, *people]:
            assert name not in text, (path, name)
        for item in DEV:
            gold = re.search(rf'"{item.id}"[^\n]*accepted', text)
            assert gold is None, path
        if path != f"{C}/data/dev" and who != "judge":
            assert not any(item.fields["text"] in text for item in DEV), path


def test_blind_pairs_tell_nothing_but_their_texts(small: Small) -> None:
    builder = small.people["builder"]
    _, *lines = builder.send("GET", f"{C}/data/pairs").text.splitlines()
    items = [json.loads(line) for line in lines]
    assert all(item.keys() == {"id", "fields", "metadata"} for item in items)
    assert all(item["metadata"].keys() == {"entry"} for item in items)
    assert {item["metadata"]["entry"] for item in items} == {"Team 2", "Team 3"}
    known = {side.id for pair in PAIRS for side in (pair.original, pair.modified)} | {p.id for p in PAIRS}
    hashes = {content_hash(side) for pair in PAIRS for side in (pair.original, pair.modified)}
    assert not {item["id"] for item in items} & (known | hashes)
    for entry in ("Team 2", "Team 3"):  # in an order that the ids make, and ids are hashes
        ids = [item["id"] for item in items if item["metadata"]["entry"] == entry]
        assert ids == sorted(ids)
    for line in builder.send("GET", f"{C}/data/dev").text.splitlines()[1:]:
        assert json.loads(line).keys() == {"id", "fields"}


def test_judges_see_texts_alone_and_never_their_own_teams(small: Small) -> None:
    asked = small.asked
    assert all(each.keys() == {"question", "fields"} for found in asked.values() for each in found)
    brought = {pair.modified.fields["text"] for pair in PAIRS}
    seen = {who: {each["fields"]["text"] for each in found} & brought for who, found in asked.items()}
    assert seen["judge"] == brought
    own = {pair.modified.fields["text"] for pair in PAIRS[:3]}
    assert seen["breaking judge"] <= {pair.modified.fields["text"] for pair in PAIRS[2:]}
    small.night.clock.to("judge", hours=20)
    mine = [
        each["question"]
        for each in asked["judge"]
        if each["fields"]["text"] in own - {PAIRS[2].modified.fields["text"]}
    ]
    assert len(mine) == 2
    for question in mine:
        path = f"{C}/questions/{question}/verdicts"
        small.people["breaking judge"].send("POST", path, json={"answer": "+1"}, status=403)
    small.night.clock.to("score")


def test_another_teams_submissions_are_not_to_be_had(small: Small) -> None:
    theirs = small.submission("breaker", "pairs")
    organisers = next(each["id"] for each in small.organiser.get(f"{C}/submissions") if each["kind"] == "dev")
    for who in ("builder", "both", "judge", "observer", "stranger", "nobody"):
        for submission in (theirs, organisers):
            for tail in ("", "/content"):
                reply = small.people[who].client.get(f"{C}/submissions/{submission}{tail}")
                problem_in(reply, 401 if who == "nobody" else 403)
            problem_in(
                small.people[who].client.post(f"{C}/submissions/{submission}/withdraw"),
                401 if who == "nobody" else 403,
            )
    small.people["breaker"].send("GET", f"{C}/submissions/{organisers}/content", status=403)
    shown = small.people["breaker"].get(f"{C}/submissions/{theirs}")
    assert shown["kind"] == "pairs"
