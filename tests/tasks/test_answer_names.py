"""One name for each answer, and tables of pages."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.errors import ZelligError
from zellig.tasks.quiz.answers import Answers, main_answer
from zellig.tasks.quiz.pages import read_pages


def names(*lines: str) -> list[str]:
    """The names of the answers of lines."""
    found = Answers.of(lines)
    return [found[line] for line in lines]


def test_one_name_for_lines_that_mean_the_same() -> None:
    lines = ["Belgium [or Kingdom of Belgium]"] * 3 + ["Kingdom of Belgium", "the Belgium", "Brussels"]
    answers = Answers.of(lines)
    assert {answers[line] for line in lines} == {"Belgium", "Brussels"}
    assert answers.called("belgium") == "Belgium"
    assert answers["Ghent [or Gent]"] == "Ghent"


def test_what_is_accepted_or_asked_about_may_be_another_answer() -> None:
    lines = ["mountains [accept volcanoes; prompt on rocks]"] * 3 + ["volcanoes", "rocks"]
    assert len({Answers.of(lines)[line] for line in lines}) == 3


def test_a_table_of_pages_decides() -> None:
    answers = Answers.of(["Twain", "Samuel Clemens"], {"twain": "Mark_Twain", "samuel clemens": "Mark_Twain"})
    assert answers["Samuel Clemens"] == answers["Twain"] == "Mark Twain"


@pytest.mark.parametrize(
    ("line", "main"),
    [
        ("soup", "soup"),
        ("The Soup of Reims [or soup; accept broth]", "The Soup of Reims"),
        ("soup or broth", "soup"),
        ("soup; prompt on food", "soup"),
        ("soup, accept broth", "soup"),
        ("soup (the cook is Maria)", "soup"),
        ("<b><u>Maria</u> Rossi</b> [accept either]", "Maria Rossi"),
        ("Bread &amp; Butter &lt;AB, Food&gt;", "Bread & Butter"),
        ("“Ode to a Spoon”", "Ode to a Spoon"),
        ('"Soup [or "Broth"]"', "Soup"),
        ("“Spoon” Rossi", "Spoon Rossi"),
        ("[The] Cooks [or Kitchen]", "Cooks"),
        ("(Maria) Rossi", "Rossi"),
        ("Maria (Ada) Rossi", "Maria Rossi"),
        ("Rossi (“ROSS-ee”) Soup", "Rossi Soup"),
        ("Only Soups and Spoons", "Only Soups and Spoons"),
        ("<b>Soup</b> of <u>Reims</u> {or broth}", "Soup of Reims"),
        ("Soup of _Reims_", "Soup of Reims"),
        ("<b></b>", ""),
        ("ANSWER: soup", "soup"),
        (": soup", "soup"),
        ("crème  brûlée", "crème brûlée"),
        ("Orson Accepted", "Orson Accepted"),
        ("スープ [accept soup]", "スープ"),
        ("soup" * 1250, "soup" * 1250),
        ("", ""),
    ],
)
def test_main_answers(line: str, main: str) -> None:
    assert main_answer(line) == main


@pytest.mark.parametrize(
    "form", ["{}", "<b><u>{}</u></b>", "<req>{}</req>", "_{}_", "<b><u><em>{}</em></u></b>", "{{{}}}"]
)
def test_names_do_not_depend_on_the_print_of_their_year(form: str) -> None:
    told = f"{form.format('Belgium')} [or {form.format('Kingdom of Belgium')}; accept [just] Belgians]"
    assert set(names(told, told, form.format("Kingdom of Belgium"))) == {"Belgium"}
    heron = form.format('"Heron"')
    assert names(heron, heron, form.format("herons"), "heron") == ["Heron", "Heron", "heron", "heron"]


def test_a_subtitle_is_not_the_thing_that_it_names() -> None:
    assert set(names("Ada; or The Heron", "Ada [or The Heron]", "herons", "heron")) == {"Ada", "heron"}


def test_a_work_is_not_what_it_is_called_after() -> None:
    found = names("The Heron", "herons", "herons", "Heron", '"The Heron"')
    assert found == ["The Heron", "herons", "herons", "herons", "The Heron"]
    assert set(names("The Lamp", "The Lamp", "lamp")) == {"The Lamp", "lamp"}
    answers = Answers.of(["The Heron", "herons", "heron", "heron", "The Heron"])
    assert (answers.called("The Heron"), answers.called("Heron")) == ("The Heron", "heron")


def test_a_line_may_begin_with_a_capital_though_it_names_a_thing() -> None:
    assert len(set(names("The Crust", "the crust", "crust", "Crust"))) == 1
    assert len(set(names("The Five-Lamp Rule", "five-lamp rule", "five-lamp rule"))) == 1


def test_initials_and_further_first_names_meet_the_full_name() -> None:
    assert set(names("J. R. Quill", "J. R. Quill", "Joan Ruth Quill")) == {"J. R. Quill"}
    assert set(names("Ada Thorn", "Ada Mabel Thorn", "Ada Thorn", "Ada von Thorn")) == {"Ada Thorn"}
    assert set(names("Otto B. Marl", "Otto Bruno Marl", "Otto Bruno Marl")) == {"Otto Bruno Marl"}


@pytest.mark.parametrize(
    "two",
    [
        ("John Thorn", "Peter Thorn", "John Abel Thorn"),  # there is another Thorn
        ("John Thorn", "John Abel Thorn", "John Cyril Thorn"),
        ("J. A. Thorn", "Jack Albert Thorn", "John Alan Bert Thorn", "James Adam Otto Thorn"),
        ("John Thorn", "John Thorn Jr."),
        ("Thorn", "John Thorn"),
        ("John Adams", "John Quincy Adams"),  # known to be two
        ("George Bush", "George W. Bush"),
        ("1", "-1"),
        ("D Day", "Dorothy Day"),
        ("Thorn family [or John Thorn; or Ada Thorn]", "Thorn family [or John Thorn]", "John Thorn"),
    ],
)
def test_two_people_are_never_one(two: tuple[str, ...]) -> None:
    found = names(*two)
    assert found[0] != found[-1]


def test_a_common_name_that_never_tells_the_other_is_something_else() -> None:
    lines = ["Odo [or Brend]"] * 2 + ["Brend"] * 5 + ["Ame [or Lands]"] * 3 + ["lands"]
    assert set(names(*lines)) == {"Odo", "Brend", "Ame", "lands"}
    told = ["Brend [or Republic of Brend]"] * 4 + ["Republic of Brend"] * 5
    assert set(names(*told)) == {"Brend"}


def test_names_are_counted_by_their_words_and_the_commonest_form_is_shown() -> None:
    assert set(names("A. B. Thorn", "A.B. Thorn", "A. B. Thorn", "Ada Beth Thorn")) == {"A. B. Thorn"}
    assert set(names("pears", "pears", "pear")) == {"pears"}


YAML = """\
known:
  a tin horn: The_Tin_Horn
  tin horn of a very long
    name: The Tin
    Horn
  ? the horn that is made
    of tin
  : The_Tin_Horn
more:
  '12': Twelve
  "\\x41da": 'Ada''s'
"""


@pytest.mark.parametrize(
    ("name", "text", "number"),
    [
        ("pages.json", '{"twain": "Mark_Twain"}', 1),
        ("pages.tsv", "answer\tpage\ntwain\tMark_Twain\n\nclemens\tMark_Twain\n", 2),
        ("pages.csv", 'twain,Mark_Twain\n"clemens, samuel",Mark_Twain\n', 2),
    ],
)
def test_a_table_of_pages_is_read(name: str, text: str, number: int, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    found = read_pages(tmp_path / name)
    assert (len(found), set(found.values())) == (number, {"Mark_Twain"})


def test_the_plainest_yaml(tmp_path: Path) -> None:
    (tmp_path / "pages.yaml").write_text(YAML)
    assert read_pages(tmp_path / "pages.yaml") == {
        "a tin horn": "The_Tin_Horn",
        "tin horn of a very long name": "The Tin Horn",
        "the horn that is made of tin": "The_Tin_Horn",
        "12": "Twelve",
        "Ada": "Ada's",
    }


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("pages.json", "[]", "not an object"),
        ("pages.json", "{}", "no answer"),
        ("pages.json", '{"a": " "}', "empty"),
        ("pages.tsv", "a\tb\tc\n", "3 columns"),
        ("pages.csv", "a,b\na,c\n", "two pages"),
        ("pages.csv", 'a,"b" c\n', "no CSV"),
        ("pages.txt", "a\tb\n", "by its name"),
        ("pages.yaml", "a: &b c\n", "no plain entry"),
        ("pages.yaml", "a: [b]\n", "no plain entry"),
        ("pages.yaml", "- a\n", "no plain entry"),
        ("pages.yaml", "a: |\n  b\n", "no plain entry"),
        ("pages.yaml", "  a: b\nc: d\n", "no plain entry"),
    ],
)
def test_what_is_no_table_of_pages_is_refused(name: str, text: str, why: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(ZelligError, match=why):
        read_pages(tmp_path / name)


@given(st.binary(max_size=200) | st.text("ab:'\"?#-|>\\t,\\n {}[]&", max_size=60).map(str.encode))
def test_whatever_is_in_a_table_it_is_read_or_refused(raw: bytes) -> None:
    with TemporaryDirectory() as folder:
        for ending in ("json", "tsv", "csv", "yaml"):
            path = Path(folder, f"pages.{ending}")
            path.write_bytes(raw)
            with suppress(ZelligError):
                assert read_pages(path)


def test_a_page_is_that_of_all_names_of_a_person_and_two_pages_are_two_people() -> None:
    lines = ["J. R. Quill", "J. R. Quill", "Joan Ruth Quill", "Ada Thorn", "Ada Beth Thorn", "Ada Thorn"]
    pages = {"joan ruth quill": "Joan_Quill", "ada thorn": "Ada_Thorn", "ada beth thorn": "Ada_B._Thorn"}
    answers = Answers.of(lines, pages)
    assert [answers[line] for line in lines[1:5]] == ["Joan Quill", "Joan Quill", "Ada Thorn", "Ada B. Thorn"]
