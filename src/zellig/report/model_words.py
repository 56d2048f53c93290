"""What language models cost in a run, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from zellig.games.breaking.figures import Figures
from zellig.games.breaking.models import ModelFigures
from zellig.systems.replies import Cost
from zellig.texts import counted


def cost_in_words(cost: Cost) -> str:
    """Calls and tokens, as far as the server counts them."""
    if cost.uncounted == cost.calls:
        return f"{counted(cost.calls, 'call')}, of unknown tokens"
    tokens = f"{cost.prompt_tokens:,} tokens read and {cost.completion_tokens:,} written"
    unknown = f" (those of {counted(cost.uncounted, 'call')} are unknown)" if cost.uncounted else ""
    return f"{counted(cost.calls, 'call')}, {tokens}{unknown}"


def models_in_words(figures: Figures) -> Iterator[str]:
    """Of each language model of a run what it cost; of one that breaks also what came of it, and why not."""
    for by, each in figures.models.items():
        yield f"The {by} took {cost_in_words(each.cost)}{_written_in_words(each)}."
        _, _, name = by.partition(" ")
        if each.written is not None and (refusals := figures.refusals.get(name)):
            yield f"Nothing came of some questions to it: {_reasons(refusals)}."


def _written_in_words(each: ModelFigures) -> str:
    if each.written is None:
        return ""
    made = f", and wrote {counted(each.written.pairs, 'pair')}, {each.written.valid:,} of them valid"
    if each.written.calls_for_a_valid_one is None:
        return made
    tokens = each.written.tokens_for_a_valid_one
    worth = "" if tokens is None else f" and {tokens:,.0f} tokens"
    return f"{made}: {each.written.calls_for_a_valid_one:.1f} calls{worth} for a valid one"


def _reasons(refusals: Mapping[str, int]) -> str:
    return ", ".join(f"{reason} {number:,}" for reason, number in Counter(refusals).most_common())
