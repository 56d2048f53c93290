"""What was decided for the user: kept beside the result, and said at once where nobody else says it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from zellig.notices import Notice, hearing, is_heard
from zellig.terminal import one_line


class Said(list[str]):
    """Sentences, in order; those that warn also by themselves."""

    def __init__(self) -> None:
        super().__init__()
        self.notes: list[str] = []
        self.warnings: list[str] = []


@contextmanager
def saying() -> Iterator[Said]:
    """Everything that is said meanwhile, as sentences; on standard error, too, unless somebody listens."""
    sentences = Said()
    alone = not is_heard()

    def listen(notice: Notice) -> None:
        sentence = notice.sentence if notice.kind == "note" else f"warning: {notice.sentence}"
        sentences.append(sentence)
        (sentences.notes if notice.kind == "note" else sentences.warnings).append(notice.sentence)
        if alone:
            sys.stderr.write(f"zellig: {one_line(sentence)}\n")

    with hearing(listen):
        yield sentences
