"""What an alternative in a directive means: an answer, a description of answers, or a rule about all."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from zellig.tasks.quiz.lines.markup import Marked
from zellig.tasks.quiz.tables import table_of

Rule = Literal["left to people", "either", "word forms", "partial", "order", "both", "nothing"]
Meaning = Rule | Literal["answer", "example", "described", "instead", "forms of"]

LONG = 12  # words from which on an alternative describes an answer rather than being one

_TABLE: dict[str, str] = table_of("directives")


def _any_of(name: str) -> str:
    return f"(?:{'|'.join(map(re.escape, _TABLE[name].split()))})"


_VAGUE, _VAGUE_HEADS = (frozenset(_TABLE[name].split()) for name in ("vague", "vague_heads"))
_DESCRIBED = re.compile(
    rf"""\s*(?:{_any_of("adjectives")}\s+)*{_any_of("about")}\b[\s,]*(?:\w+ly\s+)?{_any_of("relations")}\b\s*
        (?:(?:to|about|with|of|the\ lines\ of)\b\s*)?(?P<rest>.*)""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_SUCH_AS = re.compile(
    r"""[\s,(]*\b(?:such\ as|including|e\.\s?g\.?,?|eg|for\ example,?|for\ instance,?|namely|like
        |i\.\s?e\.?,?|as\ in)\s+(?P<rest>\S.*)$""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_WITH_EXAMPLES = re.compile(
    rf"\s*(?:{_any_of('adjectives')}\s+)*(?:(?:{_any_of('about')}|\w+s)\b.*)?", re.IGNORECASE | re.DOTALL
)
_EITHER = re.compile(
    rf"""\s*(?:either|any|each|one|both|all|just\ one|at\ least\ one|every)\b
        \s*(?:(?:of|the|one|or|both|single|two|three|all)\s+)*(?:{_any_of("parts")}[\s,]*)*\W*
      |\s*(?:the\ )?(?:(?:first|last|sur)\s*(?:names?)?\s*(?:or|/)?\s*)+(?:alone|only)?\W*
      |\s*(?:the\ )?underlined\ (?:parts?|portions?|answers?)\W*""",
    re.IGNORECASE | re.VERBOSE,
)
_ORDER = re.compile(
    r".*\b(?:either|any|reverse|whatever|the other) orders?\b.*|.*\border (?:is|does)\b.*", re.I
)
_FORMS = re.compile(
    r"""\s*(?:(?:any|all|other|clear|equivalent|reasonable|obvious|different|various|appropriate|the|corresponding
            |related|common|alternate|similar)\s+)*
        (?:(?:word|verb|verbal|noun|adjectival|adjective|adverb|grammatical|singular|plural|nominal|gerund)
            (?:\s*[/,-]\s*|\s+(?:and\s+|or\s+)?)?)+forms?
        (?:\ (?:thereof|are\ (?:fine|acceptable)|as\ well
            |of\ (?:any|all|these|the|it|each|both|either)\b.*))?\W*
      |\s*(?:the\ )?(?:plurals?|singulars?)\W*|\s*other\ forms\W*""",
    re.IGNORECASE | re.VERBOSE,
)
_FORMS_OF = re.compile(
    r"\s*(?:(?:any|all|other|clear)\s+)*(?:word|verb|noun|other)[\s-]*forms?\s+(?:of|for)\s+(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_PARTIAL = re.compile(
    rf"""\s*(?:(?:a|an|any|all|other|just|the|either|only|one|such)\s+)*
        (?:partials?|incomplete|half|less[\s-]*specific|less[\s-]*precise|vaguer?|insufficient|parts?|broader
            |more\ general|non-?specific|one|underspecified)\b[\s,-]*
        (?:(?:{_any_of("parts")}|responses?|information|descriptions?|knowledge|equivalents?|either|only|given|both)
            \b[\s,/]*)*\W*
      |\s*(?:either|one|any)(?:\ {_any_of("parts")})*\ (?:alone|only|by\ itself)\W*""",
    re.IGNORECASE | re.VERBOSE,
)
_BOTH = re.compile(r".*\b(?:required|needed|necessary|need both|need all|must (?:have|give|say))\b.*", re.I)
_INSTEAD = re.compile(
    r"""(?P<new>.+?)\s+(?:in\ place\ of|instead\ of|in\ lieu\ of|rather\ than|substitut\w+\ (?:for|of)
        |replacing|as\ a\ synonym\ for|for(?=\ ["‘]|\ the\ word))\s+(?P<old>.+)""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_RULES: tuple[tuple[Rule, re.Pattern[str]], ...] = (
    ("order", _ORDER),
    ("word forms", _FORMS),
    ("partial", _PARTIAL),
    ("both", _BOTH),
    ("either", _EITHER),
)


class Understood(NamedTuple):
    """What an alternative means, and the words it names, if it names any."""

    meaning: Meaning
    named: Marked | None = None
    old: str = ""  # of `instead`: the words of the main answer that give way


def meaning_of(said: Marked) -> list[Understood]:
    """What an alternative means; several things where a rule comes with an example."""
    bare = said.text.strip(" .,:;")
    text = bare.replace('"', " ").strip()
    if bare.startswith('"') and _EITHER.fullmatch(text) is None:
        return [Understood("answer", said)]  # what is quoted is what is said
    if (rule := _rule(text)) is not None:
        return [Understood(rule)]
    if (forms := _FORMS_OF.fullmatch(said.text)) is not None:
        return [Understood("forms of", said.part(*forms.span("rest")))]
    if (other := _INSTEAD.fullmatch(said.text)) is not None:
        return [Understood("instead", said.part(*other.span("new")), other["old"])]
    such = _SUCH_AS.search(said.text)
    if such is not None and _WITH_EXAMPLES.fullmatch(said.text[: such.start()]):
        rule = _rule(said.text[: such.start()].strip(" ,(")) or "left to people"
        return [Understood(rule), Understood("example", said.part(*such.span("rest")))]
    about = _DESCRIBED.fullmatch(said.text)
    if about is not None and text[:1].islower():
        return [Understood("left to people"), Understood("described", said.part(*about.span("rest")))]
    if len(text.split()) > LONG:
        return [Understood("left to people"), Understood("described", said)]
    return [Understood("answer", said)]


def _rule(text: str) -> Rule | None:
    if not text:
        return "nothing"
    for rule, pattern in _RULES:
        if pattern.fullmatch(text):
            return rule
    words = {word.strip(".,'’()") for word in text.lower().replace("/", " ").split()}
    return "left to people" if words <= _VAGUE and words & _VAGUE_HEADS else None
