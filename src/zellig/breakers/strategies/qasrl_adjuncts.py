"""QA-SRL: phrases of time and place come or change, and a clause is put before the sentence."""

from __future__ import annotations

import random
import re

from zellig.breakers.strategies.asked import NAMES, Asked, exchanged, phrases, statement
from zellig.breakers.strategies.data import entities
from zellig.breakers.strategies.opinion import SUBJECTS
from zellig.breakers.strategies.rewriting import rewrite
from zellig.breakers.strategies.topics import acts, is_deed, topic_of, untouched
from zellig.breakers.strategies.version import Version, choose
from zellig.language.tokens import FINITE, Token
from zellig.transform.change import refuse_if

YEAR = re.compile(r"1[5-9]\d\d|20[01]\d")
SHORT, AT_THE_END = 16, 0.5  # tokens of a sentence at whose end a time can stand, and how often it does
LONGEST_DEED = 28  # tokens
CLAUSES = ("advcl", "relcl", "conj", "ccomp", "acl", "xcomp", "parataxis")
CONTRASTS = frozenset({"but", "although", "though", "however", "despite", "while", "yet"})
NO_SUBJECT = ("CC", "IN", "RB", "WRB", "VBG", "VBN", "TO", "EX", "UH", "LS")


def pp_add(asked: Asked, chance: random.Random) -> Version:
    """*The cook baked.* -> *The following year, the cook baked.*"""
    statement(asked)
    refuse_if(asked.wh in ("when", "where", "how"), f"{asked.wh}-question")
    reading = asked.reading
    times = {*phrases("pp-change", "times"), *_months(), *phrases("pp-add", "not-with")}
    refuse_if(times.intersection(reading.lows), "time given")
    refuse_if(any(YEAR.search(token.text) for token in reading.tokens), "time given")
    main = _main_verb(asked)
    kind = _time_of(asked, main)
    short = len(reading.tokens) <= SHORT and not any(
        t.text == "," or t.dep in CLAUSES for t in reading.tokens
    )
    if kind == "events" and short and chance.random() < AT_THE_END:
        phrase = chance.choice(phrases("pp-add", "last"))
        last = reading.tokens[-2]
        text = rewrite(reading.sentence, {last.i: f"{last.text} {phrase}"})
    else:
        phrase = chance.choice(phrases("pp-add", kind))
        text = rewrite(reading.sentence, {}, {0: f"{phrase}{asked.mark}"})
    return Version(text, phrase, "The phrase says when, and the question does not ask for it.", "same")


def _time_of(asked: Asked, first: Token) -> str:
    """Which times fit: those of an event, of a state, of what was over by then, of what holds until now."""
    reading = asked.reading
    root = reading.tokens[reading.sentence.root]
    joined = reading.child(root.i, "conj") is not None
    if first.i != root.i and first.lemma == "have":
        refuse_if(joined or any(t.tag == "CD" for t in reading.tokens), "a length of time, or two of them")
        refuse_if(first.tag == "VBZ", "one that may be told of in the present")  # plots
        return "over" if first.tag == "VBD" else "until-now"
    refuse_if(first.tag != "VBD", "not in the past")
    refuse_if(reading.tokens[0].tag == "CD" or "%" in reading.lows, "of no one time")
    refuse_if(reading.lows[0] in ("this", "that", "these", "those", "each", "both"), "of no one time")
    subject = reading.child(root.i, *SUBJECTS)
    somebody = subject is not None and acts(asked, subject)
    if root.lemma in (*phrases("compared", "deeds"), *phrases("pp-add", "happenings")):
        refuse_if(reading.child(root.i, "neg") is not None or root.tag == "VBG", "no event")
        # *was designed to last* says what it is like, *went beyond the usual* what it was like
        refuse_if(
            not somebody and (first.i == root.i or reading.child(root.i, "xcomp", "advmod")), "no event"
        )
        return "events"
    stative = root.lemma in phrases("pp-add", "stative") and somebody and not joined
    refuse_if(not stative, "neither an event nor a state of somebody")
    return "states"


def coordination(asked: Asked, chance: random.Random) -> Version:
    """*The cook opened a shop.* -> *Money was short, but the cook opened a shop.*"""
    statement(asked)
    reading = asked.reading
    first = _main_verb(asked)
    subject = reading.child(first.i, *SUBJECTS)
    refuse_if(not is_deed(first) or subject is None or not acts(asked, subject), "no deed")
    refuse_if(reading.child(first.i, "neg") is not None or len(reading.tokens) > LONGEST_DEED, "no deed")
    refuse_if(CONTRASTS.intersection(reading.lows), "contrast")
    options = untouched(asked, topic_of(asked).clauses)
    clause = choose(chance, options, "nothing that fits").replace(",", asked.mark)
    text = rewrite(reading.sentence, {}, {0: clause})
    return Version(text, clause, "The new clause has a subject and a verb of its own.", "same")


def _main_verb(asked: Asked) -> Token:
    """The finite verb; refuses a sentence that does not begin with the subject of its main verb."""
    reading = asked.reading
    root = reading.tokens[reading.sentence.root]
    subject = reading.child(root.i, *SUBJECTS)
    refuse_if(subject is None or reading.tokens[0].tag in NO_SUBJECT, "no subject first")
    span = None if subject is None else reading.sentence.span(subject.i)
    refuse_if(span is None or span[0] != 0, "no subject first")
    helper = reading.child(root.i, "aux", "auxpass")
    first = root if helper is None or helper.i > root.i else helper
    refuse_if(first.tag not in FINITE, "no finite verb")
    refuse_if(reading.tokens[0].text.endswith("."), "abbreviation first")
    return first


def _months() -> set[str]:
    return {month.lower() for name in ("months", "other-months") for month in phrases("pp-change", name)}


def pp_change(asked: Asked, chance: random.Random) -> Version:
    """*in 1959* -> *in 1964*; *in London* -> *in Vienna*."""
    statement(asked)
    options = [*_year(asked, chance), *_month(asked, chance), *_place(asked, chance)]
    refuse_if(not options, "no time or place to change")
    token, word = chance.choice(options)
    answers = exchanged(asked, token, word)
    text = rewrite(asked.reading.sentence, {token.i: word})
    touched = answers != asked.item.accepted
    why = "The answer is the new phrase." if touched else "The phrase is no part of the answer."
    promise = "becomes the new span" if touched else "same"
    return Version(text, f"{token.text} -> {word}", why, promise, answers if touched else ())


def _under(asked: Asked, token: Token, name: str) -> bool:
    """Does one of these prepositions stand before it?"""
    return token.i > 0 and asked.reading.lows[token.i - 1] in phrases("pp-change", name)


def _year(asked: Asked, chance: random.Random) -> list[tuple[Token, str]]:
    years = [token for token in asked.reading.tokens if YEAR.search(token.text)]
    if len(years) != 1 or not YEAR.fullmatch(years[0].text) or not _under(asked, years[0], "before-years"):
        return []
    (token,) = years
    after = asked.reading.tokens[token.i + 1]
    if token.dep != "pobj" or after.tag.startswith(("NN", "JJ")):
        return []
    return [(token, str(int(token.text) - chance.randrange(3, 9)))]


def _month(asked: Asked, chance: random.Random) -> list[tuple[Token, str]]:
    found = [token for token in asked.reading.tokens if token.low in _months()]
    if len(found) != 1 or found[0].text not in phrases("pp-change", "months"):
        return []
    (token,) = found
    after = asked.reading.tokens[token.i + 1]
    if (
        token.tag != "NNP"
        or after.tag in NAMES
        or asked.reading.lows[token.i - 1] not in ("in", "on", "of", "by", "until")
    ):
        return []
    return [(token, chance.choice([each for each in phrases("pp-change", "months") if each != token.text]))]


def _place(asked: Asked, chance: random.Random) -> list[tuple[Token, str]]:
    reading = asked.reading
    found: list[tuple[Token, str]] = []
    if any(token.tag == "JJ" and token.text[0].isupper() for token in reading.tokens[1:]):
        return found  # *the German army in Italy*: it would have to be elsewhere, too
    for names in (entities()["cities"], entities()["countries"]):
        for token in reading.tokens[:-1]:
            after = reading.tokens[token.i + 1]
            alone = token.text in names and after.tag not in (*NAMES, "POS", "CC", "HYPH", ",", "CD")
            if alone and token.dep == "pobj" and _under(asked, token, "before-places"):
                others = [name for name in names if name != token.text and name not in reading.sentence.text]
                found.append((token, chance.choice(others)))
    return found
