"""Checks that compare pairs with each other, with the corpus of originals and with a training corpus.

Each keeps the pairs in memory and reads the corpus as a stream, so a corpus may be of any size; one that is
kept for many files (`IndexedCorpus`) is not read, but looked up in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from zellig.checks.corpus import IndexedCorpus
from zellig.checks.form import Fault
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


class Repeats:
    """Says of pairs, by their positions, which texts an earlier one that was taken has, exactly or nearly."""

    def __init__(self, pairs: Sequence[Pair], task: Task, threshold: float) -> None:
        self._pairs = pairs
        self._originals = [_texts(pair.original, task.fields) for pair in pairs]
        self._modified = [_texts(pair.modified, task.fields) for pair in pairs]
        # A pair is near another only if it asks the same thing: the fields one may not edit are equal.
        asked = [name for name in task.fields if name not in task.editable]
        self._fixed = [_texts(pair.modified, asked) for pair in pairs]
        self._sets = [token_set("\n".join(_texts(pair.modified, task.editable))) for pair in pairs]
        self._index = near_index(threshold, self._sets)
        self._kept: list[int] = []  # position of the pair behind each key of the index
        self._exact: dict[tuple[Texts, Texts], int] = {}

    def faults(self, position: int) -> Iterator[Fault]:
        """What a pair has of those that were taken."""
        pair, pairs, originals = self._pairs[position], self._pairs, self._originals
        earlier = self._exact.get((originals[position], self._modified[position]))
        if earlier is not None:
            alike = f"it has the same texts as the pair {pairs[earlier].id!r}"
            if _claim(pair) == _claim(pairs[earlier]):
                yield "duplicate", alike
            else:
                yield "contradiction", f"{alike}, but promises another answer"
            return
        near = [(self._kept[key], degree) for key, degree in self._index.near(self._sets[position])]
        near = [(other, degree) for other, degree in near if self._fixed[other] == self._fixed[position]]
        near.sort(key=lambda partner: (originals[partner[0]] == originals[position], partner[0]))
        for other, degree in near[:1]:
            code = "near-variant" if originals[other] == originals[position] else "near-duplicate"
            yield code, f"the modified text is {degree:.0%} the same as that of the pair {pairs[other].id!r}"

    def take(self, position: int) -> None:
        """From now on others repeat it."""
        texts = self._originals[position], self._modified[position]
        if self._exact.setdefault(texts, position) != position:
            return
        self._index.add(self._sets[position])
        self._kept.append(position)


def _claim(pair: Pair) -> tuple[object, ...]:
    return pair.promise, sorted(pair.original.accepted), sorted(pair.modified.accepted)


def originals_in(pairs: Sequence[Pair], corpus: Iterable[Item], task: Task) -> Iterator[FaultAt]:
    """Pairs whose original is not in the corpus as it stands, or has another answer there. One that is said
    to be written from scratch need not be there; if it is, the corpus answers it, however it is spelt."""
    known = corpus if isinstance(corpus, IndexedCorpus) else _about(pairs, corpus, task)
    for position, pair in enumerate(pairs):
        original = pair.original
        spelt = known.by_digest.get(digest(task.text(original)), [])[-1:]
        there = known.by_fields.get(_texts(original, task.fields)) or (spelt if pair.from_scratch else [])
        if there:
            yield from _answer_differs(position, original, there)
        elif pair.from_scratch:
            continue
        elif spelt:
            yield position, "original-altered", _difference(spelt[0], original, task)
        elif renamed := [known.by_id[name] for name in _names(original) if name in known.by_id]:
            name = max(renamed, key=lambda each: each.place).item.id
            yield position, "original-altered", f"the corpus has another text under the id {name!r}"
        else:
            yield position, "original-unknown", "the original is not in the corpus"


def _names(original: Item) -> tuple[str, str]:
    """What an original may be called in its corpus."""
    return original.id, original.id.removesuffix(ORIGINAL)


def _about(pairs: Sequence[Pair], corpus: Iterable[Item], task: Task) -> IndexedCorpus:
    """The items of a corpus that have to do with the originals of some pairs."""
    originals = [pair.original for pair in pairs]
    fields = {_texts(original, task.fields) for original in originals}
    digests = {digest(task.text(original)) for original in originals}
    names = {name for original in originals for name in _names(original)}
    about = [
        item
        for item in corpus
        if item.id in names or _texts(item, task.fields) in fields or digest(task.text(item)) in digests
    ]
    return IndexedCorpus(about, task)


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
    texts = [text for _, _, text in sides]
    found = (
        _looked_up(texts, training, threshold)
        if isinstance(training, IndexedCorpus)
        else _passed_by(texts, training, task, threshold)
    )
    for number, (position, side, _) in enumerate(sides):
        if number in found.exact:
            name = found.exact[number]
            yield position, "leakage", f"the {side} is in the training corpus (its item {name!r})"
        elif number in found.near:
            name, degree = found.near[number]
            what = f"the {side} is {degree:.0%} the same as the item {name!r} of the training corpus"
            yield position, "near-leakage", what


class _Matches(NamedTuple):
    """By the number of a text, the first item that has it, and the first that is near, with how near."""

    exact: dict[int, str]
    near: dict[int, tuple[str, float]]


def _passed_by(texts: Sequence[str], corpus: Iterable[Item], task: Task, threshold: float) -> _Matches:
    """The matches in a corpus of any size, which is read once."""
    by_key: defaultdict[bytes, list[int]] = defaultdict(list)
    by_set: defaultdict[TokenSet, list[int]] = defaultdict(list)
    for number, text in enumerate(texts):
        by_key[digest(text)].append(number)
        by_set[token_set(text)].append(number)
    sets = list(by_set)
    index = _filled(near_index(threshold, sets), sets)
    found = _Matches({}, {})
    for item in corpus:
        text = task.text(item)
        for number in by_key.get(digest(text), ()):
            found.exact.setdefault(number, item.id)
        for key, degree in index.near(token_set(text)):
            for number in by_set[sets[key]]:
                found.near.setdefault(number, (item.id, degree))
    return found


def _looked_up(texts: Sequence[str], corpus: IndexedCorpus, threshold: float) -> _Matches:
    """The same matches in a corpus that is kept."""
    found = _Matches({}, {})
    for number, text in enumerate(texts):
        if exact := corpus.by_digest.get(digest(text)):
            found.exact[number] = exact[0].id
        if near := corpus.first_near(token_set(text), threshold):
            found.near[number] = near[0].id, near[1]
    return found


def _filled(index: NearIndex, sets: Iterable[TokenSet]) -> NearIndex:
    for members in sets:
        index.add(members)
    return index
