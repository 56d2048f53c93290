"""Does a pair keep its promise? Checks of the texts alone; no system is asked.

A search takes whatever makes a system err, also what makes the promise false: *awful* for *amazing*. So every
pair is looked at again. What the checks compare with is in `data/validity.toml`, and so is what a phenomenon
goes against by design. A misspelt word is read as the word that it was: a reader does so, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product

import msgspec

from zellig.breakers.comparison import Comparison, without_slips
from zellig.breakers.strategies.evaluative import PARTS, near_of, others
from zellig.breakers.strategies.taxonomy import taxonomy
from zellig.items import Pair
from zellig.language.agreement import can_be, disagreements, part_of, parts_of, wrong_articles
from zellig.language.antonyms import are_antonyms
from zellig.language.lexicon import valence
from zellig.language.parse import parse
from zellig.language.readable import LONGEST
from zellig.language.synonyms import synonyms
from zellig.language.tokens import FINITE, Sentence, Token, sentence_of
from zellig.language.words import word_list
from zellig.pairs.edits import both_sides, edit_size
from zellig.pairs.policy import default_policy
from zellig.tasks import Task
from zellig.texts import tokens

CHECKS = {
    "negation": "`same`, and a negation came or went",
    "antonym": "`same`, and a word gave way to its opposite",
    "unturned": "`flip`, but no negation or opposite came or went, and no strategy made it",
    "sense": "`same`, and a word gave way to one that means something else in its usual senses",
    "sentiment": "`same` in sentiment, and the sum of the words' ratings moved far, or to the other side",
    "part-of-speech": "a word gave way to one that cannot be the same part of speech",
    "agreement": "a new word has another form, a verb not the number of its subject, or *a* stands for *an*",
    "parse": "the parser names fewer relations, finds more fragments, or reads the kept words otherwise",
    "fluency": "the language model finds the text much less probable (needs the extra `neural`)",
    "similarity": "`same`, and the vectors of the texts are unlike (needs the extra `neural`)",
    "size": "too many words of the original are gone",
}
NEAR = 0.01  # nats: more than a batch can change a loss by
PARSED = 100_000  # characters of a field: what comes later is not looked at


def faults_of(pairs: Sequence[Pair], task: Task, *, model: bool) -> list[list[str]]:
    """For each pair the codes of the checks that it fails, none if it is valid.

    Without `model`, *fluency* and *similarity* are left out. What is checked beside a pair changes nothing.
    """
    cases = [_cases_of(pair, task) for pair in pairs]
    changed = [case for each in cases for case in each]
    sentences = _sentences(text for case in changed for text in (case.original, case.read))
    losses = _losses(changed) if model else {}
    found = []
    for pair, each in zip(pairs, cases, strict=True):
        codes = {
            code
            for case in each
            for code in _faults(case, Comparison(sentences[case.original], sentences[case.read]))
        }
        if model:
            codes |= {code for case in each for code in _faults_by_model(case, losses)}
        allowed = _by_design(pair.phenomenon)
        found.append([code for code in CHECKS if code in codes and code not in allowed])
    return found


def _by_design(phenomenon: str) -> set[str]:
    """The checks that a phenomenon goes against, or that its own lists and grammar stand in for."""
    row, allowed = taxonomy().get(phenomenon), _settings().by_design
    vouched = row is not None and row.class_ != "robustness"
    return {*allowed.get(phenomenon, ()), *(allowed["strategies"] if vouched else ())}


@dataclass(frozen=True)
class _Case:
    """A field that was changed."""

    pair: Pair
    task: Task
    original: str
    modified: str
    read: str  # the modified text without slips

    @property
    def same(self) -> bool:
        return self.pair.promise == "same"


def _cases_of(pair: Pair, task: Task) -> list[_Case]:
    sides = both_sides(pair, task.editable).values()
    cut = ((old[:PARSED], new[:PARSED]) for old, new in sides if old != new)
    return [_Case(pair, task, old, new, without_slips(old, new)) for old, new in cut]


def _sentences(texts: Iterable[str]) -> dict[str, Sentence]:
    """Every text parsed once."""
    distinct = list(dict.fromkeys(texts))
    return {text: sentence_of(doc) for text, doc in zip(distinct, parse(distinct, lean=True), strict=True)}


def _faults(case: _Case, compared: Comparison) -> list[str]:
    return [code for code, failed in _FAILED.items() if failed(case, compared)]


def _negations(sentence: Sentence) -> int:
    negatives = word_list("sentence-negatives")
    return sum(token.low in negatives or token.low == "without" for token in sentence.tokens)


def _opposed(compared: Comparison) -> bool:
    """Is a word that came the opposite of one that went?"""
    pairs = compared.swaps if compared.word_for_word else product(compared.gone, compared.new)
    return any(_are_opposites(old, new) for old, new in pairs)


def _are_opposites(old: Token, new: Token) -> bool:
    forms = ((old.low, new.low), (old.lemma, new.lemma))
    return any(are_antonyms(*each) for each in forms) or _judges(old) * _judges(new) < 0


def _judges(token: Token) -> int:
    """The sign of a word of our sets of evaluative words; 0 for any other."""
    for part in PARTS:
        near = near_of(token.low, part) or near_of(token.lemma, part)
        if near is not None:
            return near.sign
    return 0


def _gains_or_loses_negation(case: _Case, compared: Comparison) -> bool:
    return case.same and _negations(compared.before) != _negations(compared.after)


def _swaps_antonyms(case: _Case, compared: Comparison) -> bool:
    return case.same and _opposed(compared)


def _is_unturned(case: _Case, compared: Comparison) -> bool:
    kept = _negations(compared.before) == _negations(compared.after)
    return case.pair.promise == "flip" and kept and not _opposed(compared)


def _leaves_sense(case: _Case, compared: Comparison) -> bool:
    if not case.same or not compared.word_for_word:
        return False
    return not all(_means_alike(old, new) for old, new in _exchanged(compared))


def _exchanged(compared: Comparison) -> list[tuple[Token, Token]]:
    """Words that gave way to words; *a* for *an* is none of them."""
    return [
        (old, new)
        for old, new in compared.swaps
        if old.low[0].isalpha() and new.low[0].isalpha() and {old.low, new.low} != {"a", "an"}
    ]


def _means_alike(old: Token, new: Token) -> bool:
    senses = _settings().bounds.senses
    if old.lemma == new.lemma or {old.low, new.low} <= word_list("sentence-negatives"):
        return True  # forms and negations are looked at elsewhere
    return new.low in synonyms(old.low, old.tag, senses) and old.low in synonyms(new.low, old.tag, senses)


def _shifts_sentiment(case: _Case, compared: Comparison) -> bool:
    if not case.same or case.task.name != "sentiment":
        return False
    before, after = (sum(map(_rating, side.tokens)) for side in (compared.before, compared.after))
    bounds, move = _settings().bounds, abs(after - before)
    return move > (bounds.turn if before * after < 0 else bounds.shift)


def _rating(token: Token) -> float:
    if token.low in others("neutral") or token.lemma in others("neutral"):
        return 0.0  # it tells what a film is about
    return valence(token.low) or valence(token.lemma) or _settings().bounds.judging * _judges(token)


def _misfits(compared: Comparison) -> list[bool]:
    """For every word that cannot be what stood in its place, whether it can be so in another form.

    Taggers err: if the old word can be what the new one is taken for, nothing is said.
    """
    return [
        part_of(old.tag) in parts_of(new.low)
        for old, new in (_exchanged(compared) if compared.word_for_word else ())
        if not can_be(new.low, old.tag) and (part_of(new.tag) is None or not can_be(old.low, new.tag))
    ]


def _changes_part_of_speech(case: _Case, compared: Comparison) -> bool:
    return False in _misfits(compared)


def _breaks_agreement(case: _Case, compared: Comparison) -> bool:
    before, after = compared.before, compared.after
    if True in _misfits(compared) or wrong_articles(after) - wrong_articles(before):
        return True
    if compared.word_for_word:
        return False  # where every form is kept, only the parse can have changed
    new = {token.low for token in compared.new}
    return any(new.intersection(words) for words in disagreements(after) - disagreements(before))


def _worsens_parse(case: _Case, compared: Comparison) -> bool:
    bounds, before, after = _settings().bounds, compared.before, compared.after
    if _unclear(after) - _unclear(before) > bounds.unclear:
        return True
    if compared.word_for_word:
        kept = [pair for pair in zip(before.tokens, after.tokens, strict=True) if pair[0].low == pair[1].low]
        return sum(old.head != new.head for old, new in kept) > bounds.moved * len(kept)
    return len(_roots(after)) > len(_roots(before)) or _fragments(after) > _fragments(before)


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


def _is_too_large(case: _Case, compared: Comparison) -> bool:
    old, new = (Counter(tokens(text.lower())) for text in (case.original, case.modified))
    policy, length = default_policy(), old.total()
    long = length >= policy.paragraph.from_tokens
    most = policy.paragraph.review_normalised if long else policy.sentence.review_normalised
    return (old - new).total() > most * length


_FAILED: dict[str, Callable[[_Case, Comparison], bool]] = {
    "negation": _gains_or_loses_negation,
    "antonym": _swaps_antonyms,
    "unturned": _is_unturned,
    "sense": _leaves_sense,
    "sentiment": _shifts_sentiment,
    "part-of-speech": _changes_part_of_speech,
    "agreement": _breaks_agreement,
    "parse": _worsens_parse,
    "size": _is_too_large,
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


def _faults_by_model(case: _Case, losses: dict[str, float]) -> list[str]:
    from zellig.language.similarity import similarities

    if not _is_shown(case):
        return []
    alike = case.same and similarities(case.original, [case.read])[0] < _settings().bounds.alike
    return [code for code, failed in (("fluency", _is_odd(case, losses)), ("similarity", alike)) if failed]


def _is_odd(case: _Case, losses: dict[str, float]) -> bool:
    bounds = _settings().bounds
    words, others_ = tokens(case.original), tokens(case.read)
    added = max(0, len(others_) - len(words))
    exchanged = edit_size(case.original, case.read).distance - added
    most = bounds.added * added + bounds.rise * exchanged
    rise = losses[case.read] - losses[case.original]
    if abs(rise - most) < NEAR:  # the other texts of the batch must not decide
        from zellig.language.language_model import load_language_model

        model = load_language_model()
        rise = model.losses([case.read]).item() - model.losses([case.original]).item()
    return rise > most


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


class _Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    bounds: _Bounds
    by_design: dict[str, list[str]]


@cache
def _settings() -> _Settings:
    raw = files("zellig.breakers").joinpath("data/validity.toml").read_bytes()
    return msgspec.toml.decode(raw, type=_Settings)
