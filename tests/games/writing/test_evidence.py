"""Evidence: for any answer where a system has that, and at its places in what was written."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from quiz_world import World, question
from zellig.games.writing.evidence import as_written, evidence_for
from zellig.games.writing.listening import question_of
from zellig.games.writing.strokes import Draft, Notes
from zellig.items import Item, Prediction
from zellig.performers import Evidence, Span, Spec
from zellig.systems.question_words import word_places


def heard(text: str) -> Item:
    return question_of(Draft({"text": text}, Notes(answer="Gazpacho")))


@given(
    st.lists(st.sampled_from(["cold", "red", "soup", '("KOHLD")', "(*)", "[read slowly]", "  "]), max_size=9)
)
def test_places_of_what_is_heard_are_found_in_what_was_written(words: list[str]) -> None:
    written = " ".join(words)
    item = heard(written)
    text = item.fields["text"]
    spans = tuple(Span("text", *place, 1.0) for _, place in word_places(text))
    found = as_written(Evidence("draft", "Gazpacho", "matches", spans), item)
    assert [written[each.start : each.end] for each in found.spans] == [
        text[each.start : each.end] for each in spans
    ]


def test_a_guesser_says_what_speaks_for_an_answer_that_is_not_its_best(quiz: World) -> None:
    item = heard(question("Ashmoor", 0))
    for name in ("ir", "dan", "tfidf"):
        found = evidence_for(quiz.system(name), item, "Belcastle")
        assert found.answer == "Belcastle"


class Weighing:
    """Takes red for a sign of one answer, and cold for one of the other; it does not say why."""

    spec = Spec("weighing")

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        return [self._answer(item) for item in items]

    def _answer(self, item: Item) -> Prediction:
        words = item.fields["text"].split()
        stew, soup = 0.5 + 0.1 * ("red" in words), 0.2 + 0.1 * ("cold" in words)
        return Prediction(item.id, "Stew", {"Stew": stew, "Gazpacho": soup})


def test_of_any_other_system_words_are_left_out_to_see_what_speaks_for_an_answer() -> None:
    item = heard("cold red dish")
    for answer, word in (("Stew", "red"), ("Gazpacho", "cold")):
        found = evidence_for(Weighing(), item, answer)
        assert (found.answer, found.method) == (answer, "occlusion")
        [span] = [each for each in found.spans if each.weight]
        assert "cold red dish"[span.start : span.end] == word
    assert evidence_for(Weighing(), item, "Bread").answer == "Stew"  # of which it says nothing
