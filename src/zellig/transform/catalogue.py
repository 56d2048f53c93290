"""Every transformation by its name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from zellig.language.clause import Clause
from zellig.transform import (
    cleft,
    contraction,
    control,
    modality,
    negation,
    passive,
    question,
    relative,
    swap,
    tense,
    variant,
)
from zellig.transform.change import Change

Transformation = Callable[[Clause], Change]

TRANSFORMATIONS: dict[str, Transformation] = {
    "question": question.polar,
    "who-question": question.about_subject,
    "object-question": question.about_object,
    "where-question": question.about_place,
    "when-question": question.about_time,
    "cleft-subject": cleft.of_subject,
    "cleft-object": cleft.of_object,
    "cleft-adjunct": cleft.of_adjunct,
    "past": partial(tense.in_tense, target="past"),
    "present": partial(tense.in_tense, target="present"),
    "future": partial(tense.in_tense, target="future"),
    "progressive": partial(tense.in_aspect, progressive=True, perfect=False),
    "perfect": partial(tense.in_aspect, progressive=False, perfect=True),
    "perfect-progressive": partial(tense.in_aspect, progressive=True, perfect=True),
    "simple": partial(tense.in_aspect, progressive=False, perfect=False),
    **{modal: partial(modality.with_modal, modal=modal) for modal in modality.MODALS if modal != "will"},
    "negation": negation.negate,
    "affirmation": negation.affirm,
    "passive": passive.to_passive,
    "active": passive.to_active,
    "swap": swap.swap,
    "nonsense-swap": swap.swap_to_nonsense,
    "contraction": contraction.contract,
    "expansion": contraction.expand,
    "relative": relative.to_relative,
    **{name: partial(variant.of, name=name) for name in variant.NAMES},
    **{lemma: partial(control.under, lemma=lemma) for lemma in (*control.RAISING, *control.CONTROL)},
}

# Kinds of steps in the order in which they are applied: tense before voice before focus before mood.
KINDS: dict[str, tuple[str, ...]] = {
    "polarity": ("negation", "affirmation"),
    "tense": ("past", "present", "future"),
    "aspect": ("progressive", "perfect", "perfect-progressive", "simple"),
    "modality": tuple(modal for modal in modality.MODALS if modal != "will"),
    "embedding": (*control.RAISING, *control.CONTROL),
    "arguments": ("swap", "nonsense-swap"),
    "voice": ("passive", "active"),
    "focus": ("cleft-subject", "cleft-object", "cleft-adjunct"),
    "form": ("contraction", "expansion"),
    "modifier": ("relative",),
    "variant": variant.NAMES,
    "mood": ("question", "who-question", "object-question", "where-question", "when-question"),
}
# The phenomena of LIT, by the names that they have here.
LIT = ("question", "cleft-subject", "cleft-object", "past", "present", "future", "progressive", "perfect",
       "perfect-progressive", "simple", "may", "negation", "passive", "swap")  # fmt: skip


def rank(name: str) -> int:
    """The place of a step's kind in the order."""
    return next(place for place, names in enumerate(KINDS.values()) if name in names)
