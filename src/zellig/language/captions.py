"""Captions without a finite verb, *A woman holding a baby*: which participle is the verb?"""

from __future__ import annotations

from zellig.language.clause import RefusedError
from zellig.language.inflection import is_verb_form
from zellig.language.tokens import FINITE, Sentence, Token
from zellig.language.wordnet import ACT, ANIMAL, PERSON, always_capital, noun_kind
from zellig.language.words import word_list

_SIGNS = (10, 7)  # communication, attribute: *smiles*, *talks*
_PARTICIPLES = frozenset({"acl", "ROOT", "advcl", "conj", "relcl", "ccomp", "xcomp"})
_NOUNS = ("NN", "PRP", "CD", "DT", "EX")


def caption(sentence: Sentence, stop: int) -> tuple[Token, int, int]:
    """The participle that is the verb, the head of its subject, and where the subject ends."""
    tokens = sentence.tokens
    verb = participle(sentence, stop)
    finite = any(token.tag in FINITE and token.dep in ("ROOT", "aux", "auxpass") for token in tokens[:stop])
    if verb is None or finite:
        raise RefusedError("no verb")
    head = verb.i
    while tokens[head].head != head and not (tokens[head].tag.startswith(_NOUNS) and head < verb.i):
        head = tokens[head].head
    # The highest noun before the participle is the subject's head.
    while tokens[head].head != head and tokens[head].head < verb.i:
        head = tokens[head].head
    if head >= verb.i or not tokens[head].tag.startswith(_NOUNS):
        raise RefusedError("no verb")
    owner = tokens[verb.head]
    if (
        owner.i != head and owner.i < verb.i and _is_of(sentence, owner)
    ):  # *a street full of people holding hands*
        raise RefusedError("unsure subject")
    if any(token.tag == "," for token in tokens[head + 1 : verb.i]):
        raise RefusedError("comma before the participle")
    hidden = _hides_a_verb(sentence, verb, stop) or (
        _is_several(sentence, tokens[head]) and _hides_a_base_form(sentence, verb, stop)
    )
    if hidden or _verb_before(sentence, head, verb) or _has_several_scenes(sentence, head, verb, stop):
        raise RefusedError("unsure verb")
    end = verb.i
    while end - 1 > head and tokens[end - 1].dep == "advmod" and tokens[end - 1].head == verb.i:
        end -= 1
    return verb, head, end


def _verb_before(sentence: Sentence, head: int, verb: Token) -> bool:
    """Is a noun before the participle perhaps the verb: *a man in orange climbs a wall covered in snow*?"""
    tokens = sentence.tokens
    for token in tokens[head + 2 : verb.i]:
        before, after = tokens[token.i - 1], tokens[token.i + 1]
        if (
            token.tag == "NNS"
            and after.tag in ("DT", "PRP$", "IN", "CD")
            and before.tag in ("NN", "JJ", "CC")
        ):
            return is_verb_form(token.low, "third") is not None
        if token.tag == "NN" and before.tag == "NNS" and is_verb_form(token.low, "base"):
            return True
    return False


def check_first_noun(sentence: Sentence) -> None:
    """Refuses *Dog running*, *Potter waving*: one of a kind without its article, or somebody's name."""
    first = sentence.tokens[0]
    known = first.low in word_list("kin") | word_list("given-names") or always_capital(first.low)
    alone = len(sentence) < 2 or sentence.tokens[1].tag != "NNP"
    if first.tag == "NNP" and alone and not known and noun_kind(first.low) in (ANIMAL, PERSON):
        raise RefusedError("unsure name")


def _has_several_scenes(sentence: Sentence, head: int, verb: Token, stop: int) -> bool:
    """Whose verb is it: *Cooks at a table and a waiter with a tray*, *A man kneeling and a boy standing*?"""
    apart = any(
        sentence.tokens[child].dep == "conj"
        and sentence.tokens[child].tag.startswith(_NOUNS)
        and child > verb.i
        for child in sentence.children[head]
    )
    return apart or any(_is_doing(sentence, token) for token in sentence.tokens[:stop])


def _is_doing(sentence: Sentence, token: Token) -> bool:
    """*a girl dancing*, which the parser takes for a kind of dancing"""
    whose = sentence.child(token.i, "compound")
    doing = token.tag == "NN" and is_verb_form(token.low, "ing") is not None
    return doing and whose is not None and noun_kind(whose.lemma) in (ANIMAL, PERSON)


def _hides_a_verb(sentence: Sentence, verb: Token, stop: int) -> bool:
    """Is a noun behind the participle perhaps the verb: *a man wearing black jumps off a wall*?"""
    tokens = sentence.tokens
    for token in tokens[verb.i + 2 : stop]:
        before, ends = tokens[token.i - 1], token.i + 1 >= stop
        form = "third" if token.tag == "NNS" else "base" if token.tag == "NN" else None
        if form is None or not (ends or tokens[token.i + 1].tag in ("IN", "RP", "TO")):
            continue
        bare = before.tag in ("NN", "NNP", "CC") or (before.tag == "JJ" and before.i - 1 == verb.i)
        if (
            form == "base"
        ):  # *people on a bus in a parade wave to us*: nouns like this are many, so only before *to*
            bare = before.tag in ("NN", "NNS", "NNP") and not ends and tokens[token.i + 1].low == "to"
        if (
            bare
            and is_verb_form(token.low, form)
            and (before.tag != "NN" or noun_kind(token.lemma) in (None, ACT, *_SIGNS))
        ):
            return True
    return False


def _hides_a_base_form(sentence: Sentence, verb: Token, stop: int) -> bool:
    """*four boys playing tennis race after a cat*: a bare singular is a verb as easily as a noun."""
    tokens = sentence.tokens
    return any(
        token.tag == "NN"
        and (token.dep, token.head) == ("dobj", verb.i)
        and tokens[token.i - 1].dep in ("compound", "amod", "nmod")
        and sentence.child(token.i, "det", "poss", "nummod") is None
        and is_verb_form(token.low, "base") is not None
        for token in tokens[verb.i + 2 : stop - 1]  # not the last word: *eating ice cream*
    )


def _is_several(sentence: Sentence, noun: Token) -> bool:
    """Would a verb without an ending agree with it?"""
    several = noun.tag in ("NNS", "NNPS") or noun.low in word_list("collectives") | word_list("quantities")
    return several or noun.low == "people" or sentence.child(noun.i, "cc") is not None


def participle(sentence: Sentence, stop: int) -> Token | None:
    """The first participle that does not merely describe the subject."""
    found = [
        token
        for token in sentence.tokens[:stop]
        if token.tag in ("VBG", "VBN") and token.dep in _PARTICIPLES and not _inside_clause(sentence, token)
    ]
    for place, token in enumerate(found):
        later = any(_is_rival(sentence, other) for other in found[place + 1 :])
        if not (token.lemma in word_list("dressing") and later):
            return token
    return None


def _is_rival(sentence: Sentence, token: Token) -> bool:
    """Can it be the verb in place of one before it?"""
    own = [sentence.tokens[child] for child in sentence.children[token.i] if child < token.i]
    marked = any(each.dep in ("mark", "cc", "advmod") for each in own)
    before = sentence.tokens[token.i - 1]
    return not marked and before.tag not in ("IN", "CC", "TO") and token.dep in ("acl", "advcl", "ROOT")


def _inside_clause(sentence: Sentence, token: Token) -> bool:
    """Is it below a clause with a verb of its own, or behind a preposition or conjunction?"""
    before = sentence.tokens[token.i - 1] if token.i else token
    if before.tag in ("IN", "TO", "CC", "DT", "JJ", "PRP$") or before.low in ("while", "when", "who", "that"):
        return True
    own = {sentence.tokens[child].dep for child in sentence.children[token.i]}
    if own & {"mark", "nsubj", "nsubjpass", "aux", "auxpass"}:
        return token.dep != "ROOT"
    noun = sentence.tokens[token.head]
    if noun.dep == "pobj" and sentence.tokens[noun.head].low == "with" and noun.i == token.i - 1:
        return True  # *with his hands crossed*
    above = token
    while above.head != above.i:
        above = sentence.tokens[above.head]
        below = above.dep in ("relcl", "advcl", "pcomp", "acl") and above.tag.startswith("VB")
        if above.tag in FINITE or (below and above.lemma not in word_list("dressing")):
            return True
    return False


def _is_of(sentence: Sentence, noun: Token) -> bool:
    """Does it stand behind *full of* and the like?"""
    preposition = sentence.tokens[noun.head]
    above = sentence.tokens[preposition.head]
    joined = noun.dep == "conj" and _is_of(sentence, preposition)
    return joined or (preposition.low == "of" and above.tag == "JJ")
