"""Syntax: the two halves around *but* or *although* change places; the last, or the main one, decides."""

from __future__ import annotations

import random

from zellig.breakers.strategies.opinion import SUBJECTS, Opinion, Reading, words
from zellig.breakers.strategies.rewriting import ending, rewrite, uncapitalised
from zellig.breakers.strategies.version import (
    Version,
    leans,
)
from zellig.language.clause import RefusedError
from zellig.language.tokens import FINITE, Token
from zellig.transform.change import refuse_if


def but_swap(opinion: Opinion, chance: random.Random) -> Version:
    """*A but B* becomes *B but A*; *Although A, B* becomes *Although B, A*."""
    leans(opinion)
    reading = opinion.reading
    refuse_if(not reading.single or reading.has("?", ";", ":", "(", '"'), "aside")
    refuse_if(sum(low in words("contrast") for low in reading.lows) != 1, "not one contrast")
    joined = _joined_phrases(reading)
    if joined is not None:
        return _phrases_exchanged(opinion, *joined)
    first, second, marker = _two_clauses(reading)
    minor, major = (first, second)
    promise = _swapped_promise(opinion, minor, major)
    refuse_if(marker == "while" and promise != "flip", "*while* may be of time")
    one, two = _exchanged_subjects(reading, first, second)
    capital = reading.tokens[0].text[:1].isupper()
    end = "".join(token.space + token.text for token in reading.tokens[ending(reading.sentence) :])
    comma = reading.tokens[second[0] - 1 - (marker == "but")]
    space = comma.space if comma.low == "," else ""
    joint = f"{space}, " if comma.low == "," or marker != "but" else " "
    text = f"{two}{joint}but {one}" if marker == "but" else f"{marker} {two}{joint}{one}"
    text = text[:1].upper() + text[1:] if capital else text
    return Version(text + end, "halves exchanged", "The half that decides is now the other one.", promise)


Half = tuple[int, int]


def _joined_phrases(reading: Reading) -> tuple[Half, Half] | None:
    """The places of two adjectives, or two verb phrases of one subject, around *but*."""
    but = next((token for token in reading.tokens if token.low in ("but", "yet") and token.dep == "cc"), None)
    if but is None:
        return None
    head = reading.tokens[but.head]
    other = next((t for t in reading.tokens if t.dep == "conj" and t.head == head.i and t.i > but.i), None)
    span = None if other is None else reading.sentence.span(other.i)
    if other is None or span is None or _finite(reading, other):
        return None
    adjectives = {head.tag, other.tag} <= {"JJ", "VBN", "VBG"} and head.dep in (
        "acomp",
        "ROOT",
        "amod",
        "conj",
    )
    verbs = head.tag == other.tag and head.tag in ("VBZ", "VBD", "VBP")
    before = [
        c for c in reading.sentence.children[head.i] if c < head.i and reading.tokens[c].dep == "advmod"
    ]
    start = min(
        [head.i, *(c for c in before if all(reading.tokens[k].head == head.i for k in range(c, head.i)))]
    )
    left = [
        c for c in reading.sentence.children[head.i] if c < start and reading.tokens[c].dep not in SUBJECTS
    ]
    aside = any(
        token.dep in ("relcl", "pobj", "acl", "advcl", "ccomp", "nsubj") for token in reading.above(head.i)
    )
    if left or aside or (other.tag != "JJ" and adjectives):
        return None
    if not (adjectives or verbs) or span[0] < but.i + 1 or reading.tokens[but.i - 1].low == ",":
        return None
    return (start, but.i), (but.i + 1, span[1])


def _phrases_exchanged(opinion: Opinion, first: Half, second: Half) -> Version:
    reading = opinion.reading
    promise = _swapped_promise(opinion, first, second)
    one, two = (_text(reading, half, {}) for half in (first, second))
    gone = dict.fromkeys((*range(*first), *range(*second)), "")
    text = rewrite(reading.sentence, gone | {first[0]: two, second[0]: one})
    return Version(text, "halves exchanged", "The half that decides is now the other one.", promise)


def _two_clauses(reading: Reading) -> tuple[Half, Half, str]:
    """The places of the two clauses, and what joins them."""
    tokens, root = reading.tokens, reading.tokens[reading.sentence.root]
    stop = ending(reading.sentence)
    but = next((token for token in tokens if token.low == "but" and token.dep == "cc"), None)
    if but is not None:
        other = next((t for t in tokens if t.dep == "conj" and t.head == but.head and t.i > but.i), None)
        refuse_if(other is None or but.head != root.i or not _finite(reading, other), "no second clause")
        refuse_if(not _finite(reading, root), "no first clause")
        end = but.i - 1 if tokens[but.i - 1].low == "," else but.i
        return (0, end), (but.i + 1, stop), "but"
    marker = tokens[0]
    refuse_if(marker.low not in ("although", "though", "while"), "no contrast to swap")
    inner = tokens[marker.head]
    refuse_if(inner.dep != "advcl" or inner.head != root.i or not _finite(reading, inner), "no first clause")
    refuse_if(not _finite(reading, root), "no second clause")
    span = reading.sentence.span(inner.i)
    refuse_if(span is None or span[0] != 0 or tokens[span[1]].low != ",", "no comma")
    assert span is not None  # noqa: S101
    return (1, span[1]), (span[1] + 1, stop), marker.low


def _finite(reading: Reading, verb: Token | None) -> bool:
    if verb is None:
        return False
    helper = reading.child(verb.i, "aux", "auxpass")
    subject = reading.child(verb.i, *SUBJECTS)
    finite = verb.tag in FINITE or (helper is not None and helper.tag in FINITE)
    return finite and subject is not None and subject.i < verb.i


def _swapped_promise(opinion: Opinion, minor: Half, major: Half) -> str:
    """*flip* if both halves judge, one against the other and the last with the answer."""
    forces = [
        {cue.force for cue in opinion.reading.cues if cue.real and half[0] <= cue.i < half[1]}
        for half in (minor, major)
    ]
    refuse_if(opinion.sign in forces[0] or -opinion.sign in forces[1], "the halves do not differ")
    refuse_if(not forces[0] and not forces[1], "no cue")
    return "flip" if forces[0] and forces[1] else "not same"


def _exchanged_subjects(reading: Reading, first: Half, second: Half) -> tuple[str, str]:
    """The texts of the two clauses; a pronoun goes to the later place, its noun to the earlier one."""
    subjects = [_subject_of(reading, half) for half in (first, second)]
    one, two = (_text(reading, half, {}) for half in (first, second))
    noun, pronoun = subjects
    if noun is None or pronoun is None:
        raise RefusedError("no subject")
    if pronoun.low in ("it", "he", "she", "they") and noun.tag != "PRP" and noun.dep != "expl":
        span = reading.sentence.span(noun.i)
        if span is None or span[0] < first[0] or span[1] > first[1]:
            raise RefusedError("discontinuous subject")
        refuse_if(pronoun.low == "they" and noun.tag not in ("NNS", "NNPS"), "unsure pronoun")
        refuse_if(pronoun.low == "it" and noun.tag in ("NNS", "NNPS"), "unsure pronoun")
        refuse_if(pronoun.i != second[0] or pronoun.dep != "nsubj" or pronoun.space != " ", "unsure pronoun")
        refuse_if(reading.lows[pronoun.i + 1].startswith(("'", "’")), "clitic")
        phrase = _text(reading, span, {})
        gone = dict.fromkeys(range(*span), "") | {span[0]: pronoun.low}
        one = _text(reading, first, gone)
        two = _text(reading, second, {pronoun.i: phrase})
    else:
        others = {"its", "his", "her", "their", "it", "them", "they"}
        refuse_if(
            others.intersection(reading.lows[slice(*second)]) and pronoun.tag != "PRP", "unsure pronoun"
        )
        refuse_if(
            pronoun.low in ("that", "this", "he", "she", "they", "it") and noun.low != pronoun.low,
            "unsure pronoun",
        )
    return one, two


def _subject_of(reading: Reading, half: Half) -> Token | None:
    found = (t for t in reading.tokens[half[0] : half[1]] if t.dep in SUBJECTS)
    return min(found, key=lambda token: len(list(reading.above(token.i))), default=None)


def _text(reading: Reading, half: Half, changes: dict[int, str]) -> str:
    texts: list[str] = []
    for token in reading.tokens[half[0] : half[1]]:
        own = uncapitalised(reading.sentence) if token.i == 0 else token.text
        text = changes.get(token.i, own)
        if text:
            texts.append((token.space if texts else "") + text)
    return "".join(texts)
