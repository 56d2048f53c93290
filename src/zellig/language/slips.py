"""Slips of whoever wrote a sentence, *a a dog*, *a cyclists*, *the men is*: a pair of it proves little."""

from __future__ import annotations

from itertools import pairwise

from zellig.language.agreement import SUBJECTS, disagreements, wrong_articles
from zellig.language.inflection import is_word, plural
from zellig.language.tokens import Sentence, Token
from zellig.language.wordnet import ANIMAL, GROUP, PERSON, noun_kind
from zellig.language.words import word_list

SLIP = "slip"
SHORT = 3  # letters of what may be an abbreviation: *an slr*
_ARTICLES = frozenset({"a", "an"})
_DESCRIBING = ("JJ", "VBG", "VBN")


def has_slip(sentence: Sentence) -> bool:
    """Is there a word twice, or one that does not agree with its neighbour, as far as the parse tells?"""
    return (
        has_double(sentence)
        or _has_article_of_several(sentence)
        or any(is_word(word) and len(word) > SHORT for _, word in wrong_articles(sentence))
        or _has_wrong_number(sentence)
        or _has_article_of_nothing(sentence)
        or _has_one_of_two(sentence)
    )


def has_double(sentence: Sentence) -> bool:
    """*a a dog*; but *very very good*, *Yi Yi*."""
    twice = (one for one, two in pairwise(sentence.tokens) if one.text == two.text and one.text.islower())
    return any(one.text.isalpha() and one.text not in word_list("may-be-doubled") for one in twice)


def _has_article_of_several(sentence: Sentence) -> bool:
    """*a cyclists*; but *a few cyclists*, and *a human*, which the parser takes for several."""
    for article in sentence.tokens:
        noun = sentence.tokens[article.head]
        if article.dep == "det" and article.low in _ARTICLES and noun.tag == "NNS" and noun.text.islower():
            between = sentence.tokens[article.i + 1 : noun.i]
            counted = any(each.tag == "CD" or each.low in word_list("before-several") for each in between)
            owns = sentence.tokens[min(noun.i + 1, len(sentence) - 1)].tag == "POS"  # *a children's book*
            if not counted and not owns and _is_several(noun):
                return True
    return False


def _has_article_of_nothing(sentence: Sentence) -> bool:
    """*is a really annoying.*; but *is a must.*, *a few*, *a green*"""
    for article, word in pairwise(sentence.tokens):
        after = sentence.tokens[word.i + 1 : word.i + 2]
        if article.low in _ARTICLES and word.tag == "RB" and after and after[0].tag in _DESCRIBING:
            end = sentence.tokens[word.i + 2 : word.i + 3]
            if not end or end[0].tag == ".":
                return True
    return False


def _has_one_of_two(sentence: Sentence) -> bool:
    """*a man and a woman is walking*; but *the founder and the owner is here*, *the rise and the fall is*"""
    for one in sentence.tokens:
        other = sentence.child(one.i, "conj")
        verb = sentence.tokens[one.head]
        helper = sentence.child(verb.i, "aux", "auxpass") or verb
        if one.dep in SUBJECTS and one.tag == "NN" and other is not None and other.tag == "NN":
            joined = sentence.tokens[one.i + 1].low == "and" and helper.i == other.i + 1
            apart = all(_is_new_being(sentence, noun) for noun in (one, other))
            if joined and apart and (helper.tag == "VBZ" or helper.low == "was"):
                return True
    return False


def _is_new_being(sentence: Sentence, noun: Token) -> bool:
    article = sentence.child(noun.i, "det")
    being = noun.lemma in word_list("people") or noun_kind(noun.lemma) in (ANIMAL, PERSON)
    return being and article is not None and article.low in _ARTICLES


def _has_wrong_number(sentence: Sentence) -> bool:
    """*the men is*; but *ten miles is far*. What is farther away may be another verb's subject."""
    near = {
        (one.low, two.low)
        for one, two in pairwise(sentence.tokens)
        if one.text.islower() and _has_number(one) and not _may_be_joined(sentence, one)
    }
    return not near.isdisjoint(disagreements(sentence))


def _has_number(noun: Token) -> bool:
    """A group may be one or several: *the staff is*, *the staff are*."""
    unclear = noun.low in word_list("same-plural") or noun_kind(noun.lemma) == GROUP
    return not unclear and (noun.tag == "NN" or _is_several(noun))


def _may_be_joined(sentence: Sentence, noun: Token) -> bool:
    """*ten miles is far*, *a clown holding a drum and a girl are dancing*"""
    start, _ = sentence.span(noun.i) or (0, 0)
    before = sentence.tokens[start - 1].low if start else ""
    counted = noun.tag == "NNS" and sentence.child(noun.i, "nummod") is not None
    return counted or before in ("and", "or", "nor")


def _is_several(noun: Token) -> bool:
    return noun.low != noun.lemma and plural(noun.lemma) == noun.low
