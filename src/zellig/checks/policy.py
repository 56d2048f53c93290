"""The policy of a set of pairs: how large an edit may be, and how similar two texts."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files as package_files
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec

from zellig.decoding import decode_toml, fault
from zellig.errors import ZelligError
from zellig.files import read_whole

P = TypeVar("P", bound=msgspec.Struct)

Count = Annotated[int, msgspec.Meta(ge=0)]
Ratio = Annotated[float, msgspec.Meta(ge=0)]
Degree = Annotated[float, msgspec.Meta(gt=0, le=1)]


class Sentence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sizes of edit in an ordinary text."""

    warn_tokens: Count
    review_tokens: Count
    review_normalised: Ratio


class Paragraph(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sizes of edit in a long text."""

    from_tokens: Count
    review_normalised: Ratio


class Similarity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From which similarity on two texts are too close."""

    near_duplicate: Degree
    leakage: Degree


class OffDomain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What does not belong to the domain of a corpus."""

    quantile: Annotated[float, msgspec.Meta(ge=0, lt=1)]


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything the checks compare with; the values and their meaning are in policy.toml."""

    from_scratch: bool
    sentence: Sentence
    paragraph: Paragraph
    similarity: Similarity
    off_domain: OffDomain


@cache
def default_policy() -> Policy:
    """The policy that holds if the user says nothing."""
    return msgspec.convert(policy_file(__package__), Policy)


def read_policy(path: Path) -> Policy:
    """The default policy with the values of a TOML file in their places; refuses a key it does not know."""
    return overridden(policy_file(__package__), path, Policy, "pairs")


def overridden(defaults: dict[str, Any], path: Path, kind: type[P], page: str) -> P:
    """A policy of this kind: the defaults, with the values of a TOML file in their places.

    Refuses a key that there is not; `page` of the reference lists them.
    """
    remedy = "Write lines such as key = value."
    changes = decode_toml(read_whole(path), dict[str, Any], path=path, what="TOML", remedy=remedy)
    try:
        return msgspec.convert(_merged(defaults, changes, path), kind)
    except msgspec.ValidationError as error:
        message, _, key = fault(error).partition(" - at '$.")
        raise ZelligError(
            message,
            path=path,
            field=key.removesuffix("'"),
            remedy=f"docs/reference/{page}.md lists the keys.",
        ) from None


def _merged(old: dict[str, Any], new: dict[str, Any], path: Path, above: str = "") -> dict[str, Any]:
    for key, value in new.items():
        if key not in old:
            raise ZelligError(
                "a policy has no such key",
                path=path,
                field=above + key,
                remedy=f"There are: {', '.join(above + known for known in old)}.",
            )
        both_tables = isinstance(old[key], dict) and isinstance(value, dict)
        old[key] = _merged(old[key], value, path, f"{above}{key}.") if both_tables else value
    return old


def policy_file(package: str) -> dict[str, Any]:
    """The defaults of a package's policy."""
    return tomllib.loads(package_files(package).joinpath("policy.toml").read_text("utf-8"))
