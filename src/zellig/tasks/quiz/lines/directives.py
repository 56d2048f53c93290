"""The directives of an answer line, clause by clause: accept, prompt, do not accept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from zellig.tasks.quiz.lines.conditions import conditional, from_then_on
from zellig.tasks.quiz.lines.line import Condition
from zellig.tasks.quiz.lines.markup import Marked
from zellig.tasks.quiz.lines.quotes import QUOTED, masked, unquoted

Verb = Literal["accept", "prompt", "reject"]
LESS_SPECIFIC = "Can you be less specific?"
LONGEST = 1_000  # characters of a clause: what is longer describes something, and is left to people
NOTHING = " .,:;\"'-–—"  # what may be left of a clause that says nothing

_FLAGS = re.IGNORECASE | re.VERBOSE | re.DOTALL
_SOFT = r"""(?:(?:please|also|generously|grudgingly|begrudgingly|reluctantly|but|and|then|however|just|even
    |still|technically|we['’]ll|we\ will|i\ suppose|should|be\ (?:very\ )?(?:generous|lenient)(?:\ and)?)
    \b[\s,]*){0,4}"""
_NOT = r"(?:(?:do|does|should|would|must|will)\ ?n(?:ot|['’]t)|dont|do\ no|never|cannot|can['’]?t)\b"
_VERB = re.compile(
    rf"""(?<![\w-]){_SOFT}(?:
        (?P<reject>{_NOT}[\s,*]*(?:\w+[\s,]+){{0,4}}?(?:accept|(?:anti-?)?prompt|take|allow)\b
            (?:(?:\ on)?\W+(?:or|and|nor)?\W*(?:accept|take|(?:anti-?)?prompt)\b)?(?:\s+(?:on|for|either)\b)?
          |not\ (?=")|reject\b(?:\s+(?:and|or)\ do\ not\ prompt\ on)?|but\ not\b(?!\ (?:limited|necessarily)))
      |(?P<prompt>(?P<anti>anti-?\s?)?(?:prompt|promt|promot)s?\b(?:\s+(?:on|for|against|if\ given)\b)?)
      |(?P<accept>(?:acc+e[pt]+t?|acept|aceppt|accpet|take|allow)s?\b
            (?:\s+(?:also|either\ of|on|a\ buzz\ (?:on|of|with))\b)?)
    )[\s:,*]*""",
    _FLAGS,
)
_OR = re.compile(r"[\s,]*(?:or|also|and)\b[\s,:]*(?:i\ suppose,\ )?", re.IGNORECASE)
_ASKING = re.compile(
    r"""[\s,]*(?:\b(?:by\ )?(?:asking|ask)(?:\s+(?:them|the\ players?|players?|something\ like|e\.?g\.?|for))*
        |\bwith(?:\ the\ question|\ a\ directed\ prompt\ of)?(?=\s*,?\s*["‘'])
        |\b(?:by\ )?saying(?=\s*,?\s*["‘'])|(?<=\s)-\s*(?=")|:\s*(?="[^"]*\?"))[\s,:]*""",
    _FLAGS,
)
_ON = re.compile(r"\s*\bon\s+", re.IGNORECASE)
_SEPARATOR = re.compile(
    r"""\s*,?\s+as\s+well\s+as\s+|\s*,?\s+or\s+(?:even\s+)?|\s*,\s+(?:and\s+|&\s+)?|\s+/\s+|(?<=")\s+and\s+(?=")""",
    re.IGNORECASE,
)
_GOES_ON = re.compile(  # behind a comma: still the same name
    r"""(?:\d+(?:st|nd|rd|th)|jr|sr|inc|ltd|duke|earl|count|viscount|baron|lord|lady|king|queen|prince|princess
        |bishop|archbishop|marquess|marquis)\b""",
    _FLAGS,
)
_REASON = re.compile(
    r"""(?:,\s+(?P<as>as)\b|,\s+(?:since|because|which|who|but|while)\b|\s+(?:because|since)\s
        |,?\s+(?:although|though|even\ though|despite)\b|(?<=")\s+(?:as|which|but)\s|\s+--?\s
        |\s*[–—]\s|—\s*).*$""",
    _FLAGS,
)


class Clause(NamedTuple):
    """One directive with what it speaks of."""

    verb: Verb
    said: Marked
    anti: bool = False  # asks for a less specific answer
    stated: bool = True  # the line says so, and it is not only meant
    synonym: bool = False  # an "or" begins it, and no "accept"
    raw: str = ""

    @property
    def empty(self) -> bool:
        return not self.said.text.strip(NOTHING)


class Spoken(NamedTuple):
    """What a clause speaks of, taken apart."""

    alternatives: list[tuple[Marked, Condition | None]]
    ask: str


def clauses(section: Marked) -> Iterator[Clause]:
    """The clauses of a section; one without a verb goes on with the last one's, if it is not a new "or"."""
    text = masked(section.text)
    found = list(_VERB.finditer(text))
    ends = [*(each.start() for each in found), len(text)]
    last = Clause("accept", section)
    for start, end in _pieces(text, 0, ends[0]):
        yield from _without_verb(section.part(start, end), last)
    for each, stop in zip(found, ends[1:], strict=True):
        verb: Verb = "reject" if each["reject"] else "prompt" if each["prompt"] else "accept"
        (start, end), *more = _pieces(text, each.end(), stop)
        raw = section.text[each.start() : end].strip(" ;,")
        last = Clause(verb, section.part(start, end), bool(each["anti"]), raw=raw)
        yield last
        for start, end in more:
            yield from _without_verb(section.part(start, end), last)


def _without_verb(said: Marked, last: Clause) -> Iterator[Clause]:
    if not said.text.strip(NOTHING):
        return
    raw = said.text.strip(" ;,")
    if (bare := _OR.match(said.text)) is not None:
        yield Clause("accept", said.part(bare.end(), len(said.text)), synonym=True, raw=raw)
    else:
        yield Clause(last.verb, said, last.anti, stated=False, raw=raw)


def _pieces(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The pieces between semicolons."""
    pieces = []
    while (cut := text.find(";", start, end)) >= 0:
        pieces.append((start, cut))
        start = cut + 1
    return [*pieces, (start, end)]


def taken_apart(clause: Clause) -> Spoken:
    """The alternatives of a clause, each with its condition, and what to ask."""
    said, ask = _without_ask(clause)
    reason = _REASON.search(masked(said.text))
    if reason is not None and (clause.verb == "reject" or not reason["as"]):
        said = said.part(0, reason.start())
    pieces = [said.part(*span) for span in _alternatives(masked(said.text))]
    found = [conditional(piece) for piece in pieces if piece.text.strip(NOTHING)]
    last = found[-1][1] if found else None
    if last is not None and all(condition is None for _, condition in found[:-1]):
        found = [(each, last) for each, _ in found]  # it speaks of all that was listed before it
    return Spoken([(each, condition) for each, condition in found if each.text.strip(NOTHING)], ask)


def speaks_of_the_last(clause: Clause) -> bool:
    """Is this about what was said before: "and prompt after", "then prompt until read"?"""
    if not clause.stated:
        return False
    if clause.empty:
        return clause.verb == "prompt" and clause.raw.lower().startswith(("then", "and", "but"))
    return from_then_on(clause.said.text) or not conditional(clause.said)[0].text.strip(NOTHING)


def condition_alone(clause: Clause) -> Condition | None:
    """The condition that stands before a directive: "before the giveaway, accept ..."."""
    kept, condition = conditional(clause.said)
    return condition if not clause.stated and not kept.text.strip(NOTHING) else None


def _without_ask(clause: Clause) -> tuple[Marked, str]:
    """What is prompted on, and the question to ask."""
    said = clause.said
    if clause.verb != "prompt":
        return said, ""
    default = LESS_SPECIFIC if clause.anti else ""
    found = _ASKING.search(masked(said.text))
    if found is None:
        return said, default
    before, end = said.part(0, found.start()), found.end()
    quoted = QUOTED.search(said.text, end)
    if quoted is None:
        on = _ON.search(said.text, end)
        if on is not None and not before.text.strip():  # anti-prompt (ask for less specific) on ...
            return said.part(on.end(), len(said.text)), default or said.text[end : on.start()].strip()
        return before, said.text[end:].strip(' .,"') or default
    behind = said.part(quoted.end(), len(said.text))
    if on := _ON.match(behind.text):
        before = behind.part(on.end(), len(behind.text))
    elif conditional(behind)[1] is not None:
        before = Marked(before.text + behind.text, before.marks + behind.marks)
    return before, unquoted(quoted) or default


def _alternatives(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for found in _SEPARATOR.finditer(text):
        if found[0].strip() != "," or not _GOES_ON.match(text, found.end()):
            yield start, found.start()
            start = found.end()
    yield start, len(text)
