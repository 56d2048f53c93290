"""The QA-SRL builder of the 2017 shared task: logistic regression over neighbours in the dependency parse.

From the paper: candidates are the neighbours of the predicate and their neighbours; features are 1- to
5-skip-grams, at most 4 words skipped, of the predicate, the verb of the question, the question, and the
dependency relation between predicate and candidate; a candidate that overlaps the true answer by at least
75% of the characters is a positive example. Decided here, for the paper does not say:

- A candidate's span is the yield of its subtree as far as it is contiguous and on the candidate's side of
  the predicate. The branch that leads to the predicate is no part of it ("the cook" and not "the cook who",
  of "the cook who baked").
- The relation is the path of at most two arcs with their directions. Prepositions are part of the relation,
  as in the collapsed Stanford dependencies of the paper's parser.
- The overlap is measured against the gold characters, or (`overlap = "union"`, the default) against
  those of both spans, without which the largest of the spans around an answer is as good as the best.

Beyond the paper (`crossed`, `variants`): four namespaces that never meet cannot say which relation answers
which question, because within one item three of them are the same for all candidates. So the features of
candidates are crossed with those that describe how the question is put, and candidates are also described
by tag, side, length, first and last word. A candidate may be shortened in the ways listed in `_variants`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
import numpy as np

from zellig.errors import ZelligError
from zellig.items import Item, Prediction
from zellig.language.parse import BATCH
from zellig.performers import Spec
from zellig.systems.card import Card, Point
from zellig.systems.linear import Keys, Linear, crossed, keys, needs_fields
from zellig.systems.questions import Parsed, Question, parse_items
from zellig.systems.settings import Count, Positive, settings_of
from zellig.systems.skipgrams import skipgrams
from zellig.systems.training import Lesson

if TYPE_CHECKING:
    from spacy.tokens import Token

NAME = "qasrl-logistic"
WHOLE = "whole"
CUTS = {
    "before a clause": {"relcl", "acl", "advcl", "appos", "punct", "cc", "conj"},
    "before a preposition": {"prep"},
}
MOST_CANDIDATES = 200  # of one predicate; a sentence of the corpora has a few dozen


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the builder; distance, order, skip and positive_from are the paper's."""

    distance: Annotated[int, msgspec.Meta(ge=1, le=5)] = 2  # arcs between predicate and candidate
    order: Annotated[int, msgspec.Meta(ge=1, le=8)] = 5  # longest skip-gram
    skip: Annotated[int, msgspec.Meta(ge=0, le=8)] = 4  # words a skip-gram may leave out in all
    each_gap: bool = False  # the limit holds for each gap instead
    positive_from: Annotated[float, msgspec.Meta(gt=0, le=1)] = 0.75  # share of the characters
    overlap: Literal["gold", "union"] = "union"  # what it is a share of
    crossed: bool = True  # cross the features of candidate and question
    variants: bool = True  # shorten candidates
    strength: Positive = 0.2  # of the evidence against the prior
    at_least: Count = 2  # rows that a feature must occur in


@dataclass(frozen=True)
class Candidate:
    """A span that may be the answer."""

    start: int
    end: int
    head: int  # the token whose subtree it comes from
    path: tuple[str, ...]  # arcs from the predicate
    variant: str  # how it was shortened


class QaSrlLogistic:
    """A trained scorer of candidates."""

    Config = Settings

    def __init__(self, spec: Spec, model: Linear) -> None:
        self.spec = spec
        self.labels: Sequence[str] = ()
        self._settings = settings_of(spec, Settings)
        self._model = model

    @classmethod
    def train(cls, lesson: Lesson, config: Settings) -> QaSrlLogistic:
        """Learn from every candidate of every item whether it is an answer."""
        needs_fields(NAME, lesson.task, ("sentence", "predicate", "question"))
        rows: list[Keys] = []
        positive: list[bool] = []
        for done, parsed in enumerate(parse_items(lesson.train), 1):
            candidates = find_candidates(parsed, config)
            rows += _features(parsed, candidates, config)
            positive += [_overlap(parsed, each, config) >= config.positive_from for each in candidates]
            lesson.progress("qasrl-logistic parses", done, len(lesson.train))
        if len(set(positive)) < 2:
            raise ZelligError(
                f"of the {len(rows)} candidates in {len(lesson.train)} items {sum(positive)} are answers",
                remedy="Train on sentences with answers that are parts of them.",
            )
        model = Linear.fit(
            rows,
            None,
            np.array(positive, dtype=int),
            strength=config.strength,
            at_least=config.at_least,
            seed=lesson.seed,
        )
        system = cls(Spec(NAME, msgspec.to_builtins(config) | {"seed": lesson.seed}), model)
        if lesson.dev:
            given = system.predict(lesson.dev)
            right = [
                lesson.task.rule(lesson.task.answer(prediction.answer), item).right
                for prediction, item in zip(given, lesson.dev, strict=True)
            ]
            lesson.curve.append(Point(1, float(np.mean(right))))
        return system

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """The most probable candidate of each item; of equal ones the shortest, then the leftmost."""
        found = []
        for start in range(0, len(items), BATCH):
            parses = list(parse_items(items[start : start + BATCH]))
            candidates = [find_candidates(parsed, self._settings) for parsed in parses]
            rows = [
                row
                for parsed, spans in zip(parses, candidates, strict=True)
                for row in _features(parsed, spans, self._settings)
            ]
            scores = iter(self._model.scores(rows)[:, 0].tolist())
            for parsed, spans in zip(parses, candidates, strict=True):
                found.append(Prediction(parsed.item.id, _best(parsed, [(next(scores), s) for s in spans])))
        return found

    def save(self, folder: Path) -> None:
        """Write the weights."""
        self._model.save(folder)

    @classmethod
    def load(cls, folder: Path, card: Card) -> QaSrlLogistic:
        """Read a saved system again."""
        return cls(card.spec, Linear.load(folder, 2))  # an answer, or none


def _best(parsed: Parsed, scored: Sequence[tuple[float, Candidate]]) -> str:
    """The text of the best candidate; log-odds that differ by rounding alone are equal."""
    if not scored:
        return parsed.nearest_token()
    _, best = min(scored, key=lambda each: (-round(each[0], 9), each[1].end - each[1].start, each[1].start))
    return parsed.text(best.start, best.end)


# --- candidates


def find_candidates(parsed: Parsed, settings: Settings) -> list[Candidate]:
    """The spans around the predicate, each once: the nearest node it comes from counts."""
    found: dict[tuple[int, int], Candidate] = {}
    if not len(parsed.doc):
        return []
    for token, path in _neighbours(parsed.doc[parsed.predicate], settings.distance):
        start, end = _yield_of(token, parsed.predicate)
        shortened = _variants(token, start, end) if settings.variants else iter(())
        for which, first, last in ((WHOLE, start, end), *shortened):
            span = _trim(parsed, first, last)
            if span[0] < span[1]:
                found.setdefault(span, Candidate(*span, token.i, path, which))
        if len(found) >= MOST_CANDIDATES:
            break
    return list(found.values())


def _neighbours(predicate: Token, distance: int) -> Iterator[tuple[Token, tuple[str, ...]]]:
    """Every token at most `distance` arcs away with the path to it, nearest first."""
    seen = {predicate.i}
    ring: list[tuple[Token, tuple[str, ...]]] = [(predicate, ())]
    for _ in range(distance):
        wider = []
        for token, path in ring:
            arcs = [(child, f"down:{_relation(child)}") for child in token.children]
            if token.head.i != token.i:
                arcs.append((token.head, f"up:{_relation(token)}"))
            for other, arc in arcs:
                if other.i not in seen:
                    seen.add(other.i)
                    wider.append((other, (*path, arc)))
        yield from wider
        ring = wider


def _relation(token: Token) -> str:
    return f"{token.dep_}_{token.lower_}" if token.dep_ in {"prep", "agent", "mark"} else token.dep_


def _yield_of(token: Token, predicate: int) -> tuple[int, int]:
    """The contiguous part of the subtree that the token is in, up to the branch with the predicate."""
    start, end = token.left_edge.i, token.right_edge.i + 1
    for child in token.children:  # an ancestor of the predicate has it in one of its branches
        if child.left_edge.i <= predicate <= child.right_edge.i:
            if child.i > token.i:
                end = min(end, child.left_edge.i)
            else:
                start = max(start, child.right_edge.i + 1)
    if token.i < predicate:
        return start, min(end, predicate)
    return max(start, predicate + 1), end


def _variants(token: Token, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """Shorter spans of a candidate.

    Longer ones (to the end of the clause) put more answers within reach and cost two points of exact match on
    the development items: the classifier then takes them too often.
    """
    inside = [child for child in token.rights if start < child.left_edge.i < end]
    for which, relations in CUTS.items():
        cut = next((child.left_edge.i for child in inside if child.dep_ in relations), None)
        if cut is not None:
            yield which, start, cut
    if token.dep_ in {"prep", "agent"}:
        yield "without its preposition", token.i + 1, end


def _trim(parsed: Parsed, start: int, end: int) -> tuple[int, int]:
    """The span without punctuation and conjunctions at its edges."""
    while start < end and _is_edge(parsed.doc[start]):
        start += 1
    while start < end and _is_edge(parsed.doc[end - 1]):
        end -= 1
    return start, end


def _is_edge(token: Token) -> bool:
    return token.text in {",", ".", ";", ":", "--", "-", "!", "?"} or token.dep_ == "cc"


# --- examples


def _overlap(parsed: Parsed, span: Candidate, settings: Settings) -> float:
    """The share of characters that a span and the best gold answer have in common."""
    words = [token.text for token in parsed.doc]
    sentence = " ".join(words)
    start = len(" ".join(words[: span.start])) + (span.start > 0)
    end = start + len(" ".join(words[span.start : span.end]))
    best = 0.0
    for gold in parsed.item.accepted:
        at = sentence.find(gold)
        while gold and at >= 0:
            shared = max(0, min(end, at + len(gold)) - max(start, at))
            whole = len(gold) if settings.overlap == "gold" else end - start + len(gold) - shared
            best = max(best, shared / whole)
            at = sentence.find(gold, at + 1)
    return best


def _features(parsed: Parsed, candidates: Sequence[Candidate], settings: Settings) -> list[Keys]:
    """The keys of each candidate's features."""
    question = parsed.question
    predicate = parsed.doc[parsed.predicate] if len(parsed.doc) else None

    def grams(space: str, words: Sequence[str]) -> list[str]:
        found = skipgrams(words, settings.order, settings.skip, each_gap=settings.each_gap)
        return [f"{space}={gram}" for gram in found]

    about_item = [*grams("predicate", [predicate.lower_ if predicate else ""])]
    about_item += grams("verb", [question.verb])
    about_item += grams("question", question.words)
    shared = np.unique(keys(about_item))
    asked = keys(_how_it_is_put(question, predicate))
    rows = []
    for candidate in candidates:
        path = grams("path", candidate.path)
        if settings.crossed:
            own = keys([*path, *_looks(parsed, candidate)])
            row = np.concatenate([shared, own, crossed(asked, own)])
        else:
            row = np.concatenate([shared, keys(path)])
        rows.append(np.unique(row))
    return rows


def _how_it_is_put(question: Question, predicate: Token | None) -> Iterator[str]:
    before = " ".join("X" if word in {"someone", "something"} else word for word in question.before)
    after = " ".join(question.after)
    ending = "ing" if question.verb.endswith("ing") else ""
    tag = predicate.tag_ if predicate is not None else ""
    frame = f"{before} V{ending} {after}"
    yield f"wh={question.wh}"
    yield f"before={before} V{ending}"
    yield f"after={after}"
    yield f"wh and frame={question.wh} {frame}"
    yield f"frame={frame}"
    yield f"frame and tag={tag} {frame}"
    yield f"wh, before and tag={question.wh} {before} V{ending} {tag}"
    yield f"wh, before and verb={question.wh} {before} {question.verb}"


def _looks(parsed: Parsed, candidate: Candidate) -> Iterator[str]:
    """Beyond the paper: what a candidate looks like."""
    doc, at = parsed.doc, parsed.predicate
    head = doc[candidate.head]
    side = "left" if candidate.end <= at else "right"
    gap = at - candidate.end if side == "left" else candidate.start - at - 1
    length = candidate.end - candidate.start
    path = " ".join(candidate.path)
    yield f"side={side}"
    yield f"whole path={side} {path}"
    yield f"path and variant={path} {candidate.variant}"
    yield f"variant={candidate.variant} {head.dep_}"
    yield f"tag={head.tag_}"
    yield f"gap={side} {_step(gap)}"
    yield f"length={_step(length)}"
    yield f"head={head.lower_}"
    yield f"first={doc[candidate.start].lower_}"
    yield f"first tag={doc[candidate.start].tag_} {candidate.variant}"
    yield f"last tag={doc[candidate.end - 1].tag_}"
    yield f"number={any(token.like_num for token in doc[candidate.start : candidate.end])}"
    yield f"name={head.is_title and candidate.head > 0}"
    yield f"shape={head.shape_}"


def _step(number: int) -> int:
    """A number to within a factor of one and a half or so."""
    return next(step for step in (0, 1, 2, 3, 4, 6, 9, 13, 20, 30, 10**9) if number <= step)
