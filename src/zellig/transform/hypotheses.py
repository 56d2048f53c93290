"""Hypotheses made from a premise alone, whose label needs no old one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from zellig.language.agreement import parts_of
from zellig.language.clause import Clause, Part, Phrase, Predicate, RefusedError, Word, plain
from zellig.language.inflection import singular
from zellig.language.phrases import PRONOUNS
from zellig.language.realise import realise
from zellig.language.valency import says_enough
from zellig.language.verb_group import Agreement, VerbGroup
from zellig.language.words import word_list
from zellig.transform.change import lows, needs_subject, one_clause, one_verb, refuse_if


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A sentence and what the premise says about it."""

    code: str
    text: str
    label: str


def hypotheses(premise: Clause) -> Iterator[Hypothesis]:
    """All that can be made of a premise, in the order of the table."""
    for code, (label, make) in MAKERS.items():
        try:
            yield Hypothesis(code, realise(make(premise)), label)
        except RefusedError:
            continue


def _there_is(clause: Clause) -> Clause:
    """*A man in a hat is running.* -> *There is a man in a hat.*"""
    subject = _existential_subject(clause)
    pivot = Part("predicative", subject.words, "attr", phrase=subject)
    one = subject.collective and subject.words[0].text.lower() in ("a", "an")  # *There is a crew of cooks*
    there = Phrase(plain("there"), 0, Agreement() if one else subject.agreement, "expletive")
    return replace(clause, subject=there, predicates=(Predicate(VerbGroup("be"), (pivot,)),), restored=False)


def _there_is_no(clause: Clause) -> Clause:
    """*There is no man.*: contradicted by *A man is running.*"""
    subject = _existential_subject(clause)
    refuse_if(
        subject.determiner not in ("indefinite", "bare singular") or subject.agreement.plural,
        "no single subject",
    )
    head = subject.words[subject.head]
    noun = (*plain("no"), Word(head.text, " ", head.tag, head.lemma))
    there = Phrase(plain("there"), 0, Agreement(), "expletive")
    pivot = Part("predicative", noun, "attr")
    return replace(clause, subject=there, predicates=(Predicate(VerbGroup("be"), (pivot,)),), restored=False)


def _nobody(clause: Clause) -> Clause:
    """*Nobody is running.*"""
    one_verb(clause)
    subject = needs_subject(clause)
    refuse_if(not subject.person or clause.front, "no person")
    refuse_if(clause.verb.negative or clause.verb.modal or not clause.verb.progressive, "no event")
    refuse_if(
        set(_all_lows(clause)) & {"him", "her", "his", "she", "he", "himself", "herself"}, "bound pronoun"
    )
    nobody = Phrase(plain("nobody"), 0, Agreement(), "negative", animate=True, person=True)
    return replace(clause, subject=nobody)


def _without_adjunct(clause: Clause) -> Clause:
    """*A man is running in the park.* -> *A man is running.*"""
    one_verb(clause)
    subject = needs_subject(clause)
    refuse_if(clause.verb.negative or clause.verb.modal or subject.determiner in _CLOSED, "not upward")
    parts = clause.predicate.parts
    last = parts[-1] if parts else None
    refuse_if(
        last is None or last.role not in ("oblique", "adjunct") or last.dep not in ("prep", "advcl"),
        "no adjunct",
    )
    refuse_if(clause.verb.lemma in word_list("needs-a-complement"), "not optional")
    dropped = {word.text.lower() for word in (last.words if last else ())}
    refuse_if(dropped & {"without", "like", "as", "of", "about", "than"}, "not optional")
    kept = parts[:-1]
    goal = next((part for part in kept if part.role in ("object", "indirect", "predicative")), None)
    enough = says_enough(clause.verb.lemma, person=subject.person, with_object=goal is not None)
    refuse_if(not (enough or clause.verb.passive), "not optional")  # *A woman is laying on a bed*
    refuse_if(goal is not None and _is_quality(goal), "unsure object")  # *a red*
    refuse_if(kept and kept[-1].words[-1].tag == "IN", "dangling conjunction")  # *smiling while on a bike*
    return clause.with_predicate(replace(clause.predicate, parts=kept))


def _is_quality(goal: Part) -> bool:
    """Is its last word rather an adjective, whose noun the parser put elsewhere?"""
    return goal.phrase is None or "adj" in parts_of(goal.phrase.words[-1].text.lower())


def _one_conjunct(clause: Clause) -> Clause:
    """*The boy sings and dances.* -> *The boy sings.*"""
    one_clause(clause)
    subject = needs_subject(clause)
    refuse_if(len(clause.predicates) < 2 or clause.verb.negative or subject.determiner in _CLOSED, "one verb")
    refuse_if(any("or" in lows(each.joiner) for each in clause.predicates), "alternatives")
    return replace(clause, predicates=clause.predicates[:1])


def _wearing(clause: Clause) -> Clause:
    """*A man in a red hat is running.* -> *A man is wearing a red hat.*"""
    subject = needs_subject(clause)
    words = lows(subject.words)
    refuse_if(subject.coordinated or not subject.person or subject.determiner in _CLOSED, "no person")
    at = next((i for i, word in enumerate(words) if word == "in" and i == subject.head + 1), None)
    refuse_if(at is None, "no garment")
    garment = subject.words[(at or 0) + 1 :]
    nouns = [word for word in garment if word.tag.startswith("NN")]
    simple = all(word.tag in ("DT", "JJ", "NN", "NNS", "CD") for word in garment)
    refuse_if(not nouns or not simple or nouns[-1].lemma not in word_list("garments"), "no garment")
    introduced = garment[0].tag in ("DT", "CD", "PRP$") or nouns[-1].tag == "NNS"
    refuse_if(not introduced, "no article")  # *in costume*
    head = subject.words[subject.head]
    number = Agreement(
        3, head.tag == "NNS" or head.text.lower() == "people"
    )  # the source's verb may be wrong
    wearer = replace(subject, words=subject.words[: at or 0], modified=False, agreement=number)
    verb = VerbGroup("wear", progressive=True)
    goal = Part("object", garment, "dobj")
    return replace(clause, subject=wearer, predicates=(Predicate(verb, (goal,)),), front=(), restored=False)


def _more_than_one(clause: Clause) -> Clause:
    """*Two men are running.* -> *More than one man is running.*"""
    one_verb(clause)
    subject = needs_subject(clause)
    words = lows(subject.words)
    number = words[0] in ("two", "three", "four", "five", "six", "several")
    head = subject.words[subject.head]
    counted = subject.head == 1 and head.tag == "NNS" and head.text.lower() != "people"
    refuse_if(not number or not counted or subject.coordinated, "no number")
    refuse_if(clause.verb.negative or clause.front, "not upward")
    refuse_if(set(_all_lows(clause)) & {"each", "other", "together", "both", "their", "themselves"}, "plural")
    noun = Word(singular(head.text.lower()), " ", "NN", head.lemma)
    changed = (*plain("more than one"), noun, *subject.words[2:])
    return replace(clause, subject=replace(subject, words=changed, head=3, agreement=Agreement()))


def _existential_subject(clause: Clause) -> Phrase:
    subject = needs_subject(clause)
    refuse_if(subject.determiner not in ("indefinite", "numeral", "some"), "no indefinite subject")
    refuse_if(
        subject.coordinated or clause.front or subject.words[0].text.lower() in PRONOUNS,
        "no indefinite subject",
    )
    refuse_if(
        lows(subject.words)[0] in ("another", "one", "someone", "somebody", "something"),
        "no indefinite subject",
    )
    refuse_if(clause.verb.negative or clause.verb.modal or clause.verb.tense == "past", "not upward")
    return subject


def _all_lows(clause: Clause) -> list[str]:
    return [word.text.lower() for part in clause.predicate.parts for word in part.words]


_CLOSED = frozenset({"universal", "negative", "proportional", "expletive"})

MAKERS: dict[str, tuple[str, Callable[[Clause], Clause]]] = {
    "there-is": ("entailment", _there_is),
    "without-adjunct": ("entailment", _without_adjunct),
    "one-conjunct": ("entailment", _one_conjunct),
    "wearing": ("entailment", _wearing),
    "more-than-one": ("entailment", _more_than_one),
    "nobody": ("contradiction", _nobody),
    "there-is-no": ("contradiction", _there_is_no),
}
