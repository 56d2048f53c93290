"""Columns that tables share, and the list of all tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import BigInteger, Column, Dialect, ForeignKey, Integer, MetaData, String, TypeDecorator
from sqlalchemy.exc import DontWrapMixin

from zellig.errors import ZelligError

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

# Names for what SQLAlchemy would leave unnamed, so that a migration can speak of it in both databases.
TABLES = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

NUMBER = BigInteger().with_variant(Integer, "sqlite")  # only an INTEGER counts up by itself there


class Moment(TypeDecorator[datetime]):
    """A time as microseconds since 1970 in UTC: the same number, order and precision in both databases."""

    impl = BigInteger
    cache_ok = True

    @property
    def python_type(self) -> type[datetime]:
        """What a value is in Python."""
        return datetime

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        return None if value is None else (value - EPOCH) // timedelta(microseconds=1)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        return None if value is None else EPOCH + timedelta(microseconds=value)


class UnkeptError(ZelligError, DontWrapMixin):
    """A text that fits into no column, or into none of this kind."""


class Words(TypeDecorator[str]):
    """A short text. SQLite would take one of any length, and PostgreSQL none with a zero in it: here both
    databases refuse the same."""

    impl = String
    cache_ok = True

    def __init__(self, length: int) -> None:
        super().__init__(length)
        self.length = length

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if value is not None and ("\0" in value or len(value) > self.length):
            raise UnkeptError(
                "this text is too long, or has characters that cannot be kept",
                remedy=f"Send at most {self.length} characters that can be seen.",
            )
        return value


def name(*, of: str = "id") -> Column[str]:
    """The column of a random name that is the key of its table."""
    return Column(of, Words(64), primary_key=True)


def number() -> Column[int]:
    """The key of a table whose rows are in the order in which they were written."""
    return Column("number", NUMBER, primary_key=True, autoincrement=True)


def refers(column: str, table: str, *, optional: bool = False, index: bool = False) -> Column[str]:
    """A column that holds the key of a row of another table."""
    return Column(column, Words(64), ForeignKey(f"{table}.id"), nullable=optional, index=index)
