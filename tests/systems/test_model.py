"""The one place from which language models are asked, against a stand-in that misbehaves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import zellig as zl
from restaurant import reviews
from stand_in_model import StandInModel, busy, cut_off, failing, stand_in_model
from zellig.errors import ZelligError
from zellig.notices import Notice, hearing
from zellig.performers import SpentError
from zellig.systems import http
from zellig.systems.model import (
    Manners,
    Model,
    Question,
    load_model,
    manners_of,
    with_manners,
)
from zellig.systems.replies import FILE, Cost, Replies, Terms, keeping, read_replies

QUESTIONS = [Question(f"What is soup number {number}?", f"soup {number}") for number in range(6)]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandInModel]:
    monkeypatch.setattr(http, "FIRST_WAIT", 0.001)
    with stand_in_model() as made:
        made.says = lambda prompt: f"{prompt} Hot."
        yield made


def model_at(server: StandInModel, options: str = "") -> Model:
    return load_model(f"{server.name}?{options}", "breaker", ("temperature",))[0]


def test_a_budget_that_limits_nothing_is_told() -> None:
    heard: list[Notice] = []
    for terms in (Terms(), Terms(calls=3)):
        with hearing(heard.append), keeping(terms):
            pass
    (said,) = heard
    assert "no language model behind an address was asked, so" in said.sentence


def test_a_model_that_never_replies_was_asked(server: StandInModel) -> None:
    server.faults = [failing]
    heard: list[Notice] = []
    with hearing(heard.append), keeping(Terms(calls=3)), suppress(ZelligError):
        model_at(server, "tries=1").ask(QUESTIONS[:1])
    assert (len(server.calls), heard) == (1, [])


def test_of_a_model_whose_answers_are_known_it_is_said_that_it_was_not_asked(
    server: StandInModel, tmp_path: Path
) -> None:
    server.says = lambda prompt: "negative"
    said = [
        zl.break_systems(
            f"{server.name}?task=sentiment&version=1",
            data=reviews(),
            breakers=["not-add"],
            limit=3,
            budget_calls=1000,
            out=tmp_path / name,
        ).said
        for name in ("first", "second")
    ]
    first, (second,) = ([each for each in some if "limited nothing" in each] for some in said)
    assert first == []
    assert "no language model behind an address was asked, so budget_calls= limited nothing" in second


def test_replies_come_in_order_with_their_tokens(server: StandInModel) -> None:
    replies = model_at(server).ask(QUESTIONS)
    assert [reply.text for reply in replies] == [f"{each.prompt} Hot." for each in QUESTIONS]
    assert [(reply.prompt_tokens, reply.completion_tokens) for reply in replies] == [(5, 6)] * 6


def test_what_the_server_does_not_count_is_unknown(server: StandInModel) -> None:
    server.counts = False
    with keeping(Terms()) as kept:
        model_at(server).ask(QUESTIONS[:2])
    assert kept.costs() == {"breaker broth-soup-7b": Cost(2, 0, 0, 2)}


def test_less_than_no_tokens_are_unknown(server: StandInModel) -> None:
    usage = {"prompt_tokens": 7, "completion_tokens": -5}
    server.says = lambda prompt: {"choices": [{"message": {"content": "Hot."}}], "usage": usage}
    with keeping(Terms()) as kept:
        model_at(server).ask(QUESTIONS[:1])
    assert kept.costs() == {"breaker broth-soup-7b": Cost(1, 7, 0, 1)}


def test_faults_that_pass_cost_nothing_but_time(server: StandInModel) -> None:
    server.faults = [busy(), failing, cut_off]
    with keeping(Terms()) as kept:
        (reply,) = model_at(server).ask(QUESTIONS[:1])
    assert reply.text.endswith("Hot.")
    assert (len(server.calls), kept.costs()["breaker broth-soup-7b"].calls) == (4, 1)


def test_a_server_is_waited_for_as_long_as_it_says(server: StandInModel) -> None:
    server.faults = [busy("1")]
    begun = time.monotonic()
    model_at(server).ask(QUESTIONS[:1])
    assert time.monotonic() - begun >= 1


def test_a_fault_that_stays_ends_everything_and_what_came_before_is_kept(server: StandInModel) -> None:
    model = model_at(server, "parallel=1&tries=2")
    with keeping(Terms()) as kept:
        model.ask(QUESTIONS[:3])
        server.faults = [failing, failing]
        with pytest.raises(ZelligError, match=r"replied 500.*when asked about soup 3; tries: 2"):
            model.ask(QUESTIONS)
        assert kept.costs()[model.by].calls == 3
        asked = len(server.calls)
        model.ask(QUESTIONS)
    assert len(server.calls) - asked == 3


def test_what_the_model_declines_and_what_becomes_too_long_is_marked(server: StandInModel) -> None:
    server.faults = [
        lambda handler: handler.reply(handler.completion(None, refusal="I would rather not.")),
        lambda handler: handler.reply(handler.completion("", "content_filter")),
        lambda handler: handler.reply(handler.completion("A soup that", "length")),
    ]
    replies = model_at(server, "parallel=1").ask(QUESTIONS[:3])
    assert [(reply.refused, reply.cut) for reply in replies] == [(True, False), (True, False), (False, True)]


def test_nothing_is_asked_twice_in_a_run_that_was_killed(server: StandInModel, tmp_path: Path) -> None:
    model, path = model_at(server), tmp_path / FILE
    with keeping(Terms()) as kept:
        kept.keep_in(path)
        model.ask(QUESTIONS[:4])
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])  # the last one was being written
    with keeping(Terms()) as kept:
        kept.keep_in(path)
        model.ask(QUESTIONS)
        assert kept.costs() == {model.by: Cost(6, 30, 36, 0)}
    assert len(server.calls) == 4 + 1 + 2
    assert Replies(Terms(path=path)).costs() == {model.by: Cost(6, 30, 36, 0)}


@pytest.mark.parametrize(
    ("identity", "now"),
    [
        ({"model": "broth/soup-8b"}, "broth/soup-8b"),
        ({"model": "broth/soup-7b", "system_fingerprint": "fp-2"}, "broth/soup-7b fp-2"),
    ],
)
def test_another_model_than_when_a_run_was_begun_is_noticed_once(
    server: StandInModel, tmp_path: Path, identity: dict[str, str], now: str
) -> None:
    model, path = model_at(server), tmp_path / FILE
    said: list[Notice] = []
    for more in range(1, 7):
        if more > 3:
            server.identity = identity
        with hearing(said.append), keeping(Terms(path=path)):
            model.ask(QUESTIONS[:more])
        assert len(said) == (more > 3)
    (notice,) = said
    assert f"the server says that '{now}' replies, and before it was 'broth/soup-7b'" in notice.sentence
    assert [each.reply.model for each in read_replies(path)] == ["broth/soup-7b"] * 3 + [now] * 3


def test_a_server_that_does_not_say_which_model_replies_is_believed(
    server: StandInModel, tmp_path: Path
) -> None:
    said: list[Notice] = []
    with hearing(said.append):
        for more, model in enumerate((None, "broth/soup-7b", None), 1):
            server.identity = {"model": model}
            with keeping(Terms(path=tmp_path / FILE)):
                model_at(server).ask(QUESTIONS[:more])
    assert said == []


def test_one_question_is_asked_once_in_one_batch(server: StandInModel) -> None:
    assert len({reply.text for reply in model_at(server).ask([QUESTIONS[0]] * 5)}) == 1
    assert len(server.calls) == 1


@pytest.mark.parametrize(("terms", "calls"), [(Terms(calls=4), 4), (Terms(tokens=30), 3)])
def test_a_budget_stops_with_one_sentence(server: StandInModel, terms: Terms, calls: int) -> None:
    model = model_at(server, "parallel=1")
    with keeping(terms) as kept:
        with pytest.raises(SpentError, match=r"the budget of .* is spent\. What was done is kept"):
            model.ask(QUESTIONS)
        assert kept.costs()[model.by].calls == len(server.calls) == calls
        assert len(model.ask(QUESTIONS[:calls])) == calls  # what is known costs nothing


def test_a_budget_of_calls_holds_for_what_is_under_way(server: StandInModel) -> None:
    with keeping(Terms(calls=5)), pytest.raises(SpentError):
        model_at(server, "parallel=6").ask(QUESTIONS)
    assert len(server.calls) == 5


def test_a_budget_counts_what_was_spent_before_the_run_was_taken_up(
    server: StandInModel, tmp_path: Path
) -> None:
    model = model_at(server, "parallel=1")
    for more in (4, 6):
        with keeping(Terms(calls=more)) as kept:
            kept.keep_in(tmp_path / FILE)
            if more == 4:
                with pytest.raises(SpentError):
                    model.ask(QUESTIONS)
            else:
                assert len(model.ask(QUESTIONS)) == 6
    assert len(server.calls) == 6


def test_other_runs_know_the_replies_of_a_declared_version_only(server: StandInModel, tmp_path: Path) -> None:
    shared = tmp_path / "answers.sqlite"
    for options, calls in (("", 12), ("version=3", 6), ("version=4", 6)):
        server.calls.clear()
        for number in range(2):
            with keeping(Terms(shared=shared)) as kept:
                kept.keep_in(tmp_path / f"{options}{number}.jsonl")
                model_at(server, options).ask(QUESTIONS)
        assert len(server.calls) == calls
    assert kept.costs() == {}
    assert all(each.earlier for each in read_replies(tmp_path / "version=41.jsonl"))
    with keeping(Terms(shared=shared, fresh=True)):
        model_at(server, "version=4").ask(QUESTIONS)
    assert len(server.calls) == 12


def test_the_manners_of_a_server_are_found_out(server: StandInModel) -> None:
    assert model_at(server).manners() == Manners("text", True)
    server.writes = lambda prompt: {}
    assert model_at(server).manners() == Manners("schema", True)
    assert len(server.calls) == 2
    server.refuses = ("seed",)
    assert model_at(server).manners() == Manners("schema", False)
    server.refuses = ("response_format",)
    assert model_at(server).manners() == Manners("text", True)
    server.refuses = ("response_format", "seed")
    assert model_at(server).manners() == Manners("text", False)


def test_what_was_found_out_can_be_said() -> None:
    for manners in (Manners("schema", True), Manners("text", False)):
        name = with_manners("openai:soup@http://127.0.0.1:1/v1", manners)
        _, options = load_model(name, "breaker", ("format", "seeded"))
        assert manners_of(options) == manners
    with pytest.raises(ZelligError, match="says nothing of a server"):
        manners_of({"format": "xml"})


def test_seeds_and_schemas_are_sent(server: StandInModel) -> None:
    model_at(server, "temperature=0.5&max_tokens=9").ask(
        [Question("Soup?", "soup", 2**40, {"type": "object"})]
    )
    (call,) = server.calls
    assert call["seed"] < 2**31
    assert (call["temperature"], call["max_tokens"]) == (0.5, 9)
    assert call["response_format"]["json_schema"]["schema"] == {"type": "object"}


@pytest.mark.parametrize(
    ("model", "name"), [("a/b:7b", "a-b-7b"), ("/home/ann/soup", "home-ann-soup"), ("..", "model")]
)
def test_a_model_has_the_name_of_a_file(model: str, name: str) -> None:
    assert load_model(f"openai:{model}@http://127.0.0.1:1/v1", "system", ())[0].name == name
    assert load_model(f"openai:{model}@http://127.0.0.1:1/v1?name=soup", "system", ())[0].name == "soup"
