"""How bad a finding is: what the checks of pairs and those of questions have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, Protocol

Severity = Literal["reject", "review", "warn"]
SEVERITIES: tuple[Severity, ...] = ("reject", "review", "warn")


class Code(NamedTuple):
    """A kind of finding."""

    severity: Severity
    meaning: str
    remedy: str


class Found(Protocol):
    """One thing found about something on a line."""

    @property
    def about(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def code(self) -> str: ...
    @property
    def severity(self) -> Severity: ...
    @property
    def message(self) -> str: ...
    @property
    def remedy(self) -> str: ...


def gravest(findings: Iterable[Found]) -> Severity | None:
    """The gravest severity among findings; None if there are none."""
    found = {finding.severity for finding in findings}
    return next((severity for severity in SEVERITIES if severity in found), None)
