"""Noun phrases: number, person, kind of determiner, animacy; and the cases of pronouns."""

from __future__ import annotations

from zellig.language.clause import Determiner, Phrase, RefusedError, Words
from zellig.language.tokens import Sentence, Token
from zellig.language.verb_group import Agreement
from zellig.language.wordnet import ANIMAL, PERSON, name_kind, noun_kind
from zellig.language.words import word_list

# subject form: object form, person, plural
PRONOUNS: dict[str, tuple[str, int, bool]] = {
    "i": ("me", 1, False),
    "you": ("you", 2, True),
    "he": ("him", 3, False),
    "she": ("her", 3, False),
    "it": ("it", 3, False),
    "we": ("us", 1, True),
    "they": ("them", 3, True),
}
SUBJECT_FORMS = {form: subject for subject, (form, _, _) in PRONOUNS.items()}
HUMAN_PRONOUNS = frozenset({"i", "you", "he", "she", "we", "they"})
_POINTING = {"this": False, "that": False, "these": True, "those": True}
_BEFORE = frozenset({"det", "predet", "nummod", "poss", "amod", "quantmod", "advmod"})


def phrase_at(sentence: Sentence, words: Words, start: int, head: int) -> Phrase:
    """The noun phrase with this head, whose words begin at the place `start` of the sentence."""
    token = sentence.tokens[head]
    if words[-1].tag == "POS":  # *ATV 's* is a plural to its writer
        raise RefusedError("unread possessive")
    own = [sentence.tokens[child] for child in sentence.children[head]]
    coordinated = next((t.low for t in own if t.dep == "cc" and t.low in ("and", "or", "nor", "&")), "")
    joined = sentence.child(head, "conj")
    if coordinated and joined is not None and not _are_alike(sentence, token, joined):
        coordinated = ""  # *a man in a shirt and shorts*: the parser joins shorts to the man
    person, plural = 3, token.tag in ("NNS", "NNPS") or token.low in ("people", "police", "others")
    if token.low in PRONOUNS:
        _, person, plural = PRONOUNS[token.low]
    elif token.low in _POINTING:
        plural = _POINTING[token.low]
    elif token.low in word_list("quantities") or token.tag == "CD":
        plural = token.low not in ("one", "1") and not _of_singular(sentence, token)
    if coordinated in ("and", "&"):
        person, plural = 3, True
    if any(each.low in ("a", "an") and each.dep == "det" for each in own) and token.low not in word_list(
        "quantities"
    ):
        plural = bool(coordinated in ("and", "&"))
    noun = token.lemma.lower()
    collective = noun in word_list("collectives")
    determiner = determiner_of(sentence, token)
    # WordNet knows many places, and few given names.
    named = determiner == "proper" and noun_kind(noun) is None and name_kind(noun) in (None, PERSON)
    human = named or token.low in HUMAN_PRONOUNS or _is_person(noun, token) or _is_person(token.low, token)
    inside = [t for t in sentence.tokens[start : start + len(words)] if t.dep == "pobj"]
    of_people = (collective or token.low in word_list("quantities") or token.tag == "CD") and any(
        _is_person(t.lemma.lower(), t) for t in inside
    )
    return Phrase(
        words,
        head - start,
        Agreement(person, plural),
        determiner,
        animate=human or of_people or noun in word_list("human-collectives") or _is_animal(noun),
        person=(human and not collective) or (of_people and not collective),
        coordinated="and" if coordinated == "&" else coordinated,
        modified=any(t.dep in ("acl", "relcl") for t in own),
        collective=collective,
    )


def determiner_of(sentence: Sentence, token: Token) -> Determiner:
    """The class of a phrase's determiner, from its head."""
    if token.dep == "expl" or token.tag == "EX":
        return "expletive"
    if token.low in word_list("negative-determiners"):
        return "negative"
    if token.low in word_list("universal"):
        return "universal"
    if token.low in PRONOUNS or token.low in _POINTING:
        return "pronoun"
    if token.low in word_list("indefinite-pronouns"):
        return "indefinite"
    if token.low in word_list("proportional") or token.low in (
        "lot",
        "lots",
        "number",
        "majority",
        "variety",
    ):
        return "proportional"
    found = _introduced(sentence, token)
    if found is not None:
        return found
    if token.tag in ("NNP", "NNPS") or (token.low in word_list("kin") and token.tag == "NN"):
        return "proper"
    if token.tag == "CD":
        return "numeral"
    return "bare plural" if token.tag == "NNS" or token.low == "people" else "bare singular"


def _introduced(sentence: Sentence, token: Token) -> Determiner | None:
    """The class of the words before a noun, if they have one."""
    found: Determiner | None = None
    for child in sentence.children[token.i]:
        each = sentence.tokens[child]
        if each.i > token.i or each.dep not in _BEFORE:
            continue
        if each.low == "little" and (found is not None or token.tag == "NN"):
            continue  # *a little girl*: a size
        kind = _class_of(each)
        if kind in ("universal", "negative", "proportional"):
            return kind
        # *the two men* is definite, *two men* numeral, *a few men* proportional
        found = kind if found is None or kind == "definite" else found
    return found


def _class_of(token: Token) -> Determiner | None:
    if token.dep == "poss" or token.low in word_list("definite"):
        return "definite"
    if token.low in ("a", "an", "another", "one"):
        return "indefinite"
    if token.low in ("some", "any"):
        return "some"
    if token.low in word_list("universal"):
        return "universal"
    if token.low in word_list("negative-determiners"):
        return "negative"
    if token.low in word_list("proportional"):
        return "proportional"
    return "numeral" if token.dep == "nummod" else None


def _are_alike(sentence: Sentence, one: Token, two: Token) -> bool:
    """Have both nouns a determiner, or neither, or does nothing stand between them?"""
    introduced = [
        any(sentence.tokens[child].dep in ("det", "poss", "nummod") for child in sentence.children[token.i])
        for token in (one, two)
    ]
    between = any(
        sentence.tokens[child].dep == "prep" and one.i < child < two.i for child in sentence.children[one.i]
    )
    return introduced[0] == introduced[1] or not between


def _of_singular(sentence: Sentence, token: Token) -> bool:
    of = sentence.child(token.i, "prep")
    inside = sentence.child(of.i, "pobj") if of is not None and of.low == "of" else None
    return inside is not None and inside.tag in ("NN", "NNP")


def _is_person(noun: str, token: Token) -> bool:
    if noun in word_list("things"):
        return False
    return noun in word_list("people") or (token.tag != "CD" and noun_kind(noun) == PERSON)


def _is_animal(noun: str) -> bool:
    """To WordNet an egg is one, too."""
    return noun_kind(noun) == ANIMAL and noun not in word_list("parts-of-animals")
