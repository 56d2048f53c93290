"""The strategies of inference: they change the hypothesis or the premise, or make new ones."""

from __future__ import annotations

from zellig.breakers.strategies import (
    from_premise,
    nli_additions,
    nli_contradiction,
    nli_generality,
    nli_number,
    nli_three_words,
    nli_words,
)
from zellig.breakers.strategies.inference import read_inferences
from zellig.breakers.strategies.kit import Kit
from zellig.breakers.strategies.nli_words import several
from zellig.transform.hypotheses import MAKERS

NLI_KIT = Kit(
    read_inferences,
    {
        "number": nli_number.number,
        "gender": nli_contradiction.gender,
        "co-hyponym": nli_contradiction.co_hyponym,
        "both-co-hyponym": several(nli_words.both_exchanged),
        "premise-co-hyponym": several(nli_words.premise_exchanged),
        "premise-hypernym": several(nli_words.premise_widened),
        "more-said": several(nli_words.repeated_described),
        "narrower-word": several(nli_words.repeated_narrowed),
        "other-word": several(nli_words.repeated_exchanged),
        "wider-word": several(nli_words.widened),
        "wider-and-narrower": several(nli_words.widened_and_narrowed),
        "wider-and-other": several(nli_words.widened_and_exchanged),
        "less-said": several(nli_three_words.less_said),
        "new-said": several(nli_three_words.new_said),
        "other-said": several(nli_three_words.other_said),
        "hypernym": nli_generality.hypernym,
        "modifier-add": nli_additions.modifier_add,
        "modifier-drop": nli_generality.modifier_drop,
        **{code: from_premise.made(code) for code in MAKERS},
        "unseen": from_premise.unseen,
    },
)
