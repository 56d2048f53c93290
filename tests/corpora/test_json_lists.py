from __future__ import annotations

import gzip
import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.corpora import json_lists
from zellig.corpora.json_lists import read_json_bytes, with_lines
from zellig.errors import ZelligError


@given(st.lists(st.dictionaries(st.sampled_from("abc"), st.text("x\n{}[],", max_size=3), min_size=1)))
def test_every_record_has_its_line(records: list[dict[str, str]]) -> None:
    data = json.dumps({"soup": records}, indent=1).encode()
    raws = msgspec.json.decode(data, type=dict[str, list[msgspec.Raw]])["soup"]
    lines = data.split(b"\n")
    found = list(with_lines(data, raws))
    assert [msgspec.json.decode(record.raw) for record in found] == records
    assert all(lines[record.line - 1] == b"  {" for record in found)
    assert sorted({record.line for record in found}) == [record.line for record in found]


def test_packed_and_with_a_mark_of_the_encoding(tmp_path: Path) -> None:
    (tmp_path / "a.json.gz").write_bytes(gzip.compress(b"\xef\xbb\xbf[]"))
    assert read_json_bytes(tmp_path / "a.json.gz") == b"[]"


def test_what_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_lists, "MOST", 4)
    (tmp_path / "a.json").write_bytes(b"[1, 2]")
    with pytest.raises(ZelligError, match="holds more than"):
        read_json_bytes(tmp_path / "a.json")
