"""Small changes to a parsed sentence, said with the spacing and the capitals of the source."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.breakers.search.passage import cased
from zellig.language.tokens import Sentence, Token


def replaced(sentence: Sentence, place: int, word: str) -> str:
    """The sentence with another word at a place."""
    old = sentence.tokens[place].text
    capital = old != "I" or begins(sentence, place)  # which it has everywhere
    return _said(sentence, {place: cased(word, like=old) if capital else word})


def inserted(sentence: Sentence, after: int, word: str) -> str:
    """The sentence with one more word behind a place."""
    return _said(sentence, {after: f"{sentence.tokens[after].text} {word}"})


def removed(sentence: Sentence, first: int, last: int) -> str:
    """The sentence without the words from one place to another; neither is the first of the sentence."""
    return _said(sentence, dict.fromkeys(range(first, last + 1), ""))


def reordered(sentence: Sentence, first: int, order: Sequence[int]) -> str | None:
    """The sentence with some neighbours, from a place on, in another order; None if they stick together."""
    places = range(first, first + len(order))
    tokens = sentence.tokens
    if any(not tokens[place].space for place in places[1:]) or sticks(sentence, places[-1]):
        return None  # *don't*, *well-made*, or one at the end of which something hangs
    words = [_lower(tokens[place]) if place == first else tokens[place].text for place in order]
    if begins(sentence, first):
        words[0] = cased(words[0], like=tokens[first].text)
    return _said(sentence, dict(zip(places, words, strict=True)))


def sticks(sentence: Sentence, place: int) -> bool:
    """Does a word or a part of one hang on a word, as in *he's* or *well-made*?"""
    after = sentence.tokens[place + 1 : place + 2]
    return any(not token.space and token.text[:1] not in ".,;:!?)" for token in after)


def begins(sentence: Sentence, place: int) -> bool:
    """Is it the first word of a sentence?"""
    before = [token for token in sentence.tokens[:place] if token.text[:1] not in "\"'“‘("]
    return not before or before[-1].text in (".", "!", "?")


def _lower(token: Token) -> str:
    """A word as it is written inside a sentence."""
    return token.text if token.text == "I" or token.tag.startswith("NNP") else token.low


def _said(sentence: Sentence, changed: dict[int, str]) -> str:
    words = []
    for token in sentence.tokens:
        text = changed.get(token.i, token.text)
        words.append(token.space + text if text else "")
    return "".join(words).strip()
