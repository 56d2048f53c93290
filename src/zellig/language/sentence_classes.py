"""What kind of sentence it is: tense, aspect, voice, polarity, mood; for every sentence, understood or not.

The clause reader refuses what it cannot realise again; a share needs an answer for every sentence. So the
main verb is found on the parsed tokens, and its verb group read as the clause reader reads it.
"""

from __future__ import annotations

from collections.abc import Iterator

from zellig.language.captions import caption
from zellig.language.clause import RefusedError
from zellig.language.reading import LONGEST
from zellig.language.tokens import FINITE, VERBS, Sentence, Token
from zellig.language.verb_group import MODALS, Agreement, VerbGroup
from zellig.language.verb_reading import read_group
from zellig.language.words import word_list

FUTURE = ("will", "shall")
# Every sentence is in exactly one of these.
TENSES = {
    "present": "the main verb stands in the present",
    "past": "the main verb stands in the past",
    "future": "will or shall before the main verb",
    "modal": "another modal before the main verb",
    "imperative": "a main verb in its base form and no subject",
    "restored": "a caption without its auxiliary: A woman holding a baby",
    "fragment": "no main verb, and no participle that could be one",
}
# A class, and what puts a sentence into it.
CLASSES = TENSES | {
    "progressive": "be and a present participle as main verb",
    "perfect": "have and a past participle as main verb",
    "passive": "be or get and a past participle as main verb",
    **{modal: f"{modal} before the main verb" for modal in sorted(MODALS)},
    "it-cleft": "It, be, a phrase that is no adjective, who or that, a verb",
    "negated": "not, never, no, nobody ... in the main clause",
    "question": "a question mark at the end, or the verb before the subject as in a question",
    "coordinated": "a second verb phrase or clause joined to the main one",
}

_SUBJECTS = ("nsubj", "nsubjpass", "expl", "csubj", "csubjpass")
_QUOTES_AND_BRACKETS = frozenset({"''", "``", "-RRB-", "-LRB-"})
_RELATIVES = frozenset({"who", "whom", "whose", "that", "which"})
_NOT = frozenset({"not", "n't", "n’t"})
# From a negative word up to the main verb: through its phrases, never through a preposition or a clause.
_IN_CLAUSE = frozenset({
    "neg", "det", "predet", "preconj", "advmod", "amod", "nummod", "quantmod", "cc", "npadvmod", "acomp",
    "nsubj", "nsubjpass", "dobj", "attr", "dative", "expl",
})  # fmt: skip


def classes_of(sentence: Sentence) -> set[str]:
    """The classes of a sentence that has at least one token."""
    found: set[str] = set()
    verb = _main_verb(sentence)
    if verb is None:
        verb = _elided(sentence)
        found.add("fragment" if verb is None else "restored")
    else:
        found.update(_of_verb(sentence, verb))
    if _is_question(sentence, verb):
        found.add("question")
    if verb is None:
        return found
    main = [verb, *_joined(sentence, verb)]
    if len(main) > 1:
        found.add("coordinated")
    if _is_negated(sentence, {token.i for token in main}):
        found.add("negated")
    if _is_cleft(sentence, verb):
        found.add("it-cleft")
    return found


# --- the main verb


def _main_verb(sentence: Sentence) -> Token | None:
    """The finite or imperative verb of the sentence: the root, or else a verb that is joined to it."""
    root = sentence.tokens[sentence.root]
    if _is_finite(sentence, root) or _is_bare(sentence, root):
        return root
    beside = (sentence.tokens[child] for child in sentence.children[root.i])
    others = (token for token in beside if token.dep in ("conj", "ccomp", "parataxis"))
    return next((token for token in others if _is_finite(sentence, token)), None)


def _is_finite(sentence: Sentence, token: Token) -> bool:
    if token.tag not in VERBS:
        return False
    helpers = _helpers(sentence, token)
    if token.tag in FINITE or any(helper.tag in FINITE for helper in helpers):
        return True
    # *The kids play*: with a subject and nothing else, the parser's base form is the present.
    return token.tag == "VB" and not helpers and _subject(sentence, token) is not None


def _is_bare(sentence: Sentence, token: Token) -> bool:
    return token.tag == "VB" and all(helper.low == "do" for helper in _helpers(sentence, token))


def _elided(sentence: Sentence) -> Token | None:
    """The participle of a caption, whose auxiliary was left out."""
    root = sentence.tokens[sentence.root]
    if root.tag in ("VBG", "VBN") and _subject(sentence, root) is not None:
        return root
    if len(sentence) > LONGEST:
        return None
    try:
        return caption(sentence, len(sentence))[0]
    except RefusedError:
        return None


def _helpers(sentence: Sentence, verb: Token) -> list[Token]:
    found = (sentence.tokens[child] for child in sentence.children[verb.i])
    return [token for token in found if token.dep in ("aux", "auxpass")]


def _subject(sentence: Sentence, verb: Token) -> Token | None:
    return sentence.child(verb.i, *_SUBJECTS)


def _of_verb(sentence: Sentence, verb: Token) -> Iterator[str]:
    """Tense, aspect, voice and modal of the main verb."""
    helpers = _helpers(sentence, verb)
    if _subject(sentence, verb) is None and min([verb, *helpers], key=lambda token: token.i).tag == "VB":
        yield "imperative"
        return
    group = _group(sentence, verb, helpers)
    if group.modal:
        yield "future" if group.modal in FUTURE else "modal"
        if group.modal in MODALS:
            yield group.modal
    else:
        yield group.tense
    if group.progressive:
        yield "progressive"
    if group.perfect:
        yield "perfect"
    if group.passive:
        yield "passive"


def _group(sentence: Sentence, verb: Token, helpers: list[Token]) -> VerbGroup:
    """The verb group as the clause reader has it; where that refuses, as the tags have it."""
    negation = sentence.child(verb.i, "neg")
    try:
        return read_group(helpers, verb, [] if negation is None else [negation], Agreement(), restored=False)
    except RefusedError:
        first = min([verb, *helpers], key=lambda token: token.i)
        return VerbGroup(
            verb.lemma,
            "past" if first.tag == "VBD" else "present",
            first.lemma.lower() if first.tag == "MD" else "",
            perfect=any(helper.lemma == "have" for helper in helpers),
            progressive=bool(helpers) and verb.tag == "VBG",
            passive=any(helper.dep == "auxpass" for helper in helpers),
        )


# --- the sentence around it


def _joined(sentence: Sentence, verb: Token) -> list[Token]:
    """The verbs of the clauses and verb phrases that are coordinated with the main one."""
    found, heads = [], [verb]
    while heads:
        head = heads.pop()
        children = [sentence.tokens[child] for child in sentence.children[head.i]]
        joined = [token for token in children if token.dep == "conj" and _is_predicate(sentence, token)]
        if any(token.dep == "cc" for token in children):  # *The boys play and the man sings*: a slip
            joined += [t for t in children if t.dep == "ccomp" and t.i < head.i and _is_finite(sentence, t)]
        found += joined
        heads += joined
    return found


def _is_predicate(sentence: Sentence, token: Token) -> bool:
    return token.tag in VERBS or _subject(sentence, token) is not None


def _is_negated(sentence: Sentence, main: set[int]) -> bool:
    tokens = sentence.tokens
    for token in tokens:
        if token.low not in word_list("sentence-negatives"):
            continue
        if token.low in _NOT and token.i + 1 < len(tokens) and tokens[token.i + 1].low == "only":
            continue
        above = token
        while above.i not in main and above.dep in _IN_CLAUSE and above.head != above.i:
            above = tokens[above.head]
        if above.i in main:
            return True
    return False


def _is_question(sentence: Sentence, verb: Token | None) -> bool:
    tokens = sentence.tokens
    last = len(tokens) - 1
    while last >= 0 and (tokens[last].tag in _QUOTES_AND_BRACKETS or set(tokens[last].text) <= {"!", "."}):
        last -= 1
    if last >= 0 and "?" in tokens[last].text:
        return True
    if verb is None:
        return False
    subject = _subject(sentence, verb)
    first = min([verb, *_helpers(sentence, verb)], key=lambda token: token.i)
    inverted = subject is not None and first.i < subject.i and first.tag in FINITE
    if tokens[0].tag in ("WP", "WP$", "WRB", "WDT"):
        asked = _top_below(sentence, tokens[0], verb)
        return asked is not None and (inverted or asked is subject)
    return inverted and first.i == 0


def _top_below(sentence: Sentence, token: Token, verb: Token) -> Token | None:
    """The child of the verb that a word belongs to, unless a clause of its own lies between."""
    while token.head not in (token.i, verb.i) and token.tag not in VERBS:
        token = sentence.tokens[token.head]
    return token if token.head == verb.i and token.tag not in VERBS else None


def _is_cleft(sentence: Sentence, verb: Token) -> bool:
    """*It was the boy who left*; but neither *It is clear that ...* nor *It is a pity that ...*."""
    tokens, subject = sentence.tokens, _subject(sentence, verb)
    if verb.lemma != "be" or subject is None or subject.low != "it":
        return False
    start = max(verb.i, subject.i) + 1
    while start < len(tokens) and tokens[start].dep in ("neg", "advmod") and tokens[start].head == verb.i:
        start += 1
    stop = start
    while stop < len(tokens) and not _is_relative(tokens[stop]):
        if tokens[stop].tag in FINITE:
            return False
        stop += 1
    focus = tokens[start:stop]
    if not focus or focus[-1].tag == "," or any(token.low in ("so", "such") for token in focus):
        return False
    heads = [token for token in focus if token.head == verb.i]
    if not heads or heads[0].dep == "acomp" or heads[0].lemma in word_list("that-nouns"):
        return False
    return any(token.tag in FINITE for token in tokens[stop:])


def _is_relative(token: Token) -> bool:
    return token.low in _RELATIVES and token.tag in ("WDT", "WP", "WP$", "IN")
