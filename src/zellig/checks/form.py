"""The form of pairs: can they be scored at all? Whoever takes pairs in asks this first.

Everything here is about ids, fields, answers, promises and the label rules that a lineage names; what the
texts say is looked at elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from pathlib import Path

from zellig.checks.findings import CODES
from zellig.errors import ZelligError
from zellig.items import Item, Pair
from zellig.pairs.reading import Unpaired
from zellig.tasks import Task
from zellig.transform.label_rules import made_by, rules_of

Fault = tuple[str, str]  # code, sentence


def item_faults(item: Item, task: Task) -> Iterator[Fault]:
    """What keeps an item from being scored."""
    for fault in task.faults_of_item(item):
        yield "bad-item", fault
    if not any(answer.strip() for answer in item.accepted):
        yield "no-answer", "there is no accepted answer"


def sides(pair: Pair) -> tuple[tuple[str, Item], tuple[str, Item]]:
    """Both items of a pair with what they are called in a sentence."""
    return ("original", pair.original), ("modified item", pair.modified)


class FormCheck:
    """Says of pairs one by one what is wrong with the form of each, given those that were taken before it."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self._pairs: dict[str, int] = {}
        self._items: dict[str, tuple[int, Item]] = {}

    def faults(self, line: int, pair: Pair) -> Iterator[Fault]:
        """What keeps a pair from being scored."""
        first = self._pairs.get(pair.id)
        if first is not None:
            yield "repeated-id", f"the pair on line {first} has the same id"
        answered = True  # both sides, in a way that the task knows: only then there is a promise to be kept
        for side, item in sides(pair):
            for code, fault in item_faults(item, self.task):
                answered = False
                yield code, f"{side}: {fault}"
            if first is None:  # a second pair of one id clashes with the first in everything
                yield from self._clash(item, pair.original if item is pair.modified else None, line)
        if answered and (fault := broken_promise(pair, self.task)):
            yield "promise", fault
        if fault := _fault_of_rules(made_by(pair), self.task):
            yield "unknown-label-rules", fault

    def take(self, line: int, pair: Pair) -> None:
        """From now on its ids stand for it: a line that is refused takes none from the right ones."""
        self._pairs.setdefault(pair.id, line)
        for _, item in sides(pair):
            self._items.setdefault(item.id, (line, item))

    def _clash(self, item: Item, beside: Item | None, line: int) -> Iterator[Fault]:
        """What an item has against one of the same id before it; `beside` is the other side of its pair."""
        own = (line, beside) if beside is not None and beside.id == item.id else None
        found = self._items.get(item.id, own)
        if found is None:
            return
        first, known = found
        if set(known.accepted) != set(item.accepted):
            here, there = (" or ".join(each.accepted) or "none" for each in (item, known))
            yield "clashing-item", f"item {item.id!r} has the answer {here} here and {there} on line {first}"
        elif known.fields != item.fields:
            yield "clashing-item", f"item {item.id!r} has another text here than on line {first}"


def broken_promise(pair: Pair, task: Task) -> str:
    """How the answers of a pair break its promise, in a sentence; empty if they keep it."""
    before, after = set(pair.original.accepted), set(pair.modified.accepted)
    if pair.promise == "becomes":
        return "" if before != after else f"the promise is a new answer, and it is still {_words(after)}"
    if pair.promise == "not":
        shared = before & after
        return f"the promise is another answer than {_words(shared)}" if shared else ""
    try:
        promised = set(task.promised(pair.promise, pair.original.accepted))
    except ZelligError as error:
        return error.what
    if promised == after:
        return ""
    return f"the promise is '{pair.promise}': {_words(promised)} was expected, and there is {_words(after)}"


def _words(answers: set[str]) -> str:
    return " or ".join(sorted(answers))


def _fault_of_rules(name: str, task: Task) -> str:
    """What keeps label rules from saying what is expected of a system; empty: nothing, or there are none."""
    try:
        if name:
            rules_of(name, task.name)
    except ZelligError as error:
        return f"its lineage names label rules, and {error.what}"
    return ""


def scorable(
    rows: Iterable[tuple[int, Pair | Unpaired]],
    task: Task,
    path: Path,
    part: Callable[[int], Hashable] = lambda number: None,
) -> Iterator[tuple[int, Pair]]:
    """Pass the pairs of a file on with their lines; refuse the first row that cannot be scored.

    `part` says which part of the file the pair of a number is in: ids are those of a part.
    """
    forms: dict[Hashable, FormCheck] = {}
    for number, (line, row) in enumerate(rows):
        if isinstance(row, Unpaired):
            raise row.refusal(path, line)
        form = forms.setdefault(part(number), FormCheck(task))
        for code, fault in form.faults(line, row):
            raise _refusal(code, f"pair {row.id!r}", fault, path, line)
        form.take(line, row)
        yield line, row


def scorable_item(item: Item, task: Task, path: Path, line: int) -> Item:
    """The item; refuses one that cannot be scored."""
    for code, fault in item_faults(item, task):
        raise _refusal(code, f"item {item.id!r}", fault, path, line)
    return item


def _refusal(code: str, about: str, fault: str, path: Path, line: int) -> ZelligError:
    return ZelligError(f"{code}: {about}: {fault}", path=path, line=line, remedy=CODES[code].remedy)


def plainly_scorable(pairs: Sequence[Pair], task: Task) -> bool:
    """True if a quick look at the pairs of a file finds nothing; `scorable` says what a careful one finds."""
    items: dict[str, Item] = {}
    fields, legal = set(task.fields), set(task.labels)
    for pair in pairs:
        for item in (pair.original, pair.modified):
            answers = item.accepted
            if item.fields.keys() != fields or not all(map(str.strip, item.fields.values())):
                return False
            if len(answers) != 1 and (not answers or len(set(answers)) < len(answers)):
                return False
            if legal:
                if not legal.issuperset(answers):
                    return False
            elif any(not answer or task.answer(answer) != answer for answer in answers):
                return False
            if items.setdefault(item.id, item) != item:
                return False
    if any(broken_promise(pair, task) for pair in pairs):
        return False
    if any(_fault_of_rules(name, task) for name in set(map(made_by, pairs))):
        return False
    return len(pairs) > 0 and len({pair.id for pair in pairs}) == len(pairs)
