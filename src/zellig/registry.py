"""Names to things: tasks, corpus readers, performers, adapters; loaded only when asked for.

Third parties add theirs with an entry point in the group `zellig.<kind>`, e.g. `zellig.systems`.
"""

from __future__ import annotations

import difflib
import importlib
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from zellig.errors import ZelligError

NEURAL = ("torch", "safetensors", "transformers", "captum", "gguf", "accelerate")  # the extra `neural`

BUILT_IN: dict[str, dict[str, str]] = {
    "tasks": {
        "sentiment": "zellig.tasks.sentiment:SENTIMENT",
        "nli": "zellig.tasks.nli:NLI",
        "qasrl": "zellig.tasks.qasrl:QASRL",
        "qasrl-f1": "zellig.tasks.qasrl:QASRL_F1",
        "quiz": "zellig.tasks.quiz:QUIZ",
        "real-or-fake": "zellig.tasks.real_or_fake:REAL_OR_FAKE",
        "is-fake": "zellig.tasks.is_fake:IS_FAKE",
    },
    "corpora": {
        "rotten-tomatoes": "zellig.corpora.rotten_tomatoes:ROTTEN_TOMATOES",
        "items": "zellig.corpora.records:ITEMS",
        "table": "zellig.corpora.table:TABLE",
        "sst": "zellig.corpora.sst:SST",
        "snli": "zellig.corpora.snli:SNLI",
        "premise-hypothesis": "zellig.corpora.premise_hypothesis:PREMISE_HYPOTHESIS",
        "qasrl": "zellig.corpora.qasrl:QASRL",
        "qanta": "zellig.corpora.qanta:QANTA",
        "bibi2017": "zellig.corpora.bibi2017:BIBI2017",
        "minimal-pairs": "zellig.corpora.minimal_pairs:MINIMAL_PAIRS",
        "grammaticality": "zellig.corpora.minimal_pairs:GRAMMATICALITY",
    },
    "breakers": {
        "pwws": "zellig.breakers.search.pwws:make",
        "deepwordbug": "zellig.breakers.search.deepwordbug:make",
        "textfooler": "zellig.breakers.search.textfooler:make",
        "hotflip": "zellig.breakers.search.hotflip:make",
        "input-reduction": "zellig.breakers.search.input_reduction:make",
        "wordnet-greedy": "zellig.breakers.search.wordnet:greedy",
        "wordnet-full-greedy": "zellig.breakers.search.wordnet:full_greedy",
        "wordnet-beam": "zellig.breakers.search.wordnet:beam_of_texts",
        "wordnet-best-first": "zellig.breakers.search.wordnet:best_text_first",
        "q-breaker": "zellig.breakers.q_learning.breaker:make",
        "random-positions": "zellig.breakers.q_learning.positions:make",
        "language-model": "zellig.breakers.language_model:with_ngrams",
        "language-model-smollm2": "zellig.breakers.language_model:with_smollm2",
        "random-substitution": "zellig.breakers.random_substitution:make",
        "copy": "zellig.breakers.fakes.copying:make",
        "char-ngram": "zellig.breakers.fakes.char_ngram:make",
        "word-shuffle": "zellig.breakers.fakes.word_shuffle:make",
        "same-tag": "zellig.breakers.fakes.same_tag:make",
        "violate-agreement": "zellig.breakers.fakes.agreement:make",
        "violate-case": "zellig.breakers.fakes.case:make",
        "violate-binding": "zellig.breakers.fakes.binding:make",
        "violate-argument-structure": "zellig.breakers.fakes.argument_structure:make",
        "violate-word-order": "zellig.breakers.fakes.word_order:make",
        "violate": "zellig.breakers.fakes.violate:make",
        "transformation": "zellig.breakers.fakes.transformation:make",
        "as-written": "zellig.breakers.fakes.as_written:make",
        "person": "zellig.breakers.fakes.person:make",
        "generator": "zellig.breakers.fakes.generator:make",
    },
    "choosers": {
        "ngram": "zellig.choosers.ngram:make",
        "smollm2": "zellig.choosers.smollm2:make",
        "discriminator": "zellig.choosers.discriminator:make",
        "minilm": "zellig.choosers.minilm:make",
        "random": "zellig.choosers.chance:make",
        "person": "zellig.choosers.person:make",
    },
    "curators": {
        "uniform": "zellig.curators.uniform:make",
        "phenomenon": "zellig.curators.phenomenon:make",
        "length": "zellig.curators.length:make",
        "rarity": "zellig.curators.rarity:make",
        "uncertainty": "zellig.curators.uncertainty:make",
        "person": "zellig.curators.person:make",
    },
    "adapters": {
        "py": "zellig.systems.python:load",
        "http": "zellig.systems.http:load",
        "https": "zellig.systems.http:load",
        "cmd": "zellig.systems.command:load",
        "openai": "zellig.systems.openai:load",
        "file": "zellig.systems.predictions_file:load",
        "hf": "zellig.systems.hf:load",
    },
    "systems": {
        "bag-of-ngrams": "zellig.systems.bag_of_ngrams:BagOfNgrams",
        "nli-overlap": "zellig.systems.nli_overlap:NliOverlap",
        "nearest-noun-phrase": "zellig.systems.nearest_noun_phrase:NearestNounPhrase",
        "qasrl-logistic": "zellig.systems.qasrl_logistic:QaSrlLogistic",
        "cnn": "zellig.systems.cnn:Cnn",
        "lm-zero-shot": "zellig.systems.lm_zero_shot:LmZeroShot",
        "minilm": "zellig.systems.minilm:MiniLm",
        "dcnn": "zellig.systems.dcnn:Dcnn",
        "rntn": "zellig.systems.rntn:Rntn",
        "strawman": "zellig.systems.strawman:Strawman",
    },
}


@cache
def targets(kind: str) -> dict[str, str]:
    """Every name of a kind with the `module:object` behind it; two owners of one name are an error."""
    found = dict(BUILT_IN[kind])
    for entry in entry_points(group=f"zellig.{kind}"):
        if found.setdefault(entry.name, entry.value) != entry.value:
            raise ZelligError(
                f"{entry.name!r} in {kind} is claimed by {found[entry.name]} and by {entry.value}",
                remedy="Uninstall one of the two packages.",
            )
    return found


def names(kind: str) -> list[str]:
    """All names of a kind, in order of the alphabet."""
    return sorted(targets(kind))


def lookup(kind: str, name: str) -> Any:
    """The object behind a name; an unknown name is answered with the nearest ones."""
    if name not in targets(kind):
        near = difflib.get_close_matches(name, names(kind), n=2)
        hint = f"Did you mean {' or '.join(near)}?" if near else f"There are: {', '.join(names(kind))}."
        raise ZelligError(f"{name!r} is not one of the {kind}", remedy=hint)
    module, _, attribute = targets(kind)[name].partition(":")
    try:
        return getattr(importlib.import_module(module), attribute)
    except ModuleNotFoundError as error:
        if error.name not in NEURAL:
            raise
        raise ZelligError(
            f"{name!r} needs {error.name}, which is not installed", remedy="pip install 'zellig[neural]'"
        ) from None
