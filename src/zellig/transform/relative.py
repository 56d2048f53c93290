"""A participle behind a noun becomes a relative clause: *a man holding* -> *a man who is holding*."""

from __future__ import annotations

from dataclasses import replace

from zellig.language.clause import Clause, Phrase, RefusedError, plain
from zellig.transform.change import Change, is_plain


def to_relative(clause: Clause) -> Change:
    """The subject's participle as a relative clause.

    Behind an object it may as well belong to the subject: *takes a walk carrying a bag*.
    """
    is_plain(clause)
    subject = clause.subject
    if subject is None or not _has_participle(subject):
        raise RefusedError("no participle")
    past = clause.verb.tense == "past" and not clause.verb.modal
    return Change(replace(clause, subject=_relative(subject, past)), "equivalent")


def _has_participle(phrase: Phrase) -> bool:
    behind = phrase.words[phrase.head + 1 : phrase.head + 2]
    return phrase.modified and not phrase.coordinated and any(word.tag in ("VBG", "VBN") for word in behind)


def _relative(phrase: Phrase, past: bool) -> Phrase:
    pronoun = "who" if phrase.person else "that"
    link = plain(f"{pronoun} {phrase.agreement.be('past' if past else 'present')}")
    at = phrase.head + 1
    return replace(phrase, words=(*phrase.words[:at], *link, *phrase.words[at:]))
