"""Whoever writes holds up whoever writes next: no text is read or checked inside such a turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.sync.client import connect

from contest_night import night
from databases import Databases
from in_turn import InTurn
from live_endpoint import live_endpoint
from quiz_world import World, question
from small_contest import LARGE, NAME, PAIRS, C, Small, records
from workshop_night import BOAT, accepted, invited, workshop, written
from zellig.checks.questions import pipeline
from zellig.front import packets
from zellig.games.contest import uploads
from zellig.games.writing import ordered_set, strokes
from zellig.items import Item, Pair, encode_record, header_of


@pytest.fixture
def in_turn(monkeypatch: pytest.MonkeyPatch) -> Iterator[InTurn]:
    found = InTurn(monkeypatch)
    for name in ("check_upload", "read_pairs_of", "read_items_of", "read_answers_of", "items_in"):
        found.watch(uploads, name)
    found.watch(pipeline, "check_question")
    found.watch(strokes, "write")
    found.watch(packets, "question_set")
    found.watch(ordered_set, "as_ordered")
    yield found
    assert found.while_others_waited == set()


def test_nothing_is_read_in_the_turns_of_a_contest(
    new_databases: Databases, tmp_path: Path, in_turn: InTurn
) -> None:
    with (
        night(new_databases.new("sqlite"), tmp_path, private_endpoints=True) as served,
        live_endpoint() as endpoint,
    ):
        small = Small(served, judging={"also": ["starter"], "originals": True})
        small.organiser.upload(NAME, "to-judge", records(Pair, PAIRS[:1]))
        served.clock.to("break")
        small.people["breaker"].upload(NAME, "pairs", records(Pair, [PAIRS[0], LARGE]))
        small.people["both"].upload(NAME, "pairs", records(Pair, PAIRS[2:]))
        small.people["builder"].put(f"{C}/endpoint", {"address": endpoint.address})
        served.work()
        served.clock.to("predict")
        served.ask()
        served.work()
        small.judge()
        served.clock.to("appeal")
        brought = small.submission("breaker", "pairs")
        side = {"pair": f"{brought}/large", "side": "modified", "reason": "It is meant otherwise."}
        made = small.people["breaker"].post(f"{C}/appeals", side)["id"]
        small.people["breaker"].post(f"{C}/appeals", {**side, "pair": f"{brought}/p0"})
        served.clock.to("score")
        small.organiser.post(f"{C}/reviews", {"pair": side["pair"], "counts": True})
        small.organiser.post(f"{C}/rulings", {**side, "accepted": ["+1"], "appeal": made})
        small.organiser.post(f"{C}/scores")
        served.clock.to("publish")
        small.organiser.post(f"{C}/publication", {}, status=409)  # the other appeal waits
        small.organiser.post(f"{C}/publication", {"reason": "It changes nothing."})
    assert in_turn.called >= {"check_upload", "read_pairs_of", "read_items_of", "read_answers_of"}


def test_nothing_is_read_in_the_turns_of_a_workshop(
    new_databases: Databases, tmp_path: Path, quiz: World, in_turn: InTurn
) -> None:
    with workshop(new_databases.new("sqlite"), tmp_path, quiz) as served:
        editor = served.people[0]
        items = header_of(Item, "quiz") + encode_record(
            Item("q1", {"text": question("Brackwater", 3)}, ("Brackwater",))
        )
        named = {"filename": "items.jsonl"}
        editor.send("POST", "/workshops/towns/materials", params=named, content=items)
        writer = invited(served, editor, "Wim", "writer")
        text = accepted(served, editor, writer, BOAT, "Ur", category="History")
        asked = {"title": "Cup", "packets": 1, "distribution": {"History": 1}}
        made = editor.post("/workshops/towns/sets", asked)["set"]
        editor.post(f"/workshops/towns/sets/{made}/moves", {"text": text, "packet": 0})
        draft = written(served, editor, BOAT)
        cookie = "; ".join(f"{name}={value}" for name, value in editor.client.cookies.items())
        address = f"{served.address.replace('http', 'ws')}/api/v1/workshops/towns/drafts/{draft}/live"
        with connect(address, additional_headers={"Cookie": cookie, "Origin": served.address}) as tab:
            tab.send('{"do": "open", "tab": "a-tab-of-its-own"}')
            assert BOAT in str(tab.recv(timeout=30))
    assert in_turn.called >= {"items_in", "check_question", "write", "question_set", "as_ordered"}
