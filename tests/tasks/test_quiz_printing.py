"""Answer lines as they are printed: what is required stays required, whatever it was written with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.tasks.quiz.lines import parse
from zellig.tasks.quiz.printing import line_notes, line_runs, plain, tagged


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("_Nile_ River", "<b><u>Nile</u></b> River"),
        ("<b><u>Nile</u></b> River", "<b><u>Nile</u></b> River"),
        ("<req>Nile</req>", "<b><u>Nile</u></b>"),
        ("<u>Nile</u>", "<b><u>Nile</u></b>"),
        ("{Nile} River", "<b><u>Nile</u></b> River"),
        ("_Nile_ [accept Blue __Nile__]", "<b><u>Nile</u></b> [accept Blue <u>Nile</u>]"),
        ("<i>The <b><u>Iliad</u></b></i>", "<em>The </em><b><u><em>Iliad</em></u></b>"),
        ("<b>H<sub>2</sub>O</b>", "<b><u>H</u></b><b><u><sub>2</sub></u></b><b><u>O</u></b>"),
        ("“Salt” &amp; pepper", "“Salt” & pepper"),
        ("_Nile_ <Rivers, Ana>", "<b><u>Nile</u></b>"),
        ("a &amp;lt; b", "a &amp;lt; b"),
        ("", ""),
    ],
)
def test_in_tags(line: str, printed: str) -> None:
    assert tagged(line_runs(line)) == printed


def test_notes_are_apart() -> None:
    assert line_notes("_Nile_ <Rivers, Ana>") == ("Rivers, Ana",)
    assert line_notes("_Nile_") == ()


_words = st.lists(st.sampled_from(["Nile", "river", "the", "Blue", "é"]), min_size=1, max_size=3).map(
    " ".join
)
_marked = st.one_of(
    _words,
    _words.map("_{}_".format),
    _words.map("<b><u>{}</u></b>".format),
    _words.map("<i>{}</i>".format),
)
_lines = st.builds(
    lambda main, others: f"_{main}_ [{'; '.join(others)}]" if others else f"_{main}_",
    _words,
    st.lists(
        st.tuples(st.sampled_from(["or", "accept", "prompt on", "reject"]), _marked).map(" ".join), max_size=3
    ),
)


@given(_lines)
def test_the_printed_line_means_the_same(line: str) -> None:
    printed = tagged(line_runs(line))
    assert parse(printed) == parse(line)
    assert tagged(line_runs(printed)) == printed
    assert "<" not in plain(line_runs(line))
