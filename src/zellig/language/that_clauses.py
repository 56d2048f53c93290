"""*That* between a verb and what is said, known or hoped: it may stand there or not."""

from __future__ import annotations

from collections.abc import Iterator

from zellig.language.clause import Clause, Word
from zellig.language.inflection import is_verb_form
from zellig.language.tokens import VERBS, Sentence, Token, helpers_of
from zellig.language.valency import takes_object, takes_two_objects
from zellig.language.wordnet import verb_frames
from zellig.language.words import word_list
from zellig.language.written import Written, rebuilt

_SUBJECTS = ("nsubj", "nsubjpass", "expl")
_LINKING = frozenset({6, 7})  # WordNet's frames: *looked clean*
_NOMINATIVE = frozenset({"i", "he", "she", "we", "they"})
_ASKING = frozenset({"WP", "WDT", "WRB", "WP$"})
_BEGINS = frozenset({"PRP", "DT", "PRP$", "EX", "NNP", "NNS"})
_CLOSE = frozenset({"that", "this", "those", "these", "what", "who", "so", "to"})  # *think that that is*


def with_that(sentence: Sentence) -> Iterator[Clause]:
    """*I think it is good* -> *I think that it is good*."""
    written = Written(sentence)
    for verb, first in _complements(sentence):
        behind = sentence.tokens[first]
        if behind.tag in _BEGINS and behind.low not in _CLOSE and verb.lemma not in word_list("no-that"):
            added = Word("that", behind.space)
            yield rebuilt(written, (*written.words(0, first), added, *written.words(first, written.stop)))


def without_that(sentence: Sentence) -> Iterator[Clause]:
    """*I think that it is good* -> *I think it is good*."""
    written = Written(sentence)
    for _, first in _complements(sentence):
        that, behind = sentence.tokens[first], sentence.tokens[first + 1]
        if that.low == "that" and that.dep == "mark" and behind.tag in _BEGINS and behind.low not in _CLOSE:
            yield rebuilt(written, (*written.words(0, first), *written.words(first + 1, written.stop)))


def _complements(sentence: Sentence) -> Iterator[tuple[Token, int]]:
    """Verbs with a clause directly behind them, and where it begins; not where a part of it was moved."""
    for inner in sentence.tokens:
        verb, span = sentence.tokens[inner.head], sentence.span(inner.i)
        if inner.dep != "ccomp" or span is None or span[0] != verb.i + 1 or verb.tag not in VERBS:
            continue
        said = sentence.child(inner.i, *_SUBJECTS) is not None and _is_finite(sentence, inner)
        own = sentence.child(verb.i, *_SUBJECTS) is not None
        asked = any(token.tag in _ASKING for token in sentence.tokens[: verb.i])
        known = verb.lemma in word_list("that-verbs")
        sure = _is_surely_finite(sentence, verb, inner)
        if said and own and known and sure and not asked and verb.i:
            yield verb, span[0]


def _is_finite(sentence: Sentence, verb: Token) -> bool:
    """*saw her leave* has no *that*."""
    helpers = [sentence.tokens[child] for child in sentence.children[verb.i]]
    tags = {token.tag for token in helpers if token.dep in ("aux", "auxpass")} | {verb.tag}
    return bool(tags & {"VBD", "VBP", "VBZ", "MD"})


def _is_surely_finite(sentence: Sentence, above: Token, verb: Token) -> bool:
    """Not *found the lobby overpriced*, *hear the trains run*, whose forms need not have a tense."""
    subject = sentence.child(verb.i, *_SUBJECTS)
    if helpers_of(sentence, verb) or (subject is not None and subject.low in _NOMINATIVE):
        return True
    if verb.tag == "VBP" and verb.low == verb.lemma and above.lemma in word_list("bare-clauses"):
        return verb.lemma in word_list("stative")
    if verb.tag != "VBD" or not (verb.low.endswith("ed") or is_verb_form(verb.low, "participle")):
        return True
    if sentence.child(verb.i, "dobj", "ccomp") is not None:
        return not takes_two_objects(verb.lemma)  # *found the guests served soup*
    described = sentence.child(verb.i, "acomp", "oprd") is not None and verb_frames(verb.lemma) & _LINKING
    return bool(described) or not takes_object(verb.lemma)
