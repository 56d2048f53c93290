"""A run directory belongs to one plan, and is swept of what a killed run left."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from zellig.errors import ZelligError
from zellig.store.run import LOG, PLAN, Run, file_name

TEA = {"game": "contest", "seed": 7, "corpora": {"test": "tea:test"}, "names": ["é", "b"]}


def test_a_run_says_what_it_is(tmp_path: Path) -> None:
    Run(tmp_path / "new" / "run", TEA).begin()
    folder = tmp_path / "new" / "run"
    assert [path.name for path in folder.iterdir()] == [PLAN]
    assert msgspec.toml.decode((folder / PLAN).read_bytes()) == TEA


def test_a_run_is_taken_up_again_with_the_same_plan(tmp_path: Path) -> None:
    run = Run(tmp_path, TEA).begin()
    (run / "pairs.jsonl").write_text("made")
    before = (run / PLAN).read_bytes()
    again = Run(tmp_path, dict(TEA)).begin()
    assert again.has("pairs.jsonl")
    assert not again.has("scores.json")
    assert (again / PLAN).read_bytes() == before


def test_another_plan_is_refused_and_nothing_is_touched(tmp_path: Path) -> None:
    run = Run(tmp_path, TEA).begin()
    (run / ".zellig-x.part").write_text("half")
    with pytest.raises(ZelligError, match=r"holds another run.*out="):
        Run(tmp_path, {**TEA, "seed": 8})
    assert msgspec.toml.decode((tmp_path / PLAN).read_bytes()) == TEA
    assert (tmp_path / ".zellig-x.part").exists()


def test_where_no_work_was_done_another_plan_may_begin(tmp_path: Path) -> None:
    run = Run(tmp_path, TEA).begin()
    (run / "items.jsonl").write_text("of tea")
    run.log({"run": "tea"})
    other = {**TEA, "seed": 8}
    with pytest.raises(ZelligError, match="holds another run: it has seed = 7, and this one has 8"):
        Run(tmp_path, other)
    with run.alone(), pytest.raises(ZelligError, match="under way already"):
        Run(tmp_path, other, before_work=["items.jsonl"]).begin()
    assert run.has("items.jsonl")
    Run(tmp_path, other, before_work=["items.jsonl"]).begin()
    assert [path.name for path in tmp_path.iterdir()] == [PLAN]
    assert msgspec.toml.decode((tmp_path / PLAN).read_bytes()) == other
    (tmp_path / "pairs").mkdir()
    with pytest.raises(ZelligError, match="holds another run"):
        Run(tmp_path, TEA, before_work=["items.jsonl"])


def test_what_is_different_is_said_in_words(tmp_path: Path) -> None:
    def plan(**more: object) -> dict[str, object]:
        return {"corpus_hash": "a", "systems": {"bag": {"from": "bag", "fingerprint": "c"}}} | more

    Run(tmp_path, plan()).begin()
    for other, told in (
        (plan(corpus_hash="b"), "its items are others"),
        (plan(systems={"bag": {"from": "bag", "fingerprint": "d"}}), "bag has changed since"),
        (plan(systems={}), "it has systems.bag.from = 'bag', and this one has nothing"),
        (plan(strict=True), "it has strict = nothing, and this one has True"),
    ):
        with pytest.raises(ZelligError, match=f"this folder holds another run: {told}\\."):
            Run(tmp_path, other)


@pytest.mark.parametrize("name", ["thesis.txt", ".thesis.part"])
def test_a_folder_with_other_things_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(ZelligError, match="not a run"):
        Run(tmp_path, TEA)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(ZelligError, match="not a run"):
        Run(tmp_path / "thesis.txt", TEA)
    assert (tmp_path / "thesis.txt").read_text() == "mine"


def test_an_empty_folder_and_one_killed_at_its_first_file_are_taken(tmp_path: Path) -> None:
    (tmp_path / ".zellig-x.part").write_text("half")
    Run(tmp_path, TEA).begin()
    assert [path.name for path in tmp_path.iterdir()] == [PLAN]


def test_half_written_files_are_swept_and_others_are_kept(tmp_path: Path) -> None:
    run = Run(tmp_path, TEA).begin()
    (run / "pairs").mkdir()
    (run / "pairs/.zellig-x1.part").write_text("half")
    (run / ".zellig-x2.part").write_text("half")
    (run / "pairs/ana.jsonl").write_text("whole")
    (run / "pairs/my.part").write_text("whole")
    (run / ".thesis.part").write_text("whole")
    Run(tmp_path, TEA).begin()
    left = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file())
    assert left == [".thesis.part", "pairs/ana.jsonl", "pairs/my.part", PLAN]


def test_nothing_is_written_before_a_run_begins(tmp_path: Path) -> None:
    Run(tmp_path / "run", TEA)
    assert list(tmp_path.iterdir()) == []


def test_what_is_none_is_left_out_of_the_plan(tmp_path: Path) -> None:
    run = Run(tmp_path, {"limit": None, "deep": {"limit": None, "seed": 7}}).begin()
    assert msgspec.toml.decode((run / PLAN).read_bytes()) == {"deep": {"seed": 7}}


WRITER = """
import sys
from pathlib import Path
from zellig.files import write_whole
with write_whole(Path(sys.argv[1])) as file:
    file.write(b"new")
    print("writing", flush=True)
    sys.stdin.readline()
"""


@pytest.mark.parametrize("fate", ["lives", "is killed"])
def test_a_half_written_file_is_swept_only_when_its_writer_is_gone(tmp_path: Path, fate: str) -> None:
    run = Run(tmp_path, TEA).begin()
    (run / "pairs").mkdir()
    words = [sys.executable, "-c", WRITER, str(run / "pairs/ana.jsonl")]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as writer:
        assert writer.stdout
        assert writer.stdout.readline() == b"writing\n"
        if fate == "is killed":
            writer.kill()
            writer.wait()
        Run(tmp_path, TEA).begin()
        assert len(list((run / "pairs").iterdir())) == (1 if fate == "lives" else 0)
        if fate == "lives":
            writer.communicate(b"\n")
            assert writer.returncode == 0
            assert (run / "pairs/ana.jsonl").read_text() == "new"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    run = Run(tmp_path, TEA).begin()
    (run / "pairs").mkdir()
    assert not run.has("pairs")


def test_times_go_into_the_log_and_nowhere_else(tmp_path: Path) -> None:
    run = Run(tmp_path, TEA).begin()
    before = (run / PLAN).read_bytes()
    for step in ("pairs", "scores"):
        with run.timed(step):
            pass
    lines = [json.loads(line) for line in (run / LOG).read_text().splitlines()]
    assert [line["step"] for line in lines] == ["pairs", "scores"]
    assert all(line["seconds"] >= 0 for line in lines)
    assert (run / PLAN).read_bytes() == before


def test_a_step_that_failed_is_not_logged(tmp_path: Path) -> None:
    run = Run(tmp_path, TEA).begin()
    with pytest.raises(ValueError, match="stop"), run.timed("pairs"):
        raise ValueError("stop")
    assert not run.has(LOG)


def test_a_run_keeps_the_id_that_tells_it_from_others(tmp_path: Path) -> None:
    first = Run(tmp_path / "one", TEA).begin()
    other = Run(tmp_path / "two", TEA).begin()
    assert first.id == first.id != other.id
    assert Run(tmp_path / "one", TEA).begin().id == first.id


def test_answers_from_earlier_runs_are_counted_over_all_steps(tmp_path: Path) -> None:
    run = Run(tmp_path, TEA).begin()
    assert run.earlier_answers == 0
    run.log({"asked": "pairs", "earlier_answers": 3})
    again = Run(tmp_path, TEA).begin()
    again.log({"asked": "scores", "earlier_answers": 4})
    assert again.earlier_answers == 7


@pytest.mark.parametrize("left", [b'{"run": "ab', b"\xff\0", b'{"run": 7}', b"[" * 2000])
def test_half_a_line_in_the_log_costs_nothing(tmp_path: Path, left: bytes) -> None:
    run = Run(tmp_path, TEA).begin()
    known = run.id
    run.log({"asked": "tea", "earlier_answers": 3})
    with (run / LOG).open("ab") as file:
        file.write(left)
    again = Run(tmp_path, TEA).begin()
    assert (again.id, again.earlier_answers) == (known, 3)


@pytest.mark.parametrize("name", ["tea", "bag-of-ngrams", "GPT 5.2+", "é_1"])
def test_names_that_can_be_files(name: str) -> None:
    assert file_name(name) == name


@pytest.mark.parametrize("name", ["", "a/b", "..", ".hidden", "a\0", "a\n", "-x", "x" * 101, "../../etc"])
def test_names_that_cannot_be_files(name: str) -> None:
    with pytest.raises(ZelligError, match="cannot be the name of a file"):
        file_name(name)


@pytest.mark.parametrize("name", ["report.html", "pairs", "log.jsonl", "deep/scores.json"])
def test_a_run_with_links_in_it_is_not_taken_up(tmp_path: Path, name: str) -> None:
    """The folder may come from somebody else, and what is written to a link goes where it leads."""
    Run(tmp_path / "run", TEA).begin()
    (tmp_path / "mine").write_text("mine")
    (tmp_path / "run" / name).parent.mkdir(exist_ok=True)
    (tmp_path / "run" / name).symlink_to(tmp_path / "mine")
    with pytest.raises(ZelligError, match="a link, a pipe or a device"):
        Run(tmp_path / "run", TEA)
    (tmp_path / "run" / name).unlink()
    os.mkfifo(tmp_path / "run" / name)
    with pytest.raises(ZelligError, match="a link, a pipe or a device"):
        Run(tmp_path / "run", TEA)
