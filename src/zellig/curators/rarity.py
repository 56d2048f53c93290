"""The curator `rarity`: the texts with the rarest words."""

from __future__ import annotations

import math
from collections import Counter

from zellig.curators.walk import Walk, check_share, read_texts, words_of
from zellig.items import Item
from zellig.performers import Spec


def make(corpus: str, *, share: float = 0.1, justification: str = "") -> Walk:
    """The curator; `share` is the part of the corpus that it keeps."""
    check_share(share)
    spec = Spec("rarity", {"corpus": corpus, "share": share, "justification": justification})
    why = f"The {share:.0%} of the texts whose words are rarest in the corpus itself, on average."
    return Walk(spec, why, corpus, read=lambda name: rarest(read_texts(name), share))


def rarest(items: list[Item], share: float) -> list[Item]:
    """The items whose words are the least expected: by the mean of minus the log of their frequencies."""
    texts = [words_of(item.fields["text"]) for item in items]
    counts = Counter(word for words in texts for word in words)
    logs = {word: -math.log(count / counts.total()) for word, count in counts.items()}
    rarity = [sum(logs[word] for word in words) / len(words) if words else 0.0 for words in texts]
    order = sorted(range(len(items)), key=lambda place: (-rarity[place], items[place].id))
    return [items[place] for place in order[: math.ceil(share * len(items))]]
