"""A verb group is written otherwise in a sentence that is not understood; other steps keep their reason."""

from __future__ import annotations

import pytest

from helpers import contrast_of
from zellig.language.clause import Clause
from zellig.language.reading import read_clauses

CASES = [
    # questions, speech, several sentences, subordinate clauses, coordination
    ("Do you think it's too late?", "expansion", "Do you think it is too late?"),
    ("Do you think it is too late?", "contraction", "Do you think it's too late?"),
    ("Do you think it's too late?", "past", "refused: question"),
    ('"We are closing early," said the baker.', "contraction", '"We\'re closing early," said the baker.'),
    ('The cook said "we are late" and left.', "passive", "refused: quotation"),
    ("Nice shop. I'll come again.", "expansion", "Nice shop. I will come again."),
    ("The baker says they are sold out.", "contraction", "The baker says they're sold out."),
    ("He is washing and drying plates.", "contraction", "He's washing and drying plates."),
    ("i'm sure the oven works!!", "expansion", "i am sure the oven works!!"),
    ("Do not touch the oven.", "contraction", "Don't touch the oven."),
    ("We cannot open the jar.", "contraction", "We can't open the jar."),
    ("We can't open the jar.", "expansion", "We cannot open the jar."),
    ("I am not ready yet.", "contraction", "I'm not ready yet."),
    # where something is missing behind the verb, nothing is short
    ("Nobody knows what it is about the shop.", "contraction", "refused: no pronoun"),
    ("The soup is as good as it is cheap.", "contraction", "refused: no pronoun"),
    # nor where *not* denies the word behind it, where two do it, or where people do not write so
    ("The soup is not only cheap but also good.", "contraction", "refused: no pronoun"),
    ("My wife and I will call.", "contraction", "refused: no pronoun"),
    ("It would help the shop.", "contraction", "refused: no short form"),
    ("You'd better call the shop.", "expansion", "refused: ambiguous clitic"),
    ("There's two reasons to stay.", "expansion", "refused: no round trip"),
    ("Isn't the bread good?", "expansion", "refused: question"),
]


@pytest.mark.parametrize(("sentence", "name", "wanted"), CASES)
def test_case(sentence: str, name: str, wanted: str) -> None:
    assert contrast_of(sentence, name) == wanted


def test_what_is_around_the_group_is_no_clause() -> None:
    (question,) = read_clauses(["Do you think it's too late?"])
    assert isinstance(question, Clause)
    assert question.unread == "question"
