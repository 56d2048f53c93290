"""Contrasts of a sentence by way of its meaning: parse, edit, generate, choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from zellig.language.clause import RefusedError
from zellig.language.erg.ace import Grammar
from zellig.language.erg.faults import apply_carefully
from zellig.language.erg.mrs import MRS, read_mrs, write_mrs
from zellig.language.erg.mrs_edits import Step, apply, read_steps
from zellig.language.erg.select import (
    Scorer,
    choose,
    has_odd_relative,
    is_contracted,
    is_inverted,
    like_source,
    nearness,
)


class Contrast(NamedTuple):
    """What became of one phenomenon: a text, or the reason why there is none."""

    phenomenon: str
    text: str = ""
    reason: str = ""


def transform(
    grammar: Grammar,
    sentence: str,
    phenomena: Iterable[str],
    *,
    scores: Scorer | None = None,
    as_lit: bool = False,
) -> Iterator[Contrast]:
    """One contrast or refusal for each phenomenon, in their order.

    `scores` ranks what ACE generates (a language model's losses); without it the nearest sentence is taken.
    `as_lit` gives what the original gives, known faults included.
    """
    plans = [(name, read_steps(name)) for name in phenomena]  # a wrong name is said before ACE is started
    ranked = scores or nearness(sentence)
    parsed = grammar.parse(sentence)
    if not parsed.results:
        reason = "not parsed" if parsed.reason == "no result" else parsed.reason
        yield from (Contrast(name, reason=reason) for name, _ in plans)
        return
    for name, steps in plans:
        try:
            edited = _edited(read_mrs(parsed.results[0]), steps, as_lit)
            yield Contrast(name, _generated(grammar, sentence, edited, steps, ranked, as_lit))
        except RefusedError as refused:
            yield Contrast(name, reason=refused.reason)


def _edited(mrs: MRS, steps: Sequence[Step], as_lit: bool) -> MRS:
    for step in steps:
        mrs = apply(mrs, step) if as_lit else apply_carefully(mrs, step)
    return mrs


def _generated(
    grammar: Grammar, sentence: str, mrs: MRS, steps: Sequence[Step], scores: Scorer, as_lit: bool
) -> str:
    answer = grammar.generate(write_mrs(mrs))
    texts = [text for text in answer.results if _is_asked_for(text, sentence, steps, as_lit)]
    if not texts:
        raise RefusedError("not generated" if answer.reason in ("", "no result") else answer.reason)
    text = choose(texts if as_lit else [like_source(each, sentence) for each in texts], scores)
    if text == sentence:
        raise RefusedError("unchanged")
    return text


def _is_asked_for(text: str, sentence: str, steps: Sequence[Step], as_lit: bool) -> bool:
    kinds = {step.kind for step in steps}
    if "polar question" in kinds and not is_inverted(text):
        return False
    if as_lit:
        return True
    if "it-cleft" in kinds and has_odd_relative(text, sentence):
        return False
    return is_contracted(sentence) or not is_contracted(text)
