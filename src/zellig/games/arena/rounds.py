"""A round: what was played, in which order it was shown, and whose point it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from zellig.games.arena.rules import BATCH, Conditions, Guards, Rules, TieRule
from zellig.items import Item, Pair
from zellig.performers import Lineup, Observation, Role, Which, derive_seed
from zellig.seats.schedule import Phase, is_observed, phase_at
from zellig.tasks.is_fake import FAKE
from zellig.texts import tokens

LONG = 10_000  # characters that a fake may always have
NAME = 200  # characters of what a breaker says it did

TEXT = "text"  # the one field of an original, and of what is made of it
CHANGE = "change"  # a group that is no metadata: what the breaker says it did
LABEL = "label"  # what the answer of a text is called among its metadata

_SPACE = re.compile(r"\s+")


class Round(msgspec.Struct, omit_defaults=True, gc=False):
    """A line of the transcript; it is filled in as the round is played."""

    n: int
    phase: Phase
    pair: Pair  # the real text and what was made of it; the two are one where the breaker gave no other text
    fake: Which = 0  # which of the two texts that the chooser sees
    choice: Which | None = None  # what the chooser named; None: it was not asked
    point: bool | None = None  # the chooser's; None: void
    confidence: float | None = None
    losses: tuple[float, float] | None = None  # of the two texts to the chooser's model, if it has one
    accepted: tuple[str, ...] = ()  # the right answers of the text's own task
    missing: dict[Role, str] = {}  # who gave no answer that counts, and why
    repeats: int | None = None  # the round whose text this one has: a canary

    def __post_init__(self) -> None:
        if TEXT not in self.pair.original.fields or TEXT not in self.pair.modified.fields:
            raise ValueError(f"a pair without the field '{TEXT}'")

    @property
    def id(self) -> str:
        """How performers know the round."""
        return str(self.n)

    @property
    def real(self) -> str:
        """The real text."""
        return self.pair.original.fields[TEXT]

    @property
    def made(self) -> str:
        """The breaker's text, or the real one again."""
        return self.pair.modified.fields[TEXT]


def without_fake(n: int, original: Item, phenomenon: str = "") -> Pair:
    """The pair of a round for which there is no other text (yet)."""
    name = str(n)
    return Pair(name, original, Item(name, original.fields, original.accepted), "same", phenomenon)


def with_fake(n: int, original: Item, text: str, phenomenon: str, rationale: str) -> Pair:
    """The pair of a round with a fake, for the task is-fake."""
    name = str(n)
    return Pair(name, original, Item(name, {TEXT: text}, (FAKE,)), "flip", phenomenon, rationale)


def batches(rules: Rules, *, observed: bool) -> Iterator[tuple[Phase, range]]:
    """The rounds that are played together; none crosses a phase, nor a point where somebody observes.

    They depend on the rules alone, so a game that is taken up again has the same ones.
    """
    schedule = rules.schedule
    phases: dict[Phase, int] = {
        "transparent": schedule.transparent,
        "opaque": schedule.opaque,
        "scored": rules.rounds,
    }
    most = 1 if rules.has_person else BATCH
    if rules.time_limit is not None and not rules.has_person:  # a person is asked round by round, in any role
        most = min((seat.batch or 1) for role, seat in rules.seats.items() if role != "curator")
    start = 0
    for phase, length in phases.items():
        told = observed and is_observed(schedule, phase)
        size = min(most, schedule.every) if told else most
        for first in range(start, start + length, size):
            yield phase, range(first, min(first + size, start + length))
        start += length


def fake_of(rules: Conditions, n: int) -> Which:
    """Which text is the fake: both equally often, and nobody can tell who does not know the seed."""
    return 1 if derive_seed(rules.seed, f"order {rules.secret}", str(n)) & 1 else 0


def coin(rules: Rules, n: int) -> Which:
    """The choice of a chooser that did not make one."""
    return 1 if derive_seed(rules.seed, f"coin {rules.secret}", str(n)) & 1 else 0


def canary_chance(rules: Rules, n: int) -> int | None:
    """A number by chance if the round is a canary, to pick the text that it repeats; the first never is."""
    if not rules.canary.share or n == 0 or phase_at(rules.schedule, n) != "scored":
        return None
    text, chance = divmod(derive_seed(rules.seed, f"canary {rules.secret}", str(n)), 10_000)
    return text if chance < 10_000 * rules.canary.share else None


def guarded(text: str, guards: Guards) -> str:
    """The text as the chooser sees it."""
    if guards.tokenisation:
        text = " ".join(tokens(text))
    if guards.casing:
        text = text.lower()
    return _SPACE.sub(" ", text).strip() if guards.white_space else text


def too_long_or_short(x: str, y: str, guards: Guards) -> bool:
    """Does the fake give itself away by its length? One of any length must still be readable."""
    if len(y) > max(LONG, 10 * len(x)):
        return True
    if not guards.length:
        return False
    real, fake = len(x.split()) or 1, len(y.split())
    return not real / guards.length <= fake <= real * guards.length


def shown(played: Round, guards: Guards) -> tuple[str, str]:
    """The two texts in the order in which the chooser sees them."""
    real = guarded(played.real, guards)
    made = real if played.pair.promise == "same" else guarded(played.made, guards)
    return (made, real) if played.fake == 0 else (real, made)


def lineup(played: Round, rules: Conditions) -> Lineup:
    """All that the chooser is told."""
    metadata = known_of(played) if rules.metadata.chooser else {}
    return Lineup(played.id, shown(played, rules.guards), metadata)


def known_of(played: Round) -> dict[str, object]:
    """The metadata of a text, its answer included."""
    known = played.pair.original.metadata
    return known | {LABEL: played.accepted[0]} if len(played.accepted) == 1 else known


def groups_of(played: Round) -> dict[str, str]:
    """The names and values by which S is told apart: words, whole numbers, yes and no."""
    plain = {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in known_of(played).items()
        if isinstance(value, str | int | bool)
    }
    if played.pair.phenomenon:
        plain[CHANGE] = played.pair.phenomenon
    return plain


def pair_of(played: Round, guards: Guards, author: str) -> Pair | None:
    """The pair for everybody to use, with all that is known of the text; None if there was no fake.

    The transcript says who the author is once for all rounds.
    """
    if is_tie(played, guards):
        return None
    name = f"{played.n}-{author}"
    original = msgspec.structs.replace(played.pair.original, metadata=known_of(played))
    modified = msgspec.structs.replace(played.pair.modified, id=name)
    return msgspec.structs.replace(
        played.pair, id=name, original=original, modified=modified, author=author, lineage=(author,)
    )


def is_tie(played: Round, guards: Guards) -> bool:
    """Are the two texts one?"""
    first, second = shown(played, guards)
    return first == second


def asks_chooser(played: Round, rules: Rules) -> bool:
    """A round that is decided already is not put to the chooser."""
    if "breaker" in played.missing:
        return False
    return rules.tie_rule == "coin" or not is_tie(played, rules.guards)


def point(played: Round, tie_rule: TieRule, guards: Guards) -> bool | None:
    """Is it the chooser's point? A breaker that gave no answer always loses the round.

    When both texts are one, only the order can be right: with `coin` that is chance.
    """
    if "breaker" in played.missing:
        return True
    if tie_rule != "coin" and is_tie(played, guards):
        return True if tie_rule == "free_point" else None
    return played.choice == played.fake


def observation(played: Round, rules: Rules, role: Role, *, transparent: bool) -> Observation:
    """What a role is told of a round that is over.

    In a transparent round the chooser learns which text was the fake, the breaker what was chosen, and the
    curator both. In an opaque one everybody has what it had before: the chooser its own choice, the breaker
    which text is its own; the curator, which has neither, is told nothing.
    """
    knows_fake = transparent or role == "breaker"
    knows_choice = transparent or role == "chooser"
    told = role == "curator" or (rules.metadata.breaker if role == "breaker" else rules.metadata.chooser)
    return Observation(
        played.id,
        shown(played, rules.guards),
        fake=played.fake if knows_fake else None,
        choice=played.choice if knows_choice else None,
        metadata=known_of(played) if told else {},
    )
