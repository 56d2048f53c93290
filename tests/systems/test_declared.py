"""A system of another task is refused wherever it would be asked, and before it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import zellig as zl
from helpers import sentiment_pair, zellig
from stand_in_model import stand_in_model
from zellig.buzzers.program import load_program
from zellig.errors import ZelligError
from zellig.items import Item, Pair, Prediction, write_records
from zellig.performers import Spec
from zellig.systems.declared import declared_task, refuse_other_task
from zellig.systems.loading import load_system
from zellig.systems.training import train_system
from zellig.tasks import Task, get_task

SENTIMENT, NLI, QUIZ = (get_task(name) for name in ("sentiment", "nli", "quiz"))
SOUPS = [Item(str(n), {"text": f"The soup number {n} was warm."}, ("0",)) for n in range(4)]
WRONG = "is for the task nli, and the items are of the task sentiment"

INFERRER = """
from zellig.items import Prediction
from zellig.performers import Spec

class Inferrer:
    spec = Spec("inferrer")
    task = "nli"
    def predict(self, items):
        open("asked", "w").close()
        return [Prediction(item.id, "neutral") for item in items]
"""


class Says:
    """Answers neutral to everything, which is an answer in two tasks."""

    def __init__(self, task: str | None, *labels: str) -> None:
        self.spec, self.task, self.labels = Spec("says"), task, labels
        self.asked = 0

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        self.asked += len(items)
        return [Prediction(item.id, "neutral") for item in items]


@pytest.fixture
def kitchen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_records(tmp_path / "soups.jsonl", Item, SOUPS, "sentiment")
    pairs = [sentiment_pair(str(n)) for n in range(3)]
    write_records(tmp_path / "pairs.jsonl", Pair, pairs, "sentiment")
    (tmp_path / "inferrer.py").write_text(INFERRER)
    return tmp_path


DOORS: dict[str, tuple[str, ...]] = {
    "break": (
        "break",
        "--corpus",
        "items:soups.jsonl",
        "--breaker",
        "strategies",
        "--out",
        "run",
        "--system",
    ),
    "predict": ("predict", "--corpus", "items:soups.jsonl", "--out", "said.jsonl"),
    "evaluate": ("evaluate", "--corpus", "items:soups.jsonl"),
    "explain": ("explain", "--corpus", "items:soups.jsonl"),
    "check": ("check", "pairs.jsonl", "--min-passed", "10", "--system"),
    "contrast evaluate": ("contrast", "evaluate", "pairs.jsonl", "--system"),
    "train breaker": ("train", "q-breaker", "--corpus", "items:soups.jsonl", "--out", "learnt", "--victim"),
}


@pytest.mark.parametrize("words", DOORS.values(), ids=list(DOORS))
def test_every_command_refuses_it_and_asks_nothing(kitchen: Path, words: tuple[str, ...]) -> None:
    before = set(kitchen.iterdir())
    done = zellig(*words, "py:inferrer.py:Inferrer", cwd=kitchen)
    assert done.returncode == (2 if words[0] == "check" else 1)  # a gate that cannot decide
    assert WRONG in done.stderr
    assert {each.name for each in set(kitchen.iterdir()) - before} <= {"__pycache__"}


JOBS: dict[str, Callable[[Says], object]] = {
    "break": lambda system: zl.break_systems(system, data=SOUPS),
    "predict": lambda system: zl.predict(system, data=SOUPS),
    "evaluate": lambda system: zl.evaluate(system, data=SOUPS),
    "gate": lambda system: zl.gate("pairs.jsonl", system=system, min_passed=10),
    "contrasts": lambda system: zl.evaluate_contrasts("pairs.jsonl", system),
}


@pytest.mark.usefixtures("kitchen")
@pytest.mark.parametrize("job", JOBS.values(), ids=list(JOBS))
def test_so_does_python(job: Callable[[Says], object]) -> None:
    with pytest.raises(ZelligError, match=WRONG):
        job(system := Says("nli"))
    assert not system.asked


def test_a_language_model_is_sent_no_empty_fields() -> None:
    with stand_in_model() as model:
        with pytest.raises(ZelligError, match=WRONG) as refused:
            zl.evaluate(f"{model.name}?task=nli", data=SOUPS)
        assert not model.calls
    assert "say ?task=sentiment in its name" in str(refused.value)


def test_a_trained_folder_and_a_file_of_answers_say_their_task(kitchen: Path) -> None:
    sides = {"premise": "A cook tastes soup.", "hypothesis": "A cook sleeps."}
    items = [Item(str(n), sides | {"premise": f"Cook {n} tastes."}, (NLI.labels[n % 3],)) for n in range(6)]
    write_records(kitchen / "sides.jsonl", Item, items, "nli")
    train_system("bag-of-ngrams", "items:sides.jsonl", kitchen / "bag")
    write_records(kitchen / "said.jsonl", Prediction, [Prediction("0", "neutral")], "nli")
    for name in ("bag", "file:said.jsonl"):
        assert declared_task(name, load_system(name)) == "nli"
        with pytest.raises(ZelligError, match=WRONG):
            zl.evaluate(name, data=SOUPS)
    assert declared_task(None, load_system("bag")) == "nli"  # one in hand, whose folder only it knows


def test_a_match_takes_guessers_only(kitchen: Path) -> None:
    with pytest.raises(ZelligError, match="is for the task nli, and the items are of the task quiz"):
        load_program("py:inferrer.py:Inferrer+threshold")


def own(name: str, *labels: str, fields: tuple[str, ...] = ("text",)) -> Task:
    return Task(name, "What is it?", fields, fields, labels)


@pytest.fixture(autouse=True)
def _tasks(tmp_path: Path) -> None:
    (tmp_path / "inference.toml").write_text(
        'name = "kitchen-inference"\nquestion = "Does it follow?"\n'
        'labels = ["entailment", "neutral", "contradiction"]\nfields = ["premise", "hypothesis"]\n'
    )
    get_task(tmp_path / "inference.toml")


@pytest.mark.parametrize(
    ("system", "task"),
    [
        (Says(None), SENTIMENT),  # it does not say
        (Says("sentiment", "-1", "+1"), SENTIMENT),  # two of three labels
        (Says("qasrl"), get_task("qasrl-f1")),
        (Says("nli"), own("mine", *NLI.labels, fields=NLI.fields)),
        (Says("nli", "neutral", "contradiction"), own("two", "neutral", "contradiction", fields=NLI.fields)),
        (Says("nli"), own("more", *NLI.labels, fields=(*NLI.fields, "source"))),
        (Says("kitchen-inference"), NLI),
        (Says("sentiment"), own("stars", "-1", "0", "+1", "+2")),
    ],
)
def test_who_can_answer_is_let_through(system: Says, task: Task) -> None:
    refuse_other_task("says", system, task)


@pytest.mark.parametrize(
    ("system", "task"),
    [
        (Says("nli", "neutral"), SENTIMENT),  # its one label is a word of both, and there is no premise
        (Says("sentiment"), own("two", "-1", "+1")),  # it may say 0
        (Says("quiz"), SENTIMENT),
        (Says("sentiment"), QUIZ),
        (Says("nobody-knows-it"), SENTIMENT),
        (Says("/etc/passwd.toml"), SENTIMENT),  # what a server says is a name, and no file to be read
    ],
)
def test_who_cannot_is_refused(system: Says, task: Task) -> None:
    with pytest.raises(ZelligError, match=f"the items are of the task {task.name}"):
        refuse_other_task("says", system, task)


def test_who_loads_a_system_for_itself_has_a_reason() -> None:
    """All others load it for a task, so that nobody can forget to look at the task that it is for."""
    source = Path(zl.__file__).parent
    found = {
        module.relative_to(source).as_posix()
        for module in source.rglob("*.py")
        if re.search(r"\bload_system\b(?! that)", module.read_text(encoding="utf-8"))
    }
    assert found == {
        "systems/__init__.py",
        "systems/loading.py",
        "systems/objects.py",  # names it in a remedy
        "systems/checking.py",  # tells what a system is
        "systems/asking.py",  # a worker's copy of one that was let through
        "games/breaking/plan.py",  # the systems of a run, which looks at each
        "front/explanation.py",  # a system may say the task of a corpus
        "front/trained.py",  # the system itself
        "seats/loading.py",  # a seat serves whoever asks
        "breakers/fakes/generator.py",  # it writes, and answers nothing
    }
