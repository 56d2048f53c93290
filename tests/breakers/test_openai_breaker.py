"""Language models that write pairs: what they are asked, what is taken, what it costs; against a stand-in."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers import zellig
from stand_in_model import StandInModel, failing, stand_in_model
from zellig.breakers.catalogue import describe
from zellig.breakers.instructions import codes_to_write, instructions, usual_codes
from zellig.breakers.loading import load_breaker
from zellig.breakers.openai import OpenAiBreaker, settled
from zellig.breakers.promises import NoPromiseError
from zellig.errors import ZelligError
from zellig.front.breaking import BreakingRun, break_systems
from zellig.front.exporting import export
from zellig.items import Item, Pair
from zellig.performers import SpentError
from zellig.systems import http
from zellig.systems.replies import FILE, read_replies
from zellig.tasks import get_task

SENTIMENT, NLI = get_task("sentiment"), get_task("nli")
TEXTS = [f"The {name} is wonderful." for name in ("soup", "bread", "tea", "cake", "stew", "pie")]
ITEMS = [Item(str(n), {"text": text}, ("+1",)) for n, text in enumerate(TEXTS)]
SEEDS = list(range(len(ITEMS)))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandInModel]:
    monkeypatch.setattr(http, "FIRST_WAIT", 0.001)
    with stand_in_model() as made:
        made.writes = written
        yield made


def original(prompt: str) -> str:
    return prompt.rsplit("text: ", 1)[1].split("\n", maxsplit=1)[0]


def written(prompt: str) -> dict[str, Any]:
    return {"possible": True, "text": original(prompt).replace(" is ", " is not "), "why": "it is denied"}


def breaker_at(server: StandInModel, options: str = "strategies=not-add") -> OpenAiBreaker:
    found = load_breaker(f"{server.name}?{options}", SENTIMENT)
    assert isinstance(found, OpenAiBreaker)
    return found


def broken(server: StandInModel, options: str = "strategies=not-add") -> tuple[list[Pair], Counter[str]]:
    breaker = breaker_at(server, options)
    made = breaker.break_items(ITEMS, SEEDS, None)
    return [pair for pairs in made for pair in pairs], breaker.refusals


def test_a_pair_is_what_the_strategy_promises(server: StandInModel) -> None:
    pairs, refusals = broken(server)
    assert (len(pairs), refusals) == (6, Counter())
    pair = pairs[0]
    assert pair.modified.fields["text"] == "The soup is not wonderful."
    assert (pair.promise, pair.modified.accepted, pair.phenomenon) == ("flip", ("-1",), "not-add")
    assert (pair.author, pair.rationale) == ("broth-soup-7b", "it is denied")


def test_the_model_is_told_the_instruction_and_nothing_of_any_system(server: StandInModel) -> None:
    broken(server)
    prompt = server.prompts[-1]
    assert "Deny it with *not*" in prompt
    assert "after the change it must be -1 (negative)" in prompt
    assert "{" not in prompt


def test_the_server_is_sounded_out_once_and_the_spec_says_what_it_does(server: StandInModel) -> None:
    breaker = breaker_at(server)
    assert "format" not in breaker.spec.params
    breaker.break_items(ITEMS[:2], SEEDS[:2], None)
    breaker.break_items(ITEMS[2:], SEEDS[2:], None)
    assert len(server.calls) == 1 + 6
    assert (breaker.spec.params["format"], breaker.spec.params["seeded"]) == ("schema", True)
    assert len({call["seed"] for call in server.calls[1:]}) == 6
    server.writes = None
    name = settled(server.name)
    assert name.endswith("?format=text&seeded=yes")
    asked = len(server.calls)
    assert settled(name) == name
    assert len(server.calls) == asked


def test_what_is_no_text_is_refused_and_counted(server: StandInModel) -> None:
    said: Iterator[Any] = iter(
        [
            {"possible": False, "text": "", "why": ""},
            {"possible": True, "text": TEXTS[1], "why": ""},
            {"possible": True, "text": "  ", "why": ""},
            {"soup": 1},
        ]
    )
    server.writes = lambda prompt: next(said)
    breaker = breaker_at(server, "strategies=not-add&parallel=1&format=schema&seeded=no")
    server.faults = []
    breaker.break_items(ITEMS[:4], SEEDS[:4], None)
    server.faults = [
        lambda handler: handler.reply(handler.completion(None, refusal="I would rather not.")),
        lambda handler: handler.reply(handler.completion('{"possible": tr', "length")),
    ]
    breaker.break_items(ITEMS[4:], SEEDS[4:], None)
    assert breaker.refusals == Counter(
        {
            "said to be impossible": 1,
            "unchanged": 1,
            "empty": 1,
            "not JSON of the schema": 1,
            "declined": 1,
            "cut off": 1,
        }
    )


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("The soup is not wonderful.", "The soup is not wonderful."),
        ('"The soup is not wonderful."', "The soup is not wonderful."),
        ("text: The soup is not wonderful.", "The soup is not wonderful."),
        ("The soup is not wonderful.\n\nI have denied it.", "The soup is not wonderful."),
        ("IMPOSSIBLE", None),
        ("Impossible.", None),
        ("I'm sorry, but I cannot do that.", None),
        ("The soup is wonderful.", None),
        ("", None),
    ],
)
def test_replies_without_a_schema(server: StandInModel, said: str, text: str | None) -> None:
    server.says = lambda prompt: said
    breaker = breaker_at(server, "strategies=not-add&format=text&seeded=no")
    (made,) = breaker.break_items(ITEMS[:1], SEEDS[:1], None)
    assert [pair.modified.fields["text"] for pair in made] == ([text] if text else [])
    assert "seed" not in server.calls[0]
    assert "response_format" not in server.calls[0]


def test_strategies_are_drawn_by_the_seed_of_the_item(server: StandInModel) -> None:
    pairs, _ = broken(server, "each=3")
    assert Counter(pair.original.id for pair in pairs) == dict.fromkeys("012345", 3)
    again, _ = broken(server, "each=3&parallel=1")
    assert [pair.id for pair in pairs] == [pair.id for pair in again]
    assert len({pair.phenomenon for pair in pairs}) > 3


def test_an_item_of_which_nothing_is_promised_is_not_asked_about(server: StandInModel) -> None:
    breaker = breaker_at(server, "strategies=not-add&format=text&seeded=no")
    items = [Item("n", {"text": "A soup."}, ("0",)), Item("o", {"text": "A soup."}), *ITEMS[:1]]
    breaker.break_items(items, [1, 2, 3], None)
    assert len(server.calls) == 1
    assert breaker.refusals["nothing is promised"] == 2


def test_instructions_are_for_their_tasks() -> None:
    for name in ("sentiment", "nli", "support-intent"):
        task = get_task(name)
        assert set(usual_codes(task)) <= set(codes_to_write(task))
        assert {each.code for each in instructions().instruction} <= set(codes_to_write(task))
    for name in ("qasrl", "quiz", "is-fake", "real-or-fake"):
        with pytest.raises(NoPromiseError, match="no promise for the task"):
            load_breaker("openai:soup@http://127.0.0.1:1/v1", get_task(name))


def test_a_counterfactual_of_any_task_becomes_another_label(server: StandInModel) -> None:
    server.writes = lambda prompt: {"possible": True, "text": "A cook sleeps badly.", "why": ""}
    breaker = load_breaker(f"{server.name}?strategies=counterfactual", NLI)
    item = Item("1", {"premise": "A cook sleeps.", "hypothesis": "A cook rests."}, ("entailment",))
    ((pair,),) = breaker.break_items([item], [5], None)
    assert pair.promise == "becomes"
    assert pair.modified.fields == {"premise": "A cook sleeps.", "hypothesis": "A cook sleeps badly."}
    assert pair.modified.accepted in (("neutral",), ("contradiction",))
    assert f"must be {pair.modified.accepted[0]}" in server.prompts[-1]


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ("strategies=soup", "'soup' is nothing that a language model is asked to write in sentiment"),
        ("strategies=not-add,not-add", "stands twice"),
        ("each=0", "each='0'"),
        ("task=sentiment", "'task' is not an option"),
    ],
)
def test_bad_names(options: str, what: str) -> None:
    with pytest.raises(ZelligError, match=what):
        load_breaker(f"openai:soup@http://127.0.0.1:1/v1?{options}", SENTIMENT)


def test_it_is_described_without_being_asked() -> None:
    found = describe("openai:soup@http://127.0.0.1:1/v1")
    assert (found.name, found.see) == ("soup", "nothing")
    assert "sentiment" in found.tasks


def says_yes(texts: list[str]) -> list[str]:
    return ["+1" for _ in texts]


def played(server: StandInModel, out: Path, options: str = "strategies=not-add", **more: Any) -> BreakingRun:
    return break_systems(
        says_yes, data=ITEMS, task="sentiment", breakers=[f"{server.name}?{options}"], out=out, **more
    )


def test_a_run_reports_what_a_valid_pair_costs(server: StandInModel, tmp_path: Path) -> None:
    spoiled = iter([{"possible": True, "text": "Soup soup the not.", "why": ""}])
    server.writes = lambda prompt: next(spoiled, None) or written(prompt)
    run = played(server, tmp_path / "run")
    found = run.figures.models["breaker broth-soup-7b"]
    assert found.written is not None
    assert (found.cost.calls, found.written.pairs, found.written.valid) == (7, 6, 5)
    assert found.written.calls_for_a_valid_one == 7 / 5
    assert found.written.tokens_for_a_valid_one == found.cost.tokens / 5
    (logged,) = [json.loads(each)["models"] for each in _log(tmp_path / "run") if "models" in each]
    assert logged["breaker broth-soup-7b"]["calls"] == 7
    report = (tmp_path / "run/report.html").read_text(encoding="utf-8")
    assert "The breaker broth-soup-7b took 7 calls" in report
    plan = (tmp_path / "run/run.toml").read_text(encoding="utf-8")
    assert 'format = "schema"' in plan
    again = played(server, tmp_path / "run")
    assert again.figures.models == run.figures.models
    assert len(server.calls) == 7


def _log(run: Path) -> list[str]:
    return (run / "log.jsonl").read_text(encoding="utf-8").splitlines()


def test_a_spent_budget_stops_a_run_which_goes_on_with_a_larger_one(
    server: StandInModel, tmp_path: Path
) -> None:
    options = "strategies=not-add&parallel=1"
    with pytest.raises(SpentError, match="the budget of 4 calls for language models is spent"):
        played(server, tmp_path / "run", options, budget_calls=4)
    assert len(read_replies(tmp_path / "run" / FILE)) == 4
    run = played(server, tmp_path / "run", options, budget_calls=40)
    assert run.figures.models["breaker broth-soup-7b"].cost.calls == len(server.calls) == 7
    whole = played(server, tmp_path / "whole", options)
    assert whole.figures.valid == run.figures.valid
    pairs = "pairs/broth-soup-7b.jsonl"
    assert (tmp_path / "run" / pairs).read_bytes() == (tmp_path / "whole" / pairs).read_bytes()


def test_a_server_that_fails_ends_a_run_and_nothing_is_paid_twice(
    server: StandInModel, tmp_path: Path
) -> None:
    options = "strategies=not-add&parallel=1&tries=2&format=schema&seeded=yes"
    server.faults = [lambda handler: handler.reply(handler._said({"response_format": _asked()}))] * 3
    server.faults += [failing] * 2
    with pytest.raises(ZelligError, match="the server replied 500"):
        played(server, tmp_path / "run", options)
    assert len(server.calls) == 5
    played(server, tmp_path / "run", options)
    assert len(server.calls) == 5 + 3


def _asked() -> dict[str, Any]:
    return {"json_schema": {"schema": {"properties": {}}}}


def test_a_run_without_pairs_is_finished_and_says_so(
    server: StandInModel, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.writes = lambda prompt: {"possible": False, "text": "", "why": ""}
    run = tmp_path / "run"
    with pytest.raises(SpentError):
        played(server, run, "strategies=not-add&parallel=1", budget_calls=3)
    with pytest.raises(ZelligError, match=r"this run is not finished .* no pairs yet"):
        export(run, to="csv", out=tmp_path / "pairs.csv")
    assert played(server, run, "strategies=not-add&parallel=1").scores is None
    assert "no pair was made, so nothing is scored and there is no report" in capsys.readouterr().err
    with pytest.raises(ZelligError, match="this run is finished, and it has no pairs"):
        export(run, to="csv", out=tmp_path / "pairs.csv")


def test_workers_keep_to_the_same_replies(server: StandInModel, tmp_path: Path) -> None:
    (tmp_path / "items.csv").write_text("text,label\n" + "".join(f"{text},positive\n" for text in TEXTS))
    (tmp_path / "cook.py").write_text(
        "import json, sys\nfor line in sys.stdin:\n"
        "    print(json.dumps({'id': json.loads(line)['id'], 'answer': '+1'}), flush=True)\n"
    )
    command = ["break", "--corpus", "items.csv", "--task", "sentiment", "--out", "run", "--workers", 2]
    command += ["--system", f"cmd:{sys.executable} cook.py", "--breaker", f"{server.name}?strategies=not-add"]
    done = zellig(*command, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "breakers asked them 0 questions." in done.stdout  # the systems
    assert "The breaker broth-soup-7b took 7 calls" in done.stdout
    assert len(server.calls) == 7
    assert len(read_replies(tmp_path / "run" / FILE)) == 7


def test_workers_ask_no_model_so_that_one_budget_is_kept_to(server: StandInModel, tmp_path: Path) -> None:
    server.says = lambda prompt: "+1" if "wonderful" in prompt else "-1"
    corpus = tmp_path / "items.csv"
    corpus.write_text(
        "text,label\n" + "".join(f"The soup number {n} is wonderful.,positive\n" for n in range(12))
    )

    def run(folder: str, workers: int, budget: int | None = None) -> dict[str, bytes]:
        break_systems(
            f"{server.name}?task=sentiment",
            data=str(corpus),
            breakers=["deepwordbug", "not-add", f"{server.name}?strategies=not-add&name=cook"],
            task="sentiment",
            workers=workers,
            budget_calls=budget,
            out=tmp_path / folder,
        )
        made = [
            *(tmp_path / folder).glob("pairs/*.jsonl"),
            *(tmp_path / folder).glob("predictions/*/*.jsonl"),
        ]
        return {str(each.relative_to(tmp_path / folder)): each.read_bytes() for each in made}

    for budget in (5, 15, 30):  # it ends on originals, and where a system is searched, or a model writes
        with pytest.raises(SpentError, match=f"the budget of {budget} calls"):
            run("two", 2, budget)
        assert len(server.calls) == len(read_replies(tmp_path / "two" / FILE)) == budget
    two = run("two", 2)
    assert len(server.calls) == len(read_replies(tmp_path / "two" / FILE))
    assert two == run("one", 1)
    assert len(two) == 6
