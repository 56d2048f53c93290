"""A participle behind a noun becomes a relative clause: *a man holding* -> *a man who is holding*."""

from __future__ import annotations

from dataclasses import replace

from zellig.language.clause import Clause, Phrase, RefusedError, plain
from zellig.language.verb_group import Agreement
from zellig.transform.change import Change, is_plain


def to_relative(clause: Clause) -> Change:
    """The subject's participle as a relative clause, or the object's if the subject has none."""
    is_plain(clause)
    past = clause.verb.tense == "past" and not clause.verb.modal
    if clause.subject is not None and _has_participle(clause.subject):
        return Change(replace(clause, subject=_relative(clause.subject, past)), "equivalent")
    parts = clause.predicate.parts
    for place, part in enumerate(parts):
        phrase = part.phrase
        if (
            part.role == "object"
            and phrase is not None
            and part.words == phrase.words
            and _has_participle(phrase)
        ):
            made = _relative(phrase, past)
            changed = replace(part, words=made.words, phrase=made)
            predicate = replace(clause.predicate, parts=(*parts[:place], changed, *parts[place + 1 :]))
            return Change(clause.with_predicate(predicate), "equivalent")
    raise RefusedError("no participle")


def _has_participle(phrase: Phrase) -> bool:
    behind = phrase.words[phrase.head + 1 : phrase.head + 2]
    return phrase.modified and not phrase.coordinated and any(word.tag in ("VBG", "VBN") for word in behind)


def _relative(phrase: Phrase, past: bool) -> Phrase:
    head = phrase.words[phrase.head]
    plural = head.tag in ("NNS", "NNPS") or head.text.lower() in ("people", "police")
    pronoun = "who" if phrase.person else "that"
    link = plain(f"{pronoun} {Agreement(3, plural).be('past' if past else 'present')}")
    at = phrase.head + 1
    return replace(phrase, words=(*phrase.words[:at], *link, *phrase.words[at:]))
