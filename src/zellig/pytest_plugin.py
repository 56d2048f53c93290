"""`zellig check` from somebody's own tests: a fixture that fails the test if a system does not pass.

pytest loads this wherever Zellig is installed: nothing is imported before it is used.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec

import pytest

if TYPE_CHECKING:
    from zellig.front.gate import GateDecision
    from zellig.games.breaking.gate import Decision

P = ParamSpec("P")


@pytest.fixture
def zellig_check() -> Callable[..., Decision]:
    """`zellig check` as a function: the test fails if the system does not pass, and says why.

    It takes what `zellig.gate` takes, which are the options of the command line by name.
    """
    from zellig.front.gate import gate

    return failing(gate)


def failing(gate: Callable[P, GateDecision]) -> Callable[P, Decision]:
    """The gate as a check within a test, which fails if the system does not pass."""

    @wraps(gate)
    def check(*args: P.args, **kwargs: P.kwargs) -> Decision:
        __tracebackhide__ = True
        from zellig.errors import ZelligError
        from zellig.notices import Notice, hearing
        from zellig.report.gate import plain_text
        from zellig.terminal import visible

        def told(notice: Notice) -> None:
            if notice.kind == "warning":
                warnings.warn(notice.sentence, stacklevel=1)

        try:
            with hearing(told):
                decision = gate(*args, **kwargs).decision
        except ZelligError as error:
            raise error.with_traceback(None) from None  # one sentence, and the line of the test
        if not decision.passes:
            pytest.fail(visible(plain_text(decision)), pytrace=False)
        return decision

    return check
