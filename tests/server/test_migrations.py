"""Migrations: from nothing and from every schema there was, to the tables as the code knows them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from contest_night import START
from databases import KINDS, Databases
from zellig.errors import ZelligError
from zellig.games.writing.strokes import Noted, Notes, encode, replayed
from zellig.server.accounts import find_account, make_account
from zellig.server.contests import Standings, create_contest
from zellig.server.sessions import sign_in
from zellig.server.workshops import strokes_of
from zellig.store.database import Database, open_database
from zellig.store.database.migrating import migrate, migrate_to, schema_of, schemas
from zellig.store.database.tables import TABLES


@pytest.fixture(params=KINDS)
def empty(request: pytest.FixtureRequest, new_databases: Databases) -> Iterator[Database]:
    database = open_database(new_databases.new(request.param))
    yield database
    database.close()


def _differences(database: Database) -> list[Any]:
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, TABLES))


def test_an_empty_database_gets_the_tables(empty: Database) -> None:
    migrate(empty)
    migrate(empty)  # and once more, which changes nothing
    assert _differences(empty) == []
    with empty.reading() as connection:
        assert schema_of(connection) == schemas()[-1]
        assert {*inspect(connection).get_table_names()} == {*TABLES.tables, "alembic_version"}


@pytest.mark.parametrize("schema", schemas())
def test_a_database_of_every_schema_is_brought_to_the_newest_with_what_is_in_it(
    empty: Database, schema: str
) -> None:
    with empty.writing() as connection:
        migrate_to(connection, schema)
        assert schema_of(connection) == schema
        # By its words, not by the tables of today: these rows are as old as the schema.
        connection.execute(
            text(
                "INSERT INTO accounts (id, name, folded, operator, created_at) "
                "VALUES ('a1', 'Ada', 'ada', :yes, 1)"
            ),
            {"yes": True},
        )
        connection.execute(text("INSERT INTO contests (id, created_at) VALUES ('old', 2)"))
        created = '{"event": "created", "title": "An old one"}'
        connection.execute(
            text("INSERT INTO events (contest, at, actor, body) VALUES ('old', 3, 'a1', :body)"),
            {"body": created},
        )
    migrate(empty)
    assert _differences(empty) == []
    with empty.writing() as connection:
        before = find_account(connection, "a1")
        assert before is not None
        assert (before.name, before.reminders) == ("Ada", True)
        standing = Standings().of(connection, "old")
        assert (standing.title, *standing.roles_of("a1")) == ("An old one", "organiser")
        account = make_account(connection, START, "Olga", "four words for nobody", operator=True)
        create_contest(connection, START, account, "new", "A new one")
        assert Standings().of(connection, "new").last > standing.last
        assert sign_in(connection, START, "olga", "four words for nobody", "").account == account


def test_a_result_that_is_there_gets_the_newest_state_of_its_moment(empty: Database) -> None:
    rows = [
        "INSERT INTO accounts (id, name, folded, operator, created_at) VALUES ('a1', 'Ada', 'ada', :yes, 1)",
        *(f"INSERT INTO contests (id, created_at) VALUES ('{contest}', 2)" for contest in ("old", "other")),
        *(
            "INSERT INTO submissions (id, contest, account, kind, round, key, filename, sha256, content, "
            f"received_at, due_at, tries) VALUES ('of {contest}', '{contest}', 'a1', 'dev', 1, 'k', 'f', "
            "'s', '', 3, 9, 0)"
            for contest in ("old", "other")
        ),
        *(
            "INSERT INTO states (number, submission, state, at, reason, findings) "
            f"VALUES ({number}, 'of {contest}', 'accepted', {at}, '', '[]')"
            for number, contest, at in ((11, "old", 4), (12, "old", 5), (13, "other", 5), (14, "old", 7))
        ),
        *(
            "INSERT INTO results (id, contest, round, events, at, scores) "
            f"VALUES ('r{at}', 'old', 1, 1, {at}, '')"
            for at in (3, 6)
        ),
    ]
    with empty.writing() as connection:
        migrate_to(connection, "0004")
        for row in rows:
            connection.execute(text(row), {"yes": True} if ":yes" in row else {})
    migrate(empty)
    with empty.reading() as connection:
        found = connection.execute(text("SELECT id, states FROM results ORDER BY id")).all()
    assert [tuple(row) for row in found] == [("r3", 0), ("r6", 12)]


@pytest.mark.parametrize(("schema", "unsaid"), [("0006", "same"), ("0007", "same"), ("0008", None)])
def test_a_draft_that_promised_the_same_still_does(empty: Database, schema: str, unsaid: str | None) -> None:
    """Up to schema 0007 that was left out of its notes; now notes without a promise promise nothing yet."""
    chosen = {"original": "i1", "rationale": 'He said "promise": same'}
    drafts = {
        ("pairs", "kept"): [chosen, {**chosen, "promise": "flip"}],
        ("pairs", "same"): [{**chosen, "promise": "flip"}, chosen],
        ("pairs", "begun"): [{"rationale": "Which one?"}],
        ("questions", "rewritten"): [{"original": "q1"}],
    }
    account = text(
        "INSERT INTO accounts (id, name, folded, operator, created_at) VALUES ('a1', 'A', 'a', :yes, 1)"
    )
    stroke = text(
        "INSERT INTO strokes (draft, tab, sequence, at, body) VALUES (:draft, 't', :sequence, 4, :body)"
    )
    with empty.writing() as connection:
        migrate_to(connection, schema)
        connection.execute(account, {"yes": True})
        for name, task in (("pairs", "sentiment"), ("questions", "quiz")):
            founded = json.dumps({"event": "founded", "rules": {"task": task}}, separators=(",", ":"))
            connection.execute(text(f"INSERT INTO workshops (id, created_at) VALUES ('{name}', 2)"))
            event = text("INSERT INTO workshop_events (workshop, at, body) VALUES (:name, 2, :body)")
            connection.execute(event, {"name": name, "body": founded})
        for (workshop, draft), noted in drafts.items():
            row = f"VALUES ('{draft}', '{workshop}', 'a1', '', 3)"
            connection.execute(text(f"INSERT INTO drafts (id, workshop, account, pen, created_at) {row}"))
            for sequence, notes in enumerate(noted, start=1):
                body = encode(Noted(msgspec.convert(notes, Notes))).decode()
                connection.execute(stroke, {"draft": draft, "sequence": sequence, "body": body})
    migrate(empty)
    with empty.reading() as connection:
        promised = {draft: replayed(strokes_of(connection, draft)).notes.promise for _, draft in drafts}
    assert promised == {"kept": "flip", "same": unsaid, "begun": None, "rewritten": None}


def test_a_database_of_a_later_schema_is_refused(empty: Database) -> None:
    migrate(empty)
    with empty.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(ZelligError, match="by a later version of Zellig"):
        migrate(empty)
