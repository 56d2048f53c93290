"""QA-SRL: remarks on noun phrases, and phrases put between the answer and its predicate."""

from __future__ import annotations

import random
from collections.abc import Callable

from zellig.breakers.strategies.asked import HEAVY, NAMES, Asked, phrases, statement
from zellig.breakers.strategies.plain import compounded
from zellig.breakers.strategies.rewriting import rewrite
from zellig.breakers.strategies.version import Version
from zellig.language.clause import RefusedError
from zellig.language.inflection import plural
from zellig.language.phrases import determiner_of
from zellig.language.tokens import FINITE, Token
from zellig.language.wordnet import ARTIFACT, PERSON, name_kind, noun_kind
from zellig.language.words import word_list
from zellig.transform.change import refuse_if

LONGEST_PHRASE = 8  # words
OPEN = ("definite", "indefinite", "proper", "numeral")  # of these a remark can be made


def modifier(asked: Asked, chance: random.Random) -> Version:
    """*the cook* -> *the cook, known to many people,*; another *the mayor* -> *the young mayor*."""
    statement(asked)
    return _first_of([_remark, _adjective], asked, chance)


def _remark(asked: Asked, chance: random.Random) -> Version:
    """A remark behind the answer."""
    head, end = _answer_phrase(asked)
    tokens = asked.reading.tokens
    subject = head.dep in ("nsubj", "nsubjpass") and tokens[end].tag in (*FINITE, "MD")
    goal = head.dep in ("dobj", "pobj") and end == len(tokens) - 1
    refuse_if(not (subject or goal), "no room behind the answer")
    remark = chance.choice(phrases("modifier", "remarks"))
    grown = f"{asked.mark} {remark}"
    last = tokens[end - 1]
    text = rewrite(asked.reading.sentence, {last.i: f"{last.text}{grown}{'' if goal else asked.mark}"})
    answers = (*asked.item.accepted, *(f"{answer}{grown}" for answer in asked.item.accepted))
    return Version(
        text, remark, "A remark on the answer may or may not be part of it.", "becomes the new span", answers
    )


def _adjective(asked: Asked, chance: random.Random) -> Version:
    """An adjective before a noun outside all answers."""
    reading = asked.reading
    kinds = {PERSON: "person-adjectives", ARTIFACT: "artifact-adjectives"}
    spans = asked.spans()
    fitting = [
        (token, kind)
        for token in reading.tokens
        if token.tag == "NN"
        and token.i > 0
        and reading.lows[token.i - 1] in ("a", "an", "the")
        and reading.tokens[token.i - 1].head == token.i
        and (kind := noun_kind(token.lemma)) in kinds
        and not compounded(reading, token)
        and not any(start <= token.i < end for start, end in spans)
    ]
    refuse_if(not fitting, "no noun to describe")
    token, kind = chance.choice(fitting)
    adjective = chance.choice(phrases("modifier", kinds[kind]))
    text = rewrite(reading.sentence, {}, {token.i: adjective})
    return Version(text, f"{adjective} {token.low}", "The noun is no part of the answer.", "same")


def _first_of(
    ways: list[Callable[[Asked, random.Random], Version]], asked: Asked, chance: random.Random
) -> Version:
    """The first version that is not refused, in an order of chance; else the last refusal."""
    chance.shuffle(ways)
    for way in ways[:-1]:
        try:
            return way(asked, chance)
        except RefusedError:
            continue
    return ways[-1](asked, chance)


def distractor_np(asked: Asked, chance: random.Random) -> Version:
    """*The cook baked* -> *The cook, unlike most other cooks, baked*."""
    statement(asked)
    head, end = _answer_phrase(asked)
    tokens, verb = asked.reading.tokens, asked.predicate
    refuse_if(head.dep not in ("nsubj", "nsubjpass") or head.head != verb.i, "not the subject")
    refuse_if(tokens[end].tag not in (*FINITE, "MD"), "no room behind the answer")
    if head.tag in NAMES:
        refuse_if(asked.wh != "who" or not _name_of_person(asked, head, end), "no name of a person")
        other = chance.choice(phrases("distractor-np", "persons"))
    else:
        counted = head.tag == "NNS" or asked.reading.child(head.i, "det") is not None
        kind = noun_kind(head.lemma)
        sure = head.tag == "NNS" or tokens[head.i - 1].low in ("a", "an") or kind in (PERSON, ARTIFACT)
        plain = head.text.islower()
        refuse_if(not (counted and sure and plain) or head.i != end - 1, "not counted")
        other = f"most other {head.low if head.tag == 'NNS' else plural(head.low)}"
    last = tokens[end - 1]
    text = rewrite(asked.reading.sentence, {last.i: f"{last.text}{asked.mark} unlike {other}{asked.mark}"})
    return Version(
        text, f"unlike {other}", f"'{other}' stands nearer to the predicate and is not its subject.", "same"
    )


def _name_of_person(asked: Asked, head: Token, end: int) -> bool:
    """*Anna Weber*, but not *The Packers*, *Radio One*, *OPEC*."""
    start = min([head.i, *asked.reading.sentence.children[head.i]])
    names = asked.reading.tokens[start:end]
    return all(
        token.tag == "NNP"
        and token.text[1:].islower()
        and (token.low in word_list("given-names") or noun_kind(token.low) is None)
        and name_kind(token.low) in (None, PERSON)
        for token in names
    )


def _answer_phrase(asked: Asked) -> tuple[Token, int]:
    """The head of the noun phrase that answers, and the place behind it."""
    refuse_if(asked.wh not in ("who", "what"), "not asked who or what")
    reading, spans = asked.reading, asked.spans()
    refuse_if(len({end for _, end in spans}) != 1, "several answers")
    start, end = min(spans)
    refuse_if(end == len(reading.tokens), "answer with the full stop")
    heads = [t for t in reading.tokens[start:end] if not start <= t.head < end]
    refuse_if(len(heads) != 1 or heads[0].tag not in ("NN", "NNS", *NAMES), "no noun phrase")
    (head,) = heads
    refuse_if(reading.sentence.span(head.i) != (start, end), "not a whole phrase")
    refuse_if(end - start > LONGEST_PHRASE, "long answer")
    inside = reading.tokens[start:end]
    refuse_if(any(t.tag in HEAVY for t in inside), "heavy answer")
    refuse_if(determiner_of(reading.sentence, head) not in OPEN or head.low == "others", "no open phrase")
    return head, end
