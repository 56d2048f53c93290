from __future__ import annotations

from pathlib import Path

import pytest

from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.items import Item

MAPPING = """
task = "sentiment"
label = "stars"
metadata = ["author"]

[fields]
text = "body"

[labels]
1 = "-1"
5 = "+1"
"""


@pytest.fixture
def mapping(tmp_path: Path) -> Path:
    path = tmp_path / "mapping.toml"
    path.write_text(MAPPING)
    return path


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", 'author,body,stars\nAna,"Well, well",5\n'),
        ("a.tsv", "author\tbody\tstars\nAna\tWell, well\t5\n"),
        ("a.jsonl", '\n{"author": "Ana", "body": "Well, well", "stars": 5, "more": 1}\n'),
    ],
)
def test_every_form_gives_the_same_item(tmp_path: Path, mapping: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content)
    corpus = open_corpus(f"table:{tmp_path / name}", mapping)
    assert corpus.task == "sentiment"
    assert list(corpus) == [Item("2", {"text": "Well, well"}, ("+1",), {"author": "Ana"})]


def test_own_separator_ids_and_no_label(tmp_path: Path, mapping: Path) -> None:
    mapping.write_text('task = "nli"\nid = "n"\nseparator = ";"\n[fields]\npremise = "p"\nhypothesis = "h"\n')
    (tmp_path / "a.txt").write_text('n;p;h\nx1;It rains;"It; is wet"\n')
    assert list(open_corpus(f"table:{tmp_path}/a.txt", mapping)) == [
        Item("x1", {"premise": "It rains", "hypothesis": "It; is wet"})
    ]


@pytest.mark.parametrize(
    ("content", "line", "field"),
    [
        ("author,body,stars\nAna,Well,5\nAna,Well,3\n", 3, "stars"),
        ("author,text,stars\nAna,Well,5\n", 1, "body"),
        ("author,body,stars\nAna,Well\n", 2, None),
    ],
)
def test_a_bad_row_is_named(
    tmp_path: Path, mapping: Path, content: str, line: int, field: str | None
) -> None:
    (tmp_path / "a.csv").write_text(content)
    with pytest.raises(ZelligError) as caught:
        list(open_corpus(f"table:{tmp_path}/a.csv", mapping))
    assert (caught.value.line, caught.value.field) == (line, field)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('task = "sentiment"', 'task = "sentimental"', "Did you mean"),
        ('text = "body"', 'txt = "body"', "the fields of sentiment are text"),
        ('label = "stars"', 'lable = "stars"', "unknown field"),
        ('task = "sentiment"', "task = sentiment", "not a mapping"),
        ('task = "sentiment"', 'task = "sentiment"\nseparator = "||"', "one character"),
    ],
)
def test_a_bad_mapping_is_refused(tmp_path: Path, mapping: Path, old: str, new: str, said: str) -> None:
    mapping.write_text(MAPPING.replace(old, new))
    (tmp_path / "a.csv").write_text("author,body,stars\n")
    with pytest.raises(ZelligError, match=said):
        open_corpus(f"table:{tmp_path}/a.csv", mapping)


def test_a_mapping_is_needed(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("a,b\n")
    with pytest.raises(ZelligError, match="--mapping"):
        open_corpus(f"table:{tmp_path}/a.csv")
