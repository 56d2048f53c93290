"""Second readers: a sample of the accepted questions is tagged again, blind; how far do people agree?

Which questions are in the sample hangs on their names and the seed of the rules alone: it grows with the
workshop, and nobody chooses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from zellig.games.writing.events import QuestionHandedIn
from zellig.games.writing.rules import Sample
from zellig.games.writing.standing import Reading, Standing, Text
from zellig.measures.intervals import Estimate
from zellig.measures.judges import Verdict, code, krippendorff_alpha
from zellig.performers import derive_seed

_WRITER = "the writer"  # as one who tags: it is nobody's id
FEW = 10  # questions that say too little for an interval
_BETWEEN = "\n"  # a question and a phenomenon; neither has a line break


class Agreed(msgspec.Struct, frozen=True):
    """How far people agree about a phenomenon, or about all."""

    phenomenon: str  # empty: all of them
    readers: Estimate | None  # Krippendorff's alpha among the second readers
    with_writers: Estimate | None  # and with the writer as one more
    writers: int  # questions that have the tag by their writers
    tagged: int  # tags of second readers


class Agreement(msgspec.Struct, frozen=True):
    """What the second readers of a workshop come to."""

    questions: int  # in the sample
    read: int  # by all the readers they need
    tags: int  # how often a question was tagged
    overall: Agreed
    phenomena: list[Agreed]


def sampled(sample: Sample, text: str) -> bool:
    """Is a question in the sample?"""
    return derive_seed(sample.seed, "second readers", text) < sample.share * 2**63


def sample_of(standing: Standing) -> Iterator[Text]:
    """The accepted questions that are tagged again."""
    sample = standing.rules.sample if standing.rules else Sample()
    for name, text in standing.texts.items():
        if text.state == "taken" and text.question is not None and sampled(sample, name):
            yield text


def waiting_for(standing: Standing, reader: str) -> list[Text]:
    """The questions that somebody may still tag, not their own, and those first that one more completes.

    Who tags a question reads all of it, and its answer: so they answer it blind before. Editors have seen
    what its writer says makes it hard.
    """
    if "editor" in standing.roles_of(reader) or reader in standing.have_edited:
        return []
    readers = standing.rules.sample.readers if standing.rules else 0
    found = [
        text
        for text in sample_of(standing)
        if text.writer != reader and reader not in text.tags and len(text.tags) < readers
        if text.readings.get(reader, Reading()).over
    ]
    return sorted(found, key=lambda text: (-len(text.tags), text.number))


def agreement(standing: Standing, phenomena: Sequence[str]) -> Agreement:
    """How far second readers agree with each other, and with the writers; about a phenomenon those who could
    choose it, since the rules had it then."""
    texts = list(sample_of(standing))
    readers = standing.rules.sample.readers if standing.rules else 0
    return Agreement(
        len(texts),
        sum(len(text.tags) >= readers for text in texts),
        sum(len(text.tags) for text in texts),
        _agreed("", texts, phenomena),
        [_agreed(each, texts, [each]) for each in phenomena],
    )


def _agreed(name: str, texts: Sequence[Text], phenomena: Sequence[str]) -> Agreed:
    read = [text for text in texts if text.tags]
    by_readers = list(_verdicts(read, phenomena))
    by_writers = [
        Verdict(f"{_name(text)}{_BETWEEN}{each}", _WRITER, _said(each in _own(text)))
        for text in read
        for each in phenomena
        if each in text.offered[text.writer]
    ]
    return Agreed(
        name,
        _alpha(by_readers),
        _alpha([*by_readers, *by_writers]),
        sum(each.answer == _said(True) for each in by_writers),
        sum(each.answer == _said(True) for each in by_readers),
    )


def _alpha(verdicts: Iterable[Verdict]) -> Estimate | None:
    coded = code(verdicts)
    # What one question is said to be is drawn together.
    found = krippendorff_alpha(coded, together=_question)
    if found is None or len(set(map(_question, coded.items))) >= FEW:
        return found
    return Estimate(found.value, None)


def _question(item: str) -> str:
    return item.partition(_BETWEEN)[0]


def _verdicts(texts: Sequence[Text], phenomena: Sequence[str]) -> Iterator[Verdict]:
    for text in texts:
        for reader, tags in text.tags.items():
            for each in filter(text.offered[reader].__contains__, phenomena):
                yield Verdict(f"{_name(text)}{_BETWEEN}{each}", reader, _said(each in tags))


def _said(tagged: bool) -> str:
    return "yes" if tagged else "no"


def _name(text: Text) -> str:
    return text.event.text


def _own(text: Text) -> tuple[str, ...]:
    return text.event.phenomena if isinstance(text.event, QuestionHandedIn) else ()
