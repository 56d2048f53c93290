"""Forms of English words: verbs by lemma and form, nouns by number; and back from a form to its lemma."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from zellig.language.wordnet import verb_frames

VerbForm = Literal["base", "third", "past", "participle", "ing"]

TAGS: dict[VerbForm, str] = {"base": "VB", "third": "VBZ", "past": "VBD", "participle": "VBN", "ing": "VBG"}

FORMS: dict[str, VerbForm] = {tag: form for form, tag in TAGS.items()} | {"VBP": "base"}

# Where the inflector's table is wrong for our purpose: the verb of posture, not the one of untruth.
_OWN: dict[tuple[str, VerbForm], str] = {
    ("lie", "participle"): "lain",
    ("bear", "participle"): "borne",
    ("be", "base"): "be",
    ("be", "third"): "is",
    ("be", "past"): "was",
    ("be", "participle"): "been",
    ("be", "ing"): "being",
}


_BE: dict[str, tuple[VerbForm, ...]] = {
    "be": ("base",), "am": ("base",), "are": ("base",), "is": ("third",), "was": ("past",), "were": ("past",),
    "been": ("participle",), "being": ("ing",),
}  # fmt: skip


@lru_cache(maxsize=2**16)
def inflect(lemma: str, form: VerbForm) -> str:
    """A form of a verb."""
    if (lemma, form) in _OWN:
        return _OWN[lemma, form]
    return forms(lemma, form)[0]


@lru_cache(maxsize=2**16)
def forms(lemma: str, form: VerbForm) -> tuple[str, ...]:
    """All spellings of a form of a verb, the most usual first."""
    if form == "base":
        return (lemma,)
    from lemminflect import getInflection

    return tuple(getInflection(lemma, TAGS[form])) or (lemma,)


@lru_cache(maxsize=2**16)
def is_known_verb(lemma: str) -> bool:
    """Has a dictionary it as a verb, the inflector's or WordNet? Forms of others (*setup*) are invented."""
    from lemminflect import getInflection

    inflected = getInflection(lemma, "VBG", inflect_oov=False)
    return lemma == "be" or bool(inflected or verb_frames(lemma))


@lru_cache(maxsize=2**16)
def verb_lemma(word: str, form: VerbForm, suggested: str) -> str | None:
    """The verb of which the word is this form: the suggested one if it fits; None if no verb fits."""
    if word == inflect(suggested, form) or word in forms(suggested, form):
        return suggested
    from lemminflect import getLemma

    for lemma in getLemma(word, "VERB"):
        if word == inflect(lemma, form) or word in forms(lemma, form):
            return str(lemma)
    return None


@lru_cache(maxsize=2**16)
def is_verb_form(word: str, form: VerbForm) -> str | None:
    """The lemma of a known verb of which the word is this form, whatever a tagger says; else None."""
    from lemminflect import getAllLemmas

    if word in _BE:
        return "be" if form in _BE[word] else None
    for lemma in getAllLemmas(word, "VERB").get("VERB", ()):
        if word in forms(lemma, form):
            return str(lemma)
    return None


@lru_cache(maxsize=2**16)
def lemma_of(word: str, tag: str) -> str:
    """The lemma of a tagged word: of the verbs it may come from, the one whose form it is (*saw*: see)."""
    form = FORMS.get(tag)
    if form is not None:
        return is_verb_form(word, form) or verb_lemma(word, form, word) or word
    return singular(word) if tag in ("NNS", "NNPS") else word


@lru_cache(maxsize=2**14)
def singular(noun: str) -> str:
    """The singular of a plural noun."""
    from lemminflect import getLemma

    found = getLemma(noun, "NOUN")
    return str(found[0]) if found else noun


@lru_cache(maxsize=2**14)
def plural(noun: str) -> str:
    """The plural of a singular noun."""
    from lemminflect import getInflection

    found = getInflection(noun, "NNS")
    return str(found[0]) if found else noun


def with_article(words: str) -> str:
    """The words after *a* or *an*, by the sound of the first letter as far as spelling tells it."""
    low = words.lower()
    silent = low.startswith(("hour", "honest", "honor", "honour", "heir"))
    denied = low.startswith(("unin", "unim", "unid"))  # *uninspired*, not *unique*
    like_you = not denied and low.startswith(("uni", "use", "usu", "euro", "one", "u-", "ewe"))
    return f"{'an' if (low[:1] in 'aeiou' or silent) and not like_you else 'a'} {words}"


def is_word(word: str) -> bool:
    """Is it in the inflector's dictionary, as any form of any word?"""
    from lemminflect import getAllLemmas

    return bool(getAllLemmas(word))


def is_adjective(word: str) -> bool:
    """Can it be an adjective, by the inflector's dictionary?"""
    from lemminflect import getAllLemmas

    return "ADJ" in getAllLemmas(word)
