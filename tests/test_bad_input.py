"""Bad input, from end to end: one line that names the place and a remedy, exit code 1, nothing written."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import warm
from helpers import ROOT, sentiment_pair, small_contest, zellig
from zellig.items import Pair, encode_record

PAIRS, PREDICTIONS = "pairs/ana.jsonl", "predictions/good/ana.jsonl"


def files_below(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def check_complaint(code: int, out: str, err: str, *expected: str) -> str:
    """What every refusal has in common; gives its only line."""
    assert code == 1, (code, out, err)
    assert out == ""
    assert "Traceback" not in err
    (line,) = err.splitlines()
    assert line.startswith("zellig: ")
    assert line.endswith((".", "?"))
    assert re.search(r"\. [A-Z]", line), "no remedy"
    for part in expected:
        assert part in line
    return line


def refused(folder: Path, *expected: str) -> str:
    """Score `folder` with everything that could be written; nothing may be."""
    before = files_below(folder)
    out = folder.parent / "out"
    out.mkdir()
    result = zellig(
        "contest", "score", folder, "--report", out / "report.html", "--bundle", out / "bundle.zip"
    )
    assert list(out.iterdir()) == []
    assert files_below(folder) == before
    return check_complaint(result.returncode, result.stdout, result.stderr, *expected)


@pytest.fixture
def contest(tmp_path: Path) -> Path:
    return small_contest(tmp_path / "contest")


def test_the_contest_itself_is_sound(contest: Path, tmp_path: Path) -> None:
    """Otherwise the refusals below would prove nothing."""
    words = ("--report", tmp_path / "report.html", "--bundle", tmp_path / "bundle.zip")
    result = zellig("contest", "score", contest, *words)
    assert (result.returncode, result.stderr) == (0, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bundle.zip", "contest", "report.html"]


def edit(path: Path, change: Callable[[bytes], bytes]) -> None:
    before = path.read_bytes()
    path.write_bytes(change(before))
    assert path.read_bytes() != before


def test_missing_gold_file(contest: Path) -> None:
    (contest / "pairs/ben.jsonl").unlink()
    refused(
        contest, str(contest / "predictions/good/ben.jsonl"), "pairs/ben.jsonl", "Add the breaker's pairs"
    )


def test_missing_gold_folder(contest: Path) -> None:
    shutil.rmtree(contest / "pairs")
    refused(contest, str(contest / "pairs"), "Check the path.")


def test_missing_folder(tmp_path: Path) -> None:
    refused(tmp_path / "nowhere", str(tmp_path / "nowhere"), "Check the path.")


def test_prediction_for_an_unknown_id(contest: Path) -> None:
    path = contest / PREDICTIONS
    edit(path, lambda raw: raw + b'{"id":"p77_a","answer":"+1"}\n')
    refused(contest, f"{path}, line 6:", "'p77_a'", "Remove the line")


def test_missing_file_of_predictions(contest: Path) -> None:
    (contest / "predictions/good/ben.jsonl").unlink()
    refused(contest, str(contest / "predictions/good"), "ben", "--exclude good")


def test_missing_prediction(contest: Path) -> None:
    path = contest / PREDICTIONS
    edit(path, lambda raw: raw.replace(b'{"id":"p2_b","answer":"+1"}\n', b""))
    refused(contest, f"{path}, line 5:", "'p2_b'", "Add a line")


def test_many_missing_predictions_are_counted(contest: Path) -> None:
    path = contest / PREDICTIONS
    edit(path, lambda raw: raw.splitlines(keepends=True)[0])
    refused(contest, str(path), "'p1_a'", "3 others")


def test_two_predictions_for_one_id(contest: Path) -> None:
    path = contest / PREDICTIONS
    edit(path, lambda raw: raw + b'{"id":"p1_a","answer":"-1"}\n')
    refused(contest, f"{path}, line 6:", "'p1_a'", "Keep one line")


def test_the_same_prediction_twice(contest: Path) -> None:
    path = contest / PREDICTIONS
    edit(path, lambda raw: raw + b'{"id":"p1_a","answer":"+1"}\n')
    refused(contest, f"{path}, line 6:", "'p1_a'")


def test_two_gold_labels_for_one_id(contest: Path) -> None:
    path = contest / PAIRS
    first = sentiment_pair("p1").original
    twin = Pair("p9", msgspec.structs.replace(first, accepted=("-1",)), sentiment_pair("p9").modified, "same")
    edit(path, lambda raw: raw + encode_record(twin))
    refused(contest, f"{path}, line 4:", "'p1_a'", "-1", "+1", "line 2", "correct one of the two lines")


def test_predicted_label_outside_the_task(contest: Path) -> None:
    path = contest / PREDICTIONS
    edit(path, lambda raw: raw.replace(b'"answer":"-1"', b'"answer":"great"'))
    refused(contest, f"{path}, line 3:", "'great'", "Use one of -1 (negative), 0 (neutral), +1 (positive).")


def test_gold_label_outside_the_task(contest: Path) -> None:
    path = contest / PAIRS
    edit(path, lambda raw: raw.replace(b'"accepted":["-1"]', b'"accepted":["bad"]'))
    refused(contest, f"{path}, line 2:", "'bad'", "-1 (negative), 0 (neutral), +1 (positive)")


def test_nul_bytes(contest: Path) -> None:
    path = contest / PAIRS
    edit(path, lambda raw: raw.replace(b"table p2", b"table\0p2", 1))
    refused(contest, f"{path}, line 3, column ", "NUL", "UTF-8")


def test_latin_1(contest: Path) -> None:
    path = contest / PAIRS
    edit(path, lambda raw: raw.replace(b"table p2", b"caf\xe9 p2", 1))
    refused(contest, f"{path}, line 3, column ", "0xe9", "iconv")


def test_utf_16(contest: Path) -> None:
    path = contest / PREDICTIONS
    edit(path, lambda raw: raw.decode().encode("utf-16"))
    refused(contest, f"{path}, line 1", "UTF-8")


@pytest.mark.parametrize("name", [PAIRS, PREDICTIONS])
def test_truncated_records(contest: Path, name: str) -> None:
    edit(contest / name, lambda raw: raw[:-9])
    last = len((contest / name).read_bytes().split(b"\n"))
    refused(contest, f"{contest / name}, line {last}:", "middle of a record", "cut off")


@pytest.mark.parametrize("name", [PAIRS, PREDICTIONS])
def test_empty_file(contest: Path, name: str) -> None:
    (contest / name).write_bytes(b"")
    refused(contest, f"{contest / name}, line 1:")


def test_all_pair_files_empty(contest: Path) -> None:
    for path in (contest / "pairs").iterdir():
        path.write_bytes(b"")
    refused(contest, f"{contest / PAIRS}, line 1:", "--task")


@pytest.mark.parametrize("name", ["pairs/ana.tsv", "predictions/good/ana.tsv"])
@pytest.mark.parametrize(
    ("raw", "word"),
    [
        (b"", "empty"),
        (b"id\ttext\tlabel\np1_a\tcaf\xe9\t1\n", "0xe9"),
        (b"id\ttext\tlabel\np1_a\tso\0up\t1\n", "NUL"),
        (b"id\ttext\tlabel\np1_a\t1\n", "columns"),
        (b"id\ttext\tlabel\np1_a\tSoup\t5\np1_b\tTea\t1\n", "'5'"),
    ],
)
def test_bad_tables(contest: Path, name: str, raw: bytes, word: str) -> None:
    (contest / name).with_suffix(".jsonl").unlink()
    (contest / name).write_bytes(raw)
    refused(contest, f"{contest / name}, line {2 if raw else 1}", word)


def test_wrong_kind_of_file(contest: Path) -> None:
    (contest / PREDICTIONS).write_bytes((contest / PAIRS).read_bytes())
    refused(contest, f"{contest / PREDICTIONS}, line 1:", "holds pairs")


def test_version_too_new(contest: Path) -> None:
    edit(contest / PAIRS, lambda raw: raw.replace(b'"version":1', b'"version":9'))
    refused(contest, f"{contest / PAIRS}, line 1:", "version 9", "Update Zellig")


MEASURED = """
import resource, subprocess, sys
code = subprocess.run([sys.executable, "-m", "zellig", *sys.argv[1:]]).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
sys.exit(code)
"""


@pytest.mark.parametrize("name", [PAIRS, PREDICTIONS])
def test_a_line_of_300_megabytes(contest: Path, name: str) -> None:
    path = contest / name
    with path.open("ab") as file:
        file.write(b'{"id":"')
        for _ in range(300):
            file.write(b"x" * 2**20)
    last = 4 if name == PAIRS else 6
    report = contest.parent / "report.html"
    words = [sys.executable, "-c", MEASURED, "contest", "score", str(contest), "--report", str(report)]
    result = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    path.unlink()
    check_complaint(result.returncode, "", result.stderr, f"{path}, line {last}:", "MB", "line ends")
    assert int(result.stdout) < 300
    assert not report.exists()


# The command in a process of its own that first loads everything it needs, and then becomes nobody:
# the interpreter may lie where nobody else can read it.
AS_NOBODY = """
import io, os, sys
from contextlib import redirect_stdout
from zellig.cli import main

def run(*words):
    sys.argv = ["zellig", *words]
    try:
        main()
    except SystemExit as stop:
        return stop.code or 0
    return 0

sound, folder, locked, mode, report = sys.argv[1:]
with redirect_stdout(io.StringIO()):
    if run("contest", "score", sound, "--report", report):
        sys.exit("the sound contest was refused")
os.remove(report)
os.chmod(locked, int(mode, 8))
if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
sys.exit(run("contest", "score", folder, "--report", report))
"""


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        (".", "000"),
        ("pairs", "000"),
        ("predictions", "000"),
        ("predictions", "444"),  # may be listed, but not entered
        ("predictions/good", "000"),
        ("predictions/good", "444"),
        (PAIRS, "000"),
        (PREDICTIONS, "000"),
    ],
)
def test_a_folder_without_read_permission(contest: Path, tmp_path: Path, name: str, mode: str) -> None:
    sound = small_contest(tmp_path / "sound")
    for folder in (tmp_path, *tmp_path.parents):  # nobody must get as far as the locked folder
        if folder.stat().st_uid == os.getuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | stat.S_IXOTH | stat.S_IXGRP)
    out = tmp_path / "out"
    out.mkdir()
    out.chmod(0o777)
    locked = contest / name
    places = [str(path) for path in (sound, contest, locked)]
    try:
        result = warm.run(["-c", AS_NOBODY, *places, mode, out / "report.html"], ROOT, os.environ)
    finally:
        locked.chmod(0o755)
    check_complaint(result.returncode, result.stdout, result.stderr, str(locked), "permission", "chmod")
    assert list(out.iterdir()) == []


def in_tiny_disk(folder: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a shell command with a disk of 64 KB mounted on `folder`, for this command only."""
    root = ["unshare", "--mount"] if os.getuid() == 0 else ["unshare", "--map-root-user", "--mount"]
    mount = f"mount -t tmpfs -o size=64k tmpfs {folder}"
    allowed = subprocess.run([*root, "sh", "-c", mount], capture_output=True, text=True, check=False)
    if allowed.returncode and not os.environ.get("CI"):
        pytest.skip(f"no mount namespace here: {allowed.stderr.strip()}")
    assert allowed.returncode == 0, allowed.stderr
    script = f"{mount} && {command}; code=$?; ls -A {folder} > {folder.parent}/listing; exit $code"
    return subprocess.run([*root, "sh", "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("option", ["--report", "--bundle"])
def test_a_full_disk(tmp_path: Path, shared: Path, option: str) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    target = disk / "written"
    words = f"contest score {shared}/data/bibi2017 --layout bibi2017 --replicates 100 {option} {target}"
    # Leave no room even for a small file.
    command = (
        f"dd if=/dev/zero of={disk}/filler bs=1k count=60 2>/dev/null && {sys.executable} -m zellig {words}"
    )
    result = in_tiny_disk(disk, command)
    complaints = [line for line in result.stderr.splitlines() if "warning" not in line]
    check_complaint(
        result.returncode,
        result.stdout,
        "\n".join(complaints),
        str(target),
        "No space left",
        "free some room",
    )
    assert (tmp_path / "listing").read_text().split() == ["filler"]


def test_a_broken_system_can_be_left_out(contest: Path) -> None:
    (contest / "predictions/stuck/ben.jsonl").unlink()
    result = zellig("contest", "score", contest, "--exclude", "stuck")
    assert result.returncode == 0, result.stderr


def test_output_that_cannot_be_written(contest: Path) -> None:
    command = f"{sys.executable} -m zellig contest score {contest} --format json > /dev/full"
    result = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert result.stderr.splitlines() == ["zellig: the output could not be written (No space left on device)"]
