"""QA-SRL: the same is said in other words: synonyms, pronouns, the other voice."""

from __future__ import annotations

import random
from itertools import pairwise

from zellig.breakers.strategies.asked import HEAVY, NAMES, Asked, exchanged, phrases, statement
from zellig.breakers.strategies.data import pairs_of
from zellig.breakers.strategies.plain import compounded, is_bare
from zellig.breakers.strategies.rewriting import rewrite
from zellig.breakers.strategies.torn import refuse_torn
from zellig.breakers.strategies.version import Version
from zellig.language.clause import RefusedError
from zellig.language.realise import realise
from zellig.language.tokens import Token
from zellig.language.wordnet import PERSON, noun_kind
from zellig.language.words import word_list
from zellig.transform.change import refuse_if
from zellig.transform.composition import apply
from zellig.transform.filters import Draft, shows

ARGUMENTS = ("nsubj", "nsubjpass", "dobj")
CASES = {"nsubj": 0, "nsubjpass": 0, "dobj": 1, "pobj": 1}  # subject or object form of a pronoun


def synonym(asked: Asked, chance: random.Random) -> Version:
    """A word that is not the predicate, for a synonym."""
    statement(asked)
    reading = asked.reading
    table = pairs_of(" ".join(phrases("synonym", "pairs")))
    one_way = phrases("synonym", "one-way")
    table = {two: one for one, two in table.items() if two not in one_way} | table
    fitting = [
        token
        for token in reading.tokens
        if token.low in table
        and token.i != asked.predicate.i
        and not compounded(reading, token)
        and not is_bare(reading, token)
    ]
    refuse_if(not fitting, "no synonym")
    spans = asked.spans()
    inside = [token for token in fitting if any(start <= token.i < end for start, end in spans)]
    token = chance.choice(inside or fitting)
    word = table[token.low]
    text = rewrite(reading.sentence, {token.i: word})
    answers = exchanged(asked, token, word)
    refuse_if(any(answer not in text for answer in answers), "another article")
    touched = answers != asked.item.accepted
    promise = "becomes the new span" if touched else "same"
    return Version(
        text,
        f"{token.low} -> {word}",
        f"'{word}' says what '{token.low}' says.",
        promise,
        answers if touched else (),
    )


def pronoun(asked: Asked, chance: random.Random) -> Version:
    """*The dog barked until the dog fell asleep.* -> *The dog barked until it fell asleep.*"""
    statement(asked)
    reading, verb = asked.reading, asked.predicate
    refuse_if(len(asked.item.accepted) != 1, "several answers")
    answer = asked.item.accepted[0].lower().split()
    head = next(
        (t for t in reading.tokens if t.head == verb.i and t.dep in ARGUMENTS and t.low in answer), None
    )
    span = None if head is None else reading.sentence.span(head.i)
    if head is None or span is None or asked.text(*span).lower().split() != answer:
        raise RefusedError("not a whole phrase")
    refuse_if(head.tag not in ("NN", "NNS", *NAMES), "no noun phrase")
    later = [t for t in reading.tokens[max(head.i, verb.i) + 1 :] if (t.low, t.tag) == (head.low, head.tag)]
    refuse_if(len(later) != 1, "no second mention")
    (again,) = later
    place = reading.sentence.span(again.i)
    mentions = (f"the {head.low}", f"this {head.low}", " ".join(answer))
    if place is None or asked.text(*place).lower() not in mentions:
        raise RefusedError("no second mention")
    refuse_if(reading.tokens[place[1]].tag == "POS" or again.dep not in CASES, "no place for a pronoun")
    refuse_if(reading.lows[place[0] - 1] == "of", "no place for a pronoun")
    word = _pronoun_for(asked, head)[CASES[again.dep]]
    text = rewrite(reading.sentence, dict.fromkeys(range(*place), "") | {place[0]: word})
    why = f"The pronoun means '{asked.item.accepted[0]}', which is still there."
    return Version(text, f"{again.low} -> {word}", why, "same", asked.item.accepted)


def _pronoun_for(asked: Asked, head: Token) -> tuple[str, str]:
    """The forms for subject and object; refuses a person whose gender is not known."""
    if head.tag in ("NNS", "NNPS"):
        return "they", "them"
    if head.low in word_list("male"):
        return "he", "him"
    if head.low in word_list("female"):
        return "she", "her"
    refuse_if(asked.wh == "who" or noun_kind(head.lemma) == PERSON, "unknown gender")
    return "it", "it"


def voice(asked: Asked, chance: random.Random) -> Version:
    """*The cook baked the bread.* -> *The bread was baked by the cook.*"""
    refuse_torn(asked.reading)
    clause = asked.reading.clause
    if clause is None:
        raise RefusedError(asked.reading.refusal)
    refuse_if(clause.restored, "no finite verb")
    refuse_if(asked.reading.sentence.root != asked.predicate.i, "another predicate")
    agent = clause.predicate.part("agent")
    sides = [clause.subject, None if agent is None else agent.phrase]
    words = [word for side in sides if side is not None for word in side.words]
    refuse_if(any(word.tag in (*HEAVY, "PRP") for word in words), "heavy argument")
    goal = clause.predicate.part("object")
    refuse_if(goal is not None and any(word.tag in (*HEAVY, "PRP") for word in goal.words), "heavy argument")
    pieces = goal.words if goal is not None else ()
    refuse_if(any(a.tag == b.tag == "NNS" for a, b in pairwise(pieces)), "garbled object")
    parts = clause.predicate.parts
    refuse_if(any("," in word.text for part in parts for word in part.words), "aside")
    rest = [part for part in parts if part.role not in ("object", "agent")]
    refuse_if(any(part.preposition not in word_list("place-and-time") for part in rest), "unsure adjunct")
    refuse_if(any(part.preposition == "as" for part in clause.front), "dangling adjunct")
    refuse_if(asked.reading.tokens[0].tag in ("NN", "NNS"), "unsure name")
    change = apply(clause, "active" if clause.verb.passive else "passive")
    refuse_if(change.meaning != "equivalent", "another scope")
    text = realise(change.clause)
    refuse_if(not all(shows([Draft(text, change.clause, asked.item.fields["sentence"])])), "filter")
    return Version(text, "voice", "Who does what to whom is the same.", "same")
