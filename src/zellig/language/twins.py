"""Two words or phrases of one kind that *and* or *or* joins, either of which may come first.

*The food and the service*, *a funny and touching play*, *quickly and quietly*: no more than their own words
must be understood to exchange them, so they are found in sentences that are no clause, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from zellig.language.clause import Clause, Words
from zellig.language.inflection import is_adjective, with_article
from zellig.language.tokens import Sentence, Token
from zellig.language.words import word_list
from zellig.language.written import Written, rebuilt

LONGEST = 4  # words of a phrase that is exchanged
_JOINERS = frozenset({"and", "or"})
_NOUNS = frozenset({"NN", "NNS"})
_ARTICLES = frozenset({"a", "an", "the", "some"})
_SHARED = frozenset({"the", "my", "our", "your", "their", "its", "his", "her", "this", "these", "those"})
_DESCRIBING = frozenset({"JJ", "NN"})
# Behind the second of two nouns these may belong to it alone: *a dog and a man in a coat*.
_GOES_ON = frozenset(
    {"IN", "TO", "VBG", "VBN", "WDT", "WP", "WP$", "WRB", ",", ":", "CC", "-LRB-", "POS", "CD", "HYPH"}
)
_BEFORE = frozenset({"HYPH", "CC", "CD", "$", "POS"})
_MARKS = frozenset(".!?")
_ATTRIBUTES = frozenset({"amod", "acomp", "advmod"})


def twins(sentence: Sentence) -> Iterator[Clause]:
    """The sentence with two twins exchanged, for every two of it."""
    lows = {token.low for token in sentence.tokens}
    if _JOINERS.isdisjoint(lows) or not lows.isdisjoint(word_list("tells-order")):
        return
    written = Written(sentence)
    for joiner in sentence.tokens:
        if joiner.low in _JOINERS and joiner.dep == "cc":
            found = _spans(sentence, joiner)
            if found is not None:
                yield rebuilt(written, _exchanged(written, *found, joiner.i))


def _spans(sentence: Sentence, joiner: Token) -> tuple[int, int] | None:
    """Where the first begins and the second ends, if they are twins."""
    tokens, first = sentence.tokens, sentence.tokens[joiner.head]
    joined = [tokens[child] for child in sentence.children[first.i] if tokens[child].dep == "conj"]
    comma = tokens[joiner.i - 1].low == ","  # *small, dark, and cold*
    if len(joined) != 1 or first.i != joiner.i - 1 - comma or (comma and first.dep != "conj"):
        return None
    (second,) = joined
    span, both, end = sentence.span(second.i), sentence.span(first.i), second.i + 1
    if (
        span is None
        or both is None
        or span[0] != joiner.i + 1
        or (end != both[1] and tokens[end].low != "of")
    ):
        return None  # *the size and colour of the cups*
    if sentence.child(second.i, "conj", "cc", "neg") or f"{first.low}+{second.low}" in word_list(
        "fixed-pairs"
    ):
        return None
    start = _start(sentence, first, second, both[0])
    listed = first.dep == "conj"  # *small, dark and cold*
    if start is None or first.low == second.low:
        return None
    before = tokens[start - 1] if start else None
    if before is not None and (before.tag in _BEFORE or (before.low == ",") != listed):
        return None
    behind = tokens[end] if end < len(tokens) else None
    shared = behind is not None and behind.low == "of" and start != first.i  # *a cup and a plate of soup*
    # *a dog or two cats are*, *an hour and a half*, *the first and second*
    numbers = joiner.low == "or" and first.tag != second.tag
    if numbers or {first.low, second.low} & word_list("keeps-order"):
        return None
    return None if shared or (behind is not None and _goes_on(sentence, first, behind)) else (start, end)


def _start(sentence: Sentence, first: Token, second: Token, begin: int) -> int | None:
    """Where the first of them begins, if both are alike; what stands before it belongs to both."""
    if first.tag in _NOUNS and second.tag in _NOUNS:
        return _start_of_nouns(sentence, first, second, begin)
    own = [sentence.tokens[child] for child in sentence.children[first.i]]
    alone = all(each.dep in ("cc", "conj", "punct") for each in own) and not sentence.children[second.i]
    adverbs = first.tag == "RB" and first.low.endswith("ly") and second.low.endswith("ly")
    adjectives = first.tag in ("JJ", "JJR") and all(_is_adjective(each.low) for each in (first, second))
    chain = first
    while chain.dep == "conj":
        chain = sentence.tokens[chain.head]
    # *a big and shiny apple*
    sized = first.low in word_list("sizes") and second.low not in word_list("sizes")
    alike = first.tag == second.tag == chain.tag and chain.dep in _ATTRIBUTES and (adjectives or adverbs)
    return first.i if alone and alike and not sized else None


def _is_adjective(word: str) -> bool:
    """*funny*, *touching*; but *tear* is none, whatever the parser says."""
    return is_adjective(word) or word.endswith(("ing", "ed"))


def _start_of_nouns(sentence: Sentence, first: Token, second: Token, begin: int) -> int | None:
    tokens = sentence.tokens
    joiner = next(token.i for token in tokens[first.i :] if token.low in _JOINERS)
    one, two = tokens[begin : first.i], tokens[joiner + 1 : second.i]
    if first.dep in ("compound", "nmod", "amod", "npadvmod"):
        return None
    if not two and not one:
        alone = _alike(first, second) and first.dep in ("nsubj", "nsubjpass", "dobj", "pobj", "conj")
        return first.i if alone and (begin or first.tag == "NNS") else None  # *Bread and Roses*, a title
    if not two:  # *the food and service*
        shared = len(one) == 1 and one[0].low in _SHARED and _alike(first, second)
        return first.i if shared else None
    own = [_describes(some) for some in (one, two)]
    there = any(token.dep == "expl" for token in tokens)  # *There is a cat and two dogs*
    return begin if all(own) and (first.tag == second.tag or not there) else None


def _alike(first: Token, second: Token) -> bool:
    """Not *pavement* and *singing*, which the parser takes for a noun."""
    return first.tag == second.tag and first.low.endswith("ing") == second.low.endswith("ing")


def _describes(words: list[Token]) -> bool:
    """An article, and perhaps adjectives, or nouns: what belongs to one noun alone."""
    known = bool(words) and (words[0].low in _ARTICLES or words[0].tag == "CD") and len(words) < LONGEST
    return known and all(word.tag in _DESCRIBING for word in words[1:])


def _goes_on(sentence: Sentence, first: Token, behind: Token) -> bool:
    """May what follows belong to the second of them alone?"""
    if behind.low == "of":
        return first.tag not in _NOUNS
    if first.tag in _NOUNS:
        return behind.tag in _GOES_ON or behind.tag.startswith(("NN", "JJ"))
    if first.tag == "RB":
        return behind.tag.startswith(("VB", "JJ", "RB")) or behind.tag in _GOES_ON
    while first.dep == "conj":
        first = sentence.tokens[first.head]
    noun = sentence.tokens[first.head]
    known = noun.tag.startswith("NN") and not is_adjective(noun.low)
    attribute = first.dep == "amod" and noun.i >= behind.i and known  # not *super delicious*
    return not (attribute or set(behind.text) <= _MARKS)


def _exchanged(written: Written, start: int, stop: int, joiner: int) -> Words:
    """The words in their new order."""
    pause = joiner - (written.tokens[joiner - 1].low == ",")
    before, first, second = (
        written.words(0, start),
        written.words(start, pause),
        written.words(joiner + 1, stop),
    )
    return (
        *_with_article(before, second),
        *_spaced(second, first[0].space),
        *written.words(pause, joiner + 1),
        *_spaced(first, second[0].space),
        *written.words(stop, written.stop),
    )


def _spaced(words: Words, space: str) -> Words:
    return (replace(words[0], space=space), *words[1:])


def _with_article(before: Words, second: Words) -> Words:
    """*a funny and odd play* is *an odd and funny play*."""
    if not before or before[-1].text.lower() not in ("a", "an"):
        return before
    article = with_article(second[0].text).split()[0]
    text = article if before[-1].text.islower() else article.capitalize()
    return (*before[:-1], replace(before[-1], text=text))
