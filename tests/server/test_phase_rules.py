"""Who may do what when, over HTTP, against a table that was written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contest_night import DAY, START, night
from databases import KINDS, Databases
from small_contest import NAME, PAIRS, C, Small, records
from zellig.games.contest.events import Happened, Refused
from zellig.items import Pair, Prediction
from zellig.server.contests import read_events

# A column for each day: before the first phase, build, break, predict, judge, appeal, score, publish. Who
# may: b builder, k breaker, j judge, v observer, O organiser, s somebody with an account, n nobody.
TABLE: dict[str, list[str]] = {
    "get training": ["O", "bO", "bO", "bO", "bO", "bO", "bO", "bO"],
    "get dev": ["O", "bO", "bO", "bO", "bO", "bO", "bO", "bO"],
    "get starter": ["O", "O", "kO", "kO", "kO", "kO", "kO", "kO"],
    "get dev-predictions": ["O", "O", "kO", "kO", "kO", "kO", "kO", "kO"],
    "get pairs": ["O", "O", "O", "bO", "bO", "bO", "bO", "bO"],
    "put dev-predictions": ["", "b", "", "", "", "", "", ""],
    "put pairs": ["", "", "k", "", "", "", "", ""],
    "put predictions": ["", "", "", "b", "", "", "", ""],
    "withdraw dev-predictions": ["", "b", "", "", "", "", "", ""],
    "withdraw pairs": ["", "", "k", "", "", "", "", ""],
    "withdraw predictions": ["", "", "", "b", "", "", "", ""],
    "begin pairs": ["", "", "k", "", "", "", "", ""],
    "begin predictions": ["", "", "", "b", "", "", "", ""],
    "register endpoint": ["", "b", "b", "b", "", "", "", ""],
    "ask endpoint": ["", "", "", "b", "", "", "", ""],
    "ask": ["", "", "", "", "j", "", "", ""],
    "verdict": ["", "", "", "", "j", "", "", ""],
    "undo": ["", "", "", "", "j", "", "", ""],
    "see judged": ["O", "O", "O", "O", "O", "bkO", "bkO", "bkO"],
    "appeal": ["", "", "", "", "", "bk", "", ""],
    "rule": ["", "", "", "", "O", "O", "O", ""],
    "see reviews": ["O", "O", "kO", "kO", "kO", "kO", "kO", "kO"],
    "review": ["", "", "O", "O", "O", "O", "O", ""],
    "see unresolved": ["O"] * 8,
    "score": ["", "", "", "", "", "", "O", "O"],
    "publish": ["", "", "", "", "", "", "O", "O"],
    "see boards": ["O", "O", "O", "O", "O", "O", "O", "bkjvOsn"],
    "get bundle": ["O", "O", "O", "O", "O", "O", "O", "bkjvOsn"],
    # What no phase has to do with.
    "put starter": ["O"] * 8,
    "found team": ["O"] * 8,
    "invite": ["O"] * 8,
    "take role": ["O"] * 8,
    "extend": ["O"] * 8,
    "rules": ["O"] * 8,
    "open": ["O"] * 8,
    "see events": ["O"] * 8,
    "consent": ["bkjvO"] * 8,
    "see submissions": ["bkO"] * 8,
    "see appeals": ["bkjvOs"] * 8,
    "see contest": ["bkjvOsn"] * 8,
    "list uploads": ["bkjvO"] * 8,
    "show endpoint": ["b"] * 8,
    "remove endpoint": ["b"] * 8,
    "begin contest": ["O"] * 8,  # who organises this one is the operator, too
}
NOTED = {  # what is written down if it comes too early or too late, and as which act
    "put dev-predictions": "put-dev-predictions",
    "put pairs": "put-pairs",
    "put predictions": "put-predictions",
    "withdraw dev-predictions": "put-dev-predictions",
    "withdraw pairs": "put-pairs",
    "withdraw predictions": "put-predictions",
    "begin pairs": "put-pairs",
    "begin predictions": "put-predictions",
    "register endpoint": "put-endpoint",
    "ask endpoint": "put-predictions",
    "ask": "judge",
    "verdict": "judge",
    "undo": "judge",
    "appeal": "appeal",
    "rule": "rule",
    "review": "review",
    "score": "score",
    "publish": "publish",
}
LETTERS = {
    "builder": "b",
    "breaker": "k",
    "both": "bk",
    "judge": "j",
    "breaking judge": "kj",
    "observer": "v",
    "organiser": "O",
    "stranger": "s",
    "nobody": "n",
}
MINE = {"dev-predictions": "builder", "pairs": "breaker", "predictions": "builder"}
MANY = {"sqlite": 250, "postgresql": 100}


@dataclass
class Stage:
    """A contest that has been played, so that every request finds what it is about."""

    small: Small
    kind: str
    pair: str
    question: str
    withdrawn: dict[str, str]

    def request(self, act: str) -> tuple[str, str, dict[str, Any]]:
        """An act as a method, a path and what is sent; nothing that is wrong for another reason than who and
        when, or something that is wrong in itself and changes nothing."""
        word, _, what = act.partition(" ")
        side = {"pair": self.pair, "side": "modified", "reason": "Because."}
        later = {"phase": "build", "closes": START.isoformat(), "reason": "Not later at all."}
        match word:
            case "get" if what != "bundle":
                return "GET", f"{C}/data/{what}", {}
            case "put":
                kind: type[Any] = Pair if what == "pairs" else Prediction
                body = b"".join(records(kind, PAIRS[:1] if what == "pairs" else []))
                query = {"kind": what, "filename": "file.jsonl"}
                return "POST", f"{C}/submissions", {"params": query, "content": body}
            case "begin" if what != "contest":
                about = {"kind": what, "filename": "file.jsonl", "bytes": 2**30, "sha256": "0" * 64}
                return "PUT", f"{C}/uploads/never", {"json": about}
            case "withdraw":
                return "POST", f"{C}/submissions/{self.withdrawn[what]}/withdraw", {}
        known: dict[str, tuple[str, str, Any]] = {
            "ask": ("POST", f"{C}/questions", None),
            "verdict": ("POST", f"{C}/questions/{self.question}/verdicts", {"answer": "+1"}),
            "undo": ("POST", f"{C}/undo", None),
            "see judged": ("GET", f"{C}/judged", None),
            "appeal": ("POST", f"{C}/appeals", side),
            "rule": ("POST", f"{C}/rulings", {**side, "accepted": ["-1"]}),
            "see reviews": ("GET", f"{C}/reviews", None),
            "review": ("POST", f"{C}/reviews", {"pair": "none", "counts": True}),
            "see unresolved": ("GET", f"{C}/unresolved", None),
            "score": ("POST", f"{C}/scores", None),
            "publish": ("POST", f"{C}/publication", {"names": True}),
            "see boards": ("GET", f"{C}/boards", None),
            "get bundle": ("GET", f"{C}/bundle", None),
            "found team": ("POST", f"{C}/teams", {"name": "larks"}),
            "invite": ("POST", f"{C}/invitations", {"roles": ["observer"]}),
            "take role": ("POST", f"{C}/roles/taken", {"account": "nobody of this id", "role": "judge"}),
            "extend": ("POST", f"{C}/extensions", later),
            "rules": ("PUT", f"{C}/rules", {"task": "sentiment", "timeline": []}),
            "open": ("POST", f"{C}/open", None),
            "see events": ("GET", f"{C}/events", None),
            "consent": ("PUT", f"{C}/consent", None),
            "see submissions": ("GET", f"{C}/submissions", None),
            "see appeals": ("GET", f"{C}/appeals", None),
            "see contest": ("GET", C, None),
            # To where it may not be, and by who has none: taken on its merits, and nothing comes of it.
            "register endpoint": ("PUT", f"{C}/endpoint", {"address": "http://127.0.0.1"}),
            "ask endpoint": ("POST", f"{C}/endpoint/askings", None),
            "list uploads": ("GET", f"{C}/uploads", None),
            "show endpoint": ("GET", f"{C}/endpoint", None),
            "remove endpoint": ("DELETE", f"{C}/endpoint", None),
            "begin contest": ("POST", "/contests", {"contest": NAME, "title": "Again"}),
        }
        method, path, sent = known[act]
        return method, path, {"json": sent} if sent is not None else {}

    def events(self, after: int = 0) -> list[Happened]:
        with self.small.night.house.database.reading() as connection:
            return read_events(connection, NAME, after)


@pytest.fixture(scope="module", params=KINDS)
def stage(
    request: pytest.FixtureRequest, new_databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stage]:
    with night(new_databases.new(request.param), tmp_path_factory.mktemp("rules")) as served:
        small = Small(served)
        small.build()
        small.break_()
        withdrawn = {}
        for phase, kind in (("build", "dev-predictions"), ("break", "pairs"), ("predict", "predictions")):
            served.clock.to(phase)
            who = small.people[MINE[kind]]
            body = records(Pair, PAIRS[:1]) if kind == "pairs" else records(Prediction, [])
            withdrawn[kind] = who.upload(NAME, kind, body)["submission"]
            who.post(f"{C}/submissions/{withdrawn[kind]}/withdraw")
        small.predict()
        small.judge()
        served.clock.to("appeal")
        pair = small.people["breaker"].get(f"{C}/judged")[0]["pair"]
        served.clock.to("score")
        small.organiser.post(f"{C}/scores")
        small.organiser.post(f"{C}/publication", {"names": True})
        training = small.asked["judge"][0]["question"]  # nobody's own
        yield Stage(small, request.param, pair, training, withdrawn)


def is_allowed(act: str, who: str, seconds: float) -> bool:
    """What the table says."""
    letters = TABLE[act][min(int(seconds // 86_400) + 1, 7)]
    if act.startswith("withdraw") and who == "both":  # it is another team's
        return False
    return any(letter in letters for letter in LETTERS[who])


def outcome(reply: httpx.Response) -> str:
    """Whether a request was refused for who sent it, or for when; or was taken on its merits."""
    assert reply.status_code < 500, reply.text
    if reply.is_success:
        return "taken"
    kind = reply.json()["type"]
    return {"forbidden": "role", "unauthorised": "role", "out-of-phase": "phase"}.get(kind, "taken")


def _moments() -> st.SearchStrategy[float]:
    """Any second of nine days, and the edges of the phases to the microsecond."""
    edges = st.tuples(st.integers(0, 7), st.sampled_from([-1e-6, 0.0, 1e-6]))
    return st.one_of(
        st.integers(-86_400, 8 * 86_400 - 1).map(float), edges.map(lambda edge: edge[0] * 86_400 + edge[1])
    )


def test_what_is_taken_is_what_the_table_says(stage: Stage) -> None:
    @settings(max_examples=MANY[stage.kind])
    @given(act=st.sampled_from(sorted(TABLE)), who=st.sampled_from(sorted(LETTERS)), seconds=_moments())
    def play(act: str, who: str, seconds: float) -> None:
        stage.small.night.clock.now = START + timedelta(seconds=seconds)
        before = stage.events()
        method, path, sent = stage.request(act)
        found = outcome(stage.small.people[who].client.request(method, path, **sent))
        since = stage.events(before[-1].number)
        assert (found == "taken") == is_allowed(act, who, seconds), found
        refused = [each.event for each in since if isinstance(each.event, Refused)]
        if found == "phase" and act in NOTED:  # that somebody tried is all that is written
            assert [(each.act, each.cause in ("early", "late")) for each in refused] == [(NOTED[act], True)]
            assert len(since) == 1
        elif found != "taken":
            assert since == []

    play()


def test_before_it_is_opened_a_contest_is_its_organisers(stage: Stage) -> None:
    """The same requests to a contest in draft: looked at by its organiser, and nothing else."""
    stage.small.night.clock.to("judge")
    for act in sorted(TABLE):
        if not act.startswith(("get ", "see ", "put ", "ask", "score", "publish")):
            continue
        method, path, sent = stage.request(act)
        for who in ("organiser", "stranger", "builder", "nobody"):  # the stranger is an observer of it
            reply = stage.small.people[who].client.request(method, path.replace(NAME, "other"), **sent)
            looks = act.startswith(("get ", "see ")) or act == "put starter"
            known = act in ("see contest", "see appeals") and who == "stranger"
            mine = act == "see appeals" and who != "nobody"  # an empty list
            expected = (who == "organiser" and looks) or known or mine
            assert (outcome(reply) == "taken") == expected, (act, who, reply.text)


def test_an_extension_opens_a_phase_again_and_is_written_down(stage: Stage) -> None:
    small, organiser = stage.small, stage.small.organiser
    small.night.clock.to("break", hours=2)
    answers = stage.request("put dev-predictions")
    builder = small.people["builder"].client
    assert outcome(builder.request(answers[0], answers[1], **answers[2])) == "phase"
    closes = START + DAY + timedelta(hours=4)
    extension = {"phase": "build", "closes": closes.isoformat(), "reason": "The network was away."}
    before = stage.events()[-1].number
    small.people["builder"].send("POST", f"{C}/extensions", json=extension, status=403)
    for wrong in ({"reason": " "}, {"closes": START.isoformat()}, {"closes": (START + 9 * DAY).isoformat()}):
        organiser.send("POST", f"{C}/extensions", json={**extension, **wrong}, status=400)
    organiser.send("POST", f"{C}/extensions", json={**extension, "closes": "2026-03-02T05:00:00"}, status=400)
    organiser.send("POST", f"{C}/extensions", json={**extension, "round": 2}, status=404)
    assert stage.events(before) == []
    windows = organiser.post(f"{C}/extensions", extension)["timeline"]
    assert windows[0]["closes"] == windows[1]["opens"] == closes.isoformat().replace("+00:00", "Z")
    (event,) = stage.events(before)
    assert event.actor == organiser.get("/account")["id"]
    assert vars_of(event) == ("build", 1, closes, "The network was away.")
    assert outcome(builder.request(answers[0], answers[1], **answers[2])) == "taken"
    small.night.clock.now = closes
    assert outcome(builder.request(answers[0], answers[1], **answers[2])) == "phase"


def vars_of(happened: Happened) -> tuple[object, ...]:
    event: Any = happened.event
    return event.phase, event.round, event.closes, event.reason
