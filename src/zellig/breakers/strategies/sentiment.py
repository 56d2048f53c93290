"""The strategies of sentiment: they change a text about whose opinion they know."""

from __future__ import annotations

from zellig.breakers.strategies import (
    but_swap,
    degree,
    has_lacks,
    lexical,
    morphology,
    pragmatics,
    robustness,
    semantics,
    strength,
    syntax,
    world_knowledge,
)
from zellig.breakers.strategies.kit import Kit
from zellig.breakers.strategies.opinion import read_opinions

SENTIMENT_KIT = Kit(
    read_opinions,
    {
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
        "intensify": strength.intensify,
        "soften": strength.soften,
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
    },
    worded=True,
)
