"""What performers and servers say to us: replies of programs and addresses, of language models and of ACE."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from fuzz.target import any_of, place, target
from zellig.errors import ZelligError
from zellig.items import Item

ITEMS = [Item("a", {"text": "The soup was hot ."}), Item("b", {"text": "The table was set ."})]
KEY = "sk-soup"


def _raw(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


# -- systems


def _answering(folder: Path, bodies: Mapping[str, str]) -> Any:
    """In place of the network: the reply to each path is a file of the input, with the input's headers."""
    import httpx

    def reply(request: httpx.Request) -> httpx.Response:
        try:
            headers = msgspec.json.decode(_raw(folder / "headers.json"), type=dict[str, str | int])
            code = int(headers.pop("code", 200))
            sent = [(name.encode(), str(value).encode()) for name, value in headers.items()]
            body = _raw(folder / bodies[request.url.path])
            return httpx.Response(code if code in range(100, 600) else 200, headers=sent, content=body)
        except (msgspec.MsgspecError, ValueError, RecursionError):  # nothing that HTTP could carry
            return httpx.Response(500)

    transport = httpx.MockTransport(reply)
    return patch("zellig.systems.http.Line.client", lambda line: httpx.AsyncClient(transport=transport))


@target("message-http")
def _http(folder: Path, out: Path) -> None:
    from zellig.performers import ask
    from zellig.systems import load_system

    with _answering(folder, {"/status": "status.json", "/act": "act.json"}):
        ask(load_system("http://127.0.0.1:9?tries=1"), ITEMS)


@target("message-openai")
def _openai(folder: Path, out: Path) -> None:
    from zellig.performers import ask
    from zellig.systems import load_system

    with _answering(folder, {"/v1/chat/completions": "completion.json"}):
        names = [f"openai:ladle@http://127.0.0.1:9/v1?task={task}&tries=1" for task in ("sentiment", "quiz")]
        any_of([partial(ask, load_system(name), ITEMS[:1]) for name in names])


@target("message-command")
def _command(folder: Path, out: Path) -> None:
    from zellig.systems.predictions_file import in_order, read_prediction

    lines = [line for line in _raw(place(folder)).split(b"\n") if line.strip()]
    in_order(ITEMS, [read_prediction(line, "cmd:ladle") for line in lines], "cmd:ladle")


# -- the arena


@target("message-arena-reply")
def _reply(folder: Path, out: Path) -> None:
    """A whole game of two rounds with three programs that say what the input has."""
    from zellig.games.arena.game import Game
    from zellig.games.arena.play import scored
    from zellig.games.arena.rules import Rules
    from zellig.games.arena.transcript import FILE, VERSION, Head, Transcript
    from zellig.messages import Reply
    from zellig.performers import ROLES, Spec
    from zellig.seats.loading import load_performer
    from zellig.seats.own_process import OwnProcess
    from zellig.seats.player import Player
    from zellig.seats.seat import Here
    from zellig.seats.seating import Seating

    class Said(OwnProcess):
        """A program of which only the words are there."""

        def _connect(self) -> Player:
            return Player(Spec(self._words[0]), adapts=True)

        def _line(self, todo: bytes, until: float) -> bytes:
            asked: dict[str, Any] = msgspec.json.decode(todo) if todo else {"message": {"do": ""}, "turn": 99}
            what = asked["message"]["do"]
            if what in ("select", "break", "choose"):
                return _raw(folder / f"{what}.json")
            return msgspec.json.encode(Reply(asked["turn"]))

    seat = Seating("ladle")
    rules = Rules(rounds=2, corpus="grammaticality", breaker=seat, chooser=seat, curator=seat)
    seats = {role: Said([role], {}) for role in ROLES}
    head = Head("arena", VERSION, rules.game, rules, {role: said.player for role, said in seats.items()})
    transcript = Transcript(out / FILE, head)
    spare = Here(load_performer("curator", "uniform", {}, rules.corpus))
    Game(rules, {**seats}, transcript, spare, lambda role, missed: None).play()
    transcript.close()
    scored(out / FILE)


@target("message-arena-status")
def _status(folder: Path, out: Path) -> None:
    """What an address says of itself, and the first reply it gives."""
    from zellig.messages import Select
    from zellig.seats.address import Address
    from zellig.seats.seat import Missed

    class Heard(Address):
        """An address of which only the words are there."""

        def _called(self, method: str, path: str, body: bytes | None, until: float) -> bytes:
            return _raw(place(folder))

    address = Heard("chooser", "http://127.0.0.1:9", {}, ())
    try:
        address.ask(Select(["0"], [1]), 1.0)
    except Missed:
        pass  # the game goes on without it
    finally:
        address.close()


@target("message-arena-act", loads=("lemminflect",))
def _act(folder: Path, out: Path) -> None:
    """A message to a performer that is served: every reply has a status, and the performer stays."""
    from zellig.messages import Serves
    from zellig.seats.loading import load_performer
    from zellig.seats.serving import OK, Served, status_of

    refused = 0
    names: dict[Serves, str] = {
        "system": "nearest-noun-phrase",
        "breaker": "word-shuffle",
        "chooser": "discriminator",
        "curator": "uniform",
    }
    for role, name in names.items():
        performer = load_performer(role, name, {}, "grammaticality")
        served = Served(performer, status_of(performer, role, name), KEY)
        start = b'{"game":"g1","turn":1,"message":{"do":"start","seed":7}}'
        served.respond("POST", "/act", KEY, start)
        code, body = served.respond("POST", "/act", KEY, _raw(place(folder)))
        msgspec.json.decode(body)
        refused += code != OK
    if refused == len(names):
        raise ZelligError("every performer refused it")


# -- ACE


@target("message-erg")
def _erg(folder: Path, out: Path) -> None:
    """An answer of ACE, and the meanings in it, with every edit made to them."""
    from zellig.language.clause import RefusedError
    from zellig.language.erg.mrs import read_mrs, write_mrs
    from zellig.language.erg.wire import is_left_over, is_whole, one_line, read_answer, read_part

    raw = _raw(place(folder))
    is_whole(raw, b"\n\n"), is_left_over(raw)
    for field in ("mrs", "surface"):
        read_part(raw, field)
        for result in read_answer(raw, field).results:
            one_line(result)
            try:
                write_mrs(read_mrs(result))
            except RefusedError:
                continue
