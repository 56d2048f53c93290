"""The strategies of QA-SRL: the sentence changes, the question about its predicate stays."""

from __future__ import annotations

from zellig.breakers.strategies import qasrl_adjuncts, qasrl_phrases, qasrl_words
from zellig.breakers.strategies.asked import read_questions
from zellig.breakers.strategies.kit import Kit

QASRL_KIT = Kit(
    read_questions,
    {
        "modifier": qasrl_phrases.modifier,
        "distractor-np": qasrl_phrases.distractor_np,
        "pp-add": qasrl_adjuncts.pp_add,
        "pp-change": qasrl_adjuncts.pp_change,
        "coordination": qasrl_adjuncts.coordination,
        "synonym": qasrl_words.synonym,
        "pronoun": qasrl_words.pronoun,
        "voice": qasrl_words.voice,
    },
)
