"""A question as it is heard, and published again. The words are our own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.round_trip import texts
from zellig.corpora.question_text import Mark, clean, published_text

PARTS = st.sampled_from(
    [
        *(
            "(*)",
            "[*]",
            "*",
            " ",
            "  ",
            "\n",
            "\t",
            "\xa0",
            "&nbsp;",
            "&amp;",
            "&#40;",
            "&shy;",
            "&fjlig;",
            "&T;",
        ),
        *(
            "<b>",
            "</b>",
            "<br/>",
            "<i class='x'>",
            "<soup>",
            "<",
            "&",
            "\x00",
            "\u200b",
            "·",
            "-",
            '"',
            "“",
            "”",
        ),
        *("(“ranss”)", "(", ")", "[[", "]]", "[read slowly]", "[this city]", ",", ".", "Reims", "soup", "A"),
        *(
            "Description acceptable.",
            "Note to players: ",
            "12. ",
            "ANSWER: ",
            "[AB]",
            "é",
            "スープ",
            "\u2028",
        ),
    ]
)
questions = st.one_of(texts, st.lists(PARTS, max_size=30).map("".join))


@given(questions)
def test_the_published_text_can_be_written_again(published: str) -> None:
    text, marks = clean(published)
    assert published_text(text, marks) == published


@given(questions)
def test_marks_are_places_in_the_cleaned_text_in_order(published: str) -> None:
    text, marks = clean(published)
    places = [place for mark in marks for place in (mark.start, mark.end)]
    assert places == sorted(places)
    assert all(0 <= place <= len(text) for place in places)
    assert all(text[mark.start : mark.end] in ("", " ") or mark.kind == "markup" for mark in marks)
    assert all(text[mark.start : mark.end] != mark.published for mark in marks)


@given(questions)
def test_white_space_is_folded(published: str) -> None:
    text = clean(published).text
    assert text == " ".join(text.split())


@given(questions)
def test_what_has_no_marks_is_left_as_it_is(published: str) -> None:
    text, marks = clean(published)
    assert (text == published) == (not marks)


@pytest.mark.parametrize(
    ("published", "text"),
    [
        ("The soup (*) was hot.", "The soup was hot."),
        ("The soup(*)was hot.", "The soup was hot."),
        ("The soup(*) was hot.", "The soup was hot."),
        ("The soup (*), it was hot.", "The soup, it was hot."),
        ("At Reims (“ranss”), in the east (“eest”).", "At Reims, in the east."),
        ("At Reims (“ranss”) [pause] (*) it rains.", "At Reims it rains."),
        ("The “soup (*)” was hot.", "The “soup” was hot."),
        ('The "soup (*)" was hot.', 'The "soup" was hot.'),
        ('The (*)"soup" was hot.', 'The "soup" was hot.'),
        ('The (*) "soup" was hot.', 'The "soup" was hot.'),
        ("The “(*) soup” was hot.", "The “soup” was hot."),
        ("The Reims (“ranss”)-Paris (PAR-ee) train.", "The Reims-Paris train."),
        ("A self-(*)made soup.", "A self-made soup."),
        ("(*) The soup was hot. (*)", "The soup was hot."),
        ("<b>The <i>soup</i> (*)</b> was &lt; hot.", "The soup was < hot."),
        ("At <b>Reims (“<b>RAN</b>-ss&rdquo;)</b>.", "At Reims."),
        ("H<sub>2</sub>O &amp; salt<br>bread", "H2O & salt bread"),
        ("the tag <soup> and AT&T; stay", "the tag <soup> and AT&T; stay"),
        ("poly·styrene and the R·N·A; 2 · 3", "polystyrene and the RNA; 2 · 3"),
        ("selenoÂ·cysteine", "selenocysteine"),
        (" \n The\u2028soup&nbsp;\t was \u200bhot. ", "The soup was hot."),
        ("Description acceptable. The soup was hot.", "The soup was hot."),
        ("12. [AB] The soup was hot. [Maria]", "The soup was hot."),
        ("The soup of [this city] was hot.", "The soup of [this city] was hot."),
        ("スープは（熱い）です。", "スープは（熱い）です。"),
        ("", ""),
        (" (*) ", ""),
    ],
)
def test_what_a_player_hears(published: str, text: str) -> None:
    cleaned = clean(published)
    assert cleaned.text == text
    assert published_text(*cleaned) == published


def test_marks_say_what_stood_where() -> None:
    assert clean("At <b>Reims</b> (“ranss”), the (*) soup.") == (
        "At Reims, the soup.",
        (
            Mark(3, 3, "<b>", "markup"),
            Mark(8, 8, "</b>", "markup"),
            Mark(8, 8, " (“ranss”)", "guide"),
            Mark(13, 14, " (*) ", "power"),
        ),
    )


def test_the_power_is_over_where_the_last_mark_stands() -> None:
    assert clean("The (+) soup (*) was hot.").power == len("The soup")
    assert clean("The soup was hot.").power is None


@pytest.mark.parametrize(
    "part", ["(", "[[", "(“a”) ", "((*)", "* ", "a·", "<b ", "&amp;", "\n ", "Note: a. ", "(A-"]
)
def test_long_questions(part: str) -> None:
    """Of 200 KB each: what took more than linear time would not end."""
    published = part * (200_000 // len(part))
    assert published_text(*clean(published)) == published
