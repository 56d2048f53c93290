"""Subject and object exchanged."""

from __future__ import annotations

from dataclasses import replace

from zellig.language.clause import Clause
from zellig.language.words import word_list
from zellig.transform.change import (
    Change,
    lows,
    may_move,
    needs_subject,
    one_plain_verb,
    refuse_focused,
    refuse_if,
)
from zellig.transform.passive import as_object, as_subject


def swap(clause: Clause) -> Change:
    """*The man bites the dog.* -> *The dog bites the man.*"""
    changed = _swapped(clause)
    verb, subject, goal = clause.verb, needs_subject(clause), needs_subject(changed.clause)
    refuse_if(not (subject.animate and goal.animate), "inanimate")
    refuse_if(verb.lemma in word_list("one-way"), "one-way verb")
    refuse_if(goal.determiner == "bare singular", "bare singular")
    # *A man punches another man*, *Someone pushes a boy*: the swapped sentence may say what the old one says.
    heads = [phrase.words[phrase.head].text.lower() for phrase in (subject, goal)]
    refuse_if(heads[0] == heads[1] or set(heads) & word_list("indefinite-pronouns"), "same kind")
    return changed


def swap_to_nonsense(clause: Clause) -> Change:
    """*The cook carries a pot.* -> *A pot carries the cook.*"""
    changed = _swapped(clause)
    goal = needs_subject(changed.clause)
    refuse_if(goal.animate or not needs_subject(clause).animate, "makes sense")
    return changed


def _swapped(clause: Clause) -> Change:
    one_plain_verb(clause)
    subject = needs_subject(clause)
    verb, parts = clause.verb, clause.predicate.parts
    refuse_if(verb.passive, "already passive")
    refuse_if(verb.lemma in word_list("symmetric") | word_list("no-passive"), "symmetric verb")
    refuse_if(subject.determiner in ("expletive", "negative"), subject.determiner)
    refuse_focused(subject)
    refuse_if(any(part.controlled for part in parts), "dangling adjunct")
    refuse_if(any(part.role in ("complement", "indirect") for part in parts), "clausal object")
    place = next((i for i, part in enumerate(parts) if part.role == "object"), None)
    refuse_if(place is None, "no object")
    part = parts[place or 0]
    phrase = part.phrase
    refuse_if(phrase is None or len(phrase.words) != len(part.words), "no object")
    if phrase is None:
        raise AssertionError
    may_move(phrase)
    refuse_if(set(lows(subject.words)) & word_list("bound"), "bound possessive")
    placed = any(word.tag == "IN" for word in (*subject.words, *phrase.words))
    refuse_if(placed and any(each.dep == "prep" for each in parts), "unsure attachment")
    new = as_object(subject)
    changed = replace(part, words=new.words, phrase=new)
    predicate = replace(
        clause.predicate, parts=(*parts[: place or 0], changed, *parts[(place or 0) + 1 :]), spaces=()
    )
    return Change(replace(clause.with_predicate(predicate), subject=as_subject(phrase)), "unrelated")
