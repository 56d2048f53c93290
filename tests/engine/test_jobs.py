"""Every job with an engine: the same as in this process, or a sentence before anything is written."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from itertools import cycle, islice, product
from pathlib import Path

import pytest

import zellig as zl
from arena_players import player, write_rules
from dask_cluster import Cluster, cluster
from helpers import zellig
from quiz_world import World
from restaurant import BAD, GOOD, THINGS, reviews
from zellig.errors import ZelligError
from zellig.front.training import train
from zellig.items import Item, write_records
from zellig.store.run import LOG

LOCAL = "local"
MANY = 150  # items: several chunks of every job
SAID = [(word, label) for words, label in ((GOOD, "+1"), (BAD, "-1")) for word in words]
ITEMS = [
    Item(str(number), {"text": f"The {thing} at table {number} was {said}."}, (label,))
    for number, (thing, (said, label)) in enumerate(islice(cycle(product(THINGS, SAID)), 1200))
]


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("dask")) as found:
        yield found


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("data") / "items.jsonl"
    write_records(path, Item, ITEMS, "sentiment")
    return f"items:{path}"


@pytest.fixture(scope="module")
def bag(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("trained") / "bag"
    train("bag-of-ngrams", data=reviews(), config={"passes": 2}, out=folder)
    return str(folder)


def files(folder: Path) -> dict[str, bytes]:
    """All but the log, which has times in it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != LOG
    }


def by_both(there: Cluster, job: Callable[[str, str], object]) -> tuple[object, object]:
    """What a job gives here and there; it is told the engine, and a name for what it writes."""
    return job(LOCAL, "here"), job(there.engine, "there")


def test_breaking(there: Cluster, data: str, bag: str, tmp_path: Path) -> None:
    def job(engine: str, name: str) -> object:
        zl.break_systems(
            bag,
            data=data,
            breakers=["not-add", "deepwordbug"],
            limit=MANY,
            budget=40,
            engine=engine,
            fresh=True,
            out=tmp_path / name,
        )
        return {path: content for path, content in files(tmp_path / name).items() if path != "report.html"}

    here, elsewhere = by_both(there, job)
    assert here == elsewhere
    made = {path.stem for path in (tmp_path / "there" / "pairs").iterdir()}
    assert made == {"not-add", "deepwordbug on bag"}


def test_contrast_sets_and_training_data(there: Cluster, data: str, tmp_path: Path) -> None:
    def job(engine: str, name: str) -> object:
        zl.contrast_set(data, limit=MANY, engine=engine, out=tmp_path / name)
        zl.augment(data, limit=70, engine=engine, out=tmp_path / f"{name}.jsonl")
        return files(tmp_path / name), (tmp_path / f"{name}.jsonl").read_bytes()

    here, elsewhere = by_both(there, job)
    assert here == elsewhere


def test_classes_of_sentences(there: Cluster, data: str) -> None:
    here, elsewhere = by_both(there, lambda engine, _: zl.analyse(data, limit=MANY, engine=engine))
    assert here.figures == elsewhere.figures  # type: ignore[attr-defined]
    assert here.figures.fields["text"].sentences == MANY  # type: ignore[attr-defined]


def test_answers(there: Cluster, data: str, bag: str, tmp_path: Path) -> None:
    def job(engine: str, name: str) -> object:
        zl.predict(bag, data=data, engine=engine, out=tmp_path / name)
        found = zl.evaluate(bag, data=data, replicates=100, engine=engine)
        return (tmp_path / name).read_bytes(), found.figures

    here, elsewhere = by_both(there, job)
    assert here == elsewhere


def test_questions_that_are_heard(there: Cluster, quiz: World) -> None:
    def job(engine: str, _: str) -> object:
        return zl.quiz_evaluate(
            [str(quiz.guesser("ir"))],
            data=quiz.spec("train"),
            replicates=100,
            engine=engine,
            allow_overlap=True,
        ).figures

    here, elsewhere = by_both(there, job)
    assert here == elsewhere


def test_a_grid(there: Cluster, tmp_path: Path) -> None:
    tables = [player("breaker", name) for name in ("copy", "word-shuffle")]
    rules = write_rules(tmp_path, *tables, player("chooser", "random"), rounds=20)

    def job(engine: str, name: str) -> object:
        zl.arena_grid(rules).play(engine=engine, out=tmp_path / name)
        return files(tmp_path / name)

    here, elsewhere = by_both(there, job)
    assert here == elsewhere
    for scores in (tmp_path / "there" / "games").rglob("scores.json"):  # as if they had been killed then
        scores.unlink()
    zl.arena_grid(rules).play(workers=2, out=tmp_path / "there")
    assert files(tmp_path / "there") == here


def test_what_only_this_process_has_is_refused(there: Cluster, data: str, tmp_path: Path) -> None:
    model = lambda texts: ["+1"] * len(texts)  # noqa: E731
    for engine in ({"workers": 2}, {"engine": there.engine}):
        with pytest.raises(ZelligError, match="is an object in hand, which plays in this process only"):
            zl.predict(model, data=data, out=tmp_path / "answers.jsonl", **engine)
    person = write_rules(tmp_path, player("breaker", "copy"), player("chooser", "person"))
    with pytest.raises(ZelligError, match="somebody at this terminal plays in this process only"):
        zl.arena_grid(person).play(workers=2, out=tmp_path / "grid")
    assert not (tmp_path / "answers.jsonl").exists()


def test_what_workers_do_not_see_is_told_before_anything_is_written(
    there: Cluster, data: str, bag: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(bag, tmp_path / "mine")
    monkeypatch.chdir(tmp_path)  # the workers are elsewhere
    with pytest.raises(ZelligError, match=r"the worker tcp://127\S+ cannot take part: .*mine"):
        zl.break_systems("mine", data=data, limit=5, engine=there.engine, out="run")
    zl.predict("mine", data=data, out="mine.jsonl")
    with pytest.raises(ZelligError, match=r"the worker tcp://127\S+ cannot take part: "):
        zl.evaluate("file:mine.jsonl", data=data, engine=there.engine)
    assert not Path("run").exists()


def test_a_scheduler_that_is_killed_costs_nothing_but_time(
    data: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with cluster(tmp_path / "dask") as dying:
        where = ("--engine", dying.engine, "--out", str(tmp_path / "run"))
        command = ("contrast", "make", "--corpus", data, "--limit", str(len(ITEMS)), *where)

        def kill() -> None:
            until = time.monotonic() + 60
            while not list((tmp_path / "run").glob("parts/*.json")) and time.monotonic() < until:
                time.sleep(0.005)
            dying.processes[0].kill()

        killer = threading.Thread(target=kill)
        killer.start()
        killed = zellig(*command)
        killer.join()
        assert (killed.returncode, killed.stdout) == (1, "")
        assert killed.stderr.rstrip().endswith(
            "is gone. Start it, and give the same command again: what was done is kept."
        )
        assert len(killed.stderr.splitlines()) == 1
        address = dying.engine
        dying.stop()
        dying.start(port=int(address.rpartition(":")[2]))
        assert zellig(*command).returncode == 0
    zl.contrast_set(data, out=tmp_path / "whole")
    assert files(tmp_path / "run") == files(tmp_path / "whole")


@pytest.mark.parametrize(
    ("name", "workers", "message"),
    [
        ("spark", 1, r"'spark' is not an engine\. There are: local, dask, dask://HOST:PORT\."),
        ("dask://cellar", 1, "'dask://cellar' is not an engine"),
        ("dask://cellar:8786", 2, r"has the workers that it has\. Leave workers= out\."),
        (7, 1, "7 is not an engine"),
    ],
)
def test_what_is_no_engine(name: str, workers: int, message: str, data: str) -> None:
    with pytest.raises(ZelligError, match=message):
        zl.analyse(data, engine=name, workers=workers)
