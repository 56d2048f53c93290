"""A set of packets as one page to be printed, and in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from markupsafe import Markup, escape

from zellig import __version__
from zellig.corpora.packet_json import answer_runs, credit
from zellig.corpora.question_print import question_in_power
from zellig.games.writing.distribution import kind_in_words
from zellig.games.writing.packets import QuestionSet
from zellig.games.writing.repeats import Repeat
from zellig.items import Item
from zellig.report.page import template
from zellig.tasks.quiz.printing import Run, tags_of
from zellig.terminal import visible

MOST = 8  # kinds of questions that are left over which are named


def set_in_words(found: QuestionSet) -> Iterator[str]:
    """What there is, what is missing, what repeats and what was left over, a sentence each."""
    least, most = (of(len(packet.tossups) for packet in found.packets) for of in (min, max))
    many = f"{len(found.packets):,} packet{'s' if len(found.packets) > 1 else ''}"
    each = f"{most:,}" if least == most else f"{least:,} to {most:,}"
    after = repr(found.distribution) if found.distribution else "numbers of its own"
    yield f"{many} of {each} tossups, after {after}."
    for missing in found.missing:
        yield f"{missing} ({_listed(missing.packets)})."
    for repeat in found.repeats:
        yield repeat_in_words(repeat, found)
    if found.left_over:
        kinds = Counter(map(kind_in_words, found.left_over)).most_common()
        named = ", ".join(f"{often} {kind}" for kind, often in kinds[:MOST])
        more = " and others" if kinds[MOST:] else ""
        number = len(found.left_over)
        left = "1 question is" if number == 1 else f"{number:,} questions are"
        yield f"{left} left over: {named}{more}."


def repeat_in_words(repeat: Repeat, found: QuestionSet) -> str:
    """What repeats, and where."""
    places = (place for name, place in found.places().items() if name in repeat.questions)
    where = _listed("{} number {}".format(*place) for place in places)
    what = f"the answer {repeat.what}" if repeat.kind == "answer" else f"the clue {repeat.what!r}"
    return f"{what[0].upper()}{what[1:]} is asked in {where}."


def render_packets(found: QuestionSet) -> str:
    """The page as one string of HTML; every packet begins a new sheet of paper."""
    packets = [(packet.name, [_shown(item) for item in packet.tossups]) for packet in found.packets]
    return template("packets.html").render(
        title=found.name, packets=packets, licence=found.licence, version=__version__
    )


def _shown(item: Item) -> dict[str, object]:
    return {
        "question": as_markup(question_in_power(item)),
        "answer": as_markup(answer_runs(item)),
        "credit": credit(item),
    }


def as_markup(runs: Iterable[Run]) -> Markup:
    """Runs as HTML, escaped."""
    return Markup("").join(_element(run) for run in runs)


def _element(run: Run) -> Markup:
    text = escape(visible(run.text))
    for tag in reversed(list(tags_of(run.type))):
        text = Markup("<{0}>{1}</{0}>").format(tag, text)
    return text


def _listed(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
