"""Work on a Dask cluster: in order, whatever becomes of its workers and its scheduler."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dask_cluster import Cluster, cluster
from helpers import carriers, gone
from zellig.engine import Engine, dask, open_engine
from zellig.errors import ZelligError
from zellig.notices import Notice, hearing, note
from zellig.tasks import get_task

SPAM = """
name = "spam"
question = "Is this spam?"
labels = ["spam", "ham"]
"""


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("dask"), threads=(1, 2)) as found:
        yield found


@pytest.fixture(scope="module")
def far(there: Cluster) -> Iterator[Engine]:
    with open_engine(there.engine) as engine:
        yield engine


@pytest.fixture(scope="module")
def own() -> Iterator[Engine]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dask, "TRIES", 3)  # each costs a second
        with open_engine("dask", 2) as engine:
            yield engine


def doubled(number: int) -> tuple[int, int]:
    if number == 3:
        note("three is odd")
    return 2 * number, os.getpid()


def refused(number: int) -> int:
    if number == 5:
        raise ZelligError("five is refused", remedy="Leave it out.")
    return number


def ending(number: int) -> int:
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def ending_once(place: tuple[str, int]) -> int:
    """Ends its worker in the middle of a chunk, and another one that has done some, the first time."""
    folder, number = place
    time.sleep(0.02)
    if number % 10 == 7 and not Path(folder, str(number)).exists():
        Path(folder, str(number)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def waiting_for_its_end(place: tuple[str, int, int]) -> int:
    """The first one waits until somebody ends its worker, so many times; the others are done at once."""
    folder, number, times = place
    if number == 0 and len(begun := list(Path(folder).iterdir())) < times:
        Path(folder, str(len(begun))).write_text(str(os.getpid()))
        time.sleep(60)
    return number


def slow(number: int) -> int:
    time.sleep(0.3)
    return number


def labels_of(task: str) -> tuple[str, ...]:
    return get_task(task).labels


def test_a_cluster_does_what_this_process_does(own: Engine, far: Engine) -> None:
    for engine in (own, far):
        heard: list[Notice] = []
        with hearing(heard.append):
            found = list(engine.in_order(doubled, range(40)))
        assert [number for number, _ in found] == list(range(0, 80, 2))
        assert os.getpid() not in {process for _, process in found}
        assert heard == [Notice("note", "three is odd")]
        results = engine.in_order(refused, range(50))
        assert [next(results) for _ in range(5)] == list(range(5))
        with pytest.raises(ZelligError, match=r"^five is refused\. Leave it out\.$"):
            next(results)
        assert list(engine.in_order(refused, [])) == []
    assert (own.same_files, far.same_files, own.in_process, far.in_process) == (True, False, False, False)


def test_a_cluster_of_ours_is_reached_from_this_machine_only(own: Engine) -> None:
    import psutil  # type: ignore[import-untyped]  # which Dask brings

    assert isinstance(own, dask.DaskWorkers)
    workers = list(own.client.run(os.getpid).values())
    listening = [
        connection.laddr.ip
        for process in (os.getpid(), *workers)
        for connection in psutil.Process(process).net_connections()
        if connection.status == psutil.CONN_LISTEN
    ]
    assert len(listening) >= 3
    assert set(listening) == {"127.0.0.1"}


def test_few_chunks_are_under_way(own: Engine) -> None:
    taken: list[int] = []
    results = own.in_order(slow, (taken.append(n) or n for n in range(1000)))  # type: ignore[func-returns-value]
    assert next(results) == 0
    assert len(taken) <= 7
    started = time.monotonic()
    results.close()  # the rest is given up, and nobody waits for it
    assert list(own.in_order(refused, range(3))) == [0, 1, 2]
    assert time.monotonic() - started < 5


def test_the_chunks_of_lost_workers_are_done_again(own: Engine, tmp_path: Path) -> None:
    chunks = [(str(tmp_path), number) for number in range(40)]
    assert list(own.in_order(ending_once, chunks)) == list(range(40))
    assert len(list(tmp_path.iterdir())) == 4


def test_a_chunk_that_ends_workers_again_and_again_is_told(own: Engine) -> None:
    with pytest.raises(ZelligError, match="has ended 3 workers, one after the other"):
        list(own.in_order(ending, range(5)))
    assert list(own.in_order(refused, range(3))) == [0, 1, 2]


def test_a_chunk_whose_workers_others_end_is_tried_as_long_as_something_gets_done(
    own: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask, "LOOK", 0.1)
    times = 5  # after three of them Dask gives up
    over = threading.Event()

    def kill() -> None:
        killed = 0
        while not over.wait(0.5):
            begun = tmp_path / str(killed)
            if begun.exists() and (process := begun.read_text()):
                over.wait(0.5)  # the other worker does the other chunks
                os.kill(int(process), signal.SIGKILL)
                killed += 1

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        chunks = [(str(tmp_path), number, times) for number in range(12)]
        assert list(own.in_order(waiting_for_its_end, chunks)) == list(range(12))
    finally:
        over.set()
        killer.join()
    assert len(list(tmp_path.iterdir())) == times


def test_a_worker_that_does_not_come_back_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(dask.SETTINGS, "distributed.deploy.lost-worker-timeout", "1ms")
    with open_engine("dask", 1) as engine:
        chunks = [(str(tmp_path), number) for number in range(10)]
        assert list(engine.in_order(ending_once, chunks)) == list(range(10))
    assert len(list(tmp_path.iterdir())) == 1


def test_who_works_for_several_knows_what_each_has_brought(there: Cluster, tmp_path: Path) -> None:
    (tmp_path / "spam.toml").write_text(SPAM)
    get_task(tmp_path / "spam.toml")
    with open_engine(there.engine) as engine:
        assert list(engine.in_order(labels_of, ["spam", "nli"])) == [("spam", "ham"), get_task("nli").labels]


def test_a_worker_with_other_versions_is_refused_and_both_are_named(
    there: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask, "versions_here", lambda: {"Python": "2.7"})
    ours = f"{sys.version_info.major}.{sys.version_info.minor}"
    with pytest.raises(ZelligError, match=rf"has Python {ours}, and who sends the work has 2\.7"):
        open_engine(there.engine).__enter__()
    monkeypatch.setattr(dask, "versions_here", lambda: {"a-package": "1.0"})
    with pytest.raises(ZelligError, match=r"a-package \(not installed\), and who sends the work has 1\.0"):
        open_engine(there.engine).__enter__()


def test_threads_that_do_nothing_are_told(there: Cluster) -> None:
    heard: list[Notice] = []
    with hearing(heard.append), open_engine(there.engine):
        pass
    assert [each.sentence for each in heard] == [
        "of the threads of a Dask worker one is at work: start workers with one thread each"
    ]


def test_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "CONNECT", 0.2)
    with pytest.raises(ZelligError, match=r"^there is no Dask scheduler at tcp://127\.0\.0\.1:1\. Start one"):
        open_engine("dask://127.0.0.1:1").__enter__()


def test_a_scheduler_without_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "PATIENCE", 0.5)
    with cluster(tmp_path, threads=()) as empty:
        with pytest.raises(ZelligError, match=r"has had no worker for 0 seconds\. Start workers"):
            open_engine(empty.engine).__enter__()


@pytest.mark.parametrize("work", [slow, doubled])  # while it is waited for, and while results are fetched
def test_the_scheduler_is_gone(work: Callable[[int], object], tmp_path: Path) -> None:
    with cluster(tmp_path, threads=(1,)) as dying, open_engine(dying.engine) as engine:
        results = engine.in_order(work, range(10**6))
        next(results)
        threading.Timer(0.3, dying.processes[0].kill).start()
        with pytest.raises(ZelligError) as found:
            list(results)
    assert found.value.what.endswith("is gone")
    assert found.value.remedy == "Start it, and give the same command again: what was done is kept."


WAITING = """
import sys, time
from pathlib import Path
from zellig.cli import main
from zellig.engine import open_engine

def work(name):
    Path(name).touch()
    time.sleep(600)

if __name__ == "__main__":
    with open_engine("dask", 2) as engine:
        try:
            list(engine.in_order(work, sys.argv[1:]))
        except KeyboardInterrupt:
            sys.exit(130)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="finds the workers in /proc")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_with_who_has_started_them(number: int, tmp_path: Path) -> None:
    script, chunks = tmp_path / "waiting.py", [tmp_path / "first", tmp_path / "second"]
    script.write_text(WAITING, encoding="utf-8")
    parent = subprocess.Popen(
        [sys.executable, script, *chunks],
        env={**os.environ, "MARKER": str(tmp_path)},
        stderr=subprocess.PIPE,
        process_group=0,
    )
    until = time.monotonic() + 60
    while not all(chunk.exists() for chunk in chunks) and time.monotonic() < until:
        time.sleep(0.01)
    assert len(carriers(str(tmp_path))) >= 3
    os.killpg(parent.pid, number) if number == signal.SIGINT else parent.kill()
    parent.wait(30)
    assert gone(lambda: carriers(str(tmp_path)))
    _, said = parent.communicate()
    assert number == signal.SIGKILL or (parent.returncode, said) == (130, b"")


def test_a_scheduler_that_has_not_what_is_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place != str(Path(__file__).parent)])
    with cluster(tmp_path, threads=(1,)) as bare, open_engine(bare.engine) as engine:
        with pytest.raises(ZelligError, match=r"cannot read the work \(No module named 'test_dask'\)"):
            list(engine.in_order(refused, range(3)))
