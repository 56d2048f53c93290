"""The taxonomy of strategies: `data/strategies.toml`, typed and checked."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from zellig.errors import ZelligError

Class = Literal["morphology", "syntax", "semantics", "pragmatics", "world knowledge", "lexicon", "robustness"]
Promised = Literal[
    "flip",
    "same",
    "not opposite",
    "not same",
    "becomes entailment",
    "becomes neutral",
    "becomes contradiction",
    "becomes the new span",
]
TaskName = Literal["sentiment", "nli", "qasrl", "text"]  # the last: any other task about what a text says
# Its own words fit any text; they are those of the domain; or it refuses where the domain has none for it.
Wording = Literal["any", "worded", "needed"]
ANY = "any"  # in place of a label: whatever the item's answer is


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An item of our own and what the strategy makes of it."""

    label: str  # what the item says, in a word; of a task without labels, its answer
    original: str  # the field that is changed
    modified: str
    task: TaskName = "sentiment"
    domain: str = "film"  # what the text is taken to be about, where that matters
    given: dict[str, str] = {}  # the other fields
    answers: list[str] = []  # of the modified item, in a task without labels

    @property
    def about(self) -> str:
        """The task of the item: an example for any text is one of the task that shows how that is done."""
        return "support-intent" if self.task == "text" else self.task


class Row(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    rename={"class_": "class", "one_of": "one-of", "one_scene": "one-scene"},
):
    """One strategy."""

    code: str
    class_: Class
    instruction: str  # for a person who breaks by hand
    template: str
    conditions: str
    promise: dict[TaskName, dict[str, list[Promised]]]  # by task and by the item's label; missing: refused
    examples: list[Example]
    domain: Wording = "any"
    off: bool = False  # made only if it is asked for by its name
    one_of: str = ""  # strategies that make the same hypotheses with different labels: fit for training
    one_scene: bool = False  # contradicts only where both texts speak of one scene, the same people in it
    waives: list[str] = []  # checks that it goes against by design


@cache
def taxonomy() -> dict[str, Row]:
    """Every strategy by its code; no code stands twice, and each has an example and a promise."""
    raw = files("zellig.breakers.strategies").joinpath("data/strategies.toml").read_bytes()
    rows = msgspec.toml.decode(raw, type=dict[Literal["strategy"], list[Row]])["strategy"]
    found: dict[str, Row] = {}
    for row in rows:
        if row.code in found or not row.examples or not row.promise:
            raise ZelligError(
                f"strategies.toml: {row.code!r} stands twice, or has no example or no promise",
                remedy="Correct the data file of the strategies.",
            )
        found[row.code] = row
    return found
