"""What language models replied in a run: kept as it comes, never paid for twice, counted, and limited.

A run keeps every reply in its folder, one a line, at the moment when it comes. So a killed run that is taken
up pays for nothing that it was told already, and what a model cost can be counted again from the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path

import msgspec

from zellig.decoding import FAULTS
from zellig.doors import option
from zellig.files import read_whole, writing
from zellig.notices import note
from zellig.performers import SpentError
from zellig.store.cache import Cache

FILE = "replies.jsonl"  # in the folder of a run


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a model said; tokens are what the server counts, and None where it does not say."""

    text: str
    refused: bool = False  # by the model, or by what stands before it
    cut: bool = False  # it became too long
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    model: str = ""  # that replied, in the words of the server


class Cost(msgspec.Struct, frozen=True):
    """What was asked of a model and paid for."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    uncounted: int = 0  # calls of which the server did not say the tokens

    @property
    def tokens(self) -> int:
        """Read and written, as far as they are known."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.uncounted + other.uncounted,
        )


class Terms(msgspec.Struct, frozen=True):
    """Where replies are kept, and what all models of a run may cost together; None: no limit, no such place.

    Replies of a model with a declared version are shared by all runs; a `fresh` one does not look there.
    """

    calls: int | None = None
    tokens: int | None = None
    shared: Path | None = None
    fresh: bool = False
    path: Path | None = None


NO_TERMS = Terms()


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reply in the file of a run."""

    by: str  # who was asked, and as what: "breaker my-model"
    question: str  # hash of all that was sent
    reply: Reply
    earlier: bool = False  # another run had paid for it


def cost_of(reply: Reply) -> Cost:
    """What one reply cost."""
    read, written = reply.prompt_tokens, reply.completion_tokens
    return Cost(1, read or 0, written or 0, int(read is None or written is None))


class Replies:
    """The replies of a run under way; without a path they are kept as long as it lasts."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self._kept: dict[tuple[str, str], Kept] = {}
        self._models: dict[str, dict[str, None]] = {}  # that have replied, in their order, by who was asked
        self._spent = Cost()
        self._under_way = 0  # calls that were not answered yet
        self._asked = False  # also if no reply came
        if terms.path is not None:
            self.keep_in(terms.path)

    def keep_in(self, path: Path) -> None:
        """From now on replies are in this file, with those that came before; what it holds is known."""
        there = {(each.by, each.question): each for each in read_replies(path)}
        before = [each for key, each in self._kept.items() if key not in there]
        self.terms = msgspec.structs.replace(self.terms, path=path)
        for each in there.values():
            self._note_model(each)
        self._kept = there | self._kept
        self._spent = sum(self.costs().values(), Cost())
        if path.is_file() and not read_whole(path).endswith(b"\n"):
            with writing(path), path.open("ab") as file:
                file.write(b"\n")  # behind half a line that a killed run has left
        self._write(before)

    def find(self, by: str, questions: Sequence[str], pinned: str | None) -> dict[str, Reply]:
        """The replies that are known: to this run, or to others of a model that is pinned by this hash."""
        found = {each: self._kept[by, each].reply for each in questions if (by, each) in self._kept}
        missing = [each for each in questions if each not in found]
        if pinned is not None and missing and self.terms.shared is not None and not self.terms.fresh:
            with closing(Cache(self.terms.shared, by)) as cache:
                for question, reply in cache.find(pinned, missing, Reply).items():
                    found[question] = reply
                    self._add(Kept(by, question, reply, earlier=True))
        return found

    def begin(self) -> None:
        """A call is about to be made; refuses it where the budget is spent."""
        calls, tokens = self._spent.calls + self._under_way, self._spent.tokens
        for name, used, allowed in (
            ("calls", calls, self.terms.calls),
            ("tokens", tokens, self.terms.tokens),
        ):
            if allowed is not None and used >= allowed:
                raise SpentError(
                    f"the budget of {allowed:,} {name} for language models is spent",
                    remedy=f"What was done is kept: give more with {option(f'budget_{name}')}, and the same "
                    "call goes on from there.",
                )
        self._under_way += 1
        self._asked = True

    def end(self) -> None:
        """The call is over, with a reply or without."""
        self._under_way -= 1

    def add(self, by: str, question: str, reply: Reply, pinned: str | None) -> None:
        """A reply that was paid for."""
        self._spent += cost_of(reply)
        self._add(Kept(by, question, reply))
        if pinned is not None and self.terms.shared is not None:
            with closing(Cache(self.terms.shared, by)) as cache:
                cache.add(pinned, {question: reply})

    @property
    def any(self) -> bool:
        """Has a model been asked now, or replied before?"""
        return self._asked or bool(self._kept)

    def models(self, by: str) -> list[str]:
        """The models that have replied under a name, as far as the server says which."""
        return list(self._models.get(by, ()))

    def costs(self) -> dict[str, Cost]:
        """By who was asked, and as what: what was paid for."""
        found: dict[str, Cost] = {}
        for each in self._kept.values():
            if not each.earlier:
                found[each.by] = found.get(each.by, Cost()) + cost_of(each.reply)
        return found

    def _add(self, kept: Kept) -> None:
        self._kept[kept.by, kept.question] = kept
        self._note_model(kept)
        self._write([kept])

    def _note_model(self, kept: Kept) -> None:
        if kept.reply.model:
            self._models.setdefault(kept.by, {})[kept.reply.model] = None

    def _write(self, some: Sequence[Kept]) -> None:
        if self.terms.path is not None and some:
            with writing(self.terms.path), self.terms.path.open("ab") as file:
                file.write(b"".join(msgspec.json.encode(each) + b"\n" for each in some))


def costs_in(path: Path) -> dict[str, Cost]:
    """What was paid for, by the file of a run."""
    return Replies(Terms(path=path)).costs()


def read_replies(path: Path) -> list[Kept]:
    """The replies in the file of a run; none if there is no file."""
    found = []
    for raw in read_whole(path).split(b"\n") if path.is_file() else ():
        with suppress(*FAULTS):  # a run that was killed may have left half a line
            found.append(msgspec.json.decode(raw, type=Kept))
    return found


_under_way: ContextVar[Replies | None] = ContextVar("replies", default=None)


@contextmanager
def keeping(terms: Terms) -> Iterator[Replies]:
    """As long as this lasts, and in this thread, no model is asked the same thing twice."""
    replies = Replies(terms)
    token = _under_way.set(replies)
    try:
        yield replies
    finally:
        _under_way.reset(token)
    useless = [
        name for name, given in (("calls", terms.calls), ("tokens", terms.tokens)) if given is not None
    ]
    if useless and not replies.any:
        limits = " and ".join(option(f"budget_{name}") for name in useless)
        note(f"no language model behind an address was asked, so {limits} limited nothing")


def current() -> Replies:
    """Those of the run under way; new ones where nobody keeps any."""
    return _under_way.get() or Replies(NO_TERMS)


@contextmanager
def kept_in(path: Path) -> Iterator[Replies]:
    """Those of the run under way, in a file from now on; new ones in that file where nobody keeps any."""
    replies = _under_way.get()
    if replies is None:
        with keeping(Terms(path=path)) as replies:
            yield replies
    else:
        replies.keep_in(path)
        yield replies
