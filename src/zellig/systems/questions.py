"""What the builders for QA-SRL read from an item: its parse, where the predicate is, how the question is put.

The sentences are tokenised by spaces already, and the parser is given those tokens, so that the index of
the predicate holds and answers are parts of the sentence as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from zellig.items import Item
from zellig.language.parse import BATCH, load_parser

if TYPE_CHECKING:
    from spacy.tokens import Doc

REACH = 250  # tokens on either side of the predicate that are parsed; no sentence of the corpora is so long
LONGEST_QUESTION = 30  # words of a question that are read; those of the corpora have at most a dozen
SLOTS = 8  # wh, auxiliary, subject, verb, object, preposition, second object, question mark
PLACEHOLDERS = frozenset({"someone", "something", "somewhere", "it", "they", "he", "she"})
# fmt: off
AUXILIARIES = frozenset({
    "am", "is", "are", "was", "were", "be", "been", "being", "do", "does", "did", "has", "have", "had",
    "will", "would", "can", "could", "may", "might", "must", "shall", "should", "not", "n't", "to",
})
# fmt: on
LIKE = 3  # letters at the beginning that make two words forms of one verb


@dataclass(frozen=True)
class Question:
    """A question with its verb taken out."""

    words: tuple[str, ...]  # lowercased, without the question mark
    verb: str
    place: int  # of the verb among the words; their number if it was not found

    @property
    def wh(self) -> str:
        return self.words[0] if self.words else ""

    @property
    def before(self) -> tuple[str, ...]:
        """The words between the question word and the verb: auxiliaries and the subject, if it is known."""
        return self.words[1 : self.place]

    @property
    def after(self) -> tuple[str, ...]:
        """The words behind the verb: objects and prepositions."""
        return self.words[self.place + 1 :]

    @property
    def subject_known(self) -> bool:
        """The question names a subject, so it asks for something else."""
        return any(word in PLACEHOLDERS for word in self.before)


@dataclass(frozen=True)
class Parsed:
    """An item as the builders see it; the document is the sentence around the predicate."""

    item: Item
    doc: Doc
    predicate: int  # its place in the document
    question: Question

    def text(self, start: int, end: int) -> str:
        """The tokens from `start` to before `end`, as they stand in the sentence."""
        return " ".join(token.text for token in self.doc[start:end])

    def nearest_token(self) -> str:
        """What is left to say where there is no candidate: a neighbour of the predicate, or itself."""
        others = [place for place in (self.predicate + 1, self.predicate - 1) if 0 <= place < len(self.doc)]
        words = [place for place in others if not self.doc[place].is_punct] or others
        place = words[0] if words else self.predicate
        return self.text(place, place + 1)


def parse_items(items: Sequence[Item]) -> Iterator[Parsed]:
    """Items with their parses, in order; a sentence that several of them ask about is parsed once."""
    from spacy.tokens import Doc

    nlp = load_parser(lean=False)
    for start in range(0, len(items), BATCH):
        batch = [(item, *_window(item)) for item in items[start : start + BATCH]]
        wanted = dict.fromkeys(words for _, words, _ in batch if words)
        docs = dict(
            zip(wanted, nlp.pipe([Doc(nlp.vocab, words=list(words)) for words in wanted]), strict=True)
        )
        for item, words, predicate in batch:
            doc = docs[words] if words else Doc(nlp.vocab)
            yield Parsed(item, doc, predicate, read_question(item))


def _window(item: Item) -> tuple[tuple[str, ...], int]:
    """The tokens around the predicate, and its place among them."""
    cells = item.fields.get("sentence", "").split(" ")
    places = [place for place, cell in enumerate(cells) if cell.strip()]
    words = [cells[place].strip() for place in places]
    index = item.metadata.get("predicate_index")
    # The index counts cells, and doubled spaces make empty ones.
    index = sum(place < index for place in places) if isinstance(index, int) and index >= 0 else None
    middle = find_predicate(words, item.fields.get("predicate", ""), index)
    first = max(0, middle - REACH)
    return tuple(words[first : middle + REACH + 1]), middle - first


def find_predicate(words: Sequence[str], predicate: str, index: int | None) -> int:
    """Where the predicate stands; the index counts only if the predicate is there.

    A sentence that a breaker has changed may keep the metadata of its original: then it is the occurrence
    nearest to the index, or, if the word itself was changed, the word that begins most like it.
    """
    near = 0 if index is None else index
    if not words:
        return 0
    wanted = predicate.lower()
    lower = [word.lower() for word in words]
    same = [place for place, word in enumerate(lower) if word == wanted]
    if same:
        return min(same, key=lambda place: (abs(place - near), place))
    if index is not None and 0 <= index < len(words):
        return index
    return max(range(len(words)), key=lambda place: (_likeness(lower[place], wanted), -place))


def _likeness(first: str, second: str) -> int:
    """How many letters two words have in common at their beginnings."""
    return sum(1 for _ in takewhile(lambda two: two[0] == two[1], zip(first, second, strict=False)))


def read_question(item: Item) -> Question:
    """The words of the question and its verb.

    The verb is what stands in its slot, a word that begins like the predicate, or the first word that is
    neither an auxiliary nor a placeholder.
    """
    text = item.fields.get("question", "").lower().replace("?", " ")
    words = tuple(text.split()[:LONGEST_QUESTION])
    slots = item.metadata.get("slots")
    predicate = item.fields.get("predicate", "").lower()
    if isinstance(slots, list) and len(slots) == SLOTS and str(slots[3]).split():
        verb = str(slots[3]).lower().split()[-1]
        places = [place for place, word in enumerate(words) if word == verb]
        if places:
            return Question(words, verb, places[-1] if slots[1] != "_" else places[0])
    inside = [place for place in range(1, len(words)) if words[place] not in PLACEHOLDERS]
    like = [place for place in inside if _likeness(words[place], predicate) >= LIKE]
    plain = [place for place in inside if words[place] not in AUXILIARIES]
    if found := sorted(like, key=lambda place: -_likeness(words[place], predicate)) or plain or inside[-1:]:
        return Question(words, words[found[0]], found[0])
    return Question(words, predicate, len(words))
