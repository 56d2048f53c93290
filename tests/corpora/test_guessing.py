"""Tables as people have them: understood and said, or refused with the choice to make."""

from __future__ import annotations

from pathlib import Path

import polars
import pytest

from zellig.corpora import Corpus, open_corpus
from zellig.errors import ZelligError
from zellig.notices import Notice, hearing


def opened(path: Path, content: str | bytes, task: str | None = None) -> tuple[Corpus, str]:
    """The corpus in a file, and what was said about it."""
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    said: list[Notice] = []
    with hearing(said.append):
        corpus = open_corpus(str(path), task=task)
    return corpus, " ".join(notice.sentence.removeprefix(f"{path}: ") for notice in said)


UNDERSTOOD = {
    "stars": (
        "review,stars\nLovely,5\nDull,1\nFair,3\nGood,4\nUnrated,\n",
        "text = review, label = stars: 1 negative, 4-5 positive; 1 row labelled 3 left out; "
        "1 row without a label left out; the task is sentiment",
        ["+1", "-1", "+1"],
    ),
    "semicolons, an index of pandas and quoted lines": (
        ';Text;Sentiment\n0;"One, two;\nthree";positive\n1;Four;NEG\n',
        "text = Text, label = Sentiment: NEG negative, positive; the task is sentiment",
        ["+1", "-1"],
    ),
    "a BOM and camel case": (
        "\ufeffreviewText,overallRating\nLovely,5.0\nDull,2.0\n",
        "text = reviewText, label = overallRating: 2.0 negative, 5.0 positive; the task is sentiment",
        ["+1", "-1"],
    ),
    "a small sample of stars": (
        "review,rating\n" + "".join(f"Soup {n},{n % 4 + 1}\n" for n in range(8)),
        "text = review, label = rating: 1-2 negative, 4 positive; 2 rows labelled 3 left out; "
        "the task is sentiment",
        ["-1", "-1", "+1"] * 2,
    ),
    "a rating of something else": (
        "body,helpful_rating,stars\nLovely,1,5\nDull,5,1\n",
        "text = body, label = stars: 1 negative, 5 positive; the task is sentiment",
        ["+1", "-1"],
    ),
    "a title and a summary beside the text": (
        "id,title,summary,text,label\na,A title,In short,Lovely,pos\nb,Another,In short,Dull,neg\n",
        "id = id, text = text, label = label: neg negative, pos positive; the task is sentiment",
        ["+1", "-1"],
    ),
    "no name that is known, but prose and words": (
        "what they wrote,verdict\nIt was a joy to read,positive\nIt was a waste of time,negative\n",
        "text = what they wrote, label = verdict; the task is sentiment",
        ["+1", "-1"],
    ),
    "tabs in a CSV": (
        "tweet\tpolarity\nLovely, really\t1\nDull\t-1\nWell\t0\n",
        "text = tweet, label = polarity: -1 negative, 0 neutral, 1 positive; the task is sentiment",
        ["+1", "-1", "0"],
    ),
    "gaps of programs": (
        "text,label\nLovely,pos\n   ,neg\nDull,neg\nOdd,nan\nOdder,N/A\n",
        "text = text, label = label: neg negative, pos positive; 1 row without a text left out; "
        "2 rows without a label left out; the task is sentiment",
        ["+1", "-1"],
    ),
    "numbers in a column that speaks of opinions": (
        "comment,sentiment\nLovely,1\nDull,0\n",
        "text = comment, label = sentiment: 0 negative, 1 positive, none neutral; the task is sentiment",
        ["+1", "-1"],
    ),
    "ids that repeat are none": (
        "id,text,label\nu1,Lovely,pos\nu1,Lovely,pos\n",
        "text = text, label = label: pos positive; the task is sentiment",
        ["+1", "+1"],
    ),
    "inference": (
        "pair_ID,sentence_A,sentence_B,entailment_label\n"
        "7,It rains,It is wet,ENTAILMENT\n8,It rains,Hail,NEUTRAL\n",
        "id = pair_ID, premise = sentence_A, hypothesis = sentence_B, label = entailment_label; "
        "the task is nli",
        ["entailment", "neutral"],
    ),
    "inference without a majority": (
        "gold_label,sentence1,sentence2\n-,It rains,It is wet\nneutral,It rains,Hail\n",
        "premise = sentence1, hypothesis = sentence2, label = gold_label; "
        "1 row without a label left out; the task is nli",
        ["neutral"],
    ),
    "inference without labels": (
        "premise,hypothesis\nIt rains,It is wet\n",
        "premise = premise, hypothesis = hypothesis, no label; the task is nli",
        [""],
    ),
}


@pytest.mark.parametrize("name", UNDERSTOOD)
def test_understood_and_said(tmp_path: Path, name: str) -> None:
    content, sentence, answers = UNDERSTOOD[name]
    corpus, said = opened(tmp_path / "some.csv", content)
    assert said == sentence
    assert [" ".join(item.accepted) for item in corpus] == answers


REFUSED = {
    "two texts": ("text,review,label\na b,c d,pos\ne f,g h,neg\n", "which column is the text: text, review"),
    "two labels": ("text,stars,sentiment\na,5,pos\nb,1,neg\n", "the label for sentiment: stars, sentiment"),
    "ones and twos": ("review,label\na,1\nb,2\n", "which of 1, 2 in 'label'"),
    "stars that may be four": (
        "review,rating\n" + "".join(f"Soup {n},{n % 4 + 1}\n" for n in range(20)),
        "which of 1, 2, 3, 4 in 'rating' is which answer of sentiment; none is 5",
    ),
    "ids as labels": ("review,label\n" + "".join(f"a,u{n}\n" for n in range(60)), "more than 50 different"),
    "some ids as labels": ("review,label\na,u1\nb,u2\n", "which of u1, u2 in 'label'"),
    "numbers of any task": ("text,label\na,1\nb,0\n", "0, 1 in 'label' can be the labels of many tasks"),
    "no label": ("text\nLovely\n", "no column of labels"),
    "no text": ("stars,date\n5,2017\n", "no column is obviously the text"),
    "no header": ("Lovely,1\nDull,0\n", "no names"),
    "no header, labels in words": (
        "A lovely film,positive\nA dull film,negative\nWell,positive\n",
        "no names",
    ),
    "numbered inference": ("premise,hypothesis,label\na,b,0\nc,d,1\n", "which of 0, 1 in 'label'"),
    "two sentences of any task": ("sentence1,sentence2\na,b\n", "no column of labels"),
    "two pairs of sentences": ("premise,hypothesis,text1,text2\na,b,c,d\n", "the two sentences"),
    "two columns of one name": ("text,text,label\na,b,pos\n", "two columns are called 'text'"),
    "a header alone": ("text,label\n", "there are columns .text, label., but no rows"),
    "a row too short": ("text,label\na,pos\nb\n", "line 3.*1 columns"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_the_choice(tmp_path: Path, name: str) -> None:
    content, sentence = REFUSED[name]
    with pytest.raises(ZelligError, match=sentence) as caught:
        opened(tmp_path / "some.csv", content)
    assert caught.value.path == str(tmp_path / "some.csv")
    assert caught.value.remedy


def test_who_has_no_column_of_labels_is_not_told_to_name_one(tmp_path: Path) -> None:
    corpus, _ = opened(tmp_path / "some.csv", "text\nA lovely film\n", task="sentiment")
    error = corpus.no_answers()
    assert error.what.endswith("no column is known to have the labels (there are: text)")
    assert error.remedy == "Add a column of labels, called label."


def test_labels_of_another_task_are_pointed_at_a_task_of_ones_own(tmp_path: Path) -> None:
    rows = "".join(f"Where is it? {label},{label}\n" for label in ("refund", "cancel", "track", "other"))
    with pytest.raises(ZelligError) as caught:
        opened(tmp_path / "some.csv", f"text,label\n{rows}")
    assert caught.value.remedy
    assert caught.value.remedy.endswith('describe it in a TOML file: task="FILE" (docs/extend/own-task.md).')


def test_a_first_line_that_is_no_csv_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match="line 1"):
        opened(tmp_path / "some.csv", "review,stars\rLovely,5\rDull,1\r")


def test_latin_1_is_refused_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match=r"line 2.*iconv -f cp1252"):
        opened(tmp_path / "some.csv", "review,stars\nAdiós,5\n".encode("latin-1"))


@pytest.mark.parametrize(
    ("content", "task", "answers"),
    [
        ("text,label\nLovely,1\nDull,0\n", "sentiment", ["+1", "-1"]),
        ("text\nLovely\n", "sentiment", [""]),
        ("sentence,predicate,question,answer\nAnn ate soup.,ate,Who ate?,Ann\n", "qasrl", ["Ann"]),
    ],
)
def test_the_task_decides_where_it_is_given(
    tmp_path: Path, content: str, task: str, answers: list[str]
) -> None:
    corpus, said = opened(tmp_path / "some.csv", content, task)
    assert said.endswith(f"the task is {task}")
    assert (corpus.task, [" ".join(item.accepted) for item in corpus]) == (task, answers)


def test_the_guess_is_about_the_whole_file(tmp_path: Path) -> None:
    """Stars of the first rows alone would be 0 and 1, and the text of the last row is the only one."""
    rows = "".join(f"Number {number},1\n" for number in range(6000))
    corpus, said = opened(tmp_path / "some.csv", f"review,score\n{rows}Last,5\nAnother,3\nThird,4\nTwo,2\n")
    assert "1-2 negative, 4-5 positive; 1 row labelled 3 left out" in said
    assert next(iter(corpus)).accepted == ("-1",)


def test_a_file_that_was_written_anew_is_looked_at_again(tmp_path: Path) -> None:
    path = tmp_path / "some.csv"
    assert opened(path, "review,stars\nLovely,5\nDull,1\n")[1].startswith("text = review")
    assert opened(path, "comment,stars\nLovely,5\nDull,1\n")[1].startswith("text = comment")


@pytest.mark.parametrize("name", ["some.parquet", "some.jsonl", "some.json", "some.tsv", "some.csv"])
def test_every_form_of_a_table_is_the_same_corpus(tmp_path: Path, name: str) -> None:
    frame = polars.DataFrame({"review": ["Lovely", None, "Dull", "Fair"], "stars": [5.0, 1.0, None, 2.0]})
    path = tmp_path / name
    if path.suffix == ".parquet":
        frame.write_parquet(path)
    elif path.suffix == ".json":
        frame.write_json(path)
    elif path.suffix == ".jsonl":
        frame.write_ndjson(path)
    else:
        frame.write_csv(path, separator="," if path.suffix == ".csv" else "\t")
    corpus = open_corpus(str(path))
    found = [(item.id, item.fields["text"], item.accepted) for item in corpus]
    assert found == [("1", "Lovely", ("+1",)), ("4", "Fair", ("-1",))]
    assert corpus.skipped == {"no text": 1, "no label": 1}


def test_what_is_no_parquet_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match="not a Parquet file"):
        opened(tmp_path / "some.parquet", "review,stars\n")
