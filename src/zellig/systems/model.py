"""A language model behind an OpenAI-compatible address: the one place from which such models are asked.

Whatever a model plays, its questions go through here: several at once, again after faults that may pass,
within the budget of the run, and none of them twice (`replies`). The key comes from the environment
(OPENAI_API_KEY) and goes nowhere but into the header of the call.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

import httpx
import msgspec

from zellig.decoding import FAULTS
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.notices import warn
from zellig.systems.http import Line, StatusError, decode, line_to, run, split_address
from zellig.systems.options import seconds, whole
from zellig.systems.replies import Replies, Reply, current
from zellig.texts import shown

PREFIX = "openai:"
KEY = "OPENAI_API_KEY"
TIMEOUT = 60.0
PARALLEL = 4  # questions under way at once
OPTIONS = ("name", "version", "timeout", "tries", "parallel", "max_tokens")  # of every model
PATH = "/chat/completions"
LARGEST_SEED = 2**31 - 1  # that servers take

Format = Literal["schema", "text"]  # the server keeps to a JSON schema, or writes what the model likes

_FORM = re.compile(r"openai:(?P<model>[^@]+(?:@[^@]+)*)@(?P<address>https?://.+)")
_NO_NAME = re.compile(r"[^\w .+-]+")  # a name is that of a folder
_UNKNOWN_FIELD = (400, 422)  # what servers reply to a field that they do not have
_FORMATS: dict[str, Format] = {each: each for each in get_args(Format)}
_YES_NO = {"yes": True, "no": False}


class Question(NamedTuple):
    """What a model is asked in one call."""

    prompt: str
    about: str  # in words, for whoever reads of a fault
    seed: int | None = None
    schema: dict[str, Any] | None = None  # of the JSON that it is to write
    sample: int = 0  # which reply it is, where the same is asked several times


class Manners(NamedTuple):
    """What a server does beyond answering."""

    format: Format
    seeded: bool  # it takes a seed


class _Message(msgspec.Struct, frozen=True):
    content: str | None = None  # null where a model declines to answer
    refusal: str | None = None


class _Choice(msgspec.Struct, frozen=True):
    message: _Message
    finish_reason: str | None = None


class _Usage(msgspec.Struct, frozen=True):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Completion(msgspec.Struct, frozen=True):
    choices: list[_Choice]
    usage: _Usage | None = None
    model: str | None = None
    system_fingerprint: str | None = None  # of what the model runs on, where a server tells


class Model:
    """A model in one role; `params` are what decides its replies beside the questions."""

    def __init__(self, role: str, model: str, line: Line, options: Mapping[str, str]) -> None:
        self.name = options.get("name") or _NO_NAME.sub("-", model).lstrip(".-")[:100] or "model"
        self.version = options.get("version", "")
        self.params: dict[str, Any] = {"model": model, "url": line.url}
        if "max_tokens" in options:
            self.params["max_tokens"] = whole(options, "max_tokens", 1)
        self.temperature = temperature(options, 0.0)
        self.parallel = whole(options, "parallel", PARALLEL)
        self.by = f"{role} {self.name}"
        self._line = line

    @property
    def pinned(self) -> bool:
        """Does somebody answer for it that it stays the same?"""
        return bool(self.version)

    def ask(self, questions: Sequence[Question]) -> list[Reply]:
        """The reply to each question, in the same order; what is known is not asked again."""
        replies = current()
        bodies = [self._body(each) for each in questions]
        keys = [
            hashlib.sha256(body + f"\0{each.sample}".encode()).hexdigest()[:32]
            for each, body in zip(questions, bodies, strict=True)
        ]
        known = replies.find(self.by, keys, self._shared_as)
        asked = zip(keys, questions, bodies, strict=True)
        missing = {key: (each, body) for key, each, body in asked if key not in known}
        if missing:
            before = replies.models(self.by)
            known |= run(self._ask_all(missing, replies))
            _warn_of_change(self.by, before, replies.models(self.by))
        return [known[key] for key in keys]

    def manners(self) -> Manners:
        """What the server does beyond answering, found out by asking it for a word: once, or a few times
        where it refuses what it does not have."""
        for seeded, schema in ((True, _WORD), (True, None), (False, _WORD)):
            try:
                (reply,) = self.ask([_probe(seeded, schema)])
            except StatusError as error:
                if error.code not in _UNKNOWN_FIELD:
                    raise
            else:
                return Manners("schema" if schema and _is_word(reply.text) else "text", seeded)
        self.ask([_probe(False, None)])
        return Manners("text", False)

    @property
    def _shared_as(self) -> str | None:
        """What it is called where replies are kept for all runs; None: they are kept for this one."""
        known_by = [self.params["model"], self._line.url, self.version]
        return hashlib.sha256(msgspec.json.encode(known_by)).hexdigest() if self.pinned else None

    def _body(self, question: Question) -> bytes:
        body: dict[str, Any] = {
            "model": self.params["model"],
            "temperature": self.temperature,
            "messages": [{"role": "user", "content": question.prompt}],
        }
        if "max_tokens" in self.params:
            body["max_tokens"] = self.params["max_tokens"]
        if question.seed is not None:
            body["seed"] = question.seed % LARGEST_SEED
        if question.schema is not None:
            named = {"name": "reply", "strict": True, "schema": question.schema}
            body["response_format"] = {"type": "json_schema", "json_schema": named}
        return msgspec.json.encode(body)

    async def _ask_all(
        self, missing: Mapping[str, tuple[Question, bytes]], replies: Replies
    ) -> dict[str, Reply]:
        gate = asyncio.Semaphore(self.parallel)
        found: dict[str, Reply] = {}
        faults: list[ZelligError] = []

        async def one(key: str, question: Question, body: bytes) -> None:
            async with gate:
                if faults:
                    return  # nothing more is begun; what is under way is paid for, and comes to its end
                try:
                    replies.begin()
                    try:
                        found[key] = await self._call(client, question, body)
                    finally:
                        replies.end()
                    replies.add(self.by, key, found[key], self._shared_as)
                except ZelligError as error:
                    faults.append(error)

        async with self._line.client() as client, asyncio.TaskGroup() as group:
            for key, each in missing.items():
                group.create_task(one(key, *each))
        if faults:
            raise faults[0]
        return found

    async def _call(self, client: httpx.AsyncClient, question: Question, body: bytes) -> Reply:
        about, where = f" when asked about {question.about}", self._line.url + PATH
        found = decode(await self._line.call(client, PATH, body, about), _Completion, where, about)
        if not found.choices:
            raise ZelligError(f"the reply has no choices{about}", path=where, remedy="Check the server.")
        choice, usage = found.choices[0], found.usage or _Usage()
        return Reply(
            choice.message.content or choice.message.refusal or "",
            refused=bool(choice.message.refusal) or choice.finish_reason == "content_filter",
            cut=choice.finish_reason == "length",
            prompt_tokens=_number(usage.prompt_tokens),
            completion_tokens=_number(usage.completion_tokens),
            model=" ".join(filter(None, (found.model, found.system_fingerprint))),
        )


def _warn_of_change(by: str, before: list[str], now: list[str]) -> None:
    """Warn if a server says that a model replies which did not before, in this run or when it was begun."""
    if before and len(now) > len(before):
        warn(
            f"{by}: the server says that {shown(now[-1])} replies, and before it was {shown(before[-1])}; "
            f"if the model was changed, choose another {option('out')}: what it replied before is kept"
        )


def _number(tokens: int | None) -> int | None:
    """Tokens as a server counts them; less than none is no count."""
    return None if tokens is None or tokens < 0 else tokens


def names_model(name: str) -> bool:
    """Does the user speak of a language model behind an address?"""
    return name.startswith(PREFIX)


def load_model(name: str, role: str, more: Sequence[str]) -> tuple[Model, dict[str, str]]:
    """The model of a name, and the options in it; those that only its role has are in `more`. Nothing is
    asked yet."""
    form = _FORM.fullmatch(name)
    if not form:
        raise ZelligError(
            f"{name!r} is not openai:MODEL@BASE_URL",
            remedy="For example openai:my-model@http://127.0.0.1:8000/v1.",
        )
    url, options = split_address(form["address"], (*OPTIONS, *more))
    return Model(role, form["model"], line_to(url, options, TIMEOUT, KEY), options), options


def manners_of(options: Mapping[str, str]) -> Manners | None:
    """What the options say of the server; None where they leave it to be found out."""
    if not {"format", "seeded"} & options.keys():
        return None
    given, seeded = options.get("format", "text"), options.get("seeded", "no")
    if given not in _FORMATS or seeded not in _YES_NO:
        raise ZelligError(
            f"format={given}&seeded={seeded} says nothing of a server",
            remedy="Say format=schema or format=text, and seeded=yes or seeded=no.",
        )
    return Manners(_FORMATS[given], _YES_NO[seeded])


def with_manners(name: str, manners: Manners) -> str:
    """The name with what was found out about the server: who loads it again need not ask."""
    said = f"format={manners.format}&seeded={'yes' if manners.seeded else 'no'}"
    return f"{name}{'&' if '?' in name else '?'}{said}"


def temperature(options: Mapping[str, str], default: float) -> float:
    """The option of that name: 0, or how much chance there is in a reply."""
    given = options.get("temperature", "")
    return 0.0 if given == "0" else seconds(options, "temperature", default) if given else default


_WORD = {
    "type": "object",
    "properties": {"colour": {"type": "string"}},
    "required": ["colour"],
    "additionalProperties": False,
}


def _probe(seeded: bool, schema: dict[str, Any] | None) -> Question:
    """A question that nobody answers with JSON of their own accord."""
    return Question("Name a colour.", "a colour", 1 if seeded else None, schema)


def _is_word(text: str) -> bool:
    try:
        return "colour" in msgspec.json.decode(text, type=dict[str, str])
    except FAULTS:
        return False
