"""The main verb of any sentence, also of those that the clause reader refuses.

A share needs an answer for every sentence, so what the parser gets wrong again and again is put right here
as far as the verb goes; the rest of the sentence is left as it is.
"""

from __future__ import annotations

from zellig.language.captions import participle
from zellig.language.inflection import is_verb_form
from zellig.language.refusals import LONGEST
from zellig.language.tokens import FINITE, VERBS, Sentence, Token, helpers_of
from zellig.language.wordnet import ANIMAL, ARTIFACT, GROUP, PERSON, noun_kind
from zellig.language.words import word_list

QUESTION_WORDS = frozenset({"WP", "WP$", "WRB", "WDT"})
_SUBJECTS = ("nsubj", "nsubjpass", "expl", "csubj", "csubjpass")
_NO_EVENTS = (ARTIFACT, GROUP)  # a building, a gathering
_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS"})
_NOMINAL = _NOUNS | {"PRP", "CD", "DT", "JJ"}
_PAUSES = frozenset({",", ":", "``", "''", "-LRB-", "RB", "UH", "CC"})


def subject_of(sentence: Sentence, verb: Token) -> Token | None:
    """The head of a verb's subject."""
    return sentence.child(verb.i, *_SUBJECTS)


def main_verb(sentence: Sentence) -> Token | None:
    """The finite or imperative verb: the root, one joined to it, or one that a slip of the parser hides."""
    root = sentence.tokens[sentence.root]
    if is_finite(sentence, root) or is_imperative(sentence, root):
        return root
    beside = (sentence.tokens[child] for child in sentence.children[root.i])
    joined = [token for token in beside if token.dep in ("conj", "ccomp", "parataxis")]
    for token in joined:
        if is_finite(sentence, token):
            return token
    if _is_participle_with_subject(sentence, root):
        return None
    for is_one in (_is_taken_for_noun, _is_misplaced):
        for token in sentence.tokens:
            if is_one(sentence, token):
                return token
    return None


def elided_verb(sentence: Sentence) -> Token | None:
    """The participle of a caption without a finite verb, *A woman holding a baby*."""
    root = sentence.tokens[sentence.root]
    if _is_participle_with_subject(sentence, root):
        return root
    found = participle(sentence, len(sentence)) if len(sentence) <= LONGEST else None
    if found is None:
        found = next((token for token in sentence.tokens if _is_hidden_participle(sentence, token)), None)
    described = found is not None and any(each.tag in _NOMINAL for each in sentence.tokens[: found.i])
    return found if described else None


def is_finite(sentence: Sentence, token: Token) -> bool:
    """Is it a verb with a tense or a modal, itself or through its auxiliaries?"""
    if token.tag not in VERBS or is_imperative(sentence, token):
        return False
    helpers = helpers_of(sentence, token)
    if token.tag in FINITE or any(helper.tag in FINITE for helper in helpers):
        return True
    # *The kids play*: behind a subject and without a helper, the parser's base form is the present.
    before = sentence.tokens[token.i - 1].tag if token.i else ""
    return token.tag == "VB" and not helpers and (subject_of(sentence, token) is not None or before in _NOUNS)


def is_imperative(sentence: Sentence, token: Token) -> bool:
    """Is it a base form without a subject, perhaps with *do*, that begins the sentence or follows a pause?"""
    helpers = helpers_of(sentence, token)
    if token.tag != "VB" or subject_of(sentence, token) is not None:
        return False
    first = min([token, *helpers], key=lambda each: each.i).i
    begins = first == 0 or sentence.tokens[first - 1].tag in _PAUSES
    return begins and all(helper.low == "do" for helper in helpers)


# --- slips of the parser


def _is_participle_with_subject(sentence: Sentence, root: Token) -> bool:
    return root.tag in ("VBG", "VBN") and subject_of(sentence, root) is not None


def _is_taken_for_noun(sentence: Sentence, token: Token) -> bool:
    """*A cook in a linen apron waves at a bus*: the parser has *apron waves* like *shop windows*."""
    if token.tag not in ("NN", "NNS", "JJ", "VBZ") or not token.i:
        return False
    third, base = is_verb_form(token.low, "third"), is_verb_form(token.low, "base")
    if token.tag != "VBZ" and sentence.child(token.i, "nsubj") is not None:
        return bool(third or base)
    before, determiner = sentence.tokens[token.i - 1], sentence.child(token.i, "det")
    if token.tag == "JJ" or not _describes(before, token):
        return False
    if third:
        clash = determiner is not None and determiner.low in ("a", "an")  # with a plural
        return clash or before.tag == "NNS" or (before.dep == "compound" and _is_animate(before))
    # *A man and a dog play*
    thing = noun_kind(token.low) in (ANIMAL, ARTIFACT, PERSON)
    return bool(base) and token.dep == "conj" and _is_animate(before) and not thing


def _is_misplaced(sentence: Sentence, token: Token) -> bool:
    """A finite verb with a noun for its subject, and nothing that would make its clause a subordinate one."""
    subject = subject_of(sentence, token)
    if subject is None or subject.tag[:2] != "NN" or not is_finite(sentence, token):
        return False
    children = [sentence.tokens[child] for child in sentence.children[token.i]]
    return not any(each.dep == "mark" or each.tag in QUESTION_WORDS for each in children)


def _is_hidden_participle(sentence: Sentence, token: Token) -> bool:
    """*A girl in a wool hat dancing*: the parser has *hat dancing* like *dog show*."""
    before, subject = sentence.tokens[token.i - 1], subject_of(sentence, token)
    if token.tag == "VBG":
        described = token.dep != "amod" and _describes(before, token)
        with_nouns = token.dep == "pcomp" and before.tag[:2] == "NN" and subject is None
        return described or with_nouns or (token.dep == "conj" and subject is not None)
    if token.tag != "NN" or not _describes(before, token):
        return False
    named = before.dep == "compound" or _is_animate(before)
    return named and is_verb_form(token.low, "ing") is not None and noun_kind(token.low) not in _NO_EVENTS


def _describes(before: Token, token: Token) -> bool:
    return before.head == token.i and before.dep in ("compound", "nmod", "amod")


def _is_animate(token: Token) -> bool:
    lemma = token.lemma.lower()
    return lemma in word_list("people") or noun_kind(lemma) in (ANIMAL, PERSON)
