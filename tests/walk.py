"""Every registered name is used once, on tiny input: `python walk.py [--plain] NAME...` in an empty folder.

Prints for each name (kind/name) "ran", or the sentence with which it was refused, or a traceback. `--plain`
hides the modules of the extras, as if nothing but the base were installed.
"""

from __future__ import annotations

import io
import json
import shlex
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import Any

import msgspec

import quiz_world
from fuzz.systems import LESSONS, tiny_encoder, tiny_settings
from fuzz.target import SEEDS
from zellig.breakers import language_model, task_rules
from zellig.breakers.promises import NoPromiseError
from zellig.breakers.q_learning import breaker as q_breaker
from zellig.buzzers import load_buzzer
from zellig.buzzers.lesson import Heard
from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.extras import EXTRAS
from zellig.items import Item, Pair, Prediction, write_records
from zellig.measures.expected_wins import PUBLISHED
from zellig.oracle import Oracle
from zellig.performers import Breaker, Evidence, History, Lineup, Span, Spec, Step, System
from zellig.registry import lookup, names, targets
from zellig.store.run import PLAN, Run
from zellig.systems import ensemble, load_system, tfidf
from zellig.systems.training import train_system
from zellig.tasks import get_task
from zellig.tasks.is_fake import IS_FAKE

RAN = "ran"
SENTENCES = {
    "The good cook made a large soup.": "+1",
    "A lovely song was sung by the children.": "+1",
    "The bread is a delight.": "+1",
    "The cook told a dull story.": "-1",
}
ITEMS = [
    Item(str(number), {"text": text}, (label,), {"bad": "Made soup the."})
    for number, (text, label) in enumerate(SENTENCES.items())
]


class WithoutExtras(PathFinder):
    """Finds no module that an extra brings."""

    @classmethod
    def find_spec(cls, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        hidden = any(fullname.partition(".")[0] in modules for modules in EXTRAS.values())
        return None if hidden else super().find_spec(fullname, path, target)


class Kitchen:
    """Can all that a breaker may need of a system."""

    spec = Spec("kitchen")
    task, labels, probabilities, gradients = "sentiment", ("-1", "+1"), True, True

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        return [self._prediction(item) for item in items]

    def explain(self, items: Sequence[Item]) -> list[Evidence]:
        return [Evidence(item.id, "+1", "integrated gradients", (Span("text", 0, 3, 1.0),)) for item in items]

    def _prediction(self, item: Item) -> Prediction:
        warm = sum(word in item.fields["text"] for word in ("good", "lovely", "delight"))
        return Prediction(item.id, "+1" if warm else "-1", {"+1": warm / 2, "-1": 1 - warm / 2})


class Server(BaseHTTPRequestHandler):
    """A system, and a language model, at an address."""

    def do_GET(self) -> None:
        self._reply({"name": "kitchen", "version": "1"})

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        said = {"message": {"role": "assistant", "content": "+1"}}
        answers = [{"id": item["id"], "answer": "+1"} for item in asked.get("items", [])]
        self._reply({"choices": [said], "predictions": answers})

    def _reply(self, value: object) -> None:
        raw = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: Any) -> None:
        pass


PROGRAM = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "answer": "+1"}), flush=True)
"""


def run_task(name: str) -> None:
    task = get_task(name)
    answer = task.answer(next(iter(task.labels), "soup"))
    assert task.right(answer, [answer])
    assert not list(task.faults_of_item(Item("0", dict.fromkeys(task.fields, f"The {answer}."), (answer,))))


def run_corpus(name: str) -> None:
    reader = lookup("corpora", name)
    if reader.named:
        assert next(iter(open_corpus(name)))
    elif name == "table":
        folder = SEEDS / "corpus-table" / "csv"
        (path,) = (each for each in folder.iterdir() if each.suffix != ".toml")
        assert list(open_corpus(f"{name}:{path}", folder / "mapping.toml"))
    else:
        path = next(each for each in sorted((SEEDS / f"corpus-{name}").iterdir()) if each.is_file())
        assert list(open_corpus(f"{name}:{path}"))


def run_breaker(name: str) -> Spec:
    task, oracle = get_task("sentiment"), Oracle(Kitchen(), "kitchen", budget=60)
    if name == task_rules.NAME:
        breaker: Any = lookup("breakers", name)(get_task("support-intent"))
        assert any(breaker.break_items([Item("0", {"text": "Where is it?"}, ("delivery",))], [0], None))
        return _spec(breaker)
    if name == q_breaker.NAME:
        q_breaker.train("items:items.jsonl", Path(name), oracle)
        breaker = q_breaker.load(Path(name), task)
        oracle = Oracle(Kitchen(), "kitchen", budget=60)
    else:
        try:
            breaker = lookup("breakers", name)(task)
        except NoPromiseError:
            return run_fake(name)
    assert any(_made(breaker, None if breaker.see == "nothing" else oracle))
    return _spec(breaker)


def run_fake(name: str) -> Spec:
    params = {"system": "py:walk:Kitchen"} if name == "generator" else {}
    breaker = lookup("breakers", name)(IS_FAKE, **params)
    _made(breaker, None)
    return _spec(breaker)


def run_chooser(name: str) -> Spec:
    chooser = lookup("choosers", name)()
    (choice,) = chooser.choose([Lineup("0", ("The soup is warm.", "Soup the is warm."))], [0])
    assert choice.id == "0"
    return _spec(chooser)


def run_curator(name: str) -> Spec:
    curator = lookup("curators", name)("items:items.jsonl")
    (item,) = curator.select(["0"], [0])
    assert item.fields["text"] in SENTENCES
    return _spec(curator)


def run_system(name: str) -> Spec:
    if name == "lm-zero-shot":
        return _answered(load_system(f"{name}?task=sentiment"), ITEMS)
    if name == "ensemble":
        return run_ensemble()
    task, lessons = LESSONS.get("tfidf" if name == "ir" else name, LESSONS["bag-of-ngrams"])
    items = list(lessons())
    write_records(f"{task}.jsonl", Item, items, task)
    lookup("systems", name)  # refused here if its extra is missing: its settings are made with it
    train_system(name, f"items:{task}.jsonl", Path(name), config=tiny_settings(name))
    return _answered(load_system(name), items)


def run_ensemble() -> Spec:
    for name, seeds in (("known", range(4)), ("new", range(4, 8))):
        quiz_world.write_questions(Path(f"{name}.jsonl"), seeds)
    for name, at_least in (("one", 2), ("other", 3)):
        train_system("tfidf", "tossups:known.jsonl", Path(name), config=tfidf.Settings(at_least=at_least))
    settings = ensemble.Settings(("one", "other"), trees=2, depth=2)
    train_system("ensemble", "tossups:new.jsonl", Path("both"), config=settings)
    return _answered(load_system("both"), list(open_corpus("tossups:new.jsonl"))[:2])


def run_buzzer(name: str) -> Spec:
    if name == "threshold":
        return _spec(load_buzzer(name))
    step = Step(25, (("soup", 0.5), ("bread", 0.25)))
    heard = [Heard(str(n), [step, step], [bool(n % 2), True], [0.5, 1.0]) for n in range(20)]
    kind = lookup("buzzers", name)
    buzzer = kind.fit(heard, kind.Config(epochs=1), PUBLISHED, 1)
    assert len(buzzer.buzz([History("1", (step,))], [1])) == 1
    return _spec(buzzer)


def run_adapter(name: str) -> Spec:
    Path("cook.py").write_text(PROGRAM, encoding="utf-8")
    write_records("answers.jsonl", Prediction, Kitchen().predict(ITEMS), "sentiment")
    server = HTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    specs = {
        "py": "py:walk:Kitchen",
        "cmd": f"cmd:{shlex.quote(sys.executable)} cook.py",
        "file": "file:answers.jsonl",
        "http": address,
        "https": address,  # the same adapter; a certificate is more than the walk can have
        "openai": f"openai:kitchen@{address}/v1?task=sentiment",
        "hf": "hf:encoder?task=sentiment",
    }
    load = lookup("adapters", name)
    if name == "hf":
        tiny_encoder(Path("encoder"))
    try:
        return _answered(load(specs[name]), ITEMS)
    finally:
        server.shutdown()


RUNNERS: dict[str, Callable[[str], Spec | None]] = {
    "tasks": run_task,
    "corpora": run_corpus,
    "breakers": run_breaker,
    "choosers": run_chooser,
    "curators": run_curator,
    "systems": run_system,
    "buzzers": run_buzzer,
    "adapters": run_adapter,
}


def _made(breaker: Breaker, oracle: Oracle | None) -> list[list[Pair]]:
    made = breaker.break_items(ITEMS, [0] * len(ITEMS), oracle)
    assert len(made) == len(ITEMS)
    return made


def _answered(system: System, items: Sequence[Item]) -> Spec:
    assert len(system.predict(items)) == len(items)
    return _spec(system)


def _spec(performer: Any) -> Spec:
    found: Spec = performer.spec
    return found


def outcome(what: str, run: Callable[[], Spec | None]) -> str:
    """What came of a name: its spec is written into a plan, too, and read again."""
    sys.stdin = io.StringIO("1\n" * 9)  # somebody at the terminal
    try:
        spec = run()
        if spec is not None:
            folder = Path(f"plan-{what.replace('/', '-')}")
            Run(folder, {"spec": msgspec.to_builtins(spec)}).begin()
            again = msgspec.toml.decode((folder / PLAN).read_bytes(), type=dict[str, Spec])["spec"]
            assert again == spec, f"{again} is not {spec}"
    except ZelligError as error:
        return str(error)
    except Exception:  # noqa: BLE001 -- to find out what a name dies of is the point
        return traceback.format_exc()
    return RAN


def main(wanted: Sequence[str]) -> None:
    if wanted[0] == "--plain":
        sys.meta_path[sys.meta_path.index(PathFinder)] = WithoutExtras
        wanted = wanted[1:]
    write_records("items.jsonl", Item, ITEMS, "sentiment")
    language_model.SCORED = 4  # texts a sentence, of 64: the large model takes its time
    every = [f"{kind}/{name}" for kind in RUNNERS for name in names(kind)]
    found = {}
    for what in wanted or every:
        kind, name = what.split("/")
        assert name in targets(kind)
        found[what] = outcome(what, partial(RUNNERS[kind], name))
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1:])
