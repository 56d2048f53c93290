"""Blind judging: what judges are asked, and what they say."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Index, Integer, Table, Text

from zellig.store.database.tables.columns import TABLES, Moment, Words, name, number, refers

QUESTIONS = Table(
    "questions",
    TABLES,
    name(),
    refers("contest", "contests"),
    Column("round", Integer, nullable=False),
    Column("item", Text, nullable=False),  # JSON: what the judge sees, and nothing else
    Column("pair", Words(200)),  # whose side it is; none: an item for training
    Column("side", Words(10)),
    Column("team", Words(64)),  # that brought it, and may not judge it
    Column("known", Text),  # JSON: the right answers, of an item for training
    Column("at", Moment, nullable=False),
    Index(None, "contest", "round"),
)

# The newest row of a judge for a question counts; `undone` takes back what was said before it.
VERDICTS = Table(
    "verdicts",
    TABLES,
    number(),
    refers("question", "questions"),
    refers("judge", "accounts"),
    Column("at", Moment, nullable=False),
    Column("answer", Words(200)),
    Column("grammatical", Boolean),
    Column("natural", Boolean),
    Column("skipped", Words(500)),  # why no answer was given
    Column("undone", Boolean, nullable=False, default=False),
    Column("program", Boolean, nullable=False, default=False),  # never counted as a person
    Index(None, "question", "judge", "number"),
    Index(None, "judge", "number"),
)
