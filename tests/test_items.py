"""Records and their JSONL: what is written is read again, and what is wrong is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from zellig import files
from zellig.errors import ZelligError
from zellig.items import (
    Header,
    Item,
    Key,
    Pair,
    Prediction,
    RecordFile,
    Verdict,
    content_hash,
    encode_record,
    pair_hash,
    read_records,
    write_records,
)

same_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])

texts = st.text(st.characters(codec="utf-8"), max_size=20)
numbers = st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
items = st.builds(
    Item,
    id=texts,
    fields=st.dictionaries(texts, texts, max_size=3),
    accepted=st.lists(texts, max_size=3).map(tuple),
    metadata=st.dictionaries(texts, json_values, max_size=2),
)
relations = st.sampled_from(["same", "flip", "becomes", "not"])
pairs = st.builds(
    Pair,
    id=texts,
    original=items,
    modified=items,
    promise=relations,
    phenomenon=texts,
    lineage=st.lists(texts, max_size=2).map(tuple),
    from_scratch=st.booleans(),
)
predictions = st.builds(
    Prediction,
    id=texts,
    answer=texts | st.integers(-5, 5),
    probabilities=st.none() | st.dictionaries(texts, st.floats(0, 1), max_size=3),
    position=st.none() | st.integers(0, 1000),
)
verdicts = st.builds(
    Verdict,
    id=texts,
    judge=texts,
    answer=st.none() | texts | st.integers(-5, 5),
    grammatical=st.none() | st.booleans(),
    note=texts,
)
keys = st.builds(
    Key,
    id=texts,
    pair=texts,
    accepted=st.lists(texts, max_size=2).map(tuple),
    phenomenon=texts,
    promise=st.none() | relations,
    original=texts,
    cluster=texts,
)

A, B = Item("a", {"text": "Tea is fine."}, ("+1",)), Item("b", {"text": "Tea is not fine."}, ("-1",))
LINES = encode_record(A) + encode_record(B)


def put(folder: Path, raw: bytes) -> Path:
    path = folder / "some.jsonl"
    path.write_bytes(raw)
    return path


def header(**about: Any) -> bytes:
    return msgspec.json.encode({"zellig": "items", "version": 1, **about}) + b"\n"


def both_ways(path: Path) -> list[Item]:
    """The quick way and the one with line numbers must agree."""
    quick = list(read_records(path, Item))
    assert [record for _, record in RecordFile(path, Item).numbered()] == quick
    return quick


def refusal(path: Path, kind: type[Any] = Item) -> ZelligError:
    """Both ways of reading refuse a file in the same words."""
    with pytest.raises(ZelligError) as quick:
        list(read_records(path, kind))
    with pytest.raises(ZelligError) as careful:
        list(RecordFile(path, kind).numbered())
    assert str(quick.value) == str(careful.value)
    assert quick.value.path == str(path)
    assert quick.value.remedy
    return quick.value


@pytest.mark.parametrize(
    ("kind", "strategy"),
    [(Item, items), (Pair, pairs), (Prediction, predictions), (Verdict, verdicts), (Key, keys)],
)
def test_what_is_written_is_read_again(
    tmp_path: Path, kind: type[Any], strategy: st.SearchStrategy[Any]
) -> None:
    path = tmp_path / "some.jsonl"

    @given(st.lists(strategy, max_size=6), st.integers(1, 200))
    def check(records: list[Any], block: int) -> None:
        assert write_records(path, kind, records, "tea") == len(records)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(files, "BLOCK", block)
            found = read_records(path, kind)
            assert list(found) == records
            assert found.header is not None
            assert found.header.task == "tea"
            assert [record for _, record in RecordFile(path, kind).numbered()] == records

    check()


@given(pairs)
def test_a_record_is_one_line(pair: Pair) -> None:
    assert encode_record(pair).count(b"\n") == 1
    assert encode_record(pair).endswith(b"\n")


def test_defaults_are_not_written() -> None:
    assert encode_record(Prediction("a", "+1")) == b'{"id":"a","answer":"+1"}\n'


def test_header_may_be_missing(tmp_path: Path) -> None:
    path = put(tmp_path, LINES)
    assert both_ways(path) == [A, B]
    found = read_records(path, Item)
    list(found)
    assert found.header is None


def test_files_can_be_concatenated(tmp_path: Path) -> None:
    path = put(tmp_path, header() + encode_record(A) + header(task="tea") + encode_record(B))
    assert both_ways(path) == [A, B]
    assert [line for line, _ in RecordFile(path, Item).numbered()] == [2, 4]


def test_the_first_header_counts(tmp_path: Path) -> None:
    found = read_records(put(tmp_path, header(task="tea") + header() + LINES), Item)
    assert list(found) == [A, B]
    assert found.header == Header("items", 1, "tea")


def test_parts_about_different_tasks_are_refused(tmp_path: Path) -> None:
    error = refusal(put(tmp_path, header(task="tea") + LINES + header(task="milk") + LINES))
    assert error.line == 4
    assert "milk" in error.what
    assert "tea" in error.what


def test_a_record_that_mentions_zellig_is_no_header(tmp_path: Path) -> None:
    item = Item("a", {"zellig": "items"}, metadata={"zellig": {"zellig": "pairs"}})
    assert both_ways(put(tmp_path, encode_record(item))) == [item]


@pytest.mark.parametrize(
    "raw",
    [
        b'{"version": 1, "zellig": "items", "task": "tea"}\n',
        b'{"task":"tea","version":1,"zellig":"items"}\n',
        b'{ "zellig": "items", "task": "tea" }\n',
        b'{"zellig" : "items", "task": "tea"}\n',
    ],
)
def test_order_and_spacing_of_the_header_do_not_matter(tmp_path: Path, raw: bytes) -> None:
    """JSON objects have no order: other tools sort the keys."""
    path = put(tmp_path, raw + LINES)
    assert both_ways(path) == [A, B]
    found = read_records(path, Item)
    list(found)
    assert found.header is not None
    assert found.header.task == "tea"


def test_another_kind_of_records_is_refused(tmp_path: Path) -> None:
    error = refusal(put(tmp_path, header() + LINES), Pair)
    assert error.line == 1
    assert "holds items, and pairs were expected" in error.what


def test_another_kind_further_down_is_refused(tmp_path: Path) -> None:
    error = refusal(put(tmp_path, header() + LINES + header(zellig="pairs")))
    assert error.line == 4


def test_an_unknown_kind_is_refused(tmp_path: Path) -> None:
    assert refusal(put(tmp_path, header(zellig="teas") + LINES)).line == 1


def test_a_newer_version_is_refused(tmp_path: Path) -> None:
    error = refusal(put(tmp_path, header(version=2) + LINES))
    assert error.line == 1
    assert "version 2" in error.what
    assert "Update Zellig" in error.remedy


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        (b'{"id":7,"fields":{}}', "id"),
        (b'{"id":"a","fields":{"text":7}}', "fields[...]"),
        (b'{"id":"a","fields":{},"accepted":[1]}', "accepted[0]"),
    ],
)
def test_a_number_where_a_text_is_needed(tmp_path: Path, raw: bytes, field: str) -> None:
    error = refusal(put(tmp_path, header() + encode_record(A) + raw + b"\n"))
    assert (error.line, error.field) == (3, field)
    assert "put the number in quotes" in error.remedy


def test_a_missing_field_is_named(tmp_path: Path) -> None:
    error = refusal(put(tmp_path, LINES + b'{"id":"c"}\n'))
    assert error.line == 3
    assert "fields" in error.what
    assert "docs/reference/formats.md" in error.remedy


def test_a_wrong_promise_is_named(tmp_path: Path) -> None:
    raw = encode_record(Pair("p", A, B, "flip")).replace(b'"flip"', b'"flop"')
    error = refusal(put(tmp_path, raw), Pair)
    assert (error.line, error.field) == (1, "promise")
    assert "flop" in error.what


@pytest.mark.parametrize("cut", [1, 5, 20, 41])
def test_a_last_line_that_was_cut_off(tmp_path: Path, cut: int) -> None:
    error = refusal(put(tmp_path, header() + encode_record(A) + encode_record(B)[:-cut].rstrip()[:-1]))
    assert error.line == 3
    assert "ends in the middle" in error.what
    assert "cut off" in error.remedy


@pytest.mark.parametrize(
    "raw", [b"tea\n", b"id,text\n", b"[1]\n", b"{'id': 'a'}\n", b'{"id":"a","fields":{}} x\n']
)
def test_what_is_not_json(tmp_path: Path, raw: bytes) -> None:
    assert refusal(put(tmp_path, LINES + raw + b"\n")).line == 3


def test_nul_bytes(tmp_path: Path) -> None:
    error = refusal(put(tmp_path, header() + LINES.replace(b"Tea is not", b"Tea\0is not")))
    assert error.line == 3
    assert "NUL" in error.what


def test_latin_1(tmp_path: Path) -> None:
    raw = header() + '{"id":"a","fields":{"text":"Café"}}\n'.encode("latin-1")
    error = refusal(put(tmp_path, raw))
    assert error.line == 2
    assert "0xe9" in error.what


def test_a_lone_surrogate_is_refused_where_it_stands(tmp_path: Path) -> None:
    assert refusal(put(tmp_path, LINES + b'{"id":"\\ud83d","fields":{}}\n')).line == 3


@pytest.mark.parametrize("start", [b"", header()])
def test_byte_order_mark(tmp_path: Path, start: bytes) -> None:
    path = put(tmp_path, b"\xef\xbb\xbf" + start + LINES)
    assert both_ways(path) == [A, B]


def test_windows_line_ends_and_blank_lines(tmp_path: Path) -> None:
    raw = (header() + b"\n" + encode_record(A) + b"   \n\n" + encode_record(B) + b"\n").replace(
        b"\n", b"\r\n"
    )
    path = put(tmp_path, raw)
    assert both_ways(path) == [A, B]
    assert [line for line, _ in RecordFile(path, Item).numbered()] == [3, 6]


def test_odd_line_separators_inside_a_text_do_not_split_it(tmp_path: Path) -> None:
    odd = Item("a", {"text": "Tea\x85is\u2028fine\u2029."})
    path = put(tmp_path, encode_record(odd) + encode_record(B))
    assert both_ways(path) == [odd, B]


def test_a_line_that_is_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_LINE", 1000)
    monkeypatch.setattr(files, "BLOCK", 64)
    error = refusal(put(tmp_path, LINES + encode_record(Item("c", {"text": "tea " * 1000}))))
    assert error.line == 3
    assert "longer than" in error.what


def test_an_empty_file_has_no_records(tmp_path: Path) -> None:
    assert both_ways(put(tmp_path, b"")) == []


def test_an_error_in_the_records_leaves_no_file(tmp_path: Path) -> None:
    def broken() -> Any:
        yield A
        raise ZelligError("stop")

    with pytest.raises(ZelligError, match="stop"):
        write_records(tmp_path / "some.jsonl", Item, broken())
    assert list(tmp_path.iterdir()) == []


def test_content_hash_is_of_what_a_system_sees() -> None:
    other = Item("b", {"text": "Tea is fine."}, ("-1",), {"source": "x"})
    assert content_hash(A) == content_hash(other)
    assert content_hash(A) != content_hash(Item("a", {"text": "Tea is fine"}))
    assert content_hash(Item("a", {"x": "1", "y": "2"})) == content_hash(Item("a", {"y": "2", "x": "1"}))


def test_pair_hash_is_of_what_a_pair_claims() -> None:
    pair = Pair("p", A, B, "flip")
    same = Pair("q", A, B, "flip", phenomenon="negation", author="ana")
    assert pair_hash(pair) == pair_hash(same)
    replace = msgspec.structs.replace
    for other in (
        replace(pair, promise="becomes"),
        replace(pair, original=B, modified=A),
        replace(pair, modified=replace(B, accepted=("0",))),
        replace(pair, modified=replace(B, fields={"text": "Tea is bad."})),
    ):
        assert pair_hash(other) != pair_hash(pair)
