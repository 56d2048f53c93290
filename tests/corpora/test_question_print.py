"""Questions as they are printed."""

from __future__ import annotations

import pytest

from zellig.corpora.question_print import question_in_power, question_runs
from zellig.corpora.questions import as_published, quiz_item
from zellig.tasks.quiz.printing import plain, tagged


@pytest.mark.parametrize(
    ("published", "printed", "in_power"),
    [
        ("Salt (*) and oil.", "Salt (*) and oil.", "<b>Salt (*)</b> and oil."),
        ("<b>Salt (*)</b> and", "<b>Salt (*)</b> and", "<b>Salt (*)</b> and"),
        (
            "<i>Medea (“mee-DEE-a”)</i> &amp; (*) x<sup>2</sup>",
            "<em>Medea (“mee-DEE-a”)</em> & (*) x<sup>2</sup>",
            "<b><em>Medea (“mee-DEE-a”)</em></b><b> & (*)</b> x<sup>2</sup>",
        ),
        ("poly·styrene", "poly·styrene", "poly·styrene"),
        ("a<br>b</i>", "a b", "a b"),
        ("1 < 2 &amp;amp; &lt;b>", "1 &lt; 2 &amp;amp; &lt;b&gt;", None),
    ],
)
def test_runs(published: str, printed: str, in_power: str | None) -> None:
    item = quiz_item("q", published, ("a",), "a", {})
    assert as_published(item) == published
    assert tagged(question_runs(item)) == printed
    if in_power is not None:
        assert tagged(question_in_power(item)) == in_power
    assert plain(question_in_power(item)) == plain(question_runs(item))
