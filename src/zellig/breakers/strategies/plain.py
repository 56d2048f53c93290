"""Synonyms of words that carry no opinion, where they stand in a place that both fit."""

from __future__ import annotations

import random

from zellig.breakers.strategies.data import Plain
from zellig.breakers.strategies.opinion import Reading
from zellig.breakers.strategies.rewriting import rewrite
from zellig.breakers.strategies.version import NEGATIVES, Version
from zellig.language.tokens import Token


def plain_synonym(reading: Reading, chance: random.Random) -> Version | None:
    """A word that has a synonym and stands where it fits; one of them, if there are several."""
    domain = reading.domain
    found: list[tuple[Token, str]] = []
    for token in reading.tokens:
        listed = domain.placed_synonyms.get(token.low)
        fits = listed is not None and _fits(reading, token, listed)
        word = listed.to if listed is not None and fits else domain.plain_synonyms.get(token.low)
        if word is None or token.low in domain.unread:
            continue
        if not (compounded(reading, token) or is_bare(reading, token) or _with_particle(reading, token)):
            found += [(token, other) for other in word.split("/") if other not in reading.lows]
    if not found:
        return None
    token, word = chance.choice(found)
    text = rewrite(reading.sentence, {token.i: word})
    return Version(text, f"{token.low} -> {word}", f"'{word}' says what '{token.low}' says.")


def _fits(reading: Reading, token: Token, listed: Plain) -> bool:
    """Is the word what the list means: of this part of speech, and not in a fixed phrase?"""
    after = reading.tokens[token.i + 1] if token.i + 1 < len(reading.tokens) else None
    before = reading.lows[token.i - 1] if token.i else ""
    if token.tag not in listed.tag.split() or before in listed.before.split():
        return False
    if listed.last and before not in listed.last.split():
        return False
    if after is None or after.low in listed.after.split():
        return False
    if listed.next and after.low not in listed.next.split() and after.tag not in listed.next.split():
        return False
    if token.low == "very" and not NEGATIVES.isdisjoint(reading.lows):
        return False  # *did not fit very well*
    return not (token.low == "but" and _corrects(reading, token))


def _corrects(reading: Reading, but: Token) -> bool:
    """*not a play but a poem*, *nothing but*, *cannot help but*: no *yet* there."""
    clause = any(token.tag in ("VBZ", "VBP", "VBD", "MD") for token in reading.tokens[but.i + 1 :])
    denied = {"not", "n't", "no", "nothing", "none", "never", "help", "anything", "only", "all"}
    return but.dep != "cc" or (not clause and bool(denied & set(reading.lows[: but.i])))


def _with_particle(reading: Reading, token: Token) -> bool:
    """*starts off*: another verb would not take the particle."""
    return token.tag.startswith("VB") and reading.child(token.i, "prt") is not None


def is_bare(reading: Reading, token: Token) -> bool:
    """*told through film*, *by car*: what stands without an article there, its synonym need not."""
    introduced = reading.child(token.i, "det", "poss", "nummod") is not None
    return token.tag == "NN" and token.dep in ("nsubj", "nsubjpass", "dobj", "pobj") and not introduced


def compounded(reading: Reading, token: Token) -> bool:
    """Is it part of a name or a compound, or at the front, where capitals tell nothing?"""
    if token.dep == "compound" or (token.i > 0 and token.text[:1].isupper()):
        return True
    if reading.child(token.i, "compound") is not None and token.tag.startswith("NN"):
        return True
    after = reading.tokens[token.i + 1] if token.i + 1 < len(reading.tokens) else None
    return after is not None and after.text[:1].isupper() and token.tag.startswith("NN")
