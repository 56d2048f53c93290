"""The main verb of any sentence, also of those that the clause reader refuses.

A share needs an answer for every sentence, so what the parser gets wrong again and again is put right here
as far as the verb goes; the rest of the sentence is left as it is.
"""

from __future__ import annotations

from zellig.language.captions import participle
from zellig.language.inflection import is_verb_form
from zellig.language.reading import LONGEST
from zellig.language.tokens import FINITE, VERBS, Sentence, Token
from zellig.language.wordnet import ANIMAL, ARTIFACT, GROUP, PERSON, noun_kind
from zellig.language.words import word_list

QUESTION_WORDS = frozenset({"WP", "WP$", "WRB", "WDT"})
_SUBJECTS = ("nsubj", "nsubjpass", "expl", "csubj", "csubjpass")
_NOMINAL = frozenset({"NN", "NNS", "NNP", "NNPS", "PRP", "CD", "DT", "JJ"})


def helpers_of(sentence: Sentence, verb: Token) -> list[Token]:
    """The auxiliaries of a verb, in order."""
    found = (sentence.tokens[child] for child in sentence.children[verb.i])
    return [token for token in found if token.dep in ("aux", "auxpass")]


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
        found = next((token for token in sentence.tokens if _ends_compound(sentence, token)), None)
    described = found is not None and any(each.tag in _NOMINAL for each in sentence.tokens[: found.i])
    return found if described else None


def is_finite(sentence: Sentence, token: Token) -> bool:
    """Is it a verb with a tense or a modal, itself or through its auxiliaries?"""
    if token.tag not in VERBS:
        return False
    helpers = helpers_of(sentence, token)
    if is_imperative(sentence, token):
        return False
    if token.tag in FINITE or any(helper.tag in FINITE for helper in helpers):
        return True
    # *The kids play*: with a subject and nothing else, the parser's base form is the present.
    return token.tag == "VB" and not helpers and subject_of(sentence, token) is not None


def is_imperative(sentence: Sentence, token: Token) -> bool:
    """Is it a base form without a subject, perhaps with *do*?"""
    bare = token.tag == "VB" and subject_of(sentence, token) is None
    return bare and all(helper.low == "do" for helper in helpers_of(sentence, token))


# --- slips of the parser


def _is_participle_with_subject(sentence: Sentence, root: Token) -> bool:
    return root.tag in ("VBG", "VBN") and subject_of(sentence, root) is not None


def _is_taken_for_noun(sentence: Sentence, token: Token) -> bool:
    """*A man in a red shirt looks at a map*: the parser has *shirt looks* here, as it has *shop windows*."""
    if token.tag not in ("NN", "NNS", "VBZ") or not token.i:
        return False
    third, base = is_verb_form(token.low, "third"), is_verb_form(token.low, "base")
    if sentence.child(token.i, "nsubj") is not None:
        return bool(third or base)
    before, determiner = sentence.tokens[token.i - 1], sentence.child(token.i, "det")
    if before.dep != "compound" or before.head != token.i:
        return False
    if third:
        mismatch = determiner is not None and determiner.low in ("a", "an")
        return mismatch or before.tag == "NNS" or _is_animate(before)
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


def _ends_compound(sentence: Sentence, token: Token) -> bool:
    """*A boy in a black cap playing*, *A human smiling*: is it a participle taken for a noun?"""
    before = sentence.tokens[token.i - 1]
    if token.tag not in ("NN", "VBG") or before.head != token.i:
        return False
    if before.dep != "compound" and not (before.dep == "amod" and _is_animate(before)):
        return False
    return is_verb_form(token.low, "ing") is not None and noun_kind(token.low) not in (ARTIFACT, GROUP)


def _is_animate(token: Token) -> bool:
    lemma = token.lemma.lower()
    return lemma in word_list("people") or noun_kind(lemma) in (ANIMAL, PERSON)
