"""From a parsed sentence to a clause, or a refusal with its reason.

A clause is claimed only if its verb groups, realised again from their features, give the words of the source.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from zellig.language.asides import asides
from zellig.language.captions import caption, check_first_noun
from zellig.language.clause import (
    Clause,
    Inner,
    Kind,
    Part,
    Phrase,
    Predicate,
    RefusedError,
    Role,
    Time,
    Words,
)
from zellig.language.parse import parse
from zellig.language.phrases import phrase_at
from zellig.language.readable import why_unreadable
from zellig.language.realise import realise
from zellig.language.refusals import (
    LONGEST,
    as_finite,
    check_clause,
    check_restored,
    check_sentence,
    check_subject,
    check_verb,
    is_one,
)
from zellig.language.slips import SLIP, has_slip
from zellig.language.tokens import FINITE, Sentence, Token, helpers_of, sentence_of
from zellig.language.variants import variants
from zellig.language.verb_group import Agreement
from zellig.language.verb_reading import read_bare
from zellig.language.words import word_list
from zellig.language.written import Written, whole

ROLES: dict[str, Role] = {
    "dobj": "object", "dative": "indirect", "attr": "predicative", "acomp": "predicative",
    "oprd": "predicative", "prt": "particle", "agent": "agent", "prep": "oblique", "xcomp": "complement",
    "ccomp": "complement", "pcomp": "complement", "conj": "clause", "parataxis": "clause",
}  # fmt: skip
_SUBJECTS = ("nsubj", "nsubjpass", "expl", "csubj", "csubjpass")
_NO_ADJUNCTS = frozenset({"cc", "mark", "punct", "intj", "aux", "auxpass", "ccomp", "neg", "preconj"})
_SHOWN = {"is": False, "was": False, "has": False, "does": False, "are": True, "were": True}  # plural?


def read_clauses(texts: Iterable[str]) -> Iterator[Clause | RefusedError]:
    """The clause of every text, in order, or why there is none."""
    texts = list(texts)
    reasons = [why_unreadable(text) for text in texts]
    docs = parse((text for text, reason in zip(texts, reasons, strict=True) if reason is None), lean=True)
    for reason in reasons:
        yield RefusedError(reason) if reason is not None else _with_asides(sentence_of(next(docs)))


def _with_asides(sentence: Sentence) -> Clause | RefusedError:
    """The clause, or what can be said of the sentence without it."""
    if len(sentence) <= LONGEST and has_slip(sentence):
        return RefusedError(SLIP)
    found, others = ((), ()) if not len(sentence) else (tuple(asides(sentence)), tuple(variants(sentence)))
    try:
        return replace(read_clause(sentence, conjunction=True), asides=found, variants=others)
    except RefusedError as refused:
        if not found and not others:
            return refused
        known = found[0] if found else whole(Written(sentence))
        return replace(known, unread=refused.reason, asides=found, variants=others)


def read_clause(sentence: Sentence, *, conjunction: bool = False) -> Clause:
    """The clause of a parsed sentence; *But he left* is one only for who can do with its conjunction."""
    check_sentence(sentence)
    clause = _Reader(sentence).clause()
    if clause.front and clause.front[0].dep == "cc" and not conjunction:
        raise RefusedError("unread beginning")
    check_clause(clause)
    if realise(clause, elided=True) != sentence.text:
        raise RefusedError("no round trip")
    return clause


class _Reader(Written):
    """Reads one sentence."""

    # --- the sentence

    def clause(self) -> Clause:
        """Find the verb and read on from there."""
        root = self.tokens[self.sentence.root]
        if any("?" in word.text for word in self.end):
            raise RefusedError("question")
        verbal = root.tag in FINITE or root.tag in ("VB", "VBG", "VBN")
        clause = self._from_verb(root) if verbal else self._from_caption()
        return replace(clause, end=self.end, capital=self.capital, tokenised=self.tokenised)

    def _from_verb(self, verb: Token) -> Clause:
        subject = self.sentence.child(verb.i, *_SUBJECTS)
        helpers = helpers_of(self.sentence, verb)
        if subject is None:
            if verb.tag in ("VBG", "VBN") and not helpers:
                return self._from_caption()
            return self._subjectless(verb, helpers)
        span = check_subject(self.sentence, verb, subject, helpers)
        phrase = phrase_at(self.sentence, self.words(*span), span[0], subject.i)
        if phrase.words[0].text == "The":  # a title, which may be called as people are
            phrase = replace(phrase, person=False, animate=False)
        if subject.tag == "NNS" and is_one(phrase):  # *a man winds yarn*
            raise RefusedError("no agreement")
        restored = verb.tag in ("VBG", "VBN") and not helpers
        if restored:
            check_first_noun(self.sentence)
            check_restored(self.sentence, verb)
        check_verb(self.sentence, verb)
        verb = as_finite(self.sentence, verb)
        clause = Clause("declarative", phrase, (), self._front(verb, span[0]), restored=restored)
        return self._with_predicates(clause, span[1], verb)

    def _subjectless(self, verb: Token, helpers: list[Token]) -> Clause:
        first = min([verb, *helpers], key=lambda token: token.i)
        kind: Kind = "imperative" if first.tag == "VB" else "subjectless"
        if kind != "imperative" and first.tag not in FINITE:
            raise RefusedError("no subject")
        return self._with_predicates(Clause(kind, None, (), self._front(verb, first.i)), first.i, verb)

    def _from_caption(self) -> Clause:
        check_first_noun(self.sentence)
        verb, head, end = caption(self.sentence, self.stop)
        # The participle hangs on the subject in the parse, but is not its modifier here.
        phrase = replace(phrase_at(self.sentence, self.words(0, end), 0, head), modified=False)
        return self._with_predicates(Clause("declarative", phrase, (), restored=True), end, verb)

    def _with_predicates(self, clause: Clause, after: int, verb: Token) -> Clause:
        """The clause with its verb, and the verbs joined to it."""
        first = self._predicate(verb, after, clause.subject, restored=clause.restored)
        clause = replace(clause, predicates=(first,))
        if clause.subject is not None:
            clause = replace(clause, subject=self._agreeing(clause, clause.subject, verb))
        joined = self._joined(verb)
        others = [self._joined_predicate(clause, token, token is joined[-1]) for token in joined]
        return replace(clause, predicates=(first, *others))

    def _agreeing(self, clause: Clause, subject: Phrase, verb: Token) -> Phrase:
        """Number as the source's verb shows it, which knows better than we do."""
        shown = None
        if not clause.restored:
            first = min([verb, *helpers_of(self.sentence, verb)], key=lambda token: token.i)
            shown = _SHOWN.get(first.low)
            if shown is None and clause.verb.tense == "present" and not clause.verb.has_auxiliary:
                shown = verb.tag != "VBZ"
        if shown is None and subject.determiner == "expletive":
            pivot = clause.predicate.part("predicative")
            shown = pivot is not None and pivot.phrase is not None and pivot.phrase.agreement.plural
        if shown is None or subject.agreement.person != 3:
            return subject
        several = subject.animate and subject.words[subject.head].tag == "NNS"
        if (shown and is_one(subject)) or (several and not shown):
            raise RefusedError("no agreement")
        return replace(subject, agreement=Agreement(3, shown))

    # --- the verb and what follows it

    def _predicate(self, verb: Token, after: int, subject: Phrase | None, *, restored: bool) -> Predicate:
        """The verb group between `after` and the verb, and the parts behind it."""
        agreement = Agreement() if subject is None else subject.agreement
        found, start = self.group(verb, after, agreement, restored=restored)
        return replace(found, parts=self._parts(verb, start))

    def _parts(self, verb: Token, start: int) -> tuple[Part, ...]:
        """The parts behind the verb, from `start` to the first joined verb or the end."""
        joined = self._joined(verb)
        stop = self._start_of_joined(joined[0]) if joined else self.stop
        parts: list[Part] = []
        at = start
        while at < stop:
            owner, end = self._owner(at, verb), at + 1
            while end < stop and self._owner(end, verb) == owner:
                end += 1
            parts.append(self._part(self.tokens[owner], at, end))
            at = end
        found = tuple(_with_commas(parts))
        if any(part.dep == "ROOT" or (part.dep == "appos" and part.words[0].tag != ",") for part in found):
            raise RefusedError("unread end")  # the parser lost its way
        return found

    def _owner(self, at: int, verb: Token) -> int:
        """The topmost token above this place that stands behind the verb."""
        token = self.tokens[at]
        while token.head != token.i and token.head > verb.i:
            token = self.tokens[token.head]
        return token.i

    def _front(self, verb: Token, begin: int) -> tuple[Part, ...]:
        """What stands before the subject: adjuncts, each with the comma behind it."""
        parts, at = [], 0
        while at < begin:
            token = self.starting_at(at, verb)
            span = None if token is None else self.sentence.span(token.i)
            opens = at == 0 and token is not None and token.low in ("and", "but", "yet")
            barred = token is None or (token.dep in _NO_ADJUNCTS and not opens)
            if token is None or span is None or barred or span[1] > begin:
                raise RefusedError("unread beginning")
            comma = span[1] < begin and self.tokens[span[1]].tag == ","
            parts.append(self._part(token, at, span[1] + comma))
            at = span[1] + comma
        return tuple(parts)

    def _part(self, token: Token, start: int, stop: int) -> Part:
        role = ROLES.get(token.dep, "adjunct")
        verbal = token.tag.startswith("VB") or self.sentence.child(token.i, *_SUBJECTS) is not None
        if role == "clause" and not verbal:
            role = "adjunct"
        if token.dep == "dative" and token.tag in ("IN", "TO"):
            role = "oblique"
        inside = self.sentence.child(token.i, "pobj") if token.dep in ("prep", "agent", "dative") else None
        phrase = None
        if inside is not None or role in ("object", "indirect", "predicative"):
            phrase = self._phrase(token if inside is None else inside)
        marker = self.sentence.child(token.i, "mark")
        return Part(
            role,
            self.words(start, stop),
            token.dep,
            token.lemma,
            phrase,
            preposition=token.low if token.tag in ("IN", "TO", "RP") else "",
            marker="" if marker is None else marker.low,
            time=_time({each.low for each in self.tokens[start:stop]}, token),
            controlled=self._controlled(token),
        )

    def _phrase(self, noun: Token) -> Phrase | None:
        span = self.sentence.span(noun.i)
        if span is None or noun.tag[:2] not in ("NN", "PR", "CD", "DT", "WP", "EX"):
            return None
        return phrase_at(self.sentence, self.words(*span), span[0], noun.i)

    def _controlled(self, token: Token) -> bool:
        """Has it a verb whose subject is understood to be the clause's?"""
        if token.dep in ("advcl", "acl"):
            return self.sentence.child(token.i, *_SUBJECTS) is None
        return token.dep == "prep" and self.sentence.child(token.i, "pcomp") is not None

    # --- coordination

    def _joined(self, verb: Token) -> list[Token]:
        """The coordinated verbs without a subject of their own, in order."""
        found: list[Token] = []
        head = verb
        while True:
            children = (self.tokens[child] for child in self.sentence.children[head.i] if child > head.i)
            verbs = (token for token in children if token.dep == "conj" and token.tag.startswith("VB"))
            token = next(verbs, None)
            if token is None or self.sentence.child(token.i, *_SUBJECTS) is not None:
                return found
            found.append(token)
            head = token

    def _joins(self, at: int) -> bool:
        return self.tokens[at].dep in ("cc", "punct", "preconj") or self.tokens[at].low == "then"

    def _start_of_joined(self, token: Token) -> int:
        """Where the comma and conjunction before a coordinated verb begin."""
        start = min([token.i, *(child for child in self.sentence.children[token.i] if child < token.i)])
        while start > 0 and self._joins(start - 1):
            start -= 1
        return start

    def _joined_predicate(self, clause: Clause, token: Token, last: bool) -> Predicate:
        start = at = self._start_of_joined(token)
        while at < token.i and self._joins(at):
            at += 1
        joiner = self.words(start, at)
        if last and not any(word.tag == "CC" or word.text == "then" for word in joiner):
            raise RefusedError("unread coordination")
        shares = token.tag in ("VBG", "VBN", "VB") and clause.kind != "imperative"
        if shares and not helpers_of(self.sentence, token):
            inner = tuple(
                Inner(self.words(i, i + 1), 0) for i in range(at, token.i) if self.tokens[i].dep == "advmod"
            )
            if len(inner) != token.i - at:
                raise RefusedError("unread coordination")
            verb = read_bare(clause.verb, token)
            return Predicate(
                verb, self._parts(token, token.i + 1), inner, joiner, bare=token.tag, spaces=(token.space,)
            )
        token = as_finite(self.sentence, token)
        found = self._predicate(token, at, clause.subject, restored=False)
        if (found.verb.tense, bool(found.verb.modal)) != (clause.verb.tense, bool(clause.verb.modal)):
            raise RefusedError("mixed tenses")
        return replace(found, joiner=joiner)


def _with_commas(parts: list[Part]) -> list[Part]:
    """Commas and conjunctions go with what follows them."""
    found: list[Part] = []
    pending: Words = ()
    for part in parts:
        if part.dep in ("punct", "cc"):
            pending += part.words
        else:
            found.append(replace(part, words=pending + part.words) if pending else part)
            pending = ()
    if pending:
        raise RefusedError("unread end")
    return found


def _time(lows: set[str], token: Token) -> Time:
    if {"next", "to"} <= lows:  # a place
        lows = lows - {"next"}
    if token.dep in ("npadvmod", "advmod", "prep", "advcl"):
        times: tuple[Time, ...] = ("past", "future", "present")
        for time in times:
            if lows & word_list(f"{time}-times"):
                return time
    return ""
