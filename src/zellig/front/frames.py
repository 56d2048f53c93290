"""Tables that are handed to users: polars frames, which become pandas ones without pyarrow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import polars as pl

from zellig.errors import ZelligError

if TYPE_CHECKING:
    import pandas


class Table(pl.DataFrame):
    """A polars frame; what polars makes of it, by `filter` for one, is a frame of its own."""

    def to_pandas(self, *args: Any, **kwargs: Any) -> pandas.DataFrame:
        """The same as a pandas frame, if pandas is installed; pyarrow is not needed, as it is for polars."""
        try:
            import pandas
        except ImportError:
            raise ZelligError("pandas is not installed", remedy="Run `pip install pandas`.") from None
        return pandas.DataFrame(self.to_dict(as_series=False))


def rows_to_table(rows: Iterable[Mapping[str, object]], columns: Sequence[str] = ()) -> Table:
    """A frame of rows that all have the same keys; where there may be no row, `columns` names these."""
    return Table(pl.DataFrame([dict(row) for row in rows] or None, columns or None, infer_schema_length=None))


def flat(prefix: str, value: object) -> dict[str, object]:
    """A struct as columns; those of structs inside it are named after both."""
    plain = msgspec.to_builtins(value)
    if not isinstance(plain, dict):
        return {prefix: plain}
    found: dict[str, object] = {}
    for name, each in plain.items():
        found |= flat(f"{prefix}_{name}" if prefix else name, each)
    return found
