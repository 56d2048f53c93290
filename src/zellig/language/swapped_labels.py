"""Do the labels of sentiment go against the words of their texts? Then the two may be swapped.

Somebody's 0 and 1 do not say which of them is praise. If they are taken the wrong way round, breakers find
hardly a text whose words fit its label.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from zellig.items import Item
from zellig.language.words import is_negative, word_lists
from zellig.measures.significance import fisher_one_sided
from zellig.notices import warn
from zellig.tasks import Task
from zellig.tasks.sentiment import NEGATIVE, POSITIVE, SENTIMENT
from zellig.texts import tokens

NO_CHANCE = 0.01  # the probability below which something is not taken to have come by chance


def warn_of_swapped_labels(items: Sequence[Item], task: Task, name: str) -> None:
    """Warn if texts with friendly words are labelled negative more often than others are, beyond chance.

    What counts is how labels and words go together: where complaints are polite, or nearly all texts have one
    label, nothing follows. Texts with a negation say little by their words, and are left aside.
    """
    if task.name != SENTIMENT.name:
        return
    found = Counter(
        (item.accepted == (POSITIVE,), rated > 0)
        for item in items
        if item.accepted in ((NEGATIVE,), (POSITIVE,)) and (rated := _rated(task.text(item)))
    )
    fitting, against = found[True, True] + found[False, False], found[True, False] + found[False, True]
    p = fisher_one_sided(found[True, True], found[True, False], found[False, True], found[False, False])
    if against > fitting and p < NO_CHANCE:
        warn(
            f"{name}: the labels may be swapped: of {fitting + against:,} texts with words of praise or "
            f"blame, {against:,} have a label that goes against them (say in a mapping what the labels mean)"
        )


def _rated(text: str) -> int:
    """So many more words of praise than of blame; nothing where they may be denied."""
    words = [word.lower() for word in tokens(text)]
    if any(map(is_negative, words)):
        return 0
    lists = word_lists("zellig.language", "opinion_words")
    return sum((word in lists["praise"]) - (word in lists["blame"]) for word in words)
