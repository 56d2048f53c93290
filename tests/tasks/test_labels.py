"""What is understood of labels that others have written, and what is refused."""

import pytest

from zellig.errors import ZelligError
from zellig.tasks import Task, get_task
from zellig.tasks.labels import meaning_of

UNDERSTOOD = [
    ("sentiment", "label", "neg pos", "-1 +1"),
    ("sentiment", "label", "Negative POSITIVE neutral", "-1 +1 0"),
    ("sentiment", "label", "bad good", "-1 +1"),
    ("sentiment", "label", "-1 1", "-1 +1"),
    ("sentiment", "label", "-1 0 1", "-1 0 +1"),
    ("sentiment", "label", "+1", "+1"),
    ("sentiment", "label", "0 1", "-1 +1"),
    ("sentiment", "label", "0.0 1.0", "-1 +1"),
    ("sentiment", "label", "0 1 2", "-1 0 +1"),
    ("sentiment", "label", "0 +1", "0 +1"),
    ("sentiment", "label", "LABEL_0 LABEL_1", "-1 +1"),
    ("sentiment", "label", "1 2 3 4 5", "-1 -1 None +1 +1"),
    ("sentiment", "stars", "1 5", "-1 +1"),
    ("sentiment", "user_rating", "1.5 3.5 4.5", "-1 None +1"),
    ("sentiment", "model", "1_star 5_stars", "-1 +1"),
    ("sentiment", "model", "1 star|3 stars|5 stars", "-1 None +1"),
    ("nli", "label", "ENTAILMENT Neutral contradiction", "entailment neutral contradiction"),
    ("nli", "label", "e n c", "entailment neutral contradiction"),
]


@pytest.mark.parametrize(("task", "name", "labels", "answers"), UNDERSTOOD)
def test_understood(task: str, name: str, labels: str, answers: str) -> None:
    written = labels.split("|") if "|" in labels else labels.split()
    meaning = meaning_of(written, get_task(task), name=name)
    assert [str(meaning.answers[label]) for label in written] == answers.split()


@pytest.mark.parametrize(
    ("task", "name", "labels"),
    [
        ("sentiment", "label", "1 2"),  # the lower and the higher of two, or stars
        ("sentiment", "stars", "1 2"),
        ("sentiment", "label", "0"),
        ("sentiment", "label", "1"),
        ("sentiment", "label", "0 4"),
        ("sentiment", "label", "0 1 2 3 4"),
        ("sentiment", "rating", "1 7 10"),
        ("sentiment", "label", "LABEL_1 LABEL_2"),
        ("sentiment", "label", "joy anger"),
        ("sentiment", "label", "pos meh"),
        ("sentiment", "label", ""),
        ("nli", "label", "0 1 2"),  # models do not agree on the order
        ("nli", "label", "LABEL_0 LABEL_1 LABEL_2"),
    ],
)
def test_refused(task: str, name: str, labels: str) -> None:
    with pytest.raises(ZelligError, match="not clear"):
        meaning_of(labels.split(), get_task(task), name=name)


@pytest.mark.parametrize("labels", ["1 2 3 4", "1 4", "1 2 3", "2 3"])
@pytest.mark.parametrize("name", ["stars", "user_rating"])
def test_a_scale_that_may_end_below_five_is_not_one_of_five_stars(name: str, labels: str) -> None:
    written, task = labels.split(), get_task("sentiment")
    meaning_of(written, task, name=name)  # a part of the labels may lack the best
    with pytest.raises(
        ZelligError, match=r"not clear which of .*; none is 5, so they need not be five stars"
    ):
        meaning_of(written, task, name=name, whole=True)
    with pytest.raises(ZelligError, match=r"which answer of sentiment\. Say"):
        meaning_of([*written, "5", "10"], task, name=name, whole=True)
    of_a_model = [f"{label} stars" for label in written]
    with pytest.raises(ZelligError, match="not clear"):
        meaning_of(of_a_model, task, whole=True)
    for more in ("5", "4.5"):
        assert meaning_of([*written, more], task, name=name, whole=True).answers[more] == "+1"


def scale(*labels: str) -> Task:
    """Somebody's own task, whose labels are a scale."""
    return Task("own", "How much?", ("text",), ("text",), labels, ordered=True)


@pytest.mark.parametrize(
    ("task", "labels", "answers"),
    [
        (scale("low", "normal", "high"), "0 1 2", "low normal high"),
        (scale("low", "high"), "0 1", "low high"),
        (scale("0", "1", "2"), "0 1", "0 1"),  # a part of the data means the same as all of them
        (scale("0", "1", "2"), "1", "1"),
        (scale("1", "2", "3", "4", "5"), "1 2 3 4 5", "1 2 3 4 5"),
        (scale("bad", "so-so", "good"), "1 2 3 4 5", "bad bad so-so good good"),
        (scale("bad", "good"), "1 2 3 4 5", "bad bad None good good"),
    ],
)
def test_numbers_in_a_task_of_ones_own(task: Task, labels: str, answers: str) -> None:
    meaning = meaning_of(labels.split(), task)
    assert [str(meaning.answers[label]) for label in labels.split()] == answers.split()


@pytest.mark.parametrize(
    ("task", "labels"),
    [
        (scale("low", "normal", "high"), "0 1"),  # low and normal, or low and high
        (scale("1", "2", "3"), "0 1 2"),
        (scale("awful", "bad", "good", "superb"), "1 2 3 4 5"),
    ],
)
def test_numbers_that_could_be_read_in_two_ways(task: Task, labels: str) -> None:
    with pytest.raises(ZelligError, match="not clear"):
        meaning_of(labels.split(), task)


def test_said_in_words() -> None:
    sentiment = get_task("sentiment")
    stars = meaning_of(["3", "1", "5", "2", "4"], sentiment, name="stars")
    assert stars.in_words(sentiment) == "1-2 negative, 4-5 positive, 3 left out"
    assert not stars.named
    two = meaning_of(["0", "1"], sentiment)
    assert two.in_words(sentiment) == "0 negative, 1 positive, none neutral"
    words = meaning_of(["pos", "neg"], sentiment)
    assert words.in_words(sentiment) == "neg negative, pos positive"
    assert words.named
