"""What makes a reading unsure: a parse that contradicts itself, or what is known to mislead the parser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from zellig.language.agreement import parts_of
from zellig.language.clause import Clause, Phrase, RefusedError, Words
from zellig.language.inflection import FORMS, is_verb_form
from zellig.language.tokens import FINITE, Sentence, Token, helpers_of
from zellig.language.valency import says_enough
from zellig.language.wordnet import ANIMAL, ARTIFACT, OBJECT, PERSON, noun_kind
from zellig.language.words import word_list

LONGEST = 60  # words: beyond, the parser cannot be trusted

_BODY, _FOOD, _PLANT, _SUBSTANCE = 8, 13, 20, 27  # numbers of WordNet's files
_THINGS = frozenset({ANIMAL, ARTIFACT, OBJECT, PERSON, _BODY, _FOOD, _PLANT, _SUBSTANCE})
QUOTES = ("``", "''")
_UNFINISHED = frozenset({"DT", "PRP$", "IN", "TO", "MD", "WDT", "WP", "POS"})  # cannot end a noun phrase


def check_sentence(sentence: Sentence) -> None:
    """Refuses what need not be read at all."""
    if not len(sentence):
        raise RefusedError("empty")
    if len(sentence) > LONGEST:
        raise RefusedError("too long")
    if sum(token.head == token.i for token in sentence.tokens) > 1:
        raise RefusedError("more than one sentence")
    hidden = (_hidden_in_object, _is_finite_infinitive, _is_object_of_noun)
    if any(found(sentence, token) for token in sentence.tokens for found in hidden):
        raise RefusedError("unsure verb")
    if _quotes_speech(sentence):
        raise RefusedError("quotation")


def check_clause(clause: Clause) -> None:
    """Refuses a clause whose parts would tear quotation marks from what they stand about."""
    if not all(_marks(words) % 2 == 0 for words in _stretches(clause)):
        raise RefusedError("quotation")


def check_subject(
    sentence: Sentence, verb: Token, subject: Token, helpers: Sequence[Token]
) -> tuple[int, int]:
    """From where to where the subject goes; refuses what is hardly one."""
    if subject.i > verb.i or any(helper.i < subject.i for helper in helpers):
        raise RefusedError("inverted")
    if subject.dep.startswith("csubj"):
        raise RefusedError("clausal subject")
    span = sentence.span(subject.i)
    if span is None or span[1] > verb.i or sentence.tokens[span[1] - 1].tag == "CC":
        raise RefusedError("discontinuous subject")
    last = sentence.tokens[span[1] - 1]
    if last is not subject and last.tag in _UNFINISHED:  # *Good luck with that stuck up clerk*
        raise RefusedError("unsure subject")
    number = sentence.child(subject.i, "nummod")
    if (
        subject.tag == "NN"
        and number is not None
        and number.i == 0
        and number.text.isdigit()
        and number.text != "1"
    ):
        raise RefusedError("unsure subject")  # *7 Coffee is included*: a number of a list
    if any(_is_time(sentence, token) for token in sentence.tokens[span[0] : subject.i]):
        raise RefusedError("unsure subject")
    lone = subject.tag == "JJ" and sentence.child(subject.i, "det", "poss", "prep") is None
    if lone and "adj" in parts_of(subject.low):  # *Glad to hear all is well*
        raise RefusedError("unsure subject")
    if any(token.tag in FINITE for token in sentence.tokens[span[0] : subject.i]):  # *As he sings, a man ...*
        raise RefusedError("unread beginning")
    if sentence.tokens[span[1] - 1].tag in ("WDT", "WP"):  # *a row of horses that form ...* is a noun phrase
        raise RefusedError("no verb")
    return span


def _is_time(sentence: Sentence, token: Token) -> bool:
    """*Last month Senator Miller*: a time that the parser takes for a part of the name."""
    after = sentence.tokens[token.i + 1]
    return token.low in word_list("durations") and token.i > 0 and after.text[:1].isupper()


def check_verb(sentence: Sentence, verb: Token) -> None:
    """Refuses a finite verb that may be none."""
    if verb.tag == "VBZ" and _ends_compound(sentence, verb):
        raise RefusedError("unsure verb")
    past = is_verb_form(verb.low, "past") if verb.tag == "VBP" and not _is_base(sentence, verb) else None
    if past is not None and past != verb.low:  # *three men bent over*
        raise RefusedError("unsure verb")


def as_finite(sentence: Sentence, verb: Token) -> Token:
    """*They lay the table*: the past of a verb that has no object is, with one, the present of another.

    Refuses it where somebody alone does so, or where it may be joined to something in the past.
    """
    if verb.tag not in ("VBD", "VBP") or helpers_of(sentence, verb) or not _is_base(sentence, verb):
        return verb
    subject = sentence.child(verb.i, "nsubj")
    several = subject is not None and (
        subject.tag in ("NNS", "NNPS")
        or subject.low in ("i", "you", "we", "they", "these", "those")
        or sentence.child(subject.i, "cc") is not None
    )
    joined = any(token.dep in ("cc", "conj") for token in sentence.tokens[verb.i :])
    if not several or joined:
        raise RefusedError("unsure verb")
    return replace(verb, tag="VBP", lemma=is_verb_form(verb.low, "base") or verb.lemma)


def _is_base(sentence: Sentence, verb: Token) -> bool:
    """Has it an object, which it cannot have as a past, and is it the base of a verb that can?"""
    past, base = is_verb_form(verb.low, "past"), _base_of(verb.low)
    if past is None or base is None or past == base or sentence.child(verb.i, "dobj") is None:
        return False
    return _has_objects(base) and not _has_objects(past)


def _base_of(word: str) -> str | None:
    return word if is_verb_form(word, "base") == word else None


def _has_objects(lemma: str) -> bool:
    """Does somebody do it to something?"""
    return says_enough(lemma, person=True, with_object=True)


def check_restored(sentence: Sentence, verb: Token) -> None:
    """Refuses a participle that may not be the verb."""
    if verb.tag == "VBN" and _ends_with_phrase(sentence, verb.i):
        raise RefusedError("unsure verb")
    if any(_is_finite_conjunct(sentence, child) for child in sentence.children[verb.i]):
        raise RefusedError("unsure verb")  # *A clown holding a drum and a girl are dancing*
    if sentence.tokens[verb.i - 1].tag == ",":
        raise RefusedError("comma before the participle")


def _ends_with_phrase(sentence: Sentence, at: int) -> bool:
    """*with his hands crossed*"""
    before = sentence.tokens[at - 1]
    return before.dep == "pobj" and sentence.tokens[before.head].low == "with"


def _is_finite_conjunct(sentence: Sentence, at: int) -> bool:
    verb = sentence.tokens[at]
    return verb.dep == "conj" and any(token.tag in FINITE for token in [verb, *helpers_of(sentence, verb)])


def _ends_compound(sentence: Sentence, verb: Token) -> bool:
    """*A girl with beach shades on*: the verb may be a plural that the noun before it describes."""
    noun, goal = sentence.tokens[verb.i - 1], sentence.child(verb.i, "dobj", "ccomp", "xcomp")
    bare = noun.tag == "NN" and sentence.child(noun.i, "det", "poss", "nummod", "amod") is None
    with_noun = noun.dep == "pobj" and sentence.tokens[noun.head].low == "with"
    return bare and with_noun and goal is None and noun_kind(verb.lemma) is not None


def is_one(subject: Phrase) -> bool:
    """*a woman*, *the man*, which no *are* agrees with."""
    low = subject.words[subject.head].text.lower()
    if subject.collective or subject.coordinated or low in word_list("quantities"):
        return False
    return subject.words[0].text.lower() in ("a", "an") or low in ("man", "woman", "boy", "girl", "person")


def _quotes_speech(sentence: Sentence) -> bool:
    """Are there quotation marks about more than a name or a label, or without their other half?"""
    marks = [token.i for token in sentence.tokens if token.tag in QUOTES]
    quoted = (sentence.tokens[first + 1 : last] for first, last in pairwise([*marks, len(sentence.tokens)]))
    said = any(token.tag in FINITE for some in list(quoted)[::2] for token in some)
    return len(marks) % 2 == 1 or said


def _stretches(clause: Clause) -> Iterator[Words]:
    """The words that stay together when the clause is changed."""
    if clause.subject is not None:
        yield clause.subject.words
    parts = (part for predicate in clause.predicates for part in predicate.parts)
    yield from (part.words for part in [*clause.front, *parts])


def _marks(words: Words) -> int:
    return sum(word.tag in QUOTES for word in words)


def _hidden_in_object(sentence: Sentence, token: Token) -> bool:
    """*plays a guitar and sings*: a bare noun joined to one with an article may well be a verb.

    So may one that is no noun at all, or that is joined to the object of a finite verb, has its form, and
    names nothing that can be touched: *plays guitar and sings*, *eat and laugh*, not *eats rice and beans*.
    """
    if token.dep != "conj" or token.tag not in ("NN", "NNS"):
        return False
    head = sentence.tokens[token.head]
    if sentence.child(token.i, "det", "poss", "amod", "nummod", "compound") is not None:
        return _is_hidden_clause(sentence, token)
    several = token.tag == "NNS" and is_verb_form(token.low, "third") is not None
    if several and head.tag == "NN" and sentence.child(head.i, "det") is not None:
        return True
    if several and head.tag in ("IN", "RB", "RP"):  # *watches trains go by and waves*
        return True
    if several and noun_kind(token.lemma) is None and noun_kind(token.low) is None:
        return True
    verb = _verb_of_object(sentence, head)
    if verb is None or verb.tag not in ("VBZ", "VBP", "VB") or helpers_of(sentence, verb):
        return False
    return is_verb_form(token.low, FORMS[verb.tag]) is not None and noun_kind(token.lemma) not in _THINGS


def _is_hidden_clause(sentence: Sentence, noun: Token) -> bool:
    """*watches a game and two girls dance*: several of something are no first half of a compound."""
    first = sentence.child(noun.i, "compound")
    base = noun.tag == "NN" and is_verb_form(noun.low, "base") is not None
    return base and first is not None and first.i == noun.i - 1 and first.tag == "NNS"


def _verb_of_object(sentence: Sentence, noun: Token) -> Token | None:
    """The verb whose object, or the object of whose preposition, a noun is; or one that is joined to it."""
    while noun.dep == "conj" and noun.head != noun.i:
        noun = sentence.tokens[noun.head]
    above = sentence.tokens[noun.head]
    if noun.dep == "pobj" and above.dep == "prep":
        above = sentence.tokens[above.head]
    elif noun.dep != "dobj":
        return None
    return above


def _is_object_of_noun(sentence: Sentence, token: Token) -> bool:
    """*is surfing catches a wave*: what has an object is a verb, whatever the parser calls it."""
    return token.dep in ("dobj", "pobj") and sentence.tokens[token.head].tag in ("NN", "NNS")


def _is_finite_infinitive(sentence: Sentence, token: Token) -> bool:
    """*uses a chain saw*, as if somebody saw: what a verb leaves without a subject has no tense."""
    return token.dep == "xcomp" and token.tag in ("VBD", "VBZ", "VBP")
