"""Negation of a clause whose scope is not in doubt, and the removal of one."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from zellig.language.clause import Clause, Inner, Part, Phrase, Predicate, RefusedError, Word, Words, plain
from zellig.language.words import word_list
from zellig.transform.change import Change, all_words, in_parts, is_gapped, lows, one_plain_clause, refuse_if

_ANY = {
    "some": "any", "someone": "anyone", "somebody": "anybody", "something": "anything",
    "somewhere": "anywhere", "too": "either",
}  # fmt: skip
_SOME = {each: some for some, each in _ANY.items()}


def negate(clause: Clause) -> Change:
    """The clause denied: *not* after the first auxiliary, or *no*, *none*, *not all* in the subject."""
    one_plain_clause(clause)
    words = {word.text.lower() for word in all_words(clause)}
    refuse_if(
        clause.verb.negative or words & word_list("negatives") - _describing(clause), "already negative"
    )
    refuse_if(words & word_list("scope") or _goes_on(clause), "scope")
    parts = (part for predicate in clause.predicates for part in predicate.parts)
    refuse_if(any(is_gapped(part) and part.dep == "conj" for part in parts), "gapping")
    refuse_if(
        any(part.head == "order" or _purpose(part) for part in clause.predicate.parts), "purpose clause"
    )
    if clause.kind in ("imperative", "subjectless"):
        refuse_if(len(clause.predicates) > 1, "coordinated verbs")
        return Change(_sentential(clause), "contradictory")
    subject = clause.subject
    if subject is None:
        raise RefusedError("no subject")
    if len(clause.predicates) > 1:
        return _neither(clause, subject)
    if subject.determiner == "expletive":
        return Change(_existential(clause, subject), "contradictory")
    refuse_if(subject.coordinated == "and" and _indefinite(subject), "coordinated indefinites")
    first = lows(subject.words)
    if first[:2] == ["one", "of"]:
        return Change(_in_subject(clause, subject, 1, plain("none")), "contradictory")
    if subject.determiner in ("definite", "proper", "pronoun"):
        return Change(_sentential(clause), "contradictory")
    if subject.determiner == "universal":
        refuse_if(first[0] not in ("all", "every", "everyone", "everybody", "everything"), "universal")
        return Change(_in_subject(clause, subject, 0, plain("not")), "contradictory")
    if subject.determiner == "bare plural":
        verb = clause.verb
        refuse_if(not (verb.progressive or verb.tense == "past" or clause.restored), "generic")
        return Change(_sentential(clause), "contrary")
    if subject.determiner in ("indefinite", "some", "bare singular"):
        # *Rear view of a train*, *One sits while another stands*
        view = subject.determiner == "bare singular" and clause.restored and not subject.animate
        refuse_if(view, "bare singular")
        refuse_if(first[0] == "one" and "another" in words, "scope")
        refuse_if(subject.coordinated, "coordinated indefinites")
        # *No lemon is squeezed by a cook*, *No dog, which was brown, barked*
        done = clause.verb.passive and any(part.role == "agent" for part in clause.predicate.parts)
        refuse_if(done or any(word.tag == "," for word in subject.words), "heavy subject")
        return Change(_no(clause, subject, first), "contradictory")
    raise RefusedError(f"{subject.determiner} scope")


def affirm(clause: Clause) -> Change:
    """A negated clause without its *not*."""
    one_plain_clause(clause)
    refuse_if(len(clause.predicates) > 1, "coordinated verbs")
    refuse_if(not clause.verb.negative, "not negative")
    others = {word.text.lower() for word in all_words(clause)}
    scoped = word_list("negatives") | word_list("scope") | {"yet", "anymore", "ever", "longer"}
    refuse_if(others & scoped, "scope")
    return Change(in_parts(clause.with_verb(negative=False, short_not=False), _SOME), "contradictory")


def _describing(clause: Clause) -> set[str]:
    """*little* before a noun, with an article, is a size and no negation: *a little girl*."""
    words = list(all_words(clause))
    sizes = [
        b for a, b in pairwise(words) if a.tag in ("DT", "PRP$", "CD", "JJ") and b.text.lower() == "little"
    ]
    return {"little"} if len(sizes) == sum(word.text.lower() == "little" for word in words) else set()


def _goes_on(clause: Clause) -> bool:
    """*is still burning*, *is still a baker*, whose denial is *no longer*; but *stands still in the sun*."""
    being = [each for each in clause.predicates if each.verb.lemma == "be"]
    parts = [part.words for each in being for part in each.parts[:-1] if part.dep == "advmod"]
    inner = [part.words for each in clause.predicates for part in each.inner]
    return any(lows(words)[-1] == "still" for words in [*parts, *inner])


def _purpose(part: Part) -> bool:
    return part.dep == "advcl" and bool(part.words) and any(w.text.lower() == "to" for w in part.words[:2])


def _indefinite(subject: Phrase) -> bool:
    return subject.determiner in ("indefinite", "some", "bare singular", "bare plural", "numeral")


def _sentential(clause: Clause) -> Clause:
    made = in_parts(clause.with_verb(negative=True, emphatic=False), _ANY)
    predicate = made.predicate
    already = [inner for inner in predicate.inner if lows(inner.words) == ["already"]]
    if already:
        kept = tuple(inner for inner in predicate.inner if inner not in already)
        late = Part("adjunct", plain("yet"), "advmod")
        predicate = replace(predicate, inner=kept, parts=(*predicate.parts, late))
    refuse_if(any(_before_not(inner) for inner in predicate.inner), "scope")
    return made.with_predicate(predicate)


def _before_not(inner: Inner) -> bool:
    """Adverbs whose scope would be on the wrong side."""
    return inner.gap == 0 and lows(inner.words)[0] in word_list("wide-adverbs")


def _existential(clause: Clause, subject: Phrase) -> Clause:
    if lows(subject.words) != ["there"]:
        return _sentential(clause)
    parts = clause.predicate.parts
    place = next((i for i, part in enumerate(parts) if part.role == "predicative"), None)
    refuse_if(place is None or clause.verb.lemma != "be", "no pivot")
    pivot = parts[place or 0]
    phrase = pivot.phrase
    if phrase is None:
        raise RefusedError("no pivot")
    refuse_if(phrase.determiner == "numeral", "numeral pivot")
    refuse_if(phrase.coordinated, "coordinated indefinites")
    refuse_if(
        phrase.determiner not in ("indefinite", "some", "bare plural", "bare singular"),
        f"{phrase.determiner} pivot",
    )
    words = list(pivot.words)
    if words[0].text.lower() in ("a", "an", "some"):
        words[0] = replace(words[0], text="no")
    else:
        refuse_if(phrase.determiner in ("indefinite", "some"), "no pivot")
        words = [Word("no", words[0].space), replace(words[0], space=" "), *words[1:]]
    changed = (*parts[: place or 0], replace(pivot, words=tuple(words)), *parts[(place or 0) + 1 :])
    made = clause.with_predicate(replace(clause.predicate, parts=changed))
    return replace(made, negated_determiner=True)


def _in_subject(clause: Clause, subject: Phrase, dropped: int, instead: Words) -> Clause:
    """The subject with its first words replaced."""
    rest = subject.words[dropped:]
    rest = (replace(rest[0], space=" "), *rest[1:]) if rest else ()
    head = subject.head - dropped + len(instead)
    changed = replace(subject, words=(*instead, *rest), determiner="negative", head=head)
    return replace(in_parts(clause, _ANY), subject=changed, negated_determiner=True)


def _no(clause: Clause, subject: Phrase, first: list[str]) -> Clause:
    head = subject.words[subject.head]
    if first[0] in ("someone", "somebody"):
        refuse_if(len(first) > 1, "heavy pronoun")
        return _in_subject(clause, subject, 1, plain("no one"))
    if first[0] == "something":
        return _in_subject(clause, subject, 1, plain("nothing"))
    if first[0] == "another":
        return _in_subject(clause, subject, 1, plain("no other"))
    refuse_if(
        first[:2] in (["a", "few"], ["a", "lot"], ["a", "couple"], ["a", "number"], ["a", "pair"]), "quantity"
    )
    refuse_if(subject.collective, "collective")
    if first[0] in ("a", "an", "some", "one"):
        return _in_subject(clause, subject, 1, plain("no"))
    refuse_if(subject.determiner != "bare singular" or head.tag not in ("NN",), "no determiner")
    return _in_subject(clause, subject, 0, plain("no"))


def _neither(clause: Clause, subject: Phrase) -> Change:
    """*The boy neither sings nor dances*: not the complement of *sings and dances*, but contrary to it."""
    refuse_if(
        len(clause.predicates) != 2 or subject.determiner not in ("definite", "proper", "pronoun"),
        "coordinated verbs",
    )
    one, two = clause.predicates
    refuse_if(lows(two.joiner) != ["and"] or one.inner or two.inner, "coordinated verbs")
    shared = bool(two.bare)
    refuse_if(not shared and (one.verb.has_auxiliary or two.verb.has_auxiliary), "coordinated verbs")
    denied = Inner(plain("neither"), _before_verb(one) if shared else 0)
    joiner = (Word("nor", two.joiner[0].space),)
    made = replace(clause, predicates=(replace(one, inner=(denied,)), replace(two, joiner=joiner)))
    return Change(in_parts(made, _ANY), "contrary")


def _before_verb(predicate: Predicate) -> int:
    verb = predicate.verb
    return bool(verb.modal) + verb.perfect + verb.progressive + verb.passive
