"""Edit histories: they replay to what was handed in, and name nobody."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta

import msgspec
import polars
from hypothesis import given
from hypothesis import strategies as st

from zellig.games.writing import events
from zellig.games.writing.events import Event, Happened
from zellig.games.writing.histories import (
    aliases,
    decode,
    edits_of,
    encode,
    exported,
    history,
    moved_by_phenomenon,
    told_by,
)
from zellig.games.writing.histories_folder import histories_files
from zellig.games.writing.listening import Bell, Guess, Guesses
from zellig.games.writing.looks import Look
from zellig.games.writing.replay import Kept, Seen
from zellig.games.writing.standing import Text, stand
from zellig.games.writing.strokes import Draft, Noted, Notes, Stroke, Typed, replayed, write
from zellig.items import Item

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def handed_in(name: str, strokes: int = 0, **metadata: str) -> events.QuestionHandedIn:
    question = Item(name, {"text": "Soup"}, ("Stew",), dict(metadata))
    return events.QuestionHandedIn(
        name, f"draft of {name}", strokes, question=question, phenomena=("paraphrase",)
    )


def text(name: str = "one", strokes: int = 0, **metadata: str) -> Text:
    return Text(1, NOW, "account-7", handed_in(name, strokes, **metadata))


@st.composite
def written(draw: st.DrawFn) -> list[Kept]:
    """Strokes that fit each other, of two tabs."""
    draft, found = Draft(), []
    for number in range(1, draw(st.integers(1, 12)) + 1):
        stroke: Stroke
        if draw(st.booleans()):
            before = draft.fields.get("text", "")
            start = draw(st.integers(0, len(before)))
            end = draw(st.integers(start, len(before)))
            new = draw(st.text(st.characters(codec="utf-8"), max_size=8))
            stroke = Typed("text", start, end, new, len(before) - (end - start) + len(new))
        else:
            stroke = Noted(Notes(answer=draw(st.text("abc é", max_size=5))))
        draft = write(draft, stroke)
        tab = draw(st.sampled_from(["tab-one", "tab-two"]))
        found.append(Kept(tab, number, NOW + timedelta(seconds=number), stroke))
    return found


@given(written(), st.integers(1, 12))
def test_a_history_that_was_written_down_replays_to_the_final_text(strokes: list[Kept], handed: int) -> None:
    counted = min(handed, len(strokes))
    made = history(text(strokes=counted), "writer-1", strokes, [])
    read = decode(encode(made))
    assert read == made
    assert replayed(each.stroke for each in read.strokes) == read.final
    assert read.final == replayed(each.stroke for each in strokes[:counted])
    assert len(read.strokes) == counted
    assert read.strokes[0].seconds == 0
    assert made.text != "one"  # which packets have beside the name of its author
    assert b"account-7" not in encode(made)
    assert b"tab-" not in encode(made)


STROKES = [
    Kept("tab", 1, NOW, Noted(Notes(answer="Gazpacho"))),
    Kept("tab", 2, NOW + timedelta(seconds=1), Typed("text", 0, 0, "A cold soup", 11)),
    Kept("tab", 3, NOW + timedelta(seconds=9), Typed("text", 2, 6, "chilled", 14)),
    Kept("tab", 4, NOW + timedelta(seconds=20), Typed("text", 14, 14, "!", 15)),
]


def seen(number: int, best: str, rank: int | None) -> Seen:
    bell = Bell(2, 6, 6, best, rank == 1)
    return Seen("tab", number, Look("ir", "f1", Guesses((Guess(best, 0.5, rank == 1),), rank), bell))


SEEN = [seen(2, "Gazpacho", 1), seen(3, "Stew", 4), seen(4, "Stew", 5)]


def test_what_was_shown_stands_after_its_stroke_and_edits_tell_what_moved() -> None:
    made = history(text(strokes=3, rewrites="q7"), "writer-1", STROKES, SEEN)
    assert [(each.after, each.look.system) for each in made.shown] == [(2, "ir"), (3, "ir")]  # not after it
    assert made.rewrites == "q7"
    [change] = edits_of(made)
    assert (change.moves, change.field) == (("lost", "other guess"), "text")
    found = moved_by_phenomenon([told_by(made)])
    assert found[""]["ir"].moves == found["paraphrase"]["ir"].moves == {"lost": 1, "other guess": 1}
    assert "chilled" in found[""]["ir"].words


def test_aliases_stay_and_what_does_not_stand_is_left_out() -> None:
    done: list[tuple[str, Event]] = [
        ("bob", handed_in("one")),
        ("ann", handed_in("two")),
        ("bob", events.Withdrawn("one")),
        ("ann", handed_in("three")),
        ("olga", events.Decided("three", False, "Why?")),
    ]
    standing = stand(Happened(at, NOW, who, event) for at, (who, event) in enumerate(done, 1))
    assert aliases(standing) == {"bob": "writer-1", "ann": "writer-2"}
    assert [each.event.text for each in exported(standing)] == ["two"]
    assert exported(standing, own="bob") == []


def test_of_a_draft_the_newest_version_counts_alone() -> None:
    happened: list[Event] = [
        handed_in("one", 4),
        events.Decided("one", True, ""),
        handed_in("other", 4),
        msgspec.structs.replace(handed_in("two", 9), draft="draft of one"),
    ]
    standing = stand(Happened(number, NOW, "ada", each) for number, each in enumerate(happened, 1))
    assert [text.state for text in standing.texts.values()] == ["taken", "handed in", "handed in"]
    assert [each.event.text for each in exported(standing)] == ["other", "two"]


def test_the_folder_has_tables_and_a_card() -> None:
    made = history(text(strokes=4), "writer-1", STROKES, SEEN)
    files = dict(histories_files([made], "Soups", "quiz", "CC BY 4.0", ["Retrieval"]))
    tables = {
        name: polars.read_parquet(io.BytesIO(files[f"data/{name}.parquet"]))
        for name in ("texts", "moments", "edits")
    }
    assert tables["texts"]["final"].to_list() == ["A chilled soup!"]
    assert decode(tables["texts"]["history"][0]) == made
    assert tables["moments"]["rank"].to_list() == [1, 4, 5]
    assert tables["moments"]["buzz_right"].to_list() == [True, False, False]
    assert tables["edits"]["inserted"].to_list() == ["chilled", "!"]
    card = files["README.md"].decode()
    assert 'license: "cc-by-4.0"' in card
    assert all(f'"path":"data/{name}.parquet"' in card for name in tables)
    for name, table in tables.items():
        section = card.partition(f"## Columns of `{name}`")[2].partition("##")[0]
        assert all(f"`{column}`" in section for column in table.columns), name
    empty = dict(histories_files([], "Soups", "quiz", "Ours", ["Retrieval"]))
    assert empty.keys() == {"README.md"}  # `datasets` cannot load a table without rows


def test_a_table_without_rows_is_not_named_in_the_card() -> None:
    made = history(text(strokes=2), "writer-1", STROKES, SEEN)  # heard once, and not changed since
    card = dict(histories_files([made], "Soups", "quiz", "Ours", ["Retrieval"]))["README.md"].decode()
    assert '"config_name":"moments"' in card
    assert '"config_name":"edits"' not in card
    nothing = dict(histories_files([], "Soups", "quiz", "Ours", ["Retrieval"]))["README.md"].decode()
    assert "config_name" not in nothing
