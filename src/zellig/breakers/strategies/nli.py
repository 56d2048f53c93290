"""The strategies of inference: they change the hypothesis, or make a new one from the premise."""

from __future__ import annotations

from zellig.breakers.strategies import from_premise, nli_contradiction, nli_generality
from zellig.breakers.strategies.inference import read_inferences
from zellig.breakers.strategies.kit import Kit
from zellig.transform.hypotheses import MAKERS

NLI_KIT = Kit(
    read_inferences,
    {
        "number": nli_contradiction.number,
        "gender": nli_contradiction.gender,
        "co-hyponym": nli_contradiction.co_hyponym,
        "hypernym": nli_generality.hypernym,
        "modifier-add": nli_generality.modifier_add,
        "modifier-drop": nli_generality.modifier_drop,
        **{code: from_premise.made(code) for code in MAKERS},
        "unseen": from_premise.unseen,
    },
)
