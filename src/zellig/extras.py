"""Extras: the parts of an installation that one may do without; what needs one that is missing says so."""

from __future__ import annotations

from importlib.util import find_spec

from zellig.errors import ZelligError

# For each extra the modules it brings, with the packages that they come from.
EXTRAS: dict[str, dict[str, str]] = {
    "neural": {name: name for name in ("torch", "transformers", "captum", "gguf", "accelerate")},
    "erg": {"delphin": "pydelphin"},
    "quiz": {"tantivy": "tantivy", "docx": "python-docx"},
    "dask": {name: name for name in ("dask", "distributed")},
    "server": {
        "litestar": "litestar",
        "sqlalchemy": "sqlalchemy",
        "alembic": "alembic",
        "argon2": "argon2-cffi",
        "psycopg": "psycopg",
        "websockets": "websockets",
    },
}


def missing(extra: str) -> list[str]:
    """The packages of an extra that are not installed, told without running code of theirs."""
    return [package for module, package in EXTRAS[extra].items() if find_spec(module) is None]


def require(extra: str, who: str, instead: str = "") -> None:
    """Refuses, by name, what needs an extra that is not installed; `instead` is another way out."""
    if lacking := missing(extra):
        remedy = f"pip install 'zellig[{extra}]'" + (f", or {instead}." if instead else "")
        raise ZelligError(f"{who} needs {lacking[0]}, which is not installed", remedy=remedy)
