from __future__ import annotations

import msgspec
import pytest

from written import QUESTION, written
from zellig.checks.questions.findings import Fault
from zellig.checks.questions.policy import default_policy
from zellig.checks.questions.wording import wording

TEXT = written().fields["text"]
LENGTH = default_policy().length


def found(text: str) -> list[Fault]:
    return list(wording(text, LENGTH))


def test_a_good_question() -> None:
    assert found(TEXT) == []


def test_the_length_is_of_what_is_heard() -> None:
    heard = written("One bell. (*) " + QUESTION.replace("(*)", '("bell")')).fields["text"]
    limit = msgspec.structs.replace(LENGTH, least=len(heard), most=len(heard))
    assert list(wording(heard, limit)) == []
    (short,) = wording(heard[1:], limit)
    assert (short.code, short.message) == (
        "too-short",
        f"it has {len(heard) - 1} characters, and {len(heard)} are the least",
    )
    (long,) = wording(heard + "!!", limit)
    assert long.code == "too-long"
    assert long.place is not None
    assert (long.place.start, long.place.words) == (len(heard), "!!")


def test_the_same_words_over_and_over_are_no_question() -> None:
    (few,) = found("this is a test of the page " * 10)
    assert few.code == "few-words"


@pytest.mark.parametrize(
    ("more", "code", "words"),
    [
        (" A caf\ufffd burnt.", "broken-text", "\ufffd"),
        (" A cafÃ© burnt.", "mojibake", "Ã©"),
        (" A zero\u200bwidth.", "invisible", "\u200b"),
        (" What a Shit day.", "vulgar", "Shit"),
    ],
)
def test_where_it_is(more: str, code: str, words: str) -> None:
    (fault,) = found(TEXT + more)
    assert fault.code == code
    assert fault.place is not None
    assert fault.place.words == words == (TEXT + more)[fault.place.start : fault.place.end]


@pytest.mark.parametrize(
    "words",
    ["Moby-Dick's cock crew", "Offa's Dyke", "an ass in Scunthorpe", "a retarded potential", "Assisi"],
)
def test_words_that_quizzes_need(words: str) -> None:
    assert found(f"{TEXT} {words}.") == []


def test_another_language() -> None:
    german = (
        "Die Glaser dieser Stadt vergraben unter jeder neuen Schwelle eine zerbrochene Scheibe, und die Uhr "
        "zeigt seit einer Flut, in der die sieben Gänse des Wärters ertranken, immer zehn nach vier; wer mit "
        "der Fähre kommt, dem gibt der Fährmann ein blaues Band. Wie heißt diese Stadt am Fluss?"
    )
    assert [fault.code for fault in found(german)] == ["language"]
