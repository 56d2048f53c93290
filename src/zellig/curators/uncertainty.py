"""The curator `uncertainty`: the texts on which a chooser is least sure."""

from __future__ import annotations

import math
from collections.abc import Sequence

from zellig.breakers.promises import refuse_asking
from zellig.curators.walk import Walk, check_share
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.performers import Breaker, Chooser, Lineup, Spec, derive_seed
from zellig.registry import lookup
from zellig.tasks.is_fake import IS_FAKE


def make(
    corpus: str,
    *,
    chooser: str = "ngram",
    breaker: str = "word-shuffle",
    pool: int = 500,
    share: float = 0.2,
    justification: str = "",
) -> Walk:
    """The curator: of one pool of items after the other it keeps a share.

    The chooser and the breaker are its own, with their defaults, and are not those of the game.
    """
    check_share(share)
    if pool < 1:
        raise ZelligError(f"a pool of {pool} items is empty", remedy="Give a number from 1.")
    judge, forger = lookup("choosers", chooser)(), lookup("breakers", breaker)(IS_FAKE)
    refuse_asking(forger)

    def narrow(items: Sequence[Item], seed: int) -> list[Item]:
        return least_sure(items, judge, forger, share, seed)

    params = {"corpus": corpus, "chooser": chooser, "breaker": breaker, "pool": pool, "share": share}
    why = (
        f"Of every {pool} texts the {share:.0%} for which the chooser {chooser} is least sure "
        f"which text is the real one and which a fake by {breaker}."
    )
    spec = Spec("uncertainty", params | {"justification": justification})
    return Walk(spec, why, corpus, narrow=narrow, together=pool)


def least_sure(
    items: Sequence[Item], chooser: Chooser, breaker: Breaker, share: float, seed: int
) -> list[Item]:
    """A share of the items that have a fake: those where the chooser is least sure of it."""
    seeds = [derive_seed(seed, "uncertainty", item.id) for item in items]
    asked = [Item(item.id, {"text": item.fields["text"]}) for item in items]
    fakes = breaker.break_items(asked, seeds, None)
    able = [(item, pairs[0], each) for item, pairs, each in zip(items, fakes, seeds, strict=True) if pairs]
    lineups = [Lineup(item.id, (item.fields["text"], pair.modified.fields["text"])) for item, pair, _ in able]
    choices = chooser.choose(lineups, [each for _, _, each in able])
    sure = [choice.confidence for choice in choices]
    if None in sure:
        raise ZelligError(
            f"the chooser {chooser.spec.name!r} does not say how sure it is", remedy="Choose another one."
        )
    order = sorted(range(len(able)), key=lambda place: (sure[place], able[place][0].id))
    kept = sorted(order[: math.ceil(share * len(able))])  # the walk's order: the hardest do not come first
    return [able[place][0] for place in kept]
