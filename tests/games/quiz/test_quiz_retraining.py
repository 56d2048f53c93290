"""Learning from challenge questions: what it brings, who is asked what, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quiz_world import TOWNS, question, write_questions
from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.files import sha256_of
from zellig.games.quiz import retraining
from zellig.games.quiz.retraining import Retrained, _halves, retrain
from zellig.items import Item, read_records
from zellig.systems.card import read_card

NEW = TOWNS[14:]  # that no ordinary question is about


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    folder = tmp_path_factory.mktemp("questions")
    write_questions(folder / "train.jsonl", range(3), TOWNS[:14])
    write_questions(folder / "challenge.jsonl", range(20, 26), NEW)
    write_questions(folder / "test.jsonl", range(10, 11), TOWNS[:14])
    write_questions(folder / "one.jsonl", range(30, 31), TOWNS[:1])
    return lambda name: f"tossups:{folder}/{name}.jsonl"


def run(
    files: Callable[[str], str], out: Path, challenge: str = "challenge", test: str = "test"
) -> Retrained:
    return retrain("tfidf", files("train"), open_corpus(files(challenge)), open_corpus(files(test)), out)


@pytest.fixture(scope="module")
def done(files: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> tuple[Retrained, Path]:
    out = tmp_path_factory.mktemp("retrained") / "out"
    return run(files, out), out


def test_it_learns_what_it_did_not_know(done: tuple[Retrained, Path]) -> None:
    found, _ = done
    before, after = (found.challenge.systems[name].accuracy["1.0"] for name in ("before", "after"))
    assert before == 0  # nobody had told it of these towns
    assert after > 60
    assert found.challenge.questions == 36
    assert found.ordinary.questions == 14
    assert found.challenge.comparisons["1.0"][0].apart


def test_nobody_is_asked_what_it_has_learnt(
    files: Callable[[str], str], done: tuple[Retrained, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, out = done
    asked: dict[str, set[str]] = {}

    def listening(job: Any, folder: Path, items: list[Item]) -> Any:
        asked[folder.name] = {item.id for item in items}
        return played(job, folder, items)

    played = retraining._play
    monkeypatch.setattr(retraining, "_play", listening)
    run(files, out)
    first, second = (
        {item.id for item in read_records(out / f"{half}.jsonl", Item)} for half in retraining.HALVES
    )
    everything = {item.id for item in open_corpus(files("challenge"))}
    assert first | second == everything
    assert not first & second
    assert not asked["after-first-half"] & first
    assert not asked["after-second-half"] & second
    assert asked["after-first-half"] | asked["after-second-half"] >= everything
    assert read_card(out / "after-first-half").corpus.endswith("first-half.jsonl")


def test_done_again_it_is_the_same_and_trains_nothing(
    files: Callable[[str], str], done: tuple[Retrained, Path]
) -> None:
    found, out = done
    before = {path: path.stat().st_mtime_ns for path in out.rglob("system.json")}
    assert run(files, out) == found
    assert {path: path.stat().st_mtime_ns for path in out.rglob("system.json")} == before


def test_a_folder_of_other_questions_stays_as_it_is(
    files: Callable[[str], str], done: tuple[Retrained, Path], tmp_path: Path
) -> None:
    _, out = done
    before = sha256_of(out)
    others = f"tossups:{write_questions(tmp_path / 'others.jsonl', range(40, 42), NEW)}"
    with pytest.raises(ZelligError, match="holds a retraining with other questions"):
        retrain("tfidf", files("train"), open_corpus(others), open_corpus(files("test")), out)
    assert sha256_of(out) == before


@pytest.mark.parametrize(
    ("challenge", "test", "complaint"),
    [
        ("train", "test", "42 of the 42 questions of .*train.jsonl are in .*train.jsonl, too"),
        ("challenge", "train", "42 of the 42 questions of .*train.jsonl are in .*train.jsonl, too"),
        ("challenge", "challenge", "36 of the 36 questions of .* are in .*challenge.jsonl, too"),
        ("one", "test", "has too few questions to be cut in two"),
    ],
)
def test_what_would_say_nothing_is_refused(
    files: Callable[[str], str], tmp_path: Path, challenge: str, test: str, complaint: str
) -> None:
    with pytest.raises(ZelligError, match=complaint):
        run(files, tmp_path / "out", challenge, test)
    assert not (tmp_path / "out").exists()


def test_a_folder_of_something_else(files: Callable[[str], str], tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(ZelligError, match="this exists and is not a retraining"):
        run(files, tmp_path)


def test_copies_are_in_the_same_half() -> None:
    towns = [Item(town, {"text": question(town, 0)}, (town,)) for town in TOWNS]
    copies = [
        Item(f"{item.id}-again", {"text": item.fields["text"].replace("this", "that")}) for item in towns
    ]
    first, second = ({item.id.removesuffix("-again") for item in half} for half in _halves([*towns, *copies]))
    assert not first & second
    assert first
    assert second
