"""A decision for the log of GitHub Actions: sentences, and commands that put failures where they are seen.

A line that begins with `::`, or has `##[` in it, is a command. What others wrote gives none.
"""

from __future__ import annotations

from collections.abc import Iterator

from zellig.games.breaking.gate import Decision
from zellig.report.gate import conclusion, doubts, in_words, name_of, plain_examples
from zellig.terminal import one_line, visible


def github(decision: Decision) -> Iterator[str]:
    """The lines to print, each as it is."""
    for each in decision.demands:
        yield _plain(in_words(each, decision))
    for failed in decision.failing:
        text = f"{one_line(in_words(failed, decision))}\n{plain_examples(failed.examples, decision.task)}"
        yield _command("error", f"zellig check, {name_of(failed)}", text)
    for doubt in doubts(decision):
        yield _command("warning", "zellig check", one_line(doubt))
    yield _plain(conclusion(decision))


def _plain(text: str) -> str:
    """A line that is no command."""
    line = one_line(text).lstrip().replace("##[", "## [")
    return f"> {line}" if line.startswith("::") else line


def _command(name: str, title: str, text: str) -> str:
    data = _data(visible(text).replace("##[", "## ["))
    return f"::{name} title={_property(one_line(title).replace('##[', '## ['))}::{data}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
