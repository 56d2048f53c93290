"""Answers that are parts of a sentence, found again in a changed one: the same words at another place."""

from __future__ import annotations

import re

import msgspec

from zellig.items import Item
from zellig.transform.change import refuse_if


def found_again(original: Item, modified: Item) -> Item:
    """The modified item with its answers as the new sentence spells them (*The cook*: *by the cook*).

    Refuses if an answer is not in one piece any more, if another word was put for it (*he*: *by him*), or if
    nobody could tell which word the question is about.
    """
    before, after = original.fields["sentence"], modified.fields["sentence"]
    verbs = _places(original.fields["predicate"], after)
    refuse_if(not verbs, "predicate changed")
    refuse_if(len(verbs) > 1, "predicate twice")
    accepted = tuple(dict.fromkeys(_respelt(answer, before, after) for answer in original.accepted))
    return msgspec.structs.replace(modified, accepted=accepted, metadata=_metadata(original, after, verbs[0]))


def _places(words: str, sentence: str) -> list[re.Match[str]]:
    """Where these words stand, in any case."""
    pattern = r"\s+".join(map(re.escape, words.split()))
    return list(re.finditer(rf"(?<!\w){pattern}(?!\w)", sentence, re.IGNORECASE)) if pattern else []


def _respelt(answer: str, before: str, after: str) -> str:
    old, new = _places(answer, before), _places(answer, after)
    refuse_if(not old, "answer not in the sentence")
    # One mention less: the answer itself may be the one that is gone (*her* for *she*, and *her* for *hers*).
    refuse_if(len(new) < len(old), "answer changed")
    spellings = [" ".join(place.group().split()) for place in new]
    return answer if answer in spellings else spellings[0]


def _metadata(original: Item, sentence: str, verb: re.Match[str]) -> dict[str, object]:
    """What the item says about its question, and where the predicate is now."""
    kept = {name: value for name, value in original.metadata.items() if name == "slots"}
    if "predicate_index" in original.metadata:
        kept["predicate_index"] = sentence[: verb.start()].count(" ")
    return kept
