"""The learning breaker after Melbourne's of 2017 (Li, Cohn and Baldwin): train it, keep it, use it.

Known of the original: Q-learning against reversed labels finds the tokens to change, then they are
substituted automatically. State, reward, network and substitutes are not known; ours are in `values`,
`learning` and `positions`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from zellig import __version__
from zellig.breakers.promises import refuse_fakes
from zellig.breakers.q_learning.learning import learn
from zellig.breakers.q_learning.positions import MOST, by_choice, changes
from zellig.breakers.q_learning.values import Values
from zellig.breakers.search.breaker import SearchBreaker
from zellig.breakers.search.engine import Method
from zellig.breakers.search.goals import Untargeted
from zellig.breakers.search.passage import passages
from zellig.corpora import corpus_hash, open_corpus
from zellig.decoding import decode_json
from zellig.doors import by_door, option
from zellig.errors import ZelligError
from zellig.files import read_whole, write_json
from zellig.oracle import Oracle
from zellig.outputs import is_begun
from zellig.performers import Spec
from zellig.tasks import Task, get_task

NAME: Literal["q-breaker"] = "q-breaker"
FILE = "breaker.json"


Weight = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]  # learnt ones are near 1


class Lessons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a breaker was trained."""

    task: str
    corpus: str
    corpus_hash: str  # of its items
    victim: str  # name of the system
    fingerprint: str  # of the system
    seed: int


class Saved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All there is to a trained breaker: one file that anybody can read."""

    breaker: Literal["q-breaker"]
    lessons: Lessons
    weights: dict[str, Weight]
    zellig: str = __version__

    @property
    def fingerprint(self) -> str:
        """Hash of what makes it choose as it does."""
        return hashlib.sha256(msgspec.json.encode(self.weights, order="sorted")).hexdigest()


def train(
    corpus: str,
    out: Path,
    victim: Oracle,
    *,
    task: str | None = None,
    pinned: bool = True,
    seed: int = 2017,
    progress: Callable[[str, int, int], None] = lambda what, done, total: None,
) -> Saved:
    """Train against a victim; a folder that holds such a breaker, trained the same way, is left alone.

    The task is for corpora that do not say it. Of a victim that is not `pinned` (its fingerprint does not
    cover all that decides its answers) nobody can tell whether it is the same.
    """
    source = open_corpus(corpus, task=task)
    about = get_task(source.task)
    refuse_fakes(NAME, about)
    begun = is_begun(out, [FILE], "a trained breaker")
    items = [item for item in source if item.accepted]
    learnt_from = corpus, corpus_hash(items)
    lessons = Lessons(about.name, *learnt_from, victim.system.spec.name, victim.fingerprint, seed)
    if begun:
        found = _read(out)
        if found.lessons == lessons:
            if not pinned:
                raise ZelligError(
                    f"this folder holds a breaker that was trained against a {lessons.victim}, and whether "
                    "that is this one cannot be told",
                    path=out,
                    remedy=f"Choose another {option('out')}, or give the system's spec a version.",
                )
            return found
        raise ZelligError(
            "this folder holds another breaker", path=out, remedy=f"Choose another {option('out')}."
        )
    space = changes()
    prepared = (space.problem(passage, about, seed) for passage in passages(items, about.editable))
    problems = [problem for problem in prepared if problem.choices]
    if not problems:
        raise ZelligError(
            f"none of the {len(items)} items has a right answer and a word with a synonym",
            path=corpus,
            remedy="Train on a corpus with answers and whole sentences.",
        )
    values = learn(about, problems, victim, seed, progress)
    saved = Saved(NAME, lessons, values.named)
    write_json(out / FILE, saved)
    return saved


def load(folder: Path, task: Task) -> SearchBreaker:
    """The trained breaker in a folder; refuses one that was trained for another task."""
    saved = _read(folder)
    if saved.lessons.task != task.name:
        raise ZelligError(
            f"this breaker was trained for {saved.lessons.task}, not for {task.name}",
            path=folder,
            remedy=f"Train another one on a corpus of {task.name}.",
        )
    params = {"most": MOST, **msgspec.to_builtins(saved.lessons), "weights": saved.fingerprint}
    method = Method(Untargeted(), by_choice(Values(saved.weights).choose))
    return SearchBreaker(Spec(NAME, params), task, method, changes(), "synonyms")


def make(task: Task) -> SearchBreaker:
    """There is none that has not learnt: says how to get one."""
    to_train = by_door(
        f"zellig train {NAME} --victim SYSTEM --corpus ... --out DIR",
        "zl.train_breaker(system, data=..., out='DIR')",
    )
    raise ZelligError(
        f"{NAME!r} has to be trained",
        remedy=f"Train one ({to_train}) and give its folder.",
    )


def _read(folder: Path) -> Saved:
    path = folder / FILE
    return decode_json(read_whole(path), Saved, path=path, what="a trained breaker", remedy="Train it again.")
