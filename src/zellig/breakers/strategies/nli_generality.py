"""Inference: the hypothesis says less than it did, or more: a wider noun, an adjective gone or new."""

from __future__ import annotations

import random

from zellig.breakers.strategies.inference import (
    DOWNWARD,
    NOUNS,
    NUMBERS,
    Inference,
    table_of,
    words_for,
)
from zellig.breakers.strategies.opinion import Reading
from zellig.breakers.strategies.rewriting import rewrite
from zellig.breakers.strategies.version import Version
from zellig.language.inflection import is_verb_form, plural
from zellig.language.tokens import Token
from zellig.transform.change import refuse_if

INDEFINITE = frozenset({"a", "an", "some", *NUMBERS})


def hypernym(inference: Inference, chance: random.Random) -> Version:
    """*A dog is running.* -> *An animal is running.*"""
    _upward(inference.hypothesis)
    reading, table = inference.hypothesis, table_of("hypernyms")
    fitting = [
        (token, table[token.lemma])
        for token in reading.tokens
        if token.tag in ("NN", "NNS") and token.lemma in table and _can_be_general(reading, token)
    ]
    fitting = [(token, word) for token, word in fitting if not _occurs(word, reading)]
    refuse_if(not fitting, "no more general word")
    token, word = chance.choice(fitting)
    if token.tag == "NNS":
        word = "people" if word == "person" else plural(word)
    text = rewrite(reading.sentence, {token.i: word})
    return Version(text, f"{token.low} -> {word}", f"Every {token.lemma} is one.")


def _occurs(word: str, reading: Reading) -> bool:
    forms = {word, plural(word)} | ({"people"} if word == "person" else set())
    return not forms.isdisjoint(reading.lows)


def _can_be_general(reading: Reading, token: Token) -> bool:
    modifiers = {reading.tokens[c].low for c in reading.sentence.children[token.i]}
    after = reading.tokens[token.i + 1] if token.i + 1 < len(reading.tokens) else None
    return (
        _indefinite(reading, token)
        and token.dep in ("nsubj", "dobj", "pobj", "nsubjpass", "ROOT")
        and reading.child(token.i, "compound", "cc", "conj") is None
        and modifiers.isdisjoint(words_for("hypernyms", "fixed"))
        and not (token.tag == "NN" and reading.child(token.i, "nummod") is not None)  # *two woman*
        and not (after is not None and after.tag in NOUNS)  # *boat dock*, whatever the parser says
    )


def modifier_add(inference: Inference, chance: random.Random) -> Version:
    """*A man is running.* -> *A hungry man is running.*"""
    reading = inference.hypothesis
    _upward(reading)
    refuse_if(inference.given.intersection(words_for("unseen", "told")), "may be told")
    options = []
    for token in reading.tokens:
        for kind, nouns in (
            ("adults", "adult-nouns"),
            ("children", "child-nouns"),
            ("animals", "animal-nouns"),
            ("things", "thing-nouns"),
        ):
            if token.low in words_for("unseen", nouns) and token.dep in ("nsubj", "dobj", "nsubjpass"):
                options += [(token, adjective) for adjective in words_for("unseen", kind)]
    refuse_if(not options, "no noun to describe")
    token, adjective = chance.choice(options)
    place = _first_modifier(reading, token)
    text = rewrite(reading.sentence, {}, {place: adjective})
    return Version(text, f"{adjective} {token.low}", "The premise does not say so.")


def _first_modifier(reading: Reading, noun: Token) -> int:
    """The place before which an adjective of ours can stand."""
    start = noun.i
    while (
        start
        and reading.tokens[start - 1].head == noun.i
        and reading.tokens[start - 1].dep in ("amod", "compound")
    ):
        start -= 1
    refuse_if(reading.child(noun.i, "cc", "conj", "poss") is not None or noun.dep == "conj", "joined nouns")
    before = reading.tokens[start - 1] if start else None
    bare = noun.tag == "NNS" or noun.low in ("people", "men", "women", "children")
    introduced = before is not None and before.head == noun.i and before.low in (INDEFINITE | {"the"})
    refuse_if(not introduced and not (bare and reading.child(noun.i, "det", "nummod") is None), "unsure noun")
    refuse_if(reading.tokens[start].tag in ("JJR", "JJS") or start == 0, "unsure noun")
    return start


def modifier_drop(inference: Inference, chance: random.Random) -> Version:
    """*A young man is running.* -> *A man is running.*"""
    reading = inference.hypothesis
    _upward(reading)
    fitting = [
        token
        for token in reading.tokens
        if token.dep == "amod"
        and token.low in words_for("modifiers", "droppable")
        and token.tag == "JJ"
        and not reading.sentence.children[token.i]
        and token.head > token.i
        and _indefinite(reading, reading.tokens[token.head])
        and reading.tokens[token.head].dep in ("nsubj", "dobj", "pobj", "attr", "nsubjpass", "ROOT")
    ]
    refuse_if(not fitting, "no modifier")
    token = chance.choice(fitting)
    noun = reading.tokens[token.head]
    text = rewrite(reading.sentence, {token.i: ""})
    return Version(text, f"{token.low} {noun.low} -> {noun.low}", f"A {token.low} {noun.low} is one.")


def _upward(reading: Reading) -> None:
    """Refuses a hypothesis in which more general words might not follow."""
    refuse_if(DOWNWARD.intersection(reading.lows), "not upward")
    refuse_if(not reading.single, "more than one sentence")


def _indefinite(reading: Reading, noun: Token) -> bool:
    """*a dog*, *two dogs*, *dogs*"""
    before = [reading.tokens[c] for c in reading.sentence.children[noun.i] if c < noun.i]
    introducing = [t for t in before if t.dep in ("det", "nummod", "poss", "predet", "quantmod")]
    if not introducing:  # *catches* may be a verb
        return noun.tag == "NNS" and is_verb_form(noun.low, "third") is None
    return len(introducing) == 1 and introducing[0].low in INDEFINITE
