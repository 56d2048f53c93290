"""Syntax: negation put in and taken out, double negation, the order of two clauses."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

from zellig.breakers.strategies.data import frames, pairs_of, substitutions
from zellig.breakers.strategies.framing import framed
from zellig.breakers.strategies.opinion import SUBJECTS, Opinion, Reading, words
from zellig.breakers.strategies.rewriting import rewrite
from zellig.breakers.strategies.stating import states
from zellig.breakers.strategies.version import (
    INDEFINITE,
    Version,
    leans,
    not_negated,
    one_cue,
    one_main_clause,
    single_statement,
    taken_for_granted,
    under_main_verb,
    unmixed,
)
from zellig.language.clause import Clause, Inner, Part, RefusedError, Word
from zellig.language.inflection import FORMS, inflect
from zellig.language.realise import realise
from zellig.language.tokens import FINITE, Token
from zellig.transform.change import refuse_if
from zellig.transform.negation import affirm, negate

LONGEST_DENIED = 18  # tokens: longer, and *It is not true that* denies nobody knows what


def needs_clause(opinion: Opinion) -> Clause:
    """The clause of a statement; refuses what is none, or more than one."""
    clause = opinion.reading.clause
    if clause is None:
        raise RefusedError(opinion.reading.refusal)
    refuse_if(clause.kind not in ("declarative", "subjectless") or clause.restored, "no statement")
    no_hidden_clause(opinion.reading)
    return clause


def no_hidden_clause(reading: Reading) -> None:
    """Refuses a second clause that the parse misses: *is hot and the bed soft*, *and the towels smell*."""
    root = reading.tokens[reading.sentence.root]
    for token in reading.tokens[root.i :]:
        if token.dep != "conj":
            continue
        head, before = reading.tokens[token.head], reading.tokens[token.i - 1]
        finite = token.tag in FINITE and head.i in (root.i, root.head) and before.dep == "compound"
        adjective = head.dep == "acomp" and reading.child(token.i, *SUBJECTS) is not None
        noun = token.tag in ("NN", "NNS") and (
            (head.i == root.i and head.lemma == "be")
            or (_is_definite(reading, token) and (head.tag == "JJ" or not _is_definite(reading, head)))
        )
        refuse_if(finite or adjective or (noun and _predicative(reading, head)), "second clause")


def _is_definite(reading: Reading, noun: Token) -> bool:
    determiner = reading.child(noun.i, "det", "poss")
    return determiner is not None and determiner.low not in INDEFINITE


def _predicative(reading: Reading, token: Token) -> bool:
    """Is it the main verb, or what it says of the subject?"""
    return token.i == reading.sentence.root or token.dep in ("acomp", "attr")


def not_add(opinion: Opinion, chance: random.Random) -> Version:
    """*The soup is not wonderful*; where the scope of *not* is in doubt, *It is not true that ...*."""
    leans(opinion)
    states(opinion)
    unmixed(opinion)
    not_negated(opinion)
    why = "The praise is denied." if opinion.sign > 0 else "The blame is denied."
    try:
        return Version(_negated(opinion), "not", why)
    except RefusedError:
        _deniable(opinion)
        return Version(framed(opinion, frames().denied, chance, own_voice=True), "not true", why)


def _deniable(opinion: Opinion) -> None:
    """Refuses what *It is not true that* would leave standing, or deny in part only."""
    reading = opinion.reading
    refuse_if(len(reading.tokens) > LONGEST_DENIED, "too long")
    clause = reading.shape in ("clause", "subjectless")
    refuse_if(clause and (reading.has_any("first-person") or "," in reading.lows), "unsure scope")
    refuse_if(reading.has_any("unreal-words") or reading.has_any("reversing-words"), "unsure scope")
    refuse_if(reading.has_any("partial"), "unsure scope")
    # Without a cue nothing says that denied praise is blame, nor what trails behind a comma.
    refuse_if(not opinion.cues and (opinion.sign > 0 or "," in reading.lows), "no cue")
    one_main_clause(reading)
    no_hidden_clause(reading)
    refuse_if(reading.tokens[0].tag in ("RB", "WRB", "WP", "IN"), "unread beginning")
    refuse_if(reading.shape == "noun phrase" and reading.lows[0] == "the", "unread beginning")
    root = reading.sentence.root
    if reading.shape == "clause":
        granted = (cue.i < root or taken_for_granted(reading, cue.i) for cue in opinion.cues)
        refuse_if(any(granted), "taken for granted")
        refuse_if("," in reading.lows[:root], "taken for granted")


def _negated(opinion: Opinion) -> str:
    """With *not* at the main verb, if it reaches every cue."""
    clause = needs_clause(opinion)
    reading = opinion.reading
    single_statement(opinion)
    refuse_if(words("unsure") & set(reading.lows), "unsure scope")
    refuse_if(_trailing(reading), "cue out of scope")
    other = reading.child(reading.sentence.root, "conj")
    refuse_if(other is not None and other.tag[:2] in ("VB", "MD"), "second predicate")
    under_main_verb(opinion)
    refuse_if(any(_is_misplaced(reading, token) for token in reading.tokens), "unsure scope")
    # What stands before the subject is not denied: *An inert play, Ash is ...*.
    refuse_if("," in reading.lows[: reading.sentence.root], "cue out of scope")
    change = negate(clause)
    refuse_if(change.meaning != "contradictory" or change.clause.negated_determiner, "scope")
    return realise(change.clause)


def _is_misplaced(reading: Reading, token: Token) -> bool:
    """*easy to use and very good*: the second adjective is taken for something that one does."""
    head = reading.tokens[token.head]
    return token.dep == "conj" and token.tag == "JJ" and head.tag == "VB"


def _trailing(reading: Reading) -> bool:
    """Does something follow the predicate behind a comma, or a second clause?"""
    root = reading.sentence.root
    return "," in reading.lows[root:] or any(token.dep in ("advcl", "parataxis") for token in reading.tokens)


def not_drop(opinion: Opinion, chance: random.Random) -> Version:
    """*The soup is not good* becomes *The soup is good*."""
    leans(opinion)
    reading = opinion.reading
    refuse_if(not reading.single or reading.has("?", '"', "''"), "aside")
    refuse_if(reading.has_any("contrast"), "contrast")
    text = f" {' '.join(reading.lows)} "
    refuse_if(any(f" {phrase} " in text for phrase in words_with_spaces("fixed-negatives")), "fixed negative")
    one_main_clause(reading)
    denials = [token for token in reading.tokens if token.low in words("denials")]
    refuse_if(len(denials) != 1, "not one negation")
    refuse_if(reading.has("much", "or", ";", ":", "...", "i"), "unsure scope")
    denied = reading.tokens[denials[0].head]
    main = reading.sentence.root in (denied.i, denied.head if denied.dep == "acomp" else -1)
    refuse_if(opinion.sign > 0 and not (main and opinion.cues), "no cue")
    denial = denials[0]
    refuse_if(denial.i > 1 and reading.tokens[denial.i - 1].text[:1].isupper(), "part of a name")
    refuse_if(denial.i + 2 >= len(reading.tokens) or reading.lows[denial.i + 1] in (",", "."), "ellipsis")
    verb = reading.tokens[denial.head]
    refuse_if(verb.i < reading.sentence.root or reading.has("were"), "in the subject")
    refuse_if(any(token.tag == "JJR" for token in reading.tokens), "comparison")
    above = {token.i for token in reading.above(verb.i)}
    refuse_if(
        any(
            reading.tokens[i].dep in ("advcl", "ccomp", "csubj", "xcomp", "pcomp", "parataxis") for i in above
        ),
        "embedded",
    )
    under = {
        cue.i for cue in reading.cues if verb.i in {t.i for t in reading.above(cue.i)} or cue.i == verb.i
    }
    refuse_if(any(cue.i not in under for cue in reading.cues), "cue out of scope")
    refuse_if(any(cue.force != opinion.sign for cue in reading.cues if cue.near is not None), "mixed")
    if denial.low == "no":
        return _without_no(reading, denial)
    refuse_if(denial.low not in ("not", "n't", "never"), "no negation to drop")
    refuse_if(
        denial.low != "never" and verb.i == reading.sentence.root and "," in reading.lows[denial.i :], "list"
    )
    if denial.low != "never" and verb.i == reading.sentence.root and reading.clause is not None:
        clause = needs_clause(opinion)
        refuse_if(clause.verb.modal not in ("", "can", "will"), "modal")
        kept = _without(clause, words("negative-only"))
        return Version(realise(affirm(kept).clause), "not dropped", "What was denied is said.")
    return _dropped(reading, denial, verb)


def words_with_spaces(name: str) -> list[str]:
    """A list whose members are phrases, joined by underscores in the data file."""
    return [phrase.replace("_", " ") for phrase in words(name)]


def _dropped(reading: Reading, denial: Token, verb: Token) -> Version:
    """Without *never*, or without *not* and a *do* that only it needed."""
    refuse_if(denial.dep not in ("neg", "advmod") or verb.tag[:2] != "VB", "no verb denied")
    changes = {denial.i: ""}
    helpers = [
        reading.tokens[c]
        for c in reading.sentence.children[verb.i]
        if reading.tokens[c].dep in ("aux", "auxpass")
    ]
    refuse_if(any(helper.tag == "MD" for helper in helpers), "modal")
    refuse_if(any(helper.low in ("ai", "wo", "ca", "sha") for helper in [*helpers, verb]), "irregular")
    support = next((helper for helper in helpers if helper.lemma == "do"), None)
    if support is not None:
        changes |= {support.i: "", verb.i: inflect(verb.lemma, FORMS[support.tag])}
    for token in reading.tokens[denial.i + 1 :]:
        if token.low in words("negative-only") and token.head == verb.i:
            changes[token.i] = ""
        elif token.low in ANY:
            changes[token.i] = ANY[token.low]
    return Version(rewrite(reading.sentence, changes), f"{denial.low} dropped", "What was denied is said.")


ANY = {"any": "some", "anyone": "someone", "anybody": "somebody", "anything": "something"}


def _without_no(reading: Reading, no: Token) -> Version:
    noun = reading.tokens[no.head]
    refuse_if(no.dep != "det" or noun.i < no.i, "no noun")
    refuse_if(reading.sentence.root not in (noun.head, noun.i), "not in the main clause")
    refuse_if(reading.child(noun.i, "conj") is not None, "coordinated nouns")
    instead = "plenty of" if noun.tag == "NNS" else ""
    if noun.low in ("reason", "indication", "sign"):
        instead = "every"
    elif noun.low in substitutions().has["qualities"].split() and noun.tag == "NN":
        instead = "real"
    refuse_if(not instead, "no determiner")
    text = rewrite(reading.sentence, {no.i: instead})
    return Version(text, f"no -> {instead}", "What was denied is said.")


def _without(clause: Clause, dropped: frozenset[str]) -> Clause:
    """The clause without words that only a negation licenses: *even*, *quite*, *at all*."""
    predicates = []
    for predicate in clause.predicates:
        parts: list[Part] = []
        for part in predicate.parts:
            kept = _dropping(part.words, dropped)
            if kept:
                parts.append(replace(part, words=kept))
        inner = [
            Inner(kept, each.gap) for each in predicate.inner if (kept := _dropping(each.words, dropped))
        ]
        predicates.append(replace(predicate, parts=tuple(parts), inner=tuple(inner)))
    return replace(clause, predicates=tuple(predicates))


def _dropping(given: tuple[Word, ...], dropped: frozenset[str]) -> tuple[Word, ...]:
    lows = [word.text.lower() for word in given]
    gone = {i for i, low in enumerate(lows) if low in dropped}
    for i, pair in enumerate(pairwise(lows)):
        if pair in (("at", "all"), ("all", "that")):
            gone |= {i, i + 1}
    return tuple(word for i, word in enumerate(given) if i not in gone)


def double_not(opinion: Opinion, chance: random.Random) -> Version:
    """*is not unfunny*, *a not unfunny film*."""
    leans(opinion, 1)
    states(opinion)
    unmixed(opinion)
    not_negated(opinion)
    cue = one_cue(opinion)
    reading = opinion.reading
    affix = substitutions().affix
    other = pairs_of(affix["pairs"]).get(cue.word)
    listed = cue.word in f"{affix['inverse']} {affix['not-opposites']}".split()
    refuse_if(other is None or listed or cue.part != "adjective", "no prefix")
    token = reading.tokens[cue.i]
    before = reading.tokens[cue.i - 1] if cue.i else None
    refuse_if(any(reading.tokens[c].dep == "advmod" for c in reading.sentence.children[cue.i]), "degree")
    refuse_if(before is not None and before.low in ("as", "so", "too", "most", "more"), "degree")
    refuse_if(reading.child(cue.i, "conj") is not None, "coordinated")
    plain = token.dep == "amod" and before is not None and before.low in ("a", "an")
    predicative = (
        token.dep == "acomp" and before is not None and before.i == token.head and before.lemma == "be"
    )
    refuse_if(not plain and not predicative, "place")
    text = rewrite(reading.sentence, {cue.i: f"not {other}"})
    return Version(text, f"not {other}", f"What is 'not {other}' is not bad.")
