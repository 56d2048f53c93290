"""A task of one's own, without code: a TOML file that says what is asked, and of what.

name = "urgency"
question = "How urgent is this message?"
labels = ["low", "normal", "high"]
ordered = true                          # optional, as all that follows: the labels are a scale
fields = ["subject", "body"]            # without it there is one: text
editable = ["body"]                     # without it all fields may be edited
domain = "service"

[opposites]                             # what `flip` turns into what
low = "high"

[words]                                 # for labels that are no words
[spellings]                             # other names of a label, in data of others
high = ["urgent", "p1"]

[[rules]]                               # edits that change the answer, or keep it
phenomenon = "no-hurry"
end = ["There is no hurry."]
promise = "becomes"
value = "low"
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from zellig.decoding import decode_toml
from zellig.errors import ZelligError
from zellig.files import read_whole
from zellig.items import UNPARSED
from zellig.registry import targets
from zellig.tasks.rule import Rule
from zellig.tasks.task import Task

LARGEST = 2**20  # bytes of a description
REMEDY = "An example of a task of one's own is in docs/extend/own-task.md."

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_FIELD = re.compile(r"[A-Za-z]\w{0,39}", re.ASCII)
_LABEL = re.compile(r"[^\s,|&?](?:[^,|&?\n\t]{0,58}[^\s,|&?])?")
_TAKEN = ("id", "label", "answer", "accepted", "metadata", "phenomenon", "rationale", "author")


class Description(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The file, typed."""

    name: str
    question: str
    labels: tuple[str, ...]
    fields: tuple[str, ...] = ("text",)
    editable: tuple[str, ...] = ()
    ordered: bool = False
    domain: str = ""
    opposites: dict[str, str] = {}
    words: dict[str, str] = {}
    spellings: dict[str, tuple[str, ...]] = {}
    rules: tuple[Rule, ...] = ()


class _Fault(NamedTuple):
    """What is wrong with a key of the file."""

    key: str
    what: str
    remedy: str
    rule: int | None = None  # the number of the rule that has the key


def read_task(path: Path, *, ours: bool = False) -> Task:
    """The task that a file describes; refuses the first thing that is wrong, with its line.

    Nobody but we may describe a task that has a name of `ours`.
    """
    raw = read_whole(path, LARGEST)
    described = decode_toml(raw, Description, path=path, what="a task", remedy=REMEDY)
    for key, what, remedy, rule in _faults(described, ours=ours):
        line = _line_of(raw.decode("utf-8-sig"), key, rule)
        field = key if rule is None else f"rules[{rule}].{key}"
        raise ZelligError(what, path=path, line=line, field=field, remedy=remedy)
    return _task(described, "" if ours else str(path.resolve()))


def text_of(task: Task) -> str:
    """The description of a task of one's own, as a file that `read_task` takes."""
    editable = () if task.editable == task.fields else task.editable
    described = Description(
        name=task.name,
        question=task.question,
        labels=task.labels,
        fields=task.fields,
        editable=editable,
        ordered=task.ordered,
        domain=task.domain,
        opposites=dict(task.flips),
        words=dict(task.words),
        spellings={label: tuple(names) for label, names in task.spellings.items()},
        rules=task.rules,
    )
    return msgspec.toml.encode(described).decode()


def hash_of(task: Task) -> str:
    """Hash of everything that makes it this task and no other: not of comments, nor of spellings."""
    plain = msgspec.toml.decode(text_of(task), type=Description)
    plain = msgspec.structs.replace(plain, spellings={})
    return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()


def _task(described: Description, file: str) -> Task:
    back = {other: one for one, other in described.opposites.items()}
    return Task(
        name=described.name,
        question=described.question.strip(),
        fields=described.fields,
        editable=described.editable or described.fields,
        labels=described.labels,
        flips=back | described.opposites,
        words=described.words,
        spellings=described.spellings,
        ordered=described.ordered,
        domain=described.domain,
        rules=described.rules,
        file=file,
    )


def _faults(found: Description, *, ours: bool) -> Iterator[_Fault]:
    yield from _faults_of_name(found, ours=ours)
    yield from _faults_of_fields(found)
    yield from _faults_of_labels(found)
    for number, rule in enumerate(found.rules, 1):
        for fault in _faults_of_rule(rule, found):
            yield fault._replace(rule=number)
    phenomena = [rule.phenomenon for rule in found.rules]
    for number, name in enumerate(phenomena, 1):
        if (first := phenomena.index(name) + 1) < number:
            what = f"the rules {first} and {number} are both called {name!r}"
            yield _Fault("phenomenon", what, "Give one of them another name.", number)


def _faults_of_name(found: Description, *, ours: bool) -> Iterator[_Fault]:
    if not _NAME.fullmatch(found.name):
        what = f"{found.name!r} cannot be the name of a task"
        yield _Fault("name", what, "Use small letters, digits and hyphens, e.g. support-intent.")
    elif found.name in targets("tasks") and not ours:
        what = f"there is a task called {found.name!r} already"
        yield _Fault("name", what, "Give yours another name: results of the two must not be mixed up.")
    if not found.question.strip():
        yield _Fault("question", "the question is empty", "Ask in one sentence what a system is to tell.")


def _faults_of_fields(found: Description) -> Iterator[_Fault]:
    for name in found.fields:
        if not _FIELD.fullmatch(name) or name in _TAKEN:
            what = f"{name!r} cannot be the name of a field"
            remedy = f"Use letters, digits and _, and none of {', '.join(_TAKEN)}."
            yield _Fault("fields", what, remedy)
    if not found.fields or len(set(found.fields)) < len(found.fields):
        yield _Fault("fields", "a task has at least one field, and each once", 'Write e.g. ["text"].')
    for name in found.editable:
        if name not in found.fields:
            what = f"{name!r} is to be edited, and is not a field of the task"
            yield _Fault("editable", what, f"Its fields: {', '.join(found.fields)}.")


def _faults_of_labels(found: Description) -> Iterator[_Fault]:
    labels = found.labels
    if len(labels) < 2 or len(set(labels)) < len(labels):
        yield _Fault("labels", "a task has at least two labels, and each once", "Name every answer.")
    for label in labels:
        if not _LABEL.fullmatch(label) or label == UNPARSED:
            what = f"{label!r} cannot be a label"
            remedy = f"Use up to 60 characters without , | & ? and line ends; {UNPARSED!r} is reserved."
            yield _Fault("labels", what, remedy)
    tables: dict[str, Mapping[str, object]] = {"words": found.words, "spellings": found.spellings}
    for key, table in {**tables, "opposites": found.opposites}.items():
        for label in (each for each in table if each not in labels):
            yield _not_a_label(key, label, found)
    for one, other in found.opposites.items():
        if other not in labels:
            yield _not_a_label("opposites", other, found)
        elif one == other or found.opposites.get(other, one) != one:
            what = f"{one!r} and {other!r} cannot be each other's opposites"
            yield _Fault("opposites", what, "Write each couple once; no label has two opposites.")
    others = list(found.opposites.values())
    for label in set(others):
        if others.count(label) > 1:
            what = f"{label!r} is the opposite of several labels"
            yield _Fault("opposites", what, "No label has two opposites: leave one out.")
    yield from _faults_of_spellings(found)


def _faults_of_spellings(found: Description) -> Iterator[_Fault]:
    meant: dict[str, str] = {}
    for label in found.labels:
        names = {label, found.words.get(label, label), *found.spellings.get(label, ())}
        for name in sorted(names):
            other = meant.setdefault(name.strip().casefold(), label)
            if other != label:
                key = "spellings" if found.spellings else "words"
                yield _Fault(
                    key, f"{name!r} stands for {other!r} and for {label!r}", "Leave one of them out."
                )


def _not_a_label(key: str, label: str, found: Description) -> _Fault:
    return _Fault(key, f"{label!r} is not a label of the task", f"Its labels: {', '.join(found.labels)}.")


def _faults_of_rule(rule: Rule, found: Description) -> Iterator[_Fault]:
    if not _NAME.fullmatch(rule.phenomenon):
        what = f"{rule.phenomenon!r} cannot be the name of a phenomenon"
        yield _Fault("phenomenon", what, "Use small letters, digits and hyphens, e.g. no-hurry.")
    if rule.edits_words == bool(rule.transform):
        what = "a rule either exchanges or adds words, or transforms a sentence"
        yield _Fault("phenomenon", what, "Give replace, begin or end; or transform, and none of the others.")
    for key, texts in (("replace", rule.replace), ("begin", rule.begin), ("end", rule.end)):
        if not all(text.strip() for text in texts):
            yield _Fault(key, "there is an empty text in it", "Write words.")
    if rule.field and rule.field not in (found.editable or found.fields):
        yield _Fault("field", f"{rule.field!r} is not a field that may be edited", "Name one that may.")
    for label in (*rule.only_if, *((rule.value,) if rule.value else ())):
        if label not in found.labels:
            yield _not_a_label("value" if label == rule.value else "only_if", label, found)
    if (rule.promise == "becomes") != bool(rule.value):
        what = "'becomes' needs a value, the new answer, and no other promise has one"
        yield _Fault("promise", what, f"Its labels: {', '.join(found.labels)}.")
    turned = {*found.opposites, *found.opposites.values()}
    for label in rule.only_if if rule.promise == "flip" else ():
        if label not in turned:
            what = f"{label!r} has no opposite to flip into"
            yield _Fault("promise", what, "Say which under [opposites], or promise 'becomes'.")
    if rule.promise == "flip" and not turned:
        what = "there is nothing to flip: the task has no opposites"
        yield _Fault("promise", what, "Add [opposites], or promise 'becomes' with a value.")


def _line_of(text: str, key: str, rule: int | None) -> int | None:
    """The line on which a key stands, as far as that can be seen without a parser that tells."""
    lines = text.splitlines()
    heads = [n for n, line in enumerate(lines) if re.match(r"\s*\[\[\s*rules\s*\]\]", line)]
    first, last = (0, len(lines)) if rule is None else (heads[rule - 1], ([*heads, len(lines)])[rule])
    for number in range(first, last):
        if re.match(rf"\s*(?:{key}\s*[=.]|\[\s*{key}\s*\])", lines[number]):
            return number + 1
    return first + 1 if rule is not None else None
