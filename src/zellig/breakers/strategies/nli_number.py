"""Inference: the premise counts, and the hypothesis gives another number."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import NamedTuple

from zellig.breakers.strategies.inference import NUMBERS, Inference, words_for
from zellig.breakers.strategies.nli_contradiction import several
from zellig.breakers.strategies.opinion import words
from zellig.breakers.strategies.version import Version
from zellig.language.clause import Clause, Part, Phrase, RefusedError, Word, Words, plain
from zellig.language.inflection import plural, singular
from zellig.language.realise import realise
from zellig.language.verb_group import Agreement
from zellig.language.wordnet import PERSON, noun_kind
from zellig.language.words import word_list
from zellig.transform.change import all_words, refuse_if

HUGE, SHARE_ONE = 99, 6  # how many there can be, and how many can be in, on or under one thing
WHY = "The premise gives another number."
COUNTS = {word: number for number, word in enumerate(NUMBERS, start=2)} | {"a": 1, "an": 1, "one": 1}


class Amount(NamedTuple):
    """Words for so many at least, which no number up to the last one can be."""

    words: str
    least: int
    excludes: int


def number(inference: Inference, chance: random.Random) -> Version:
    """*A man is running.* -> *Two men are running.*; *A man walks a dog.* -> *A man walks three dogs.*"""
    clause = inference.hypothesis.clause
    if clause is None:
        raise RefusedError(f"hypothesis: {inference.hypothesis.refusal}")
    refuse_if(several(inference), "several")
    refuse_if(clause.front or len(clause.predicates) > 1 or clause.verb.negative, "not one statement")
    goal = clause.predicate.part("object")
    if goal is not None and _can_be_many(inference, clause, goal):
        return _of_object(clause, goal, chance)
    return _of_subject(inference, clause, chance)


def _amounts(given: int) -> list[Amount]:
    """What excludes this number."""
    found = []
    for line in words_for("numbers", "more"):
        words, least, excludes = line.split("/")
        found.append(Amount(words, int(least), int(excludes)))
    return [each for each in found if each.least > given and each.excludes >= given]


# --- of who does it


def _of_subject(inference: Inference, clause: Clause, chance: random.Random) -> Version:
    subject = clause.subject
    if subject is None or subject.determiner not in ("indefinite", "numeral") or not subject.animate:
        raise RefusedError("no counted subject")
    refuse_if(subject.coordinated or subject.collective or subject.modified, "no counted subject")
    refuse_if(
        {word.text.lower() for word in all_words(clause)} & (word_list("bound") | {"him", "them"}),
        "bound pronoun",
    )
    refuse_if(any(part.dep == "attr" for part in clause.predicate.parts), "predicate noun")
    refuse_if(clause.verb.lemma in ("wear", "dress", "have"), "one each")
    behind = {word.text.lower() for word in subject.words[subject.head + 1 :]}
    refuse_if(behind & {"a", "an"}, "one each")  # *ten girls in a coat*
    given = _count_of(inference, subject)
    # *A man is on the train* lists somebody who is there, and there may be more.
    placed = clause.verb.lemma == "be"
    refuse_if(placed and given == 1, "only a place")
    first, head = subject.words[0].text.lower(), subject.words[subject.head]
    refuse_if(COUNTS.get(first) != given or (head.tag == "NN") != (given == 1), "no agreement")
    fewer = list(words_for("numbers", "fewer")) if given > 1 else []
    if placed:  # *a single woman* is there even if two are
        fewer = [each for each in fewer if each.startswith(("only", "just"))]
    most = SHARE_ONE if _shares_one(clause) else HUGE
    amounts = [each.words for each in _amounts(given) if each.least <= most]
    new = chance.choice(fewer if placed else [*amounts, *fewer])
    one = new in fewer or new == "more than one"
    noun = _counted(head, one=one)
    words = (*plain(new), *subject.words[1 : subject.head], noun, *subject.words[subject.head + 1 :])
    changed = replace(subject, words=words, agreement=Agreement(3, not one), determiner="numeral")
    clause = replace(clause, subject=changed)
    if given == 1 and not one:
        clause = _one_each(clause)
    return Version(realise(clause, elided=True), f"{first} -> {new}", WHY)


def _shares_one(clause: Clause) -> bool:
    """*from a tree*, *in a car*: there is no room for many."""
    return any(word.text.lower() in ("a", "an") for part in clause.predicate.parts for word in part.words)


def _count_of(inference: Inference, subject: Phrase) -> int:
    """How many the premise speaks of; refuses one that speaks of more than one being or group."""
    beings = inference.beings()
    refuse_if(len(beings) != 1, "not one being")
    (being,) = beings
    refuse_if(being.lemma in word_list("collectives") or being.low == "people", "collective")
    head = subject.words[subject.head]
    person = head.lemma in ("person", "human") and noun_kind(being.lemma) == PERSON
    refuse_if(being.lemma != head.lemma and not person, "another being")
    premise = inference.premise
    before = [premise.tokens[c].low for c in premise.sentence.children[being.i] if c < being.i]
    counted = [COUNTS[low] for low in before if low in COUNTS]
    refuse_if(len(counted) != 1, "not counted")
    return counted[0]


def _counted(head: Word, *, one: bool) -> Word:
    if one:
        return head if head.tag == "NN" else Word(singular(head.text), " ", "NN", head.lemma)
    if head.tag == "NNS":
        return head
    return Word("people" if head.lemma == "person" else plural(head.text), " ", "NNS", head.lemma)


# --- of what is held, carried, walked


def _can_be_many(inference: Inference, clause: Clause, goal: Part) -> bool:
    """Is there one of it in the premise, and could somebody have several at a time?"""
    if clause.verb.lemma not in words_for("numbers", "objects-of") or not _is_single(goal.words):
        return False
    lemma = goal.words[-1].lemma
    if lemma in words("body-parts"):
        return False
    same = [token for token in inference.premise.tokens if token.lemma == lemma]
    return len(same) == 1 and same[0].tag == "NN" and same[0].dep == "dobj"


def _of_object(clause: Clause, goal: Part, chance: random.Random) -> Version:
    small = [each.words for each in _amounts(1) if each.least <= MOST_HELD and each.words not in TOGETHER]
    new = chance.choice(small)
    noun = _counted(goal.words[-1], one=new == "more than one")
    words = (*plain(new), *goal.words[1:-1], noun)
    changed = _with_object(clause, goal, words)
    return Version(realise(changed, elided=True), f"a {goal.words[-1].text} -> {new}", WHY)


MOST_HELD = 6
TOGETHER = ("a crowd of", "a trio of", "a group of", "a lot of", "a handful of")


def _is_single(words: Words) -> bool:
    """*a ball*, *a red ball*"""
    inside = all(word.tag in ("JJ", "NN") for word in words[1:])
    return len(words) > 1 and words[0].text.lower() in ("a", "an") and words[-1].tag == "NN" and inside


def _one_each(clause: Clause) -> Clause:
    """Several people do not hold a ball, and are not in a chair: they hold balls and are in chairs."""
    parts = []
    for part in clause.predicate.parts:
        at = 1 if part.preposition and part.words[0].text.lower() == part.preposition else 0
        inner = part.words[at:]
        single = len(inner) > 1 and inner[0].text.lower() in ("a", "an")
        own = single and (part.role == "object" or inner[-1].lemma in words_for("numbers", "one-each"))
        refuse_if(own and not _is_single(inner), "one each")
        words = (*part.words[:at], *inner[1:-1], _counted(inner[-1], one=False)) if own else part.words
        parts.append(replace(part, words=words))
    return clause.with_predicate(replace(clause.predicate, parts=tuple(parts)))


def _with_object(clause: Clause, goal: Part, words: Words) -> Clause:
    parts = tuple(replace(part, words=words) if part is goal else part for part in clause.predicate.parts)
    return clause.with_predicate(replace(clause.predicate, parts=parts))
