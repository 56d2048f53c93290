"""Whose answers a run takes for granted: a system's own, and never those of what it was before."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from zellig.engine import forget
from zellig.errors import ZelligError
from zellig.games.breaking import Plan, play
from zellig.games.breaking.asking import ANSWERS
from zellig.games.breaking.breaking import Breaking
from zellig.games.breaking.entries import Entries
from zellig.items import Item, Prediction, read_records, write_records
from zellig.notices import Notice, hearing
from zellig.own_objects import handed_over
from zellig.systems.loading import load_system
from zellig.systems.training import train_system

ITEMS = [Item(str(number), {"text": f"Dish {number} was hot."}, ("+1",)) for number in range(4)]

COOK = """
from pathlib import Path
from zellig.items import Prediction
from zellig.performers import Spec

class Cook:
    spec = Spec("cook")
    probabilities = True
    def __init__(self):
        self.answer = Path("weights.txt").read_text()
    def predict(self, items):
        return [Prediction(item.id, self.answer, {self.answer: 1.0}) for item in items]

class Declared(Cook):
    spec = Spec("cook", version="2017-05")

class Waiter(Cook):
    spec = Spec("waiter")
    def __init__(self):
        self.answer = "-1"
"""

PROGRAM = """
import json, sys
answer = open("weights.txt").read()
for line in sys.stdin:
    said = {"id": json.loads(line)["id"], "answer": answer, "probabilities": {answer: 1.0}}
    print(json.dumps(said), flush=True)
"""


class Kitchen(BaseHTTPRequestHandler):
    """A server that does not say which version of its weights it has."""

    def do_GET(self) -> None:
        self.reply({"name": "kitchen", "probabilities": True})

    def do_POST(self) -> None:
        items = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["items"]
        answer = Path("weights.txt").read_text()
        said = [{"id": item["id"], "answer": answer, "probabilities": {answer: 1.0}} for item in items]
        self.reply({"predictions": said})

    def reply(self, value: object) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(value).encode())

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Kitchen) as running:
        Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a user with systems of their own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    Path("mine.py").write_text(COOK)
    Path("program.py").write_text(PROGRAM)
    Path("weights.txt").write_text("+1")
    Path("warmer.py").write_text(WARMER)
    write_records(Path("items.jsonl"), Item, ITEMS, "sentiment")
    yield tmp_path
    load_anew()


def load_anew() -> None:
    """As in another process."""
    sys.modules.pop("mine", None)
    forget()


def begun(out: str, *systems: str, **plan: Any) -> Breaking:
    load_anew()
    who = Plan("sentiment", "items:items.jsonl", systems, ("deepwordbug",), budget=5, **plan)
    return Breaking(who, Path(out), Path("cache.sqlite").absolute(), lambda *_: None)


def played(out: str, *systems: str, **plan: Any) -> Breaking:
    run = begun(out, *systems, **plan)
    run.play()
    return run


def said(out: str, system: str) -> set[str | int]:
    return {each.answer for each in read_records(Path(out, f"originals/{system}.jsonl"), Prediction)}


WARMER = """
from zellig.items import Item, Pair
from zellig.performers import Spec

class Warmer:
    spec, see, word = Spec("warmer"), "nothing", "warm"
    def break_items(self, items, seeds, oracle):
        return [[self.pair(item, item.fields["text"].replace("hot", self.word))] for item in items]
    def pair(self, item, text):
        return Pair(item.id, item, Item(item.id + "-b", {"text": text}, ("+1",)), "same")

class Cooler(Warmer):
    spec, word = Spec("cooler"), "cool"
"""

SYSTEMS = {
    "cook": "py:mine:Cook",
    "program": f"cmd:{sys.executable} program.py",
    "kitchen": "server",
}


def test_two_objects_of_one_file_answer_for_themselves() -> None:
    assert played("cook", "py:mine:Cook", "py:mine:Waiter").run.victim_calls > 2 * len(ITEMS)
    assert (said("cook", "cook"), said("cook", "waiter")) == ({"+1"}, {"-1"})


@pytest.mark.parametrize("name", SYSTEMS)
def test_weights_that_changed_behind_a_system_are_asked(name: str, server: str) -> None:
    system = server if name == "kitchen" else SYSTEMS[name]
    first = played("one", system)
    Path("weights.txt").write_text("-1")
    second = played("two", system)
    assert (said("one", name), said("two", name)) == ({"+1"}, {"-1"})
    assert second.run.victim_calls >= len(ITEMS)
    assert first.run.earlier_answers == second.run.earlier_answers == 0
    assert not Path("cache.sqlite").exists()  # they were kept for their runs only


def test_a_declared_version_is_taken_at_its_word_and_fresh_asks_again() -> None:
    played("one", "py:mine:Declared")
    second = played("two", "py:mine:Declared")
    assert (second.run.victim_calls, second.run.earlier_answers > len(ITEMS)) == (0, True)
    Path("weights.txt").write_text("-1")
    third = played("three", "py:mine:Declared", fresh=True)
    assert (third.run.victim_calls >= len(ITEMS), third.run.earlier_answers) == (True, 0)
    assert [said(out, "cook") for out in ("one", "two", "three")] == [{"+1"}, {"+1"}, {"-1"}]
    assert played("four", "py:mine:Declared").run.victim_calls == 0
    assert said("four", "cook") == {"-1"}  # the new answers took the place of the old ones
    with pytest.raises(ZelligError, match="holds another run"):
        begun("two", "py:mine:Declared", fresh=True)


@pytest.mark.parametrize("system", ["py:mine:Cook", "py:mine:Declared"])
def test_a_killed_run_asks_nothing_twice(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class StopError(Exception):
        """Stands for a kill."""

    def stop(*given: object) -> None:
        raise StopError

    with monkeypatch.context() as patch:
        patch.setattr(Entries, "_write", stop)
        with pytest.raises(StopError):
            played("run", system, fresh=True)
    run = begun("run", system, fresh=True)
    assert run.run.has(ANSWERS) is (system == "py:mine:Cook")
    run.play()
    whole = played("whole", system, fresh=True).run
    assert (run.run.victim_calls, run.run.earlier_answers) == (whole.victim_calls, 0)
    assert not run.run.has(ANSWERS)  # everything is in the files of the run


def test_the_count_of_earlier_answers_stays_with_the_run() -> None:
    played("one", "py:mine:Declared")
    count = played("two", "py:mine:Declared").run.earlier_answers
    assert count > 0
    assert played("two", "py:mine:Declared").run.earlier_answers == count


def test_a_corpus_that_changed_under_its_name_is_noticed() -> None:
    played("run", "py:mine:Cook")
    write_records(
        Path("items.jsonl"), Item, [*ITEMS[1:], Item("new", {"text": "Tea."}, ("-1",))], "sentiment"
    )
    with pytest.raises(ZelligError, match="holds another run"):
        begun("run", "py:mine:Cook")


def test_a_system_trained_anew_in_the_same_process_answers_itself() -> None:
    """Its old answers are not kept under its new fingerprint."""
    said_first = []
    for out, labels in (("one", ("+1", "-1")), ("two", ("-1", "+1"))):
        lessons = [
            Item(str(n), {"text": f"{('hot', 'cold')[n % 2]} dish {n}"}, (labels[n % 2],)) for n in range(40)
        ]
        write_records(Path("lessons.jsonl"), Item, lessons, "sentiment")
        shutil.rmtree("bag", ignore_errors=True)
        train_system("bag-of-ngrams", "items:lessons.jsonl", Path("bag"))
        played_without_forgetting(out, "bag")
        said_first.append(said(out, "bag"))
    assert said_first == [{"+1"}, {"-1"}]


def played_without_forgetting(out: str, *systems: str) -> None:
    plan = Plan("sentiment", "items:items.jsonl", systems, ("deepwordbug",), budget=5)
    Breaking(plan, Path(out), Path("cache.sqlite").absolute(), lambda *_: None).play()


def test_code_written_anew_in_the_same_process_is_run() -> None:
    played_without_forgetting("one", "py:mine.py:Cook")
    Path("mine.py").write_text(COOK.replace("weights.txt", "others.txt"))
    Path("others.txt").write_text("-1")
    played_without_forgetting("two", "py:mine.py:Cook")
    assert (said("one", "cook"), said("two", "cook")) == ({"+1"}, {"-1"})


def beside_the_domain(heard: list[Notice]) -> list[str]:
    """What was said, but for what the texts are about."""
    return [each.sentence for each in heard if not each.sentence.startswith("domain")]


def test_a_run_that_is_over_needs_no_system() -> None:
    plan = Plan("sentiment", "items:items.jsonl", (), ("py:warmer.py:Warmer",))
    cache, heard = Path("cache.sqlite").absolute(), list[Notice]()
    with HTTPServer(("127.0.0.1", 0), Kitchen) as running:
        Thread(target=running.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{running.server_port}"
        plan = replace(plan, systems=(address, "py:mine:Declared"))
        first = play(Breaking(plan, Path("run"), cache, lambda *_: None))
        running.shutdown()
    load_anew()
    with hearing(heard.append):
        again = play(Breaking(plan, Path("run"), cache, lambda *_: None))
    assert again.scores == first.scores
    assert beside_the_domain(heard) == [
        "this run was complete already: these are its figures, and nothing was made again",
        "kitchen was not asked again: the answers of this run are kept",
    ]
    Path("run/predictions/kitchen").rename("run/gone")
    with pytest.raises(ZelligError, match=address):
        play(Breaking(plan, Path("run"), cache, lambda *_: None))
    Path("run/scores.json").unlink()
    with pytest.raises(ZelligError, match=address):
        Breaking(plan, Path("run"), cache, lambda *_: None)


def test_another_object_in_hand_is_asked() -> None:
    plan = Plan("sentiment", "items:items.jsonl", ("here:cook",), ("py:warmer.py:Warmer",))
    heard = list[Notice]()
    for answer in ("+1", "-1"):
        Path("weights.txt").write_text(answer)
        with hearing(heard.append), handed_over({"cook": load_system("py:mine:Cook")}):
            play(Breaking(plan, Path("run"), Path("cache.sqlite").absolute(), lambda *_: None))
    assert Path("run/scores.json").exists()
    again, differently = beside_the_domain(heard)
    assert "nothing was made again" in again
    assert "cook answers 4 of 4 originals differently" in differently


def test_a_file_of_answers_is_refused_where_one_id_has_two_texts() -> None:
    """By id it would have one answer for both, in a run as in the gate."""
    write_records(Path("dev.jsonl"), Item, [Item("0", {"text": "Tea was cold."}, ("-1",))], "sentiment")
    rows = [Prediction(f"{item.id}{side}", "+1") for item in ITEMS for side in ("", "-b")]
    write_records(Path("said.jsonl"), Prediction, rows, "sentiment")
    with pytest.raises(ZelligError, match="the item '0' is one text here and another there"):
        begun("run", "file:said.jsonl", dev="items:dev.jsonl")
    assert not Path("run").exists()
    breakers = ("py:warmer.py:Warmer", "py:warmer.py:Cooler")
    plan = Plan("sentiment", "items:items.jsonl", ("file:said.jsonl",), breakers)
    with pytest.raises(ZelligError, match="the item '0-b' is one text here and another there"):
        Breaking(plan, Path("run"), Path("cache.sqlite").absolute(), lambda *_: None).play()
    assert not Path("run/predictions").exists()


def test_a_system_that_changed_while_its_run_was_stopped_is_told() -> None:
    played("one", "py:mine:Cook")
    Path("weights.txt").write_text("-1")
    load_anew()
    told: list[Notice] = []
    plan = Plan("sentiment", "items:items.jsonl", ("py:mine:Cook",), ("deepwordbug",), budget=5)
    with hearing(told.append):
        Breaking(plan, Path("one"), Path("cache.sqlite").absolute(), lambda *_: None).play()
    assert "cook answers 4 of 4 originals differently from when this run was begun" in "".join(
        beside_the_domain(told)
    )
