"""The retrieving guesser."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quiz_world import TOWNS, World, question
from zellig.errors import ZelligError
from zellig.items import Item, write_records
from zellig.performers import Evidence
from zellig.systems import load_system, search_index
from zellig.systems.card import training_keys
from zellig.systems.ir import SHOWN, Settings
from zellig.systems.question_words import words
from zellig.systems.training import train_system


def beginning(item: Item, length: int) -> Item:
    return Item(item.id, {"text": item.fields["text"][:length]})


def asked(system: Any, item: Item) -> Evidence:
    (found,) = system.explain([item])
    assert isinstance(found, Evidence)
    return found


def made(folder: Path, *items: Item, config: Settings | None = None) -> Any:
    """A small one of these texts."""
    write_records(folder / "items.jsonl", Item, items, "quiz")
    train_system("ir", f"items:{folder}/items.jsonl", folder / "ir", config=config)
    return load_system(str(folder / "ir"))


def test_it_knows_new_questions_and_says_what_speaks_for_its_guess(quiz: World) -> None:
    items, system = quiz.items("test"), quiz.system("ir")
    given = system.predict(items)
    assert [each.answer for each in given] == [item.accepted[0] for item in items]
    for item, each in zip(items, system.explain(items), strict=True):
        assert each.method == "matches"
        assert 1 <= len(each.sources) <= SHOWN
        assert [s.score for s in each.sources] == sorted((s.score for s in each.sources), reverse=True)
        spoken = set(words(" ".join(source.text for source in each.sources)))
        for span in each.spans:
            assert span.weight > 0
            assert spoken.issuperset(words(item.fields["text"][span.start : span.end]))
        for source in each.sources:
            assert source.origin.startswith((f"question {item.accepted[0]}-", "encyclopedia: "))
            matched = {word for start, end in source.matches for word in words(source.text[start:end])}
            assert matched <= set(words(item.fields["text"]))


def test_two_indices_of_the_same_texts_answer_the_same(quiz: World, tmp_path: Path) -> None:
    card = quiz.train("ir", tmp_path / "again")
    first, again = quiz.system("ir"), load_system(str(tmp_path / "again"))
    items = [beginning(item, length) for item in quiz.items("test") for length in (9, 60, 150, 999)]
    assert first.predict(items) == again.predict(items)
    assert first.explain(items[::7]) == again.explain(items[::7])  # type: ignore[attr-defined]
    assert card.corpus.count(" + ") == 1


def test_an_index_of_several_parts_answers_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(7)
    texts = [" ".join(chance.choices([f"word{n}" for n in range(3000)], k=400)) for _ in range(500)]
    items = [Item(str(n), {"text": text}, (TOWNS[n % 20],)) for n, text in enumerate(texts)]
    new = [Item("new", {"text": " ".join(chance.choices(texts[n].split(), k=12))}) for n in range(20)]
    given = []
    for name in ("one", "two"):
        monkeypatch.setattr(search_index, "HEAP", 15_000_000)  # the least
        given.append(made(tmp_path / name, *items).predict(new))
        assert len(list((tmp_path / name / "ir").glob("*.term"))) > 1
    assert given[0] == given[1]


@pytest.mark.parametrize("length", [30, 120, 9999])
def test_a_question_in_the_index_does_not_speak_for_itself(quiz: World, length: int) -> None:
    system = quiz.system("ir")
    for item in quiz.items("train")[:5]:
        heard = beginning(item, length)
        sources = system.evidence(heard, item.accepted[0]).sources
        assert f"question {item.id}" not in {source.origin for source in sources}


@pytest.mark.parametrize("length", [4, 12, 25, 50, 120, 9999])
def test_nor_under_another_id_or_with_a_word_changed(quiz: World, length: int, tmp_path: Path) -> None:
    """Another file has other ids, and somebody may have mended the question."""
    text = "Zebulon fired nine kilns here before the abbot of Lorne forbade the green glaze to its potters."
    own = Item("1", {"text": text}, ("Ashmoor",), {"gold_answer_line": "Ashmoor"})
    system = made(tmp_path, own, *quiz.items("train"))
    mended = (
        text.replace("before the abbot", "until an abbot")
        if length > len("Zebulon fired nine kilns")
        else text
    )
    for asked_text in (text, mended, f"In 1300 {mended}" if length > 100 else text):
        sources = system.evidence(Item("new", {"text": asked_text[:length]}), "Ashmoor").sources
        assert "question 1" not in {source.origin for source in sources}


def test_questions_that_merely_have_words_in_common_are_evidence(tmp_path: Path) -> None:
    text = "Potters of this town fired nine kilns before the abbot forbade their green glaze."
    system = made(tmp_path, Item("1", {"text": text}, ("Ashmoor",), {"gold_answer_line": "Ashmoor"}))
    other = "The abbot forbade a green glaze in this town, where potters fired kilns. Name it."
    assert asked(system, Item("2", {"text": other})).sources


def test_without_its_own_document_a_question_is_like_a_new_one(quiz: World, tmp_path: Path) -> None:
    train = quiz.items("train")
    item, others = train[0], train[1:]
    here = made(tmp_path / "with", item, *others).predict([item])[0]
    there = made(tmp_path / "without", *others).predict([item])[0]
    assert here.answer == there.answer
    # The rarity of words and the length of documents know of one document more.
    assert here.probabilities == pytest.approx(there.probabilities, abs=0.05)


def test_a_question_of_the_same_id_and_another_text_counts(tmp_path: Path) -> None:
    twin = Item("1", {"text": "The potters hid a bell."}, ("Ashmoor",), {"gold_answer_line": "Ashmoor"})
    system = made(tmp_path, twin)
    assert asked(system, Item("1", {"text": "Somebody hid a bell."})).sources
    assert not asked(system, Item("1", {"text": "The potters hid"})).sources


def test_what_is_left_out_is_not_known_by_heart(quiz: World, tmp_path: Path) -> None:
    """A question is no evidence for itself, whatever its id; joined documents cannot be taken apart."""
    system, train = quiz.system("ir"), quiz.items("train")[:3]
    renamed = Item("another", train[0].fields, train[0].accepted)
    assert len(training_keys(quiz.guesser("ir"))) == 0
    own = f"question {train[0].id}"
    for item in (train[0], renamed):
        assert own not in [source.origin for source in asked(system, item).sources]
    made(tmp_path, *train, config=Settings(documents="answer"))
    folder = next(path.parent for path in tmp_path.rglob("system.json"))
    assert len(training_keys(folder)) == len(train)


def test_a_document_may_be_all_that_an_answer_has(quiz: World, tmp_path: Path) -> None:
    items = [item for item in quiz.items("train") if item.accepted[0] in TOWNS[:3]] + quiz.items("leads")[:1]
    system = made(tmp_path, *items, config=Settings(documents="answer"))
    found = asked(system, Item("1", {"text": "This town begins like Ashmer on the river"}))
    assert {source.origin for source in found.sources} == {
        "question Ashmoor-0 and 3 more",
        "encyclopedia: Ashmoor",
    }


def test_kinds_of_documents_have_weights(quiz: World, tmp_path: Path) -> None:
    leads, train = quiz.items("leads"), quiz.items("train")
    question = Item("1", {"text": "Nowhere is a town on the river, like Ashmoor."})
    assert quiz.system("ir").predict([question])[0].answer == "Nowhere"
    deaf = made(tmp_path, *train, *leads, config=Settings(encyclopedia=0.0))
    assert "Nowhere" not in (deaf.predict([question])[0].probabilities or {})


@pytest.mark.parametrize("text", ["", "?", "zzz", "この質問には答えがない。", "the of and"])
def test_where_nothing_is_found_the_commonest_answers_are_given(text: str, tmp_path: Path) -> None:
    items = [Item(f"{town}{n}", {"text": "Soup."}, (town,)) for town in TOWNS[:3] for n in range(2)]
    items += [Item("more", {"text": "Bread."}, ("Belcastle",))]
    system = made(tmp_path, *items)
    (given,) = system.predict([Item("1", {"text": text})])
    assert given.probabilities == {"Belcastle": 0.428571, "Cindervale": 0.285714, "Ashmoor": 0.285714}
    assert asked(system, Item("1", {"text": text})).sources == ()


class StopError(Exception):
    """Stands for a kill."""


def test_a_build_that_was_killed_is_taken_up_again(quiz: World, tmp_path: Path) -> None:
    def stop(what: str, done: int, total: int) -> None:
        if done == 50:
            raise StopError

    with pytest.raises(StopError):
        quiz.train("ir", tmp_path / "ir", stop)
    assert not (tmp_path / "ir/system.json").exists()
    quiz.train("ir", tmp_path / "ir")
    items = quiz.items("test")
    assert load_system(str(tmp_path / "ir")).predict(items) == quiz.system("ir").predict(items)
    assert not (tmp_path / "ir/checkpoints").exists()


def test_a_document_about_an_answer_that_is_not_there_is_refused(quiz: World, tmp_path: Path) -> None:
    system = made(tmp_path, *quiz.items("train")[:3])
    system.answers = system.answers[:1]
    with pytest.raises(ZelligError, match="speaks of an answer that is not in the list"):
        system.predict(quiz.items("train")[3:9])


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text,
        lambda text: f"Yet {text}",
        lambda text: text.replace("this", "that"),
        lambda text: "Nobody has heard of it. " + text.partition(". ")[2],
        lambda text: ". ".join(reversed(text.split(". "))),
    ],
)
def test_a_whole_question_tells_of_which_documents_it_is_a_copy(
    quiz: World, tmp_path: Path, change: Callable[[str], str]
) -> None:
    alone = Item("alone", {"text": question("Ashmoor", 99)}, ("Ashmoor",), {"gold_answer_line": "Ashmoor"})
    system = made(tmp_path, alone, *(item for item in quiz.items("train") if item.accepted != ("Ashmoor",)))
    changed = Item("changed", {"text": change(alone.fields["text"])})
    apart, copies = system.apart_from([changed])
    assert copies == 1
    for length in (30, 60, 120, 999):
        assert apart.predict([beginning(changed, length)])[0].answer != "Ashmoor"
    others, none = system.apart_from([Item("other", {"text": question("Ashmoor", 98)})])
    assert none == 0
    assert others.predict([Item("other", {"text": question("Ashmoor", 98)})])[0].answer == "Ashmoor"


def test_questions_that_are_left_out_are_named(quiz: World) -> None:
    system = quiz.system("ir")
    known = quiz.items("train")[0]
    text = known.fields["text"]

    def left_out(asked: Any, text: str) -> tuple[str, ...]:
        named: tuple[str, ...] = asked.left_out(Item("draft", {"text": text}))
        return named

    assert left_out(system, text) == (f"question {known.id}",)
    assert left_out(system, text.replace("this", "that")) == (f"question {known.id}",)
    assert left_out(system, " ".join(text.split()[:3])) == ()  # many begin so
    assert left_out(system, question(known.accepted[0], 99)) == ()
    apart, _ = system.apart_from([Item("draft", {"text": text})])
    assert left_out(apart, "") == left_out(apart, "Something else.") == (f"question {known.id}",)
    assert left_out(apart, question(known.accepted[0], 99)) == (f"question {known.id}",)
