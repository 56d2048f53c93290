"""`openai:MODEL@BASE_URL`: a language model that writes the second text of pairs, told what to change.

It sees an item and its answer, never what a system answers. Where the server keeps to a JSON schema the text
is taken out of that; elsewhere the reply is the text, and one that may be something else is not taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from zellig.breakers.instructions import (
    Assignment,
    assignments,
    codes_to_write,
    instructions,
    refuse_unknown,
    usual_codes,
)
from zellig.breakers.promises import NoPromiseError
from zellig.breakers.strategies.promised import promised_item
from zellig.decoding import FAULTS
from zellig.errors import ZelligError
from zellig.items import Item, Pair
from zellig.language.clause import RefusedError
from zellig.performers import See, Spec, Victim, derive_seed
from zellig.systems.model import Manners, Model, Question, load_model, manners_of, with_manners
from zellig.systems.options import whole
from zellig.systems.replies import Reply
from zellig.tasks import Task
from zellig.texts import shown
from zellig.transform.change import refuse_if

OPTIONS = ("strategies", "each", "temperature", "format", "seeded")
EACH = 1  # pairs that are asked for of an item

SCHEMA = {
    "type": "object",
    "properties": {"possible": {"type": "boolean"}, "text": {"type": "string"}, "why": {"type": "string"}},
    "required": ["possible", "text", "why"],
    "additionalProperties": False,
}
_AROUND = "\"“”'‘’`"


class _Written(msgspec.Struct, frozen=True):
    possible: bool
    text: str
    why: str


class OpenAiBreaker:
    """A language model that writes; `refusals` counts why nothing came of a question."""

    see: See = "nothing"

    def __init__(
        self, model: Model, task: Task, codes: list[str], each: int, manners: Manners | None
    ) -> None:
        self.model, self.task, self.codes, self.each, self._manners = model, task, codes, each, manners
        self.refusals: Counter[str] = Counter()

    @property
    def spec(self) -> Spec:
        """With what is known of the server."""
        known = {} if self._manners is None else self._manners._asdict()
        params = {
            **self.model.params,
            "task": self.task.name,
            "strategies": self.codes,
            "each": self.each,
            "temperature": self.model.temperature,
            **known,
        }
        return Spec(self.model.name, params, self.model.version)

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """For each item as many pairs as are asked for, less those that the model did not write."""
        if self._manners is None:
            self._manners = self.model.manners()
        form, seeded = self._manners
        work = [
            (place, todo)
            for place, (item, seed) in enumerate(zip(items, seeds, strict=True))
            for todo in assignments(item, self.task, self.codes, self.each, seed, form)
        ]
        asked = [
            Question(
                todo.prompt,
                f"the item {shown(items[place].id)}",
                derive_seed(seeds[place], todo.code, "") if seeded else None,
                SCHEMA if form == "schema" else None,
            )
            for place, todo in work
        ]
        made: list[list[Pair]] = [[] for _ in items]
        for (place, todo), reply in zip(work, self.model.ask(asked), strict=True):
            try:
                made[place].append(self._pair(items[place], todo, self._written(reply, items[place])))
            except RefusedError as refused:
                self.refusals[refused.reason] += 1
        planned = {place for place, _ in work}
        self.refusals["nothing is promised"] += len(items) - len(planned)
        self.refusals = +self.refusals
        return made

    def _written(self, reply: Reply, item: Item) -> _Written:
        """What the model wrote; refuses what is no text that takes the place of the old one."""
        old = item.fields[self.task.editable[-1]]
        refuse_if(reply.refused or reply.text.strip().startswith(tuple(instructions().declines)), "declined")
        assert self._manners  # noqa: S101 -- known since it was asked
        found = _of_schema(reply) if self._manners.format == "schema" else self._of_text(reply, old)
        refuse_if(not found.possible, "said to be impossible")
        refuse_if(not found.text.strip(), "empty")
        refuse_if(found.text.strip() == old.strip(), "unchanged")
        return found

    def _of_text(self, reply: Reply, old: str) -> _Written:
        """The reply; of several lines the first, where the old text has one: what follows is about it."""
        bare = reply.text.strip().removeprefix(f"{self.task.editable[-1]}:").strip()
        first, _, rest = bare.partition("\n")
        refuse_if(reply.cut and ("\n" in old or not rest), "cut off")
        text = (bare if "\n" in old else first).strip()
        if text[:1] in _AROUND and text[-1:] in _AROUND and old[:1] not in _AROUND:
            text = text[1:-1].strip()
        return _Written(text.strip(".").upper() != instructions().impossible, text, "")

    def _pair(self, item: Item, todo: Assignment, written: _Written) -> Pair:
        name = f"{item.id}-{self.model.name}-{todo.code}"
        changed = Item(f"{name}-m", item.fields | {self.task.editable[-1]: written.text.strip()})
        relation, modified = promised_item(item, changed, todo.promised, self.task)
        return Pair(
            id=name,
            original=item,
            modified=modified,
            promise=relation,
            phenomenon=todo.code,
            rationale=written.why,
            author=self.model.name,
            lineage=(f"{self.model.name}: {todo.code}",),
        )


def _of_schema(reply: Reply) -> _Written:
    refuse_if(reply.cut, "cut off")
    try:
        return msgspec.json.decode(reply.text, type=_Written)
    except FAULTS:
        raise RefusedError("not JSON of the schema") from None


def load(name: str, task: Task) -> OpenAiBreaker:
    """Take the name apart; nothing is asked yet. Refuses a task in which nothing can be promised."""
    model, options = load_model(name, "breaker", OPTIONS)
    if not codes_to_write(task):
        raise NoPromiseError(
            f"a language model has no promise for the task {task.name}",
            remedy="It writes pairs for tasks with labels that are about what a text says.",
        )
    codes = options["strategies"].split(",") if "strategies" in options else usual_codes(task)
    refuse_unknown(codes, task)
    if len(set(codes)) < len(codes):
        raise ZelligError("a strategy stands twice", remedy="Name each once.")
    return OpenAiBreaker(model, task, codes, whole(options, "each", EACH), manners_of(options))


def settled(name: str, known: Manners | None = None) -> str:
    """The name with what its server does, which is asked for it unless it is known."""
    model, options = load_model(name, "breaker", OPTIONS)
    if manners_of(options) is not None:
        return name
    return with_manners(name, known or model.manners())
