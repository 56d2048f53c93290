"""`zellig explain`, run as a user would."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers import zellig
from zellig.items import Item, write_records
from zellig.systems.training import train_system

COOK = """
from zellig.items import Prediction
from zellig.performers import Spec

class Cook:
    spec = Spec("cook")
    def predict(self, items):
        return [self.answer(item.id, " ".join(item.fields.values()).split()) for item in items]
    def answer(self, name, words):
        return Prediction(name, "+1" if "warm" in words else "-1")
"""


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A trained bag of words, its items, and a system of the user's own."""
    folder: Path = tmp_path_factory.mktemp("kitchen")
    items = [
        Item(f"{number}", {"text": f"{word} soup number {number}"}, (label,))
        for number in range(4)
        for word, label in (("warm", "+1"), ("cold", "-1"))
    ]
    write_records(folder / "soups.jsonl", Item, items, "sentiment")
    write_records(folder / "none.jsonl", Item, [], "sentiment")
    train_system("bag-of-ngrams", f"items:{folder}/soups.jsonl", folder / "bag")
    (folder / "cook.py").write_text(COOK)
    return folder


def test_a_text_as_a_table(kitchen: Path) -> None:
    done = zellig("explain", "bag", "--text", "A warm\x1b[2J soup.", cwd=kitchen)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "text: +1 (by weights)"
    assert lines[1] == "  text: A warm␛[2J soup."
    assert lines[2].split()[1] == "warm"
    assert lines[2].split()[0].startswith("+")


def test_a_limit_is_for_a_corpus(kitchen: Path) -> None:
    done = zellig("explain", "bag", "--text", "warm", "--limit", "3", cwd=kitchen)
    assert (done.returncode, done.stdout) == (1, "")
    assert "--limit has no use without --corpus. Leave it out, or say --corpus." in done.stderr


def test_a_text_as_json(kitchen: Path) -> None:
    done = zellig("explain", "bag", "--text", "warm tea", "--format", "json", cwd=kitchen)
    (found,) = json.loads(done.stdout)
    assert list(found) == ["id", "answer", "method", "spans"]
    assert [list(span) for span in found["spans"]] == [["field", "start", "end", "weight"]] * 2
    assert [(span["field"], span["start"], span["end"]) for span in found["spans"]] == [
        ("text", 0, 4),
        ("text", 5, 8),
    ]


def test_a_corpus(kitchen: Path) -> None:
    words = ("--corpus", "items:soups.jsonl", "--limit", "3", "--method", "occlusion", "--format", "json")
    found = json.loads(zellig("explain", "bag", *words, cwd=kitchen).stdout)
    assert [each["method"] for each in found] == ["occlusion"] * 3


def test_an_own_system_and_its_task(kitchen: Path) -> None:
    done = zellig("explain", "py:cook:Cook", "--text", "warm tea", cwd=kitchen)
    assert done.returncode == 1
    assert "--task" in done.stderr
    done = zellig("explain", "py:cook:Cook", "--text", "warm tea", "--task", "sentiment", cwd=kitchen)
    assert done.stdout.splitlines()[0] == "text: +1 (by occlusion)"
    assert done.stdout.splitlines()[2:] == ["     +1.0000  warm"]
    fields = ("--field", "premise=warm tea", "--field", "hypothesis=a=b tea", "--task", "nli")
    done = zellig("explain", "py:cook:Cook", *fields, cwd=kitchen)
    assert done.stdout.splitlines()[1:3] == ["  premise: warm tea", "  hypothesis: a=b tea"]


def test_a_long_text_is_cut_on_the_screen(kitchen: Path) -> None:
    done = zellig("explain", "bag", "--text", "soup " * 20_000, cwd=kitchen)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout) < 4000


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ((), "--text, or --field"),
        (("--text", "tea", "--corpus", "items:soups.jsonl"), "in one way"),
        (("--text", "tea", "--field", "text=tea"), "in one way"),
        (("--text", ""), "'text' is missing or empty"),
        (("--text", "tea", "--task", "nli"), "Give each of them with --field"),
        (("--text", "tea", "--task", "cooking"), "'cooking' is not one of the tasks"),
        (("--field", "text"), "not NAME=TEXT"),
        (("--field", "text=tea", "--field", "text=soup"), "given twice"),
        (("--field", "soup=tea"), "'text' is missing"),
        (("--text", "tea", "--mapping", 'label = "stars"'), "Leave --mapping out; it is for --corpus."),
        (
            ("--text", "tea", "--method", "integrated-gradients"),
            "does not explain itself by integrated gradients",
        ),
        (("--corpus", "items:none.jsonl"), "has no items"),
        (("--corpus", "items:soups.jsonl", "--task", "nli"), "holds items of sentiment"),
        (("--corpus", "nowhere"), "'nowhere' is not one of the corpora"),
    ],
)
def test_mistakes_are_told_kindly(words: tuple[str, ...], what: str, kitchen: Path) -> None:
    done = zellig("explain", "bag", *words, cwd=kitchen)
    assert done.returncode == 1
    assert what in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_the_ways_to_explain_are_named(kitchen: Path) -> None:
    done = zellig("explain", "bag", "--text", "tea", "--method", "magic", cwd=kitchen)
    assert done.returncode == 2
    assert "'weights', 'integrated-gradients', 'matches', 'occlusion'" in done.stderr


def test_it_is_said_why_no_word_is_shown(kitchen: Path) -> None:
    done = zellig(
        "explain", "py:cook.py:Cook", "--task", "sentiment", "--text", "warm warm soup", cwd=kitchen
    )
    assert done.stdout.splitlines()[2] == (
        "  No word decides by itself: whichever one is taken away, the answer stays as it is."
    )
