"""From the words of a verb group to its features."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from zellig.language.clause import RefusedError
from zellig.language.inflection import VerbForm, is_known_verb, is_verb_form, verb_lemma
from zellig.language.tokens import Token
from zellig.language.verb_group import MODALS, Agreement, Tense, VerbGroup

_CLITICS = {
    "'s": ("is", "has"), "'re": ("are",), "'ve": ("have",), "'ll": ("will",), "'d": ("had", "would"),
    "'m": ("am",), "ca": ("can",), "wo": ("will",), "sha": ("shall",),
}  # fmt: skip
_BE = frozenset({"be", "am", "is", "are", "was", "were", "been", "being"})
NOT = ("not", "n't", "n’t")
BARE_FORMS: dict[str, VerbForm] = {"VBG": "ing", "VBN": "participle", "VB": "base"}


def read_group(
    helpers: Sequence[Token],
    verb: Token,
    negation: Sequence[Token],
    agreement: Agreement,
    *,
    restored: bool,
) -> VerbGroup:
    """The features whose words are those of the source; refuses if there are none.

    Clitics can be read in more than one way, and the parser may be wrong about number: all are tried.
    """
    if verb.tag == "MD" or any(helper.low == "to" for helper in helpers):
        raise RefusedError("unread verb group")
    spoken = [*helpers, verb]
    source = [_CLITICS.get(token.low.replace("’", "'"), (token.low,)) for token in spoken]
    found = []
    for choice in _choices(source):
        words = ["be", *choice] if restored else choice
        group = _features(words, verb, bool(negation))
        if group is None:
            continue
        for agreed in (agreement, Agreement(3, not agreement.plural), Agreement(1, False)):
            wanted = [agreed.be("present"), *choice] if restored else choice
            if group.words(agreed) == wanted:
                found.append(group)
                break
    if len(found) > 1:  # *He'd eaten*: there is no verb *to eaten*
        found = [group for group in found if is_verb_form(group.lemma, "base")]
    if len(found) > 1 and helpers:  # *He's stopped*: is or has; alone, 's is *is*
        raise RefusedError("ambiguous clitic")
    if not found:
        raise RefusedError("unread verb group")
    if not has_known_forms(found[0]):
        raise RefusedError("unknown verb")
    return replace(
        found[0],
        short_not=bool(negation) and negation[0].low != "not",
        short_first=spoken[0].low[0] in "'’",
    )


def has_known_forms(group: VerbGroup) -> bool:
    """Is the verb in a dictionary, or in the form with *-ing* that the source had? None is invented."""
    return is_known_verb(group.lemma) or (group.progressive and not group.passive)


def read_bare(first: VerbGroup, token: Token) -> VerbGroup:
    """The verb group of a coordinated verb that shares the auxiliaries of the first."""
    fits = {
        "VBG": first.progressive and not first.passive,
        "VBN": first.passive or (first.perfect and not first.progressive),
        "VB": bool(first.modal) or first.emphatic or first.negative,
    }
    lemma = verb_lemma(token.low, BARE_FORMS[token.tag], token.lemma.lower())
    if not fits[token.tag] or lemma is None or not is_known_verb(lemma):
        raise RefusedError("unread coordination")
    return replace(first, lemma=lemma)


def _choices(options: Sequence[tuple[str, ...]]) -> Iterator[list[str]]:
    """Every way to read the clitics."""
    if not options:
        yield []
        return
    for first in options[0]:
        for rest in _choices(options[1:]):
            yield [first, *rest]


def _features(words: Sequence[str], verb: Token, negative: bool) -> VerbGroup | None:
    """The features that these words would show; None if they are no verb group."""
    rest, tense = list(words), _tense(words, verb)
    modal = rest.pop(0) if rest[0] in MODALS else ""
    support = len(rest) > 1 and rest[0] in ("do", "does", "did")
    if support:
        rest.pop(0)
    perfect = len(rest) > 1 and rest[0] in ("have", "has", "had")
    if perfect:
        rest.pop(0)
    progressive = passive = False
    if len(rest) > 1 and rest[0] in _BE:
        rest.pop(0)
        being = rest[0] == "being" and len(rest) > 1  # alone, it is the verb: *is being rude*
        passive = being or verb.tag != "VBG"
        progressive = being or verb.tag == "VBG"
        if being:
            rest.pop(0)
    if len(rest) != 1:
        return None
    word = rest[0]
    if progressive and not passive:
        form: VerbForm = "ing"
    elif passive or perfect:
        form = "participle"
    elif modal or support:
        form = "base"
    else:
        form = "past" if tense == "past" else "third" if verb.tag == "VBZ" else "base"
    lemma = "be" if word in _BE else verb_lemma(word, form, verb.lemma.lower())
    if lemma is None or (lemma == "be" and passive):
        return None
    return VerbGroup(lemma, tense, modal, perfect, progressive, passive, negative, support and not negative)


def _tense(words: Sequence[str], verb: Token) -> Tense:
    if len(words) == 1:
        return "past" if verb.tag == "VBD" or words[0] in ("was", "were") else "present"
    return "past" if words[0] in ("was", "were", "had", "did") else "present"
