from __future__ import annotations

import contextlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.decoding import decode_json, decode_toml, fault
from zellig.errors import ZelligError

BAD_JSON = {
    b'{"a": "caf\xe9"}': "byte 0xe9 is not UTF-8",
    b'{"a": ' + b"[" * 1500 + b"]" * 1500 + b"}": "brackets are nested too deep",
    b'{"a": ' + b"9" * 5000 + b"}": "Integer value out of range",
    b'{"a": ': "truncated",
    b"[]": "Expected 'object'",
    b"": "truncated",
}
BAD_TOML = {
    b'a = "caf\xe9"': "byte 0xe9 is not UTF-8",
    b"a = " + b"[" * 1500 + b"]" * 1500: "brackets are nested too deep",
    b"a = " + b"9" * 5000: "a number has too many digits",
    b"a = ": "Invalid value",
    b"a = 2026-13-45": "",
    b"a." * 1500 + b"a = 1": "nested too deep",
    b"a = 0x" + b"f" * 5000: "a number has too many digits",
}


@pytest.mark.parametrize("raw", BAD_JSON, ids=lambda raw: raw[:12].decode(errors="replace"))
def test_bad_json_gets_a_sentence(raw: bytes) -> None:
    with pytest.raises(ZelligError) as caught:
        decode_json(raw, dict[str, object], path="some.json", what="a plan", remedy="Make it again.")
    assert str(caught.value).startswith("some.json: it is not a plan (")
    assert BAD_JSON[raw] in caught.value.what


@pytest.mark.parametrize("raw", BAD_TOML, ids=lambda raw: raw[:12].decode(errors="replace"))
def test_bad_toml_gets_a_sentence(raw: bytes) -> None:
    with pytest.raises(ZelligError) as caught:
        decode_toml(raw, dict[str, object], path="some.toml", what="a plan", remedy="Make it again.")
    assert str(caught.value).startswith("some.toml: it is not a plan (")
    assert BAD_TOML[raw] in caught.value.what


@pytest.mark.parametrize("raw", [b"a." * 50_000 + b"a = 1", b'"a" . ' * 16_000 + b"a = 1", b"a" * 100_000])
def test_no_toml_takes_long(raw: bytes) -> None:
    start = time.process_time()
    with contextlib.suppress(ZelligError):
        decode_toml(raw, dict[str, object], path="some.toml", what="a plan", remedy="Make it again.")
    assert time.process_time() - start < 1


@given(st.binary())
def test_any_bytes_are_decoded_or_refused(raw: bytes) -> None:
    for decode in (decode_json, decode_toml):
        with contextlib.suppress(ZelligError):
            assert isinstance(decode(raw, dict[str, object], path="it", what="a plan", remedy="No."), dict)


def test_a_byte_order_mark_before_toml_is_passed_over() -> None:
    raw = "\ufefftea = 'warm'\r\n".encode()
    assert decode_toml(raw, dict[str, str], path="a.toml", what="TOML", remedy="") == {"tea": "warm"}


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ValueError("`tea` is\ncold"), "'tea' is"),
        (ValueError(), "ValueError"),
        (RecursionError("x"), "brackets are"),
    ],
)
def test_a_fault_is_told_on_one_line(error: Exception, said: str) -> None:
    assert fault(error).startswith(said)
    assert "\n" not in fault(error)
