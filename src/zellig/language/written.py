"""The words of a sentence as they are spelt where no sentence begins, and the verb groups among them."""

from __future__ import annotations

from zellig.language.capitals import begins_with_name
from zellig.language.clause import Clause, Inner, Part, Predicate, RefusedError, Word, Words
from zellig.language.tokens import Sentence, Token
from zellig.language.verb_group import Agreement
from zellig.language.verb_reading import NOT, read_group

VARIANT = "variant"
_FLOATING = ("both", "all", "each")  # behind an auxiliary, they speak of the subject
_END = frozenset(".!?…")  # characters of final marks


class Written:
    """One sentence; places are those of its tokens."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence, self.tokens = sentence, sentence.tokens
        first = self.tokens[0].text
        # A number may begin a sentence, too; what begins like *iPhones* cannot be moved: no round trip.
        self.capital = not first[:1].islower() or any(map(str.isupper, first))
        self.stop = len(self.tokens)
        while self.stop > 1 and set(self.tokens[self.stop - 1].text) <= _END:
            self.stop -= 1
        self.tokenised = any(
            token.space and (token.tag in (".", ",") or token.low in ("n't", "'s"))
            for token in self.tokens[1:]
        )

    @property
    def end(self) -> Words:
        """The final marks."""
        return self.words(self.stop, len(self.tokens))

    def words(self, start: int, stop: int) -> Words:
        """The words between two places; the first of the sentence as it is spelt elsewhere."""
        return tuple(self._word(token) for token in self.tokens[start:stop])

    def _word(self, token: Token) -> Word:
        text, rest = token.text, token.text[1:]
        if token.i == 0 and self.capital and not begins_with_name(self.tokens):
            text = text[:1].lower() + rest
        return Word(text, token.space if token.i else " ", token.tag, token.lemma)

    def starting_at(self, at: int, verb: Token) -> Token | None:
        """The child of the verb whose words begin here."""
        for child in self.sentence.children[verb.i]:
            span = self.sentence.span(child)
            if span is not None and span[0] == at:
                return self.tokens[child]
        return None

    def group(
        self, verb: Token, after: int, agreement: Agreement, *, restored: bool = False
    ) -> tuple[Predicate, int]:
        """The verb group between `after` and the verb, with nothing behind it yet, and where that begins."""
        helpers: list[Token] = []
        negation: list[Token] = []
        inner: list[Inner] = []
        at = after
        while at < verb.i:
            token = self.tokens[at]
            if token.head == verb.i and token.dep in ("aux", "auxpass", "neg"):
                (negation if token.dep == "neg" else helpers).append(token)
                at += 1
                continue
            owner = self.starting_at(at, verb)
            span = None if owner is None else self.sentence.span(owner.i)
            if owner is None or span is None or span[1] > verb.i:
                raise RefusedError("unread verb group")
            floating = owner.low in _FLOATING and owner.tag == "DT"  # *They are both waiting*
            if owner.dep not in ("advmod", "npadvmod", "prep") and not floating:
                raise RefusedError("unread verb group")
            inner.append(Inner(self.words(*span), len(helpers)))
            at = span[1]
        start = verb.i + 1
        if start < self.stop and self.tokens[start].dep == "neg" and self.tokens[start].low in NOT:
            negation.append(self.tokens[start])  # *is not*, where *be* is the verb itself
            start += 1
        if any(token.low not in NOT for token in negation):  # never: a negative adverb
            raise RefusedError("already negative")
        found = read_group(helpers, verb, negation, agreement, restored=restored)
        spaces = tuple(token.space for token in [*helpers, verb])
        before_not = negation[0].space if negation and negation[0].low == "not" else None
        return Predicate(found, (), tuple(inner), spaces=spaces, before_not=before_not), start


def rebuilt(written: Written, words: Words) -> Clause:
    """The sentence with other words, of which nothing is said but that they are in this order."""
    return Clause(
        "declarative",
        None,
        (),
        (Part("adjunct", words, VARIANT),),
        end=written.end,
        capital=written.capital,
        tokenised=written.tokenised,
        unread=VARIANT,
    )


def whole(written: Written) -> Clause:
    """The sentence as it is, of which nothing is understood."""
    return rebuilt(written, written.words(0, written.stop))
