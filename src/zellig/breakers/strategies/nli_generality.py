"""Inference: the hypothesis says less than it did: a wider noun, an adjective gone."""

from __future__ import annotations

import random
from collections.abc import Iterator

from zellig.breakers.strategies.data import table_in
from zellig.breakers.strategies.inference import (
    INDEFINITE,
    NOUNS,
    Inference,
    is_being,
    upward,
    words_for,
)
from zellig.breakers.strategies.opinion import Reading
from zellig.breakers.strategies.rewriting import rewrite
from zellig.breakers.strategies.version import Version
from zellig.language.inflection import FORMS, inflect, is_verb_form, plural
from zellig.language.tokens import Token
from zellig.transform.change import refuse_if


def hypernym(inference: Inference, chance: random.Random) -> Version:
    """*A dog is running.* -> *An animal is running.*; *plays soccer* -> *plays a sport*."""
    reading = inference.hypothesis
    upward(reading)
    fitting = [*_nouns(reading), *_bare_nouns(reading), *_doings(reading)]
    refuse_if(not fitting, "no more general word")
    # what people do and have rather than that they are people, of whom there are so many
    others = [each for each in fitting if not is_being(each[0])]
    token, changes = chance.choice([*fitting, *others, *others])
    change = chance.choice(changes)
    why = f"Every {token.lemma} is one." if token.tag in ("NN", "NNS") else f"Who {token.lemma}s does that."
    return Version(rewrite(reading.sentence, change), f"{token.low} -> {change[token.i]}", why)


Change = dict[int, str]  # by place, the new word
PRONOUNS = ("someone", "somebody")


def _nouns(reading: Reading) -> Iterator[tuple[Token, list[Change]]]:
    for token in reading.tokens:
        if token.tag not in ("NN", "NNS") or not _can_be_general(reading, token):
            continue
        words = [
            word
            for word in table_in("inference", "wider").get(token.lemma, ())
            if not _occurs(word, reading) and _goes_there(word, reading, token)
        ]
        if words:
            yield token, [_with_noun(word, token) for word in words]


def _goes_there(word: str, reading: Reading, token: Token) -> bool:
    """*someone* only for *a man* alone; *human* only for who does something."""
    if word in PRONOUNS:
        own = reading.sentence.children[token.i]
        return token.tag == "NN" and list(own) == [token.i - 1] and reading.lows[token.i - 1] in ("a", "an")
    if " " in word and reading.child(token.i, "amod") is not None:
        return False  # *a small young person*
    only_subject = word.rpartition(" ")[2] in words_for("wider-subjects", "words")
    return not only_subject or token.dep in ("nsubj", "ROOT")


def _with_noun(word: str, token: Token) -> Change:
    if word in PRONOUNS:
        return {token.i - 1: "", token.i: word}
    return {token.i: _counted(word) if token.tag == "NNS" else word}


def _counted(word: str) -> str:
    *before, noun = word.split()
    return " ".join([*before, "people" if noun == "person" else plural(noun)])


def _bare_nouns(reading: Reading) -> Iterator[tuple[Token, list[Change]]]:
    """*playing soccer*, *drinking coffee*"""
    for token in reading.tokens:
        alone = token.dep == "dobj" and not reading.sentence.children[token.i]
        after = reading.tokens[token.i + 1] if token.i + 1 < len(reading.tokens) else None
        if alone and not (after is not None and after.tag in NOUNS):
            words = [
                word
                for word in table_in("inference", "wider-bare").get(token.low, ())
                if not _occurs(word, reading)
            ]
            if words:
                yield token, [{token.i: word} for word in words]


def _doings(reading: Reading) -> Iterator[tuple[Token, list[Change]]]:
    """*jogging* -> *running*, where nothing but a place follows."""
    for token in reading.tokens:
        plain = reading.child(token.i, "dobj", "prt", "oprd", "xcomp", "dative", "cc", "conj") is None
        if token.tag in FORMS and token.i == reading.sentence.root and plain:
            words = table_in("inference", "wider-doing").get(token.lemma, ())
            if words:
                yield token, [{token.i: inflect(word, FORMS[token.tag])} for word in words]


def _occurs(word: str, reading: Reading) -> bool:
    noun = word.rpartition(" ")[2]
    forms = {noun, plural(noun)} | ({"people"} if noun == "person" else set())
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


def modifier_drop(inference: Inference, chance: random.Random) -> Version:
    """*A young man is running.* -> *A man is running.*"""
    reading = inference.hypothesis
    upward(reading)
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


def _indefinite(reading: Reading, noun: Token) -> bool:
    """*a dog*, *two dogs*, *dogs*"""
    before = [reading.tokens[c] for c in reading.sentence.children[noun.i] if c < noun.i]
    introducing = [t for t in before if t.dep in ("det", "nummod", "poss", "predet", "quantmod")]
    if not introducing:  # *catches* may be a verb
        return noun.tag == "NNS" and is_verb_form(noun.low, "third") is None
    return len(introducing) == 1 and introducing[0].low in INDEFINITE
