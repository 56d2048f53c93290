"""A participle behind a noun becomes a relative clause: *a man holding* -> *a man who is holding*."""

from __future__ import annotations

from dataclasses import replace

from zellig.language.clause import Clause, Phrase, RefusedError, plain
from zellig.language.words import word_list
from zellig.transform.change import Change, is_plain, refuse_if
from zellig.transform.weight import refuse_heavy

HEAVIEST = 14  # words
_INTRODUCED = frozenset({"definite", "indefinite", "numeral", "some", "bare plural", "universal"})


def to_relative(clause: Clause) -> Change:
    """The subject's participle as a relative clause.

    Behind an object it may as well belong to the subject: *takes a walk carrying a bag*.
    """
    is_plain(clause)
    subject = clause.subject
    if subject is None or not _has_participle(subject):
        raise RefusedError("no participle")
    # *Anna moving in was a surprise*, *Thought adding a line might help*
    plain_noun = subject.words[subject.head].tag in ("NN", "NNS") and subject.determiner in _INTRODUCED
    refuse_if(not plain_noun, "unsure participle")
    refuse_heavy(subject, HEAVIEST)
    participle = subject.words[subject.head + 1]
    refuse_if(participle.lemma in ("name", "call"), "name")
    # *a report issued in 2003 says*: it was, although it says so now
    over = participle.tag == "VBN" and not {word.tag for word in subject.words}.isdisjoint({"CD"})
    refuse_if(over and subject.words[-1].tag == "CD", "another time")
    held = participle.tag == "VBG" and participle.lemma in word_list("stative") | word_list(
        "never-progressive"
    )
    refuse_if(held, "stative verb")  # *a book concerning bees*
    # *a film centring on a wedding may please*: it does so as long as it is that film
    lasting = participle.tag == "VBG" and not subject.animate and not clause.verb.progressive
    refuse_if(lasting, "stative verb")
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
