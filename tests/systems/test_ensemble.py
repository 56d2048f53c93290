"""Guessers together: what they learn from, and which members they take."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hostile import vouch
from quiz_world import World, write_questions
from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.items import Item, Prediction, write_records
from zellig.performers import Spec
from zellig.systems import load_system
from zellig.systems.card import read_card, training_keys
from zellig.systems.ensemble import ABSENT, CONSIDERED, Ensemble, Settings, _described
from zellig.systems.evaluation import admit, training_overlap
from zellig.systems.ir import Settings as Looking
from zellig.systems.training import train_system
from zellig.tasks import get_task
from zellig.texts import key64

QUIZ = get_task("quiz")


def test_it_is_as_good_as_its_members_and_sums_to_less_than_one(quiz: World) -> None:
    items, system = quiz.items("test"), quiz.system("ensemble")
    given = system.predict(items)
    right = sum(each.answer == item.accepted[0] for each, item in zip(given, items, strict=True))
    assert right >= len(items) - 1
    for each in given:
        shares = list(each.probabilities.values())
        assert shares == sorted(shares, reverse=True)
        assert 0 < sum(shares) < 1


def test_it_answers_in_a_batch_as_alone(quiz: World) -> None:
    items, system = quiz.items("test")[:5], quiz.system("ensemble")
    assert system.predict(items) == [system.predict([item])[0] for item in items]


def test_the_same_lesson_gives_the_same_bytes(quiz: World, tmp_path: Path) -> None:
    # The paths of the members are part of it: seen from folders beside one another they are the same.
    one, two = (quiz.train("ensemble", tmp_path / name) for name in ("one", "two"))
    assert one.files == two.files
    assert one.fingerprint == two.fingerprint


def test_its_evidence_is_that_of_the_member_that_looks_answers_up(quiz: World) -> None:
    item = quiz.items("test")[0]
    (found,) = quiz.system("ensemble").explain([item])
    assert found == quiz.system("ir").evidence(item, item.accepted[0])


def test_a_candidate_is_described_by_what_every_member_says_of_it() -> None:
    item = Item("1", {"text": "Name this town"})
    one = Prediction("1", "Ashmoor", {"Ashmoor": 0.6, "Belcastle": 0.3})
    two = Prediction("1", "belcastle", {"belcastle": 0.8})
    found = _described(item, [one, two, Prediction("1", "Dunwater")])
    assert found.answers == ["Ashmoor", "Belcastle", "Dunwater"]
    absent = [0.0, float(ABSENT), 0.0]
    assert found.rows.tolist() == [
        [0.6, 0.0, 1.0, 0.6, *absent, 0.8, *absent, 1.0, 1.0, 1.0, 14.0],
        [0.3, 1.0, 0.5, 0.6, 0.8, 0.0, 1.0, 0.8, *absent, 1.0, 2.0, 1.0, 14.0],
        [*absent, 0.6, *absent, 0.8, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 14.0],
    ]
    many = Prediction("1", "0", {str(n): 0.05 for n in range(20)})
    assert len(_described(item, [many, many]).answers) == CONSIDERED


# -- what it has learnt from


def test_what_its_members_have_learnt_from_it_has_too(quiz: World) -> None:
    folder = quiz.guesser("ensemble")
    for name in ("dev", "train"):
        items = quiz.items(name)
        assert training_overlap(folder, items, QUIZ, allow=True) == len(items)
        with pytest.raises(ZelligError, match=f"{len(items)} of {len(items)} items are texts that"):
            admit(str(folder), items, QUIZ, allow_overlap=False)
    assert admit(str(folder), quiz.items("test"), QUIZ, allow_overlap=False).overlap == 0
    own = {key64(item.fields["text"]) for item in [*quiz.items("dev"), *quiz.items("train")]}
    assert own == set(training_keys(folder).tolist())


def test_it_may_learn_from_questions_that_a_member_leaves_out(quiz: World, tmp_path: Path) -> None:
    corpora = {"train": quiz.spec("train")}
    for name, seeds in (("lessons", range(20, 24)), ("indexed", range(30, 31)), ("new", range(40, 41))):
        corpora[name] = f"tossups:{write_questions(tmp_path / f'{name}.jsonl', seeds)}"
    train_system("ir", [corpora[name] for name in ("train", "lessons", "indexed")], tmp_path / "ir")
    settings = Settings((str(tmp_path / "ir"), str(quiz.guesser("tfidf"))), trees=5, depth=2)
    train_system("ensemble", corpora["lessons"], tmp_path / "ensemble", config=settings)
    folder = tmp_path / "ensemble"
    seen = {}
    for name, corpus in corpora.items():
        items = list(open_corpus(corpus))[:5]
        seen[name] = training_overlap(folder, items, QUIZ, allow=True)
    # The baseline knows its own by heart, and the trees theirs: what only the index has is left out there.
    assert seen == {"train": 5, "lessons": 5, "indexed": 0, "new": 0}


# -- members


def refusal(quiz: World, out: Path, *members: object, corpus: str = "dev") -> str:
    """Why an ensemble of these is not trained; nothing is left behind."""
    with pytest.raises(ZelligError) as caught:
        train_system("ensemble", quiz.spec(corpus), out, config=Settings(tuple(map(str, members))))
    assert not out.exists()
    return str(caught.value)


def test_members_are_different_guessers_that_have_not_seen_the_questions(quiz: World, tmp_path: Path) -> None:
    out, tfidf, ir = tmp_path / "out", quiz.guesser("tfidf"), quiz.guesser("ir")
    assert "two members or more, and there are 0" in refusal(quiz, out)
    assert "two members or more, and there are 1" in refusal(quiz, out, tfidf)
    assert "a member is named twice" in refusal(quiz, out, tfidf, f"{tfidf.parent}/./{tfidf.name}")
    assert "this is no guesser" in refusal(quiz, out, tfidf, quiz.guesser("ensemble"))
    assert "no trained system in" in refusal(quiz, out, tfidf, tmp_path / "nowhere")
    seen = refusal(quiz, out, ir, tfidf, corpus="train")
    assert f"{tfidf}: this guesser has learnt from 80 of the 80 questions" in seen
    joined = train_system("ir", quiz.spec("train"), tmp_path / "ir", config=Looking(documents="answer"))
    assert joined.spec.params["documents"] == "answer"
    assert "has learnt from 80 of the 80" in refusal(quiz, out, ir, tmp_path / "ir", corpus="train")


def test_too_few_questions_are_told(quiz: World, tmp_path: Path) -> None:
    write_questions(tmp_path / "few.jsonl", range(50, 51))
    members = tuple(str(quiz.guesser(name)) for name in ("ir", "tfidf"))
    with pytest.raises(ZelligError, match=r"right answer to \d+ of 80 beginnings of questions"):
        train_system("ensemble", f"tossups:{tmp_path}/few.jsonl", tmp_path / "out", config=Settings(members))
    assert not (tmp_path / "out").exists()


def test_members_that_are_always_right_leave_nothing_to_learn(tmp_path: Path) -> None:
    items = [Item(str(n), {"text": f"Name the town number {n}."}, ("Ashmoor",)) for n in range(100)]
    for name, part in (("one", items[:10]), ("two", items[10:20]), ("rest", items[20:])):
        write_records(tmp_path / f"{name}.jsonl", Item, part, "quiz")
    for name in ("one", "two"):
        train_system("tfidf", f"items:{tmp_path}/{name}.jsonl", tmp_path / name)
    settings = Settings((str(tmp_path / "one"), str(tmp_path / "two")))
    with pytest.raises(ZelligError, match="name the right answer, and no other, to 320 of 320"):
        train_system("ensemble", f"items:{tmp_path}/rest.jsonl", tmp_path / "out", config=settings)


def test_a_question_without_a_text_is_no_stumbling_block(quiz: World, tmp_path: Path) -> None:
    write_records(tmp_path / "odd.jsonl", Item, [Item("odd", {"text": ""}, ("Ashmoor",))], "quiz")
    config = quiz.settings("ensemble")
    train_system(
        "ensemble", [quiz.spec("dev"), f"items:{tmp_path}/odd.jsonl"], tmp_path / "out", config=config
    )


@pytest.fixture
def moved(quiz: World, tmp_path: Path) -> Path:
    """A copy of an ensemble with its members beside it."""
    for name in ("ir", "tfidf", "ensemble"):
        shutil.copytree(quiz.guesser(name), tmp_path / name)
    return tmp_path / "ensemble"


def test_it_may_be_moved_with_its_members(quiz: World, moved: Path) -> None:
    items = quiz.items("test")
    assert load_system(str(moved)).predict(items) == quiz.system("ensemble").predict(items)


def test_members_that_are_gone_or_others_are_refused(quiz: World, moved: Path) -> None:
    shutil.rmtree(moved.parent / "tfidf")
    with pytest.raises(ZelligError, match=r"there is no trained system in .*tfidf"):
        load_system(str(moved))
    train_system("tfidf", quiz.spec("test"), moved.parent / "tfidf")
    with pytest.raises(ZelligError, match="not the one that the ensemble learnt with"):
        load_system(str(moved))


def test_folders_of_others_may_not_nest_ensembles_or_have_no_members(quiz: World, moved: Path) -> None:
    stored = msgspec.json.decode((moved / "members.json").read_bytes())
    inner = shutil.copytree(quiz.guesser("ensemble"), moved.parent / "inner")
    nested = {"folder": "../inner", "fingerprint": read_card(inner).fingerprint}
    for members, why in (
        ([], "not the members of this ensemble"),
        (stored[:1], "not the members of this ensemble"),
        ([stored[0], nested], "this is no guesser"),
        ([*stored, stored[0]], "not the members of this ensemble"),
        ([stored[0], {"folder": "../none\0", "fingerprint": ""}], "there is no trained system in"),
    ):
        (moved / "members.json").write_bytes(msgspec.json.encode(members))
        vouch(moved)
        with pytest.raises(ZelligError, match=why):
            load_system(str(moved)).predict(quiz.items("test")[:1])


def test_one_without_a_member_that_says_why_is_explained_otherwise() -> None:
    class Sure:
        spec = Spec("sure")

        def predict(self, items: Any) -> list[Prediction]:
            return [Prediction(item.id, "Ashmoor") for item in items]

    system = Ensemble(Spec("ensemble"), [Sure(), Sure()], [], Any)  # type: ignore[arg-type]
    with pytest.raises(ZelligError, match="by occlusion"):
        system.evidence(Item("1", {"text": "Name it."}), "Ashmoor")
