"""The forms in which a hypothesis from the premise can be said: *Nobody*, *No one*, *There is nobody*."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace

from zellig.breakers.strategies.inference import Inference, is_being, words_for
from zellig.breakers.strategies.opinion import words
from zellig.language.clause import Clause, Part, Phrase, Predicate, RefusedError, Word, plain
from zellig.language.inflection import plural, with_article
from zellig.language.realise import realise
from zellig.language.verb_group import VerbGroup
from zellig.language.wordnet import PERSON, noun_kind
from zellig.language.words import word_list
from zellig.transform.change import needs_subject, refuse_if

Form = Callable[[Inference, Clause, Clause, random.Random], str]

SHORT = 5  # words of a subject that *more than one* can stand before
WITH_DOING = 0.6  # share of those that can be said with what somebody is doing
LONG_PLACE = 4  # words: *on a city street*
LONG = 10  # words: who wants to deny more than that?


def with_subject(clause: Clause) -> Clause:
    """The premise with an article before its subject, which captions leave out; refuses an unsure one."""
    subject = clause.subject
    refuse_if(subject is not None and {";", ":"} & {word.text for word in subject.words}, "aside")
    refuse_if(subject is not None and subject.words[-1].text == ",", "aside")
    refuse_if(subject is not None and subject.determiner == "negative", "not upward")
    if subject is None or subject.determiner != "bare singular":
        return clause
    head = subject.words[subject.head]
    refuse_if(not subject.animate or head.tag != "NN", "no article")
    first = subject.words[0]
    words = (Word(with_article(first.text).split()[0]), replace(first, space=" "), *subject.words[1:])
    changed = replace(subject, words=words, head=subject.head + 1, determiner="indefinite")
    return replace(clause, subject=changed)


def _said(clause: Clause, text: str) -> str:
    """The words as a sentence that is written like the source."""
    text = text[:1].upper() + text[1:] if clause.capital else text[:1].lower() + text[1:]
    return text + ((" ." if clause.tokenised else ".") if clause.end else "")


def _short(clause: Clause) -> Clause:
    """The clause up to its first adjunct, which still follows from the whole one."""
    kept: list[Part] = []
    for part in clause.predicate.parts:
        if any(word.text == "," for word in part.words):
            refuse_if(part.role in ("object", "predicative", "complement"), "long object")
            break
        kept.append(part)
        if part.role in ("oblique", "adjunct"):
            break
    refuse_if(any(_is_torn(part) for part in clause.predicate.parts[len(kept) :]), "torn apart")
    return clause.with_predicate(replace(clause.predicate, parts=tuple(kept)))


def _is_torn(part: Part) -> bool:
    """*with a coat | on*, *behind music | stands*: does it belong to what stands before it?"""
    return len(part.words) == 1 or part.words[0].tag.startswith(("NN", "VBZ", "VBP"))


def _doing(clause: Clause) -> str:
    """*holding a ball*: what somebody is doing, as words; refuses what is long or no event."""
    refuse_if(not clause.verb.progressive or clause.verb.negative or clause.verb.modal, "no event")
    nobody = Phrase(plain("nobody"), 0, replace(needs_subject(clause).agreement, plural=False), "negative")
    text = realise(replace(_short(clause), subject=nobody, end=(), front=(), capital=False, restored=False))
    refuse_if(not text.startswith("nobody is ") or len(text.split()) > LONG, "no event")
    return text.removeprefix("nobody is ")


def _denied(doing: str) -> str:
    """*cutting some flowers* -> *cutting any flowers*"""
    return re.sub(r"\bsome(?=\b|thing\b|one\b|body\b)", "any", doing)


def _noun(subject: Phrase) -> str:
    """*soccer ball*: the head, with what makes a compound of it."""
    start = subject.head
    while start and subject.words[start - 1].tag == "NN":
        start -= 1
        refuse_if(noun_kind(subject.words[start].lemma) == PERSON, "no compound")  # *A man rock climbs*
    return " ".join(word.text.lower() for word in subject.words[start : subject.head + 1])


def _only_one(inference: Inference, subject: Phrase) -> bool:
    """Does the premise name no other one by the noun?"""
    lemma = subject.words[subject.head].lemma
    return sum(is_being(token) and token.lemma == lemma for token in inference.premise.tokens) == 1


def _nobody(inference: Inference, premise: Clause, clause: Clause, chance: random.Random) -> str:
    subject, doing = needs_subject(premise), _denied(_doing(premise))
    many = subject.agreement.plural
    named = (
        not subject.coordinated
        and not subject.collective
        and subject.words[subject.head].tag in ("NN", "NNS")
    )
    forms = [
        form
        for form in words_for("nobody", "several" if many else "one")
        if "{noun}" not in form or (named and _only_one(inference, subject))
    ]
    return _said(premise, chance.choice(forms).format(doing=doing, noun=_noun(subject)))


def _there_is_no(inference: Inference, premise: Clause, clause: Clause, chance: random.Random) -> str:
    subject = needs_subject(premise)
    noun, forms = _noun(subject), list(words_for("there-is-no", "thing"))
    before = {word.text.lower() for word in subject.words[: subject.head]}
    refuse_if(before & words("not-real"), "not real")
    refuse_if(noun in words_for("there-is-no", "groups"), "no thing of its own")
    where = place = doing = ""
    if subject.person:
        forms = (
            list(words_for("there-is-no", "person"))
            if noun == "person"
            else [*forms, *words_for("there-is-no", "person")]
        )
        where, place = _place(premise)
        forms += words_for("there-is-no", "place") * 2 if place else []
    try:
        doing = _denied(_doing(premise))
        forms += words_for("there-is-no", "doing") * 3
    except RefusedError:
        pass
    form = chance.choice([form for form in forms if not subject.collective or "{nouns}" not in form])
    return _said(premise, form.format(noun=noun, nouns=plural(noun), where=where, place=place, doing=doing))


def _place(clause: Clause) -> tuple[str, str]:
    """*on the street* and *street*: where it happens, if that can be empty."""
    for part in clause.predicate.parts:
        known = part.words[-1].text.lower() in words_for("there-is-no", "places")
        if known and part.preposition in ("in", "on", "at") and len(part.words) <= LONG_PLACE:
            noun = " ".join(word.text for word in part.words[2:])
            plainly = part.words[1].text.lower() in ("a", "an", "the") and all(
                word.tag in ("NN", "JJ") for word in part.words[2:]
            )
            if plainly:
                return f"{part.preposition} the {noun}", noun
    return "", ""


def _there_is(inference: Inference, premise: Clause, clause: Clause, chance: random.Random) -> str:
    """*There is a man in a hat.*; *There is a man running.*"""
    subject = needs_subject(premise)
    text = realise(replace(clause, end=(), capital=False))
    try:
        doing = "" if subject.modified else _doing(premise)
    except RefusedError:
        doing = ""
    long = len(text.split()) + len(doing.split()) > LONG + 4
    refuse_if(not doing and len(subject.words) < 3, "says too little")
    short = len(subject.words) < 3 or chance.random() < WITH_DOING
    return _said(premise, f"{text} {doing}" if doing and short and not long else text)


def _more_than_one(inference: Inference, premise: Clause, clause: Clause, chance: random.Random) -> str:
    refuse_if(len(needs_subject(clause).words) > SHORT, "heavy subject")  # *more than one man in hats*
    refuse_if(clause.verb.lemma in word_list("symmetric"), "done to each other")
    subject = needs_subject(premise)
    first = subject.words[0].text.lower()
    name = first if first in ("two", "three", "several") else "more"
    goal = premise.predicate.part("object")
    shared = goal is None or goal.words[-1].tag != "NNS"  # not *more than one man is wearing hats*
    new = chance.choice([each for each in words_for("at-least", name) if shared or each != "more than one"])
    if new == "more than one":
        return realise(clause)
    changed = replace(subject, words=(*plain(new), *subject.words[1:]), determiner="numeral")
    return realise(replace(premise, subject=changed))


def _wearing(inference: Inference, premise: Clause, clause: Clause, chance: random.Random) -> str:
    (goal,) = clause.predicate.parts
    wearer = needs_subject(clause)
    first, last = goal.words[0], goal.words[-1]
    refuse_if(first.text.lower() in ("a", "an") and last.tag != "NN", "no agreement")
    if first.text.lower() == "the" and last.tag == "NN":  # the premise points at it, a new text does not
        article = with_article(goal.words[1].text).split()[0]
        goal = replace(goal, words=(replace(first, text=article), *goal.words[1:]))
        clause = clause.with_predicate(replace(clause.predicate, parts=(goal,)))
    small = last.lemma in words_for("wearing", "small")
    form = chance.choice([each for each in words_for("wearing", "forms") if each != "dressed" or not small])
    if form == "colour":
        return _colour(clause, wearer, goal)
    dressed = Part("predicative", (*plain("dressed in"), *goal.words), "acomp")
    verbs = {
        "wears": Predicate(VerbGroup("wear"), (goal,)),
        "dressed": Predicate(VerbGroup("be"), (dressed,)),
        "on": Predicate(VerbGroup("have"), (goal, Part("particle", plain("on"), "prt"))),
    }
    return realise(replace(clause, predicates=(verbs.get(form, clause.predicate),)))


def _colour(clause: Clause, wearer: Phrase, goal: Part) -> str:
    """*A man in a red hat is running.* -> *The man's hat is red.*"""
    if [word.tag for word in goal.words] != ["DT", "JJ", "NN"] or wearer.agreement.plural:
        return realise(clause)
    article, colour, noun = goal.words
    if article.text.lower() not in ("a", "an") or colour.text.lower() not in words_for("wearing", "colours"):
        return realise(clause)
    apart = " " if clause.tokenised else ""
    return _said(clause, f"the {_noun(wearer)}{apart}'s {noun.text} is {colour.text}")


def _without_adjunct(inference: Inference, premise: Clause, clause: Clause, chance: random.Random) -> str:
    *kept, dropped = premise.predicate.parts
    refuse_if(_is_torn(dropped), "torn apart")
    refuse_if(kept and kept[-1].preposition == "with", "torn apart")  # *with her hands | on her hips*
    lone = bool(kept) and kept[-1].role != "object" and len(kept[-1].words) == 1
    refuse_if(lone and kept[-1].words[0].tag == "NN", "torn apart")  # *side | by side*
    bare = not kept and premise.verb.lemma in words_for("without-adjunct", "not-alone")
    refuse_if(bare, "not optional")  # *A girl holds.*
    return realise(clause)


FORMS: dict[str, Form] = {
    "without-adjunct": _without_adjunct,
    "nobody": _nobody,
    "there-is-no": _there_is_no,
    "there-is": _there_is,
    "more-than-one": _more_than_one,
    "wearing": _wearing,
}
