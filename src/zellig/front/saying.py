"""What was decided for the user: kept beside the result, and said at once where nobody else says it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from zellig.notices import Notice, hearing, is_heard
from zellig.terminal import one_line


@contextmanager
def saying() -> Iterator[list[str]]:
    """Everything that is said meanwhile, as sentences; on standard error, too, unless somebody listens."""
    sentences: list[str] = []
    alone = not is_heard()

    def listen(notice: Notice) -> None:
        sentence = notice.sentence if notice.kind == "note" else f"warning: {notice.sentence}"
        sentences.append(sentence)
        if alone:
            sys.stderr.write(f"zellig: {one_line(sentence)}\n")

    with hearing(listen):
        yield sentences
