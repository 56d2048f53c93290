"""What all transformations share: the result of one, and words that several of them look for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, NamedTuple

from zellig.language.clause import Clause, Inner, Part, Phrase, RefusedError, Word, Words
from zellig.language.wordnet import ARTIFACT, GROUP, noun_kind
from zellig.language.words import word_list

LAST = 9  # a place in the verb group: none is longer
# What a changed clause means beside the original.
Meaning = Literal["equivalent", "entailed", "contradictory", "contrary", "unsettled", "unrelated", "none"]


@dataclass(frozen=True, slots=True)
class Change:
    """A transformed clause, and what it means beside the original."""

    clause: Clause
    meaning: Meaning


class ChangedText(NamedTuple):
    """A transformed text, what it means beside the original, and the clause that it should show."""

    text: str
    meaning: Meaning
    clause: Clause | None  # None: the original was not understood, so nobody knows


class Refusal(NamedTuple):
    """Why there is no text; the reason is a code such as `no verb`."""

    reason: str


def all_words(clause: Clause) -> Iterator[Word]:
    """Every word outside the verb groups."""
    for part in clause.front:
        yield from part.words
    if clause.subject is not None:
        yield from clause.subject.words
    for predicate in clause.predicates:
        yield from predicate.joiner
        for inner in predicate.inner:
            yield from inner.words
        for part in predicate.parts:
            yield from part.words


def lows(words: Words) -> list[str]:
    """Words in lower case."""
    return [word.text.lower() for word in words]


def refuse_if(condition: object, reason: str) -> None:
    """Refuse for this reason if the condition holds."""
    if condition:
        raise RefusedError(reason)


def needs_subject(clause: Clause) -> Phrase:
    """The subject; refuses clauses without one."""
    if clause.subject is None:
        raise RefusedError("no subject")
    return clause.subject


def is_plain(clause: Clause) -> None:
    """Refuses clefts and questions."""
    refuse_if(clause.focus is not None or clause.kind == "question", "already transformed")


def one_clause(clause: Clause) -> None:
    """Refuses a second clause that is joined to the first."""
    joined = any(part.role == "clause" for predicate in clause.predicates for part in predicate.parts)
    refuse_if(joined, "coordinated clauses")


def one_verb(clause: Clause) -> None:
    """Refuses coordinated verb phrases and clauses."""
    refuse_if(len(clause.predicates) > 1, "coordinated verbs")
    one_clause(clause)


def one_plain_clause(clause: Clause) -> None:
    """Refuses clefts, questions and coordinated clauses."""
    is_plain(clause)
    one_clause(clause)


def one_plain_verb(clause: Clause) -> None:
    """Refuses clefts, questions, coordinated verb phrases and clauses."""
    is_plain(clause)
    one_verb(clause)


def refuse_headline(clause: Clause) -> None:
    """Refuses *Man riding a horse*: without its article it is a note, which has no tense but its own."""
    subject = clause.subject
    if subject is not None and subject.determiner == "bare singular":
        head = subject.words[subject.head]
        kind = noun_kind((head.lemma or head.text).lower())
        refuse_if(subject.animate or kind in (ARTIFACT, GROUP) or clause.restored, "bare singular")


def beside_verb(inner: Inner) -> Inner:
    """*would be highly praised*: an adverb of manner goes to the verb, however many auxiliaries are new."""
    manner = inner.words[-1].text.lower()
    stays = not manner.endswith("ly") or manner in word_list("sentence-adverbs")
    return inner if stays else replace(inner, gap=LAST)


def is_gapped(part: Part) -> bool:
    """*... and a microphone in the other*: the second half of a coordination whose verb is left out."""
    return any(word.tag == "CC" for word in part.words[:2])


def refuse_focused(phrase: Phrase) -> None:
    """Refuses *not even the mayor*, *only the cook*: what such a word stresses depends on where it stands."""
    refuse_if(lows(phrase.words)[0] in ("not", "even", "only", "just"), "cannot be in focus")


def may_move(phrase: Phrase) -> None:
    """Refuses an object whose end may belong to the verb, or that speaks of the subject."""
    refuse_focused(phrase)
    behind = phrase.words[phrase.head + 1 :]
    refuse_if(any(word.tag == "VBG" for word in behind), "dangling participle")
    refuse_if(any(_leads(word, after) for word, after in pairwise((*behind, Word("")))), "unsure attachment")
    referring = word_list("bound") | {"he", "she", "they"}
    refuse_if(set(lows(phrase.words)) & referring, "bound possessive")


def _leads(word: Word, after: Word) -> bool:
    """*into cups*, *for a pencil*, *on a bike*: any preposition but *of*, and not *to drink*."""
    return (word.tag == "IN" and word.text.lower() != "of") or (word.tag == "TO" and after.tag != "VB")


def some_to_any(words: Words) -> Words:
    """*some* as it is in the scope of a negation or question."""
    other = {"some": "any", "someone": "anyone", "somebody": "anybody", "something": "anything"}
    return tuple(
        replace(word, text=other[word.text.lower()]) if word.text.lower() in other else word for word in words
    )


def in_parts(clause: Clause, change: dict[str, str]) -> Clause:
    """The clause with these words of its predicates' parts exchanged."""
    predicates = []
    for predicate in clause.predicates:
        parts = tuple(_exchanged(part, change) for part in predicate.parts)
        predicates.append(replace(predicate, parts=parts))
    return replace(clause, predicates=tuple(predicates))


def _exchanged(part: Part, change: dict[str, str]) -> Part:
    if not any(word.text.lower() in change for word in part.words):
        return part
    words = tuple(
        replace(word, text=change[word.text.lower()]) if word.text.lower() in change else word
        for word in part.words
    )
    return replace(part, words=words)
