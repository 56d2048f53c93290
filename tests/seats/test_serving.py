"""What a performer that is served does and refuses: `zellig perform` as users run it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena_performers import Sharp
from served import TOKEN, Server, perform
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.messages import LARGEST_MESSAGE
from zellig.performers import Spec, ask
from zellig.seats.serving import serve, status_of
from zellig.systems import load_system
from zellig.systems.card import Card, write_card

pytestmark = pytest.mark.usefixtures("tests_on_the_path", "ended")

SHARP = status_of(Sharp(), "chooser", "py:arena_performers:Sharp")


def start(game: str, turn: int = 1) -> dict[str, Any]:
    return {"game": game, "turn": turn, "message": {"do": "start", "seed": 5}}


def choose(game: str, turn: int, text: str = "The tea is warm .", name: str = "0") -> dict[str, Any]:
    lineup = {"id": name, "texts": [text, "warm is tea The ."]}
    return {"game": game, "turn": turn, "message": {"do": "choose", "lineups": [lineup], "seeds": [3]}}


def test_it_says_who_it_is_to_those_with_the_token(served_chooser: Server) -> None:
    code, status = served_chooser.call(None, path="/status", method="GET")
    assert (code, status["role"]) == (200, "chooser")
    assert (status["name"], status["adapts"]) == ("recording", True)


@pytest.mark.parametrize("token", [None, "", "wrong", "right-token2", "right-toke", "r\u00efght"])
def test_without_the_right_token_nothing_is_said_or_done(token: str | None, served_chooser: Server) -> None:
    before = served_chooser.acts()
    for path, method in (("/status", "GET"), ("/act", "POST")):
        code, said = served_chooser.call(start("g0"), token, path, method)
        assert (code, set(said)) == (401, {"error"})
        assert TOKEN not in json.dumps(said)
    assert served_chooser.acts() == before


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", 400),
        (b"tea", 400),
        (b"[]", 400),
        (b'{"game": "g"}', 400),
        (b"\xff\xfe", 400),
        (b'{"game": "g", "more": ' + b"[" * 100_000, 400),
        ({"game": "g", "turn": 1, "message": {"do": "sing"}}, 400),
        ({"game": "g", "message": {"do": "start", "seed": 5}}, 400),
        ({"game": "g", "turn": 9, "message": {"do": "select", "rounds": ["0"], "seeds": [1]}}, 409),
        ({"game": "g", "turn": 9, "message": {"do": "break", "items": [], "seeds": []}}, 409),
        ({"game": "g", "turn": 9, "message": {"do": "answer", "items": []}}, 409),
        ({"items": [{"id": "1", "fields": {"text": "Tea ."}}]}, 400),  # for a system
        (choose("never begun", 2), 409),
    ],
    ids=lambda value: str(value)[:60],
)
def test_what_makes_no_sense_is_refused_and_not_acted_on(
    body: Any, code: int, served_chooser: Server
) -> None:
    before = served_chooser.acts()
    found, said = served_chooser.call(body)
    assert (found, set(said)) == (code, {"error"})
    assert served_chooser.acts() == before


def test_there_are_two_addresses_and_no_more(served_chooser: Server) -> None:
    for path, method in (
        ("/", "GET"),
        ("/act", "GET"),
        ("/status", "POST"),
        ("/act/", "POST"),
        ("/x", "PUT"),
    ):
        assert served_chooser.call(b"{}", path=path, method=method)[0] == 404


def test_a_turn_is_answered_once(served_chooser: Server) -> None:
    assert served_chooser.call(start("g1")) == (200, {"turn": 1})
    code, first = served_chooser.call(choose("g1", 2))
    assert (code, first["turn"], first["choices"][0]["id"]) == (200, 2, "0")
    before = served_chooser.acts()
    assert served_chooser.call(choose("g1", 2)) == (200, first)  # the same message: the same reply
    assert (
        served_chooser.call(choose("g1", 2, text="The tea is cold ."))[0] == 409
    )  # another one in that turn
    assert served_chooser.call(choose("g1", 1))[0] == 409
    assert served_chooser.call(choose("g2", 3))[0] == 409
    assert served_chooser.acts() == before
    assert served_chooser.call(choose("g1", 3))[0] == 200
    assert served_chooser.call(choose("g1", 2))[0] == 409  # it was the last one no longer
    assert served_chooser.call(start("g2"))[0] == 409  # one game at a time
    assert served_chooser.call(choose("g1", 4))[0] == 200
    assert served_chooser.call({"game": "g1", "turn": 0, "message": {"do": "end"}})[0] == 200
    assert served_chooser.call(choose("g1", 5))[0] == 409  # that game is over
    assert served_chooser.call(start("g2"))[0] == 200


def test_a_body_over_the_limit_is_refused(served_chooser: Server) -> None:
    served_chooser.call(start("g3"))
    before = served_chooser.acts()
    assert served_chooser.call(choose("g3", 2, text="x" * (LARGEST_MESSAGE - 1000)))[0] == 200
    assert len(served_chooser.acts()) == len(before) + 1
    code, _ = served_chooser.call(choose("g3", 3, text="x" * LARGEST_MESSAGE))
    assert code == 413
    assert len(served_chooser.acts()) == len(before) + 1


def test_a_performer_that_fails_has_had_its_turn(served_chooser: Server) -> None:
    served_chooser.call(start("g4"))
    before = served_chooser.acts()
    code, said = served_chooser.call(choose("g4", 2, text="Fail !"))
    assert (code, said) == (500, {"error": "the performer failed (ValueError: as you wish)"})
    assert served_chooser.call(choose("g4", 2, text="Fail !")) == (code, said)
    assert served_chooser.acts() == [*before, "choose 0"]
    assert served_chooser.call(choose("g4", 3))[0] == 200


def test_others_can_reach_it_only_with_a_token() -> None:
    with pytest.raises(ZelligError, match="needs a token"):
        serve(Sharp(), SHARP, "0.0.0.0", 0, "", told=print)


@pytest.mark.parametrize("host", ["nowhere.invalid", "a" * 70, "a..b"])
def test_a_host_that_is_none_is_named(host: str) -> None:
    with pytest.raises(ZelligError, match="cannot be listened at"):
        serve(Sharp(), SHARP, host, 0, "token", told=print)


def test_a_port_that_is_taken_is_named(served_chooser: Server) -> None:
    with pytest.raises(ZelligError, match=str(served_chooser.port)):
        serve(Sharp(), SHARP, "127.0.0.1", served_chooser.port, "", told=print)


# -- systems


def test_a_system_is_served_to_those_who_know_of_no_game_too(tmp_path: Path) -> None:
    """In the short form that every server of a system takes, and as a message of a game."""
    with perform("system", "nearest-noun-phrase", tmp_path / "notes") as server:
        system = load_system(server.address)
        item = Item("1", {"sentence": "The cook chopped an onion.", "question": "What was chopped?"})
        (found,) = ask(system, [item])
        assert (system.spec.name, system.spec.version) == ("nearest-noun-phrase", "")
        assert server.call(start("g"))[0] == 200
        asked = {"do": "answer", "items": [{"id": "1", "fields": item.fields}]}
        code, said = server.call({"game": "g", "turn": 2, "message": asked})
        assert (code, said) == (200, {"turn": 2, "predictions": [{"id": "1", "answer": found.answer}]})
        assert server.call({"items": "none"})[0] == 400


class Warm:
    spec = Spec("warm")
    task, labels = "sentiment", ["-1", "+1"]


def test_of_a_system_the_task_and_its_labels_are_said(tmp_path: Path) -> None:
    own = status_of(Warm(), "system", "py:kitchen:Warm")
    assert (own.task, own.labels) == ("sentiment", ("-1", "+1"))
    card = Card(Warm.spec, "nli", ("entailment", "neutral"), "a corpus")
    write_card(tmp_path, card, np.array([], np.uint64))
    trained = status_of(Warm(), "system", str(tmp_path))
    assert (trained.task, trained.labels) == (card.task, card.labels)
    assert (SHARP.task, SHARP.labels) == (None, ())


def test_a_chooser_is_no_system(served_chooser: Server) -> None:
    with pytest.raises(ZelligError, match="this is a chooser, and a system is needed"):
        load_system(served_chooser.address)
