"""The OpenAPI document against the server: what it says is true, in every role, whatever is sent."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from arena_night import TEXTS, Table
from contest_night import DAY, PASSWORD, START, Person, night, timeline
from cup_night import joined, planned, team
from databases import Databases
from quiz_world import World
from room_night import Chair, packet
from small_contest import LARGE, NAME, PAIRS, C, Small, records
from workshop_night import BOAT, accepted, invited
from zellig.front.trained import TrainedSystem
from zellig.games.writing.rules import usual_rules
from zellig.games.writing.strokes import Noted, Notes, Typed, encode
from zellig.items import Item, Pair, Prediction, Verdict, encode_record
from zellig.messages import Envelope, Start
from zellig.server.arena.entrants import seat_of
from zellig.server.arena.mailbox import post
from zellig.server.live.keeping import Opening, Piece, write_pieces
from zellig.server.smtp import MailServer
from zellig.server.workshops import take_pen
from zellig.tasks import get_task

EXAMPLES = 6  # of each operation
UPLOAD = "in-parts"
TRUE = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]


class Stage:
    """A contest that has been played, and all that was answered meanwhile."""

    def __init__(self, small: Small, replies: list[httpx.Response], known: dict[str, str]) -> None:
        self.small, self.replies = small, replies
        address = small.night.address
        document = httpx.get(f"{address}/schema/openapi.json").json()
        schema: Any = schemathesis.openapi.from_dict(document)
        schema.config.update(base_url=address)
        found: list[Any] = [each.ok() for each in schema.get_all_operations()]
        self.operations: dict[str, Any] = {each.label: each for each in found}
        self.known = {
            "contest": NAME,
            "submission": small.submission("builder", "predictions"),
            "question": small.asked["judge"][0]["question"],
            "what": "pairs",
            "token": "none",
            "key": UPLOAD,
            **known,
        }

    def operation_of(self, reply: httpx.Response) -> str | None:
        path = reply.request.url.path
        for label in self.operations:
            method, _, template = label.partition(" ")
            if reply.request.method == method and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path):
                return label
        return None


@pytest.fixture(scope="module")
def stage(
    new_databases: Databases, tmp_path_factory: pytest.TempPathFactory, bag: TrainedSystem, quiz: World
) -> Iterator[Stage]:
    replies: list[httpx.Response] = []

    def keep(reply: httpx.Response) -> None:
        reply.read()
        replies.append(reply)

    with pytest.MonkeyPatch.context() as patch:
        plain = httpx.Client
        patch.setattr(httpx, "Client", lambda **given: plain(**given, event_hooks={"response": [keep]}))
        nowhere = MailServer("127.0.0.1", 9, "contests@example.org")  # nothing is sent in this test
        folder = tmp_path_factory.mktemp("openapi")
        systems = folder / "systems.toml"
        systems.write_text(f'[bag]\nsystem = "{bag._output.path}"\n[ir]\nsystem = "{quiz.guesser("ir")}"\n')
        with night(
            new_databases.new("postgresql"), folder, mail=nowhere, private_endpoints=True, systems=systems
        ) as served:
            small = Small(served)
            small.play()
            _the_rest(small)
            _in_parts(small)
            _live(small)
            known = _written(small) | _arena(small) | _tournament(small)
            yield Stage(small, replies, known)
            served.house.close()


def _bring_verdicts(small: Small) -> None:
    """To a panel without teams: elsewhere none are taken."""
    organiser, judge, panel = small.organiser, small.people["judge"], "/contests/panel"
    organiser.post("/contests", {"contest": "panel", "title": "A panel"})
    phases = timeline(small.night.clock.now, ["judge"])
    organiser.put(f"{panel}/rules", {"task": "sentiment", "timeline": phases})
    organiser.post(f"{panel}/open")
    organiser.upload("panel", "to-judge", records(Pair, PAIRS))
    small.night.work()
    link = organiser.post(f"{panel}/invitations", {"roles": ["judge"]})["link"]
    judge.client.headers["x-csrf-token"] = judge.post("/invitations/accept", {"link": link})["csrf"]
    judge.post(f"{panel}/questions")
    judge.send("POST", f"{panel}/verdicts", content=encode_record(Verdict("elsewhere", "Jo", "+1")))


def _the_rest(small: Small) -> None:
    """What a contest that goes well does not need."""
    people, clock = small.people, small.night.clock
    builder, breaker, organiser = people["builder"], people["breaker"], small.organiser
    for what in ("training", "dev", "starter", "dev-predictions", "pairs"):
        organiser.send("GET", f"{C}/data/{what}")
    mine = f"{C}/submissions/{small.submission('builder', 'predictions')}"
    builder.get(mine)
    builder.send("GET", f"{mine}/content")
    clock.to("judge", hours=2)
    people["judge"].post(f"{C}/undo")
    _bring_verdicts(small)
    organiser.send("GET", f"{C}/verdicts")
    for path in ("progress", "agreement", "unresolved"):
        organiser.get(f"{C}/{path}")
    breaker.get(f"{C}/pairs")
    starter = json.loads(breaker.send("GET", f"{C}/data/starter").text.splitlines()[1])
    draft = {"original": starter["id"], "fields": starter["fields"], "promise": "same"}
    breaker.post(f"{C}/pairs/check", draft)
    clock.to("appeal")
    pair = breaker.get(f"{C}/judged")[0]["pair"]
    appeal = breaker.post(f"{C}/appeals", {"pair": pair, "side": "modified", "reason": "Why?"})["id"]
    organiser.post(
        f"{C}/rulings",
        {"pair": pair, "side": "modified", "accepted": ["-1"], "reason": "So.", "appeal": appeal},
    )
    breaker.get(f"{C}/appeals")
    organiser.get(f"{C}/events")
    closes = (START + 4.1 * DAY).isoformat()
    organiser.post(f"{C}/extensions", {"phase": "judge", "closes": closes, "reason": "Ill."})
    clock.to("build")
    dev = small.submission("builder", "dev-predictions")
    builder.post(f"{C}/submissions/{dev}/withdraw")
    clock.to("publish")
    breaker.get(f"{C}/boards")
    breaker.send("GET", f"{C}/bundle")
    breaker.send("GET", f"{C}/bundle", params={"format": "datasets"})
    for path in ("/contests", C, f"{C}/rules", "/account", "/tokens"):
        builder.get(path)
    organiser.get(f"{C}/people")
    organiser.post("/operators")
    builder.put("/account", {"email": None, "reminders": False})
    builder.send("GET", "/account/export")
    people["nobody"].post("/password/forgotten", {"name": "builder"})
    token = builder.post("/tokens", {"title": "x"})["id"]
    builder.send("DELETE", f"/tokens/{token}")
    people["stranger"].post(
        "/invitations/accept", {"link": organiser.post(f"{C}/invitations", {"roles": ["observer"]})["link"]}
    )
    link = organiser.post(f"{C}/invitations", {"roles": ["observer"]})["link"]
    leaving = small.night.person("Leaving", link)
    who = leaving.get("/account")["id"]
    small.organiser.post(f"{C}/roles/taken", {"account": who, "role": "observer"})
    secret = organiser.post("/password/links", {"name": "Leaving"})["link"]
    reply = leaving.send("POST", "/password", json={"link": secret, "password": PASSWORD})
    leaving.client.headers["x-csrf-token"] = reply.json()["csrf"]
    change = {"old": PASSWORD, "password": f"{PASSWORD} or two"}
    reply = leaving.send("PUT", "/account/password", json=change)
    leaving.client.headers["x-csrf-token"] = reply.json()["csrf"]
    leaving.send("DELETE", "/session")
    leaving.client.headers.pop("x-csrf-token")
    reply = leaving.send("POST", "/session", json={"name": "Leaving", "password": f"{PASSWORD} or two"})
    leaving.client.headers["x-csrf-token"] = reply.json()["csrf"]
    leaving.post("/account/closing", {"password": f"{PASSWORD} or two"})
    clock.to("break")
    people["both"].upload(NAME, "pairs", records(Pair, [LARGE]))
    small.night.work()
    organiser.post(f"{C}/reviews", {"pair": organiser.get(f"{C}/reviews")[0]["pair"], "counts": True})
    for path in ("/health", "/ready"):
        people["nobody"].get(f"{small.night.address}{path}")


def _in_parts(small: Small) -> None:
    """An upload in parts, completed; and another one that is begun."""
    small.night.clock.to("build")
    builder, body = small.people["builder"], b"".join(records(Prediction, []))
    about = {"kind": "dev-predictions", "filename": "dev.jsonl", "bytes": len(body)}
    for key in (UPLOAD, "another"):
        path = f"{C}/uploads/{key}"
        builder.put(path, {**about, "sha256": hashlib.sha256(body).hexdigest()})
        builder.send("PATCH", path, params={"offset": 0}, content=body)
        builder.get(path)
    builder.get(f"{C}/uploads")
    builder.post(f"{C}/uploads/another/submission")


def _live(small: Small) -> None:
    """An endpoint that is registered, asked and removed; nobody is there, so nothing comes of it."""
    small.night.clock.to("predict")
    builder = small.people["builder"]
    for _ in range(2):
        builder.put(f"{C}/endpoint", {"address": "http://127.0.0.1:9", "token": "x"})
    builder.post(f"{C}/endpoint/askings")
    builder.get(f"{C}/endpoint")
    builder.send("DELETE", f"{C}/endpoint")


def _written(small: Small) -> dict[str, str]:
    """A workshop, in which a pair is written, handed in, decided on and taken back."""
    organiser = small.organiser
    rules = msgspec.to_builtins(usual_rules(get_task("sentiment"), ("bag",)))
    path = "/workshops/plates"
    organiser.post("/workshops", {"workshop": "plates", "title": "Plates", "rules": rules})
    item = Item("soup", {"text": "The soup was warm."}, ("+1",))
    body = b"".join(records(Item, [item]))
    organiser.send("POST", f"{path}/materials", params={"filename": "items.jsonl"}, content=body)
    organiser.put(f"{path}/rules", {**rules, "everybody": True})
    organiser.post(f"{path}/roles", {"name": "judge", "role": "editor"})
    organiser.post(f"{path}/roles", {"name": "judge", "role": "reader"})
    organiser.post(f"{path}/roles/taken", {"name": "judge", "role": "reader"})
    organiser.put(f"{path}/consent")
    draft = organiser.post(f"{path}/drafts")["draft"]
    now, tab = small.night.clock(), "a-tab-of-its-own"
    strokes = [
        Noted(Notes(original="soup", promise="flip")),
        Typed("text", 0, 0, "The soup was not warm.", 22),
    ]
    with small.night.house.database.writing() as connection:
        take_pen(connection, draft, tab, force=False)
        kept = Piece(Opening(draft, tab, None), 1, now, [encode(each).decode() for each in strokes])
        assert write_pieces(connection, [kept]) == {}
    text = organiser.post(f"{path}/texts", {"draft": draft})["text"]
    for each in ("/workshops", path, f"{path}/drafts", f"{path}/drafts/{draft}", f"{path}/texts"):
        organiser.get(each)
    organiser.get(f"{path}/rules")
    organiser.get(f"{path}/drafts/{draft}/replay")
    organiser.get(f"{path}/answers", params={"begins": "so"})
    organiser.get(f"{path}/past", params={"answer": "soup"})
    for each in ("histories", "histories/datasets", "pairs", "moved"):
        organiser.send("GET", f"{path}/{each}")
    small.people["judge"].post(f"{path}/texts/{text}/decision", {"taken": True})
    organiser.send("DELETE", f"{path}/texts/{text}")
    organiser.send("DELETE", f"{path}/drafts/{organiser.post(f'{path}/drafts')['draft']}")
    small.people["judge"].post(f"{path}/leaving")
    return {"workshop": "plates", "draft": draft, "text": text, "to": "qanta", **_read(small)}


def _read(small: Small) -> dict[str, str]:
    """A question that is accepted, answered blind, tagged, and put into a set."""
    night, editor = small.night, small.organiser
    rules = msgspec.to_builtins(usual_rules(get_task("quiz"), ("ir",)))
    rules["sample"] = {"share": 1.0}
    editor.post("/workshops", {"workshop": "towns", "title": "Towns", "rules": rules})
    writer, reader = invited(night, editor, "Wanda", "writer"), invited(night, editor, "Rita", "reader")
    text = accepted(night, editor, writer, BOAT, "Ashmoor", category="History")
    path = "/workshops/towns"
    reader.get(f"{path}/to-answer")
    reader.post(f"{path}/texts/{text}/clues")
    reader.post(f"{path}/texts/{text}/answers", {"answer": "Ashmoor"})
    reader.get(f"{path}/to-tag")
    reader.send("PUT", f"{path}/texts/{text}/tags", json={"phenomena": ["operator"]})
    for each in ("people", "agreement", "board", "sets", f"texts/{text}/answers"):
        editor.get(f"{path}/{each}")
    made = editor.post(f"{path}/sets", {"title": "x", "packets": 1, "distribution": {"any": 1}})["set"]
    editor.get(f"{path}/sets/{made}")
    of_set = {"workshop": "towns", "set": made, "number": 1}
    room = editor.post("/rooms", {"room": "towns", "title": "x", "teams": ["A", "B"], "of_set": of_set})
    assert (room["tossups"], room["state"], room["host"]) == (1, "waiting", editor.get("/account")["name"])
    assert writer.send("GET", "/rooms/towns").json()["you"] == ["see", "watch"]
    editor.post(f"{path}/roles", {"name": "Rita", "role": "editor"})
    _tournament_of_a_set(editor, reader, writer, of_set)
    editor.post(f"{path}/sets/{made}/moves", {"text": text, "packet": 0})
    editor.send("GET", f"{path}/sets/{made}/files/qanta")
    return {"set_name": made, **_played(small)}


def _tournament_of_a_set(operator: Person, rita: Person, wanda: Person, of_set: dict[str, Any]) -> None:
    """Editors found tournaments with packets of their sets, and with no others; who wrote a question of one
    is not read it."""
    teams = [team("Ink"), team("Owl")]
    own = planned("towns", teams, questions={"packets": [{"of_set": of_set}]})
    wanda.post("/tournaments", own, status=403)
    rita.post("/tournaments", {**own, "questions": {"packets": [{"packet": packet()}]}}, status=403)
    rita.post("/tournaments", own)
    joined(rita, wanda, "towns", "Ink")
    joined(rita, operator, "towns", "Owl")
    refused = rita.post("/tournaments/towns/rounds", status=400)
    assert "Ink wrote it, and no other of its side and category is left" in refused["detail"]


def _played(small: Small) -> dict[str, str]:
    """A room in which a match is played to its end, with a protest and a ruling; and one that waits."""
    organiser, (ann, bea) = small.organiser, (small.people["builder"], small.people["breaker"])
    rules = {"name": "quick", "tossups": 1, "words_a_minute": 1000, "seconds_to_buzz": 0.1}
    body = {"title": "Final", "teams": ["A", "B"], "rules": rules, "about": {"open": True}}
    organiser.post("/rooms", {**body, "room": "final", "packet": packet(("snow",))})
    path = "/rooms/final"
    own = ann.post(f"{path}/players", {"team": "t1"})["player"]
    bea.post(f"{path}/players", {"team": "t2"})
    spare = organiser.post(f"{path}/programs", {"team": "t2", "address": "http://127.0.0.1:9"})["player"]
    organiser.send("DELETE", f"{path}/players/{spare}")
    organiser.post(f"{path}/invitations", {"role": "spectator"})
    organiser.post(f"{path}/beginning")

    async def answer() -> None:
        cookies = {"cookie": "; ".join(f"{key}={value}" for key, value in ann.client.cookies.items())}
        headers = {**cookies, "origin": small.night.address}
        chair = await Chair(small.night.address, "final", headers).open()
        await chair.do("buzz", number=1)
        await chair.stage("answering")
        await chair.do("answer", number=1, text="rain")
        await chair.stage("over")
        await chair.close()

    asyncio.run(answer())
    protest = {"number": 1, "player": own, "reason": "It is cold."}
    found = ann.post(f"{path}/protests", protest)["protests"][0]["protest"]
    ruling = {**protest, "outcome": "wrong", "protest": found}
    organiser.post(f"{path}/rulings", ruling)
    for each in ("/rooms", path, f"{path}/match", f"{path}/protests", f"{path}/transcript", f"{path}/qbj"):
        organiser.send("GET", each)
    return {"room": "final", "player": own}


def _arena(small: Small) -> dict[str, str]:
    """A season of the arena, in which performers and a person have played, and which has ended."""
    organiser, path = small.organiser, "/arenas/canteen/seasons/first"
    organiser.post("/arenas", {"arena": "canteen", "title": "The canteen"})
    brought = organiser.send("POST", "/arenas/canteen/texts", content=TEXTS.encode()).json()
    rules = {"season": "first", "texts": brought["texts"], "rounds": 4, "people": 1, "tie_rule": "coin"}
    organiser.post("/arenas/canteen/seasons", rules)
    for role, name in (("curator", "uniform"), ("breaker", "word-shuffle"), ("chooser", "random")):
        organiser.post(f"{path}/entrants", {"role": role, "name": name, "performer": name})
    organiser.post(f"{path}/entrants", {"role": "chooser", "name": "joins"})
    joins = f"{path}/entrants/joins"
    organiser.send("PUT", f"{joins}/status", json={"name": "joins", "role": "chooser"})
    organiser.get(f"{joins}/next", params={"wait": 0})
    database = small.night.house.database
    with database.writing() as connection:
        seat = seat_of(connection, "canteen", "first", "joins").id
        post(connection, seat, Envelope("a-game", 1, Start(7)))
    organiser.get(f"{joins}/next", params={"wait": 1})
    organiser.post(f"{joins}/reply", {"game": "a-game", "turn": 1})
    organiser.send("DELETE", joins)
    table = Table(small.night, organiser, brought["texts"])
    table.check()
    table.play()
    for role, move, body in (
        ("chooser", "choice", {"fake": 0}),
        ("breaker", "fake", {"text": None}),
        ("curator", "pick", {"place": None}),
    ):
        turn = organiser.post(f"{path}/sittings", {"role": role})
        game = f"{path}/sittings/{turn['game']}"
        if role == "breaker":
            body["text"] = turn["texts"][0]
            organiser.post(f"{game}/look", {"text": turn["texts"][0]})
        if role == "curator":
            body["place"] = turn["candidates"][0]["place"]
        organiser.post(f"{game}/{move}", {"round": turn["round"], **body})
        organiser.get(game)
    organiser.post(f"{path}/close")
    table.play()
    for each in ("/arenas", "/arenas/canteen", path, f"{path}/entrants", f"{path}/ladder"):
        organiser.get(each)
    game = organiser.get(f"{path}/games")[0]["game"]
    organiser.send("GET", f"{path}/games/{game}/transcript")
    organiser.send("GET", f"{path}/bundle")
    return {"arena": "canteen", "season": "first", "entrant": "joins", "game": game}


def _tournament(small: Small) -> dict[str, str]:
    """A tournament that is over before anybody has played: its only game was forfeited."""
    organiser, path = small.organiser, "/tournaments/cup"
    ink = team("Ink") | {"programs": [{"name": "ink", "system": "ir"}]}
    organiser.post("/tournaments", planned("cup", [ink, team("Owl"), team("Elm")]))
    organiser.post(f"{path}/withdrawals", {"team": "Elm"})
    for who, name in (("builder", "Ink"), ("breaker", "Owl")):
        joined(organiser, small.people[who], "cup", name)
    small.people["breaker"].post(f"{path}/leaving", {"player": "breaker"})
    joined(organiser, small.people["breaker"], "cup", "Owl")
    organiser.post(f"{path}/rounds")
    organiser.post(f"{path}/forfeits", {"team": "Owl", "reason": "Ill."})
    organiser.post(f"{path}/publication")
    for each in ("/tournaments", path, f"{path}/statistics", f"{path}/files/qbj"):
        organiser.send("GET", each)
    return {"tournament": "cup"}


def test_every_operation_is_answered_well_and_as_it_is_described(stage: Stage) -> None:
    answered, untrue = set(), []
    for reply in stage.replies:
        if (label := stage.operation_of(reply)) is not None:
            operation = stage.operations[label]
            try:
                operation.validate_response(reply)
            except FailureGroup as failures:
                untrue.append((label, reply.status_code, [str(each) for each in failures.exceptions]))
            if str(reply.status_code) not in operation.definition.raw["responses"]:
                untrue.append((label, reply.status_code, ["not described"]))
            if reply.is_success:
                answered.add(label)
    assert untrue == []
    assert stage.operations.keys() - answered == set()


def test_whatever_is_sent_is_answered_as_it_is_described(stage: Stage) -> None:
    small, untrue = stage.small, []
    spared = ("POST /api/v1/account/closing", "DELETE /api/v1/session")  # who is gone cannot send any more
    for label, operation in stage.operations.items():
        if label in spared:
            continue

        @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
        @given(
            case=operation.as_strategy(),
            who=st.sampled_from(sorted(small.people)),
            known=st.booleans(),
            phase=st.sampled_from(["build", "break", "predict", "judge", "appeal", "score", "publish"]),
        )
        def send(case: Any, who: str, known: bool, phase: str) -> None:
            small.night.clock.to(phase)
            if known:
                case.path_parameters |= {key: stage.known[key] for key in case.path_parameters or {}}
            client = small.people[who].client
            response = case.call(
                headers={"x-csrf-token": client.headers.get("x-csrf-token", "")},
                cookies=dict(client.cookies),
            )
            case.validate_response(response, checks=TRUE)

        try:
            send()
        except FailureGroup as failures:
            untrue.append((label, [str(each) for each in failures.exceptions]))
    assert untrue == []
