"""Inference: the premise contradicts a new word of the hypothesis: number, gender, one of a set."""

from __future__ import annotations

import random
from dataclasses import replace

from zellig.breakers.strategies.inference import (
    DOWNWARD,
    NOUNS,
    NUMBERS,
    Inference,
    is_being,
    table_of,
    words_for,
)
from zellig.breakers.strategies.opinion import Reading
from zellig.breakers.strategies.rewriting import rewrite
from zellig.breakers.strategies.version import Version
from zellig.language.clause import RefusedError, Word, plain
from zellig.language.inflection import FORMS, inflect, plural
from zellig.language.realise import realise
from zellig.language.tokens import Token
from zellig.language.verb_group import Agreement
from zellig.language.wordnet import PERSON, noun_kind
from zellig.language.words import word_list
from zellig.transform.change import all_words, refuse_if

# --- number


def number(inference: Inference, chance: random.Random) -> Version:
    """*A man is running.* -> *Two men are running.*"""
    _one_group(inference)
    clause = inference.hypothesis.clause
    if clause is None:
        raise RefusedError(f"hypothesis: {inference.hypothesis.refusal}")
    subject = clause.subject
    if subject is None or subject.determiner not in ("indefinite", "numeral") or not subject.animate:
        raise RefusedError("no counted subject")
    refuse_if(subject.coordinated or subject.collective or subject.modified, "no counted subject")
    refuse_if(clause.front or len(clause.predicates) > 1 or clause.verb.negative, "not one statement")
    refuse_if(
        {word.text.lower() for word in all_words(clause)} & (word_list("bound") | {"him", "them"}),
        "bound pronoun",
    )
    refuse_if(any(part.dep == "attr" for part in clause.predicate.parts), "predicate noun")
    refuse_if(clause.verb.lemma in ("wear", "dress", "have"), "one each")
    (being,) = inference.beings()
    first, head = subject.words[0].text.lower(), subject.words[subject.head]
    same = being.lemma == head.lemma or (
        head.lemma in ("person", "human") and noun_kind(being.lemma) == PERSON
    )
    refuse_if(not same, "another being")
    if first in ("a", "an"):
        refuse_if(head.tag != "NN" or being.tag != "NN", "no agreement")
        new = chance.choice(NUMBERS)
        noun = Word("people" if head.lemma == "person" else plural(head.text), " ", "NNS", head.lemma)
        words = (*plain(new), *subject.words[1 : subject.head], noun, *subject.words[subject.head + 1 :])
    else:
        refuse_if(first not in NUMBERS or first not in inference.premise.lows, "no number")
        new = chance.choice([each for each in NUMBERS if each != first])
        words = (*plain(new), *subject.words[1:])
    changed = replace(subject, words=words, agreement=Agreement(3, True), determiner="numeral")
    text = realise(replace(clause, subject=changed), elided=True)
    return Version(text, f"{first} -> {new}", "The premise gives another number.")


def _one_group(inference: Inference) -> None:
    """Refuses a premise that speaks of more than one being or group."""
    beings = inference.beings()
    refuse_if(len(beings) != 1, "not one being")
    (being,) = beings
    refuse_if(being.lemma in word_list("collectives") or being.low == "people", "collective")
    refuse_if(_several(inference), "several")
    before = [
        inference.premise.tokens[c].low for c in inference.premise.sentence.children[being.i] if c < being.i
    ]
    counted = {"a", "an", *NUMBERS}.intersection(before)
    refuse_if(not counted, "not counted")


def _several(inference: Inference) -> bool:
    return not set(words_for("exclusive", "several")).isdisjoint(inference.premise.lows)


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
                changes[token.i] = table[token.low]
            else:
                raise RefusedError("no partner")
    first = nouns[0]
    why = f"The premise speaks of a {first.lemma}."
    return Version(rewrite(hypothesis.sentence, changes), f"{first.low} -> {changes[first.i]}", why)


# --- one of a set


def co_hyponym(inference: Inference, chance: random.Random) -> Version:
    """*a red car* -> *a blue car*; *sitting* -> *standing*; *outside* -> *inside*."""
    refuse_if(_several(inference), "several")
    refuse_if(DOWNWARD.intersection(inference.hypothesis.lows), "not upward")
    options = [*_colours(inference, chance), *_instruments(inference, chance), *_others(inference)]
    refuse_if(not options, "nothing exclusive")
    refuse_if(len(options) > 1, "two exclusive words")
    ((token, word),) = options
    text = rewrite(inference.hypothesis.sentence, {token.i: word})
    return Version(text, f"{token.low} -> {word}", f"What is '{token.low}' is not '{word}'.")


def _colours(inference: Inference, chance: random.Random) -> list[tuple[Token, str]]:
    colours = set(words_for("exclusive", "colours"))
    sides = [
        [t for t in reading.tokens if t.low in colours]
        for reading in (inference.premise, inference.hypothesis)
    ]
    if not sides[1]:
        return []
    refuse_if(any(len(side) != 1 for side in sides), "several colours")
    (given,), (said,) = sides
    holders = [
        _holder(reading, t) for reading, t in ((inference.premise, given), (inference.hypothesis, said))
    ]
    refuse_if(given.low != said.low or holders[0] is None or holders[1] is None, "another colour")
    one, two = (holder.lemma for holder in holders if holder is not None)
    refuse_if(one != two, "another thing")
    refuse_if(any(holder is not None and is_being(holder) for holder in holders), "colour of a being")
    refuse_if(sum(token.lemma == one for token in inference.premise.tokens) > 1, "two of the kind")
    word = chance.choice([each for each in words_for("exclusive", "usual-colours") if each != said.low])
    return [(said, word)]


def _holder(reading: Reading, colour: Token) -> Token | None:
    """What has the colour: *a red car*, *the car is red*."""
    if reading.child(colour.i, "conj", "cc", "advmod", "amod", "compound") is not None:
        return None
    if colour.dep == "amod":
        noun = reading.tokens[colour.head]
        # *a black and white dog*, *a red brick house*
        simple = reading.child(noun.i, "cc", "compound") is None and noun.i > colour.i
        return noun if simple and noun.tag in NOUNS else None
    if colour.dep == "acomp" and reading.tokens[colour.head].lemma == "be":
        return reading.child(colour.head, "nsubj")
    return None


def _instruments(inference: Inference, chance: random.Random) -> list[tuple[Token, str]]:
    known = set(words_for("exclusive", "instruments"))
    given = [token for token in inference.premise.tokens if token.lemma in known]
    said = [token for token in inference.hypothesis.tokens if token.lemma in known]
    if not said:
        return []
    refuse_if(len(given) != 1 or len(said) != 1 or given[0].lemma != said[0].lemma, "several instruments")
    (token,) = said
    refuse_if(token.tag != "NN" or token.dep == "compound", "not one instrument")
    refuse_if(inference.hypothesis.child(token.i, "amod", "compound") is not None, "kind of instrument")
    options = [each for each in words_for("exclusive", "usual-instruments") if each != token.low]
    return [(token, chance.choice(options))]


def _others(inference: Inference) -> list[tuple[Token, str]]:
    """Posture, place, sleep: pairs of words."""
    hypothesis, found = inference.hypothesis, []
    postures = set(words_for("exclusive", "posture-words"))
    table = table_of("exclusive", "postures")
    places = table_of("exclusive", "places")
    sleep = table_of("exclusive", "sleep")
    for token in hypothesis.tokens:
        if token.lemma in table and token.tag in FORMS and token.low not in sleep:
            given = [t for t in inference.premise.tokens if t.lemma in postures and t.tag.startswith("VB")]
            refuse_if([t.lemma for t in given] != [token.lemma], "not one posture")
            refuse_if(hypothesis.child(token.i, "prt", "dobj", "oprd") is not None, "not one posture")
            _one_holder(inference, token)
            found.append((token, inflect(table[token.lemma], FORMS[token.tag])))
        elif token.low in places and hypothesis.child(token.i, "pobj", "pcomp", "prep") is None:
            word = places[token.low]
            side = "inside" if word in words_for("exclusive", "inside") else "outside"
            refuse_if(inference.given.intersection(words_for("exclusive", side)), "other place given")
            refuse_if(token.tag == "NN" or token.dep in ("compound", "amod"), "not a place")
            found.append((token, word))
        elif token.low in sleep:
            refuse_if({"awake", "wake", "waking"} & inference.given, "other state given")
            _one_holder(inference, token)
            found.append((token, sleep[token.low]))
    return found


def _one_holder(inference: Inference, token: Token) -> None:
    """Refuses where somebody else in the premise could be what is said now."""
    subject = next(
        (t for t in inference.hypothesis.tokens if t.dep in ("nsubj", "nsubjpass") and is_being(t)), None
    )
    if subject is None:
        raise RefusedError("no holder")
    alike = [each for each in inference.beings() if each.lemma == subject.lemma]
    refuse_if(len(alike) != 1 and len(inference.beings()) != 1, "several holders")
