"""Does a pair keep its promise? Checks of the texts alone; no system is asked.

A search takes whatever makes a system err, also what makes the promise false: *awful* for *amazing*. So every
pair is looked at again. What the checks compare with is in `validity.toml`. A misspelt word is read as the
word that it was: a reader does so, too. How large an edit may be, the policy says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product

import msgspec

from zellig.breakers.strategies.domains import NEUTRAL, get_domain
from zellig.breakers.strategies.evaluative import PARTS, near_of, others
from zellig.checks.findings import VALIDITY
from zellig.checks.form import Fault
from zellig.checks.side_by_side import SideBySide, without_slips
from zellig.doors import option
from zellig.extras import require
from zellig.items import Pair
from zellig.language.agreement import can_be, disagreements, part_of, parts_of, wrong_articles
from zellig.language.antonyms import are_antonyms
from zellig.language.lexicon import valence
from zellig.language.readable import LONGEST
from zellig.language.synonyms import synonyms
from zellig.language.tokens import FINITE, Sentence, Token, sentences_of
from zellig.language.words import word_list
from zellig.pairs.edits import both_sides, edit_size
from zellig.tasks import Task
from zellig.tasks.is_fake import IS_FAKE
from zellig.texts import tokens

NEAR = 0.01  # nats: more than a batch can change a loss by
PARSED = 100_000  # characters of a field: what comes later is not looked at


def faults_of(pairs: Sequence[Pair], task: Task, *, models: bool, domain: str = NEUTRAL) -> list[list[Fault]]:
    """For each pair what speaks against its promise or its English, every code once; nothing if it is valid.

    Without `models`, *fluency* and *similarity* are left out. What is checked beside a pair changes nothing.
    Which words judge depends on the `domain`: a cold film is blamed, and a soup may be cold. A fake may be
    anything, so nothing speaks against one.
    """
    if task.name == IS_FAKE.name:
        return [[] for _ in pairs]
    cases = [_cases_of(pair, task, domain) for pair in pairs]
    changed = [case for each in cases for case in each]
    sentences = _sentences(text for case in changed for text in (case.original, case.read))
    losses = _losses(changed) if models else {}
    result = []
    for each in cases:
        found: dict[str, str] = {}
        for case in each:
            for code, fault in _faults(case, SideBySide(sentences[case.original], sentences[case.read])):
                found.setdefault(code, fault)
            for code, fault in _faults_by_model(case, losses) if models else ():
                found.setdefault(code, fault)
        result.append([(code, found[code]) for code in VALIDITY if code in found])
    return result


def require_models() -> None:
    """Refuse checks with models where they are not installed."""
    require("neural", "the check with models", f"leave out {option('models')}")


@dataclass(frozen=True)
class _Case:
    """A field that was changed."""

    pair: Pair
    task: Task
    domain: str
    original: str
    modified: str
    read: str  # the modified text without slips

    @property
    def same(self) -> bool:
        return self.pair.promise == "same"


def _cases_of(pair: Pair, task: Task, domain: str) -> list[_Case]:
    sides = list(both_sides(pair, task.editable).values())
    if sorted(old for old, _ in sides) == sorted(new for _, new in sides):
        return []  # fields that changed places say what they said
    cut = ((old[:PARSED], new[:PARSED]) for old, new in sides if old != new)
    return [_Case(pair, task, domain, old, new, without_slips(old, new)) for old, new in cut]


def _sentences(texts: Iterable[str]) -> dict[str, Sentence]:
    """Every text parsed once."""
    distinct = list(dict.fromkeys(texts))
    return dict(zip(distinct, sentences_of(distinct), strict=True))


def _faults(case: _Case, compared: SideBySide) -> Iterator[Fault]:
    for code, fault_of in _CHECKS.items():
        if fault := fault_of(case, compared):
            yield code, fault


def _negations(sentence: Sentence) -> int:
    negatives = word_list("sentence-negatives")
    return sum(token.low in negatives or token.low == "without" for token in sentence.tokens)


def _opposites(case: _Case, compared: SideBySide) -> tuple[Token, Token] | None:
    """The first word that went and came as its opposite."""
    pairs = compared.swaps if compared.word_for_word else product(compared.gone, compared.new)
    return next((pair for pair in pairs if _are_opposites(*pair, case.domain)), None)


def _are_opposites(old: Token, new: Token, domain: str) -> bool:
    forms = ((old.low, new.low), (old.lemma, new.lemma))
    return (
        any(are_antonyms(*each) for each in forms)
        or _sign(old.low, old.lemma, domain) * _sign(new.low, new.lemma, domain) < 0
    )


@lru_cache(maxsize=2**16)
def _sign(low: str, lemma: str, named: str) -> int:
    """The sign of a word of our sets of evaluative words, or of the domain's lists; 0 for any other."""
    domain = get_domain(named)
    if low in domain.unread:
        return 0
    for part in PARTS:
        near = near_of(low, part, domain) or near_of(lemma, part, domain)
        if near is not None:
            return near.sign
    return (low in domain.praise.split()) - (low in domain.blame.split())


def _gains_or_loses_negation(case: _Case, compared: SideBySide) -> str:
    before, after = _negations(compared.before), _negations(compared.after)
    return f"the number of negations was {before} and is {after}" if case.same and before != after else ""


def _swaps_antonyms(case: _Case, compared: SideBySide) -> str:
    opposed = _opposites(case, compared) if case.same else None
    return f"{opposed[0].text!r} gave way to its opposite {opposed[1].text!r}" if opposed else ""


def _is_unturned(case: _Case, compared: SideBySide) -> str:
    kept = _negations(compared.before) == _negations(compared.after)
    unturned = case.pair.promise == "flip" and kept and not _opposites(case, compared)
    return "no negation and no opposite came or went" if unturned else ""


def _leaves_sense(case: _Case, compared: SideBySide) -> str:
    if not case.same or not compared.word_for_word:
        return ""
    for old, new in _exchanged(compared):
        if not _means_alike(old, new):
            return f"{old.text!r} gave way to {new.text!r}, which means something else"
    return ""


def _exchanged(compared: SideBySide) -> list[tuple[Token, Token]]:
    """Words that gave way to words; *a* for *an* is none of them."""
    return [
        (old, new)
        for old, new in compared.swaps
        if old.low[0].isalpha() and new.low[0].isalpha() and {old.low, new.low} != {"a", "an"}
    ]


def _means_alike(old: Token, new: Token) -> bool:
    senses = _bounds().senses
    if old.lemma == new.lemma or {old.low, new.low} <= word_list("sentence-negatives"):
        return True  # forms and negations are looked at elsewhere
    return new.low in synonyms(old.low, old.tag, senses) and old.low in synonyms(new.low, old.tag, senses)


def _shifts_sentiment(case: _Case, compared: SideBySide) -> str:
    if not case.same or case.task.name != "sentiment":
        return ""
    before, after = (
        sum(_rating(token.low, token.lemma, case.domain) for token in side.tokens)
        for side in (compared.before, compared.after)
    )
    most = _bounds().turn if before * after < 0 else _bounds().shift
    if abs(after - before) <= most:
        return ""
    return f"the words' ratings add up to {after:.1f} instead of {before:.1f}"


@lru_cache(maxsize=2**16)
def _rating(low: str, lemma: str, named: str) -> float:
    domain = get_domain(named)
    neutral = others("neutral", domain)
    if low in neutral or lemma in neutral or low in domain.unread:
        return 0.0  # it tells what a text is about, or means something else here
    return valence(low) or valence(lemma) or _bounds().judging * _sign(low, lemma, named)


def _misfits(compared: SideBySide, *, in_another_form: bool) -> str:
    """The first word that cannot be what stood in its place, and that can, or cannot, be so in another form.

    Taggers err: if the old word can be what the new one is taken for, nothing is said.
    """
    for old, new in _exchanged(compared) if compared.word_for_word else ():
        doubtful = part_of(new.tag) is not None and can_be(old.low, new.tag)
        fits = can_be(new.low, old.tag) or doubtful
        if not fits and in_another_form == (part_of(old.tag) in parts_of(new.low)):
            what = "form" if in_another_form else "part of speech"
            return f"{new.text!r} is another {what} than {old.text!r}"
    return ""


def _changes_part_of_speech(case: _Case, compared: SideBySide) -> str:
    return _misfits(compared, in_another_form=False)


def _breaks_agreement(case: _Case, compared: SideBySide) -> str:
    if misfit := _misfits(compared, in_another_form=True):
        return misfit
    before, after = compared.before, compared.after
    for article, word in wrong_articles(after) - wrong_articles(before):
        return f"{article!r} does not go with {word!r}"
    if compared.word_for_word:
        return ""  # where every form is kept, only the parse can have changed
    new = {token.low for token in compared.new}
    for subject, verb in disagreements(after) - disagreements(before):
        if new.intersection((subject, verb)):
            return f"{verb!r} does not agree with {subject!r}"
    return ""


def _worsens_parse(case: _Case, compared: SideBySide) -> str:
    before, after = compared.before, compared.after
    if _unclear(after) - _unclear(before) > _bounds().unclear:
        return "the parser cannot name the relations of more words"
    if compared.word_for_word:
        kept = [pair for pair in zip(before.tokens, after.tokens, strict=True) if pair[0].low == pair[1].low]
        moved = sum(old.head != new.head for old, new in kept) > _bounds().moved * len(kept)
        return "the parser reads the kept words otherwise" if moved else ""
    fragmented = len(_roots(after)) > len(_roots(before)) or _fragments(after) > _fragments(before)
    return "the parser finds more fragments" if fragmented else ""


def _unclear(sentence: Sentence) -> float:
    return sum(token.dep in ("dep", "") for token in sentence.tokens) / max(len(sentence), 1)


def _roots(sentence: Sentence) -> list[Token]:
    return [token for token in sentence.tokens if token.head == token.i]


def _fragments(sentence: Sentence) -> int:
    """Sentences without a finite verb of their own."""
    return sum(
        root.tag not in FINITE
        and not any(
            sentence.tokens[child].tag in FINITE and sentence.tokens[child].dep in ("aux", "auxpass")
            for child in sentence.children[root.i]
        )
        for root in _roots(sentence)
    )


# Each gives a sentence if it finds its fault, else nothing.
_CHECKS: dict[str, Callable[[_Case, SideBySide], str]] = {
    "negation": _gains_or_loses_negation,
    "antonym": _swaps_antonyms,
    "unturned": _is_unturned,
    "sense": _leaves_sense,
    "sentiment": _shifts_sentiment,
    "part-of-speech": _changes_part_of_speech,
    "agreement": _breaks_agreement,
    "parse": _worsens_parse,
}


def _is_shown(case: _Case) -> bool:
    """Is there something for a model to read? Long texts are too slow, and one word in them is too little."""
    return case.read != case.original and max(len(case.original), len(case.read)) <= LONGEST


def _losses(cases: Iterable[_Case]) -> dict[str, float]:
    """The language model's loss for every text that it is shown."""
    from zellig.language.language_model import load_language_model

    shown = [case for case in cases if _is_shown(case)]
    texts = list(dict.fromkeys(text for case in shown for text in (case.original, case.read)))
    return dict(zip(texts, load_language_model().losses(texts).tolist(), strict=True))


def _faults_by_model(case: _Case, losses: dict[str, float]) -> Iterator[Fault]:
    from zellig.language.similarity import similarities

    if not _is_shown(case):
        return
    rise, most = _rise(case, losses)
    if rise > most:
        yield "fluency", f"the language model's loss rises by {rise:.1f} nats, and {most:g} are allowed"
    if case.same and (alike := similarities(case.original, [case.read])[0]) < _bounds().alike:
        yield "similarity", f"the cosine of the two texts is {alike:.2f}"


def _rise(case: _Case, losses: dict[str, float]) -> tuple[float, float]:
    """By how much the loss rises, and by how much it may."""
    added = max(0, len(tokens(case.read)) - len(tokens(case.original)))
    exchanged = edit_size(case.original, case.read).distance - added
    most = _bounds().added * added + _bounds().rise * exchanged
    rise = losses[case.read] - losses[case.original]
    if abs(rise - most) < NEAR:  # the other texts of the batch must not decide
        from zellig.language.language_model import load_language_model

        model = load_language_model()
        rise = model.losses([case.read]).item() - model.losses([case.original]).item()
    return rise, most


class _Bounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    senses: int
    shift: float
    turn: float
    judging: float
    unclear: float
    moved: float
    rise: float
    added: float
    alike: float


@cache
def _bounds() -> _Bounds:
    raw = files(__package__).joinpath("validity.toml").read_bytes()
    return msgspec.toml.decode(raw, type=_Bounds)
