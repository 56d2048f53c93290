"""The verdict on an answer: right, wrong or prompt, and why."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from zellig.tasks.quiz.judging.besides import ALL, Bare, bare
from zellig.tasks.quiz.judging.comparing import Likeness, Said, compare, said
from zellig.tasks.quiz.judging.forms import ACCEPTED, Candidate, Prepared, prepare
from zellig.tasks.quiz.judging.likeness import SAME, SLIP
from zellig.tasks.quiz.judging.looks import look
from zellig.tasks.quiz.judging.question import asked_of
from zellig.tasks.quiz.lines.line import Condition
from zellig.tasks.quiz.lines.parsing import parse, plain_line
from zellig.tasks.quiz.words import fold, words
from zellig.tasks.task import Judgement

KEPT = 1 << 16  # lines, and verdicts, that are remembered

# Of two that are equally near, the first counts. An accepted answer that is prompted on as well is a part of
# one that a comma took apart, "[or Ada, daughter of Byron; prompt on Ada]", or lacks what is in brackets.
_REJECT, _ACCEPT, _PROMPT, _PROMPTED_TOO = 0, 1, 2, 3


class _Verdict(NamedTuple):
    judgement: Judgement
    near: bool  # not right, but like something in the line: what the question tells may matter


def judge(
    answer: str, line: str, canonical: tuple[str, ...] = (), heard: str | None = None, question: str = ""
) -> Judgement:
    """Judge an answer by an answer line as it is printed; refuses a line that has no answer.

    `canonical` answers are right besides, unless the line rejects them. `heard` is what was read of the
    question; None: that is not known. `question` tells what kind of thing is asked for, and so what may be
    said besides; it is only looked at where that matters.
    """
    plain = _by_line(answer, line, canonical, heard, ALL)
    if not plain.near:
        return plain.judgement
    left = bare(said(answer), prepared(line, canonical), asked_of(question))
    return _by_line(answer, line, canonical, heard, left).judgement


def judge_plainly(answer: str, answers: tuple[str, ...], question: str = "") -> Judgement:
    """Judge an answer by some that are right, without a line."""
    plain = _by_answers(answer, answers, ALL)
    if not plain.near:
        return plain.judgement
    left = bare(said(answer), _prepared_answers(answers), asked_of(question))
    return _by_answers(answer, answers, left).judgement


@lru_cache(maxsize=KEPT)
def _by_line(answer: str, line: str, canonical: tuple[str, ...], heard: str | None, left: Bare) -> _Verdict:
    return _judge(_said(answer, left), prepared(line, canonical), heard)


@lru_cache(maxsize=KEPT)
def _by_answers(answer: str, answers: tuple[str, ...], left: Bare) -> _Verdict:
    return _judge(_said(answer, left), _prepared_answers(answers), None)


def _said(answer: str, left: Bare) -> Said:
    if left == ALL:
        return said(answer)
    certain, doubtful = (look(text) if text else None for text in left)
    return said(answer)._replace(bare=certain, doubtful=doubtful)


@lru_cache(maxsize=KEPT)
def prepared(line: str, canonical: tuple[str, ...] = ()) -> Prepared:
    """An answer line, ready for judging."""
    return prepare(parse(line), plain_line(canonical).main)


@lru_cache(maxsize=KEPT)
def _prepared_answers(answers: tuple[str, ...]) -> Prepared:
    return prepare(plain_line(answers))


class _Found(NamedTuple):
    """An answer of the line that the given one is like; the nearest one counts."""

    cost: int
    doubtful: bool  # it counts only after something is read, and how much was read is not known
    order: int
    likeness: Likeness
    candidate: Candidate


def _judge(given: Said, line: Prepared, heard: str | None) -> _Verdict:
    if not given.look.words:
        return _Verdict(Judgement("wrong", "no answer was given"), False)
    best = min(_like(given, line, heard), key=lambda each: each[:3], default=None)
    if best is None:
        return _Verdict(Judgement("wrong", _none_of(line)), False)
    judgement = _judged(best, line, heard)
    return _Verdict(judgement, not judgement.right)


def _judged(best: _Found, line: Prepared, heard: str | None) -> Judgement:
    like, choice = best.likeness, best.candidate.choice
    if like.kind == "part" or (like.kind == "little" and line.line.partial == "prompt"):
        if line.line.partial == "reject":
            return Judgement("wrong", f"it {like.why}, and the line wants all of it")
        return Judgement("prompt", f"it {like.why}")
    if like.kind in ("other", "little"):
        return Judgement("wrong", f"it {like.why}{_left_to_people(line)}")
    when = _said_of(choice.condition, heard)
    if best.order == _REJECT:
        return Judgement("wrong", f"it {like.why}, which is not accepted{when}")
    if best.order == _PROMPT or choice.loose == "described":
        return Judgement("prompt", f"it {like.why}, on which one prompts{when}", choice.ask)
    return Judgement("right", f"it {like.why}, {best.candidate.role}{when}")


def _like(given: Said, line: Prepared, heard: str | None) -> Iterator[_Found]:
    """Everything in the line that the answer is like."""
    forms = line.line.word_forms
    for candidate in line.reject:
        like = compare(given, candidate.form)
        if like is not None and like.kind == "is" and like.cost <= SLIP and _counts(candidate, heard):
            if like.cost == SAME and _is_accepted(candidate, line) and not _verbatim(given, candidate):
                continue  # "Tea House [do not accept The Tea House]"
            doubtful = _doubtful(candidate, heard)
            cost = SAME - 1 if _verbatim(given, candidate) and not doubtful else like.cost
            yield _Found(cost, doubtful, _REJECT, like, candidate)
    for order, candidates in ((_ACCEPT, line.accept), (_PROMPT, line.prompt)):
        for candidate in candidates:
            like = compare(given, candidate.form, forms=forms)
            if like is None or (order == _PROMPT and like.kind != "is") or not _counts(candidate, heard):
                continue
            if order == _ACCEPT and like.cost == SAME and _may_be_prompted_on(candidate):
                yield _Found(SAME, False, _PROMPTED_TOO, like, candidate)
            else:
                yield _Found(like.cost, _doubtful(candidate, heard), order, like, candidate)


def _may_be_prompted_on(candidate: Candidate) -> bool:
    """May a prompt on the same words count instead? Not if they are all of a main answer, or in time."""
    left_out = candidate.form.text != candidate.choice.whole
    return (candidate.role == ACCEPTED and not candidate.choice.condition) or left_out


def _is_accepted(rejected: Candidate, line: Prepared) -> bool:
    return any(rejected.form.look.words == each.form.look.words for each in line.accept)


def _verbatim(given: Said, candidate: Candidate) -> bool:
    return fold(given.text).split() == fold(candidate.form.text).split()


def _counts(candidate: Candidate, heard: str | None) -> bool:
    """Does an answer count at this place of the question? If that cannot be known, it does."""
    condition = candidate.choice.condition
    if condition is None or heard is None or not condition.known:
        return True
    sought = " ".join(words(condition.what or candidate.choice.text))
    read = f" {sought}" in f" {' '.join(words(heard))}"
    return read == (condition.when == "after")


def _doubtful(candidate: Candidate, heard: str | None) -> bool:
    condition = candidate.choice.condition
    return condition is not None and condition.when == "after" and (heard is None or not condition.known)


def _said_of(condition: Condition | None, heard: str | None) -> str:
    """The condition in words, if it is not known to be met."""
    if condition is None or (heard is not None and condition.known):
        return ""
    what = f"'{condition.what}'" if condition.what else "it"
    read = f"{what} is read" if condition.known else condition.what
    return f" ({condition.when} {read}; whether that is met is not known)"


def _none_of(line: Prepared) -> str:
    if not line.accept:
        return "no right answer is known"
    return (
        f"it is nothing like '{line.accept[0].form.text}' or what else the line names{_left_to_people(line)}"
    )


def _left_to_people(line: Prepared) -> str:
    left = line.line.left_to_people
    return f"; but {left[0]!r} is for a person to judge" if left else ""
