"""Negation: put *not* over the praise of a positive sentence, so that its label flips.

It works only where the scope of *not* is beyond doubt and refuses everything else: one finite clause (or a
fragment such as *A witty film*) with all its praise after the verb, nothing negative, hedged, compared or
coordinated under the verb. A negative sentence is refused too: *not terrible* is weak praise, not praise.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from zellig.errors import ZelligError
from zellig.items import Item, Pair
from zellig.language.lexicon import valence
from zellig.language.parse import parse
from zellig.performers import See, Spec, Victim
from zellig.tasks import Task
from zellig.tasks.sentiment import POSITIVE, SENTIMENT

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

CUE_FROM = 1.5  # a word rated at least this high is praise
BLAME_FROM = 0.5  # any word rated this low makes the sentence mixed

OTHER_CLAUSES = {"advcl", "ccomp", "csubj", "csubjpass", "parataxis"}
JOINED = {"conj", "appos"}  # a second predicate could stay outside the scope of *not*
PREDICATES = {"ROOT", "acomp", "attr", "oprd", "dobj", "xcomp"}
SUBJECTS = {"nsubj", "nsubjpass"}
SURE_SUBJECTS = {
    "the",
    "this",
    "that",
    "these",
    "those",
    "its",
    "his",
    "her",
    "their",
    "it",
    "he",
    "she",
    "they",
}
TRAILING = {",", ";", ":", "-", "--", "—", "–"}
DO = {"VBZ": "does", "VBP": "do", "VBD": "did"}


@cache
def unsure_words() -> frozenset[str]:
    """Words that are negative already, turn *not* into praise, or make its scope doubtful."""
    text = files("zellig.breakers").joinpath("data/negation-refuses.txt").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(word for line in lines for word in line.split())


class Negation:
    """Makes at most one pair from a positive sentence."""

    spec = Spec("negation")
    see: See = "nothing"

    def break_items(
        self, items: Sequence[Item], seeds: Sequence[int], oracle: Victim | None
    ) -> list[list[Pair]]:
        """One pair, or none where the conditions do not hold; chance plays no part."""
        docs = parse(item.fields["text"] for item in items)
        return [self._pairs(item, doc) for item, doc in zip(items, docs, strict=True)]

    def _pairs(self, item: Item, doc: Doc) -> list[Pair]:
        if item.accepted != (POSITIVE,):
            return []
        negated = negate(doc)
        if negated is None:
            return []
        modified = Item(f"{item.id}-negation", {"text": negated}, SENTIMENT.promised("flip", item.accepted))
        return [
            Pair(
                id=f"{item.id}-negation",
                original=item,
                modified=modified,
                promise="flip",
                phenomenon="negation",
                rationale="the praise is denied",
                author=self.spec.name,
                lineage=(self.spec.name,),
            )
        ]


def make(task: Task) -> Negation:
    """The breaker; refuses every task but sentiment."""
    if task.name != SENTIMENT.name:
        raise ZelligError(f"negation has no promise for the task {task.name}", remedy="It is for sentiment.")
    return Negation()


def negate(doc: Doc) -> str | None:
    """The sentence with its praise denied, or None if any condition fails."""
    if any(token.lower_ in unsure_words() or valence(token.lower_) <= -BLAME_FROM for token in doc):
        return None
    sentences = list(doc.sents)
    if len(sentences) != 1 or doc.text.isspace() or doc.text.rstrip().endswith("?"):
        return None
    root = sentences[0].root
    if any(token.dep_ in OTHER_CLAUSES or _joined_to_predicate(token) for token in doc):
        return None
    if any(token.text in TRAILING and token.i > root.i for token in doc):
        return None  # what trails behind a comma could be praise that *not* does not reach
    if root.pos_ == "NOUN":
        return _fragment(doc, root)
    if not _sure_subject(root) or not _praise_after_verb(root):
        return None
    if any(child.dep_ == "advmod" and child.i < root.i + 2 for child in root.children):
        return None  # *undeniably is* and *is not undeniably* differ by more than a *not*
    helpers = [child for child in root.children if child.dep_ in ("aux", "auxpass")]
    if helpers:
        return _insert_not(doc, helpers[0])
    if root.lemma_ == "be":
        return _insert_not(doc, root)
    return _with_do(doc, root) if root.tag_ in DO else None


def _joined_to_predicate(token: Token) -> bool:
    return token.dep_ in JOINED and token.head.dep_ in PREDICATES


def _fragment(doc: Doc, root: Token) -> str | None:
    """*A witty film* becomes *Not a witty film*: the article comes first and praise is on the noun."""
    if doc[0].lower_ not in ("a", "an") or doc[0].head != root:
        return None
    modifiers = [child for child in root.children if child.dep_ == "amod"]
    modifiers += [joined for child in modifiers for joined in child.conjuncts]
    if not any(valence(modifier.lower_) >= CUE_FROM for modifier in modifiers):
        return None
    if any(modifier.conjuncts and valence(modifier.lower_) <= 0 for modifier in modifiers):
        return None  # *schmaltzy and enjoyable*: to deny the first is no blame
    return f"Not {doc[0].lower_}{doc[0].whitespace_}{doc[1:].text}"


def _sure_subject(root: Token) -> bool:
    """No subject at all (as in *Offers a rare delight*), or a definite one before its verb."""
    subjects = [child for child in root.children if child.dep_ in (*SUBJECTS, "expl")]
    if not subjects:
        return root.i == 0 and root.tag_ == "VBZ"
    subject = subjects[0]
    first = next(iter(subject.subtree))
    return subject.i < root.i and (first.lower_ in SURE_SUBJECTS or subject.pos_ == "PROPN")


def _praise_after_verb(root: Token) -> bool:
    """There is praise, and none of it is outside the scope of a *not* at the verb."""
    cues = [token for token in root.doc if valence(token.lower_) >= CUE_FROM]
    return bool(cues) and all(cue.i >= root.i and not _taken_for_granted(cue) for cue in cues)


def _taken_for_granted(cue: Token) -> bool:
    """Praise inside a definite phrase (*this wonderful portrait*) stands, whatever is denied about it."""
    noun = cue.head if cue.dep_ == "amod" else cue
    return any(child.dep_ in ("det", "poss") and child.lower_ not in ("a", "an") for child in noun.children)


def _insert_not(doc: Doc, after: Token) -> str | None:
    if after.i + 1 == len(doc) or doc[after.i + 1].is_punct:
        return None  # *is, in a way, a delight*: the place for *not* is not here
    return f"{doc[: after.i + 1].text_with_ws.rstrip()} not {doc[after.i + 1 :].text}"


def _with_do(doc: Doc, verb: Token) -> str:
    """*works* becomes *does not work*; a capital stays at the front."""
    do = DO[verb.tag_].capitalize() if verb.is_title else DO[verb.tag_]
    before, after = doc[: verb.i].text_with_ws, doc[verb.i + 1 :].text
    return f"{before}{do} not {verb.lemma_.lower()}{verb.whitespace_}{after}"
