"""Language models behind an OpenAI-compatible address as systems; a server on this machine plays one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from stand_in_model import StandInModel, stand_in_model
from zellig.errors import ZelligError
from zellig.items import UNPARSED, Item
from zellig.systems import http, load_system
from zellig.systems.loading import fingerprint
from zellig.systems.openai import OpenAiSystem, parse_answer, prompt
from zellig.tasks import get_task

SENTIMENT, NLI, QASRL = (get_task(name) for name in ("sentiment", "nli", "qasrl"))
ITEMS = [Item(str(n), {"text": f"The soup number {n}."}, ("+1",)) for n in range(6)]
SECRET = "sk-of-the-kitchen"


def named(model: StandInModel) -> str:
    return f"{model.name}?task=sentiment"


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandInModel]:
    monkeypatch.setattr(http, "FIRST_WAIT", 0.001)
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    with stand_in_model() as made:
        yield made


def test_each_item_is_asked_about_and_gets_its_own_answer(model: StandInModel) -> None:
    model.says = lambda prompt: "Positive." if "number 2" in prompt else "-1"
    system = load_system(named(model))
    assert [each.answer for each in system.predict(ITEMS)] == ["-1", "-1", "+1", "-1", "-1", "-1"]
    call = model.calls[0]
    assert (call["path"], call["model"], call["temperature"]) == ("/v1/chat/completions", "broth/soup-7b", 0)
    assert call["key"] == f"Bearer {SECRET}"
    assert "max_tokens" not in call
    assert system.spec.name == "broth-soup-7b"
    assert SECRET not in repr(system.spec) + repr(vars(system))


def test_what_cannot_be_read_is_counted_and_not_guessed(model: StandInModel) -> None:
    said = iter(["+1", "I would rather not say.", None, "", "negative or positive", "0"])
    model.says = lambda prompt: next(said)
    system = load_system(named(model) + "&parallel=1")
    assert isinstance(system, OpenAiSystem)
    found = [each.answer for each in system.predict(ITEMS)]
    assert found == ["+1", UNPARSED, UNPARSED, UNPARSED, UNPARSED, "0"]
    assert system.unparsed == 4


def test_options(model: StandInModel) -> None:
    system = load_system(named(model) + "&labels=-1,1&max_tokens=5&timeout=9&tries=2")
    assert isinstance(system, OpenAiSystem)
    assert system.labels == ("-1", "+1")
    system.predict(ITEMS[:1])
    assert model.calls[0]["max_tokens"] == 5
    assert "neutral)" not in model.calls[0]["messages"][-1]["content"]
    model.says = lambda prompt: "neutral"
    assert system.predict(ITEMS[:1])[0].answer == UNPARSED
    assert fingerprint("", system) != fingerprint("", load_system(named(model)))


def test_the_key_is_never_shown(model: StandInModel) -> None:
    model.code = 401
    model.says = lambda prompt: {"error": f"wrong key {SECRET}"}
    with pytest.raises(ZelligError, match=r"401 when asked about the item '0'.*wrong key \*\*\*") as caught:
        load_system(named(model) + "&parallel=1").predict(ITEMS)
    assert SECRET not in str(caught.value)
    model.code = 500
    with pytest.raises(ZelligError, match="500") as caught:
        load_system(named(model) + "&tries=2").predict(ITEMS[:1])
    assert SECRET not in str(caught.value)


def test_one_fault_ends_the_questions_under_way_quietly(
    model: StandInModel, caplog: pytest.LogCaptureFixture
) -> None:
    model.code = 404
    with pytest.raises(ZelligError, match="404"):
        load_system(named(model)).predict(ITEMS * 20)
    assert len(model.calls) < 60
    assert [record for record in caplog.records if record.name == "asyncio"] == []


def test_the_key_does_not_travel_in_the_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    for url, sent in (("http://kitchen.invalid/v1", False), ("https://kitchen.invalid/v1", True)):
        system = load_system(f"openai:soup@{url}?task=nli")
        assert isinstance(system, OpenAiSystem)
        assert ("Authorization" in system.model._line.headers) is sent


@pytest.mark.parametrize("said", [{}, {"choices": []}, {"choices": [{}]}, {"choices": [{"message": "x"}]}])
def test_replies_of_another_shape(model: StandInModel, said: dict[str, Any]) -> None:
    model.says = lambda prompt: said
    with pytest.raises(ZelligError, match=r"chat/completions: the reply .*item '0'"):
        load_system(named(model)).predict(ITEMS[:1])


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("openai:soup", "is not openai:MODEL@BASE_URL"),
        ("openai:@http://127.0.0.1:1?task=nli", "is not openai:MODEL@BASE_URL"),
        ("openai:soup@http://127.0.0.1:1", "does not say the task"),
        ("openai:soup@http://127.0.0.1:1?task=nil", "Did you mean nli"),
        ("openai:soup@http://127.0.0.1:1?task=nli&labels=soup", "'soup' is not an answer"),
        ("openai:soup@http://127.0.0.1:1?task=nli&key=x", "'key' is not an option"),
    ],
)
def test_bad_specs(name: str, what: str) -> None:
    with pytest.raises(ZelligError, match=what):
        load_system(name)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("+1", "+1"),
        ("1", "+1"),
        (" **Positive**.\n", "+1"),
        ("-1 (negative)", "-1"),
        ("\N{MINUS SIGN}1", "-1"),
        ("The opinion is neutral.", "0"),
        ("Answer: 0", "0"),
        ("+1, positive", "+1"),
        ("negative or positive", None),
        ("not positive", None),
        ("It isn't negative", None),
        ("non-positive", None),
        ("positively", None),
        ("-10", None),
        ("0.5", None),
        ("-1.0", None),
        ("-1/+1", None),
        ("I read 1 review", None),
        ("soup", None),
        ("", None),
    ],
)
def test_sentiment_is_read_strictly(text: str, answer: str | None) -> None:
    assert parse_answer(text, SENTIMENT, SENTIMENT.labels) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Entailment", "entailment"),
        ("The label is `contradiction`.", "contradiction"),
        ("positive", None),
        ("It is neutral, not entailment", None),
    ],
)
def test_labels_in_words(text: str, answer: str | None) -> None:
    assert parse_answer(text, NLI, NLI.labels) == answer


def test_open_answers_are_taken_as_they_are() -> None:
    assert parse_answer(' "The old cook." ', QASRL, ()) == "The old cook"
    assert parse_answer("...", QASRL, ()) is None


def test_prompt_holds_question_fields_and_labels() -> None:
    item = Item("1", {"premise": "A cook sleeps.", "hypothesis": "A cook sings."}, ("neutral",))
    text = prompt(NLI, NLI.labels, item)
    assert NLI.question in text
    assert "premise: A cook sleeps.\nhypothesis: A cook sings." in text
    assert text.endswith("entailment, neutral, contradiction")
