"""The reading of one answer line, clause by clause: what has been understood so far."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from zellig.errors import ZelligError
from zellig.tasks.quiz.lines.choices import choice
from zellig.tasks.quiz.lines.directives import (
    LONGEST,
    Clause,
    Verb,
    condition_alone,
    speaks_of_the_last,
    taken_apart,
)
from zellig.tasks.quiz.lines.line import AnswerLine, Choice, Condition, Loose, Part
from zellig.tasks.quiz.lines.markup import Marked
from zellig.tasks.quiz.lines.meaning import Understood, meaning_of

_LABEL = re.compile(r"\s*(?:answer|ans)\s*:\s*", re.IGNORECASE)
_DIRECTIVES_IN_MAIN = re.compile(
    r"""(?:\s*[;,.]\s*|\s+)(?:(?:also|but|and|please|then|we['’]ll)\s+){0,2}
        (?:accept|prompt(?:\ on)?|anti-?prompt|do\ not\ (?:accept|prompt)|don['’]t\ (?:accept|prompt)
          |(?<=[;,]\ )(?:reject|not\ (?=")))\b""",
    re.IGNORECASE | re.VERBOSE,
)
_OR = re.compile(r"\s*;\s*(?:or\b,?\s*)?|\s*,?\s+or\b,?\s+|\s+/\s+", re.IGNORECASE)
_BEHIND = re.compile(
    r"\s+(?:bonus(?:es)?|tie-?breakers?|halftime|tossups?)\s*:?\s*$|\s+\d+\.\s+\S.*$",
    re.IGNORECASE | re.DOTALL,
)
_A_SENTENCE = re.compile(
    r"""\s*(?:the|this|that|these|those|it|he|she|they|we|you|i|note|eds?|editor|writer|author|moderator|if|there
        |since|because|as|for|in|both|although|though|while|however|here|please|so|otherwise|your|be|no|yes|when
        |what|which|who|read|tell|say|ask|inform|mention|most|some|many|players?|apologies|sorry|thanks|sic|answer
        |question|clue|his|her|its|their|all|by|aka|see|from|technically|literally|specifically|but|even|only
        |remember|do)\b
      |.*\b(?:is|are|was|were|refers?|means|has|have|had)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_FEW = 3  # words that are no sentence


class _Said(NamedTuple):
    """An alternative of a clause, with all that the clause says of it."""

    clause: Clause
    text: Marked
    condition: Condition | None
    ask: str
    follows: Loose  # what the alternative before it makes of it


class Reading:
    """An answer line that is being read."""

    def __init__(self, notes: list[str]) -> None:
        self._notes = notes
        self._choices: dict[str, list[Choice]] = {"main": [], "accept": [], "prompt": [], "reject": []}
        self._rules: set[str] = set()
        self._left: list[str] = []
        self._understood: list[str] = []
        self._not_understood: list[str] = []
        self._last: list[Choice] = []  # what the last clause named
        self._condition: Condition | None = None  # stated before the clause that it is for

    def main(self, said: Marked) -> Iterator[Marked]:
        """Read the main answer; gives back the directives that follow it without brackets."""
        label = _LABEL.match(said.text)
        start, end = label.end() if label else 0, len(said.text)
        behind = _BEHIND.search(said.text, start)
        if behind and said.text[start : behind.start()].strip():
            end = behind.start()
            self._notes.append(said.text[end:].strip())
        found = _DIRECTIVES_IN_MAIN.search(said.text, start, end)
        if found is not None and said.text[start : found.start()].strip():
            yield said.part(found.start(), end)
            end = found.start()
        whole = said.part(start, end)
        place = 0
        for cut in _OR.finditer(whole.text):
            self._add("main", choice(whole.part(place, cut.start()), synonym=True, main=True))
            place = cut.end()
        self._add("main", choice(whole.part(place, len(whole.text)), synonym=True, main=True))
        if place:
            self._add("main", choice(whole, main=True))  # "or" may be a part of a title

    def take(self, clause: Clause) -> None:
        """Read one clause."""
        if len(clause.raw) > LONGEST:
            self._left.append(clause.raw)
        elif self._last and (speaks_of_the_last(clause) or (self._condition and clause.empty)):
            self._carry(clause)
            self._condition = None
            self._understood.append(clause.raw)
        elif (condition := condition_alone(clause)) is not None:
            self._condition = condition
            self._understood.append(clause.raw)
        elif not clause.stated and _is_sentence(clause.said.text):
            self._notes.append(clause.raw)
        else:
            understood = self._take_apart(clause)
            (self._understood if understood else self._not_understood).append(clause.raw)
            self._condition = None

    def _take_apart(self, clause: Clause) -> bool:
        """Note what the alternatives of a clause mean; says whether they mean anything."""
        spoken = taken_apart(clause)
        self._last = []
        follows: Loose = ""
        meant = False
        for text, condition in spoken.alternatives:
            said = _Said(clause, text, condition or self._condition, spoken.ask, follows)
            for understood in meaning_of(text):
                meant |= understood.meaning != "nothing"
                follows = self._mean(said, understood)
        if clause.verb == "prompt" and spoken.ask and not meant:
            self._rules.add("prompt partial")  # prompt by asking "..."
            return True
        return meant

    def _mean(self, said: _Said, understood: Understood) -> Loose:
        """Note what an alternative means; says what one that follows it in the list is."""
        verb = said.clause.verb
        match understood.meaning:
            case "answer" | "example" | "described":
                return self._name(said, understood)
            case "forms of":
                self._rules.add("word forms")
                return self._name(said, understood) if verb == "prompt" else said.follows
            case "instead":
                self._instead(verb, understood.named or said.text, understood.old, said.condition)
            case "left to people":
                self._left.append(said.text.text.strip())
            case "either" | "partial" if verb != "accept":
                self._rules.add(f"{verb} partial")
            case "partial":
                self._rules.add("either")
            case rule:
                self._rules.add(rule)
        return said.follows

    def _name(self, said: _Said, understood: Understood) -> Loose:
        named = understood.named or said.text
        loose: Loose = said.follows if understood.meaning in ("answer", "forms of") else "example"
        if any(named.marks):
            loose = ""  # somebody underlined what counts
        found = choice(named, said.condition, said.ask, loose, synonym=said.clause.synonym)
        described = understood.meaning == "described"
        if found is not None and not (described and said.clause.verb == "reject"):  # "other kinds of birds"
            self._add(said.clause.verb, found)
            self._last.append(found)
        return "described" if described else loose

    def _instead(self, verb: Verb, new: Marked, old: str, condition: Condition | None) -> None:
        """Other words in place of some of the main answer."""
        named, gone = choice(new), choice(Marked(old, bytes(len(old))))
        main = self._choices["main"][0].whole if self._choices["main"] else ""
        at = main.lower().find(gone.text.lower()) if gone is not None else -1
        if named is not None and gone is not None and at >= 0:
            text = main[:at] + named.text + main[at + len(gone.text) :]
            self._add(verb, Choice((Part(text),), condition))
        else:
            self._left.append(f"{new.text.strip()} instead of {old}")

    def _carry(self, clause: Clause) -> None:
        """ "... and prompt after": what was named before, from the place on at which it ceased to count."""
        for named in self._last:
            if (before := named.condition) is not None:
                after = Condition("after", before.what, before.known)
                self._add(clause.verb, Choice(named.parts, after, named.ask, named.loose))

    def _add(self, verb: str, named: Choice | None) -> None:
        if named is not None and named not in self._choices[verb]:
            self._choices[verb].append(named)

    def done(self, line: str) -> AnswerLine:
        """The line; refused if it names no answer."""
        if not self._choices["main"]:
            shown = line.strip()[:60]
            raise ZelligError(
                f"the answer line {shown!r} has no answer" if shown else "the answer line is empty",
                remedy="Write the answer first, and directives in brackets behind it: Nile [or Iteru].",
            )
        asked, refused = "prompt partial" in self._rules, "reject partial" in self._rules
        return AnswerLine(
            main=tuple(self._choices["main"]),
            accept=tuple(self._choices["accept"]),
            prompt=tuple(self._choices["prompt"]),
            reject=tuple(self._choices["reject"]),
            either="either" in self._rules,
            word_forms="word forms" in self._rules,
            both="both" in self._rules,
            partial="prompt" if asked else "reject" if refused else "",
            left_to_people=tuple(self._left),
            notes=tuple(self._notes),
            understood=tuple(self._understood),
            not_understood=tuple(self._not_understood),
        )


def _is_sentence(text: str) -> bool:
    return len(text.split()) > _FEW and _A_SENTENCE.match(text) is not None
