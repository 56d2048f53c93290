from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.checks.characters import character_faults


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Plain words, a tab\tand a line end\n", []),
        ("Café “naïve” – 東京 … Москва £5 NÃO", []),
        ("bell \x07", ["broken-text"]),
        ("next line \x85", ["broken-text"]),
        ("half \ud83d", ["broken-text"]),
        ("lost \ufffd", ["broken-text"]),
        ("zero\u200bwidth", ["invisible"]),
        ("CafÃ©", ["mojibake"]),
        ("It isnâ€™t", ["mojibake"]),
        ("\x07 CafÃ© \u202e", ["broken-text", "invisible", "mojibake"]),
    ],
)
def test_faults(text: str, codes: list[str]) -> None:
    assert [fault.code for fault in character_faults(text)] == codes


def test_the_sentences_name_the_characters() -> None:
    assert next(character_faults("a\x07")).sentence == "the text holds U+0007 (control character)"
    garbled = next(character_faults("CafÃ©"))
    assert garbled.sentence == "'Ã©' in the text looks like 'é' read in a wrong encoding"
    assert garbled.place == (3, 5)


@given(st.text())
def test_any_text_can_be_looked_at(text: str) -> None:
    codes = [fault.code for fault in character_faults(text)]
    assert len(codes) == len(set(codes))


@given(st.text(st.sampled_from("éàüß–’“”…"), min_size=1))
def test_utf8_read_as_windows_1252_is_noticed(text: str) -> None:
    garbled = "".join(bytes([byte]).decode("cp1252", errors="ignore") or chr(byte) for byte in text.encode())
    assert "mojibake" in [fault.code for fault in character_faults(garbled)]
