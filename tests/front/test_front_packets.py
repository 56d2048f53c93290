"""Sets of questions from Python and from the command line: what they give, what they write and refuse."""

from __future__ import annotations

import json
from pathlib import Path

import docx
import pytest

import zellig as zl
from helpers import zellig as run
from written_questions import written
from zellig.corpora import open_corpus
from zellig.front.packets import QuestionSetMade
from zellig.items import Item, write_records

EVEN = """title = "One of each"
[tossups]
Geography = 1
"Fine Arts" = 1
any = 1
[tossups.Science]
Chemistry = 1
[tossups.History]
any = 1
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("set")
    items = written()
    write_records(folder / "first.jsonl", Item, items[:20], "quiz")
    write_records(folder / "second.jsonl", Item, items[18:], "quiz")
    (folder / "even.toml").write_text(EVEN)
    return folder


@pytest.fixture(scope="module")
def made(folder: Path) -> QuestionSetMade:
    sources = [f"items:{folder / name}.jsonl" for name in ("first", "second")]
    return zl.question_set(
        sources, packets=5, distribution=folder / "even.toml", name="Own cup", pins={"q0": (2, 3)}
    )


def test_a_row_a_tossup(made: QuestionSetMade) -> None:
    table = made.table()
    assert table.columns == ["packet", "number", "id", "answer", "category", "subcategory", "author"]
    assert len(table) == 25
    row = table.rows(named=True)[7]
    assert (row["packet"], row["number"], row["id"], row["answer"]) == ("Packet 2", 3, "q0", "Rhine River")
    assert made.said == ("2 questions are there twice, and are taken once",)
    assert repr(made).startswith("5 packets of 5 tossups, after 'One of each'.\n")


def test_all_formats_load(made: QuestionSetMade, tmp_path: Path) -> None:
    files = made.write(tmp_path / "out")
    assert {path.relative_to(tmp_path / "out").as_posix() for path in files} == {
        *(f"modaq/packet-{number}.json" for number in range(1, 6)),
        *(f"docx/packet-{number}.docx" for number in range(1, 6)),
        *("qanta.json", "packets.qbj", "packets.html"),
    }
    ids = [item.id for packet in made.found.packets for item in packet.tossups]
    again = list(open_corpus(f"packets:{tmp_path / 'out/modaq'}"))
    assert [item.id for item in again] == ids
    assert [item.metadata["packet"] for item in again][::5] == [f"Packet {number}" for number in range(1, 6)]
    assert [item.metadata["trick_id"] for item in open_corpus(f"qanta:{tmp_path / 'out/qanta.json'}")] == ids
    assert docx.Document(str(tmp_path / "out/docx/packet-1.docx")).paragraphs[0].text == "Own cup"
    with pytest.raises(zl.ZelligError, match="this exists and is not a new folder for packets"):
        made.write(tmp_path / "out")
    page = made.report(tmp_path / "page.html")
    assert page.read_bytes() == (tmp_path / "out/packets.html").read_bytes()


def test_items_in_hand_and_a_distribution_in_hand() -> None:
    found = zl.question_set(written(), packets=2, distribution={"Geography": 2, "Cookery": 1}).found
    assert [str(each) for each in found.missing] == ["2 more Cookery needed"]


def test_a_category_that_nobody_has_is_told() -> None:
    said = zl.question_set(
        written(), packets=2, distribution={"Geography": 2, "Sciense": {"Chemistry": 1}}
    ).said
    assert said == (
        "warning: no question is of the category Sciense (there are: Geography, Fine Arts, Science, History)",
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"packets": 0}, "packets cannot be 0. Give a whole number from 1 to 1,000."),
        ({"packets": 2, "distribution": "nobody"}, "there is no distribution called 'nobody'"),
        ({"packets": 2, "pins": {"q0": "two"}}, "'q0' cannot be pinned to 'two'"),
        ({"packets": 2, "pins": ["q0"]}, "pins is ['q0'], not keys and values"),
        ({"packets": 40}, "31 questions fit '20 tossups after ACF', too few for 40 packets"),
    ],
)
def test_mistakes(options: dict[str, object], said: str) -> None:
    with pytest.raises(zl.ZelligError) as refused:
        zl.question_set(written(), **options)  # type: ignore[arg-type]
    assert said in str(refused.value)


def test_no_such_format_and_two_questions_with_one_id(made: QuestionSetMade, tmp_path: Path) -> None:
    with pytest.raises(zl.ZelligError, match=r"to cannot be 'pdf'. There are: modaq, qanta, qbj, docx, html"):
        made.write(tmp_path / "new", to="pdf")
    assert not (tmp_path / "new").exists()
    first, second, *_ = written()
    twice = [first, Item(first.id, second.fields, second.accepted, second.metadata)]
    with pytest.raises(zl.ZelligError, match="q0"):
        zl.question_set(twice, packets=1)


def test_the_command(folder: Path, tmp_path: Path) -> None:
    sources = ("items:first.jsonl", "items:second.jsonl")
    pins = ("--pin", "q0=2:3", "--pin", "q7=1")
    words = ("quiz", "packets", *sources, "--packets", 4, "--distribution", "even.toml", *pins)
    done = run(*words, "--to", "modaq", "--to", "html", "--out", tmp_path / "out", cwd=folder)
    assert (done.returncode, done.stdout.splitlines()[0]) == (
        0,
        "• 4 packets of 5 tossups, after 'One of each'.",
    )
    assert done.stdout.splitlines()[-1] == f"5 files are in {tmp_path / 'out'}."
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["modaq", "packets.html"]
    stated = json.loads(run(*words, "--format", "json", cwd=folder).stdout)
    assert stated["packets"]["Packet 2"][2] == "q0"
    assert "q7" in stated["packets"]["Packet 1"]
    packet = json.loads((tmp_path / "out/modaq/packet-2.json").read_text())
    assert [each["_id"] for each in packet["tossups"]] == stated["packets"]["Packet 2"]


@pytest.mark.parametrize("pin", ["q0=two", "=1:2"])
def test_pins_that_are_none(folder: Path, pin: str) -> None:
    done = run("quiz", "packets", "items:first.jsonl", "--packets", 2, "--pin", pin, cwd=folder)
    assert done.returncode == 1
    assert done.stderr == (
        f"zellig: {pin!r} does not say where a question has to stand. Write --pin ID=PACKET[:NUMBER].\n"
    )
