"""For how much of the question an answer counts: "until 'Nile' is read", "before mention"."""

from __future__ import annotations

import re

from zellig.tasks.quiz.lines.line import Condition, When
from zellig.tasks.quiz.lines.markup import Marked
from zellig.tasks.quiz.lines.quotes import QUOTED, masked, unquoted

_FLAGS = re.IGNORECASE | re.VERBOSE | re.DOTALL
_READ = r"""(?:read|mention(?:ed|s)?|said|given|stated|named|heard|spoken|revealed|used|described|identified
    |introduced|reached|asked)"""
_IT_IS = r"(?:it\ (?:is|was|has\ been)\s*|it['’]s\s*|they\ are\s*|they['’]re\s*|this\ is\s*)"
_PLACES = r"""(?:first|second|third|fourth|last|initial|opening|lead-?in|early|beginning|end|power|any\ point
    |any\ time|start|1st|2nd)"""
_CONDITION = re.compile(
    rf"""[\s,]*\b
      (?:(?:but|and|if|only|if\ given|if\ buzzed|when|given|at\ any\ (?:time|point)|any\ ?time)\s+){{0,2}}
      (?:(?P<until>until|till|before|prior\ to|up\ to|up\ until|'til|unless)\b(?P<mark>.*)
        |(?P<after>after|once)\b(?P<later>\s*{_IT_IS}?
            (?:"|{_READ}\b|that\b|the\ \w+\ (?:sentence|line|clue)|.*\b(?:is|are|been)\ {_READ}\b).*|\s*$)
        |(?P<during>during|in|on|at|for)\b(?P<place>\s+(?:the\ )?(?:very\ )?{_PLACES}\b.*)
        |(?P<early>early(?:\ buzz(?:es)?)?)\W*
        |(?P<from_then_on>afterwards?|thereafter|after\ that)\W*)$""",
    _FLAGS,
)
_PRONOUN = r"""(?:it|they|that|this|either|any|each|these|those|one|both|all
    |the\ (?:word|name|term|answer|latter|former))"""
_THE_ANSWER = re.compile(
    rf"""\s*(?:{_PRONOUN}\b.{{0,40}}?)?\s*
        (?:(?:is|are|has|have|was|were|being|been|gets?)\ |['’]s\ |['’]re\ )*
        (?:{_READ})?(?:\ (?:in\ the\ question|aloud|out|by\ name|or\ {_READ}))?\W*""",
    _FLAGS,
)
_A_PLACE = re.compile(r"\b(?:sentence|line|clue|end|giveaway|power|points?|ftp|lead-?in|question)\b|\*", re.I)
_IS_READ = re.compile(
    rf"[\s,]*\b(?:(?:is|are|was|were|has\ been|have\ been|gets)\ (?:first\ )?)?{_READ}\b.*$", _FLAGS
)
_FROM_THEN_ON = re.compile(
    rf"""[\s,]*(?:(?:on\ )?(?:it|them|these|those|that|this)\b[\s,]*)?
        (?:(?:after(?:wards?|\ that)?|thereafter|from\ then\ on|later|otherwise|then|from\ there)\b[\s,]*
            (?:{_IT_IS}?{_READ}\b.*)?)?\W*""",
    _FLAGS,
)


def conditional(said: Marked) -> tuple[Marked, Condition | None]:
    """An alternative without its condition, and the condition."""
    found = _CONDITION.search(masked(said.text))
    if found is None:
        return said, None
    kept = said.part(0, found.start())
    if found["from_then_on"]:
        return kept, Condition("after", "")
    if found["during"] or found["early"]:
        return kept, Condition("during", (found["place"] or found["early"]).strip(" .,"), known=False)
    when: When = "until" if found["until"] else "after"
    what = said.text[slice(*found.span("mark" if found["until"] else "later"))]
    if (quoted := QUOTED.search(what)) is not None:
        return kept, Condition(when, unquoted(quoted).rstrip("."))
    if _A_PLACE.search(what):
        return kept, Condition(when, what.strip(" .,"), known=False)
    if _THE_ANSWER.fullmatch(what):
        return kept, Condition(when, "")
    return kept, Condition(when, _IS_READ.sub("", what).strip(' .,"'))


def from_then_on(text: str) -> bool:
    """Are these words no more than "after", "on it thereafter", "then"?"""
    return _FROM_THEN_ON.fullmatch(masked(text)) is not None
