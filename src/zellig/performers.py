"""What a performer is: one call that takes a batch, a frozen spec, and seeds instead of global chance."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Annotated, Any, Literal, Protocol, get_args

import msgspec

from zellig.errors import ZelligError
from zellig.items import Item, Pair, Prediction

Method = Literal["weights", "integrated gradients", "occlusion", "matches"]
Capability = Literal["explains", "probabilities", "gradients", "adapts"]
Role = Literal["curator", "breaker", "chooser"]
ROLES: tuple[Role, ...] = get_args(Role)
Which = Literal[0, 1]  # of the two texts of a round: the first or the second
See = Literal["queries", "originals", "nothing"]  # what a breaker may see of the system it is to break


class Spec(msgspec.Struct, frozen=True):
    """Everything needed to make a performer again; it is written into every run."""

    name: str
    params: dict[str, Any] = {}
    version: str = ""  # declared by whoever answers for it: another one whenever its answers may change


class MixedUpError(ZelligError):
    """What a system gave does not match the items: no answer of it can be trusted."""


class SpentError(ZelligError):
    """What performers may cost is spent: to ask about fewer items at once would not help."""


class System(Protocol):
    """Answers items."""

    @property
    def spec(self) -> Spec: ...

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """One prediction for each item, in the same order."""
        ...


class Span(msgspec.Struct, frozen=True):
    """A part of a text that speaks for the answer (its weight is positive) or against it (negative)."""

    field: str
    start: int  # characters of the field
    end: int
    weight: float


class Source(msgspec.Struct, frozen=True):
    """A text that speaks for an answer: what it says, where it is from, and which of its words match."""

    text: str
    origin: str
    score: float
    matches: tuple[tuple[int, int], ...] = ()  # characters of the text, start and end


class Evidence(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a system answered an item as it did; docs/reference/explanations.md says what weights mean."""

    id: str
    answer: str | int
    method: Method
    spans: tuple[Span, ...]
    sources: tuple[Source, ...] = ()  # the best first; only of a system that looks answers up


class Explainer(System, Protocol):
    """A system that says why it answers what it answers.

    A guesser may have `evidence(item, answer)`, too: what speaks for an answer that need not be its best.
    """

    def explain(self, items: Sequence[Item]) -> list[Evidence]:
        """The evidence for the answer to each item, in the same order."""
        ...


class Victim(Protocol):
    """The system to break as a breaker sees it: through an oracle, which counts and limits the questions.

    Every question is about one original item, named by its id, and a budget holds for each original: so what
    is made of one item does not depend on the others.
    """

    @property
    def capabilities(self) -> frozenset[Capability]: ...

    def ask(self, items: Sequence[Item], about: Sequence[str]) -> list[Prediction]:
        """A prediction for each item, in the same order; nothing is asked if a budget does not allow it."""
        ...

    def explain(self, items: Sequence[Item], about: Sequence[str]) -> list[Evidence]:
        """The victim's own evidence for each item, counted as questions too; only if it `explains`."""
        ...

    def left(self, about: str) -> int | None:
        """How many more questions may be asked about an original; None if there is no limit."""
        ...


class Breaker(Protocol):
    """Makes pairs from items.

    It may have `needs`, a set of what it needs a system to be able to do (`Capability`), and `waives`, a set
    of the codes of checks that its pairs go against by design, or that its own lists and grammar stand in
    for. What rejects a pair cannot be waived, and nothing written in a pair waives anything.
    """

    @property
    def spec(self) -> Spec: ...

    @property
    def see(self) -> See:
        """What it needs to see; a breaker that needs nothing is given no oracle."""
        ...

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """For each item the pairs made from it (none if its conditions do not hold), in the same order."""
        ...


class Lineup(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a chooser sees of a round: two texts in random order, of which one is a fake."""

    id: str
    texts: tuple[str, str]
    metadata: dict[str, Any] = {}  # empty unless the game shows it


class Choice(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Which of the two texts a chooser takes for the fake, and how sure it is (0.5 to 1).

    One that goes by a model of language may say how improbable both texts are to it.
    """

    id: str
    fake: Which
    confidence: float | None = None
    losses: tuple[float, float] | None = None  # minus the natural logarithms of their probabilities


class Observation(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a performer is told of a round that is over; what it may not know is None."""

    id: str
    texts: tuple[str, str]  # in the order in which the chooser saw them
    fake: Which | None = None
    choice: Which | None = None
    metadata: dict[str, Any] = {}


class Chooser(Protocol):
    """Tells the fake from the real text. It may have `start(game_id, seed)` and `observe(observations)`."""

    @property
    def spec(self) -> Spec: ...

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        """One choice for each lineup, in the same order."""
        ...


class Curator(Protocol):
    """Picks the real texts. It may have `start(game_id, seed)` and `observe(observations)`."""

    @property
    def spec(self) -> Spec: ...

    @property
    def justification(self) -> str:
        """Why these texts, in words; it is written into the transcript."""
        ...

    def select(self, rounds: Sequence[str], seeds: Sequence[int]) -> list[Item]:
        """An item with one text for each round, in the same order."""
        ...


class Step(msgspec.Struct, frozen=True, gc=False):
    """What a guesser said when so many characters of a question had been heard: its guesses, best first."""

    position: int
    guesses: tuple[tuple[str, float], ...]  # with their probabilities


class History(msgspec.Struct, frozen=True, gc=False):
    """All that a buzzer knows of a question: what the guesser has said until now, nothing of what comes."""

    id: str
    steps: tuple[Step, ...]


class Buzzer(Protocol):
    """Says when to answer a question that is being read out."""

    @property
    def spec(self) -> Spec: ...

    def buzz(self, histories: Sequence[History], seeds: Sequence[int]) -> list[bool]:
        """For each history, in the same order: is now the time, with the guess that is the best now?"""
        ...


class Hearing(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a program that plays a match is told of a question: what everybody has heard, and no more."""

    id: str  # the number of the tossup, or those of the tossup and of the part of its bonus: "3", "3-1"
    text: str
    over: bool = False  # it was read to its end
    turn: bool = False  # the program is to answer now
    given: tuple[str, ...] = ()  # what it answered, and was asked to say more


class Said(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a program says to a question as far as it has heard it."""

    id: str
    guess: str
    confidence: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0
    buzz: bool = False  # it wants to answer now


class QuizPlayer(Protocol):
    """A program that plays matches. It may have `start(game_id, seed)`."""

    @property
    def spec(self) -> Spec: ...

    def play(self, hearings: Sequence[Hearing], seeds: Sequence[int]) -> list[Said]:
        """For each question, in the same order: its guess, how sure it is, and whether it buzzes."""
        ...


def ask(system: System, items: Sequence[Item]) -> list[Prediction]:
    """A system's predictions; refuses too few, too many or mixed up ones.

    The system is not handed the accepted answers, so it cannot use them; metadata named gold... are answers
    too.
    """
    predictions = system.predict([without_answers(item) for item in items])
    _match(system, items, predictions, "predictions")
    return predictions


def evidence(system: Explainer, items: Sequence[Item]) -> list[Evidence]:
    """A system's own evidence; refuses evidence that does not match the items, and hands over no answers."""
    found = system.explain([without_answers(item) for item in items])
    _match(system, items, found, "records of evidence")
    return found


def _match(system: System, items: Sequence[Item], given: Sequence[Prediction | Evidence], what: str) -> None:
    if [each.id for each in given] != [item.id for item in items]:
        raise MixedUpError(
            f"the system {system.spec.name!r} was asked about {len(items)} items and gave "
            f"{len(given)} {what} that do not match them",
            remedy="Give one for each item, with the item's id, in the same order.",
        )


def capabilities(performer: object) -> frozenset[Capability]:
    """What a performer can do beyond its one call, for a game to check before it starts.

    It explains or adapts if it has `explain` or `observe`; the others it says itself, by an attribute that
    is true: `probabilities` (every prediction has them), `gradients` (its evidence comes from its gradients).
    """
    found: dict[Capability, bool] = {
        "explains": callable(getattr(performer, "explain", None)),
        "probabilities": getattr(performer, "probabilities", False) is True,
        "gradients": getattr(performer, "gradients", False) is True,
        "adapts": callable(getattr(performer, "observe", None)),
    }
    return frozenset(name for name, can in found.items() if can)


def without_answers(item: Item) -> Item:
    """What a system may see of an item."""
    known = {name: value for name, value in item.metadata.items() if not name.startswith("gold")}
    return Item(item.id, item.fields, metadata=known)


def derive_seed(run_seed: int, performer: str, item_id: str) -> int:
    """The seed one performer gets for one item: the same in any batch, process or order."""
    key = f"{run_seed}\0{performer}\0{item_id}".encode()
    return int.from_bytes(hashlib.sha256(key).digest()[:8], "big") >> 1
