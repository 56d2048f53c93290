"""Semantics: modality, quantity, and verbs that say whether something came about."""

from __future__ import annotations

import random
from dataclasses import replace

from zellig.breakers.strategies.data import frames, substitutions
from zellig.breakers.strategies.domains import NEUTRAL
from zellig.breakers.strategies.framing import framed
from zellig.breakers.strategies.opinion import Opinion, Reading, words
from zellig.breakers.strategies.rewriting import ending, rewrite
from zellig.breakers.strategies.stating import states
from zellig.breakers.strategies.syntax import ANY, needs_clause
from zellig.breakers.strategies.version import (
    NEGATIVES,
    Version,
    choose,
    leans,
    not_negated,
    of_others,
    one_main_clause,
    single_statement,
    some_cue,
    under_main_verb,
    unmixed,
)
from zellig.language.clause import Clause, Part, RefusedError, plain
from zellig.language.inflection import FORMS, inflect
from zellig.language.realise import realise
from zellig.transform.change import refuse_if
from zellig.transform.modality import with_modal

LONGEST_LACKING = 14  # tokens: longer, and what was missing stands too far from what would have been
CLAUSES = ("relcl", "acl", "ccomp", "xcomp", "advcl")


def irrealis(opinion: Opinion, chance: random.Random) -> Version:
    """*is witty* becomes *could have been witty* or *tries to be witty*; or it is only wished for."""
    leans(opinion, 1)
    try:
        return _unreal_verb(opinion, chance)
    except RefusedError:
        not_negated(opinion)
        text = framed(opinion, frames().irrealis, chance)
        return Version(text, "wish", "What is wished for is not so.")


def _unreal_verb(opinion: Opinion, chance: random.Random) -> Version:
    states(opinion)
    single_statement(opinion)
    unmixed(opinion)
    not_negated(opinion)
    reading = opinion.reading
    if reading.shape == "noun phrase":
        return _fragment_irrealis(opinion, chance)
    clause = needs_clause(opinion)
    refuse_if(clause.verb.modal or reading.has_any("unreal-words"), "modal")
    refuse_if(any(token.dep == "advcl" for token in reading.tokens), "second clause")
    root = reading.sentence.root
    refuse_if("," in reading.lows[root:] and not _list_comma(reading), "cue out of scope")
    under_main_verb(opinion)
    stories = reading.domain.stories
    of_others(opinion)
    way = chance.choice(["could", "should", "tries to", "would"] if stories else ["could", "should", "would"])
    long = len(reading.tokens) > LONGEST_LACKING or any(token.dep in CLAUSES for token in reading.tokens)
    if way == "would" and long:
        way = "could"  # what was missing would stand in the wrong clause
    if way == "tries to" and not (
        clause.verb.tense == "present" and _plain_verb(clause) and len(clause.predicates) == 1
    ):
        way = "could"
    if way == "tries to":
        verb = chance.choice(frames().insert["effort"])
        return Version(realise(_trying(clause, verb)), way, "What it tries to be is not said to be so.")
    unreal = _perfect(clause, "would" if way == "would" else way)
    text = realise(unreal)
    if way == "would":
        better = chance.choice(reading.domain.behind("better"))
        stop = ending(reading.sentence)
        end = "".join(token.space + token.text for token in reading.tokens[stop:])
        text = f"{text[: len(text) - len(end)] if end else text} {better}{end}"
    return Version(text, f"{way} have", "What could have been so was not.")


def _list_comma(reading: Reading) -> bool:
    """Are the commas behind the verb those of a list of adjectives?"""
    commas = [i for i, low in enumerate(reading.lows) if low == "," and i > reading.sentence.root]
    return all(
        reading.tokens[i - 1].tag == "JJ" and reading.tokens[i + 1].tag in ("JJ", "RB", "CC") for i in commas
    )


def _plain_verb(clause: Clause) -> bool:
    verb = clause.verb
    return not (verb.perfect or verb.progressive or verb.passive or verb.emphatic or clause.predicate.inner)


def _trying(clause: Clause, lemma: str) -> Clause:
    predicate = clause.predicate
    verb = replace(predicate.verb, lemma=lemma, short_first=False)
    complement = Part("complement", plain(f"to {predicate.verb.lemma}"), "xcomp")
    return clause.with_predicate(
        replace(predicate, verb=verb, parts=(complement, *predicate.parts), spaces=())
    )


def _perfect(clause: Clause, modal: str) -> Clause:
    """*could have been*; with_modal knows that a past event needs the perfect."""
    past = tuple(replace(p, verb=replace(p.verb, tense="past", short_first=False)) for p in clause.predicates)
    return with_modal(replace(clause, predicates=past), modal).clause


def _fragment_irrealis(opinion: Opinion, chance: random.Random) -> Version:
    reading = opinion.reading
    refuse_if(
        reading.tokens[0].low not in ("a", "an") or reading.tokens[0].head != reading.sentence.root,
        "no article",
    )
    refuse_if(any(token.dep in ("parataxis", "appos", "dep") for token in reading.tokens), "two phrases")
    some_cue(opinion)
    verb = inflect(chance.choice(frames().insert["effort"]), "third")
    frame = chance.choice(
        ["could have been", "should have been"] + [f"{verb} to be"] * reading.domain.stories
    )
    text = rewrite(reading.sentence, {}, {0: frame})
    return Version(text, frame, "What could have been so was not.")


def manage_fail(opinion: Opinion, chance: random.Random) -> Version:
    """*manages to surprise* becomes *fails to surprise*, and the other way round."""
    leans(opinion)
    reading = opinion.reading
    refuse_if(reading.domain.name == NEUTRAL and not opinion.cues, "no cue")
    refuse_if(NEGATIVES.intersection(reading.lows), "already negative")
    refuse_if(reading.has_any("contrast"), "contrast")
    one_main_clause(reading)
    wanted = ("manage", "succeed") if opinion.sign > 0 else ("fail",)
    for verb in reading.tokens:
        if verb.lemma not in wanted or verb.tag not in FORMS:
            continue
        complement = reading.child(verb.i, "xcomp")
        after = reading.lows[verb.i + 1] if verb.i + 1 < len(reading.lows) else ""
        if verb.lemma == "succeed" and after in ("in", "at"):
            changes = {verb.i: inflect("fail", FORMS[verb.tag]), verb.i + 1: "at"}
        elif complement is not None and after == "to" and complement.lemma != "do":
            changes = {verb.i: inflect("manage" if verb.lemma == "fail" else "fail", FORMS[verb.tag])}
        else:
            continue
        outside = [cue for cue in opinion.cues if verb.i not in {t.i for t in reading.above(cue.i)}]
        refuse_if(outside, "more cues")
        refuse_if(reading.has("any", "anything", "anybody", "anyone"), "fine under a negation only")
        refuse_if(any(cue.force == -opinion.sign for cue in opinion.against), "mixed")
        return Version(rewrite(reading.sentence, changes), "manage <-> fail", "It came about, or did not.")
    raise RefusedError("no verb of success")


def quantifier(opinion: Opinion, chance: random.Random) -> Version:
    """*always* becomes *rarely*, *many* becomes *few*; for blame the other way round."""
    leans(opinion)
    single_statement(opinion)
    reading = opinion.reading
    refuse_if(
        reading.has_any("contrast") or any(c.force == -opinion.sign for c in opinion.against if c.real),
        "mixed",
    )
    one_main_clause(reading)
    lists = substitutions().quantifier
    table = lists.fewer if opinion.sign > 0 else lists.more
    if opinion.sign > 0:
        not_negated(opinion)
    root = reading.tokens[reading.sentence.root]
    for token in reading.tokens:
        if token.i and reading.lows[token.i - 1] in ("most", "least", "not", "so"):
            continue
        governs = token.head == root.i and token.dep in ("advmod", "neg", "nsubj")
        if token.low in table and governs and token.i < root.i + 2:
            refuse_if(any(root.i not in {t.i for t in reading.above(c.i)} for c in opinion.cues), "more cues")
            refuse_if(any(c.i < root.i for c in opinion.cues), "cue out of scope")
            refuse_if(
                any(c.sign == opinion.sign for c in opinion.cues) and opinion.sign < 0, "cue out of scope"
            )
            changes = {token.i: choose(chance, [table[token.low]], "")}
            for other in reading.tokens[token.i + 1 :]:
                if opinion.sign < 0 and other.low in words("negative-only") and other.head == root.i:
                    changes[other.i] = ""
                elif opinion.sign < 0 and other.low in ANY:
                    changes[other.i] = ANY[other.low]
            return Version(
                rewrite(reading.sentence, changes),
                f"{token.low} -> {table[token.low]}",
                "How often is turned round.",
            )
    return _determiner(opinion)


def _determiner(opinion: Opinion) -> Version:
    """*many films* and *few films* as subjects."""
    reading = opinion.reading
    lists = substitutions().quantifier
    table = dict.fromkeys(lists.few.split(), "few") if opinion.sign > 0 else {"few": "many"}
    root = reading.sentence.root
    for token in reading.tokens:
        noun = reading.tokens[token.head]
        subject = noun.dep in ("nsubj", "nsubjpass") and noun.head == root and noun.tag == "NNS"
        if token.low in table and token.dep in ("amod", "det") and subject and token.head > token.i:
            before = reading.lows[token.i - 1] if token.i else ""
            refuse_if(before in ("a", "the", "above", "at", "after", "not", "of"), "fixed")
            refuse_if(
                not opinion.cues or any(c.i < root or c.sign < 0 for c in opinion.cues), "cue out of scope"
            )
            after = reading.lows[token.i + 1]
            refuse_if(reading.tokens[token.i + 1].tag == "CD", "numeral")
            instead = (
                "few of" if after in ("the", "these", "those", "its", "his", "their") else table[token.low]
            )
            return Version(
                rewrite(reading.sentence, {token.i: instead}),
                f"{token.low} -> {instead}",
                "How many is turned round.",
            )
    raise RefusedError("no quantifier")
