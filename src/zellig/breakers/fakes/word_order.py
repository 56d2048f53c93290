"""Word order violated: two neighbours change places, or a word goes behind its phrase.

*dog the*, *a dog big*, *because sees she him*, *the garden of*.
"""

from __future__ import annotations

from collections.abc import Iterator

from zellig.breakers.fakes.editing import reordered
from zellig.breakers.fakes.violator import Violator
from zellig.breakers.fakes.word_lists import words
from zellig.language.inflection import with_article
from zellig.language.main_verb import is_finite
from zellig.language.tokens import Sentence, Token
from zellig.tasks import Task

PHENOMENON = "word order"
ARTICLES = ("a", "an", "the")
PRONOUNS = ("he", "she", "they", "we", "i")
# What may follow: the words before it cannot then be read together with it.
CLOSING = frozenset({".", ",", ":", "CC", "VBZ", "VBD", "MD", "WDT", "WP"})


def make(task: Task) -> Violator:
    """The breaker that violates word order."""
    return Violator("violate-word-order", task, {PHENOMENON: violations})


def violations(sentence: Sentence) -> Iterator[str]:
    """All that come of moving one word."""
    for token in sentence.tokens:
        for found in (_article, _adjective, _verb, _preposition):
            order = found(sentence, token)
            text = None if order is None else reordered(sentence, token.i, order)
            if text is not None:
                yield text


def _article(sentence: Sentence, token: Token) -> list[int] | None:
    """*dog the*"""
    noun = _after(sentence, token)
    bare = token.low in ARTICLES and token.head == token.i + 1
    fits = bare and noun is not None and noun.tag in ("NN", "NNS") and _closes(sentence, noun, "IN")
    return [token.i + 1, token.i] if fits else None


def _adjective(sentence: Sentence, token: Token) -> list[int] | None:
    """*a dog big*"""
    noun = _after(sentence, token)
    if noun is None or token.tag != "JJ" or token.dep != "amod" or token.head != noun.i:
        return None
    before = sentence.tokens[token.i - 1] if token.i else None
    bare = before is not None and before.low in ("the", with_article(noun.low).partition(" ")[0])
    bare = bare and not sentence.children[token.i]
    head = sentence.tokens[noun.head]
    # *makes a film good*, *with a mouth full*
    result = noun.dep not in ("nsubj", "nsubjpass", "pobj", "attr") or head.low in ("with", "without")
    after = token.low in words("after-nouns") or token.low.endswith(("able", "ible"))
    follows = sentence.tokens[noun.i + 1 : noun.i + 2]  # *a cast solid, ...* would be described by more
    closed = _closes(sentence, noun) and all(each.text != "," for each in follows)
    fits = bare and closed and not result and not after and noun.tag in ("NN", "NNS")
    return [token.i + 1, token.i] if fits else None


def _verb(sentence: Sentence, token: Token) -> list[int] | None:
    """*because sees she him*"""
    verb = _after(sentence, token)
    if verb is None or token.low not in PRONOUNS or token.dep != "nsubj" or token.head != verb.i:
        return None
    asks = verb.lemma in words("inverting") or sentence.child(verb.i, "aux", "auxpass") is not None
    return None if asks or not is_finite(sentence, verb) else [token.i + 1, token.i]


def _preposition(sentence: Sentence, token: Token) -> list[int] | None:
    """*the garden of*"""
    noun = sentence.child(token.i, "pobj")
    span = None if noun is None else sentence.span(noun.i)
    if noun is None or span is None or token.low not in words("prepositions"):
        return None
    short = span[0] == token.i + 1 and span[1] - span[0] <= 2 and noun.tag in ("NN", "NNS")
    fits = short and len(sentence.children[token.i]) == 1 and _closes(sentence, sentence.tokens[span[1] - 1])
    return [*range(*span), token.i] if fits else None


def _after(sentence: Sentence, token: Token) -> Token | None:
    return sentence.tokens[token.i + 1] if token.i + 1 < len(sentence) else None


def _closes(sentence: Sentence, token: Token, *also: str) -> bool:
    """Does what follows a word begin something else?"""
    after = _after(sentence, token)
    return after is None or after.tag in CLOSING or after.tag in also
