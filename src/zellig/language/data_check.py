"""What may mislead in somebody's data: one label only, labels that look swapped, texts not in English, texts
that were read in a wrong encoding."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from itertools import islice

from zellig.items import Item, Pair, content_hash
from zellig.language.english import is_not_english
from zellig.language.swapped_labels import warn_of_swapped_labels
from zellig.notices import warn
from zellig.tasks import Task
from zellig.texts import shown

FEW = 5  # items that may well have one answer by chance
SAMPLE = 1000  # texts that are looked at
STRAY = 2  # texts that have to be odd: one may be an oversight of ours ...
STRAYS = 0.005  # ... and so may this share of all texts
SHOWN = 60  # characters of an example


# What UTF-8 looks like to whoever takes it for Windows' letters, and what is put for letters that are lost.
_MISREAD = re.compile("[ÃÂ][\u0080-\u00bf\u0152-\u2122]|â€|\ufffd")


def warn_of_data(items: Iterable[Item], task: Task, name: str) -> None:
    """Warn of what makes all figures on these items doubtful; all labels are counted, and of the texts, a
    thousand by chance are read.

    What was made of other items, to go against what their words say, is left aside.
    """
    chance = random.Random(0)  # noqa: S311  (a fair sample that is always the same)
    labels: set[tuple[str, ...]] = set()
    some: list[Item] = []
    number = labelled = 0
    for item in items if task.labels else islice(items, SAMPLE):
        if "original" in item.metadata and "phenomenon" in item.metadata:
            continue
        if item.accepted:
            labels.add(item.accepted)
            labelled += 1
        number += 1
        if len(some) < SAMPLE:
            some.append(item)
        elif (place := chance.randrange(number)) < SAMPLE:
            some[place] = item
    if len(labels) == 1 and labelled >= FEW and len(task.labels) > 1:
        label = " or ".join(task.words.get(each, each) for each in next(iter(labels)))
        warn(
            f"{name} has one label only: all {labelled:,} texts are {label}, so whoever always answers that "
            "is right about all of them, and nobody can tell who reads (add texts with other labels)"
        )
    _warn_of_texts(some, task, name, number)


def warn_of_pairs(pairs: Iterable[Pair], task: Task, name: str) -> None:
    """The same of what pairs were made from, each original once; one label may have been chosen for them."""
    originals = list({content_hash(pair.original): pair.original for pair in pairs}.values())
    chance = random.Random(0)  # noqa: S311  (a fair sample that is always the same)
    some = chance.sample(originals, min(SAMPLE, len(originals)))
    _warn_of_texts(some, task, name, len(originals))


def _warn_of_texts(some: Sequence[Item], task: Task, name: str, every: int) -> None:
    warn_of_swapped_labels(some, task, name)
    texts = [task.text(item) for item in some]
    fewest = max(STRAY, STRAYS * len(texts))
    read = f"{len(texts):,} texts" + (f" (chosen from {every:,})" if every > len(texts) else "")
    misread = [found for text in texts if (found := _MISREAD.search(text))]
    if len(misread) >= fewest:
        around = misread[0].string[max(0, misread[0].start() - SHOWN // 2) :]
        warn(
            f"{name}: {len(misread):,} of {read} were saved in a wrong encoding, e.g. {shown(around, SHOWN)} "
            "(read the file that they come from as what it is, mostly UTF-8, and save them again)"
        )
    foreign = [text for text in texts if is_not_english(text)]
    if len(foreign) >= fewest:
        warn(
            f"{name}: {len(foreign):,} of {read} do not look like English, e.g. "
            f"{shown(foreign[0], SHOWN)}: the strategies, the grammar and the checks are for English, so "
            "what they make of such texts, and say of them, means little"
        )
