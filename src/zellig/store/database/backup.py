"""Backups: all tables of one moment in a zip of JSON lines, the same for both databases.

So what was kept in SQLite can be restored into PostgreSQL, and the other way round. The database may be in
use while it is written; it is restored into one that is empty.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Integer, LargeBinary, Table, func, insert, select

from zellig.errors import ZelligError
from zellig.files import reading, write_private
from zellig.store.database.connecting import Database
from zellig.store.database.migrating import migrate, schema_of, schemas
from zellig.store.database.tables import TABLES

FORMAT = 1
CONTENTS = "backup.json"
AT_ONCE = 200  # rows


class Contents(msgspec.Struct, frozen=True):
    """What is in a backup: the schema, and how many rows each table has."""

    zellig_backup: int
    schema: str
    rows: dict[str, int]


def back_up(database: Database, path: Path) -> Contents:
    """Write all tables as they are at one moment; nobody has to wait for it. Gives what was written."""
    with database.reading() as connection, write_private(path) as file:
        schema = schema_of(connection)
        if schema != schemas()[-1]:
            raise ZelligError(
                "the database has another schema than this version", remedy="Start the server once."
            )
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            rows = {}
            for table in TABLES.sorted_tables:
                with archive.open(f"{table.name}.jsonl", "w", force_zip64=True) as lines:
                    rows[table.name] = _write(connection, table, lines)
            contents = Contents(FORMAT, schema, rows)
            archive.writestr(CONTENTS, msgspec.json.encode(contents))
    return contents


def restore(database: Database, path: Path) -> Contents:
    """Write a backup into a database that holds nothing; whole or not at all. Refuses any other."""
    migrate(database)
    with reading(path), _archive(path) as archive:
        contents = _contents(archive, path)
        if contents.schema != schemas()[-1]:
            raise ZelligError(
                f"the backup has the schema {contents.schema}, and this version has {schemas()[-1]}",
                path=path,
                remedy="Restore it with the version that wrote it, and then start this one.",
            )
        with database.writing() as connection:
            for table in TABLES.sorted_tables:
                if connection.execute(select(func.count()).select_from(table)).scalar_one():
                    raise ZelligError(
                        f"the database is not empty: there is something in {table.name}",
                        remedy="Restore into a new folder, or an empty database.",
                    )
            for table in TABLES.sorted_tables:
                _read(connection, table, archive, contents, path)
                if not database.is_sqlite:
                    _count_on(connection, table)
    return contents


def _write(connection: Connection, table: Table, lines: Any) -> int:
    number = 0
    keys = list(table.primary_key.columns)
    found = connection.execution_options(stream_results=True, max_row_buffer=AT_ONCE).execute(
        select(table).order_by(*keys)
    )
    for row in found.mappings():
        lines.write(msgspec.json.encode(dict(row)) + b"\n")  # bytes as base64, times in ISO 8601
        number += 1
    return number


def _read(
    connection: Connection, table: Table, archive: zipfile.ZipFile, contents: Contents, path: Path
) -> None:
    number = 0
    with archive.open(f"{table.name}.jsonl") as lines:
        for rows in _batches(table, lines):
            connection.execute(insert(table), rows)
            number += len(rows)
    if number != contents.rows.get(table.name):
        raise ZelligError(
            f"the backup is damaged: {table.name} has {number} rows, and had {contents.rows.get(table.name)}",
            path=path,
            remedy="Take another backup.",
        )


def _batches(table: Table, lines: Any) -> Iterator[list[dict[str, Any]]]:
    shape = msgspec.defstruct(
        table.name,
        [(str(column.name), _kind(column)) for column in table.columns],
        forbid_unknown_fields=True,
    )
    decode = msgspec.json.Decoder(shape).decode
    rows = []
    for line in io.BufferedReader(lines):
        rows.append(msgspec.structs.asdict(decode(line)))
        if len(rows) == AT_ONCE:
            yield rows
            rows = []
    if rows:
        yield rows


def _kind(column: Any) -> Any:
    """The type that a value of a column has in Python."""
    if isinstance(column.type, LargeBinary):
        kind: Any = bytes
    else:
        kind = column.type.python_type
    return kind | None if column.nullable else kind


def _count_on(connection: Connection, table: Table) -> None:
    """Let PostgreSQL go on with numbers after those that were restored."""
    for column in table.primary_key.columns:
        if isinstance(column.type, Integer) and column.autoincrement is True:
            sequence = func.pg_get_serial_sequence(table.name, column.name)
            coming = select(func.coalesce(func.max(column), 0) + 1).scalar_subquery()
            connection.execute(select(func.setval(sequence, coming, False)))


def _archive(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except zipfile.BadZipFile:
        raise ZelligError("this is no backup", path=path, remedy="Name a file of `zellig backup`.") from None


def _contents(archive: zipfile.ZipFile, path: Path) -> Contents:
    try:
        contents = msgspec.json.decode(archive.read(CONTENTS), type=Contents)
    except (KeyError, msgspec.DecodeError):
        raise ZelligError("this is no backup", path=path, remedy="Name a file of `zellig backup`.") from None
    if contents.zellig_backup != FORMAT:
        raise ZelligError(
            f"this is a backup of the format {contents.zellig_backup}, and {FORMAT} is known",
            path=path,
            remedy="Restore it with the version that wrote it.",
        )
    return contents
