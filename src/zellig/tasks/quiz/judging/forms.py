"""The ways in which each answer of a line may be said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from zellig.tasks.quiz.judging.comparing import AnswerForm
from zellig.tasks.quiz.judging.likeness import LEFT_OUT, REORDERED
from zellig.tasks.quiz.judging.looks import Look, core, look
from zellig.tasks.quiz.judging.people import (
    family_name,
    is_name,
    known_by_first_name,
    may_be_a_person,
    surname,
)
from zellig.tasks.quiz.lines.line import AnswerLine, Choice, Part
from zellig.tasks.quiz.names.keys import article, is_proper
from zellig.tasks.quiz.numbers import is_number
from zellig.tasks.quiz.tables import known
from zellig.tasks.quiz.words import words

MOST = 2_000  # of one line
MOST_SLASHES = 3  # "moons/satellites": more are read as they stand

MAIN, ACCEPTED, CANONICAL = "the main answer", "which is accepted", "the right answer"

_SLASH = re.compile(r"(?<![\w'’-])([\w'’-]+)/([\w'’-]+)")
_TITLE_BEHIND = re.compile(
    r"(?:the\s+)?(?:\d+(?:st|nd|rd|th)|jr|sr|duke|earl|count|viscount|baron|lord|king|queen|prince|bishop)\b",
    re.I,
)
_SUBTITLE = re.compile(r"(?:an?|or|being|the|how|its)\b", re.IGNORECASE)
_CALLED = re.compile(
    r"(?:[Tt]he\s+)?(?:colou?r|number|letter|word|year|element|planet|(?:month|city|state)\s+of)\s+(?P<name>\S+)"
)
_ITALIAN = re.compile(r"I\s+(?P<name>[A-Z]\w+i)")  # I Pagliacci
# "-40", "C++", "F#" are other answers than "40", "C", "F".
_WORD_WITH_SIGNS = re.compile(r"(?:(?<!\S)[-−–+](?=\d))?[\w'’.]+(?:[+#♯♭]+|[-−–](?!\S))?|(?<!\S)[<>√](?!\S)")
_DESCRIBES = re.compile(  # by a work or a relative, who is another answer: "composer of Winterreise"
    rf"(?:the\s+|an?\s+)?(?:[a-z]+\s+)?(?:{'|'.join(known().roles)})\s+(?:of|to|behind)\s"
)
_LONG_SUBTITLE = 5  # words
_AND = re.compile(r"\s+and\s+|,\s*(?:and\s+)?|\s*/\s*|\s*&\s*", re.IGNORECASE)


class Candidate(NamedTuple):
    """A form of an answer, with the answer and what it is in the line."""

    form: AnswerForm
    choice: Choice
    role: str


class Prepared(NamedTuple):
    """A line, ready for judging."""

    line: AnswerLine
    accept: tuple[Candidate, ...]
    prompt: tuple[Candidate, ...]
    reject: tuple[Candidate, ...]
    conditional: bool  # the verdict depends on how much of the question was heard


def prepare(line: AnswerLine, canonical: Iterable[Choice] = ()) -> Prepared:
    """All forms of a line's answers; `canonical` are answers that are right besides."""
    beside = frozenset(
        word for each in (*line.main, *line.accept, *line.prompt) for word in core(words(each.whole))
    )
    accept = [
        *(Candidate(form, each, MAIN) for each in _main(line) for form in _forms(each, beside)),
        *(Candidate(form, each, MAIN) for form, each in _either(line)),
        *(Candidate(form, each, ACCEPTED) for each in line.accept for form in _forms(each, beside)),
        *(Candidate(form, each, CANONICAL) for each in canonical for form in _forms(each, beside)),
    ]
    main = frozenset(word for each in line.main for word in words(each.whole))
    prompt = [
        Candidate(form._replace(asks=main.issuperset(form.look.core), person=False), each, "a prompt")
        for each in line.prompt
        for form in _forms(each, beside)
    ]
    reject = [
        Candidate(AnswerForm(text, look(text), strict=True), each, "")
        for each in line.reject
        for text in dict.fromkeys((each.text or each.whole, each.whole))
    ]
    every = (*line.main, *line.accept, *line.prompt, *line.reject)
    return Prepared(
        line,
        tuple(accept[:MOST]),
        tuple(prompt[:MOST]),
        tuple(reject[:MOST]),
        any(each.condition is not None for each in every),
    )


def _main(line: AnswerLine) -> Iterator[Choice]:
    """The main answers; one that is only a kind goes with the first: "Quill numbers or sequence"."""
    first = line.main[0] if line.main else None
    for each in line.main:
        found = core(words(each.text))
        if each is first or first is None or each.required or not set(found) <= known().kinds:
            yield each
        else:
            yield Choice((Part(" ".join([*first.text.split()[:-1], each.text])),))


def _forms(choice: Choice, beside: frozenset[str]) -> Iterator[AnswerForm]:
    """How an answer may be said."""
    text, whole = choice.text or choice.whole, choice.whole
    title = article(whole).istitle() and is_proper(whole) and len(words(whole)) == 1
    common = AnswerForm(
        text,
        look(text),
        beside=beside,
        name=is_name(text),
        person=may_be_a_person(text)
        or (bool(choice.required) and is_name(text) and " " not in whole.strip()),
        title=title,
        strict=bool(choice.loose),
    )
    if choice.required:
        asked = frozenset(core(words(_joined(choice, "prompt"))))
        needed, underlined = _underlined(choice)
        if _DESCRIBES.match(whole):
            needed, underlined = frozenset(core(words(text))), text
            common = common._replace(strict=True)
        common = common._replace(needed=needed, asked=asked)
        if underlined != text and len(underlined) > 1:
            yield AnswerForm(underlined, look(underlined), name=is_name(underlined), title=title, strict=True)
    elif not choice.loose:
        before, behind = _around(common.look)
        behind = 0 if article(text).istitle() else behind  # "The Magic Mountain" is a title, and needs all
        common = common._replace(surname=surname(text), before=before, behind=behind)
    common = common._replace(which=frozenset(words(whole)) - frozenset(words(text)))
    yield common
    if whole != text:
        yield common._replace(text=whole, look=look(whole), before=0, behind=0)
    if not choice.required:
        if family := family_name(text):
            yield AnswerForm(family, look(family), strict=True, base=LEFT_OUT)
        if only := known_by_first_name(text):
            yield AnswerForm(only, look(only), name=True, strict=True, base=LEFT_OUT)
        for shorter in (*heads(text), *_surnames(text), *_by_slashes(text)):
            without_region = " ".join(words(text.removeprefix(f"{shorter}, "))) in known().regions
            yield AnswerForm(
                shorter,
                look(shorter),
                beside=beside,
                asks=without_region,
                strict=bool(choice.loose),
                base=LEFT_OUT,
            )


def _around(found: Look) -> tuple[int, int]:
    """How many words before and behind a name say what kind of thing it is; not a title of a place."""
    table, named = known(), found.core
    before = behind = 0
    for word in named:
        after = found.words[found.words.index(word) + 1 :]
        if word not in table.kinds and (word not in table.titles or after[:1] == ("of",)):
            break
        before += 1
    # One kind, and none that a little word joins to the name: "The Old Man and the Sea".
    if len(named) - before > 1 and named[-1] in table.kinds | table.titles:
        behind = int(found.words[-2] not in table.little)
    return before, behind


def _underlined(choice: Choice) -> tuple[frozenset[str], str]:
    """The words with something underlined, and what exactly is: `US` of <u>U</u>nited <u>S</u>tates."""
    text = "".join(part.text for part in choice.parts if part.mark != "optional")
    flags = [part.mark == "required" for part in choice.parts if part.mark != "optional" for _ in part.text]
    marked, pieces = [], []
    for found in _WORD_WITH_SIGNS.finditer(text):
        here = "".join(text[place] for place in range(*found.span()) if flags[place]).strip(".'’")
        if here:
            marked.append(found[0])
            pieces.append(here)
    every = words(text)
    needed = frozenset(core(words(" ".join(marked)))) & frozenset(every)
    between = "" if all(len(piece) == 1 and piece.isalpha() for piece in pieces) else " "
    return needed or frozenset(core(every)), between.join(pieces)


def _joined(choice: Choice, mark: str) -> str:
    return " ".join(part.text for part in choice.parts if part.mark == mark)


def heads(text: str) -> Iterator[str]:
    """What is enough of a place with its region, a name with its title, a title with its subtitle.

    And of a thing that is said to be one, "the color red", or has an article that is no word to us.
    """
    if (called := _CALLED.fullmatch(text) or _ITALIAN.fullmatch(text)) is not None:
        yield called["name"]
    head, comma, tail = text.partition(", ")
    if comma and head and tail:
        region = " ".join(words(tail)) in known().regions
        if region or _TITLE_BEHIND.match(tail) or _SUBTITLE.match(tail):
            yield head
    head, colon, tail = text.partition(": ")
    if colon and head and (_SUBTITLE.match(tail) or len(tail.split()) >= _LONG_SUBTITLE):
        yield head


def _surnames(text: str) -> Iterator[str]:
    """The surnames of several people who are named together."""
    found = [surname(part) for part in _AND.split(text)]
    if len(found) > 1 and all(found):
        yield " and ".join(" ".join(each) for each in found)


def _by_slashes(text: str) -> Iterator[str]:
    """Both readings of `moons/satellites of Jupiter`."""
    found = list(_SLASH.finditer(text))
    if not 0 < len(found) <= MOST_SLASHES:
        return
    for number in range(2 ** len(found)):
        chosen, end = [], 0
        for place, slash in enumerate(found):
            chosen += [text[end : slash.start()], slash[1 + (number >> place & 1)]]
            end = slash.end()
        yield "".join([*chosen, text[end:]])


def _either(line: AnswerLine) -> Iterator[tuple[AnswerForm, Choice]]:
    """The parts of a main answer that are enough, each for itself."""
    if not line.either:
        return
    first = line.main[0]
    if len(first.required) > 1:
        parts: list[str] = list(first.required)
    else:
        whole = first.required[0] if first.required else first.text
        parts = [*_AND.split(whole), *(part for part in whole.split() if _stands_alone(part))]
    for part in parts:
        if part.strip() and part.strip() != first.text:
            base = REORDERED if part in first.required else LEFT_OUT  # the line says that it is enough
            yield AnswerForm(part.strip(), look(part.strip()), strict=True, base=base), first


def _stands_alone(part: str) -> bool:
    found = words(part)
    table = known()
    return bool(found) and not (
        set(found) & (table.kinds | table.titles | table.little) or all(map(is_number, found))
    )
