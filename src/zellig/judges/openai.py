"""`openai:MODEL@BASE_URL`: a language model as a judge, which sees a text alone, as people do.

It is asked several times about each text, and what more than half of the replies that can be read say
counts. How far they agree stands
in the verdict, which is marked as a program's: it is never counted among people.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, TypeVar

import msgspec

from zellig.decoding import FAULTS
from zellig.items import Item, Program, Verdict
from zellig.judges.person import NONE
from zellig.performers import Spec, derive_seed
from zellig.systems.model import Manners, Model, Question, load_model, manners_of, temperature
from zellig.systems.openai import parse_answer
from zellig.systems.options import whole
from zellig.systems.replies import Reply
from zellig.tasks import Task

OPTIONS = ("samples", "temperature", "format", "seeded")
SAMPLES = 3  # replies about each text
CONTRADICT = "its replies contradict each other"
TEMPERATURE = 0.7  # where there are several: without chance they would be the same

_PARTS = {
    name: re.compile(rf"\b{name}\W*[:=]\s*(?P<said>[^;\n]*)", re.IGNORECASE)
    for name in ("answer", "grammatical", "natural")
}
_YES_NO = {"yes": True, "no": False}

T = TypeVar("T")


class _Opinion(NamedTuple):
    """What one reply says; None: nothing that can be understood."""

    answer: str | None = None
    grammatical: bool | None = None
    natural: bool | None = None


class _Written(msgspec.Struct, frozen=True):
    answer: str
    grammatical: bool
    natural: bool


class OpenAiJudge:
    """A language model that judges the texts of a task."""

    def __init__(self, model: Model, task: Task, samples: int, manners: Manners | None) -> None:
        self.model, self.task, self.samples, self._manners = model, task, samples, manners

    @property
    def spec(self) -> Spec:
        """With what is known of the server."""
        known = {} if self._manners is None else self._manners._asdict()
        asked = {"samples": self.samples, "temperature": self.model.temperature}
        return Spec(self.model.name, self.model.params | asked | known, self.model.version)

    def judge(self, items: Sequence[Item], seed: int) -> list[Verdict]:
        """A verdict about each text, in the same order; one that says nothing has a note that says why."""
        if self._manners is None:
            self._manners = self.model.manners()
        form, seeded = self._manners
        asked = [
            Question(
                self._prompt(item),
                f"the text {item.id}",
                derive_seed(seed, self.model.name, f"{item.id} {sample}") if seeded else None,
                _schema(self.task) if form == "schema" else None,
                sample,
            )
            for item in items
            for sample in range(self.samples)
        ]
        replies = self.model.ask(asked)
        return [
            self._verdict(item, replies[place * self.samples : (place + 1) * self.samples])
            for place, item in enumerate(items)
        ]

    def _prompt(self, item: Item) -> str:
        words = _words()
        named = (self.task.words.get(each, each) for each in self.task.labels)
        told = {
            "question": self.task.question,
            "fields": "\n".join(f"{name}: {text}" for name, text in item.fields.items()),
            "answers": ", ".join((*named, words["none"])) if self.task.labels else words["open"],
        }
        assert self._manners  # noqa: S101 -- known since it was asked
        prompt = re.sub(r"\{(\w+)\}", lambda place: told[place[1]], words["prompt"].strip("\n"))
        return f"{prompt}\n{words[self._manners.format]}"

    def _verdict(self, item: Item, replies: Sequence[Reply]) -> Verdict:
        said = [each for each in map(self._opinion, replies) if each != _Opinion()]
        answer, grammatical, natural = (
            _most([getattr(each, name) for each in said]) for name in _Opinion._fields
        )
        agreement = {
            name: round(share, 4)
            for name, (_, share) in zip(_Opinion._fields, (answer, grammatical, natural), strict=True)
            if share is not None
        }
        spec = self.spec
        program = Program(spec.params, self.samples, len(said), agreement, spec.version)
        opinion = answer[0], grammatical[0], natural[0]
        note = ""  # a verdict without opinion and note would take back what was said before
        if all(each is None for each in opinion):
            note = CONTRADICT if said else f"nothing could be read in {self.samples} replies"
        return Verdict(item.id, spec.name, *opinion, note, program)

    def _opinion(self, reply: Reply) -> _Opinion:
        if reply.refused:
            return _Opinion()
        assert self._manners  # noqa: S101 -- known since it was asked
        if self._manners.format == "schema":
            try:
                written = msgspec.json.decode(reply.text, type=_Written)
            except FAULTS:
                return _Opinion()
            return _Opinion(self._answer(written.answer), written.grammatical, written.natural)
        found = {name: form.search(reply.text) for name, form in _PARTS.items()}
        said = {name: part["said"].strip() for name, part in found.items() if part}
        answer = self._answer(said.get("answer", reply.text))
        return _Opinion(answer, _yes(said.get("grammatical", "")), _yes(said.get("natural", "")))

    def _answer(self, said: str) -> str | None:
        if said.strip(" .\"'").lower() == NONE:
            return NONE
        return parse_answer(said, self.task, self.task.labels)


def _yes(said: str) -> bool | None:
    return _YES_NO.get(said.strip(" .").lower())


def _most(said: Sequence[T | None]) -> tuple[T | None, float | None]:
    """What more than half of the replies say, if there is such a thing; and the share that says what most
    say."""
    counts = Counter(each for each in said if each is not None)
    if not counts:
        return None, None
    ((first, most),) = counts.most_common(1)
    return first if 2 * most > len(said) else None, most / len(said)


def _schema(task: Task) -> dict[str, Any]:
    answer = {"type": "string"} | ({"enum": [*task.labels, NONE]} if task.labels else {})
    return {
        "type": "object",
        "properties": {"answer": answer, "grammatical": {"type": "boolean"}, "natural": {"type": "boolean"}},
        "required": ["answer", "grammatical", "natural"],
        "additionalProperties": False,
    }


@cache
def _words() -> dict[str, str]:
    raw = files("zellig.judges").joinpath("data/openai.toml").read_bytes()
    return msgspec.toml.decode(raw, type=dict[str, str])


def load(name: str, task: Task) -> OpenAiJudge:
    """Take the name apart; nothing is asked yet."""
    model, options = load_model(name, "judge", OPTIONS)
    samples = whole(options, "samples", SAMPLES)
    model.temperature = temperature(options, TEMPERATURE if samples > 1 else 0.0)
    return OpenAiJudge(model, task, samples, manners_of(options))
