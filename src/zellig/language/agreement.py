"""Do words fit together: a form in the place of another, subjects and verbs, *a* and *an*?"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise

from zellig.language.inflection import FORMS, is_verb_form, plural, with_article
from zellig.language.synonyms import DEGREES, FILES, senses_of
from zellig.language.tokens import Sentence, Token
from zellig.language.words import word_list

SUBJECTS = ("nsubj", "nsubjpass")
SINGULAR = frozenset({"he", "she", "it", "this", "that"})
PLURAL = frozenset({"they", "we", "these", "those"})
UNIVERSAL = {"NOUN": "noun", "VERB": "verb", "ADJ": "adj", "ADV": "adv"}


def part_of(tag: str) -> str | None:
    """The part of speech of a Penn tag, if it is one that new words can have; a name has none."""
    return None if tag.startswith("NNP") else FILES.get(tag[:2])


@lru_cache(maxsize=2**16)
def parts_of(word: str) -> frozenset[str]:
    """What a word in lower case can be, in any of its forms; nothing if it is unknown."""
    from lemminflect import getAllLemmas

    found = {UNIVERSAL[name] for name in getAllLemmas(word) if name in UNIVERSAL}
    found |= {kind for kind in FILES.values() if senses_of(word, kind)}
    described = any(is_verb_form(word, form) for form in ("ing", "participle"))
    return frozenset(found | {"adj"} if described else found)


@lru_cache(maxsize=2**16)
def can_be(word: str, tag: str) -> bool:
    """Can a word in lower case have this Penn tag? True for a word or a tag that we know nothing about."""
    from lemminflect import getAllLemmas

    part, parts = part_of(tag), parts_of(word)
    if part is None or not parts:
        return True
    if part == "verb":
        return is_verb_form(word, FORMS[tag]) is not None
    if part not in parts:
        return False
    lemmas = getAllLemmas(word, {"noun": "NOUN", "adj": "ADJ", "adv": "ADV"}[part]).values()
    known = {lemma for each in lemmas for lemma in each}
    if tag == "NNS":
        return not known or any(plural(lemma) == word or lemma != word for lemma in known)
    if tag in DEGREES:
        return not known or any(lemma != word for lemma in known)
    return not known or word in known


def wrong_articles(sentence: Sentence) -> Counter[tuple[str, str]]:
    """Where *a* or *an* does not fit the sound of the next word, as the two words."""
    return Counter(
        (article.low, word.low)
        for article, word in pairwise(sentence.tokens)
        if article.low in ("a", "an")
        and word.text.isalpha()
        and not word.text[1:2].isupper()  # *an MTV film*
        and with_article(word.low).partition(" ")[0] != article.low
    )


def disagreements(sentence: Sentence) -> Counter[tuple[str, str]]:
    """Where a verb has another number than its subject, as far as the parse tells, as the two words."""
    found: Counter[tuple[str, str]] = Counter()
    nearest = {token.head: token for token in sentence.tokens if token.dep in SUBJECTS}
    for head, subject in nearest.items():
        if not _is_addressed(sentence, subject):
            verb = _finite(sentence, head)
            numbers = _number(sentence, subject), _number_of_verb(verb)
            found[subject.low, verb.low] += "" not in numbers and numbers[0] != numbers[1]
    return +found


def _is_addressed(sentence: Sentence, subject: Token) -> bool:
    """*Dear doctor, forgive me*: the parser takes whom a request is put to for its subject."""
    after = [token.low for token in sentence.tokens[subject.i + 1 : subject.head]]
    return after == [","]


def _number(sentence: Sentence, subject: Token) -> str:
    unclear = subject.low in word_list("quantities") or subject.low in word_list("collectives")
    if unclear or any(sentence.tokens[child].dep in ("conj", "cc") for child in sentence.children[subject.i]):
        return ""
    if subject.tag == "NNS" or subject.low in PLURAL:
        return "plural"
    return "singular" if subject.tag == "NN" or subject.low in SINGULAR else ""


def _finite(sentence: Sentence, verb: int) -> Token:
    helper = sentence.child(verb, "aux", "auxpass")
    return sentence.tokens[verb] if helper is None else helper


def _number_of_verb(verb: Token) -> str:
    # *if it were so*: *were* tells nothing
    if verb.tag == "VBZ" or verb.low == "was":
        return "singular"
    return "plural" if verb.tag == "VBP" else ""
