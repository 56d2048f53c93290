"""A strategy as a breaker: the row of the taxonomy says what it promises, its function makes the text."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from zellig.breakers.strategies import (
    but_swap,
    degree,
    has_lacks,
    lexical,
    morphology,
    pragmatics,
    robustness,
    semantics,
    syntax,
    world_knowledge,
)
from zellig.breakers.strategies.opinion import Opinion, read_opinions
from zellig.breakers.strategies.taxonomy import Leaning, Promised, taxonomy
from zellig.breakers.strategies.version import StrategyFunction, Version
from zellig.errors import ZelligError
from zellig.items import Item, Pair, Relation
from zellig.language.clause import RefusedError
from zellig.performers import See, Spec, Victim
from zellig.tasks.sentiment import NEGATIVE, POSITIVE, SENTIMENT

FUNCTIONS: dict[str, StrategyFunction] = {
    "not-add": syntax.not_add,
    "not-drop": syntax.not_drop,
    "double-not": syntax.double_not,
    "but-swap": but_swap.but_swap,
    "affix": morphology.affix,
    "degree-too": degree.degree_too,
    "degree-less": degree.degree_less,
    "irrealis": semantics.irrealis,
    "manage-fail": semantics.manage_fail,
    "most-least": degree.most_least,
    "intensify": degree.intensify,
    "soften": degree.soften,
    "quantifier": semantics.quantifier,
    "stance": pragmatics.stance,
    "fragment-stance": pragmatics.fragment_stance,
    "so-called": pragmatics.so_called,
    "not-tag": pragmatics.not_tag,
    "rhetorical": pragmatics.rhetorical,
    "reported": pragmatics.reported,
    "sarcasm-cue": pragmatics.sarcasm_cue,
    "has-lacks": has_lacks.has_lacks,
    "antonym": lexical.antonym,
    "synonym": lexical.synonym,
    "rare-synonym": lexical.rare_synonym,
    "ambivalent": lexical.ambivalent,
    "cue-drop": lexical.cue_drop,
    "reputation": world_knowledge.reputation,
    "idiom": world_knowledge.idiom,
    "entity-neutral": robustness.entity_neutral,
    "noise": robustness.noise,
    "distractor": robustness.distractor,
}
LEANINGS: dict[str, Leaning] = {POSITIVE: "positive", NEGATIVE: "negative"}


class Strategy:
    """One strategy on sentiment items; `refusals` counts why it made nothing."""

    see: See = "nothing"

    def __init__(self, code: str) -> None:
        if code not in FUNCTIONS:
            raise ZelligError(
                f"{code!r} is not a strategy", remedy=f"There are: {', '.join(FUNCTIONS)}, or 'strategies'."
            )
        self.row = taxonomy()[code]
        self.spec = Spec(code)
        self.refusals: Counter[str] = Counter()
        self._function = FUNCTIONS[code]

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """The pairs of each item, mostly one; none where the conditions do not hold."""
        opinions = read_opinions(items)
        return [self._pairs(*each) for each in zip(items, opinions, seeds, strict=True)]

    def _pairs(self, item: Item, opinion: Opinion | None, seed: int) -> list[Pair]:
        try:
            if opinion is None:
                raise RefusedError("empty")
            promises = self._promises(item)
            chance = random.Random(seed)  # noqa: S311  (reproducible choice, not a secret)
            made = self._function(opinion, chance)
            versions = [made] if isinstance(made, Version) else made
            different = [version for version in versions if version.text != item.fields["text"]]
            if not different:
                raise RefusedError("unchanged")
            return [self._pair(item, version, promises, n) for n, version in enumerate(different)]
        except RefusedError as refused:
            self.refusals[refused.reason] += 1
            return []

    def _promises(self, item: Item) -> list[Promised]:
        """What the row promises for an item with this answer."""
        leaning = LEANINGS.get(item.accepted[0]) if len(item.accepted) == 1 else None
        if leaning is None:
            raise RefusedError("no opinion")
        promises = self.row.promise[SENTIMENT.name].get(leaning)
        if promises is None:
            raise RefusedError(f"{leaning} item")
        return promises

    def _pair(self, item: Item, version: Version, promises: list[Promised], number: int) -> Pair:
        promised = promises[0] if not version.promise else version.promise
        if promised not in promises:
            raise ValueError(f"{self.spec.name} made {promised!r}, which its row does not promise")
        relation: Relation = "not" if promised.startswith("not") else promised  # type: ignore[assignment]
        other = SENTIMENT.flips[item.accepted[0]]
        value = (
            tuple(label for label in SENTIMENT.labels if label != other) if promised == "not opposite" else ()
        )
        name = f"{item.id}-{self.spec.name}" + (f"-{number + 1}" if number else "")
        accepted = SENTIMENT.promised(relation, item.accepted, value)
        return Pair(
            id=name,
            original=item,
            modified=Item(f"{name}-m", {"text": version.text}, accepted),
            promise=relation,
            phenomenon=self.spec.name,
            rationale=version.why,
            author=self.spec.name,
            lineage=(f"{self.spec.name}: {version.how}",),
        )


def strategies() -> list[Strategy]:
    """All of them, in the order of the taxonomy."""
    return [Strategy(code) for code in taxonomy()]
