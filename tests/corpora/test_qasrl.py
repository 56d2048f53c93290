from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.round_trip import written_and_read
from zellig.corpora import convert, open_corpus
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.tasks import get_task

BLOCKS = """\
S_1\t2
Baking bread , Ana hummed a tune .
0\tbaking\t1
who\twas\t_\tbaking\tsomething\t_\t_\t?\tAna
4\thummed\t2
what\tdid\tsomeone\thum\t_\t_\t_\t?\ta tune ### a tune .
when\tdid\tsomeone\thum\t_\t_\tdo something\t?\tBaking bread

"""
ROWS = """\
#id\tprefix\tpredicate\tsuffix\tquestion\tanswer
S_1.0.0\t\tBAKING\tbread , Ana hummed a tune .\twho was _ baking something _ _ ?\tAna
S_1.1.0\tBaking bread , Ana\tHUMMED\ta tune .\twhat did someone hum _ _ _ ?\ta tune ### a tune .
S_1.1.1\tBaking bread , Ana\tHUMMED\ta tune .\twhen did someone hum _ _ do~something ?\tBaking bread
"""


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def test_both_forms_give_the_same_items(tmp_path: Path) -> None:
    from_blocks = list(open_corpus(f"qasrl:{write(tmp_path / 'some.qa', BLOCKS)}"))
    from_rows = list(open_corpus(f"qasrl:{write(tmp_path / 'some.tsv', ROWS)}"))
    assert from_blocks == from_rows
    assert from_rows[1] == Item(
        "S_1.1.0",
        {
            "sentence": "Baking bread , Ana hummed a tune .",
            "predicate": "hummed",
            "question": "what did someone hum?",
        },
        ("a tune", "a tune ."),
        {"predicate_index": 4, "slots": ["what", "did", "someone", "hum", "_", "_", "_", "?"]},
    )
    assert from_rows[0].fields["predicate"] == "baking"
    assert from_rows[2].fields["question"] == "when did someone hum do something?"
    task = get_task("qasrl")
    assert [fault for item in from_rows for fault in task.faults_of_item(item)] == []


@pytest.mark.parametrize(("form", "content"), [("qa", BLOCKS), ("tsv", ROWS)])
def test_each_form_is_written_from_the_other(tmp_path: Path, form: str, content: str) -> None:
    other = write(tmp_path / "some.x", BLOCKS if form == "tsv" else ROWS)
    other = other.rename(other.with_suffix(".qa" if form == "tsv" else ".tsv"))
    convert(open_corpus(f"qasrl:{other}"), "qasrl", tmp_path / f"out.{form}")
    assert (tmp_path / f"out.{form}").read_text() == content


def test_a_blind_file_has_no_questions(tmp_path: Path) -> None:
    text = "id\tprefix\tpredicate\tsuffix\nS_1.1\tAna\tHUMMED\ta tune .\n"
    path = write(tmp_path / "own.blind.dev.tsv", text)
    [item] = open_corpus(f"qasrl:{path}")
    assert (item.fields["question"], item.accepted) == ("", ())
    convert(open_corpus(f"qasrl:{path}"), "qasrl", tmp_path / "out.tsv")
    assert (tmp_path / "out.tsv").read_text() == text
    write(tmp_path / "own.dev.tsv", ROWS)
    assert len(list(open_corpus(f"qasrl:{tmp_path}:dev"))) == 3
    assert len(list(open_corpus(f"qasrl:{tmp_path}:blind"))) == 1


def test_repeats_can_be_dropped(tmp_path: Path) -> None:
    path = write(tmp_path / "some.tsv", ROWS + ROWS.splitlines()[1] + "\n")
    assert len(list(open_corpus(f"qasrl:{path}"))) == 4
    corpus = open_corpus(f"qasrl:{path}?repeats=drop")
    assert len(list(corpus)) == 3
    assert corpus.skipped == {"repeated id": 1}


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("S_1\t2", "S_1", 1),
        ("S_1\t2", "S_1\ttwo", 1),
        ("S_1\t2", "S_1\t3", 8),
        ("0\tbaking", "9\tbaking", 3),
        ("0\tbaking\t1", "0\tbaking", 3),
        ("\t_\t_\t?\tAna", "\t?\tAna", 4),
    ],
)
def test_a_bad_block_is_named(tmp_path: Path, old: str, new: str, line: int) -> None:
    path = write(tmp_path / "some.qa", BLOCKS.replace(old, new))
    with pytest.raises(ZelligError) as caught:
        list(open_corpus(f"qasrl:{path}"))
    assert (caught.value.path, caught.value.line) == (str(path), line)


def test_a_number_of_5000_digits_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "some.qa", BLOCKS.replace("S_1\t2", "S_1\t" + "9" * 5000))
    with pytest.raises(ZelligError, match="must be a number") as caught:
        list(open_corpus(f"qasrl:{path}"))
    assert caught.value.line == 1


def test_many_questions_about_a_long_sentence_share_it(tmp_path: Path) -> None:
    questions = "who\t_\t_\tran\t_\t_\t_\t?\tAna\n" * 100
    path = write(tmp_path / "some.qa", f"S\t1\n{'word ' * 1000}\n0\tran\t100\n{questions}")
    sentences = [item.fields["sentence"] for item in open_corpus(f"qasrl:{path}")]
    assert len(sentences) == 100
    assert len({id(sentence) for sentence in sentences}) == 1


def test_a_file_that_ends_in_a_block_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "some.qa", "".join(BLOCKS.splitlines(keepends=True)[:4]))
    with pytest.raises(ZelligError, match="line 5: the file ends"):
        list(open_corpus(f"qasrl:{path}"))


def test_an_item_made_elsewhere_can_be_written_as_tsv() -> None:
    fields = {"sentence": "Ana hummed a tune .", "predicate": "hummed", "question": "who hummed?"}
    [again] = written_and_read("qasrl", [Item("1", fields, ("Ana",))], "tsv")
    assert (again.fields, again.accepted) == (fields, ("Ana",))
    with pytest.raises(ZelligError, match="has 3 slots"):
        written_and_read("qasrl", [Item("1", fields, ("Ana",))], "qa")
    with pytest.raises(ZelligError, match="not a word of its sentence"):
        written_and_read("qasrl", [Item("1", fields | {"predicate": "sang"}, ("Ana",))], "tsv")


words = st.text("abcdeé.,'", min_size=1, max_size=6)
slots = st.lists(
    st.one_of(st.just("_"), words, st.builds("{} {}".format, words, words)), min_size=7, max_size=7
)


@st.composite
def sentences(draw: st.DrawFn) -> tuple[str, dict[int, list[tuple[list[str], list[str]]]]]:
    tokens = draw(st.lists(words, min_size=1, max_size=8))
    tokens[0] = tokens[0].capitalize()
    questions = st.lists(st.tuples(slots, st.lists(words, min_size=1, max_size=3)), min_size=1, max_size=2)
    return " ".join(tokens), draw(st.dictionaries(st.integers(0, len(tokens) - 1), questions, min_size=1))


@pytest.mark.parametrize("form", ["tsv", "qa"])
def test_round_trip(form: str) -> None:
    @given(st.lists(sentences(), min_size=1, max_size=4))
    def check(drawn: list[tuple[str, dict[int, list[tuple[list[str], list[str]]]]]]) -> None:
        items = [
            Item(
                f"S_{number}.{which}.{question}",
                {
                    "sentence": sentence,
                    "predicate": sentence.split(" ")[index].lower(),
                    "question": " ".join(slot for slot in [*parts, "?"] if slot != "_").replace(" ?", "?"),
                },
                tuple(answers),
                {"predicate_index": index, "slots": [*parts, "?"]},
            )
            for number, (sentence, predicates) in enumerate(drawn)
            for which, (index, questions) in enumerate(predicates.items())
            for question, (parts, answers) in enumerate(questions)
        ]
        assert written_and_read("qasrl", items, form) == items

    check()


@pytest.mark.parametrize(
    ("name", "count"),
    [
        *(("wiki1.train.tsv", 5148), ("wiki1.dev.tsv", 1719), ("wiki1.test.tsv", 1741)),
        *(("wiki2.train.tsv", 5148), ("wiki2.dev.tsv", 813), ("wiki2.test.tsv", 1060)),
        *(("wiki2.blind.dev.tsv", 403), ("wiki1.dev.qa", 2183), ("wiki1.test.qa", 2201)),
    ],
)
def test_the_real_files_are_written_as_they_were_read(
    shared: Path, tmp_path: Path, name: str, count: int
) -> None:
    path = shared / "data/bibi2017/qasrl" / name
    out = tmp_path / f"out{path.suffix}"
    assert convert(open_corpus(f"qasrl:{path}"), "qasrl", out) == count
    # Five answers of the release have a superfluous space; ours have not.
    before = path.read_text().replace("\t ", "\t").replace("  ", " ")
    assert out.read_text() == before
