"""The check of written questions: one function for a draft, and one for all questions of a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from zellig.checks.questions.answer_line import line_faults, parsed_line
from zellig.checks.questions.findings import Fault, QuestionFinding, QuestionReport, QuestionRow, finding
from zellig.checks.questions.giveaway import giveaway
from zellig.checks.questions.policy import QuestionPolicy
from zellig.checks.questions.pool import Compared, QuestionPool
from zellig.checks.questions.pyramid import pyramid
from zellig.checks.questions.repeats import repeats
from zellig.checks.questions.wording import wording
from zellig.checks.severities import gravest
from zellig.items import Item
from zellig.performers import System


def check_question(
    item: Item,
    *,
    pool: Compared,
    policy: QuestionPolicy,
    guesser: System | None = None,
    called: str = "",
    line: int = 1,
    rewrites: str = "",
) -> list[QuestionFinding]:
    """Everything found about a question; the guesser, which may be `called` something else than its name, is
    not asked about one that something rejects.

    An earlier version of it in the pool, by its id, does not count as another question; nor does the one
    that it `rewrites`.
    """
    found = [finding(item, line, fault) for fault in _faults(item, pool, policy, rewrites)]
    if guesser is not None and gravest(found) != "reject":
        found += [finding(item, line, fault) for fault in pyramid(item, guesser, policy.pyramid, called)]
    return found


def check_questions(
    items: Iterable[Item], *, pool: QuestionPool, policy: QuestionPolicy, guesser: System | None = None
) -> QuestionReport:
    """Check questions one after the other, each against the pool and those before it, which join the pool."""
    rows: list[QuestionRow] = []
    lines: dict[str, int] = {}
    for line, item in enumerate(items, 1):
        first = lines.setdefault(item.id, line)
        if first == line:
            found = check_question(item, pool=pool, policy=policy, guesser=guesser, line=line)
            pool.add(item)
        else:
            found = [finding(item, line, Fault("repeated-id", f"question {first} has the same id"))]
        rows.append(QuestionRow(line, item, tuple(found)))
    return QuestionReport(tuple(rows))


def _faults(item: Item, pool: Compared, policy: QuestionPolicy, rewrites: str) -> Iterator[Fault]:
    text = item.fields["text"]
    broken = False
    for fault in wording(text, policy.length):
        broken = broken or fault.code == "broken-text"
        yield fault
    yield from line_faults(item)
    if broken:
        return
    yield from repeats(item, pool, policy.repeats, rewrites)
    if (line := parsed_line(item)) is not None:
        yield from giveaway(text, line, pool, policy.giveaway)
