"""From an answer line as it is printed to what judging needs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from zellig.errors import ZelligError
from zellig.tasks.quiz.lines.brackets import split_brackets
from zellig.tasks.quiz.lines.choices import choice
from zellig.tasks.quiz.lines.directives import (
    Clause,
    Verb,
    clauses,
    condition_alone,
    speaks_of_the_last,
    taken_apart,
)
from zellig.tasks.quiz.lines.line import AnswerLine, Choice, Condition, Loose, Part
from zellig.tasks.quiz.lines.markup import Marked, read_markup
from zellig.tasks.quiz.lines.meaning import Understood, meaning_of

LONGEST = 20_000  # characters
KEPT = 1 << 17  # lines that are remembered

_LABEL = re.compile(r"\s*(?:answer|ans)\s*:\s*", re.IGNORECASE)
_DIRECTIVES_IN_MAIN = re.compile(
    r"""(?:\s*[;,.]\s*|\s+)(?:(?:also|but|and|please|then|we['’]ll)\s+)*
        (?:accept|prompt(?:\ on)?|anti-?prompt|do\ not\ (?:accept|prompt)|don['’]t\ (?:accept|prompt)
          |(?<=[;,]\ )(?:reject|not\ (?=")))\b""",
    re.IGNORECASE | re.VERBOSE,
)
_OR = re.compile(r"\s*;\s*(?:or\b,?\s*)?|\s*,?\s+or\b,?\s+|\s+/\s+", re.IGNORECASE)
_BEHIND = re.compile(
    r"\s+(?:bonus(?:es)?|tie-?breakers?|halftime|tossups?)\s*:?\s*$|\s+\d+\.\s+\S.*$",
    re.IGNORECASE | re.DOTALL,
)
_QUALIFIED = re.compile(r"(?P<name>.*\S)\s*\((?P<which>[^()]+)\)\s*")
_A_SENTENCE = re.compile(
    r"""\s*(?:the|this|that|these|those|it|he|she|they|we|you|i|note|eds?|editor|writer|author|moderator|if|there|since
        |because|as|for|in|both|although|though|while|however|here|please|so|otherwise|your|be|no|yes|when|what|which
        |who|read|tell|say|ask|inform|mention|most|some|many|players?|apologies|sorry|thanks|sic|answer|question|clue
        |his|her|its|their|all|by|aka|see|from|technically|literally|specifically|but|even|only|remember|do)\b
      |.*\b(?:is|are|was|were|refers?|means|has|have|had)\b""",
    re.IGNORECASE | re.VERBOSE,
)


@lru_cache(maxsize=KEPT)
def parse(line: str) -> AnswerLine:
    """What an answer line says.

    Whatever stands in it is borne with and kept; refused are a line without an answer, and one that is longer
    than any answer line.
    """
    if len(line) > LONGEST:
        raise ZelligError(
            f"this answer line has {len(line):,} characters",
            remedy=f"Answer lines have at most {LONGEST:,}: is the question in it?",
        )
    marked, notes = read_markup(line)
    sections = split_brackets(marked)
    reading = _Reading([*notes, *sections.notes])
    rest = reading.main(sections.main)
    for other in sections.alternatives:
        reading.take(Clause("accept", other, raw=other.text.strip()))
    for section in [*rest, *sections.sections]:
        for clause in clauses(section):
            reading.take(clause)
    return reading.done(line)


def plain_line(answers: tuple[str, ...]) -> AnswerLine:
    """A line that accepts some answers and says nothing else; brackets at their ends tell pages apart."""
    return AnswerLine(main=tuple(_plain(answer) for answer in answers if answer.strip()))


def _plain(answer: str) -> Choice:
    found = _QUALIFIED.fullmatch(answer)
    if found is None:
        return Choice((Part(answer),))
    return Choice((Part(found["name"]), Part(f" {found['which']}", "optional")))


class _Reading:
    """What has been understood so far."""

    def __init__(self, notes: list[str]) -> None:
        self.notes = notes
        self.choices: dict[str, list[Choice]] = {"main": [], "accept": [], "prompt": [], "reject": []}
        self.rules: set[str] = set()
        self.left: list[str] = []
        self.understood: list[str] = []
        self.not_understood: list[str] = []
        self.last: list[Choice] = []  # what the last clause named
        self.condition: Condition | None = None  # stated before the clause that it is for

    def main(self, said: Marked) -> Iterator[Marked]:
        """Read the main answer; gives back the directives that follow it without brackets."""
        label = _LABEL.match(said.text)
        start, end = label.end() if label else 0, len(said.text)
        behind = _BEHIND.search(said.text, start)
        if behind and said.text[start : behind.start()].strip():
            end = behind.start()
            self.notes.append(said.text[end:].strip())
        found = _DIRECTIVES_IN_MAIN.search(said.text, start, end)
        if found is not None and said.text[start : found.start()].strip():
            yield said.part(found.start(), end)
            end = found.start()
        whole = said.part(start, end)
        place = 0
        for cut in _OR.finditer(whole.text):
            self._add("main", choice(whole.part(place, cut.start())))
            place = cut.end()
        self._add("main", choice(whole.part(place, len(whole.text))))
        if place:
            self._add("main", choice(whole))  # "or" may be a part of a title

    def take(self, clause: Clause) -> None:
        """Read one clause."""
        if self.last and (speaks_of_the_last(clause) or (self.condition and clause.empty)):
            self._carry(clause)
            self.condition = None
            return self.understood.append(clause.raw)
        if (condition := condition_alone(clause)) is not None:
            self.condition = condition
            return self.understood.append(clause.raw)
        if not clause.stated and _A_SENTENCE.match(clause.said.text) and len(clause.said.text.split()) > 3:
            return self.notes.append(clause.raw)
        spoken = taken_apart(clause)
        self.last = []
        follows: Loose = ""
        meant = 0
        for said, condition in spoken.alternatives:
            for understood in meaning_of(said):
                meant += understood.meaning != "nothing"
                follows = self._mean(
                    clause.verb, understood, said, condition or self.condition, spoken.ask, follows
                )
        if clause.verb == "prompt" and spoken.ask and not meant:
            self.rules.add("prompt partial")  # prompt by asking "..."
            meant = 1
        self.condition = None
        (self.understood if meant else self.not_understood).append(clause.raw)
        return None

    def _mean(
        self,
        verb: Verb,
        understood: Understood,
        said: Marked,
        condition: Condition | None,
        ask: str,
        follows: Loose,
    ) -> Loose:
        """Note what an alternative means; says what one that follows it in the list is."""
        match understood.meaning:
            case "answer" | "example" | "described" | "forms of":
                if understood.meaning == "forms of":
                    self.rules.add("word forms")
                    if verb == "accept":
                        return follows
                loose: Loose = follows if understood.meaning == "answer" else "example"
                if any(understood.named.marks if understood.named else b""):
                    loose = ""  # somebody underlined what counts
                named = choice(understood.named or said, condition, ask, loose)
                if self._add(verb, named) and named is not None:
                    self.last.append(named)
                return "described" if understood.meaning == "described" else loose
            case "instead":
                self._instead(verb, understood.named or said, understood.old, condition)
            case "left to people":
                self.left.append(said.text.strip())
            case "either" | "partial" if verb == "prompt":
                self.rules.add("prompt partial")
            case "either" | "partial" if verb == "reject":
                self.rules.add("reject partial")
            case "partial":
                self.rules.add("either")
            case rule:
                self.rules.add(rule)
        return follows

    def _instead(self, verb: Verb, new: Marked, old: str, condition: Condition | None) -> None:
        """Other words in place of some of the main answer."""
        named = choice(new)
        gone = choice(Marked(old, bytes(len(old))))
        for main in self.choices["main"][:1]:
            at = main.whole.lower().find(gone.text.lower()) if gone is not None else -1
            if named is not None and gone is not None and at >= 0:
                text = main.whole[:at] + named.text + main.whole[at + len(gone.text) :]
                self._add(verb, Choice((Part(text),), condition))
                return
        self.left.append(f"{new.text.strip()} instead of {old}")

    def _carry(self, clause: Clause) -> None:
        """ "... and prompt after": what was named before, from the place on at which it ceased to count."""
        for named in self.last:
            if (before := named.condition) is not None:
                after = Condition("after", before.what, before.known)
                self._add(clause.verb, Choice(named.parts, after, named.ask, named.loose))

    def _add(self, verb: str, named: Choice | None) -> bool:
        if named is None:
            return False
        if named not in self.choices[verb]:
            self.choices[verb].append(named)
        return True

    def done(self, line: str) -> AnswerLine:
        """The line; refused if it names no answer."""
        if not self.choices["main"]:
            shown = line.strip()[:60]
            raise ZelligError(
                f"the answer line {shown!r} has no answer" if shown else "the answer line is empty",
                remedy="Write the answer first, and directives in brackets behind it: Nile [or Iteru].",
            )
        return AnswerLine(
            main=tuple(self.choices["main"]),
            accept=tuple(self.choices["accept"]),
            prompt=tuple(self.choices["prompt"]),
            reject=tuple(self.choices["reject"]),
            either="either" in self.rules,
            word_forms="word forms" in self.rules,
            both="both" in self.rules,
            partial="prompt"
            if "prompt partial" in self.rules
            else "reject"
            if "reject partial" in self.rules
            else "",
            left_to_people=tuple(self.left),
            notes=tuple(self.notes),
            understood=tuple(self.understood),
            not_understood=tuple(self.not_understood),
        )
