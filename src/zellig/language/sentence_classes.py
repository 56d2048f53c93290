"""What kind of sentence it is: tense, aspect, voice, polarity, mood; every sentence, understood or not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import dropwhile, takewhile

from zellig.language.clause import RefusedError
from zellig.language.main_verb import (
    QUESTION_WORDS,
    elided_verb,
    is_finite,
    is_imperative,
    main_verb,
    subject_of,
)
from zellig.language.tokens import FINITE, VERBS, Sentence, Token, helpers_of
from zellig.language.verb_group import MODALS, Agreement, VerbGroup
from zellig.language.verb_reading import NOT, read_group
from zellig.language.words import word_list

# Every sentence is in exactly one of these.
TENSES = {
    "present": "the main verb is in the present",
    "past": "the main verb is in the past",
    "future": "will or shall before the main verb",
    "modal": "another modal before the main verb",
    "imperative": "a main verb in its base form, without a subject",
    "restored": "a caption without its auxiliary: A woman holding a baby",
    "fragment": "no main verb, and no participle that could be one",
}
# A class, and what puts a sentence into it.
CLASSES = TENSES | {
    "progressive": "be and a present participle as the main verb",
    "perfect": "have and a past participle as the main verb",
    "passive": "be or get and a past participle as the main verb",
    **{modal: f"{modal} before the main verb" for modal in sorted(MODALS)},
    "it-cleft": "It, be, a phrase that is no adjective, who or that, a verb",
    "negated": "not, never, no, nobody and the like in the main clause",
    "question": "a question mark at the end, or the order of words of a question",
    "coordinated": "a second verb phrase or clause joined to the main one",
}

_FUTURE = ("will", "shall")
_CLOSING = frozenset({"''", "``", "-RRB-", "-LRB-"})
_RELATIVES = frozenset({"who", "whom", "whose", "that", "which"})
# From a negative word up to the main verb: through its phrases, never through a preposition or a clause.
_IN_CLAUSE = frozenset({
    "neg", "det", "predet", "preconj", "advmod", "amod", "nummod", "quantmod", "cc", "npadvmod", "acomp",
    "nsubj", "nsubjpass", "dobj", "attr", "dative", "expl",
})  # fmt: skip


def classes_of(sentence: Sentence) -> set[str]:
    """The classes of a sentence that has at least one token."""
    verb = main_verb(sentence)
    if verb is not None:
        found = set(_of_verb(sentence, verb))
    else:
        verb = elided_verb(sentence)
        found = {"fragment" if verb is None else "restored"}
    head = sentence.tokens[sentence.root] if verb is None else verb
    joined = [] if verb is None else _joined(sentence, verb)
    if joined:
        found.add("coordinated")
    if _is_negated(sentence, {head.i, *(token.i for token in joined)}):
        found.add("negated")
    if _is_question(sentence, verb):
        found.add("question")
    if verb is not None and _is_cleft(sentence, verb):
        found.add("it-cleft")
    return found


# --- the main verb


def _of_verb(sentence: Sentence, verb: Token) -> Iterator[str]:
    """Tense, aspect, voice and modal."""
    if is_imperative(sentence, verb):
        yield "imperative"
        return
    group = _group(sentence, verb)
    if group.modal:
        yield "future" if group.modal in _FUTURE else "modal"
        if group.modal in MODALS:
            yield group.modal
    else:
        yield group.tense
    for name in ("progressive", "perfect", "passive"):
        if getattr(group, name):
            yield name


def _group(sentence: Sentence, verb: Token) -> VerbGroup:
    """The verb group as the clause reader has it; where that refuses, as the tags have it."""
    helpers, negation = helpers_of(sentence, verb), sentence.child(verb.i, "neg")
    try:
        return read_group(helpers, verb, [] if negation is None else [negation], Agreement(), restored=False)
    except RefusedError:
        first = _first(verb, helpers)
        return VerbGroup(
            verb.lemma,
            "past" if first.tag == "VBD" else "present",
            first.lemma.lower() if first.tag == "MD" else "",
            perfect=any(helper.lemma == "have" for helper in helpers),
            progressive=bool(helpers) and verb.tag == "VBG",
            passive=any(helper.dep == "auxpass" for helper in helpers),
        )


def _first(verb: Token, helpers: list[Token]) -> Token:
    return min([verb, *helpers], key=lambda token: token.i)


# --- the sentence around it


def _joined(sentence: Sentence, verb: Token) -> list[Token]:
    """The verbs of the phrases and clauses that a conjunction joins to the main one."""
    found, heads = [], [verb]
    while heads:
        head = heads.pop()
        children = [sentence.tokens[child] for child in sentence.children[head.i]]
        joined = [token for token in children if token.dep == "conj" and _is_predicate(sentence, token)]
        # *The boys play and the man sings*, where the parser makes the first clause the second's object
        if any(token.dep == "cc" for token in children):
            joined += [t for t in children if t.dep == "ccomp" and t.i < head.i and is_finite(sentence, t)]
        found += joined
        heads += joined
    places = [verb.i, *(token.i for token in found)]
    between = sentence.tokens[min(places) : max(places)]
    return found if any(token.dep == "cc" for token in between) else []


def _is_predicate(sentence: Sentence, token: Token) -> bool:
    return token.tag in VERBS or subject_of(sentence, token) is not None


def _is_negated(sentence: Sentence, main: set[int]) -> bool:
    tokens = sentence.tokens
    for token in tokens:
        if token.low not in word_list("sentence-negatives"):
            continue
        if token.low in NOT and token.i + 1 < len(tokens) and tokens[token.i + 1].low == "only":
            continue
        above = token
        while above.i not in main and above.dep in _IN_CLAUSE and above.head != above.i:
            above = tokens[above.head]
        if above.i in main:
            return True
    return False


def _is_question(sentence: Sentence, verb: Token | None) -> bool:
    closing = dropwhile(lambda token: token.tag in _CLOSING, reversed(sentence.tokens))
    marks = {mark for token in takewhile(_is_mark, closing) for mark in token.text}
    if marks & {"?", "."}:
        return "?" in marks
    return verb is not None and _is_inverted(sentence, verb)


def _is_mark(token: Token) -> bool:
    return token.tag not in _CLOSING and not any(map(str.isalnum, token.text))


def _is_inverted(sentence: Sentence, verb: Token) -> bool:
    """*Is he asleep*, *What did she buy*, *Who came*: a question even without its mark."""
    first, subject = _first(verb, helpers_of(sentence, verb)), subject_of(sentence, verb)
    inverted = subject is not None and first.i < subject.i and first.tag in FINITE
    opening = sentence.tokens[0]
    if opening.tag not in QUESTION_WORDS:
        return inverted and first.i == 0
    while opening.head not in (opening.i, verb.i) and opening.tag not in VERBS:
        opening = sentence.tokens[opening.head]
    asks = opening.head == verb.i and opening.tag not in VERBS  # else it opens a clause of its own
    return asks and (inverted or opening is subject)


def _is_cleft(sentence: Sentence, verb: Token) -> bool:
    """*It was the boy who left*; but neither *It is clear that ...* nor *It is a pity that ...*."""
    tokens, subject = sentence.tokens, subject_of(sentence, verb)
    if subject is None or subject.low != "it" or _group(sentence, verb).lemma != "be":
        return False
    behind = tokens[max(verb.i, subject.i) + 1 :]
    stop = next((place for place, token in enumerate(behind) if _is_relative(token)), 0)
    focus, rest = behind[:stop], behind[stop:]
    phrases = [token for token in focus if token.head == verb.i and token.dep not in ("neg", "advmod")]
    if not phrases or phrases[0].dep == "acomp" or phrases[0].lemma in word_list("that-nouns"):
        return False
    if focus[-1].tag == "," or any(token.tag in FINITE or token.low in ("so", "such") for token in focus):
        return False
    return any(token.tag in FINITE for token in rest)


def _is_relative(token: Token) -> bool:
    return token.low in _RELATIVES and token.tag in ("WDT", "WP", "WP$", "IN")
