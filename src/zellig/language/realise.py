"""From a clause to text: word order, agreement, do-support, capitals, punctuation."""

from __future__ import annotations

from dataclasses import replace

from zellig.language.clause import Clause, Inner, Part, Phrase, Predicate, Word, Words, plain
from zellig.language.inflection import inflect
from zellig.language.verb_group import Agreement, VerbGroup
from zellig.language.verb_reading import BARE_FORMS

_CLITICS = {
    "is": "'s", "has": "'s", "are": "'re", "have": "'ve", "will": "'ll", "would": "'d", "had": "'d",
    "am": "'m",
}  # fmt: skip


def realise(clause: Clause, *, elided: bool = False) -> str:
    """The sentence; with `elided`, a restored auxiliary is left out again, as in the source."""
    if elided and clause.restored:
        first = replace(clause.predicate, bare="VBG" if clause.verb.progressive else "VBN")
        clause = clause.with_predicate(first)
    return _joined(clause, _sentence(clause) if clause.focus is None else _cleft(clause))


def _sentence(clause: Clause) -> list[Word]:
    words = [word for part in clause.front for word in part.words]
    subject = [] if clause.subject is None else list(clause.subject.words)
    inverted = clause.kind == "question" and clause.wh_role != "subject"
    if clause.wh:
        words += plain(clause.wh)
    for number, predicate in enumerate(clause.predicates):
        words += predicate.joiner
        group = _verb_words(predicate, clause, inverted=inverted and number == 0)
        if number == 0:
            if clause.wh_role == "subject":
                subject = []
            if inverted:
                words += [group[0], *subject, *group[1:]]
            else:
                words += [*subject, *group]
        else:
            words += group
        for part in predicate.parts:
            words += part.words
    return words


def _verb_words(predicate: Predicate, clause: Clause, *, inverted: bool) -> list[Word]:
    """The verb group with *not* and the adverbs inside it."""
    verb = predicate.verb
    if predicate.bare:
        space = predicate.spaces[0] if predicate.spaces else " "
        inside = [word for inner in predicate.inner for word in inner.words]
        return [*inside, Word(inflect(verb.lemma, BARE_FORMS[predicate.bare]), space)]
    texts = verb.words(clause.agreement, inverted=inverted)
    if clause.kind == "imperative":
        texts = ["do", verb.lemma] if verb.negative else [verb.lemma]
    words = [Word(text) for text in texts]
    spaces = predicate.spaces
    if len(spaces) == len(words):
        # Only what is shortened stands close to the word before it, and gets its space below.
        words = [replace(word, space=space or " ") for word, space in zip(words, spaces, strict=True)]
    negation: list[Word] = []
    if verb.negative:
        short = verb.short_negation(texts[0]) if verb.short_not else None
        if short is None:
            together = texts[0] == "can" and not clause.tokenised  # cannot
            space = "" if together else " "
            negation = [Word("not", space if predicate.before_not is None else predicate.before_not)]
        else:
            words[0] = replace(words[0], text=short)
            negation = [Word("n't", " " if clause.tokenised else "")]
    if verb.short_first and not inverted:
        clitic = _CLITICS.get(texts[0])
        if clitic is not None and not (negation and negation[0].text == "n't"):
            words[0] = Word(clitic, " " if clause.tokenised else "")
    return _with_inner(words, negation, predicate.inner)


def _with_inner(words: list[Word], negation: list[Word], inner: tuple[Inner, ...]) -> list[Word]:
    """Adverbs keep their place; where an auxiliary is new, they go behind the first one."""
    slots: list[list[Word]] = [[] for _ in range(len(words) + 1)]
    for each in inner:
        gap = min(each.gap, len(words) - 1)
        if gap == 0 and len(words) > 1:
            gap = 1
        slots[gap] += each.words
    found = [*slots[0], words[0], *negation, *slots[1]]
    for place in range(1, len(words)):
        found += [words[place], *slots[place + 1]]
    return found


def _cleft(clause: Clause) -> list[Word]:
    """*It is X that ...*"""
    focus = clause.focus
    if focus is None:
        raise ValueError("not a cleft")
    verb = clause.verb
    past = verb.modal == "would" or (verb.tense == "past" and not verb.modal)
    copula = VerbGroup("be", "past" if past else "present", "will" if verb.modal == "will" else "")
    words = [word for part in clause.front for word in part.words]
    words += plain("it")
    words += [Word(text) for text in copula.words(Agreement())]
    rest = replace(clause, focus=None, front=())
    if focus.role == "subject":
        if clause.subject is None:
            raise ValueError("no subject")
        words += clause.subject.words
        rest = replace(rest, subject=replace(clause.subject, words=()))
    else:
        part = clause.predicate.parts[focus.place]
        words += _stripped(part.words)
        parts = clause.predicate.parts
        rest = rest.with_predicate(
            replace(clause.predicate, parts=parts[: focus.place] + parts[focus.place + 1 :])
        )
    words += plain(focus.pronoun)
    return words + _sentence(rest)


def _stripped(words: Words) -> list[Word]:
    """Without commas at its ends."""
    found = list(words)
    while found and found[0].tag == ",":
        found.pop(0)
    while found and found[-1].tag == ",":
        found.pop()
    return found


def _joined(clause: Clause, words: list[Word]) -> str:
    if not words:
        return ""
    end = list(clause.end)
    if clause.kind == "question":
        mark = Word("?", end[0].space if end else (" " if clause.tokenised else ""))
        end = [mark]
    first, *rest = [*words, *end]
    text = first.text + "".join(word.space + word.text for word in rest)
    return text[:1].upper() + text[1:] if clause.capital else text


def by_phrase(phrase: Phrase) -> Part:
    """The agent of a passive."""
    return Part("agent", (*plain("by"), *phrase.words), "agent", phrase=phrase, preposition="by")
