"""Questions that a guesser heard step by step, for tests of buzzers."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import strategies as st

from zellig.buzzers.lesson import Heard
from zellig.performers import History, Step

STEP = 25


def step(number: int, **guesses: float) -> Step:
    """What was said after so many steps; guesses in the order of their probabilities."""
    return Step(STEP * number, tuple(sorted(guesses.items(), key=lambda each: -each[1])))


def heard(name: str, *rows: tuple[float, bool]) -> Heard:
    """A question: the probability of the best guess at each step, and whether it was right."""
    steps = [step(number, best=sure, other=sure / 2) for number, (sure, _) in enumerate(rows, 1)]
    return Heard(name, steps, [right for _, right in rows], [n / len(rows) for n in range(1, len(rows) + 1)])


def honest(number: int = 60) -> list[Heard]:
    """A guesser that is right where it is sure, sooner or later."""
    chance = random.Random(3)
    found = []
    for question in range(number):
        knows = chance.randint(1, 4)
        rows = [
            (chance.uniform(0.55, 0.95), True) if at >= knows else (chance.uniform(0.05, 0.4), False)
            for at in range(4)
        ]
        found.append(heard(f"q{question}", *rows))
    return found


def histories(question: Heard) -> list[History]:
    """What a buzzer knows of a question at each of its steps."""
    steps = tuple(question.steps)
    return [History(question.id, steps[: end + 1]) for end in range(len(steps))]


names = st.sampled_from(["Ashmoor", "Belcastle", "Cindervale", "Dunwater", "Elmscar", "Farrowick"])


@st.composite
def said(draw: st.DrawFn) -> tuple[Step, ...]:
    """Anything that a guesser may say of one question."""
    found = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        guesses: Sequence[tuple[str, float]] = draw(
            st.lists(st.tuples(names, st.floats(0, 1)), max_size=12, unique_by=lambda each: each[0])
        )
        found.append(Step(STEP * number, tuple(sorted(guesses, key=lambda each: -each[1]))))
    return tuple(found)
