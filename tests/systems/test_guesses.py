"""What guessers share: how answers are ranked and named, and which questions one knows by heart."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quiz_world import TOWNS, World
from zellig.errors import ZelligError
from zellig.front.quiz import quiz_index
from zellig.items import Item
from zellig.systems import tfidf
from zellig.systems.guesses import (
    GUESSES,
    NamingSettings,
    answers_of,
    ranked,
    read_answers,
    refuse_known,
    write_answers,
)
from zellig.systems.training import train_system

ITEM = Item("1", {"text": "Name this town."})
SHARES = st.dictionaries(st.text(min_size=1), st.floats(0, 1), min_size=1, max_size=3 * GUESSES)


@given(SHARES)
def test_the_best_come_first_and_are_those_that_were_given(shares: dict[str, float]) -> None:
    found = ranked(ITEM, shares)
    assert found.probabilities is not None
    given = list(found.probabilities.values())
    assert len(given) == min(GUESSES, len(shares))
    assert given == [round(each, 6) for each in sorted(shares.values(), reverse=True)[:GUESSES]]
    assert all(given[n] == round(shares[name], 6) for n, name in enumerate(found.probabilities))
    assert (found.id, found.answer, found.position) == ("1", next(iter(found.probabilities)), 15)


@given(SHARES)
def test_the_order_in_which_they_are_given_does_not_matter(shares: dict[str, float]) -> None:
    assert ranked(ITEM, shares) == ranked(ITEM, dict(reversed(shares.items())))


def test_an_answer_has_one_name_however_its_lines_spell_it() -> None:
    lines = ["<b><u>Ashmoor</u></b> [accept Ashmoor Town]", "Ashmoor", "the Ashmoor"]
    items = [Item(str(n), ITEM.fields, ("x",), {"gold_answer_line": line}) for n, line in enumerate(lines)]
    assert set(answers_of([*items, Item("9", ITEM.fields, ("Ashmoor",))], NamingSettings())) == {"Ashmoor"}


def test_answers_survive_a_file(tmp_path: Path) -> None:
    write_answers(tmp_path, ["Ashmoor", "Łódź 🍞"])
    assert read_answers(tmp_path) == ["Ashmoor", "Łódź 🍞"]


@pytest.mark.parametrize("raw", ["[]", '["a", "a"]', "{}", '["a"', "[1]", ""])
def test_what_is_no_list_of_answers_is_refused(raw: str, tmp_path: Path) -> None:
    (tmp_path / "answers.json").write_text(raw)
    with pytest.raises(ZelligError, match=r"answers\.json.*Train the system again"):
        read_answers(tmp_path)


def test_a_question_that_was_learnt_from_is_known_by_heart(quiz: World) -> None:
    folder = quiz.guesser("tfidf")
    learnt, new = quiz.items("train")[:2], quiz.items("dev")[:1]
    renamed = Item("another id", {"text": learnt[0].fields["text"].upper()}, learnt[0].accepted)
    refuse_known(folder, new)
    with pytest.raises(ZelligError, match="has learnt from 3 of the 4 questions"):
        refuse_known(folder, [*learnt, *new, renamed])


def test_a_table_of_pages_names_answers_and_is_pinned(quiz: World, tmp_path: Path) -> None:
    pages = tmp_path / "pages.json"
    pages.write_text('{"ashmoor": "Ashmoor_(town)", "belcastle": "Ashmoor_(town)"}')
    train = partial(train_system, "tfidf", quiz.spec("train"), tmp_path / "named")
    card = train(config=tfidf.Settings(pages=str(pages)))
    answers = read_answers(tmp_path / "named")
    assert len(answers) == len(TOWNS) - 1
    assert "Ashmoor (town)" in answers
    assert (
        train(config=tfidf.Settings(pages=str(pages), pages_hash=str(card.spec.params["pages_hash"]))) == card
    )
    quiz_index([quiz.spec("train"), quiz.spec("leads")], pages=pages, out=tmp_path / "index")
    assert set(read_answers(tmp_path / "index")) == {*answers, "Nowhere", "Elsewhere"}
    pages.write_text('{"ashmoor": "Ashmoor_(town)"}')
    with pytest.raises(ZelligError, match="another system"):
        train(config=tfidf.Settings(pages=str(pages)))
    with pytest.raises(ZelligError, match="not the table of pages"):
        train(config=tfidf.Settings(pages=str(pages), pages_hash=str(card.spec.params["pages_hash"])))
