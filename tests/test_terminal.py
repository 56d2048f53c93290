from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from zellig.terminal import visible

BIDI = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}


@given(st.text(st.one_of(st.characters(), st.characters(categories=["Cc", "Cf", "Cs", "Zl", "Zp"]))))
def test_nothing_shown_can_steer_the_terminal(text: str) -> None:
    shown = visible(text)
    assert len(shown) == len(text)  # places in the one are places in the other
    shown.encode()
    for character in shown.replace("\n", ""):
        assert unicodedata.category(character) not in {"Cc", "Cs", "Zl", "Zp"}
        assert unicodedata.bidirectional(character) not in BIDI


def test_ordinary_text_stays() -> None:
    text = "caf\u00e9 \u4f60\u597d \u0645\u0631\u062d\u0628\u0627 \U0001f469\u200d\U0001f373\ttab".replace(
        "\t", " "
    )
    assert visible(text) == text
