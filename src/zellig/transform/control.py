"""Another verb above the clause: raising (*seem*), control (*want*), implicatives (*manage*, *fail*)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from zellig.language.clause import Clause, Part, Predicate, Word
from zellig.language.inflection import is_known_verb, is_verb_form
from zellig.language.verb_group import VerbGroup
from zellig.language.words import word_list
from zellig.transform.change import Change, Meaning, needs_subject, one_plain_verb, refuse_headline, refuse_if

RAISING = ("seem", "appear", "happen", "tend")
CONTROL: dict[str, Meaning] = {
    "want": "unsettled", "wish": "unsettled", "hope": "unsettled", "try": "unsettled", "plan": "unsettled",
    "refuse": "contrary", "manage": "equivalent", "fail": "contrary", "forget": "contrary",
}  # fmt: skip


def under(clause: Clause, lemma: str) -> Change:
    """The clause as the infinitive of another verb: *It seems to have rained.*"""
    one_plain_verb(clause)
    refuse_headline(clause)
    subject = needs_subject(clause)
    verb = clause.verb
    refuse_if(verb.modal, "modal")
    refuse_if(not is_known_verb(verb.lemma), "unknown verb")
    refuse_if(verb.negative or clause.negated_determiner, "negative")
    if lemma in CONTROL:
        refuse_if(
            subject.determiner == "expletive" or subject.words[0].text.lower() == "it",
            "expletive under control",
        )
        refuse_if(not subject.animate, "inanimate subject")
        refuse_if(verb.passive, "passive under control")
        refuse_if(verb.lemma in word_list("stative"), "stative verb")
    words = [word for part in clause.predicate.parts for word in part.words]
    joined = any(a.tag == "CC" and is_verb_form(b.text.lower(), "ing") for a, b in pairwise(words))
    refuse_if(joined, "coordinated verbs")
    past = verb.tense == "past"
    refuse_if(lemma == "tend" and (past or verb.perfect or verb.passive), "single event")
    if lemma in RAISING:
        # What one tends to do is no single event: not *tends to be running*.
        progressive = verb.progressive and lemma != "tend"
        chain = replace(verb, perfect=verb.perfect or past, progressive=progressive, emphatic=False)
        above = VerbGroup(lemma)
    else:
        refuse_if(verb.perfect, "perfect under control")
        chain = replace(verb, progressive=False, emphatic=False)
        above = VerbGroup(
            lemma, verb.tense, progressive=verb.progressive and lemma in ("try", "plan", "hope")
        )
    infinitive = (Word("to"), *(Word(text) for text in chain.infinitive()))
    inner = tuple(word for each in clause.predicate.inner for word in each.words)
    part = Part("complement", (*infinitive[:-1], *inner, infinitive[-1]), "xcomp")
    meaning: Meaning = CONTROL.get(lemma, "unsettled")
    return Change(clause.with_predicate(Predicate(above, (part, *clause.predicate.parts))), meaning)
