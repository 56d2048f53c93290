"""What a sentence says, read once: its shape, the words that judge (cues), whether they agree.

The right answer of the item says which way the sentence leans. A cue that leans the other way, or of which we
cannot tell whether it is said to be so, makes the opinion mixed; strategies that turn a single cue refuse it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal

from zellig.breakers.strategies.data import Near, Part
from zellig.breakers.strategies.domains import NEUTRAL, Domain, get_domain
from zellig.breakers.strategies.evaluative import fixed_phrases, is_weak, near_of, others, sign_of
from zellig.items import Item
from zellig.language.clause import Clause, RefusedError
from zellig.language.inflection import FORMS, inflect, plural
from zellig.language.reading import read_clause
from zellig.language.slips import has_slip
from zellig.language.tokens import FINITE, Sentence, Token, sentences_of
from zellig.language.words import word_lists
from zellig.tasks.sentiment import NEGATIVE, POSITIVE

Shape = Literal["clause", "subjectless", "noun phrase", "adjective phrase", "other"]

SUBJECTS = ("nsubj", "nsubjpass", "expl", "csubj", "csubjpass")
BOUNDARIES = ("relcl", "advcl", "acl", "parataxis", "ROOT")
DESCRIBES = ("amod", "acomp", "oprd", "ROOT", "conj", "ccomp", "attr", "dep", "appos")
WIDEST_FIXED = 3  # words of the longest fixed phrase
KEPT = 4096  # readings that are kept for the next strategy


@cache
def words(name: str) -> frozenset[str]:
    """One of the lists of `data/reading.toml`."""
    return word_lists("zellig.breakers.strategies", "reading")[name]


@dataclass(frozen=True)
class Cue:
    """A word that judges."""

    i: int  # its place
    word: str
    lemma: str
    part: Part
    sign: int  # of the word
    force: int  # of what is said with it: *not funny* has the sign of funny and the force of unfunny
    real: bool  # said to be so
    tag: str
    near: Near | None  # its set, if it has one

    def fitted(self, word: str) -> str:
        """Another word in the form of this one."""
        if self.part == "noun" and self.tag == "NNS":
            return plural(word)
        return inflect(word, FORMS[self.tag]) if self.part == "verb" else word


class Reading:
    """A sentence with its parse, its clause or why there is none, its shape and its cues, and what such
    sentences are about."""

    def __init__(self, sentence: Sentence, domain: Domain) -> None:
        self.sentence, self.domain = sentence, domain
        self.tokens = sentence.tokens
        self.lows = [token.low for token in sentence.tokens]
        self.refusal = ""
        self.clause: Clause | None = None
        try:
            self.clause = read_clause(sentence)
        except RefusedError as refused:
            self.refusal = refused.reason
        self.shape: Shape = _shape(sentence, self.clause)

    @cached_property
    def cues(self) -> tuple[Cue, ...]:
        """The words that judge."""
        return tuple(_cues(self.sentence, self.domain))

    @cached_property
    def single(self) -> bool:
        """Is it one sentence?"""
        return sum(token.head == token.i for token in self.tokens) == 1

    @cached_property
    def has_slip(self) -> bool:
        """Did whoever wrote it make a slip?"""
        return has_slip(self.sentence)

    def child(self, i: int, *deps: str) -> Token | None:
        """The first child with one of these relations."""
        return self.sentence.child(i, *deps)

    def above(self, i: int) -> Iterator[Token]:
        """The tokens from this one up to the root."""
        token = self.tokens[i]
        yield token
        while token.head != token.i:
            token = self.tokens[token.head]
            yield token

    def has(self, *lows: str) -> bool:
        """Does any of these words occur?"""
        return any(low in self.lows for low in lows)

    def has_any(self, name: str) -> bool:
        """Does a word of this list occur?"""
        return not words(name).isdisjoint(self.lows)


@dataclass(frozen=True)
class Opinion:
    """A reading, and which way the right answer says it leans."""

    reading: Reading
    label: str
    sign: int  # 1, -1; 0 for any other answer

    @property
    def readings(self) -> tuple[Reading, ...]:
        """All that was read."""
        return (self.reading,)

    @cached_property
    def cues(self) -> tuple[Cue, ...]:
        """The cues that lean with the answer."""
        return tuple(cue for cue in self.reading.cues if cue.force == self.sign and cue.real)

    @cached_property
    def against(self) -> tuple[Cue, ...]:
        """The cues that lean the other way, or nobody knows where."""
        return tuple(
            cue for cue in self.reading.cues if _weighs(cue, self.reading.domain) and cue not in self.cues
        )

    @property
    def mixed(self) -> bool:
        """Are there two opinions in it?"""
        return bool(self.against) or self.reading.has_any("contrast")


def _weighs(cue: Cue, domain: Domain) -> bool:
    """Does it count against the answer? A noun or verb that is only rated tells what a text is about."""
    if cue.near is not None or cue.word in others("praise", domain) or cue.word in others("blame", domain):
        return True
    return cue.part in ("adjective", "adverb") and not is_weak(cue.word, cue.lemma, domain)


_kept: dict[tuple[str, str], Reading | None] = {}  # by domain and text


def read_opinions(items: Sequence[Item], domain: Domain) -> Iterator[Opinion | None]:
    """The opinion of every item, in order; None for an empty text."""
    readings = read_texts([item.fields["text"] for item in items], domain)
    for item, reading in zip(items, readings, strict=True):
        label = item.accepted[0] if len(item.accepted) == 1 else ""
        sign = {POSITIVE: 1, NEGATIVE: -1}.get(label, 0)
        yield None if reading is None else Opinion(reading, label, sign)


def read_texts(texts: Sequence[str], domain: Domain | None = None) -> list[Reading | None]:
    """The reading of every text, in order; None for an empty one. Texts just read are not read again."""
    domain = domain or get_domain(NEUTRAL)
    found = {text: _kept[domain.name, text] for text in texts if (domain.name, text) in _kept}
    missing = [text for text in dict.fromkeys(texts) if text not in found]
    for text, sentence in zip(missing, sentences_of(missing), strict=True):
        found[text] = Reading(sentence, domain) if len(sentence) else None
    if len(_kept) + len(missing) > KEPT:
        _kept.clear()
    _kept.update({(domain.name, text): found[text] for text in missing[-KEPT:]})
    return [found[text] for text in texts]


def _shape(sentence: Sentence, clause: Clause | None) -> Shape:
    root = sentence.tokens[sentence.root]
    helpers = [
        sentence.tokens[c] for c in sentence.children[root.i] if sentence.tokens[c].dep in ("aux", "auxpass")
    ]
    finite = root.tag in FINITE or any(helper.tag in FINITE for helper in helpers)
    subject = sentence.child(root.i, *SUBJECTS)
    if clause is not None and clause.restored:
        return "other"
    if finite and subject is not None and subject.i < root.i:
        return "clause"
    if (
        finite
        and subject is None
        and root.tag != "VBP"
        and clause is not None
        and clause.kind == "subjectless"
    ):
        return "subjectless"
    if finite or subject is not None:
        return "other"
    if root.tag in ("NN", "NNS", "NNP"):
        return "noun phrase"
    return "adjective phrase" if root.tag in ("JJ", "JJR", "JJS", "VBG", "VBN") else "other"


def _cues(sentence: Sentence, domain: Domain) -> Iterator[Cue]:
    lows = [token.low for token in sentence.tokens]
    for token in sentence.tokens:
        if token.tag in ("NNP", "NNPS") and token.text[:1].isupper() and token.i > 0:
            continue  # a title or a name
        found = None if token.low in domain.unread else _judging(sentence, token, domain)
        if found is None or _in_fixed(lows, token.i):
            continue
        part, lemma, sign, near = found
        turns, real = _governed(sentence, token, sign)
        force = sign if turns % 2 == 0 else -sign
        yield Cue(token.i, token.low, lemma, part, sign, force, real, token.tag, near)


def _judging(sentence: Sentence, token: Token, domain: Domain) -> tuple[Part, str, int, Near | None] | None:
    for part in _parts_of(sentence, token):
        lemma = token.lemma if part in ("noun", "verb") else token.low
        near = near_of(lemma, part, domain)
        if near is not None:
            return part, lemma, near.sign, near
    parts = _parts_of(sentence, token)
    if not parts or len(token.low) < 3:
        return None
    sign = sign_of(token.low, token.lemma, domain)
    return (
        (parts[0], token.lemma if parts[0] in ("noun", "verb") else token.low, sign, None) if sign else None
    )


def _parts_of(sentence: Sentence, token: Token) -> list[Part]:
    """What part of speech a token is, and may be as well: *a moving film*, tagged as a verb."""
    if token.tag in ("JJ", "JJR", "JJS"):
        return ["adjective"]
    if token.tag in ("VBG", "VBN", "NN", "RB") and token.dep in DESCRIBES and not _verbal(sentence, token):
        own: list[Part] = ["adjective"]
    else:
        own = []
    if token.tag in ("NN", "NNS"):
        counted = token.tag == "NNS" or sentence.child(token.i, "det") is not None
        return [*(["noun", "mass"] if counted else ["mass"]), *own]  # type: ignore[list-item]
    if token.tag in FORMS:
        return [*own, "verb"]
    if token.tag in ("RB", "RBR", "RBS"):
        if sentence.tokens[token.head].tag.startswith("JJ") and token.dep == "advmod":
            return own  # *wonderfully silly*: a degree
        return [*own, "adverb"]
    return []


def _verbal(sentence: Sentence, token: Token) -> bool:
    return sentence.child(token.i, *SUBJECTS, "dobj", "aux", "auxpass", "agent") is not None


def _in_fixed(lows: list[str], i: int) -> bool:
    return any(
        tuple(lows[start : start + n]) in fixed_phrases()
        for n in range(2, WIDEST_FIXED + 1)
        for start in range(max(0, i - n + 1), i + 1)
    )


def _governed(sentence: Sentence, token: Token, sign: int) -> tuple[int, bool]:
    """How often what governs a token turns it round, and whether it is said to be so.

    *too clever* blames; *too bland* does so without *too*.
    """
    turns, real = 0, True
    previous = -1
    while True:
        for child in sentence.children[token.i]:
            other = sentence.tokens[child]
            if other.i == previous:
                continue
            if other.dep == "neg" or (
                other.low in words("reversing-words") and _plainly_negative(sentence, other)
            ):
                turns += 1
            elif other.low == "too" and other.i < token.i:
                turns += 1 if previous < 0 < sign else 0
                real = real and previous < 0
            elif other.low in words("unreal-words"):
                real = False
        if previous >= 0:
            turns += token.lemma in words("reversing-verbs") or token.low in words("reversing-prepositions")
            turns += token.low in words("reversing-adjectives") or token.low in words("reversing-nouns")
            if token.lemma in words("unreal-verbs") or token.low in words("unreal-words"):
                real = False
        if token.dep in BOUNDARIES or token.head == token.i:
            if token.dep == "relcl":  # *no film that moves*
                turns_above, real_above = _determined(sentence, sentence.tokens[token.head])
                return turns + turns_above, real and real_above
            return turns, real
        previous, token = token.i, sentence.tokens[token.head]


def _determined(sentence: Sentence, noun: Token) -> tuple[int, bool]:
    lows = {sentence.tokens[child].low for child in sentence.children[noun.i]}
    return int("no" in lows), True


def _plainly_negative(sentence: Sentence, token: Token) -> bool:
    """*few* and *little* deny, *a few* and *a little* do not, nor does *little* as a size."""
    if token.low in ("few", "little"):
        article = token.i > 0 and sentence.tokens[token.i - 1].low in ("a", "the", "every", "an")
        size = (
            token.low == "little" and sentence.tokens[token.head].tag in ("NN", "NNS") and token.dep == "amod"
        )
        return not article and not (size and _has_determiner(sentence, token))
    return token.dep in ("det", "advmod", "nsubj", "preconj", "cc", "attr", "dobj", "neg", "amod")


def _has_determiner(sentence: Sentence, token: Token) -> bool:
    return sentence.child(token.head, "det", "poss") is not None
