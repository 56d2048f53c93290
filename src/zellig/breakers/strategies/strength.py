"""Semantics: a judgement is made stronger or weaker by a word before it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from zellig.breakers.strategies.data import frames, substitutions
from zellig.breakers.strategies.emphasis import Slot, emphasis, is_title
from zellig.breakers.strategies.evaluative import others
from zellig.breakers.strategies.framing import closed, prefixed
from zellig.breakers.strategies.opinion import Cue, Opinion, Reading, words
from zellig.breakers.strategies.rewriting import rewrite
from zellig.breakers.strategies.stating import LINKING, said_outright, shows_its_side, states
from zellig.breakers.strategies.version import Version, leans, single_statement, unmixed
from zellig.language.clause import RefusedError
from zellig.language.tokens import Token
from zellig.language.wordnet import noun_kind
from zellig.transform.change import refuse_if

PLAIN_VERBS = ("VBZ", "VBP", "VBD")
LONGEST_HEDGED = 16  # tokens


def intensify(opinion: Opinion, chance: random.Random) -> Version:
    """*very witty*, *a real delight*, *far too long*, *simply does not work*."""
    leans(opinion)
    shows_its_side(opinion)
    refuse_if(not opinion.reading.domain.stories and opinion.reading.has_any("no-statement"), "no statement")
    refuse_if(opinion.reading.has_any("hedges"), "hedged")
    for ways in (_graded(opinion), emphasis(opinion)):
        for place, options in ways:
            new = [word for word in options if _adds(opinion, place, word)]
            if not new:
                continue
            word = chance.choice(new)
            text = rewrite(opinion.reading.sentence, {}, {place: word})
            low = opinion.reading.lows[place]
            return Version(text, f"{word} {low}", f"'{word}' makes it stronger.")
    text = prefixed(opinion, chance)
    return Version(text, "stressed", "The whole is said with more weight.")


def _adds(opinion: Opinion, place: int, word: str) -> bool:
    """Refuses *simply simply*, *certainly sure*, *positively won an award*."""
    reading, insert = opinion.reading, frames().insert
    token = reading.tokens[place]
    cue = next((cue for cue in opinion.cues if cue.i == place), None)
    known = cue is not None and _is_known(reading, cue)
    if word in reading.lows or token.low in words("assurances"):
        return False
    if reading.has_any("assurances") and word in insert["intensify_statement"] and token.tag != "JJ":
        return False
    if word in insert["intensify_of_judging"]:
        linked = place > 0 and reading.tokens[place - 1].lemma in LINKING
        return linked or token.tag == "DT" or known or token.low == "no"
    return cue is None or known or token.tag not in PLAIN_VERBS


def _is_known(reading: Reading, cue: Cue) -> bool:
    """Does it judge by our lists, rather than by how people rate it (*won*)?"""
    listed = others("praise", reading.domain) | others("blame", reading.domain)
    return cue.near is not None or cue.word in listed or cue.lemma in listed


def _graded(opinion: Opinion) -> Iterator[Slot]:
    """The cues that can be graded, adjectives first."""
    finders: tuple[Callable[[Opinion, Cue], list[str]], ...] = (_of_adjective, _of_noun, _of_manner, _of_verb)
    for options_for in finders:
        for cue in opinion.cues:
            options = options_for(opinion, cue)
            if options and not _in_comparison(opinion.reading, cue):
                yield cue.i, options


def _in_comparison(reading: Reading, cue: Cue) -> bool:
    """*not as much as she loves it*: more weight does not fit there."""
    return any(token.dep == "advcl" and _is_compared(reading, token.i) for token in reading.above(cue.i))


def _is_compared(reading: Reading, verb: int) -> bool:
    mark = reading.child(verb, "mark")
    return mark is not None and mark.low in ("as", "than")


def _of_adjective(opinion: Opinion, cue: Cue) -> list[str]:
    reading = opinion.reading
    if not free_place(reading, cue):
        return []
    insert = frames().insert
    if cue.word in words("absolute"):
        return insert["intensify_absolute"]
    if cue.word not in _extreme(reading):
        return insert["intensify_gradable"]
    inside = reading.tokens[cue.i].dep == "amod"
    return [word for word in insert["intensify"] if not (inside and word in insert["intensify_outside"])]


def _of_noun(opinion: Opinion, cue: Cue) -> list[str]:
    """*a real delight*, *with real charm*, *utter nonsense*."""
    before = opinion.reading.lows[cue.i - 1] if cue.i else ""
    children = [opinion.reading.tokens[c] for c in opinion.reading.sentence.children[cue.i]]
    if (
        cue.near is None
        or cue.sign != cue.force
        or cue.word in words("ungraded")
        or is_title(opinion.reading, cue.i)
    ):
        return []
    if cue.part == "noun" and before in ("a", "an") and cue.tag == "NN":
        return frames().insert["intensify_noun" if cue.sign > 0 else "intensify_blamed_noun"]
    bare = not any(child.dep in ("det", "poss", "amod", "compound", "nummod") for child in children)
    if cue.part == "mass" and cue.tag == "NN" and bare and before in ("with", "of", "is", "has", "and"):
        return frames().insert["intensify_mass" if cue.sign > 0 else "intensify_blamed_mass"]
    return []


def _of_manner(opinion: Opinion, cue: Cue) -> list[str]:
    """*very badly written*."""
    reading = opinion.reading
    before = reading.lows[cue.i - 1] if cue.i else ""
    free = cue.sign == cue.force and before not in words("degrees") and not reading.sentence.children[cue.i]
    listed = cue.word in substitutions().stronger["manner"].split()
    verbal = reading.tokens[reading.tokens[cue.i].head].tag.startswith("VB")
    return ["very"] if cue.part == "adverb" and free and listed and verbal else []


def _of_verb(opinion: Opinion, cue: Cue) -> list[str]:
    """*that truly captivates*."""
    reading, token = opinion.reading, opinion.reading.tokens[cue.i]
    before = reading.tokens[cue.i - 1] if cue.i else None
    plain = cue.part == "verb" and token.tag in PLAIN_VERBS and cue.near is not None and cue.sign == cue.force
    if (
        not plain
        or before is None
        or is_title(reading, cue.i)
        or before.tag in ("RB", "MD", "TO", "CC", "RBR")
        or before.low == ","
    ):
        return []
    do = {"do", "so"} if token.tag != "VBP" else set()  # *I do love it*
    return [word for word in frames().insert["intensify_verb"] if word not in do]


def soften(opinion: Opinion, chance: random.Random) -> Version:
    """*somewhat dull*; *The soup is good, more or less.*"""
    leans(opinion)
    refuse_if(opinion.against, "mixed")
    states(opinion)
    ways: list[Callable[[Opinion, random.Random], Version]] = [_graded_down, _hedged]
    chance.shuffle(ways)
    try:
        return ways[0](opinion, chance)
    except RefusedError:
        return ways[1](opinion, chance)


def _graded_down(opinion: Opinion, chance: random.Random) -> Version:
    reading = opinion.reading
    refuse_if(not reading.single, "more than one sentence")
    for cue in opinion.cues:
        if free_place(reading, cue) and _has_degrees(reading, cue) and said_outright(reading, cue.i):
            word = chance.choice(_milder(opinion))
            text = rewrite(reading.sentence, {}, {cue.i: word})
            return Version(text, f"{word} {cue.word}", f"'{word}' leaves '{cue.word}' on its side.")
    raise RefusedError("no gradable cue")


def _extreme(reading: Reading) -> frozenset[str]:
    """Adjectives that *very* does not go with."""
    return others("extreme", reading.domain) | words("topmost")


def _has_degrees(reading: Reading, cue: Cue) -> bool:
    return cue.word not in _extreme(reading) and cue.word not in words("absolute") | words("ungraded")


def _milder(opinion: Opinion) -> list[str]:
    if opinion.sign < 0:
        return frames().insert["soften_blame"]
    return frames().insert["soften_praise"] + frames().insert["soften_story"] * opinion.reading.domain.stories


def _hedged(opinion: Opinion, chance: random.Random) -> Version:
    reading = opinion.reading
    single_statement(opinion)
    unmixed(opinion)
    refuse_if(not 2 < len(reading.tokens) <= LONGEST_HEDGED or reading.has("!", ","), "too long")
    refuse_if(reading.lows[0] == "what", "exclamation")
    meant = (cue for cue in opinion.cues if said_outright(reading, cue.i) and not _in_a_name(reading, cue))
    refuse_if(not any(meant), "cue aside")
    graded = any(_graded_already(reading, cue.i) for cue in opinion.cues)
    refuse_if(graded or reading.has_any("assurances") or reading.has_any("degrees"), "degree")
    refuse_if(reading.shape not in ("clause", "noun phrase", "adjective phrase"), "shape")
    measured = any(token.tag == "CD" for token in reading.tokens)  # *for three days*
    refuse_if(measured or reading.has_any("not-graded"), "no degrees")
    hedge = chance.choice(_hedges(opinion))
    return Version(closed(reading, f", {hedge}"), hedge, f"'{hedge}' leaves it on its side.")


def _hedges(opinion: Opinion) -> list[str]:
    """Those that leave it open whether it is so; where something has degrees, also those of degree."""
    reading, behind = opinion.reading, frames().behind
    own = behind["hedge_self" if reading.has_any("first-person") else "hedge_own"]
    graded = all(cue.part == "adjective" and _has_degrees(reading, cue) for cue in opinion.cues)
    return own + behind["hedge_praise" if opinion.sign > 0 else "hedge_blame"] * graded


def free_place(reading: Reading, cue: Cue) -> bool:
    """May an adverb of degree stand before an adjective, which has none yet?"""
    token = reading.tokens[cue.i]
    before = reading.tokens[cue.i - 1] if cue.i else None
    low = before.low if before is not None else ""
    listed = others("praise", reading.domain) | others("blame", reading.domain)
    known = cue.near is not None or cue.word in listed
    if token.tag not in ("JJ", "VBG", "VBN") or cue.part != "adjective" or not known or cue.sign != cue.force:
        return False
    if cue.word in words("ungraded") or low in words("degrees") or (token.tag != "JJ" and cue.near is None):
        return False
    if is_title(reading, cue.i) or _no_room(reading, cue.i) or (cue.i and token.text.istitle()):
        return False
    if _graded_already(reading, cue.i) or (before is not None and before.tag in ("JJS", "RBS", "RB", "RBR")):
        return False
    if token.dep not in ("amod", "acomp", "ROOT", "conj", "oprd"):
        return False
    if token.dep == "conj" and (low not in ("and", ",", "or") or _graded_already(reading, token.head)):
        return False
    after = reading.lows[cue.i + 1] if cue.i + 1 < len(reading.lows) else ""
    if _in_a_name(reading, cue) or _of_a_name(reading, token):
        return False
    return not (after in ("enough", "-", "as", cue.word) or (token.dep == "ROOT" and cue.i > 0))


def _in_a_name(reading: Reading, cue: Cue) -> bool:
    """*sweet potato fries* are not sweet."""
    after = reading.lows[cue.i + 1] if cue.i + 1 < len(reading.lows) else ""
    return noun_kind(f"{cue.word} {after}") is not None


def _of_a_name(reading: Reading, token: Token) -> bool:
    """*Poor Mr. Baker*: no degree is said of what somebody is called."""
    return token.dep == "amod" and reading.tokens[token.head].tag in ("NNP", "NNPS")


def _no_room(reading: Reading, i: int) -> bool:
    """*such a dull play*, *every dull play*, *headline fresh*: a degree would be one too many there."""
    before = reading.tokens[i - 1] if i else None
    two = reading.lows[i - 2] if i > 1 else ""
    if before is None:
        return False
    noun = before.tag in ("NN", "NNP") and reading.tokens[i].dep == "amod"
    return (
        noun
        or before.low in ("every", "each", "any", "all", "no")
        or two in ("such", "what", "so", "as", "too")
    )


def _graded_already(reading: Reading, i: int) -> bool:
    children = (reading.tokens[c] for c in reading.sentence.children[i] if c < i)
    return any(child.dep in ("advmod", "npadvmod") for child in children)
