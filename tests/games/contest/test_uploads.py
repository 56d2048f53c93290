"""Uploads as somebody with bad intentions would make them: each is refused with a sentence, and quickly."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest

from helpers import sentiment_pair
from small_contest import records
from zellig.errors import ZelligError
from zellig.games.contest import uploads
from zellig.games.contest.rules import Quotas, Rules
from zellig.games.contest.uploads import (
    FINDINGS,
    Kind,
    Known,
    check_upload,
    read_pairs_of,
    read_to_judge,
)
from zellig.items import Item, Pair, Prediction, encode_record
from zellig.tasks import get_task
from zellig.tasks.finding import by_name_only

RULES = Rules("sentiment", (), quotas=Quotas(megabytes=1))
KNOWN = Known(RULES, dev=[Item("d1", {"text": "Good."}, ("+1",))], asked=frozenset({"b1"}))
GOOD = b"".join(records(Pair, [sentiment_pair("p1")]))


def _zip(*files: tuple[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", how) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return made.getvalue()


def _lying(size: int) -> bytes:
    """A zip whose headers say another size than its file has."""
    content = _zip(("pairs.jsonl", b"x" * 30_000_000))
    real, said = struct.pack("<I", 30_000_000), struct.pack("<I", size)
    assert content.count(real) == 2
    return content.replace(real, said)


def _broken() -> bytes:
    """A zip with wrong bytes in the middle of what was packed."""
    content = bytearray(_zip(("pairs.jsonl", GOOD * 50)))
    content[60:80] = b"\xff" * 20
    return bytes(content)


BAD = {
    "a bomb": _zip(("pairs.jsonl", b"x" * 30_000_000)),
    "a bomb in a bomb": _zip(("pairs.zip", _zip(("pairs.jsonl", b"x" * 30_000_000)))),
    "a bomb that says it is small": _lying(10),
    "a bomb that says it is huge": _lying(2**32 - 2),
    "many files": _zip(*[(f"{number}.jsonl", b"") for number in range(5000)]),
    "no file": _zip(),
    "packed in another way": _zip(("pairs.jsonl", GOOD), how=zipfile.ZIP_LZMA),
    "broken": _broken(),
    "cut off": _zip(("pairs.jsonl", GOOD))[:-30],
    "no zip": b"PK\3\4 and nothing else",
    "a path": _zip(("../../../etc/cron.d/pairs.txt", GOOD)),
}


@pytest.mark.parametrize("name", BAD)
def test_a_zip_that_is_none_or_too_large_is_refused(name: str) -> None:
    content = BAD[name]
    assert len(content) < 2**20
    found = check_upload("pairs", "pairs.zip", content, Known(RULES))
    assert not found.taken
    assert found.reason


@pytest.mark.parametrize("root", ["", "my-run/"])
def test_of_a_zip_with_the_folder_of_a_run_its_pairs_are_taken(root: str) -> None:
    other = b"".join(records(Pair, [sentiment_pair("other")]))
    files = {"run.toml": b"seed = 1", "scores.json": b"{}", "predictions/ir/a.jsonl": b"none of them"}
    packed = _zip(
        *((f"{root}{name}", content) for name, content in files.items()),
        (f"{root}pairs/a.jsonl", GOOD),
        (f"{root}pairs/b.jsonl", other),
    )
    number = len(read_pairs_of("pairs.jsonl", GOOD, RULES, ()))
    assert check_upload("to-judge", "run.zip", packed, Known(RULES)).reason == f"{number + 1} pairs."
    assert len(read_to_judge("run.zip", packed, RULES).pairs) == number + 1


def test_items_can_be_put_to_judges_with_an_answer_or_without() -> None:
    items = [Item("a", {"text": "The tea was fine."}, ("+1",)), Item("b", {"text": "It rained."})]
    content = b"".join(records(Item, items))
    assert check_upload("to-judge", "items.jsonl", content, Known(RULES)).reason == "2 items."
    assert read_to_judge("items.jsonl", content, RULES).items == items
    twice = check_upload("to-judge", "items.jsonl", content + encode_record(items[0]), Known(RULES))
    assert "the id 'a' comes again" in twice.reason


def test_a_zip_of_one_file_is_taken_wherever_it_says_it_lies() -> None:
    for name in ("pairs.jsonl", "../../pairs.jsonl", "/etc/pairs.jsonl"):
        assert check_upload("pairs", "pairs.zip", _zip((name, GOOD)), Known(RULES)).taken


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 1000,
        GOOD.decode().encode("utf-16"),
        b'{"id": "1", "metadata": ' + b"[" * 1500 + b"]" * 1500 + b"}",
        b'{"id": "\\ud800"}',
        b"9" * 10_000,
        GOOD.replace(b'"p1"', b'"p\\u00001"'),
        GOOD.replace(b'"p1"', b'"' + b"p" * 101 + b'"'),
    ],
)
@pytest.mark.parametrize("ending", ["jsonl", "tsv", "csv"])
def test_odd_bytes_are_refused_with_a_sentence(content: bytes, ending: str) -> None:
    for kind in ("pairs", "predictions", "dev-predictions", "starter"):
        found = check_upload(kind, f"x.{ending}", content, KNOWN)
        assert not found.taken
        assert found.reason


def test_an_upload_opens_no_file_of_the_server(tmp_path: Path) -> None:
    """Neither as the task that it says it is about, in whatever spelling, nor as one that lies near it."""
    own = tmp_path / "own.toml"
    own.write_text('name = "own"\nfields = ["text"]\nlabels = ["+1", "-1"]\n')
    for header in (b'{"zellig":"pairs","task":"%s"}', b'{"task":"%s","\\u007aellig":"pairs"}'):
        content = header % str(own).encode() + b"\n" + GOOD.partition(b"\n")[2]
        found = check_upload("pairs", "pairs.jsonl", content, Known(RULES))
        assert not found.taken
        assert "no" in found.reason
    with by_name_only(), pytest.raises(ZelligError, match=r"own\.toml"):
        get_task(str(own))


@pytest.mark.parametrize("kind", ["training", "dev", "starter", "to-judge", "pairs"])
@pytest.mark.parametrize("name", ["x" * 101, "two\u2028lines"])
def test_an_id_that_fits_into_no_key_is_refused(kind: Kind, name: str) -> None:
    item, pair = Item(name, {"text": "Good."}, ("+1",)), sentiment_pair(name)
    content = b"".join(records(Pair, [pair]) if kind in ("to-judge", "pairs") else records(Item, [item]))
    found = check_upload(kind, "upload.jsonl", content, KNOWN)
    assert not found.taken
    assert "too long, or cannot be read" in found.reason


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("pairs.jsonl", GOOD.splitlines()[1]),
        ("pairs.jsonl", b"x"),
        ("pairs.tsv", b"1_a\t+1\tGood."),
        ("pairs.tsv", b"x"),
    ],
)
def test_more_pairs_than_may_be_are_read_no_further(
    name: str, line: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small zip of very many lines takes neither the time nor the memory that all of them would."""
    first = GOOD.splitlines()[0] if name.endswith("jsonl") else b"id\tlabel\ttext"
    many = _zip((name, first + b"\n" + (line + b"\n") * 20_000))
    made: list[object] = []
    monkeypatch.setattr(uploads, "check", lambda rows, *_, **__: made.extend(rows))
    known = Known(msgspec.structs.replace(RULES, quotas=Quotas(megabytes=1, pairs=50)))
    found = check_upload("pairs", "pairs.zip", many, known)
    assert not found.taken
    assert "more than 50 pairs" in found.reason
    assert len(made) <= 50


def test_findings_are_kept_up_to_a_number_and_refused_lines_all() -> None:
    pairs = [sentiment_pair("p1"), sentiment_pair("p2")]
    lines = records(Pair, [*pairs, *[pairs[0]] * FINDINGS])  # of which each repeats an id and a text
    found = check_upload("pairs", "pairs.jsonl", b"".join(lines), Known(RULES))
    assert found.taken
    assert len(found.findings) == FINDINGS
    assert f"{FINDINGS} more findings are not listed" in found.reason
    kept = read_pairs_of("pairs.jsonl", b"".join(lines), RULES, found.findings)
    assert [each.id for each in kept] == [each.id for each in pairs]


def test_more_answers_than_items_are_read_no_further() -> None:
    lines = records(Prediction, [Prediction(f"b{number}", "+1") for number in range(1, 20_000)])
    found = check_upload("predictions", "p.jsonl", b"".join(lines), KNOWN)
    assert "there is no item 'b2'" in found.reason


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("training", records(Item, [Item("t1", {"text": "Fine."}, ("+1",))])),
        ("dev", records(Item, [Item("t1", {"text": "Fine."}, ("+1",))])),
        ("starter", records(Item, [Item("t1", {"text": "Fine."}, ("+1",))])),
        ("to-judge", records(Pair, [sentiment_pair("p1")])),
        ("pairs", records(Pair, [sentiment_pair("p1")])),
        ("dev-predictions", records(Prediction, [Prediction("d1", "+1")])),
        ("predictions", records(Prediction, [Prediction("b1", "+1")])),
    ],
)
def test_a_header_of_another_task_is_refused(kind: Kind, content: list[bytes]) -> None:
    own = b"".join(content)
    assert check_upload(kind, "mine.jsonl", own, KNOWN).taken
    for name in (b"nli", b"sentimental"):  # a task that has other fields, and none at all
        found = check_upload(kind, "mine.jsonl", own.replace(b'"sentiment"', b'"' + name + b'"', 1), KNOWN)
        assert not found.taken
        assert f"about the task '{name.decode()}', and this contest is about sentiment" in found.reason
        assert "task=" not in found.reason


def test_what_is_said_fits_the_place_and_the_number() -> None:
    one = check_upload("pairs", "mine.jsonl", GOOD, Known(RULES))
    assert one.reason.startswith("1 pair taken")
    item = records(Item, [Item("t1", {"text": "Good."}, ("+1",))])
    assert check_upload("dev", "mine.jsonl", b"".join(item), KNOWN).reason == "1 item."
    answer = records(Prediction, [Prediction("d1", "+1")])
    assert (
        check_upload("dev-predictions", "mine.jsonl", b"".join(answer), KNOWN).reason == "Answers to 1 item."
    )
    wrong = check_upload(
        "dev-predictions", "mine.jsonl", b"".join(records(Prediction, [Prediction("d2", "+1")])), KNOWN
    )
    assert wrong.reason == (
        "mine.jsonl, line 2: there is no item 'd2' to be answered. "
        "Remove the line, or check that it is the right file."
    )
    starter = [Item("s1", {"text": "Something else."}, ("+1",))]
    broken = GOOD + b"{}\n" + b'{"id": 7}\n'
    found = check_upload("pairs", "mine.jsonl", broken, Known(RULES, starter=starter))
    told = {each.code: each.remedy for each in found.findings}
    assert told["original-unknown"] == "Start from a starter item of the contest."
    assert not [each for each in told.values() if "docs/" in each or "policy" in each or "corpus" in each]


def test_one_finding_is_kept_of_every_line_that_has_to_be_looked_at() -> None:
    """However much else is said before: what an organiser has to decide on is not crowded out."""
    pairs = [
        msgspec.structs.replace(
            each,
            modified=Item(each.modified.id, {"text": f"Nothing at all of table {each.id} is left."}, ("-1",)),
        )
        for each in map(sentiment_pair, (f"p{number}" for number in range(FINDINGS + 20)))
    ]
    found = check_upload("pairs", "pairs.jsonl", b"".join(records(Pair, pairs)), Known(RULES))
    assert found.taken
    assert {each.pair for each in found.findings if each.severity == "review"} == {each.id for each in pairs}


def test_a_breaker_cannot_state_another_answer_for_a_starter_item() -> None:
    starter = [Item("s1", sentiment_pair("p1").original.fields, ("-1",))]
    scratch = msgspec.structs.replace(RULES.policy, from_scratch=True)
    for rules in (RULES, msgspec.structs.replace(RULES, policy=scratch)):
        for pair in (
            sentiment_pair("p1"),
            msgspec.structs.replace(sentiment_pair("p1"), from_scratch=True),
        ):
            content = b"".join(records(Pair, [pair]))
            found = check_upload("pairs", "pairs.jsonl", content, Known(rules, starter=starter))
            assert not found.taken
            assert "original-answer" in {each.code for each in found.findings}


@pytest.mark.parametrize(
    ("kind", "known"),
    [
        ("training", {"dev": ["Good bread.", "Dry cake."]}),
        ("starter", {"dev": ["Good bread.", "Dry cake."]}),
        ("dev", {"training": ["Good bread."], "starter": ["Dry cake."]}),
    ],
)
def test_blind_development_items_are_in_no_other_data(kind: Kind, known: dict[str, list[str]]) -> None:
    there: Any = {
        each: [Item(f"{each}{number}", {"text": text}, ("+1",)) for number, text in enumerate(texts)]
        for each, texts in known.items()
    }
    items = [
        Item(f"i{number}", {"text": text}, ("+1",))
        for number, text in enumerate(["good bread", "Fine tea.", "Dry cake."])
    ]
    found = check_upload(kind, "items.jsonl", b"".join(records(Item, items)), Known(RULES, **there))
    assert not found.taken
    assert "development items are blind" in found.reason
    assert [(each.line, each.pair, each.severity) for each in found.findings] == [
        (2, "i0", "reject"),
        (4, "i2", "reject"),
    ]
    alone = check_upload(kind, "items.jsonl", b"".join(records(Item, items[1:2])), Known(RULES, **there))
    assert alone.taken
