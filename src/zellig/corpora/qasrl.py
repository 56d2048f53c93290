"""QA-SRL: `.qa` blocks of the 2015 release, and the TSV of the 2017 shared task.

A `.qa` block is a sentence with its predicates, and for each predicate questions in eight slots (`_` is an
empty one) with their answers:

    SENTENCE_ID <tab> number of predicates
    the tokens of the sentence
    token index <tab> predicate <tab> number of questions
    slot <tab> ... <tab> slot <tab> answer ### another answer

The TSV has one question a row (`#id, prefix, predicate, suffix, question, answer`), the predicate in upper
case, slots separated by spaces and `~` for a space inside a slot. Its blind variant (`id, prefix, predicate,
suffix`) gives items with an empty question and no answers. Some rows of the release stand there twice;
`repeats=drop` leaves the second out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from zellig.corpora.corpus import Reader, Source, files_of, splits_in
from zellig.corpora.rows import by_column, peek, read_tsv, tsv_line
from zellig.errors import ZelligError
from zellig.files import read_lines
from zellig.items import Item
from zellig.tasks.qasrl import QASRL as TASK

BETWEEN_ANSWERS = " ### "
BLIND = "blind"
SLOTS = 8  # wh, auxiliary, subject, verb, object, preposition, second object, question mark
COLUMNS = ("#id", "prefix", "predicate", "suffix", "question", "answer")
BLIND_COLUMNS = ("id", "prefix", "predicate", "suffix")


def question_of(slots: Sequence[str]) -> str:
    """The question as people write it."""
    words = " ".join(slot for slot in slots if slot != "_").split()
    return " ".join(words).replace(" ?", "?")


def slots_of(item: Item) -> list[str]:
    """The slots an item was read with, or the words of its question."""
    stored = item.metadata.get("slots")
    if isinstance(stored, list) and stored:
        return [str(slot) for slot in stored]
    return [*item.fields["question"].removesuffix("?").split(), "?"]


def _item(name: str, sentence: str, index: int, predicate: str, *, slots: list[str], answers: str) -> Item:
    fields = {"sentence": sentence, "predicate": predicate, "question": question_of(slots)}
    accepted = tuple(TASK.answer(answer) for answer in answers.split(BETWEEN_ANSWERS)) if answers else ()
    metadata = {"predicate_index": index, "slots": slots} if slots else {"predicate_index": index}
    return Item(name, fields, accepted, metadata)


def read_rows(path: Path) -> Iterator[Item]:
    """Read the shared task's TSV, blind or not."""
    first, rows = peek(read_tsv(path))
    header = first[1] if first else []
    blind = header[:1] == ["id"]
    for _, row in by_column(path, rows, BLIND_COLUMNS if blind else COLUMNS):
        predicate = row["predicate"].lower()
        before = row["prefix"].split(" ") if row["prefix"] else []
        after = row["suffix"].split(" ") if row["suffix"] else []
        # The upper case is the organisers' mark; what the sentence had is lost but for its beginning.
        tokens = [*before, predicate if before else predicate.capitalize(), *after]
        slots = [] if blind else [slot.replace("~", " ") for slot in row["question"].split(" ")]
        yield _item(
            row[header[0]],
            " ".join(tokens),
            len(before),
            predicate,
            slots=slots,
            answers=row.get("answer", ""),
        )


class _Blocks:
    """The lines of a `.qa` file, taken one after another."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.line = 0
        self._lines = read_lines(path)

    def next(self) -> str | None:
        self.line, text = next(self._lines, (self.line + 1, None))
        return text

    def cells(self, what: str, number: int) -> list[str]:
        """The cells of the next line, which must be `what` with `number` cells."""
        text = self.next()
        if text is None:
            raise self.error(f"the file ends where {what} was expected")
        cells = text.split("\t")
        if len(cells) != number:
            raise self.error(f"here {what} was expected")
        return cells

    def count(self, text: str, what: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise self.error(f"the {what} must be a number, and it is {text[:60]!r}")
        return int(text)

    def error(self, what: str) -> ZelligError:
        remedy = "The blocks of .qa files are described in docs/reference/corpora.md."
        return ZelligError(what, path=self.path, line=self.line, remedy=remedy)


def read_blocks(path: Path) -> Iterator[Item]:
    """Read a `.qa` file of the 2015 release."""
    lines = _Blocks(path)
    while (head := lines.next()) is not None:
        if not head.strip():
            continue
        sentence, tab, predicates = head.partition("\t")
        if not tab:
            raise lines.error(
                "here a sentence id and a number of predicates, with a tab between, were expected"
            )
        number = lines.count(predicates, "number of predicates")
        (text,) = lines.cells("the sentence", 1)
        for which in range(number):
            yield from _read_predicate(lines, f"{sentence}.{which}", text)


def _read_predicate(lines: _Blocks, name: str, sentence: str) -> Iterator[Item]:
    position, predicate, questions = lines.cells("token index, predicate and number of questions", 3)
    index = lines.count(position, "token index")
    tokens = sentence.count(" ") + 1
    if index >= tokens:
        raise lines.error(f"the sentence has {tokens} tokens, and none with the index {index}")
    for which in range(lines.count(questions, "number of questions")):
        *slots, answers = lines.cells(f"a question in {SLOTS} slots and its answer", SLOTS + 1)
        yield _item(f"{name}.{which}", sentence, index, predicate, slots=slots, answers=answers)


def _as_row(item: Item, columns: Sequence[str]) -> bytes:
    tokens, index = item.fields["sentence"].split(" "), _predicate_index(item)
    question = " ".join(slot.replace(" ", "~") for slot in slots_of(item))
    cells = (
        item.id,
        " ".join(tokens[:index]),
        item.fields["predicate"].upper(),
        " ".join(tokens[index + 1 :]),
        question,
        BETWEEN_ANSWERS.join(item.accepted),
    )
    return tsv_line(cells[: len(columns)])


def _predicate_index(item: Item) -> int:
    """Where the predicate stands among the tokens: as read, or its first occurrence."""
    index = item.metadata.get("predicate_index")
    if isinstance(index, int):
        return index
    tokens = item.fields["sentence"].lower().split(" ")
    if item.fields["predicate"].lower() not in tokens:
        raise ZelligError(
            f"the predicate {item.fields['predicate']!r} of {item.id!r} is not a word of its sentence",
            field="predicate",
            remedy="Give its place as metadata.predicate_index.",
        )
    return tokens.index(item.fields["predicate"].lower())


def _as_block(items: list[Item]) -> Iterator[bytes]:
    """The block of consecutive items about one sentence."""
    by_predicate = [list(group) for _, group in groupby(items, _predicate_index)]
    yield tsv_line((items[0].id.rsplit(".", 2)[0], str(len(by_predicate))))
    yield tsv_line((items[0].fields["sentence"],))
    for group in by_predicate:
        yield tsv_line((str(_predicate_index(group[0])), group[0].fields["predicate"], str(len(group))))
        for item in group:
            slots = slots_of(item)
            if len(slots) != SLOTS:
                raise ZelligError(
                    f"the question of {item.id!r} has {len(slots)} slots, and .qa files have {SLOTS}",
                    field="metadata.slots",
                    remedy="Write .tsv, or give the slots of the question in the metadata.",
                )
            yield tsv_line((*slots, BETWEEN_ANSWERS.join(item.accepted)))
    yield b"\n"


class _QaSrl(Reader):
    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        seen: set[str] = set()
        for path in self._files(source):
            for item in read_blocks(path) if path.suffix == ".qa" else read_rows(path):
                if source.options["repeats"] == "drop":
                    if item.id in seen:
                        skipped["repeated id"] += 1
                        continue
                    seen.add(item.id)
                yield item

    def _files(self, source: Source) -> list[Path]:
        """Blind files (`wiki2.blind.dev.tsv`) are read only where they are asked for."""
        found = files_of(source, self.splits, (".tsv", ".qa"))
        if source.split == BLIND or found == [source.path]:
            return found
        return [path for path in found if BLIND not in splits_in(path, self.splits)]

    def encode(self, items: Iterable[Item], form: str, task: str) -> Iterator[bytes]:
        if form == "qa":
            for _, group in groupby(items, lambda item: (item.id.rsplit(".", 2)[0], item.fields["sentence"])):
                yield from _as_block(list(group))
            return
        first, items = peek(items)
        columns = COLUMNS if first is None or first.fields["question"] else BLIND_COLUMNS
        yield tsv_line(columns)
        for item in items:
            yield _as_row(item, columns)


QASRL = _QaSrl(
    name="qasrl",
    description="QA-SRL: questions about a predicate, answered by parts of the sentence (.qa blocks or TSV)",
    licence="none stated with the 2015 release, nor by the organisers of the shared task",
    citation=(
        "Luheng He, Mike Lewis and Luke Zettlemoyer. 2015. Question-Answer Driven Semantic Role Labeling: "
        "Using Natural Language to Annotate Natural Language."
    ),
    task="qasrl",
    splits=("train", "dev", "test", BLIND),
    options={"repeats": ("keep", "drop")},
    forms=("tsv", "qa"),
)
