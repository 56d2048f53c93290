"""Checks that compare pairs with each other, with the corpus of originals and with a training corpus.

Each keeps the pairs in memory and reads the corpus as a stream, so a corpus may be of any size.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from zellig.items import Item, Pair
from zellig.pairs.diff import segments
from zellig.pairs.near_duplicates import NearIndex, TokenSet, near_index, token_set
from zellig.pairs.reading import ORIGINAL
from zellig.tasks import Task
from zellig.texts import digest

Texts = tuple[str, ...]
FaultAt = tuple[int, str, str]  # position of the pair, code, sentence


def _texts(item: Item, names: Iterable[str]) -> Texts:
    return tuple(item.fields.get(name, "") for name in names)


def duplicates(pairs: Sequence[Pair], task: Task, threshold: float) -> Iterator[FaultAt]:
    """Pairs whose texts an earlier pair has, exactly or nearly."""
    originals = [_texts(pair.original, task.fields) for pair in pairs]
    modified = [_texts(pair.modified, task.fields) for pair in pairs]
    # A pair is near another only if it asks the same thing: the fields one may not edit are equal.
    fixed = [_texts(pair.modified, [n for n in task.fields if n not in task.editable]) for pair in pairs]
    sets = [token_set("\n".join(_texts(pair.modified, task.editable))) for pair in pairs]
    index = near_index(threshold, sets)
    kept: list[int] = []  # position of the pair behind each key of the index
    exact: dict[tuple[Texts, Texts], int] = {}
    for position, pair in enumerate(pairs):
        earlier = exact.setdefault((originals[position], modified[position]), position)
        if earlier != position:
            differs = _claim(pair) != _claim(pairs[earlier])
            but = ", but promises another answer" if differs else ""
            yield position, "duplicate", f"it has the same texts as the pair {pairs[earlier].id!r}{but}"
            continue
        near = [(kept[key], degree) for key, degree in index.near(sets[position])]
        near = [(other, degree) for other, degree in near if fixed[other] == fixed[position]]
        near.sort(key=lambda partner: (originals[partner[0]] == originals[position], partner[0]))
        for other, degree in near[:1]:
            code = "near-variant" if originals[other] == originals[position] else "near-duplicate"
            what = f"the modified text is {degree:.0%} the same as that of the pair {pairs[other].id!r}"
            yield position, code, what
        index.add(sets[position])
        kept.append(position)


def _claim(pair: Pair) -> tuple[object, ...]:
    return pair.promise, sorted(pair.original.accepted), sorted(pair.modified.accepted)


def originals_in(pairs: Sequence[Pair], corpus: Iterable[Item], task: Task) -> Iterator[FaultAt]:
    """Pairs whose original is not in the corpus as it stands; those written from scratch are left out."""
    wanted = [position for position, pair in enumerate(pairs) if not pair.from_scratch]
    by_text: defaultdict[Texts, list[int]] = defaultdict(list)
    by_key: defaultdict[bytes, list[int]] = defaultdict(list)
    by_id: defaultdict[str, list[int]] = defaultdict(list)
    for position in wanted:
        original = pairs[position].original
        by_text[_texts(original, task.fields)].append(position)
        by_key[digest(task.text(original))].append(position)
        for name in {original.id, original.id.removesuffix(ORIGINAL)}:
            by_id[name].append(position)
    present: defaultdict[int, list[Item]] = defaultdict(list)
    spelt: dict[int, Item] = {}  # the same text, perhaps in another spelling
    renamed: dict[int, Item] = {}  # perhaps another text, under the same id
    for item in corpus:
        for position in by_text.get(_texts(item, task.fields), ()):
            present[position].append(item)
        for position in by_key.get(digest(task.text(item)), ()):
            spelt[position] = item
        for position in by_id.get(item.id, ()):
            renamed[position] = item
    for position in wanted:
        if position in present:
            yield from _answer_differs(position, pairs[position].original, present[position])
        elif position in spelt:
            difference = _difference(spelt[position], pairs[position].original, task)
            yield position, "original-altered", difference
        elif position in renamed:
            name = renamed[position].id
            yield position, "original-altered", f"the corpus has another text under the id {name!r}"
        else:
            yield position, "original-unknown", "the original is not in the corpus"


def _difference(item: Item, original: Item, task: Task) -> str:
    """Where two spellings of one text differ first."""
    parts = segments(task.text(item), task.text(original))
    place = next((number for number, (kind, _) in enumerate(parts) if kind != "same"), len(parts))
    first: dict[str, str] = dict(parts[place : place + 2])
    there, here = (repr(first[kind]) if kind in first else "nothing" for kind in ("deleted", "inserted"))
    return f"the corpus (its item {item.id!r}) has {there} where the original has {here}"


def _answer_differs(position: int, original: Item, there: list[Item]) -> Iterator[FaultAt]:
    known = [set(item.accepted) for item in there]
    if set(original.accepted) not in known and set() not in known:
        answers = " or ".join(sorted(set().union(*known)))
        mine = " or ".join(original.accepted)
        yield position, "original-answer", f"the corpus answers {answers}, and the pair {mine}"


def leaks(pairs: Sequence[Pair], training: Iterable[Item], task: Task, threshold: float) -> Iterator[FaultAt]:
    """Pairs of which a text is in the training corpus, exactly (by normalised text) or nearly."""
    sides = [
        (position, side, task.text(item))
        for position, pair in enumerate(pairs)
        for side, item in (("original", pair.original), ("modified text", pair.modified))
    ]
    by_key: defaultdict[bytes, list[int]] = defaultdict(list)
    by_set: defaultdict[TokenSet, list[int]] = defaultdict(list)
    for number, (_, _, text) in enumerate(sides):
        by_key[digest(text)].append(number)
        by_set[token_set(text)].append(number)
    sets = list(by_set)
    index = _filled(near_index(threshold, sets), sets)
    exact: dict[int, str] = {}
    near: dict[int, tuple[str, float]] = {}
    for item in training:
        text = task.text(item)
        for number in by_key.get(digest(text), ()):
            exact.setdefault(number, item.id)
        for key, degree in index.near(token_set(text)):
            for number in by_set[sets[key]]:
                near.setdefault(number, (item.id, degree))
    for number, (position, side, _) in enumerate(sides):
        if number in exact:
            yield position, "leakage", f"the {side} is in the training corpus (its item {exact[number]!r})"
        elif number in near:
            name, degree = near[number]
            what = f"the {side} is {degree:.0%} the same as the item {name!r} of the training corpus"
            yield position, "near-leakage", what


def _filled(index: NearIndex, sets: Iterable[TokenSet]) -> NearIndex:
    for members in sets:
        index.add(members)
    return index
