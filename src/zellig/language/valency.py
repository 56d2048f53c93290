"""What a verb can be said with, by WordNet's frames; a verb that WordNet does not have may have anything."""

from __future__ import annotations

from zellig.language.wordnet import verb_frames

# Numbers of WordNet's frames, such as 8, *Somebody ----s something*.
_OBJECTS = frozenset({5, 8, 9, 10, 11, 14, 15, 16, 17, 18, 19, 20, 21, 24, 25, 30, 31})
_TWO_OBJECTS = frozenset({14})
_BY_PEOPLE = frozenset({2}), frozenset({8, 9})  # with nothing behind it, or an object alone
_BY_THINGS = frozenset({1, 2, 3, 23}), frozenset({8, 9, 10, 11})


def takes_object(lemma: str) -> bool:
    """Can it have an object: *use*, but not *arrive*?"""
    return _may(lemma, _OBJECTS)


def takes_two_objects(lemma: str) -> bool:
    """Can somebody be given something by it: *hand*, but not *use*?"""
    return _may(lemma, _TWO_OBJECTS)


def says_enough(lemma: str, *, person: bool, with_object: bool) -> bool:
    """Can the sentence end behind it, or behind its object: hens lay, but *A woman lays* says too little."""
    return _may(lemma, (_BY_PEOPLE if person else _BY_THINGS)[with_object])


def _may(lemma: str, wanted: frozenset[int]) -> bool:
    frames = verb_frames(lemma)
    return not frames or bool(frames & wanted)
