"""`zellig check` from somebody's own tests: a fixture that fails the test if a system does not pass.

pytest loads this wherever Zellig is installed: nothing is imported before it is used.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from os import PathLike
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from zellig.front.players import Labels, Model
    from zellig.games.breaking.gate import Decision


@pytest.fixture
def zellig_check() -> Callable[..., Decision]:
    """`zellig check` as a function: the test fails if the system does not pass, and says why.

    It takes the options of the command line by name.
    """
    return check


def check(
    run: str | PathLike[str],
    *,
    system: Model,
    min_passed: float | None = None,
    min_accuracy: float | None = None,
    limits: str | PathLike[str] | Mapping[str, float] | None = None,
    baseline: Model = None,
    labels: Labels | None = None,
    baseline_labels: Labels | None = None,
    store: str | PathLike[str] | None = None,
    task: str | PathLike[str] | None = None,
    allow_overlap: bool = False,
) -> Decision:
    """Put the pairs of a run to a system; fails the test if it does not pass.

    System and baseline are names as on the command line, or models as `zellig.gate` takes them.
    """
    __tracebackhide__ = True
    from zellig.errors import ZelligError
    from zellig.front.gate import gate
    from zellig.notices import Notice, hearing
    from zellig.report.gate import plain_text
    from zellig.terminal import visible

    def told(notice: Notice) -> None:
        if notice.kind == "warning":
            warnings.warn(notice.sentence, stacklevel=1)

    try:
        with hearing(told):
            decision = gate(
                run,
                system=system,
                min_passed=min_passed,
                min_accuracy=min_accuracy,
                limits=limits,
                baseline=baseline,
                labels=labels,
                baseline_labels=baseline_labels,
                store=store,
                task=task,
                allow_overlap=allow_overlap,
            ).decision
    except ZelligError as error:
        raise error.with_traceback(None) from None  # one sentence, and the line of the test
    if not decision.passes:
        pytest.fail(visible(plain_text(decision)), pytrace=False)
    return decision
