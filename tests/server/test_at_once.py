"""Many at once, on both databases: nothing is lost or doubled, and nothing is seen that never came to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Barrier, Event, Thread

import httpx
import pytest

from contest_night import PASSWORD, START, night
from databases import KINDS, Databases
from small_contest import NAME, PAIRS, C, Small, records
from zellig.games.contest import events
from zellig.games.contest.standing import stand
from zellig.items import Pair
from zellig.server.accounts import find_account
from zellig.server.contests import Standings, append, found_team, read_events
from zellig.server.problems import ConflictError
from zellig.server.receiving import withdraw
from zellig.server.submissions import submissions_of
from zellig.server.worker import Worker

MANY = 20


@pytest.fixture(scope="module", params=KINDS)
def small(
    request: pytest.FixtureRequest, new_databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Small]:
    with night(new_databases.new(request.param), tmp_path_factory.mktemp("once")) as served:
        found = Small(served, quotas={"uploads": 5})
        served.clock.to("break")
        yield found


def _at_once(act: Callable[[int], httpx.Response]) -> Counter[int]:
    """The statuses of as many requests, all sent at the same moment."""
    ready = Barrier(MANY)

    def send(number: int) -> int:
        ready.wait()
        reply = act(number)
        assert reply.status_code < 500, reply.text
        return reply.status_code

    with ThreadPoolExecutor(MANY) as pool:
        return Counter(pool.map(send, range(MANY)))


def test_teams_that_are_founded_at_once_are_each_there_once(small: Small) -> None:
    database, standings = small.night.house.database, small.night.house.standings
    with database.reading() as connection:
        before = read_events(connection, NAME)[-1].number
    seen: list[list[int]] = []
    stopped = Event()

    def watch() -> None:
        """What a reader sees grows at its end alone: nothing comes later with a lower number."""
        while not stopped.is_set():
            with database.reading() as connection:
                seen.append([each.number for each in read_events(connection, NAME)])
                assert standings.of(connection, NAME).last == seen[-1][-1]

    watcher = Thread(target=watch)
    watcher.start()
    client = small.organiser.client
    # Half of the names are taken by the other half.
    found = _at_once(lambda number: client.post(f"{C}/teams", json={"name": f"Flock {number // 2}"}))
    stopped.set()
    watcher.join()
    assert found == {201: MANY // 2, 409: MANY // 2}
    assert all(later[: len(earlier)] == earlier for earlier, later in pairwise(seen))
    with database.reading() as connection:
        happened = read_events(connection, NAME)
        since = [each for each in happened if each.number > before]
        assert [type(each.event) for each in since] == [events.TeamFounded] * (MANY // 2)
        teams = standings.of(connection, NAME).teams.values()
        assert standings.of(connection, NAME) == stand(happened)
    assert len({team.alias for team in teams}) == len(teams)


def test_a_link_gives_its_roles_to_one(small: Small) -> None:
    link = small.organiser.post(f"{C}/invitations", {"roles": ["observer", "judge"]})["link"]
    people = []
    for number in range(MANY):
        other = small.organiser.post("/contests/other/invitations", {"roles": ["observer"]})["link"]
        people.append(small.night.person(f"Runner {number}", other))
    found = _at_once(lambda number: people[number].client.post("/invitations/accept", json={"link": link}))
    assert found == {201: 1, 404: MANY - 1}
    assert sum(person.get(C)["roles"] == ["judge", "observer"] for person in people) == 1


def test_one_name_is_one_account(small: Small) -> None:
    links = [small.organiser.post(f"{C}/invitations", {"roles": ["observer"]})["link"] for _ in range(MANY)]

    def join(number: int) -> httpx.Response:
        body = {"name": "The Same", "password": PASSWORD, "link": links[number]}
        return httpx.post(f"{small.night.address}/api/v1/accounts", json=body, timeout=60)

    assert _at_once(join) == {201: 1, 400: MANY - 1}


def test_quotas_hold_for_a_team_whoever_brings_it(small: Small) -> None:
    people = [small.people["breaker"].client, small.people["breaking judge"].client]
    body = b"".join(records(Pair, PAIRS[:2]))
    query = {"kind": "pairs", "filename": "pairs.jsonl"}
    path = f"{C}/submissions"
    found = _at_once(lambda number: people[number % 2].post(path, params=query, content=body))
    assert found == {201: 5, 429: MANY - 5}
    workers = [Worker(small.night.house.database, small.night.clock) for _ in range(4)]
    ready = Barrier(4)

    def work(worker: Worker) -> int:
        ready.wait()
        return sum(iter(worker.work, False))

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(work, workers)) == 5
    with small.night.house.database.reading() as connection:
        brought = submissions_of(connection, NAME, kind="pairs")
        assert [each.state for each in brought] == ["accepted"] * 5
        states = connection.exec_driver_sql(
            "SELECT submission, state FROM states JOIN submissions ON id = submission WHERE kind = 'pairs'"
        ).all()
        refused = [each for each in read_events(connection, NAME) if isinstance(each.event, events.Refused)]
    assert Counter(Counter(tuple(row) for row in states).values()) == {1: 15}  # received, checking, accepted
    assert len(refused) == MANY - 5
    # What was withdrawn has been brought all the same.
    small.people["breaker"].post(f"{path}/{brought[0].id}/withdraw")
    small.people["breaker"].send("POST", path, params=query, content=body, status=429)


def test_what_was_withdrawn_while_a_worker_came_stays_withdrawn(small: Small) -> None:
    """The worker looks for work when a team has withdrawn its own, and that is not written yet."""
    database = small.night.house.database
    if database.is_sqlite:
        pytest.skip("in SQLite whoever writes is alone")
    both = small.people["both"]
    submission = both.upload(NAME, "pairs", records(Pair, PAIRS[2:3]))["submission"]
    with ThreadPoolExecutor(1) as pool:
        with database.writing() as connection:
            standing = small.night.house.standings.held(connection, NAME)
            account = find_account(connection, both.get("/account")["id"])
            assert account is not None
            withdraw(connection, small.night.clock(), NAME, standing, account, submission)
            assert pool.submit(Worker(database, small.night.clock).work).result(30) is False
    small.night.work()
    assert both.get(f"{C}/submissions/{submission}")["state"] == "withdrawn"


def test_what_was_rolled_back_is_not_kept(small: Small) -> None:
    database, standings = small.night.house.database, Standings()
    with database.reading() as connection:
        before = standings.of(connection, NAME)

    def spoil() -> None:
        with database.writing() as connection:
            standing = standings.held(connection, NAME)
            found_team(connection, START, NAME, standing, small.organiser.get("/account")["id"], "Never")
            assert len(standings.of(connection, NAME).teams) == len(before.teams) + 1
            raise ConflictError("no")

    with pytest.raises(ConflictError):
        spoil()
    with database.reading() as connection:
        assert standings.of(connection, NAME) == before
    with database.writing() as connection:  # the number that was rolled back may come again
        append(connection, START, NAME, None, events.Consented("something else"))
    with database.reading() as connection:
        after = standings.of(connection, NAME)
        assert (after.teams, after.last) == (before.teams, read_events(connection, NAME)[-1].number)
