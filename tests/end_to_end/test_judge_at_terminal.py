"""`zellig judge` as people use it: at a terminal, killed and gone on with; on a sheet; what it comes to."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from helpers import sentiment_pair, zellig
from zellig.items import Pair, write_records
from zellig.judges.person import NONE, Reply, understood
from zellig.tasks import get_task

SENTIMENT, QASRL = get_task("sentiment"), get_task("qasrl")
TEXTS = 6


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("judged") / "pairs.jsonl"
    made = [sentiment_pair(f"p{number}", phenomenon="cold") for number in range(TEXTS)]
    write_records(path, Pair, made, "sentiment")
    return path


class _Judge:
    """Somebody at a terminal, who reads before they type."""

    def __init__(self, pairs: Path, by: str, out: Path) -> None:
        command = [sys.executable, "-m", "zellig", "judge", str(pairs), "--by", by, "--out", str(out)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def until(self, what: str) -> str:
        """All that is shown, as far as this."""
        assert self.process.stderr is not None
        seen = b""
        while not seen.endswith(what.encode()):
            letter = self.process.stderr.read(1)
            assert letter, seen.decode()
            seen += letter
        return seen.decode()

    def types(self, line: str) -> str:
        """A line; gives what is shown next."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()
        return self.until("> ")


def test_two_judges_one_of_them_killed_and_what_their_verdicts_come_to(pairs: Path, tmp_path: Path) -> None:
    ann, ben = tmp_path / "ann.jsonl", tmp_path / "ben.jsonl"
    judge = _Judge(pairs, "ann", ann)
    shown = judge.until("> ")
    assert "1 of 6" in shown
    for told in ("cold\n", "p0", "flip", "-1\n"):  # neither phenomenon nor pair nor promise
        assert told not in shown.replace("was cold.", "")
    assert "2 of 6" in judge.types("1")
    assert "not understood" in judge.types("9")
    assert "1 of 6" in judge.types("u")
    assert "2 of 6" in judge.types("1g")
    assert "3 of 6" in judge.types("s I wrote it")
    judge.process.send_signal(signal.SIGKILL)  # in the middle of the third
    judge.process.communicate()
    again = _Judge(pairs, "ann", ann)
    assert "3 of 6" in again.until("> ")
    out, _ = again.process.communicate(b"1\n1\n3\n1\n", timeout=60)
    assert b"ann has said something about all 6 texts" in out
    left = _Judge(pairs, "ben", ben)
    left.until("> ")
    out, _ = left.process.communicate(b"1\n1\nq\n", timeout=60)
    assert b"2 of 6 texts are judged by ben" in out
    assert left.process.returncode == 0
    found = zellig("judge", "report", pairs, ann, ben, "--format", "json")
    figures = json.loads(found.stdout)
    assert (figures["asked"], figures["judged"]) == (TEXTS, TEXTS)
    assert (figures["judges"]["ann"]["verdicts"], figures["judges"]["ann"]["skipped"]) == (5, 1)
    assert figures["judges"]["ben"]["verdicts"] == 2
    shown = zellig("judge", "report", pairs, ann, ben).stdout
    assert "as promised" in shown
    assert "2 judges said something about 6 of 6 texts." in shown


def test_a_sheet_goes_out_and_comes_back(pairs: Path, tmp_path: Path) -> None:
    sheet, verdicts = tmp_path / "cy.csv", tmp_path / "cy.jsonl"
    assert "6 texts for cy" in zellig("judge", "sheet", pairs, "--by", "cy", "--write", sheet).stdout
    head, *rows = sheet.read_text(encoding="utf-8").splitlines()
    sheet.write_text("\n".join([head, *(row.replace(",,,,", ",negative,yes,no,") for row in rows)]), "utf-8")
    read = ("judge", "sheet", pairs, "--by", "cy", "--read", sheet, "--out", verdicts)
    assert "6 verdicts of cy" in zellig(*read).stdout
    figures = json.loads(zellig("judge", "report", pairs, verdicts, "--format", "json").stdout)
    assert figures["changed"]["promised"]["value"] == 1.0
    assert figures["changed"]["natural"]["value"] == 0.0
    sheet.write_text(head.replace("answer", "label"), encoding="utf-8")
    refused = zellig(*read)
    assert refused.returncode == 1
    assert "there is no column 'answer'" in refused.stderr


def test_mistakes_are_one_sentence(pairs: Path, tmp_path: Path) -> None:
    nobody = zellig("judge", pairs, "--by", " ", "--out", tmp_path / "v.jsonl")
    assert nobody.returncode == 1
    assert "this names no judge" in nobody.stderr
    assert not (tmp_path / "v.jsonl").exists()
    neither = zellig("judge", "sheet", pairs, "--by", "ann")
    assert neither.returncode == 1
    assert "nothing says what to do" in neither.stderr


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("1", Reply("-1", True, True)),
        ("3gn", Reply("+1", False, False)),
        ("2 n", Reply("0", True, False)),
        ("0", Reply(NONE, True, True)),
        ("s it is no sentence", Reply(note="it is no sentence")),
        ("u", "undo"),
        ("s", None),
        ("4", None),
        ("", None),
        ("negative", None),
    ],
)
def test_what_a_judge_types(line: str, reply: object) -> None:
    assert understood(line, SENTIMENT) == reply


def test_words_are_answers_where_a_task_has_no_labels() -> None:
    assert understood("the red boat /g", QASRL) == Reply("the red boat", False, True)
    assert understood("a boat", QASRL) == Reply("a boat", True, True)
    assert understood("", QASRL) is None
