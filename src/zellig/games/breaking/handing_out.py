"""Files of answers in a run: what they do not answer yet is handed out, before anything is played.

Pairs that are made without asking a system are the same whoever answers them. So they can be made first, and
answered elsewhere; then the same call plays the run.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from zellig.doors import option
from zellig.engine import Engine
from zellig.errors import ZelligError
from zellig.games.breaking.blind import ITEMS, README, both_sides, write_blind_items
from zellig.games.breaking.breaking import Breaking
from zellig.games.breaking.plan import Plan, loaded_system
from zellig.items import Item
from zellig.oracle import Progress
from zellig.systems.model import names_model
from zellig.systems.predictions_file import PREFIX, PredictionsFile
from zellig.tasks import get_task


def refuse_unanswered(plan: Plan, progress: Progress, engine: Engine) -> None:
    """Refuse a plan with a file that does not answer every text; these are in a folder beside it then."""
    files = [spec for spec in plan.systems if spec.startswith(PREFIX)]
    if not files:
        return
    texts = _texts_of(plan, progress, engine)
    for spec in files:
        path = Path(spec.removeprefix(PREFIX))
        lacking = _lacking(spec, path, texts)
        if lacking:
            folder = path.with_name(f"{path.stem}-to-answer")
            number = write_blind_items(folder, lacking, get_task(plan.task))
            raise ZelligError(
                f"it does not answer {number:,} texts of this run yet, which are in {folder / ITEMS}",
                path=path,
                remedy=f"Write an answer to each into {path}, as {folder / README} explains, and make the "
                "same call again.",
            )


def _texts_of(plan: Plan, progress: Progress, engine: Engine) -> list[Item]:
    """All that systems will be asked about: the items, and both sides of the pairs."""
    with tempfile.TemporaryDirectory(prefix="zellig-") as place:
        without = replace(plan, systems=())
        made = Breaking(without, Path(place) / "run", Path(place) / "cache", progress, engine)
        asking = [name for name, breaker in made.breakers.items() if breaker.see != "nothing"]
        if asking:
            raise ZelligError(
                f"{asking[0]} asks systems about new texts, and a file has no answers to them",
                remedy=f"Leave it out of {option('breaker')}: strategies ask nobody.",
            )
        models = [name for name, load in made.asked.items() if names_model(load)]
        if models:
            raise ZelligError(
                f"{models[0]} may write other pairs next time, and a file has no answers to them",
                remedy=f"Leave it out of {option('breaker')}, or have its pairs answered by a system.",
            )
        result = made.play()
        return [*made.originals, *made.dev, *both_sides([*result.played.pairs, *result.aside.pairs])]


def _lacking(spec: str, path: Path, texts: Sequence[Item]) -> list[Item]:
    if not path.exists():  # nobody has answered anything yet
        return list(texts)
    system = loaded_system(spec)
    return [item for item in texts if isinstance(system, PredictionsFile) and not system.answers(item)]
