"""The QA-SRL Bank 2.0: one JSON object a line, a sentence with its verbs, their questions and answers.

The accepted answers of a question are the spans of those who hold it to be valid; a question that somebody
holds to be invalid is left out, as in the paper, and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from zellig.corpora.corpus import Reader, Source, files_of
from zellig.decoding import FAULTS, refusal
from zellig.errors import ZelligError
from zellig.files import read_lines
from zellig.items import Item

INVALID = "a judge holds the question to be invalid"


class _Judgment(msgspec.Struct):
    isValid: bool  # noqa: N815 -- the names of the release
    spans: list[tuple[int, int]] = []  # of tokens, the end not included


class _Question(msgspec.Struct):
    answerJudgments: list[_Judgment]  # noqa: N815


class _Verb(msgspec.Struct):
    verbIndex: int  # noqa: N815
    questionLabels: dict[str, _Question]  # noqa: N815


class _Sentence(msgspec.Struct):
    sentenceId: str  # noqa: N815
    sentenceTokens: list[str]  # noqa: N815
    verbEntries: dict[str, _Verb]  # noqa: N815


_DECODER = msgspec.json.Decoder(_Sentence)


class _QasrlBank(Reader):
    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        for path in files_of(source, self.splits, (".jsonl",)):
            for line, text in read_lines(path):
                yield from _items(_sentence(path, line, text), path, line, skipped)


def _sentence(path: Path, line: int, text: str) -> _Sentence:
    try:
        return _DECODER.decode(text)
    except FAULTS as error:
        raise refusal(
            error, path=path, line=line, what="a sentence of the QA-SRL Bank", remedy="One object a line."
        ) from None


def _items(sentence: _Sentence, path: Path, line: int, skipped: Counter[str]) -> Iterator[Item]:
    tokens = sentence.sentenceTokens
    for verb in sentence.verbEntries.values():
        if not 0 <= verb.verbIndex < len(tokens):
            raise ZelligError(
                f"there is no token {verb.verbIndex}", path=path, line=line, remedy="Check the file."
            )
        for number, (question, label) in enumerate(verb.questionLabels.items()):
            if not all(judgment.isValid for judgment in label.answerJudgments):
                skipped[INVALID] += 1
                continue
            answers = (
                " ".join(tokens[begin:end])
                for judgment in label.answerJudgments
                for begin, end in judgment.spans
            )
            yield Item(
                f"{sentence.sentenceId}-{verb.verbIndex}-{number}",
                {"sentence": " ".join(tokens), "predicate": tokens[verb.verbIndex], "question": question},
                tuple(dict.fromkeys(filter(None, answers))),
                {"predicate_index": verb.verbIndex},
            )


QASRL_BANK = _QasrlBank(
    name="qasrl-bank",
    description="QA-SRL Bank 2.0: JSON lines of sentences with verbs, questions and answers",
    licence="see qasrl.org",
    citation=(
        "Nicholas FitzGerald, Julian Michael, Luheng He and Luke Zettlemoyer. 2018. Large-Scale QA-SRL "
        "Parsing."
    ),
    task="qasrl",
    splits=("train", "dev", "test"),
)
