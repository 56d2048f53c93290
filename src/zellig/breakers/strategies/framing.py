"""A text inside or before a sentence of ours, in the manner of its source: its spacing and its capitals."""

from __future__ import annotations

import random
from typing import Literal

from zellig.breakers.strategies.data import Framed, frames
from zellig.breakers.strategies.domains import NEUTRAL
from zellig.breakers.strategies.opinion import SUBJECTS, Opinion, Reading, words
from zellig.breakers.strategies.rewriting import body, ending, uncapitalised
from zellig.breakers.strategies.stating import is_formal, states, tells
from zellig.breakers.strategies.version import single_statement
from zellig.language.clause import RefusedError
from zellig.language.inflection import with_article
from zellig.language.tokens import FINITE, Token
from zellig.transform.change import refuse_if

LONGEST = 30  # tokens: longer, and nobody remembers the frame
LONGEST_TOLD = 24  # nor does anybody repeat so much of what others said
LONGEST_WISHED = 20
QUOTES = ('"', "''", "``", "“", "”")
BEGINNINGS = frozenset(
    {"and", "but", "or", "so", "yet", "then", "because", "yes", "no", "well", "what", "how", "let", "if"}
)
NO_START = frozenset(
    {"as", "so", "too", "not", "about", "more", "just", "all", "enough", "even", "way", "far"}
)
ARTICLES = frozenset({"a", "an", "the", "another", "his", "its"})
# Refusals of the grammar that do not mean that there is no clause.
READABLE = frozenset(
    {"unread coordination", "no round trip", "mixed tenses", "already negative", "unsure verb"}
)


def spaced(reading: Reading) -> bool:
    """Does punctuation stand apart in the source?"""
    return any(token.low in (".", ",") and token.space for token in reading.tokens)


def appended(reading: Reading, sentence: str) -> str:
    """The text with another sentence behind it."""
    text, tokens = reading.sentence.text, reading.tokens
    apart = spaced(reading)
    if tokens[-1].text[-1:].isalnum():
        text += " ." if apart else "."
    if apart:
        for mark in ".,!?;":
            sentence = sentence.replace(mark, f" {mark}")
    return f"{text} {_as_low(reading, sentence)}"


def closed(reading: Reading, words_: str) -> str:
    """The text with words of ours before its last mark."""
    stop = ending(reading.sentence)
    head = "".join(token.space + token.text for token in reading.tokens[:stop]).strip()
    tail = "".join(token.space + token.text for token in reading.tokens[stop:])
    return f"{head}{_as_low(reading, words_.replace(',', ' ,') if spaced(reading) else words_)}{tail}"


def _as_low(reading: Reading, text: str) -> str:
    """In small letters where the source has no others."""
    return text if any(character.isupper() for character in reading.sentence.text) else text.lower()


def framed(opinion: Opinion, frame: Framed, chance: random.Random, *, own_voice: bool = False) -> str:
    """The text inside a frame if it fits there, else between quotes if the frame has such; else a refusal.

    In a frame of the reviewer's `own_voice`, *I* and *we* stay who they are.
    """
    reading = opinion.reading
    kind = _kind(opinion, own_voice=own_voice, quoting=bool(frame.quoted))
    refuse_if(not frame.quoted and len(reading.tokens) > LONGEST_WISHED, "too long")
    if kind == "quoted":
        return as_source(reading, chance.choice(frame.quoted)).replace("{t}", _quotable(reading))
    if kind == "phrase":
        chosen = chance.choice(frame.phrase)
        return as_source(reading, _agreeing(reading, chosen).replace("{x}", as_inside(reading)))
    return as_source(reading, chance.choice(frame.clause).replace("{s}", _statement(reading)))


def told_by_others(opinion: Opinion, chance: random.Random) -> str:
    """*My neighbor swore that the soup is a delight. Nonsense.*"""
    reading, lists = opinion.reading, frames().reported
    kind = _kind(opinion, own_voice=False, quoting=True)
    side = "praised" if opinion.sign > 0 else "blamed"
    who, verdict = chance.choice([*lists.who, *reading.domain.people]), chance.choice(lists.verdict)
    if kind == "quoted":
        text = as_source(reading, f'{who} {chance.choice(lists.wrote[side])}: "{{t}}" {verdict}')
        return text.replace("{t}", _quotable(reading))
    if kind == "phrase":
        called = chance.choice(lists.called[side])
        return as_source(reading, f"{who} {called} {as_inside(reading)}. {verdict}")
    return as_source(
        reading, f"{who} {chance.choice(lists.said[side])} that {_statement(reading)}. {verdict}"
    )


def _statement(reading: Reading) -> str:
    """A clause as it stands behind *that*."""
    return ("it " if reading.shape == "subjectless" else "") + as_inside(reading)


def _kind(opinion: Opinion, *, own_voice: bool, quoting: bool) -> Literal["clause", "phrase", "quoted"]:
    """How a statement of an opinion may stand in a frame; refuses what is none, or mixed, or too long."""
    reading = opinion.reading
    states(opinion)
    refuse_if(reading.has_any("opposing"), "mixed")
    # A review of a story tells of it, too, in words that judge elsewhere.
    told = len(opinion.cues) - 1 if reading.domain.stories else 0
    refuse_if(len(opinion.against) > max(told, 0), "mixed")
    refuse_if(len(reading.tokens) > LONGEST_TOLD, "too long")
    refuse_if(any(mark in reading.sentence.text for mark in QUOTES), "quotation")
    try:
        return _fitting(opinion, own_voice=own_voice)
    except RefusedError:
        # Nobody quotes a text about anything in order to disagree, nor one that begins in the middle.
        first = reading.tokens[0]
        if not quoting or reading.domain.name == NEUTRAL or not first.text[0].isalnum():
            raise
        refuse_if(first.low in BEGINNINGS or reading.has("(", ")", "*"), "unread beginning")
        # Nobody quotes what others say of themselves, *I love it*, in order to disagree.
        refuse_if(reading.has_any("first-person"), "first person")
        refuse_if(all(cue.near is None for cue in opinion.cues), "no cue")
        return "quoted"


def _quotable(reading: Reading) -> str:
    text = reading.sentence.text
    return text + (" ." if spaced(reading) else ".") if text[-1].isalnum() else text


def _several(reading: Reading) -> bool:
    return reading.shape == "noun phrase" and reading.tokens[reading.sentence.root].tag == "NNS"


def _agreeing(reading: Reading, frame: str) -> str:
    """A frame for one thing, or for several: *These are not the best fries*."""
    if _several(reading):
        for one, several in frames().plural.items():
            frame = frame.replace(one, several)
    return frame


def prefixed(opinion: Opinion, chance: random.Random) -> str:
    """The text behind an adverbial and a comma; only its beginning must fit."""
    reading = opinion.reading
    tells(opinion)
    refuse_if(len(reading.tokens) > LONGEST, "too long")
    refuse_if(reading.has_any("opposing") or reading.lows[0] == "while", "contrast")
    refuse_if(reading.has_any("assurances"), "stressed already")
    first, second = reading.tokens[0], reading.lows[1] if len(reading.tokens) > 1 else "."
    refuse_if(not first.text[0].isalpha() or first.tag in ("UH", "WP", "CC", "VB"), "unread beginning")
    refuse_if(first.low in words("no-opening") or (second == "," and first.tag == "RB"), "unread beginning")
    refuse_if(first.low == "no" and first.dep != "det", "unread beginning")
    refuse_if(reading.shape not in ("clause", "noun phrase"), "no clause")
    refuse_if(reading.has(":", ";") or not reading.single, "more than one sentence")
    opening = chance.choice(frames().openings[_manner(opinion)])
    opened = as_source(reading, f"{opening[:1].upper()}{opening[1:]}, {uncapitalised(reading.sentence)}")
    return opened + reading.sentence.text[len(first.text) :]


def _manner(opinion: Opinion) -> Literal["formal", "judgement", "telling"]:
    if is_formal(opinion.reading):
        return "formal"
    try:
        states(opinion)
    except RefusedError:
        return "telling"
    return "judgement"


def as_inside(reading: Reading) -> str:
    """The text as it stands inside another sentence; *flat comedy* gets its article."""
    said = body(reading.sentence)
    return with_article(said) if _lacks_article(reading) else said


def _lacks_article(reading: Reading) -> bool:
    """Is it a single thing that is counted, without a word that says which: *flat, misguided comedy*?"""
    first, root = reading.tokens[0], reading.tokens[reading.sentence.root]
    return (
        reading.shape == "noun phrase"
        and root.tag == "NN"
        and root.low in reading.domain.counted_nouns
        and first.tag in ("JJ", "VBN", "VBG", "RB")
        and first.low not in NO_START
        and reading.child(root.i, "det", "poss", "nummod") is None
    )


def _fitting(opinion: Opinion, *, own_voice: bool) -> Literal["clause", "phrase"]:
    """Whether it may stand behind *that* (clause) or behind *call it* (phrase)."""
    reading = opinion.reading
    single_statement(opinion)
    refuse_if(reading.has_any("contrast"), "contrast")
    refuse_if(not own_voice and reading.has_any("first-person"), "first person")
    first = reading.tokens[0]
    refuse_if(first.low in BEGINNINGS or not first.text[0].isalpha(), "unread beginning")
    if reading.shape in ("clause", "subjectless"):
        _sound_clause(reading)
        return "clause"
    _sound_phrase(reading)
    refuse_if(not own_voice and _several(reading), "several things")  # *who would call it the best fries*
    return "phrase"


def _sound_clause(reading: Reading) -> None:
    if reading.clause is None:
        refuse_if(
            reading.refusal not in READABLE or reading.tokens[0].tag not in ("DT", "PRP", "NNP", "PRP$"),
            "no clause",
        )
    else:
        refuse_if(reading.clause.kind not in ("declarative", "subjectless"), "no statement")
    refuse_if(any(token.dep in ("parataxis", "intj", "dep") for token in reading.tokens), "two statements")
    root = reading.tokens[reading.sentence.root]
    before = reading.tokens[root.i - 1] if root.i else root
    refuse_if(_begins_elsewhere(reading, root), "unread beginning")
    # A participle taken for a verb: *priggish, lethargically paced parable*, *a parable, finely told*.
    odd = root.tag == "VBD" and reading.child(root.i, "aux") is None
    first = reading.tokens[0]
    bare = reading.child(root.i, "dobj") is None and (first.tag.startswith("JJ") or first.low in ("a", "an"))
    refuse_if(odd and (bare or before.tag == "RB" or before.low == ","), "unsure verb")
    # Without a subject it begins with the verb: *like all romances, moves us* has lost a name.
    late = root.i > 0 and not (root.i == 1 and before.tag == "RB")
    refuse_if(reading.shape == "subjectless" and late, "unread beginning")
    # *Moves us* is said of a film, *Loved the soup* of whoever writes.
    unsaid = reading.shape == "subjectless" and not reading.domain.stories
    refuse_if(unsaid and root.tag != "VBZ", "unsure subject")


def _begins_elsewhere(reading: Reading, root: Token) -> bool:
    """*Trimmed to an hour, the play works*: behind *that* a clause begins with its subject."""
    subject = reading.child(root.i, *SUBJECTS)
    span = None if subject is None else reading.sentence.span(subject.i)
    return reading.shape == "clause" and (span is None or span[0] != 0)


def _sound_phrase(reading: Reading) -> None:
    refuse_if(reading.shape not in ("noun phrase", "adjective phrase"), "no phrase")
    first, root = reading.tokens[0], reading.tokens[reading.sentence.root]
    below = [reading.tokens[child] for child in reading.sentence.children[root.i]]
    refuse_if(any(token.dep in ("parataxis", "ccomp", "dep", "nsubj") for token in below), "two statements")
    refuse_if(any(token.dep == "conj" and token.tag in FINITE for token in below), "two statements")
    refuse_if(_goes_on(reading, root), "list")
    if reading.shape == "noun phrase":
        articled = first.low in ARTICLES and first.head == root.i and root.tag != "NNP"
        refuse_if(not articled and not _lacks_article(reading), "no article")
        return
    refuse_if(reading.domain.name == NEUTRAL, "unsure subject")  # *Confused*: who, or what?
    refuse_if(reading.child(root.i, "dobj", "agent") is not None, "no adjective phrase")
    adjective = first.tag in ("JJ", "RB", "VBN", "VBG") and first.dep in ("ROOT", "amod", "advmod")
    refuse_if(not adjective or first.low in NO_START, "no adjective phrase")
    refuse_if(any(token.dep in ("relcl", "advcl", "prep", "xcomp") for token in below), "no adjective phrase")


def _goes_on(reading: Reading, root: Token) -> bool:
    """*great phone, easy to use, no regrets*: behind a comma comes more than belongs to the phrase."""
    commas = [i for i, low in enumerate(reading.lows) if low == "," and i > root.i]
    if reading.shape == "noun phrase":
        return bool(commas)
    return any(
        reading.tokens[i + 1].tag not in ("JJ", "RB", "CC") for i in commas if i + 1 < len(reading.tokens)
    )


def as_source(reading: Reading, text: str) -> str:
    """A text of ours, spaced as the source is; in lower case where the source begins so."""
    if spaced(reading):
        for mark in ";,.":
            text = text.replace(f"{mark} ", f" {mark} ")
        text = " ".join(text.split())
        if text[-1] in ".?!":
            text = f"{text[:-1].rstrip()} {text[-1]}"
    first = reading.tokens[0].text[:1]
    text = text if first.isupper() or not first.isalpha() else text[:1].lower() + text[1:]
    return _as_low(reading, text)
