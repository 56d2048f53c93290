"""Verb groups that are, or can be, shortened: all that must be understood to write one of them otherwise.

They may stand in any clause of any sentence: in a question, behind *because*, in speech.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from zellig.language.clause import Clause, Part, Predicate, RefusedError
from zellig.language.phrases import PRONOUNS, phrase_at
from zellig.language.realise import realise
from zellig.language.refusals import QUOTES
from zellig.language.tokens import VERBS, Sentence, Token, helpers_of
from zellig.language.words import word_list
from zellig.language.written import Written

ASIDE = "aside"
_SUBJECTS = ("nsubj", "nsubjpass", "expl", "csubj", "csubjpass")  # *Having a pet is not easy*
_JOINED = frozenset({"and", "or", "nor", "&", "than", "as", "both"})
_MARKS = frozenset(".!?,;:-…–—'’`\"“”()")
_HINTS = frozenset({"not", "n't", "n’t", "'s", "’s", "that", "there", "who", "what", *PRONOUNS})


def asides(sentence: Sentence) -> Iterator[Clause]:
    """Every such verb group, as a clause that has the rest of the sentence before and behind it."""
    halves = sum(token.tag in QUOTES for token in sentence.tokens) % 2  # a piece of something longer
    if halves or _HINTS.isdisjoint(token.low for token in sentence.tokens):
        return
    written = Written(sentence)
    for verb in sentence.tokens:
        if verb.tag in VERBS and verb.tag != "MD":
            try:
                found = _aside(written, verb)
            except RefusedError:
                continue
            if found is not None and realise(found) == sentence.text:
                yield found


def _aside(written: Written, verb: Token) -> Clause | None:
    sentence = written.sentence
    first = min([verb, *helpers_of(sentence, verb)], key=lambda token: token.i)
    subject = sentence.child(verb.i, *_SUBJECTS)
    span = None if subject is None else sentence.span(subject.i)
    if subject is None or span is None or span[1] != first.i or not first.text.islower():
        return None
    phrase = phrase_at(sentence, written.words(*span), span[0], subject.i)
    predicate, start = written.group(verb, first.i, phrase.agreement)
    rest = written.words(start, written.stop)
    if not rest or set(rest[0].text) <= _MARKS:  # *as good as it is*, where nothing is ever shortened
        return None
    if not (
        _denies(predicate, rest[0].text)
        if predicate.verb.negative
        else _may_lean(written, subject, first, verb)
    ):
        return None
    before = (Part("adjunct", written.words(0, span[0]), ASIDE),) if span[0] else ()
    return Clause(
        "declarative",
        phrase,
        (replace(predicate, parts=(Part("adjunct", rest, ASIDE),)),),
        before,
        end=written.end,
        capital=written.capital,
        tokenised=written.tokenised,
        unread=ASIDE,
    )


def _denies(predicate: Predicate, behind: str) -> bool:
    """*does not work*; but *is not only good* denies a word behind it, and keeps its *not*."""
    inner = {word.text.lower() for each in predicate.inner for word in each.words}
    return (inner | {behind.lower()}).isdisjoint(word_list("after-not"))


def _may_lean(written: Written, subject: Token, first: Token, verb: Token) -> bool:
    """Is the first word of a group one that leans on its subject, or could: *she's ready*, *she is ready*?"""
    sentence, tokens = written.sentence, written.tokens
    before, behind = tokens[subject.i - 1].low if subject.i else "", tokens[first.i + 1]
    if before in _JOINED or behind.low in ("better", "best") or set(behind.text) <= _MARKS:
        return False  # *my wife and I*; *you'd better* has another *'d*
    if first is not verb:
        return True
    # *how good it is*, *what it is about*: where something was moved from behind *be*, it is never short
    own = [tokens[child] for child in sentence.children[verb.i]]
    moved = any(each.tag in ("WP", "WDT", "WRB", "WP$") for each in own if each is not subject)
    said = [each for each in own if each.dep in ("attr", "acomp") and each.i > verb.i]
    several = subject.dep == "expl" and any(each.tag in ("NNS", "NNPS") for each in said)  # *there's two*
    return bool(said) and not moved and not several
