"""Texts and corpora that no grammar should touch: refused with a reason, or made into right sentences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers import zellig
from zellig.items import Item, Pair, encode_record, read_records, write_records
from zellig.transform.catalogue import TRANSFORMATIONS
from zellig.transform.contrast_run import PAIRS
from zellig.transform.sentences import show

FOREIGN = [
    "Die Frau hat den Hund gesehen.",
    "Der Mann liest ein Buch im Garten.",
    "Man sang alle Lieder.",
    "Le boulanger porte un chapeau rouge.",
    "La niña es muy alta.",
    "El perro come carne en la casa.",
    "Het kind is in de tuin.",
    "De hond was in het huis.",
    "Mannen har en hund.",
    "Gallia est omnis divisa in partes tres.",
    "Mi casa is su casa.",
    "Is maith liom tae.",
    "Kobieta czyta książkę w parku.",
    "Người đàn ông đọc sách.",
    "Мужчина читает книгу.",
    "Ο άνδρας διαβάζει ένα βιβλίο.",
    "आदमी किताब पढ़ रहा है।",
    "男の人が本を読んでいる。",
    "一个男人在看书。",
    "남자가 책을 읽고 있다.",
    "ผู้ชายกำลังอ่านหนังสือ",
    "رجل يقرأ كتابا.",
    "האיש קורא ספר.",
    "The cook is baking לחם.",
]
FRAGMENTS = [
    "The",
    "A dog.",
    "Running.",
    "In the park.",
    "Because he ran.",
    "Bread, butter, eggs and milk.",
    "I.",
]
QUOTES = [
    '"The cook is baking bread."',
    "“The cook is baking bread.”",
    "'The cook is baking bread.'",
    "‘The cook is baking bread.’",
    'The cook says "I am baking bread.',
    'The "cook is baking bread.',
    "The cook is baking “rye bread.",
    "The cook is baking „rye bread“.",
    "The cook is baking «rye bread».",
    "The cook is baking 「bread」.",
    "The cook said `hello` loudly.",
    'The 6" pipe is broken.',
]
LISTS = [
    "1. Open the door 2. Close it",
    "• The cook is baking bread.",
    "- The cook is baking bread.",
    "A) The cook is baking bread.",
    "[The cook is baking bread.]",
    "(The cook is baking bread.)",
    "The cook is baking bread[1].",
]
MARKUP = [
    "<b>The cook is baking bread.</b>",
    "The cook is <b>baking</b> bread.",
    "The cook is baking bread.<br>",
    "The cook is baking bread &amp; cake.",
    "The cook **bakes** bread.",
    '{"text": "The cook is baking bread."}',
    "http://example.org/page",
    "The cook reads http://example.org/page?x=1&y=2 today.",
    "The cook is baking bread http://example.org",
    "RT @cook: baking bread",
    "@cook is baking #bread",
    "The cook is baking bread\\n",
]
PICTURES = ["🍞 The cook is baking bread.", "The cook is baking 🍞.", "The cook is baking bread. 🍞", "🍞🍞"]
INVISIBLE = [
    "The cook\x07 is baking bread.",
    "The cook is\x00 baking bread.",
    "The cook is baking bread.\x1b[31m",
    "The cook\nis baking bread.",
    "The cook\u2028is baking bread.",
    "\ufeffThe cook is baking bread.",
    "The cook\u200b is baking bread.",
    "The cook\u202e is baking bread.",
    "The co\u00adok is baking bread.",
    "\u200b",
]
CAPITALS = ["THE COOK IS BAKING BREAD.", "A DOG RUNS.", "The Cook Is Baking Bread.", "iPhones are small."]
SEVERAL = [
    "The cook is baking bread. The boy is eating it.",
    "The cook is baking bread.The boy is eating it.",
    "The cook is baking bread; the boy is eating it.",
    "Is the bread warm?",
    "The cook is baking bread, isn't he?",
]
TORN = ["The cook is baking bread,", "The cook is baking bread:", "The cook is baking bread :)"]
BAD = [
    *FOREIGN, *FRAGMENTS, *QUOTES, *LISTS, *MARKUP, *PICTURES, *INVISIBLE, *CAPITALS, *SEVERAL, *TORN
]  # fmt: skip


def shown(text: str, *names: str) -> dict[str, str]:
    """What `contrast show` says: the text, or the reason after a dash."""
    rows = show(text, names or tuple(TRANSFORMATIONS))
    return {row.phenomenon: row.text or f"- {row.refused}" for row in rows}


# Those that the parser takes for English fail until the reader asks first whether a text is plain English.
@pytest.mark.parametrize("text", BAD)
def test_what_is_no_plain_english_sentence_is_refused(text: str) -> None:
    assert {name: made for name, made in shown(text).items() if not made.startswith("- ")} == {}


# Long tokens, a text beyond the parser's limit and 's before a participle fail until the reader refuses them.
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        (" \t ", "empty"),
        ("The cook is " + "very " * 200 + "tired.", "too long"),
        ("The cook is baking " + "x" * 100_000 + ".", "too long"),
        ("The " + "x" * 100_000 + " is baking bread.", "too long"),
        ("a " * 600_000, "too long"),  # more than the parser takes at all
        ("The cook is baking bread" + "!" * 5000, "too long"),
        ('The cook said "we left early" and slept.', "quotation"),
        ("The bread is warm. The tea is cold.", "more than one sentence"),
        ("A tall cook in a white hat", "no verb"),
        ("He's stopped.", "ambiguous clitic"),
    ],
    ids=lambda value: value[:30],
)
def test_the_reason_is_named(text: str, reason: str) -> None:
    assert set(shown(text).values()) == {f"- {reason}"}


# Short words, names, numbers and brackets fail until the reader and realisation are put right.
@pytest.mark.parametrize(
    ("text", "name", "wanted"),
    [
        # short words stand close to the word before them, whole ones do not
        ("He's happy.", "past", "He was happy."),
        ("It's raining.", "past", "It was raining."),
        ("They're running.", "past", "They were running."),
        ("I've seen it.", "object-question", "What have I seen?"),
        ("He'd eaten the bread.", "question", "Had he eaten the bread?"),
        # names keep their capital, other words lose it
        ("Mr. Smith is baking bread.", "question", "Is Mr. Smith baking bread?"),
        ("Bill opened the door.", "passive", "The door was opened by Bill."),
        ("Rose is baking bread.", "question", "Is Rose baking bread?"),
        ("French bread is warm.", "question", "Is French bread warm?"),
        ("Christmas is cold.", "question", "Is Christmas cold?"),
        ("DVDs are round.", "question", "Are DVDs round?"),
        ("Pizza is warm.", "question", "Is pizza warm?"),
        ("I am tired.", "question", "Am I tired?"),
        ("O'Neil is baking bread.", "question", "Is O'Neil baking bread?"),
        # sentences that begin with a number, or with a small letter
        ("2 dogs are running.", "question", "Are 2 dogs running?"),
        ("the cook is baking bread", "question", "is the cook baking bread?"),
        # brackets and marks at the end
        ("The cook is baking bread (rye).", "question", "Is the cook baking bread (rye)?"),
        ("The cook (a tall man) is baking bread.", "past", "The cook (a tall man) was baking bread."),
        ("The cook is baking bread...", "question", "Is the cook baking bread?"),
        ("The cook is baking bread!!!", "question", "Is the cook baking bread?"),
        ("The cook is baking bread at 5 p.m.", "question", "Is the cook baking bread at 5 p.m.?"),
        # possessives and lists are no quotations
        ("The cook’s bread is warm.", "past", "The cook’s bread was warm."),
        ("The boys' room is clean.", "question", "Is the boys' room clean?"),
        (
            "The cook bought bread, butter, eggs and milk.",
            "question",
            "Did the cook buy bread, butter, eggs and milk?",
        ),
        ("The café is closed.", "past", "The café was closed."),
        (" The cook is baking bread. ", "past", "The cook was baking bread."),
        # a dash is not a space
        ("The cook—a tall man—is baking bread.", "who-question", "- no round trip"),
    ],
)
def test_what_is_english_comes_out_right(text: str, name: str, wanted: str) -> None:
    assert shown(text, name)[name] == wanted


# --- whole corpora

GOOD = Item(
    "good",
    {"premise": "A cook is chopping an onion.", "hypothesis": "A cook is chopping."},
    ("entailment",),
)


def nli(number: int, text: str) -> Item:
    return Item(f"bad{number}", {"premise": text, "hypothesis": text}, ("entailment",))


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A good item among bad ones."""
    bad = [nli(number, text) for number, text in enumerate([*BAD, "a " * 600_000, "  "])]
    path = tmp_path / "items.jsonl"
    write_records(path, Item, [*bad[:30], GOOD, *bad[30:]], "nli")
    return path


# This and the next one fail with the texts above.
def test_bad_texts_leave_the_others_alone(corpus: Path, tmp_path: Path) -> None:
    out, alone = tmp_path / "all", tmp_path / "alone"
    result = zellig("contrast", "make", "--task", "nli", "--corpus", f"items:{corpus}", "--out", out,
                    "--format", "json")  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert "Traceback" not in result.stderr
    counts = json.loads(result.stdout)
    assert (counts["items"], counts["items_labelled"]) == (len(BAD) + 3, 1)
    # of four texts of several clauses a verb group might be shortened: they are refused step by step
    whole = sum(number for reason, number in counts["refusals"].items() if ":" not in reason)
    assert whole == len(BAD) + 2 - 4
    write_records(corpus, Item, [GOOD], "nli")
    zellig("contrast", "make", "--task", "nli", "--corpus", f"items:{corpus}", "--out", alone)
    assert (out / PAIRS).read_bytes() == (alone / PAIRS).read_bytes()
    assert len(list(read_records(out / PAIRS, Pair))) > 3


def test_bad_texts_stay_in_training_data_but_nothing_is_made_of_them(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "augmented.jsonl"
    result = zellig("augment", "--task", "nli", "--corpus", f"items:{corpus}", "--out", out)
    assert result.returncode == 0, result.stderr
    before, after = list(read_records(corpus, Item)), list(read_records(out, Item))
    assert after[: len(before)] == before
    assert {item.metadata["original"] for item in after[len(before) :]} == {"good"}


COMMANDS = [("contrast", "make"), ("augment",)]
both = pytest.mark.parametrize("command", COMMANDS, ids=" ".join)


def refused(folder: Path, command: tuple[str, ...], *words: object) -> str:
    """The only line of a refusal; nothing in the folder has changed."""
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    result = zellig(*command, *words, cwd=folder)
    assert (result.returncode, result.stdout) == (1, ""), result
    (line,) = result.stderr.splitlines()
    assert line.startswith("zellig: ")
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    return line


def items_file(folder: Path, *items: Item, task: str = "nli") -> str:
    write_records(folder / "items.jsonl", Item, items, task)
    return "items:items.jsonl"


@both
def test_unknown_phenomenon(tmp_path: Path, command: tuple[str, ...]) -> None:
    words = ("--task", "nli", "--corpus", items_file(tmp_path, GOOD), "--out", "out", "--phenomena")
    for name in ("passt", "past,", "", "past + passive"):
        said = refused(tmp_path, command, *words, name)
        assert "is not a transformation" in said or "is neither a transformation nor a strategy" in said
        assert "question, who-question" in said


@both
def test_two_steps_of_one_kind(tmp_path: Path, command: tuple[str, ...]) -> None:
    words = ("--task", "nli", "--corpus", items_file(tmp_path, GOOD), "--out", "out")
    assert "past+future" in refused(tmp_path, command, *words, "--phenomena", "past+future")


@both
def test_wrong_task(tmp_path: Path, command: tuple[str, ...]) -> None:
    name = items_file(tmp_path, Item("a", {"text": "The cook baked the bread."}, ("+1",)), task="sentiment")
    for task in ("nli", "quiz"):
        words = ("--task", task, "--corpus", name, "--out", "out")
        assert "sentiment" in refused(tmp_path, command, *words)


@both
def test_unknown_task_and_rules(tmp_path: Path, command: tuple[str, ...]) -> None:
    words = ("--corpus", items_file(tmp_path, GOOD), "--out", "out")
    assert "poetry" in refused(tmp_path, command, *words, "--task", "poetry")
    assert "'none'" in refused(tmp_path, command, *words, "--task", "nli", "--label-rules", "none")


@both
def test_a_missing_field(tmp_path: Path, command: tuple[str, ...]) -> None:
    name = items_file(tmp_path, GOOD, Item("half", {"premise": "A cook is chopping."}, ("entailment",)))
    line = refused(tmp_path, command, "--task", "nli", "--corpus", name, "--out", "out")
    assert "half" in line
    assert "hypothesis" in line


@both
def test_a_label_outside_the_task(tmp_path: Path, command: tuple[str, ...]) -> None:
    name = items_file(tmp_path, Item("odd", GOOD.fields, ("maybe",)))
    line = refused(tmp_path, command, "--task", "nli", "--corpus", name, "--out", "out")
    assert "maybe" in line


@both
def test_places_that_cannot_be_written(tmp_path: Path, command: tuple[str, ...]) -> None:
    words = ("--task", "nli", "--corpus", items_file(tmp_path, GOOD), "--out")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/thesis.txt").write_text("mine")
    found = refused(tmp_path, command, *words, "folder")
    assert "folder: this exists and is not a run" in found or "folder: this is a folder, and a file" in found
    assert "could not be written" in refused(tmp_path, command, *words, "items.jsonl/out")


@both
def test_the_corpus_is_not_overwritten(tmp_path: Path, command: tuple[str, ...]) -> None:
    name = items_file(tmp_path, GOOD)
    line = refused(tmp_path, command, "--task", "nli", "--corpus", name, "--out", tmp_path / "items.jsonl")
    assert "items.jsonl" in line


@pytest.mark.parametrize(
    ("accepted", "word"), [((), "no answer"), (("entailment", "neutral"), "several answers")]
)
def test_items_without_one_answer_are_counted(tmp_path: Path, accepted: tuple[str, ...], word: str) -> None:
    name = items_file(tmp_path, Item("a", GOOD.fields, accepted))
    words = ("--task", "nli", "--corpus", name, "--out", "out", "--format", "json")
    result = zellig("contrast", "make", *words, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert list(read_records(tmp_path / "out" / PAIRS, Pair)) == []
    assert json.loads(result.stdout)["refusals"][word] == 1


# --- evaluation


def pairs_file(folder: Path, *, phenomenon: str = "m;o", accepted: tuple[str, ...] = ("neutral",)) -> str:
    changed = Item("good-m", {**GOOD.fields, "premise": "A cook may be chopping an onion."}, accepted)
    pair = Pair("good:m;o", GOOD, changed, "becomes", phenomenon)
    write_records(folder / "pairs.jsonl", Pair, [pair], "nli")
    return "pairs.jsonl"


EVALUATE = ("contrast", "evaluate")


def test_evaluate_refuses_what_is_no_contrast_set(tmp_path: Path) -> None:
    items_file(tmp_path, GOOD)
    (tmp_path / "empty.jsonl").write_bytes(b"")
    (tmp_path / "torn.jsonl").write_bytes(encode_record(GOOD)[:-20])
    write_records(tmp_path / "none.jsonl", Pair, [], "nli")
    for name, word in (
        ("nowhere.jsonl", "no such file"),
        ("items.jsonl", "pairs"),
        ("empty.jsonl", "line 1"),
        ("torn.jsonl", "line 1"),
        ("none.jsonl", "no pair"),
    ):
        line = refused(tmp_path, EVALUATE, name, "--system", "py:x:Y")
        assert name in line
        assert word in line


def test_evaluate_refuses_labels_and_groups_that_are_not_ours(tmp_path: Path) -> None:
    pairs_file(tmp_path, accepted=("maybe",))
    assert "maybe" in refused(tmp_path, EVALUATE, "pairs.jsonl", "--system", "py:x:Y")
    pairs_file(tmp_path, phenomenon="all")
    assert "all" in refused(tmp_path, EVALUATE, "pairs.jsonl", "--system", "py:x:Y")


def test_evaluate_refuses_systems_that_are_not_there(tmp_path: Path) -> None:
    name = pairs_file(tmp_path)
    for system in ("nowhere", "py:nowhere:System", "file:nowhere.jsonl"):
        assert "nowhere" in refused(tmp_path, EVALUATE, name, "--system", system)


# --- on the screen


def test_show_says_once_that_a_sentence_is_not_understood() -> None:
    result = zellig("contrast", "show", "The cook is baking bread.\x1b[31m", "--phenomena", "past,may")
    assert result.returncode == 0
    assert len(result.stdout.splitlines()) == 1
    assert result.stdout.startswith("Nothing can be made of it: ")
    assert "\x1b" not in result.stdout


def test_show_prints_each_reason_once_behind_what_it_made() -> None:
    two = "The cook is not baking bread. The boy is eating it."
    made, *refused = zellig(
        "contrast", "show", two, "--phenomena", "past,contraction,may"
    ).stdout.splitlines()
    assert made.split(maxsplit=1) == ["contraction", "The cook isn't baking bread. The boy is eating it."]
    assert refused == ["- more than one sentence: past, may"]
