"""What people put first and what they do not: heavy phrases, doubtful names, words that stress others."""

from __future__ import annotations

from collections.abc import Iterable

from zellig.language.clause import Clause, Part, Phrase, Word, Words
from zellig.language.tokens import FINITE
from zellig.language.wordnet import noun_kind
from zellig.language.words import word_list
from zellig.transform.change import all_words, lows, refuse_if

# WordNet's files of what can be seen: animals, artefacts, bodies, food, objects, people, plants, stuff
_CONCRETE = frozenset({5, 6, 8, 13, 17, 18, 20, 27})
_JOINING = frozenset({"WDT", "WP", "WP$", "WRB"})
_PAUSES = frozenset({":", "-LRB-", "-RRB-"})


def size(words: Iterable[Word]) -> int:
    """How many words they are, without marks."""
    return sum(any(map(str.isalnum, word.text)) for word in words)


def refuse_long(clause: Clause, most: int) -> None:
    """Refuses to rebuild a sentence that readers would lose track of, and whose parse is a guess."""
    refuse_if(size(all_words(clause)) > most, "long sentence")


def refuse_heavy(phrase: Phrase, most: int) -> None:
    """Refuses to move a long phrase, one with a clause in it, or one with an insertion."""
    tags = [word.tag for word in phrase.words]
    refuse_if(size(phrase.words) > most, "heavy phrase")
    refuse_if(any(tag in FINITE or tag in _JOINING or tag in _PAUSES for tag in tags), "heavy phrase")
    refuse_if(tags[-1] == "CC", "unsure end")
    loose = "," in tags[phrase.head + 1 :] and not phrase.coordinated  # *the mayor, a baker,*
    refuse_if(loose, "heavy phrase")


def refuse_unsure_name(clause: Clause, phrase: Phrase) -> None:
    """Refuses *Cloud called*: the parser takes it for a name, and the dictionary does not."""
    first = phrase.words[0]
    refuse_if(clause.capital and first.tag in ("NNP", "NNPS") and first.text[:1].islower(), "unsure name")


def refuse_split_title(phrase: Phrase, behind: Words) -> None:
    """Refuses *films Smokers Only*: a title may go on behind what the parser takes for all of it."""
    capital = phrase.words[-1].text[:1].isupper() and bool(behind) and behind[0].text[:1].isupper()
    refuse_if(capital, "unsure name")


def refuse_stressing(clause: Clause) -> None:
    """Refuses *also*, *only*, *therefore*: they join a sentence to another, or stress what is moved."""
    inner = [each.words for predicate in clause.predicates for each in predicate.inner]
    parts = [
        part.words for predicate in clause.predicates for part in predicate.parts if part.dep == "advmod"
    ]
    stressing = word_list("stressing")
    refuse_if(any({"as", "well"} <= set(lows(words)) for words in parts), "stressing adverb")
    refuse_if(any(set(lows(words)) & stressing for words in (*inner, *parts)), "stressing adverb")


def refuse_limiting(clause: Clause) -> None:
    """Refuses *can only carry a box*: the box, or nothing but carrying it?"""
    words = [word for predicate in clause.predicates for each in predicate.inner for word in each.words]
    parts = [part for predicate in clause.predicates for part in predicate.parts if part.dep == "advmod"]
    words += [word for part in parts for word in part.words]
    refuse_if(set(lows(tuple(words))) & word_list("limiting"), "stressing adverb")


def refuse_second_statement(clause: Clause) -> None:
    """Refuses *It works, that's clear*: behind a comma or dash, or *and*, a verb may speak for itself."""
    refuse_if(
        any(_is_loose(part) for predicate in clause.predicates for part in predicate.parts), "loose end"
    )


def _is_loose(part: Part) -> bool:
    if any(word.tag == ":" or len(word.space) > 1 for word in part.words):  # a dash, perhaps a lost one
        return True
    for place, word in enumerate(part.words):
        if word.tag in _JOINING or part.marker:
            return False  # *a boy who sings and dances*
        if word.tag in (",", "CC") and any(each.tag in FINITE for each in part.words[place:]):
            return True
    return False


def is_concrete(phrase: Phrase) -> bool:
    """Does it name what can be seen? *a letter*, but not *credit*."""
    return phrase.animate or noun_kind(head_of(phrase)) in _CONCRETE


def head_of(phrase: Phrase) -> str:
    """The noun, in its dictionary form."""
    head = phrase.words[phrase.head]
    return (head.lemma or head.text).lower()


def is_bare(phrase: Phrase) -> bool:
    """*news*, *cheap phones*: no article, and no name."""
    return phrase.determiner in ("bare singular", "bare plural")


def begins_vaguely(words: Words) -> bool:
    """*nearly two hours*, *enough people*, *another*: how much, but not which."""
    first, alone = lows(words)[0], len(words) == 1
    if any(word.tag == "$" for word in words):  # a sum
        return True
    return first in word_list("vague") or (alone and (first in ("one", "another") or words[0].tag == "CD"))
