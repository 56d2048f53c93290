"""Names to things: tasks, corpus readers, performers, adapters; loaded only when asked for.

Third parties add theirs with an entry point in the group `zellig.<kind>`, e.g. `zellig.systems`.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from zellig.errors import ZelligError
from zellig.extras import require

# Written as in entry points: module:object, and in brackets the extra that it needs.
BUILT_IN: dict[str, dict[str, str]] = {
    "tasks": {
        "sentiment": "zellig.tasks.sentiment:SENTIMENT",
        "nli": "zellig.tasks.nli:NLI",
        "qasrl": "zellig.tasks.qasrl:QASRL",
        "qasrl-f1": "zellig.tasks.qasrl:QASRL_F1",
        "quiz": "zellig.tasks.quiz:QUIZ",
        "real-or-fake": "zellig.tasks.real_or_fake:REAL_OR_FAKE",
        "is-fake": "zellig.tasks.is_fake:IS_FAKE",
        "support-intent": "zellig.tasks.shipped:SUPPORT_INTENT",
    },
    "corpora": {
        "rotten-tomatoes": "zellig.corpora.rotten_tomatoes:ROTTEN_TOMATOES",
        "items": "zellig.corpora.records:ITEMS",
        "table": "zellig.corpora.table:TABLE",
        "sst": "zellig.corpora.sst:SST",
        "snli": "zellig.corpora.snli:SNLI",
        "premise-hypothesis": "zellig.corpora.premise_hypothesis:PREMISE_HYPOTHESIS",
        "qasrl": "zellig.corpora.qasrl:QASRL",
        "qasrl-bank": "zellig.corpora.qasrl_bank:QASRL_BANK",
        "qanta": "zellig.corpora.qanta:QANTA",
        "tossups": "zellig.corpora.tossups:TOSSUPS",
        "packets": "zellig.corpora.packets:PACKETS",
        "leads": "zellig.corpora.leads:LEADS",
        "wordnet-entities": "zellig.corpora.wordnet_entities:WORDNET_ENTITIES",
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
        "language-model-smollm2": "zellig.breakers.language_model:with_smollm2 [neural]",
        "task-rules": "zellig.breakers.task_rules:make",
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
        "adaptive-fakes": "zellig.breakers.fakes.adaptive:make",
        "as-written": "zellig.breakers.fakes.as_written:make",
        "person": "zellig.breakers.fakes.person:make",
        "generator": "zellig.breakers.fakes.generator:make",
    },
    "choosers": {
        "ngram": "zellig.choosers.ngram:make",
        "smollm2": "zellig.choosers.smollm2:make [neural]",
        "discriminator": "zellig.choosers.discriminator:make",
        "minilm": "zellig.choosers.minilm:make [neural]",
        "random": "zellig.choosers.chance:make",
        "person": "zellig.choosers.person:make",
    },
    "curators": {
        "uniform": "zellig.curators.uniform:make",
        "phenomenon": "zellig.curators.phenomenon:make",
        "length": "zellig.curators.length:make",
        "rarity": "zellig.curators.rarity:make",
        "uncertainty": "zellig.curators.uncertainty:make",
        "adaptive-texts": "zellig.curators.adaptive:make",
        "person": "zellig.curators.person:make",
    },
    "buzzers": {
        "threshold": "zellig.buzzers.threshold:Threshold",
        "logistic": "zellig.buzzers.logistic:Logistic [neural]",
        "mlp": "zellig.buzzers.mlp:Mlp [neural]",
        "lstm": "zellig.buzzers.lstm:Lstm [neural]",
        "wins": "zellig.buzzers.wins:Wins [neural]",
    },
    "adapters": {
        "py": "zellig.systems.python:load",
        "http": "zellig.systems.http:load",
        "https": "zellig.systems.http:load",
        "cmd": "zellig.systems.command:load",
        "openai": "zellig.systems.openai:load",
        "file": "zellig.systems.predictions_file:load",
        "hf": "zellig.systems.hf:load [neural]",
    },
    "systems": {
        "bag-of-ngrams": "zellig.systems.bag_of_ngrams:BagOfNgrams",
        "nli-overlap": "zellig.systems.nli_overlap:NliOverlap",
        "nearest-noun-phrase": "zellig.systems.nearest_noun_phrase:NearestNounPhrase",
        "qasrl-logistic": "zellig.systems.qasrl_logistic:QaSrlLogistic",
        "cnn": "zellig.systems.cnn:Cnn [neural]",
        "lm-zero-shot": "zellig.systems.lm_zero_shot:LmZeroShot [neural]",
        "minilm": "zellig.systems.minilm:MiniLm [neural]",
        "dcnn": "zellig.systems.dcnn:Dcnn [neural]",
        "rntn": "zellig.systems.rntn:Rntn [neural]",
        "strawman": "zellig.systems.strawman:Strawman [neural]",
        "tfidf": "zellig.systems.tfidf:Tfidf",
        "ir": "zellig.systems.ir:Ir [quiz]",
        "dan": "zellig.systems.dan:Dan [neural]",
        "gru": "zellig.systems.gru:Gru [neural]",
        "ensemble": "zellig.systems.ensemble:Ensemble",
    },
}

_brought: dict[str, dict[str, Any]] = {}  # by kind and name


def bring(kind: str, name: str, thing: object) -> None:
    """From now on, and in this process, the name is that of something of the user's own."""
    _brought.setdefault(kind, {})[name] = thing


def bring_all(kind: str, things: Mapping[str, object]) -> None:
    """From now on, and in this process, these are all that the user has brought."""
    _brought[kind] = dict(things)


def brought(kind: str) -> dict[str, Any]:
    """By name, what the user has brought."""
    return dict(_brought.get(kind, {}))


@cache
def targets(kind: str) -> dict[str, EntryPoint]:
    """Every name of a kind with the entry point behind it; two owners of one name are an error."""
    group = f"zellig.{kind}"
    found = {name: EntryPoint(name, value, group) for name, value in BUILT_IN[kind].items()}
    for entry in entry_points(group=group):
        if found.setdefault(entry.name, entry).value != entry.value:
            raise ZelligError(
                f"{entry.name!r} in {kind} is claimed by {found[entry.name].value} and by {entry.value}",
                remedy="Uninstall one of the two packages.",
            )
    return found


def names(kind: str) -> list[str]:
    """All names of a kind, in order of the alphabet."""
    return sorted(targets(kind))


def extra_of(kind: str, name: str) -> str | None:
    """The extra that something of ours needs; extras of other packages are their own affair."""
    return next(iter(targets(kind)[name].extras), None) if name in BUILT_IN[kind] else None


def lookup(kind: str, name: str) -> Any:
    """The object behind a name; refuses an unknown name, and one that needs an extra that is missing."""
    if name in brought(kind):
        return brought(kind)[name]
    if name not in targets(kind):
        near = difflib.get_close_matches(name, names(kind), n=2)
        hint = f"Did you mean {' or '.join(near)}?" if near else f"There are: {', '.join(names(kind))}."
        raise ZelligError(f"{name!r} is not one of the {kind}", remedy=hint)
    if extra := extra_of(kind, name):
        require(extra, repr(name))
    try:
        return targets(kind)[name].load()
    except ImportError as error:
        if name in BUILT_IN[kind]:
            raise
        raise ZelligError(
            f"{name!r} in {kind} cannot be loaded ({error})",
            remedy="Install what its package needs, or uninstall it.",
        ) from error


def documentation(kind: str, name: str) -> str:
    """The documentation of what is behind a name, told without running it.

    That of the module, or that of the object where a module has several of a kind.
    """
    entry = targets(kind)[name]
    try:
        found = find_spec(entry.module)
    except ModuleNotFoundError:
        found = None
    if found is None or not found.origin or not found.origin.endswith(".py"):
        return f"(in {entry.module})"
    tree = ast.parse(Path(found.origin).read_bytes())
    shared = sum(other.module == entry.module for other in targets(kind).values()) > 1
    parts = (node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef))
    named = (node for node in parts if node.name == entry.attr)
    return ast.get_docstring(next(named, tree) if shared else tree) or f"(in {entry.module})"


def summary(kind: str, name: str) -> str:
    """The first line of the documentation."""
    return documentation(kind, name).splitlines()[0]
