"""The tokens of a parsed sentence as we read them: light, with the parser's commonest slips mended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from zellig.language.inflection import FORMS, is_verb_form, lemma_of
from zellig.language.parse import parse
from zellig.language.wordnet import ANIMAL, PERSON, noun_kind

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span

VERBS = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD"})
FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})
KEPT = 4096  # sentences that are kept for whoever reads them next


@dataclass(slots=True)
class Token:
    """One token; `head` is a place in the sentence, its own for the root."""

    i: int
    text: str
    low: str
    tag: str
    dep: str
    head: int
    lemma: str
    space: str  # what stands before it


class Sentence:
    """The tokens of one sentence, and who depends on whom."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.children: list[list[int]] = [[] for _ in tokens]
        self.root = -1
        for token in tokens:
            if token.head == token.i:
                self.root = token.i if self.root < 0 else self.root
            else:
                self.children[token.head].append(token.i)
        self._spans: list[tuple[int, int, int]] | None = None

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def text(self) -> str:
        """The sentence as it was, without space around it."""
        return "".join(token.space + token.text for token in self.tokens).strip()

    def span(self, i: int) -> tuple[int, int] | None:
        """First and last-plus-one place of a subtree; None if it has a gap."""
        if self._spans is None:
            self._spans = self._all_spans()
        low, high, size = self._spans[i]
        return (low, high + 1) if high - low + 1 == size else None

    def _all_spans(self) -> list[tuple[int, int, int]]:
        found = [(i, i, 1) for i in range(len(self.tokens))]
        order, stack = [], [token.i for token in self.tokens if token.head == token.i]
        while stack:
            i = stack.pop()
            order.append(i)
            stack.extend(self.children[i])
        for i in reversed(order):
            low, high, size = found[i]
            for child in self.children[i]:
                other = found[child]
                low, high, size = min(low, other[0]), max(high, other[1]), size + other[2]
            found[i] = (low, high, size)
        return found

    def child(self, i: int, *deps: str) -> Token | None:
        """The first child with one of these relations."""
        return next((self.tokens[c] for c in self.children[i] if self.tokens[c].dep in deps), None)


def helpers_of(sentence: Sentence, verb: Token) -> list[Token]:
    """The auxiliaries of a verb, in order."""
    found = (sentence.tokens[child] for child in sentence.children[verb.i])
    return [token for token in found if token.dep in ("aux", "auxpass")]


_kept: dict[str, Sentence] = {}


def sentences_of(texts: Sequence[str]) -> list[Sentence]:
    """The texts as parsed sentences, in order; texts just parsed are not parsed again."""
    missing = [text for text in dict.fromkeys(texts) if text not in _kept]
    found = {text: _kept[text] for text in texts if text in _kept}
    found |= dict(zip(missing, map(sentence_of, parse(missing, lean=True)), strict=True))
    if len(_kept) + len(missing) > KEPT:
        _kept.clear()
    _kept.update({text: found[text] for text in missing[-KEPT:]})
    return [found[text] for text in texts]


def sentence_of(doc: Doc | Span) -> Sentence:
    """Our tokens for a parsed text, or for one of its sentences."""
    kept = [token for token in doc if not token.is_space]
    text, begin = doc.text, doc[0].idx if len(doc) else 0
    places = {token.i: place for place, token in enumerate(kept)}
    tokens = []
    end = begin
    for place, token in enumerate(kept):
        low, tag = token.lower_, token.tag_
        head, space = places.get(token.head.i, place), text[end - begin : token.idx - begin]
        tokens.append(Token(place, token.text, low, tag, token.dep_, head, lemma_of(low, tag), space))
        end = token.idx + len(token)
    sentence = Sentence(tokens)
    return Sentence(tokens) if _mend(sentence) else sentence


def _mend(sentence: Sentence) -> bool:
    """Put right what the parser gets wrong again and again; True if anything was."""
    mends = (
        _mend_capital_of_caption,
        _mend_noun_with_subject,
        _mend_verb_taken_for_noun,
        _mend_coordinated_noun,
        _mend_progressive_adjective,
        _mend_subject_of_helper,
        _mend_second_subject,
    )
    return sum(mend(sentence) for mend in mends) > 0


def _mend_capital_of_caption(sentence: Sentence) -> bool:
    """*Dogs running down a path*: the parser takes the first noun of a caption for a name of one."""
    first = sentence.tokens[0] if sentence.tokens else None
    if first is None or first.tag != "NNP" or any(token.tag in FINITE for token in sentence.tokens):
        return False
    one = lemma_of(first.low, "NNS")
    if one != first.low and noun_kind(one) in (ANIMAL, PERSON):
        first.tag, first.lemma = "NNS", one
    return first.tag != "NNP"


def _mend_progressive_adjective(sentence: Sentence) -> bool:
    """*The child is diving*: an adjective does not have an auxiliary."""
    root = sentence.tokens[sentence.root] if sentence.root >= 0 else None
    if root is None or root.tag != "JJ" or sentence.child(root.i, "aux") is None:
        return False
    lemma = is_verb_form(root.low, "ing")
    if lemma is not None:
        root.tag, root.lemma = "VBG", lemma
    return lemma is not None


def _mend_subject_of_helper(sentence: Sentence) -> bool:
    """*a cook is shaving*: the subject of an auxiliary is that of its verb."""
    changed = False
    for token in sentence.tokens:
        helper = sentence.tokens[token.head]
        if token.dep in ("nsubj", "nsubjpass") and helper.dep in ("aux", "auxpass") and token.i < helper.i:
            token.head, changed = helper.head, True
    return changed


def _mend_second_subject(sentence: Sentence) -> bool:
    """*A nurse wearing a coat and a tall cap is waiting*: of two subjects, the second is joined to something.

    The verb tells to what: *is waiting* one nurse, *are waiting* a nurse and somebody else.
    """
    tokens = sentence.tokens
    for first, second in combinations([token for token in tokens if token.dep == "nsubj"], 2):
        begin = sentence.span(second.i)
        joiner = tokens[begin[0] - 1] if begin is not None and begin[0] else None
        if first.head != second.head or joiner is None or joiner.dep != "cc" or joiner.head != first.i:
            continue
        verb = tokens[first.head]
        shown = sentence.child(verb.i, "aux", "auxpass") or verb
        before = tokens[joiner.i - 1]
        if shown.low in ("is", "was", "has") or shown.tag == "VBZ":
            if before.tag not in ("NN", "NNS") or before.i == first.i:
                continue
            joiner.head, second.head, second.dep = before.i, before.i, "conj"
        elif shown.low in ("are", "were") or shown.tag == "VBP":
            second.head, second.dep = first.i, "conj"
        else:
            continue
        return True
    return False


def _mend_noun_with_subject(sentence: Sentence) -> bool:
    """*A woman wearing jeans crosses a road while a man waves*: what has a subject, or *while*, is a verb."""
    changed = False
    for token in sentence.tokens:
        if token.tag != "NNS" or token.dep not in ("ROOT", "advcl", "ccomp", "relcl"):
            continue
        before = sentence.tokens[token.i - 1]
        joined = before.dep == "compound" and sentence.child(token.i, "mark", "advmod") is not None
        lemma = is_verb_form(token.low, "third")
        if lemma is not None and (joined or sentence.child(token.i, "nsubj") is not None):
            token.tag, token.lemma, changed = "VBZ", lemma, True
            if joined:
                before.dep = "nsubj"
    return changed


def _mend_verb_taken_for_noun(sentence: Sentence) -> bool:
    """*A man waves as he rides*, *All dogs bark*: a root noun that is a verb form, behind its "compound"."""
    tokens = sentence.tokens
    root = tokens[sentence.root] if sentence.root >= 0 else None
    if root is None or root.tag not in ("NN", "NNS") or root.i == 0:
        return False
    subject = tokens[root.i - 1]
    if subject.dep != "compound" or subject.head != root.i or subject.tag not in ("NN", "NNS"):
        return False
    plural = subject.tag == "NNS"
    lemma = is_verb_form(root.low, "base" if plural else "third")
    before = [*sentence.children[root.i], *sentence.children[subject.i]]
    introduced = any(tokens[c].dep in ("det", "nummod", "poss") for c in before)
    if lemma is None or not (introduced or plural):
        return False
    for child in sentence.children[root.i]:
        if child < subject.i:
            tokens[child].head = subject.i
        elif child > root.i and tokens[child].dep in ("acl", "relcl"):
            tokens[child].dep = "advcl"
    root.tag, root.lemma, subject.dep = "VBP" if plural else "VBZ", lemma, "nsubj"
    return True


def _mend_coordinated_noun(sentence: Sentence) -> bool:
    """*The boy sings and dances*: a bare noun joined to a finite verb is a verb of the same form."""
    changed = False
    tokens = sentence.tokens
    for token in tokens:
        head = tokens[token.head]
        if token.dep != "conj" or token.tag not in ("NNS", "NN") or head.tag not in ("VBZ", "VBP", "VBD"):
            continue
        if any(
            tokens[c].dep in ("det", "poss", "amod", "nummod", "compound") for c in sentence.children[token.i]
        ):
            continue
        lemma = is_verb_form(token.low, FORMS[head.tag])
        if lemma is not None:
            token.tag, token.lemma, changed = head.tag, lemma, True
    return changed
