"""What a strategy gives: a changed text with how and why; and the conditions that many strategies share."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from zellig.breakers.strategies.domains import NEUTRAL
from zellig.breakers.strategies.evaluative import others
from zellig.breakers.strategies.opinion import SUBJECTS, Cue, Opinion, Reading, words
from zellig.transform.change import refuse_if

NEGATIVES = frozenset(
    {
        "not",
        "n't",
        "never",
        "no",
        "nothing",
        "nobody",
        "none",
        "neither",
        "nor",
        "hardly",
        "barely",
        "without",
    }
)
INDEFINITE = frozenset({"a", "an", "some", "another", "one", "such", "no", "any", "many", "few", "more"})
WITHIN = frozenset(
    {
        "acomp",
        "attr",
        "dobj",
        "oprd",
        "amod",
        "conj",
        "advmod",
        "prep",
        "pobj",
        "compound",
        "xcomp",
        "relcl",
        "npadvmod",
    }
    | {"ccomp", "pcomp", "acl", "agent", "appos", "nsubj", "prt", "dative", "nsubjpass", "poss", "nmod"}
)


class Version(NamedTuple):
    """A changed text."""

    text: str
    how: str  # what was done, in a few words
    why: str  # why the promise holds, in one sentence
    promise: str = ""  # where the taxonomy leaves a choice
    answers: tuple[str, ...] = ()  # parts of the text, where it is not the old ones that answer
    field: str = ""  # where the text stands; empty: in the field that is always changed
    premise: str = ""  # of an inference: the other side, where it is changed too


def leans(opinion: Opinion, sign: int = 0) -> None:
    """Refuses an item without an opinion, or with another one than asked."""
    refuse_if(opinion.sign == 0, "no opinion")
    refuse_if(sign and opinion.sign != sign, "not positive" if sign > 0 else "not negative")


def single_statement(opinion: Opinion) -> None:
    """Refuses several sentences, questions, quotations, asides."""
    reading = opinion.reading
    refuse_if(not reading.single, "more than one sentence")
    refuse_if(reading.has("?"), "question")
    refuse_if(any(token.tag in ("``", "''") for token in reading.tokens), "quotation")
    body = reading.lows[1:-1]
    refuse_if(any(mark in body for mark in (";", ":", "(", "--", "-", "–", "...", "…")), "aside")
    refuse_if(any(token.text.startswith(("@", "#", "http")) for token in reading.tokens), "address")
    refuse_if(not reading.domain.stories and _judges_a_fact(reading), "fact")
    refuse_if(reading.has("=", "+", "<", ">", "|", "~", "*"), "signs")


def _judges_a_fact(reading: Reading) -> bool:
    """*It is amazing that it works*: whatever becomes of the judgement, it works."""
    root = reading.sentence.root
    subject = reading.child(root, *SUBJECTS)
    return subject is not None and subject.low == "it" and reading.child(root, "ccomp") is not None


def about_something(opinion: Opinion) -> None:
    """Refuses what nobody can take back: thanks, wishes and cheers, and texts of which no word judges.

    Reviews of stories have none. Of a text that may be about anything, a word must judge for certain.
    """
    domain = opinion.reading.domain
    if domain.stories:
        return
    refuse_if(opinion.reading.has_any("no-statement"), "no statement")
    listed = others("praise", domain) | others("blame", domain)
    certain = [cue for cue in opinion.cues if cue.near is not None or cue.word in listed]
    refuse_if(not (certain if domain.name == NEUTRAL else opinion.cues), "no cue")


def of_others(opinion: Opinion) -> None:
    """Refuses what people say of themselves and to each other; reviews of stories speak of the story."""
    reading = opinion.reading
    spoken = reading.has_any("first-person") or reading.has_any("second-person")
    refuse_if(spoken and not reading.domain.stories, "first or second person")


def of_one_thing(opinion: Opinion) -> None:
    """Refuses a second clause, which may judge in words that we do not know.

    We know those of stories.
    """
    if not opinion.reading.domain.stories:
        one_main_clause(opinion.reading)


def unmixed(opinion: Opinion) -> None:
    """Refuses two opinions in one sentence."""
    refuse_if(opinion.against, "mixed")
    refuse_if(opinion.reading.has_any("contrast"), "contrast")


def not_negated(opinion: Opinion) -> None:
    """Refuses a sentence with a negation anywhere."""
    refuse_if(NEGATIVES.intersection(opinion.reading.lows), "already negative")


def one_cue(opinion: Opinion) -> Cue:
    """The only cue."""
    refuse_if(not opinion.cues, "no cue")
    refuse_if(len(opinion.cues) > 1, "several cues")
    return opinion.cues[0]


def some_cue(opinion: Opinion) -> None:
    """Refuses an opinion of which no word judges."""
    refuse_if(not opinion.cues, "no cue")


def taken_for_granted(reading: Reading, i: int) -> bool:
    """Does the word stand in a definite phrase below the predicate (*this wonderful portrait*)?"""
    for token in reading.above(i):
        determiner = reading.child(token.i, "det", "poss")
        if token.tag in ("NN", "NNS", "NNP") and determiner is not None and determiner.i < i:
            if determiner.dep == "poss" or determiner.low not in INDEFINITE:
                return token.dep not in ("attr", "ROOT")
            return False
    return False


def in_scope(reading: Reading, cue: Cue) -> bool:
    """Would a *not* at the main verb deny the cue?"""
    root = reading.sentence.root
    if cue.i < root:
        return False
    path = [token for token in reading.above(cue.i) if token.i != root]
    if any(token.dep not in WITHIN or token.i < root for token in path):
        return False
    if any(token.dep == "conj" and token.head == root for token in path):
        return False
    return not taken_for_granted(reading, cue.i)


def under_main_verb(opinion: Opinion) -> None:
    """Refuses praise or blame that a change of the main verb would not reach.

    Without a known cue, a verb that says little itself (*is*, *offers*) must have the opinion behind it.
    """
    reading = opinion.reading
    if opinion.cues:
        refuse_if(not all(in_scope(reading, cue) for cue in opinion.cues), "cue out of scope")
        # *I have to admit that it works well*: people who speak of themselves say so more often than critics.
        within = any(token.dep == "ccomp" for cue in opinion.cues for token in reading.above(cue.i))
        refuse_if(within and not reading.domain.stories, "cue out of scope")
        return
    root = reading.tokens[reading.sentence.root]
    refuse_if(root.lemma not in words("bringing"), "no cue")
    subject = reading.child(root.i, "nsubj")
    refuse_if(subject is not None and reading.child(subject.i, "amod", "relcl", "acl") is not None, "no cue")


def one_main_clause(reading: Reading) -> None:
    """Refuses a second clause with a subject of its own, which would keep its opinion."""
    root = reading.sentence.root
    second = any(
        token.dep in ("conj", "parataxis", "ccomp")
        and token.head == root
        and reading.child(token.i, *SUBJECTS) is not None
        for token in reading.tokens
        if token.dep != "ccomp" or token.i < root
    )
    refuse_if(second, "second clause")


def choose(chance: random.Random, options: Sequence[str], reason: str) -> str:
    """One of the options; refuses if there is none."""
    refuse_if(not options, reason)
    return chance.choice(options)
