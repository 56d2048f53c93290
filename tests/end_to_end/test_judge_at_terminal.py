"""`zellig judge` as people use it: at a terminal, killed and gone on with; on a sheet; what it comes to."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import krippendorff
import pytest

from helpers import sentiment_pair, zellig
from own_environment import python_with
from zellig.games.judging.verdicts import counted
from zellig.items import Pair, RecordFile, Verdict, write_records
from zellig.judges.person import NONE, Reply, understood
from zellig.measures import judges
from zellig.tasks import get_task

SENTIMENT, QASRL = get_task("sentiment"), get_task("qasrl")
TEXTS = 14
STEPS = 20  # of the estimation, where it is compared
NEEDED = ("attrs", "nltk", "pandas", "scikit-learn")  # of what Crowd-Kit asks for; transformers is not
CROWD_KIT = """
import json, sys
import pandas
from crowdkit.aggregation import DawidSkene
from crowdkit.metrics.data import alpha_krippendorff
said = pandas.DataFrame(json.load(sys.stdin), columns=["task", "worker", "label"])
found = DawidSkene(n_iter=int(sys.argv[1]), tol=float("-inf")).fit(said)
print(json.dumps({"alpha": alpha_krippendorff(said), "posterior": found.probas_.to_dict("index")}))
"""


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


@pytest.fixture(scope="module")
def verdicts(pairs: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Of two judges at the terminal, one of whom is killed and goes on, and of one with a sheet."""
    folder = tmp_path_factory.mktemp("verdicts")
    ann, ben, cy, sheet = (folder / name for name in ("ann.jsonl", "ben.jsonl", "cy.jsonl", "cy.csv"))
    judge = _Judge(pairs, "ann", ann)
    shown = judge.until("> ")
    assert f"1 of {TEXTS}" in shown
    for told in ("cold\n", "p0", "flip", "-1\n"):  # neither phenomenon nor pair nor promise
        assert told not in shown.replace("was cold.", "")
    assert f"2 of {TEXTS}" in judge.types("1")
    assert "not understood" in judge.types("9")
    assert f"1 of {TEXTS}" in judge.types("u")
    assert f"2 of {TEXTS}" in judge.types("1g")
    assert f"3 of {TEXTS}" in judge.types("s I wrote it")
    judge.process.send_signal(signal.SIGKILL)  # in the middle of the third
    judge.process.communicate()
    again = _Judge(pairs, "ann", ann)
    assert f"3 of {TEXTS}" in again.until("> ")
    out, _ = again.process.communicate(b"1\n1\n3\n1\n2\n1n\n1\n1\n1\n3g\n1\n1\n", timeout=60)
    assert f"{TEXTS - 1} of {TEXTS} texts are judged by ann, 1 skipped; the verdicts are in".encode() in out
    left = _Judge(pairs, "ben", ben)
    left.until("> ")
    out, _ = left.process.communicate(b"1\n2\n1\n1\n3n\n1\n1\n1\n1\n1g\n1\n1\nq\n", timeout=60)
    assert f"12 of {TEXTS} texts are judged by ben".encode() in out
    assert left.process.returncode == 0
    assert f"{TEXTS} texts for cy" in zellig("judge", "sheet", pairs, "--by", "cy", "--write", sheet).stdout
    head, *rows = sheet.read_text(encoding="utf-8").splitlines()
    filled = [
        row.replace(",,,,", ",positive,no,no," if place in (2, 9) else ",negative,yes,no,")
        for place, row in enumerate(rows)
    ]
    sheet.write_text("\n".join([head, *filled]), encoding="utf-8")
    read = zellig("judge", "sheet", pairs, "--by", "cy", "--read", sheet, "--out", cy)
    assert f"{TEXTS} verdicts of cy" in read.stdout
    return [ann, ben, cy]


def test_what_the_verdicts_of_three_come_to(pairs: Path, verdicts: list[Path]) -> None:
    figures = json.loads(zellig("judge", "report", pairs, *verdicts, "--format", "json").stdout)
    assert (figures["asked"], figures["judged"]) == (TEXTS, TEXTS)
    judges = figures["judges"]
    assert {name: (each["verdicts"], each["skipped"]) for name, each in judges.items()} == {
        "ann": (TEXTS - 1, 1),
        "ben": (12, 0),
        "cy": (TEXTS, 0),
    }
    shown = zellig("judge", "report", pairs, *verdicts).stdout
    assert "as promised" in shown
    assert f"3 judges said something about {TEXTS} of {TEXTS} texts." in shown
    assert "Krippendorff's alpha of answer" in shown


def test_agreement_is_that_of_krippendorff_and_of_crowd_kit(
    pairs: Path, verdicts: list[Path], pytestconfig: pytest.Config
) -> None:
    """Alpha is the same by both packages to 1e-9. Crowd-Kit's Dawid and Skene begins as ours does, with the
    shares of the verdicts; with as many steps and no smoothing all probabilities are the same to 1e-6. The
    report smoothes, and goes on until nothing moves: on so few texts it is within 0.05 of Crowd-Kit."""
    said = [each for path in verdicts for each in RecordFile(path, Verdict)]
    rows = [
        (text, judge, str(each.answer)) for (text, judge, _), each in counted(said).items() if each.answer
    ]
    keep = pytestconfig.cache.mkdir("crowd-kit")
    python = python_with(
        keep, ("attrs", "nltk", "pandas", "scikit-learn"), ("--no-deps", "crowd-kit>=1.4,<2")
    )
    told = subprocess.run(
        [python, "-c", CROWD_KIT, str(STEPS)],
        input=json.dumps(rows),
        capture_output=True,
        text=True,
        check=True,
    )
    theirs = json.loads(told.stdout)
    figures = json.loads(zellig("judge", "report", pairs, *verdicts, "--format", "json").stdout)
    coded = judges.code(judges.Verdict(*row) for row in rows)
    packaged = krippendorff.alpha(value_counts=coded.counts, level_of_measurement="nominal")
    assert figures["alpha"]["answer"]["value"] == pytest.approx(packaged, abs=1e-9)
    assert figures["alpha"]["answer"]["value"] == pytest.approx(theirs["alpha"], abs=1e-9)
    ours = judges.dawid_skene(coded, smoothing=1e-10, most=STEPS)
    for place, text in enumerate(coded.items):
        expected = [theirs["posterior"][text][answer] for answer in coded.answers]
        assert ours.posterior[place].tolist() == pytest.approx(expected, abs=1e-6)
    for name in ("ann", "ben", "cy"):
        own = [theirs["posterior"][text][answer] for text, judge, answer in rows if judge == name]
        assert figures["judges"][name]["estimated"]["value"] == pytest.approx(sum(own) / len(own), abs=0.05)


def test_a_sheet_without_its_answers_is_refused(pairs: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "cy.csv"
    sheet.write_text("id,text,label\n", encoding="utf-8")
    refused = zellig("judge", "sheet", pairs, "--by", "cy", "--read", sheet, "--out", tmp_path / "cy.jsonl")
    assert refused.returncode == 1
    assert "has no column 'answer'" in refused.stderr


def test_keys_stand_in_for_the_pairs(pairs: Path, verdicts: list[Path], tmp_path: Path) -> None:
    keys = tmp_path / "keys.jsonl"
    assert f"The keys of {TEXTS} texts are in" in zellig("judge", "key", pairs, "--out", keys).stdout
    by_keys, by_pairs = (
        zellig("judge", "report", source, *verdicts, "--format", "json").stdout for source in (keys, pairs)
    )
    assert by_keys == by_pairs


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
