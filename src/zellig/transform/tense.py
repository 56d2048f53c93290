"""Tense and aspect: past, present, future; progressive and perfect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from zellig.language.clause import Clause, Part, Phrase, Predicate, RefusedError, Word, Words
from zellig.language.inflection import inflect, is_known_verb
from zellig.language.tokens import VERBS
from zellig.language.words import word_list
from zellig.transform.change import (
    Change,
    all_words,
    beside_verb,
    is_plain,
    one_clause,
    one_plain_clause,
    refuse_headline,
    refuse_if,
)

Target = Literal["past", "present", "future"]

# May stand between a verb and a bare clause: *sees two of the boys in red swim*.
_IN_PHRASE = frozenset(
    {
        "DT",
        "PDT",
        "CD",
        "JJ",
        "JJR",
        "JJS",
        "NN",
        "NNS",
        "NNP",
        "NNPS",
        "PRP",
        "PRP$",
        "POS",
        "CC",
        "IN",
        "VBN",
        "RB",
    }
)
_NOMINATIVE = frozenset({"he", "she", "they", "we", "i", "that"})

_SHIFTED = {
    "is": "was",
    "are": "were",
    "am": "was",
    "has": "had",
    "have": "had",
    "does": "did",
    "do": "did",
    "can": "could",
    "will": "would",
    "may": "might",
    "'re": "were",
    "'m": "was",
}  # fmt: skip


def in_tense(clause: Clause, target: Target) -> Change:
    """The clause in another tense, its aspect kept."""
    is_plain(clause)
    refuse_headline(clause)
    refuse_if(clause.kind == "imperative", "imperative")
    refuse_if(tense_of(clause) == target, "already so")
    _check_times(clause, target)
    _check_verbs(clause)
    if target == "future":
        one_clause(clause)
        refuse_if(clause.verb.progressive and clause.verb.passive, "will be being")
    if target == "past":
        clauses = [part for part in _adjuncts(clause) if part.dep == "advcl" and not part.controlled]
        refuse_if(any(not _finite_in(part.words) for part in clauses), "subordinate tense")
        clause = _shifted(clause)
    elif tense_of(clause) == "past":
        joined = any(part.dep == "advcl" and not part.controlled for part in _adjuncts(clause))
        refuse_if(joined or _has_finite(clause), "subordinate tense")
    predicates = []
    for number, predicate in enumerate(clause.predicates):
        verb = predicate.verb
        if target == "future":
            verb = replace(verb, modal="will", tense="present", emphatic=False)
            shares = number > 0 and not predicate.bare
            bare = "VB" if shares and _bare_fits(predicate) else predicate.bare
            inner = tuple(map(beside_verb, predicate.inner))
            predicates.append(replace(predicate, verb=verb, bare=bare, inner=inner))
            refuse_if(shares and not _bare_fits(predicate), "coordinated verbs")
        else:
            refuse_if(predicate.bare == "VB" and verb.modal, "coordinated verbs")
            predicates.append(replace(predicate, verb=replace(verb, modal="", tense=target)))
    before, after = (
        [each.verb.words(clause.agreement) for each in some] for some in (clause.predicates, predicates)
    )
    refuse_if(before == after, "already so")  # *The boys put it there*
    return Change(replace(clause, predicates=tuple(predicates)), "unrelated")


def in_aspect(clause: Clause, *, progressive: bool, perfect: bool) -> Change:
    """The clause in another aspect, its tense kept."""
    one_plain_clause(clause)
    refuse_if(len(clause.predicates) > 1, "coordinated verbs")
    verb = clause.verb
    refuse_if((verb.progressive, verb.perfect) == (progressive, perfect), "already so")
    _check_verbs(clause)
    refuse_if(progressive and verb.passive and (perfect or verb.modal), "been being")
    if progressive and not verb.progressive:
        refuse_if(verb.lemma in word_list("stative"), "stative verb")
        agent = clause.predicate.part("agent")
        refuse_if(verb.passive and agent is None, "state")  # *is dressed in white*
    if verb.progressive and not progressive and not perfect:
        refuse_if(verb.tense == "present" and not verb.modal, "habitual")
    if verb.perfect and not perfect:
        words = {word.text.lower() for word in all_words(clause)}
        completed = words & word_list("completing") or any(_lasts(part) for part in _adjuncts(clause))
        refuse_if(completed, "time adverb")
    if perfect and verb.tense == "present" and not verb.modal:
        refuse_if(any(part.time == "past" for part in _adjuncts(clause)), "time adverb")
        refuse_if(any(_meanwhile(part) for part in _adjuncts(clause)), "subordinate tense")
    return Change(clause.with_verb(progressive=progressive, perfect=perfect, emphatic=False), "unrelated")


def _meanwhile(part: Part) -> bool:
    """*as he rides by*: a finite clause about the same moment, which a perfect would be behind."""
    return part.dep == "advcl" and not part.controlled


def tense_of(clause: Clause) -> str:
    """past, present, future or, with another modal, modal."""
    if clause.verb.modal:
        return "future" if clause.verb.modal in ("will", "shall") else "modal"
    return clause.verb.tense


def _check_times(clause: Clause, target: Target) -> None:
    """Adjuncts that fix a time must agree with the target."""
    for part in _adjuncts(clause):
        clash = {"past": ("future", "present"), "present": ("past", "future"), "future": ("past", "present")}[
            target
        ]
        refuse_if(part.time in clash, "time adverb")
        refuse_if(target == "present" and _lasts(part), "time adverb")


def _lasts(part: Part) -> bool:
    """*for many years*"""
    if part.preposition != "for" or part.phrase is None:
        return part.preposition == "since"
    head = part.phrase.words[part.phrase.head]
    return (head.lemma or head.text).lower() in word_list("durations")


def _check_verbs(clause: Clause) -> None:
    verb = clause.verb
    refuse_if(verb.modal and verb.modal not in ("will", "shall"), "modal")
    following = [word.text.lower() for part in clause.predicate.parts[:1] for word in part.words[:1]]
    refuse_if(verb.lemma == "use" and following == ["to"], "used to")
    refuse_if(
        verb.lemma == "go" and verb.progressive and following == ["to"] and _infinitive(clause), "going to"
    )
    refuse_if(
        verb.lemma == "be" and following == ["about"] and "to" in [w.text for w in all_words(clause)],
        "about to",
    )
    reported = any(part.dep == "ccomp" for part in clause.predicate.parts)
    refuse_if(verb.lemma in word_list("saying") and reported, "reported speech")


def _infinitive(clause: Clause) -> bool:
    return any(part.dep == "xcomp" for part in clause.predicate.parts)


def _adjuncts(clause: Clause) -> list[Part]:
    return [*clause.front, *(part for predicate in clause.predicates for part in predicate.parts)]


def _bare_fits(predicate: Predicate) -> bool:
    verb = predicate.verb
    return not (verb.perfect or verb.progressive or verb.passive or verb.lemma == "be")


def _finite_in(words: Words) -> bool:
    return any(word.tag in ("VBZ", "VBP", "VBD", "MD") for word in words)


def _has_finite(clause: Clause) -> bool:
    return any(word.tag == "VBD" for word in all_words(clause))


def _shifted(clause: Clause) -> Clause:
    """Finite verbs of subordinate clauses go into the past along with the main one."""
    front = tuple(replace(part, words=_past(part.words)) for part in clause.front)
    subject: Phrase | None = clause.subject
    if subject is not None:
        subject = replace(subject, words=_past(subject.words))
    predicates = tuple(
        replace(predicate, parts=tuple(_past_parts(predicate))) for predicate in clause.predicates
    )
    return replace(clause, front=front, subject=subject, predicates=predicates)


def _past_parts(predicate: Predicate) -> Iterator[Part]:
    before: Words = (Word("", tag="VBZ", lemma=predicate.verb.lemma),)
    for part in predicate.parts:
        yield replace(part, words=_past(part.words, before))
        before += part.words


def _past(words: Words, before: Words = ()) -> Words:
    """With finite verbs in the past; `before` is what stands before them in their clause."""
    if not any(word.tag in ("VBZ", "VBP", "MD") for word in words):
        return words
    following = (*words[1:], Word(""))
    return tuple(
        _past_word(word)
        if _is_finite(word, after) and not _is_bare(word, (*before, *words[:place]))
        else word
        for place, (word, after) in enumerate(zip(words, following, strict=True))
    )


def _is_bare(word: Word, before: Words) -> bool:
    """*watches two boys swim*: a base form behind an object, which the tagger takes for finite.

    Refuses *watches a game and two boys swim*: is it the boys who are watched, too?
    """
    lemma, joined = word.lemma.lower(), False
    if word.tag != "VBP" or word.text.lower() != lemma:
        return False
    for place in reversed(range(len(before))):
        each = before[place]
        if each.tag in VERBS - {"MD", "VBN"}:
            # *sees the rooms need paint*: what is seen so happens
            seen = each.lemma.lower() in word_list("bare-clauses") and lemma not in word_list("stative")
            bare = seen or (joined and (each.tag == "VB" or _is_bare(each, before[:place])))
            refuse_if(bare and joined and _is_several(before), "subordinate tense")
            return bare
        linked = each.tag == "IN" and each.text.lower() not in word_list("place-and-time") | {"of", "with"}
        if each.tag not in _IN_PHRASE or each.text.lower() in _NOMINATIVE or linked:
            return False
        joined |= each.tag == "CC"
    return False


def _is_several(words: Words) -> bool:
    """Is the last noun a plural, which the verb behind it may agree with?"""
    return next((word.tag in ("NNS", "NNPS") for word in reversed(words) if word.tag[:2] == "NN"), True)


def _is_finite(word: Word, after: Word) -> bool:
    """A modal has a verb behind it: *a garbage can* does not."""
    return word.tag in ("VBZ", "VBP") or (word.tag == "MD" and after.tag in ("VB", "RB"))


def _past_word(word: Word) -> Word:
    low = word.text.lower()
    if low in _SHIFTED:
        return replace(word, text=_SHIFTED[low], space=" " if low[0] == "'" else word.space)
    if low[0] in "'’" or word.tag == "MD" or not is_known_verb(word.lemma.lower()):
        raise RefusedError("subordinate tense")
    return replace(word, text=inflect(word.lemma.lower(), "past"))
