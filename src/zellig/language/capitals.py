"""Which first words of a sentence are names, and keep their capital letter wherever they go."""

from __future__ import annotations

from itertools import takewhile

from zellig.language.inflection import is_word, singular
from zellig.language.tokens import Token
from zellig.language.wordnet import always_capital, is_name, noun_kind
from zellig.language.words import word_list


def begins_with_name(tokens: list[Token]) -> bool:
    """Is the first word of the sentence spelt with a capital everywhere?"""
    first = tokens[0]
    if first.text == "I" or any(map(str.isupper, first.text[1:])):
        return True
    if first.tag[:2] in ("NN", "JJ") and always_capital(first.low):
        return True
    if first.tag == "NNP" and first.low in word_list("given-names"):
        return True
    if first.low in ("the", "a", "an"):
        return _begins_title(tokens)
    if noun_kind(first.low) is None:
        unknown = first.tag == "NNS" and not is_word(first.low) and noun_kind(singular(first.low)) is None
        return unknown or first.tag in ("NNP", "NNPS") or (is_name(first.low) and first.tag == "NN")
    second = tokens[1] if len(tokens) > 1 else first
    joined = second.tag == "NNP" and second.text[:1].isupper()
    # *Worker cutting wood* is no name, *Collateral Damage* is one.
    return first.tag == "NNP" and (is_name(first.low) or joined)


def _begins_title(tokens: list[Token]) -> bool:
    """*The Kitchen opened in May*: an article before common words with capitals, no known name."""
    run = list(takewhile(lambda token: token.text[:1].isupper(), tokens[1:]))
    after = tokens[len(run) + 1].tag if len(run) + 1 < len(tokens) else ""
    if after.startswith("NN"):  # *The Cabinet meeting*
        return False
    several = bool(run) and run[-1].tag == "NNPS"  # the Millers
    if run and run[-1].low in word_list("bodies"):  # the State Assembly
        return False
    common = bool(run) and not several and all(_is_common(token) for token in run)
    return common and not is_name(" ".join(token.low for token in run))


def _is_common(token: Token) -> bool:
    """Is it a word that is written in lower case elsewhere?"""
    return not always_capital(token.low) and not is_name(token.low) and is_word(token.low)
