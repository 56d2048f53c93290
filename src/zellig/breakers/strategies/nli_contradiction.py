"""Inference: the premise contradicts a new word of the hypothesis: gender, one of a kind, another place."""

from __future__ import annotations

import random
from collections.abc import Iterator

from zellig.breakers.strategies.data import table_in
from zellig.breakers.strategies.inference import (
    DOWNWARD,
    NOUNS,
    Inference,
    is_being,
    table_of,
    words_for,
)
from zellig.breakers.strategies.kinds import Place, shared
from zellig.breakers.strategies.rewriting import rewrite
from zellig.breakers.strategies.version import Version
from zellig.language.clause import RefusedError
from zellig.language.inflection import FORMS
from zellig.language.tokens import Token
from zellig.language.words import word_list
from zellig.transform.change import refuse_if

# --- gender


def gender(inference: Inference, chance: random.Random) -> Version:
    """*A man is running.* -> *A woman is running.*"""
    forth = table_of("gender")
    back = {two: one for one, two in forth.items()}
    male, female = (word_list(side) | set(words_for("gender", side)) for side in ("male", "female"))
    hypothesis = inference.hypothesis
    lows = set(hypothesis.lows)
    own, other = (male, female) if lows & male else (female, male)
    refuse_if(not lows & own or lows & other, "not one gender")
    refuse_if(other & inference.given, "both genders")
    nouns = [token for token in hypothesis.tokens if token.low in own and token.tag in NOUNS]
    refuse_if(not any(token.lemma in inference.given for token in nouns), "gender not given")
    refuse_if(DOWNWARD & lows, "not upward")
    refuse_if("there" in lows and len(inference.beings()) > 1, "somebody else")
    table = (forth | table_of("gender", "one-way")) if own is male else back
    changes = {}
    for token in hypothesis.tokens:
        if token.low in own:
            if token.low == "her" and token.tag == "PRP":
                changes[token.i] = "him"
            elif token.low in table:
                partner = table[token.low]
                changes[token.i] = chance.choice(table_in("inference", "said-of").get(partner, (partner,)))
            else:
                raise RefusedError("no partner")
    first = nouns[0]
    why = f"The premise speaks of a {first.lemma}."
    return Version(rewrite(hypothesis.sentence, changes), f"{first.low} -> {changes[first.i]}", why)


# --- one of a set

SIDES = {"inside": "outside", "outside": "inside"}
SLEEP = {"asleep": "awake", "awake": "asleep"}
WITH_OBJECT = ("forces", "throws", "trade", "climbs")  # kinds of verbs


def co_hyponym(inference: Inference, chance: random.Random) -> Version:
    """*a red car* -> *a blue car*; *sitting* -> *standing*; *outside* -> *in a kitchen*."""
    refuse_if(several(inference), "several")
    refuse_if(DOWNWARD.intersection(inference.hypothesis.lows), "not upward")
    options = [*_of_one_kind(inference), *_elsewhere(inference), *_asleep(inference)]
    refuse_if(not options, "nothing exclusive")
    token, words = chance.choice(options)
    word = chance.choice(words)
    text = rewrite(inference.hypothesis.sentence, {token.i: word})
    return Version(text, f"{token.low} -> {word}", f"What is '{token.low}' is not '{word}'.")


def several(inference: Inference) -> bool:
    """Does the premise speak of another one, or of things that differ?"""
    return not set(words_for("elsewhere", "several")).isdisjoint(inference.premise.lows)


def _of_one_kind(inference: Inference) -> Iterator[tuple[Token, list[str]]]:
    """Words that both say of the same thing, each with others of which only one can be true."""
    left_out = words_for("exclusive", "left-out")
    for given, said in shared(inference.premise, inference.hypothesis):
        token = said.token
        if said.holder and "there" in inference.hypothesis.lows:
            continue  # there may be another one
        if said.name in left_out or not _simple(said):
            continue
        if said.name == "ages" and said.holder not in words_for("unseen", "adult-nouns"):
            continue  # an old puppy is none
        if token.tag in FORMS and token.dep != "amod":
            _one_doer(inference, token)
        before = said.reading.tokens[token.head].low
        usual = table_in("inference", "instead")
        known = usual.get(f"{before} {said.word}", usual.get(said.word))
        instead = said.kind.others(said.word) if known is None else known
        words = [word for word in instead if word not in inference.given]
        if words and given.kind == said.kind:
            yield token, [said.fitted(word) for word in words]


def _simple(place: Place) -> bool:
    """Is it a noun with nothing but a plain adjective, or the plain verb of a statement?"""
    reading, token = place.reading, place.token
    if token.tag in FORMS and token.dep != "amod":
        return reading.child(token.i, "prt", "dobj", "oprd", "xcomp") is None or place.name in WITH_OBJECT
    own = [reading.tokens[child] for child in reading.sentence.children[token.i]]
    plain = words_for("modifiers", "droppable")
    return all(child.low in plain for child in own if child.dep == "amod")


def _elsewhere(inference: Inference) -> Iterator[tuple[Token, list[str]]]:
    """*outside* -> *in a kitchen*"""
    hypothesis = inference.hypothesis
    for token in hypothesis.tokens:
        here = next((side for side in SIDES if token.low in words_for("elsewhere", f"plain-{side}")), None)
        if here is None or hypothesis.child(token.i, "pobj", "pcomp", "prep") is not None:
            continue
        other = SIDES[here]
        refuse_if(token.tag == "NN" or token.dep in ("compound", "amod"), "not a place")
        refuse_if(inference.given.intersection(words_for("elsewhere", f"{other}-words")), "other place given")
        verb = hypothesis.tokens[token.head]
        other_place = hypothesis.child(verb.i, "prep") not in (None, token)
        refuse_if(
            other_place or inference.said.intersection(words_for("elsewhere", "place-words")), "two places"
        )
        at_end = token.i + 1 == len(hypothesis.tokens) or hypothesis.tokens[token.i + 1].tag == "."
        free = at_end and verb.lemma in words_for("elsewhere", "verbs")
        name = other if free else f"anywhere-{other}" if at_end else f"plain-{other}"
        yield token, list(words_for("elsewhere", name))


def _asleep(inference: Inference) -> Iterator[tuple[Token, list[str]]]:
    """*asleep* -> *awake*"""
    for token in inference.hypothesis.tokens:
        if token.low in SLEEP:
            refuse_if({"awake", "wake", "waking"} & inference.given, "other state given")
            _one_doer(inference, token)
            yield token, [SLEEP[token.low]]


def _one_doer(inference: Inference, token: Token) -> None:
    """Refuses where somebody in the premise could be what is said now, or does two things."""
    subject = next(
        (t for t in inference.hypothesis.tokens if t.dep in ("nsubj", "nsubjpass") and is_being(t)), None
    )
    if subject is None:
        raise RefusedError("no holder")
    alike = [each for each in inference.beings() if each.lemma == subject.lemma]
    refuse_if(len(alike) != 1 and len(inference.beings()) != 1, "several holders")
    postures = words_for("elsewhere", "posture-words")
    given = {t.lemma for t in inference.premise.tokens if t.lemma in postures and t.tag.startswith("VB")}
    refuse_if(token.lemma in postures and given != {token.lemma}, "not one posture")
