"""From a parsed sentence to a clause, or a refusal with its reason.

A clause is claimed only if its verb groups, realised again from their features, give the words of the source.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from zellig.language.agreement import parts_of
from zellig.language.captions import caption
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
    Word,
    Words,
)
from zellig.language.inflection import is_verb_form, is_word
from zellig.language.parse import parse
from zellig.language.phrases import phrase_at
from zellig.language.readable import why_unreadable
from zellig.language.realise import realise
from zellig.language.tokens import FINITE, Sentence, Token, sentence_of
from zellig.language.verb_group import Agreement
from zellig.language.verb_reading import NOT, read_bare, read_group
from zellig.language.wordnet import always_capital, is_name, noun_kind
from zellig.language.words import word_list

LONGEST = 60  # words: beyond, the parser cannot be trusted

ROLES: dict[str, Role] = {
    "dobj": "object", "dative": "indirect", "attr": "predicative", "acomp": "predicative",
    "oprd": "predicative", "prt": "particle", "agent": "agent", "prep": "oblique", "xcomp": "complement",
    "ccomp": "complement", "pcomp": "complement", "conj": "clause", "parataxis": "clause",
}  # fmt: skip
_SUBJECTS = ("nsubj", "nsubjpass", "expl", "csubj", "csubjpass")
_NO_ADJUNCTS = frozenset({"cc", "mark", "punct", "intj", "aux", "auxpass", "ccomp", "neg", "preconj"})
_FLOATING = ("both", "all", "each")  # behind an auxiliary, they speak of the subject
_QUOTES = ("``", "''")
_END = frozenset(".!?…")  # characters of final marks
_SHOWN = {"is": False, "was": False, "has": False, "does": False, "are": True, "were": True}  # plural?


def read_clauses(texts: Iterable[str]) -> Iterator[Clause | RefusedError]:
    """The clause of every text, in order, or why there is none."""
    texts = list(texts)
    reasons = [why_unreadable(text) for text in texts]
    docs = parse((text for text, reason in zip(texts, reasons, strict=True) if reason is None), lean=True)
    for reason in reasons:
        try:
            yield RefusedError(reason) if reason is not None else read_clause(sentence_of(next(docs)))
        except RefusedError as refused:
            yield refused


def read_clause(sentence: Sentence) -> Clause:
    """The clause of a parsed sentence."""
    if not len(sentence):
        raise RefusedError("empty")
    if len(sentence) > LONGEST:
        raise RefusedError("too long")
    if sum(token.head == token.i for token in sentence.tokens) > 1:
        raise RefusedError("more than one sentence")
    if any(_hidden_in_object(sentence, token) or _is_finite_infinitive(token) for token in sentence.tokens):
        raise RefusedError("unsure verb")
    clause = _Reader(sentence).clause()
    if realise(clause, elided=True) != sentence.text:
        raise RefusedError("no round trip")
    return clause


def _stretches(clause: Clause) -> Iterator[Words]:
    """The words that stay together when the clause is changed."""
    if clause.subject is not None:
        yield clause.subject.words
    parts = (part for predicate in clause.predicates for part in predicate.parts)
    yield from (part.words for part in [*clause.front, *parts])


def _marks(words: Words) -> int:
    return sum(word.tag in _QUOTES for word in words)


def _hidden_in_object(sentence: Sentence, token: Token) -> bool:
    """*plays a guitar and sings*: a bare noun joined to one with an article may well be a verb."""
    if token.dep != "conj" or token.tag != "NNS" or is_verb_form(token.low, "third") is None:
        return False
    head = sentence.tokens[token.head]
    own = sentence.child(token.i, "det", "poss", "amod", "nummod", "compound")
    return head.tag == "NN" and own is None and sentence.child(head.i, "det") is not None


def _is_finite_infinitive(token: Token) -> bool:
    """*uses a chain saw*, as if somebody saw: what a verb leaves without a subject has no tense."""
    return token.dep == "xcomp" and token.tag in ("VBD", "VBZ", "VBP")


class _Reader:
    """Reads one sentence; places are those of its tokens."""

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

    # --- the sentence

    def clause(self) -> Clause:
        """Find the verb and read on from there."""
        root = self.tokens[self.sentence.root]
        end = self.words(self.stop, len(self.tokens))
        if self._quotes_speech():
            raise RefusedError("quotation")
        if any("?" in word.text for word in end):
            raise RefusedError("question")
        verbal = root.tag in FINITE or root.tag in ("VB", "VBG", "VBN")
        clause = self._from_verb(root) if verbal else self._from_caption()
        if not all(_marks(words) % 2 == 0 for words in _stretches(clause)):
            raise RefusedError("quotation")
        return replace(clause, end=end, capital=self.capital, tokenised=self.tokenised)

    def _quotes_speech(self) -> bool:
        """Are there quotation marks about more than a name or a label, or without their other half?"""
        marks = [token.i for token in self.tokens if token.tag in _QUOTES]
        quoted = (self.tokens[first + 1 : last] for first, last in pairwise([*marks, len(self.tokens)]))
        said = any(token.tag in FINITE for some in list(quoted)[::2] for token in some)
        return len(marks) % 2 == 1 or said

    def _subject_span(self, verb: Token, subject: Token, helpers: Sequence[Token]) -> tuple[int, int]:
        """From where to where the subject goes; refuses what is hardly one."""
        if subject.i > verb.i or any(helper.i < subject.i for helper in helpers):
            raise RefusedError("inverted")
        if subject.dep.startswith("csubj"):
            raise RefusedError("clausal subject")
        span = self.sentence.span(subject.i)
        if span is None or span[1] > verb.i or self.tokens[span[1] - 1].tag == "CC":
            raise RefusedError("discontinuous subject")
        lone = subject.tag == "JJ" and self.sentence.child(subject.i, "det", "poss", "prep") is None
        if lone and "adj" in parts_of(subject.low):  # *Glad to hear all is well*
            raise RefusedError("unsure subject")
        if any(token.tag in FINITE for token in self.tokens[span[0] : subject.i]):  # *As he sings, a man ...*
            raise RefusedError("unread beginning")
        if self.tokens[span[1] - 1].tag in ("WDT", "WP"):  # *a row of horses that form ...* is a noun phrase
            raise RefusedError("no verb")
        return span

    def _from_verb(self, verb: Token) -> Clause:
        subject = self.sentence.child(verb.i, *_SUBJECTS)
        helpers = self._helpers(verb)
        if subject is None:
            if verb.tag in ("VBG", "VBN") and not helpers:
                return self._from_caption()
            return self._subjectless(verb, helpers)
        span = self._subject_span(verb, subject, helpers)
        phrase = phrase_at(self.sentence, self.words(*span), span[0], subject.i)
        if phrase.words[0].text == "The":  # a title, which may be called as people are
            phrase = replace(phrase, person=False, animate=False)
        if subject.tag == "NNS" and _is_one(phrase):  # *a man winds yarn*
            raise RefusedError("no agreement")
        restored = verb.tag in ("VBG", "VBN") and not helpers
        if restored:
            self._check_restored(verb)
        if verb.tag == "VBZ" and self._ends_compound(verb):
            raise RefusedError("unsure verb")
        past = is_verb_form(verb.low, "past") if verb.tag == "VBP" else None
        if past is not None and past != verb.low:  # *three men bent over*
            raise RefusedError("unsure verb")
        clause = Clause("declarative", phrase, (), self._front(verb, span[0]), restored=restored)
        return self._with_predicates(clause, span[1], verb)

    def _ends_compound(self, verb: Token) -> bool:
        """*A girl with beach shades on*: the verb may be a plural that the noun before it describes."""
        noun, goal = self.tokens[verb.i - 1], self.sentence.child(verb.i, "dobj", "ccomp", "xcomp")
        bare = noun.tag == "NN" and self.sentence.child(noun.i, "det", "poss", "nummod", "amod") is None
        with_noun = noun.dep == "pobj" and self.tokens[noun.head].low == "with"
        return bare and with_noun and goal is None and noun_kind(verb.lemma) is not None

    def _check_restored(self, verb: Token) -> None:
        """Refuses a participle that may not be the verb."""
        if verb.tag == "VBN" and self._ends_with_phrase(verb.i):
            raise RefusedError("unsure verb")
        if any(self._is_finite_conjunct(child) for child in self.sentence.children[verb.i]):
            raise RefusedError("unsure verb")  # *A clown holding a drum and a girl are dancing*
        if self.tokens[verb.i - 1].tag == ",":
            raise RefusedError("comma before the participle")

    def _ends_with_phrase(self, at: int) -> bool:
        """*with his hands crossed*"""
        before = self.tokens[at - 1]
        return before.dep == "pobj" and self.tokens[before.head].low == "with"

    def _is_finite_conjunct(self, at: int) -> bool:
        verb = self.tokens[at]
        return verb.dep == "conj" and any(token.tag in FINITE for token in [verb, *self._helpers(verb)])

    def _subjectless(self, verb: Token, helpers: list[Token]) -> Clause:
        first = min([verb, *helpers], key=lambda token: token.i)
        kind: Kind = "imperative" if first.tag == "VB" else "subjectless"
        if kind != "imperative" and first.tag not in FINITE:
            raise RefusedError("no subject")
        return self._with_predicates(Clause(kind, None, (), self._front(verb, first.i)), first.i, verb)

    def _from_caption(self) -> Clause:
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
            first = min([verb, *self._helpers(verb)], key=lambda token: token.i)
            shown = _SHOWN.get(first.low)
            if shown is None and clause.verb.tense == "present" and not clause.verb.has_auxiliary:
                shown = verb.tag != "VBZ"
        if shown is None and subject.determiner == "expletive":
            pivot = clause.predicate.part("predicative")
            shown = pivot is not None and pivot.phrase is not None and pivot.phrase.agreement.plural
        if shown is None or subject.agreement.person != 3:
            return subject
        several = subject.animate and subject.words[subject.head].tag == "NNS"
        if (shown and _is_one(subject)) or (several and not shown):
            raise RefusedError("no agreement")
        return replace(subject, agreement=Agreement(3, shown))

    # --- the verb and what follows it

    def _helpers(self, verb: Token) -> list[Token]:
        found = (self.tokens[child] for child in self.sentence.children[verb.i])
        return [token for token in found if token.dep in ("aux", "auxpass")]

    def _predicate(self, verb: Token, after: int, subject: Phrase | None, *, restored: bool) -> Predicate:
        """The verb group between `after` and the verb, and the parts behind it."""
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
            owner = self._starting_at(at, verb)
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
        agreement = Agreement() if subject is None else subject.agreement
        group = read_group(helpers, verb, negation, agreement, restored=restored)
        spaces = tuple(token.space for token in [*helpers, verb])
        return Predicate(group, self._parts(verb, start), tuple(inner), spaces=spaces)

    def _starting_at(self, at: int, verb: Token) -> Token | None:
        """The child of the verb whose words begin here."""
        for child in self.sentence.children[verb.i]:
            span = self.sentence.span(child)
            if span is not None and span[0] == at:
                return self.tokens[child]
        return None

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
            token = self._starting_at(at, verb)
            span = None if token is None else self.sentence.span(token.i)
            if token is None or span is None or token.dep in _NO_ADJUNCTS or span[1] > begin:
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
        if shares and not self._helpers(token):
            inner = tuple(
                Inner(self.words(i, i + 1), 0) for i in range(at, token.i) if self.tokens[i].dep == "advmod"
            )
            if len(inner) != token.i - at:
                raise RefusedError("unread coordination")
            verb = read_bare(clause.verb, token)
            return Predicate(
                verb, self._parts(token, token.i + 1), inner, joiner, bare=token.tag, spaces=(token.space,)
            )
        found = self._predicate(token, at, clause.subject, restored=False)
        if (found.verb.tense, bool(found.verb.modal)) != (clause.verb.tense, bool(clause.verb.modal)):
            raise RefusedError("mixed tenses")
        return replace(found, joiner=joiner)

    # --- words

    def words(self, start: int, stop: int) -> Words:
        """The words between two places; the first of the sentence as it is spelt elsewhere."""
        return tuple(self._word(token) for token in self.tokens[start:stop])

    def _word(self, token: Token) -> Word:
        text, rest = token.text, token.text[1:]
        if token.i == 0 and self.capital and not self._is_name(token):
            text = text[:1].lower() + rest
        return Word(text, token.space if token.i else " ", token.tag, token.lemma)

    def _is_name(self, first: Token) -> bool:
        """Is the first word of the sentence spelt with a capital everywhere?"""
        if first.text == "I" or any(map(str.isupper, first.text[1:])):
            return True
        if first.tag[:2] in ("NN", "JJ") and always_capital(first.low):
            return True
        if first.tag == "NNP" and first.low in word_list("given-names"):
            return True
        if first.low in ("the", "a", "an"):
            return self._begins_title()
        if noun_kind(first.low) is None:
            return first.tag in ("NNP", "NNPS") or (is_name(first.low) and first.tag == "NN")
        second = self.tokens[1] if len(self.tokens) > 1 else first
        joined = second.tag == "NNP" and second.text[:1].isupper()
        # *Worker cutting wood* is no name, *Collateral Damage* is one.
        return first.tag == "NNP" and (is_name(first.low) or joined)

    def _begins_title(self) -> bool:
        """*The Kitchen opened in May*: an article before common words with capitals, no known name."""
        run = list(takewhile(lambda token: token.text[:1].isupper(), self.tokens[1:]))
        after = self.tokens[len(run) + 1].tag if len(run) + 1 < len(self.tokens) else ""
        if after.startswith("NN"):  # *The Cabinet meeting*
            return False
        several = bool(run) and run[-1].tag == "NNPS"  # the Millers
        common = bool(run) and not several and all(_is_common(token) for token in run)
        return common and not is_name(" ".join(token.low for token in run))


def _is_common(token: Token) -> bool:
    """Is it a word that is written in lower case elsewhere?"""
    return not always_capital(token.low) and not is_name(token.low) and is_word(token.low)


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


def _is_one(subject: Phrase) -> bool:
    """*a woman*, *the man*, which no *are* agrees with."""
    low = subject.words[subject.head].text.lower()
    if subject.collective or subject.coordinated or low in word_list("quantities"):
        return False
    return subject.words[0].text.lower() in ("a", "an") or low in ("man", "woman", "boy", "girl", "person")


def _time(lows: set[str], token: Token) -> Time:
    if {"next", "to"} <= lows:  # a place
        lows = lows - {"next"}
    if token.dep in ("npadvmod", "advmod", "prep", "advcl"):
        times: tuple[Time, ...] = ("past", "future", "present")
        for time in times:
            if lows & word_list(f"{time}-times"):
                return time
    return ""
