"""Is a transformed sentence what it was meant to be? It is parsed again and must show the intended clause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from zellig.language.asides import asides
from zellig.language.clause import Clause, Focus, RefusedError
from zellig.language.parse import parse
from zellig.language.reading import read_clause
from zellig.language.realise import realise
from zellig.language.tokens import VERBS, Sentence, sentence_of
from zellig.language.variants import variants
from zellig.language.verb_group import VerbGroup

_EMBEDDED = frozenset({"relcl", "ccomp", "advcl", "acl", "ROOT", "conj", "xcomp"})


class Draft(NamedTuple):
    """A text, the clause it was realised from, and the text that this was made of."""

    text: str
    clause: Clause
    source: str


def shows(drafts: Sequence[Draft], *, subject: bool = True) -> Iterator[bool]:
    """For every text, whether its parse shows the clause it was realised from; its subject if it is known."""
    for doc, (_, clause, source) in zip(
        parse([draft.text for draft in drafts], lean=True), drafts, strict=True
    ):
        yield _shows(sentence_of(doc), clause, source, subject=subject)


def _shows(sentence: Sentence, clause: Clause, source: str, *, subject: bool) -> bool:
    if not clause.predicates:  # a variant: the same change, made again, undoes it
        return any(realise(found) == source for _, found in variants(sentence))
    if clause.unread:
        return any(_is_same_aside(found, clause) for found in asides(sentence))
    if clause.focus is not None:
        return _shows_cleft(sentence, clause, clause.focus)
    if clause.kind == "question":
        return _shows_question(sentence, clause)
    try:
        found = read_clause(sentence, conjunction=True)
    except RefusedError as refused:
        return refused.reason == "already negative" and clause.verb.negative
    if found.restored or len(found.predicates) != len(clause.predicates):
        return False
    if (found.subject is None) != (clause.subject is None):
        return False
    if subject and found.subject and clause.subject and found.subject.text != clause.subject.text:
        return False
    return _features(found.verb) == _features(clause.verb)


def _is_same_aside(found: Clause, clause: Clause) -> bool:
    """Is it the same verb group at the same place?"""
    before = [[word.text for part in each.front for word in part.words] for each in (found, clause)]
    return before[0] == before[1] and _features(found.verb) == _features(clause.verb)


def _features(verb: VerbGroup) -> VerbGroup:
    """Without what spelling alone decides."""
    return replace(verb, short_not=False, short_first=False, emphatic=False)


def _shows_cleft(sentence: Sentence, clause: Clause, focus: Focus) -> bool:
    """*It is X who ...*: the verb of the clause stands behind the joining word and depends on something."""
    begin = sum(len(part.words) for part in clause.front)
    tokens = sentence.tokens[begin:]
    joins = next(
        (token.i for token in tokens if token.low == focus.pronoun and token.i > begin + 2), len(sentence)
    )
    verbs = [token for token in sentence.tokens[joins:] if token.lemma == clause.verb.lemma]
    return bool(tokens) and tokens[0].low == "it" and any(token.dep in _EMBEDDED for token in verbs)


def _shows_question(sentence: Sentence, clause: Clause) -> bool:
    """The first word is an auxiliary or the question word, and the verb is there as a verb.

    Whether it is the root says little: the parser often takes *Is a man riding* for *Is (a man riding)*.
    """
    first, verb = sentence.tokens[0], clause.verb
    begins = first.low == clause.wh if clause.wh else first.tag in ("MD", "VBZ", "VBP", "VBD", "VB")
    return begins and any(
        token.lemma == verb.lemma and token.tag in VERBS
        for token in sentence.tokens[0 if verb.lemma == "be" else 1 :]
    )
