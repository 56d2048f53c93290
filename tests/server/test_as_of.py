"""What counts, and what counted when a board was computed: by numbers of the database, whatever the clocks of
servers and workers say, and whoever brings something later."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from tempfile import gettempdir

import polars
import pytest
from msgspec.structs import replace
from sqlalchemy import text

from contest_night import Person, night, whole
from databases import KINDS, Databases
from small_contest import DEV, NAME, PAIRS, C, Small, records
from zellig.items import Item, Pair, Prediction
from zellig.server import contests, receiving
from zellig.server.submissions import find_submission
from zellig.server.worker import Worker

AUTHOR = "Jane Doe of the Owls"


@pytest.fixture(scope="module", params=KINDS)
def small(
    request: pytest.FixtureRequest, new_databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Small]:
    with night(new_databases.new(request.param), tmp_path_factory.mktemp("as-of")) as served:
        yield Small(served)


def _answers_again(small: Small, who: str, answer: str) -> None:
    lines = small.people[who].send("GET", f"{C}/data/pairs").text.splitlines()[1:]
    answers = [Prediction(json.loads(line)["id"], answer) for line in lines]
    small.people[who].upload(NAME, "predictions", records(Prediction, answers))


def _told(person: Person, form: str) -> str:
    """All that a bundle says."""
    content = person.send("GET", f"{C}/bundle", params={"format": form}).content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    return "".join(
        polars.read_parquet(each).write_ndjson() if name.endswith(".parquet") else each.decode()
        for name, each in files.items()
    )


def test_the_later_upload_counts_though_its_server_has_a_slow_clock(small: Small) -> None:
    small.build()
    small.break_()
    breaker, clock = small.people["breaker"], small.night.clock
    first = small.submission("breaker", "pairs")
    clock.now -= timedelta(seconds=3)
    signed = [replace(pair, author=AUTHOR) for pair in PAIRS[:2]]
    second = breaker.upload(NAME, "pairs", records(Pair, signed))["submission"]
    small.night.work()
    assert [each["id"] for each in whole(breaker.client, f"{C}/submissions", limit=1)][-2:] == [first, second]
    assert len(breaker.get(f"{C}/pairs")) == 2


def test_no_check_ends_while_somebody_holds_the_contest(small: Small) -> None:
    """Else a state with a lower number could be seen later than one with a higher."""
    database = small.night.house.database
    if database.is_sqlite:
        pytest.skip("in SQLite one writes at a time")
    submission = small.people["both"].upload(NAME, "pairs", records(Pair, PAIRS[2:]))["submission"]
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    with ThreadPoolExecutor(1) as pool:
        with database.writing() as connection:
            contests.lock(connection, NAME)
            checked = pool.submit(Worker(database, small.night.clock).work)
            while not connection.execute(waiting).scalar():
                assert not checked.done()
            assert find_submission(connection, NAME, submission).state == "checking"
        assert checked.result(timeout=60)
    assert small.people["both"].get(f"{C}/submissions/{submission}")["state"] == "accepted"


def test_an_organiser_is_told_what_judges_see_otherwise_and_nobody_has_ruled(small: Small) -> None:
    small.predict()
    small.judge("+1")  # promised is -1
    small.night.clock.to("score")
    organiser = small.organiser
    first, *rest = {each["pair"] for each in organiser.all(f"{C}/judged")}
    page = f"{small.night.address}{C}/organise"
    for pairs in (len(rest) + 1, len(rest)):
        warning = f"{pairs} judged texts have another answer than promised"
        assert organiser.post(f"{C}/scores")["warnings"][0].startswith(warning)
        assert warning in organiser.send("GET", page).text
        ruling = {"pair": first, "side": "modified", "accepted": ["-1"], "reason": "The breaker is right."}
        organiser.post(f"{C}/rulings", ruling)
    for pair in rest:
        organiser.post(f"{C}/rulings", ruling | {"pair": pair})
    assert organiser.post(f"{C}/scores")["warnings"] == []


def test_a_bundle_is_that_of_its_board_though_a_worker_has_a_fast_clock(small: Small) -> None:
    clock, organiser = small.night.clock, small.organiser
    clock.to("predict", hours=23.999)
    _answers_again(small, "both", "-1")
    clock.to("score")
    fast = Worker(small.night.house.database, lambda: clock.now + timedelta(seconds=5))
    while fast.work():
        pass
    organiser.post(f"{C}/scores")
    clock.to("publish")
    organiser.post(f"{C}/publication", {"names": False})
    for form in ("folder", "datasets"):
        assert AUTHOR not in _told(organiser, form)
    organiser.post(f"{C}/publication", {"names": True})
    for form in ("folder", "datasets"):
        assert AUTHOR in _told(organiser, form)
    archive = zipfile.ZipFile(io.BytesIO(organiser.send("GET", f"{C}/bundle").content))
    lines = archive.read("predictions/Wrens/Owls.jsonl").splitlines()[1:]
    assert {json.loads(line)["answer"] for line in lines} == {"-1"}


def test_what_others_have_worked_with_is_not_replaced(small: Small) -> None:
    organiser = small.organiser
    for kind, why in (("dev", "judges have been asked about"), ("starter", "teams have worked with")):
        reply = organiser.client.post(
            f"{C}/submissions",
            params={"kind": kind, "filename": "again.jsonl"},
            content=b"".join(records(Item, DEV)),
            headers={"Idempotency-Key": f"again {kind}"},
        )
        assert (reply.status_code, why in reply.text) == (409, True)
    late = (small.night.clock.now + timedelta(hours=2)).isoformat()
    extension = {"phase": "break", "closes": late, "reason": "The Owls were ill."}
    reply = organiser.client.post(f"{C}/extensions", json=extension)
    assert (reply.status_code, "have been answered" in reply.text) == (409, True)


def test_a_board_keeps_the_development_items_that_it_was_computed_with(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    organiser = small.organiser
    before = organiser.send("GET", f"{C}/bundle")
    monkeypatch.setattr(receiving, "_refuse_used", lambda *given: None)  # once it was not refused
    organiser.upload(NAME, "dev", records(Item, [replace(item, accepted=("-1",)) for item in DEV[:2]]))
    small.night.work()
    assert organiser.send("GET", f"{C}/bundle").content == before.content
    refused = organiser.send("POST", f"{C}/scores", status=409).json()
    assert "dev-predictions of these teams" in refused["detail"]
    assert "Wrens (0 missing, 1 too many)" in refused["detail"]
    organiser.upload(NAME, "dev", records(Item, DEV))
    small.night.work()
    organiser.post(f"{C}/scores")


def test_answers_to_other_pairs_are_told_by_team(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    organiser, clock = small.organiser, small.night.clock
    clock.to("predict", hours=1)
    monkeypatch.setattr(contests, "_refuse_other_pairs", lambda *given: None)  # once it was not refused
    late = (clock.now + timedelta(hours=2)).isoformat()
    organiser.post(f"{C}/extensions", {"phase": "break", "closes": late, "reason": "The Owls were ill."})
    small.people["breaker"].upload(NAME, "pairs", records(Pair, PAIRS[:1]))
    small.night.work()
    clock.to("predict", hours=20)
    _answers_again(small, "builder", "+1")
    small.night.work()
    clock.to("score")
    refused = organiser.send("POST", f"{C}/scores", status=409).json()["detail"]
    assert "of these teams do not answer the 6 items that count: Wrens (2 missing, 4 too many)" in refused
    assert "Larks" not in refused
    assert gettempdir() not in refused
