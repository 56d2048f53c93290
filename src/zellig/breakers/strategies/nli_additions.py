"""Inference: the hypothesis says more than it did, and the premise does not settle it."""

from __future__ import annotations

import random
from collections.abc import Iterator

from zellig.breakers.strategies.inference import INDEFINITE, Inference, upward, words_for
from zellig.breakers.strategies.opinion import Reading
from zellig.breakers.strategies.rewriting import ending, rewrite
from zellig.breakers.strategies.scenes import Who, doings, scene_of, scenes, untold, who
from zellig.breakers.strategies.version import Version
from zellig.language.clause import RefusedError
from zellig.language.tokens import Token
from zellig.transform.change import refuse_if

WHY = "The premise does not say so."
LONGEST = 12  # tokens of a hypothesis that can grow at its end
WITHIN = ("outside", "outdoors")
SMALL_PLACES = ("in", "at", "on", "near")
SUBJECTS = ("nsubj", "nsubjpass")
# scenes where one may be on the way
GOING = ("street", "travel", "cycling", "any", "music", "rest")
# and where who plays has an instrument or a ball
NO_TOYS = ("music", "dance", "ball game", "race", "board and bike tricks")
OWN_CLAUSES = ("advcl", "conj", "cc", "xcomp", "ccomp", "neg", "mark", "prt", "oprd", "auxpass", "npadvmod")


def modifier_add(inference: Inference, chance: random.Random) -> Version:
    """*A man is walking.* -> *A tired man is walking.*; *A man is walking to work.*"""
    upward(inference.hypothesis)
    ways = [list(_traits(inference)), list(_of_things(inference)), list(_ends(inference))]
    there = [way for way in ways if way]
    refuse_if(not there, "nothing to add that fits")
    return chance.choice(chance.choice(there))


# --- adjectives


def _traits(inference: Inference) -> Iterator[Version]:
    """An adjective that fits a person, a child or an animal in this scene."""
    reading = inference.hypothesis
    scene, anywhere = scene_of(inference.said), scenes()[-1]
    for token in reading.tokens:
        known = [name for name in ("adult-nouns", "child-nouns") if token.low in words_for("unseen", name)]
        if not known or token.dep not in (*SUBJECTS, "dobj"):
            continue
        try:
            one = who(inference, token.low, plural=token.tag == "NNS")
        except RefusedError:
            continue
        own = scene.adults if one.kind == "adults" else scene.children
        common = anywhere.adults if one.kind == "adults" else anywhere.children
        # what fits the scene rather than what fits everywhere
        words = dict.fromkeys([*own.split(), *(common.split() if len(own.split()) < 8 else ())])
        yield from _described(inference, token, words)


def _of_things(inference: Inference) -> Iterator[Version]:
    """An adjective that fits a thing, an animal or a place."""
    reading = inference.hypothesis
    for token in reading.tokens:
        if token.tag not in ("NN", "NNS") or token.dep not in (*SUBJECTS, "dobj", "pobj"):
            continue
        determiner = reading.child(token.i, "det")
        if token.dep == "dobj" and determiner is not None and determiner.low == "the":
            continue  # *plays the guitar*, *reads the newspaper*: any one
        for things in doings().things.values():
            if token.lemma in things.nouns.split() and reading.child(token.i, "compound") is None:
                yield from _described(inference, token, dict.fromkeys(things.words.split()))


def _described(inference: Inference, noun: Token, words: dict[str, None]) -> Iterator[Version]:
    reading = inference.hypothesis
    place = _first_modifier(reading, noun)
    if place is None:
        return
    for word in words:
        fits = place == noun.i or word not in words_for("modifiers", "last")
        if fits and untold(inference.given | inference.said, word):
            text = rewrite(reading.sentence, {}, {place: word})
            yield Version(text, f"{word} {noun.low}", WHY)


def _first_modifier(reading: Reading, noun: Token) -> int | None:
    """The place before which an adjective of ours can stand, if there is one."""
    start = noun.i
    while (
        start
        and reading.tokens[start - 1].head == noun.i
        and reading.tokens[start - 1].dep in ("amod", "compound")
    ):
        start -= 1
    after = reading.tokens[noun.i + 1] if noun.i + 1 < len(reading.tokens) else None
    if reading.child(noun.i, "cc", "conj", "poss") is not None or noun.dep == "conj":
        return None
    if start == 0 or (after is not None and after.tag.startswith("NN")):
        return None
    before = reading.tokens[start - 1]
    bare = noun.tag == "NNS" or noun.low in ("people", "men", "women", "children")
    introduced = before.head == noun.i and before.low in (INDEFINITE | {"the"})
    alone = reading.child(noun.i, "det", "nummod", "quantmod", "amod") is None
    if not introduced and not (bare and alone and before.tag not in ("JJ", "CC", "VBN", "CD")):
        return None
    return None if reading.tokens[start].tag in ("JJR", "JJS") else start


# --- ends


def _ends(inference: Inference) -> Iterator[Version]:
    """Why, where to or with whom, behind a short statement of what somebody does."""
    reading, clause = inference.hypothesis, inference.hypothesis.clause
    root = reading.tokens[reading.sentence.root]
    subject = reading.child(root.i, "nsubj")
    if clause is None or clause.front or subject is None or len(reading.tokens) > LONGEST:
        return
    if reading.child(subject.i, "cc", "conj", "acl", "relcl") is not None:
        return
    if subject.low not in {
        word for name in ("adult-nouns", "child-nouns", "animal-nouns") for word in words_for("unseen", name)
    }:
        return
    own = [reading.tokens[child] for child in reading.sentence.children[root.i]]
    behind = [token for token in own if token.i > root.i and token.tag != "."]
    if any(token.dep in OWN_CLAUSES for token in behind) or reading.child(root.i, "neg", "auxpass"):
        return
    if root.tag not in ("VBG", "VBZ", "VBP"):
        return
    try:
        one = who(inference, subject.low, plural=subject.tag == "NNS" or subject.low == "people")
    except RefusedError:
        return
    for option in _fitting_ends(reading, root, behind, one, scene_of(inference.given).name):
        fitted = one.fitted(option)
        if option.startswith("with ") and "with" in inference.given | inference.said:
            continue  # with whom, the premise may tell
        if fitted is not None and untold(inference.given | inference.said, option):
            last = reading.tokens[ending(reading.sentence) - 1]
            text = rewrite(reading.sentence, {last.i: f"{last.text} {fitted}"})
            yield Version(text, fitted, WHY)


def _fitting_ends(reading: Reading, root: Token, behind: list[Token], one: Who, scene: str) -> list[str]:
    data = doings()
    placed = [token for token in behind if token.dep in ("prep", "advmod", "agent")]
    object_ = [token for token in behind if token.dep in ("dobj", "attr", "acomp", "dative")]
    if root.lemma == "be":
        if root.tag == "VBG" or len(behind) != 1:
            return []
        (place,) = behind
        somewhere = f"{data.things['places'].nouns} {data.things['shops'].nouns}".split()
        goal = reading.child(place.i, "pobj")
        named = place.low in SMALL_PLACES and goal is not None and goal.lemma in somewhere
        return data.being[one.kind] if place.low in WITHIN or named else []
    ends = [] if len(placed) > 1 or (placed and object_) else data.ends[one.kind].get(root.lemma, [])
    goals = [
        option
        for option in data.alone[one.kind].get(root.lemma, [])
        if not placed and (not object_ or option.startswith(("to ", "home")))
    ]
    toys = [] if behind or scene in NO_TOYS else data.bare[one.kind].get(root.lemma, [])
    return [*ends, *toys, *(goals if scene in GOING else [])]
