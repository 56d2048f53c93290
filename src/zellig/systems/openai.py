"""`openai:MODEL@BASE_URL?task=TASK`: a language model behind an OpenAI-compatible address, asked in words.

The key comes from the environment (OPENAI_API_KEY) and goes nowhere but into the header of the call.
Replies are read strictly: what is not clearly one label is counted and given as `unparsed`, never guessed.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import httpx
import msgspec

from zellig.errors import ZelligError
from zellig.items import UNPARSED, Item, Prediction
from zellig.performers import Spec
from zellig.systems.http import Line, decode, line_to, run, split_address
from zellig.systems.options import task_and_labels, whole
from zellig.systems.replies import bare_reply, read_reply
from zellig.tasks import Task
from zellig.texts import shown

KEY = "OPENAI_API_KEY"
TIMEOUT = 60.0
PARALLEL = 4  # questions under way at once

OPTIONS = ("task", "labels", "timeout", "tries", "parallel", "max_tokens")

_FORM = re.compile(r"openai:(?P<model>[^@]+(?:@[^@]+)*)@(?P<address>https?://.+)")


class _Message(msgspec.Struct, frozen=True):
    content: str | None = None  # null where a model declines to answer


class _Choice(msgspec.Struct, frozen=True):
    message: _Message


class _Completion(msgspec.Struct, frozen=True):
    choices: list[_Choice]


def prompt(task: Task, labels: Sequence[str], item: Item) -> str:
    """What the model is asked about an item."""
    lines = [task.question, ""]
    lines += [f"{name}: {item.fields.get(name, '')}" for name in task.fields]
    if labels:
        named = [f"{label} ({task.words[label]})" if label in task.words else label for label in labels]
        lines += ["", f"Answer with exactly one of these labels and nothing else: {', '.join(named)}"]
    else:
        lines += ["", "Answer with the words of the answer and nothing else."]
    return "\n".join(lines)


class Spellings(NamedTuple):
    """How a reply may spell the labels, in lower case; `alone` counts only where nothing else is said."""

    spellings: dict[str, str]
    alone: dict[str, str]


def spellings_of(task: Task, labels: Sequence[str]) -> Spellings:
    """The labels themselves, the words for them, and other spellings of the task's own, such as 1 for +1."""
    named = {label.casefold(): label for label in labels}
    named |= {word: label for label, word in task.words.items() if label in labels}
    return Spellings(named, {said: label for said, label in task.also.items() if label in labels})


def parse_answer(text: str, task: Task, labels: Sequence[str]) -> str | None:
    """The answer in a reply; None if there is none, or if it is not clear which label it is."""
    return read_reply(text, *spellings_of(task, labels)) if labels else bare_reply(text) or None


class OpenAiSystem:
    """A language model, asked once for each item at temperature 0."""

    def __init__(
        self, model: str, line: Line, task: Task, labels: tuple[str, ...], extra: dict[str, int]
    ) -> None:
        made_of: dict[str, Any] = {
            "model": model,
            "url": line.url,
            "task": task.name,
            "labels": list(labels),
            **extra,
        }
        example = prompt(task, labels, Item("", dict.fromkeys(task.fields, "")))
        self.spec = Spec(model.replace("/", "-").lstrip(".") or "model", made_of)  # it names a folder
        self.fingerprint = hashlib.sha256(msgspec.json.encode([made_of, example], order="sorted")).hexdigest()
        self.task = task.name
        self.labels = labels
        self.unparsed = 0  # replies so far in which no answer was found
        self._model = model
        self._line = line
        self._task = task
        self._extra = {name: value for name, value in extra.items() if name != "parallel"}
        self._parallel = extra["parallel"]

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """The model's answers; `unparsed` where there is none in its reply."""
        return run(self._predict(items))

    async def _predict(self, items: Sequence[Item]) -> list[Prediction]:
        gate = asyncio.Semaphore(self._parallel)

        async def one(item: Item) -> Prediction:
            async with gate:
                return await self._ask(client, item)

        async with self._line.client() as client:
            try:
                async with asyncio.TaskGroup() as group:  # the first fault ends the other questions
                    asked = [group.create_task(one(item)) for item in items]
            except ExceptionGroup as faults:
                raise faults.exceptions[0] from None
        return [each.result() for each in asked]

    async def _ask(self, client: httpx.AsyncClient, item: Item) -> Prediction:
        body = {
            "model": self._model,
            "temperature": 0,
            "messages": [{"role": "user", "content": prompt(self._task, self.labels, item)}],
            **self._extra,
        }
        about = f" when asked about the item {shown(item.id)}"
        raw = await self._line.call(client, "/chat/completions", msgspec.json.encode(body), about)
        where = f"{self._line.url}/chat/completions"
        reply = decode(raw, _Completion, where, about)
        if not reply.choices:
            raise ZelligError(f"the reply has no choices{about}", path=where, remedy="Check the server.")
        answer = parse_answer(reply.choices[0].message.content or "", self._task, self.labels)
        if answer is None:
            self.unparsed += 1
        return Prediction(item.id, UNPARSED if answer is None else answer)


def load(name: str) -> OpenAiSystem:
    """Take the spec apart; nothing is asked yet."""
    form = _FORM.fullmatch(name)
    if not form:
        raise ZelligError(
            f"{name!r} is not openai:MODEL@BASE_URL?task=TASK",
            remedy="For example openai:my-model@http://127.0.0.1:8000/v1?task=sentiment.",
        )
    url, options = split_address(form["address"], OPTIONS)
    task, labels = task_and_labels(name, options)
    extra = {"parallel": whole(options, "parallel", PARALLEL)}
    if "max_tokens" in options:
        extra["max_tokens"] = whole(options, "max_tokens", 1)
    line = line_to(url, options, TIMEOUT, KEY)
    return OpenAiSystem(form["model"], line, task, labels, extra)
