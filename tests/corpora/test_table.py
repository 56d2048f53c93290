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
    assert list(corpus) == [Item("1", {"text": "Well, well"}, ("+1",), {"author": "Ana"})]


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


def test_labels_alone_may_be_said(tmp_path: Path) -> None:
    """As the refusal of labels that are not clear recommends."""
    rows = "".join(f"The soup of day {n} was hot.,{n},{n % 4 + 1}\n" for n in range(24))
    (tmp_path / "a.csv").write_text(f"review,day,rating\n{rows}")
    with pytest.raises(ZelligError) as refused:
        open_corpus(f"{tmp_path}/a.csv")
    mapping = refused.value.remedy.split("'")[1]
    assert mapping == 'labels = {"1" = "...", "2" = "...", "3" = "...", "4" = "..."}'
    for answer in ("-1", "-1", "0", "+1"):
        mapping = mapping.replace("...", answer, 1)
    found = list(open_corpus(f"{tmp_path}/a.csv", mapping))
    assert [item.accepted for item in found[:4]] == [("-1",), ("-1",), ("0",), ("+1",)]
    with pytest.raises(ZelligError, match="no column has the labels 1, 2 and no others"):
        open_corpus(f"{tmp_path}/a.csv", 'labels = {1 = "-1", 2 = "+1"}')


def test_a_mapping_may_leave_the_rest_to_the_guess(tmp_path: Path, mapping: Path) -> None:
    mapping.write_text('label = "b"\n[labels]\nx = "+1"\ny = "-1"\n')
    (tmp_path / "a.csv").write_text("a text of one's own,b\nAll is well,x\nNothing is well,y\n")
    found = list(open_corpus(f"table:{tmp_path}/a.csv", mapping))
    assert [item.accepted for item in found] == [("+1",), ("-1",)]
    assert found[0].fields == {"text": "All is well"}


def test_the_text_of_a_mapping_is_as_good_as_its_file(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("title,summary,stars\nA,An apple a day,5\nB,No apple at all,1\n")
    with pytest.raises(
        ZelligError, match=r"""which column is the text: title, summary.*mapping='fields.text = "title"'"""
    ):
        open_corpus(f"{tmp_path}/a.csv")
    corpus = open_corpus(f"{tmp_path}/a.csv", 'fields.text = "summary"')
    assert [item.fields["text"] for item in corpus] == ["An apple a day", "No apple at all"]
    assert list(open_corpus(corpus.spec)) == list(corpus)  # all that was said is in the spec


def test_a_column_that_no_row_has_is_named(tmp_path: Path, mapping: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"text": "Well", "stars": 5}\n')
    with pytest.raises(ZelligError, match="no row has 'body'"):
        list(open_corpus(f"table:{tmp_path}/a.jsonl", mapping))
