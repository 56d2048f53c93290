"""The rules of a task: words give way to others, or sentences are added, and the rule says what that does.

Every rule of the task that speaks of an item makes at most one pair of it. A task of one's own has its rules
in its file (docs/extend/own-task.md). The promise is the user's word; that the English is sound is checked as
ever.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from zellig.breakers.promises import NoPromiseError
from zellig.items import Item, Pair
from zellig.language.inflection import with_article
from zellig.performers import See, Spec, Victim
from zellig.tasks import Task
from zellig.tasks.rule import Rule

NAME = "task-rules"
_ENDS = (".", "!", "?", "…")
_PAUSES = " ,;:"
_ARTICLE = re.compile(r"\b(an?) $", re.IGNORECASE)


class RuleBreaker:
    """The rules of one task; `refusals` counts why they made nothing."""

    see: See = "nothing"
    # That the new words mean something else is the point, and whole sentences may be added.
    waives = frozenset({"unturned", "sense", "similarity", "large-edit", "parse"})

    def __init__(self, task: Task) -> None:
        self.task = task
        self.rules = [rule for rule in task.rules if rule.edits_words]
        if not self.rules:
            raise NoPromiseError(
                f"{NAME} has no promise for the task {task.name}, which has no rules that edit words",
                remedy="Add [[rules]] to its file (docs/extend/own-task.md), or leave this breaker out.",
            )
        self.spec = Spec(NAME)
        self.refusals: Counter[str] = Counter()

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """One pair for each rule that can be applied to an item and speaks of its answer."""
        return [list(self._pairs(item, seed)) for item, seed in zip(items, seeds, strict=True)]

    def _pairs(self, item: Item, seed: int) -> Iterator[Pair]:
        chance = random.Random(seed)  # noqa: S311  (reproducible choice, not a secret)
        if len(item.accepted) != 1:
            self.refusals["several answers" if item.accepted else "no answer"] += 1
            return
        (answer,) = item.accepted
        for rule in self.rules:
            if answer not in self.task.spoken_of(rule):
                self.refusals[f"{rule.phenomenon}: {answer} item"] += 1
                continue
            changes = list(self._changes(rule, item))
            if not changes:
                self.refusals[f"{rule.phenomenon}: nothing to edit"] += 1
                continue
            yield self._pair(item, rule, *chance.choice(changes))

    def _changes(self, rule: Rule, item: Item) -> Iterator[tuple[str, str, str]]:
        """Every way to apply a rule: the field, its new text, and what was done."""
        for name in (rule.field,) if rule.field else self.task.editable:
            old = item.fields[name]
            for words, others in rule.replace.items():
                if (text := replaced(old, words, others)) != old:
                    yield name, text, f"{words} -> {others}" if others else f"without {words}"
            for words in rule.begin:
                yield name, f"{words} {old}", f"begins with {words}"
            for words in rule.end:
                yield name, f"{ended(old)} {words}", f"ends with {words}"

    def _pair(self, item: Item, rule: Rule, field: str, text: str, how: str) -> Pair:
        name = f"{item.id}-{NAME}-{rule.phenomenon}"
        value = (rule.value,) if rule.value else ()
        accepted = self.task.promised(rule.promise, item.accepted, value)
        return Pair(
            id=name,
            original=item,
            modified=Item(f"{name}-m", item.fields | {field: text}, accepted),
            promise=rule.promise,
            phenomenon=rule.phenomenon,
            rationale=rule.because,
            author=NAME,
            lineage=(f"{rule.phenomenon}: {how}",),
        )


def replaced(text: str, words: str, others: str) -> str:
    """The text with the first occurrence of these words exchanged, or left out.

    Case does not count, and a capital, spaces and *a* or *an* stay right; a part of a word is none.
    """
    found = re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE)
    if found is None:
        return text
    before, after = text[: found.start()], text[found.end() :]
    if not others:
        return _joined(before, after, capital=found[0][:1].isupper())
    if (article := _ARTICLE.search(before)) and others[:1].isalpha():
        fitting = with_article(others).partition(" ")[0]
        fitting = fitting.capitalize() if article[1][0].isupper() else fitting
        before = f"{before[: article.start()]}{fitting} "
    new = others[:1].upper() + others[1:] if found[0][:1].isupper() else others
    return before + new + after


def _joined(before: str, after: str, *, capital: bool) -> str:
    """What is left of a text where words have gone."""
    before, after = before.rstrip(), after.lstrip()
    if not before:
        after = after.lstrip(_PAUSES)
        return after[:1].upper() + after[1:] if capital else after
    if after.startswith((*_ENDS, *_PAUSES)):
        return before.rstrip(_PAUSES) + after
    return f"{before} {after}".rstrip()


def ended(text: str) -> str:
    """The text with a mark at its end, so that a sentence can follow."""
    return text if text.rstrip().endswith(_ENDS) else f"{text.rstrip(_PAUSES)}."


def make(task: Task) -> RuleBreaker:
    """The rules in the file of a task, applied word for word."""
    return RuleBreaker(task)
