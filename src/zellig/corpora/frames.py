"""The columns of what other libraries call a table, as plain lists; none of these libraries is imported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from zellig.errors import ZelligError

Columns = dict[str, Sequence[object]]


def columns_of_frame(data: Any) -> Columns | None:
    """The columns of a pandas or polars frame, or of a datasets.Dataset; None if it is none of these."""
    libraries = {kind.__module__.partition(".")[0] for kind in type(data).__mro__}  # our tables are frames
    if "polars" in libraries and hasattr(data, "collect"):
        data = data.collect()
    if "polars" in libraries and hasattr(data, "to_dict"):
        return dict(data.to_dict(as_series=False))
    if "pandas" in libraries and hasattr(data, "columns"):
        return _named((column, _values(data[column])) for column in _different(data.columns))
    if hasattr(data, "features") and hasattr(data, "column_names"):
        return _of_dataset(data)
    return None


def plain_list(values: Any) -> list[object]:
    """A list, a series or an array as a list of plain values."""
    if hasattr(values, "isna"):
        return _values(values)
    return list(values.tolist() if hasattr(values, "tolist") else values)


def _different(names: Iterable[Any]) -> list[Any]:
    found = list(names)
    for name in found:
        if found.count(name) > 1:
            raise ZelligError(
                f"two columns are called {str(name)!r}", remedy="Give every column its own name."
            )
    return found


def _named(columns: Iterable[tuple[Any, list[object]]]) -> Columns:
    return {str(name): values for name, values in columns}


def _values(series: Any) -> list[object]:
    """The values of a pandas series; what it holds to be missing is None."""
    gaps = series.isna().tolist()
    return [None if gap else value for value, gap in zip(series.tolist(), gaps, strict=True)]


def _of_dataset(data: Any) -> Columns:
    """The columns of a datasets.Dataset; classes go by their names, and -1 is none of them."""
    if isinstance(data.column_names, Mapping):
        splits = list(data.column_names)
        raise ZelligError(
            f"this is not one data set, but {len(splits)}: {', '.join(map(str, splits))}",
            remedy=f"Choose one, e.g. data[{splits[0]!r}]." if splits else "Give one with rows.",
        )
    found: Columns = {}
    for name in data.column_names:
        values: list[Any] = list(data[name])
        classes = getattr((data.features or {}).get(name), "names", None)
        if classes is not None:
            values = [_class(classes, value) for value in values]
        found[name] = values
    return found


def _class(names: Sequence[str], value: Any) -> object:
    return names[value] if isinstance(value, int) and 0 <= value < len(names) else None
