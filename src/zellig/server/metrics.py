"""Numbers about a running server in the text format of Prometheus: requests, submissions, leases."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from threading import Lock

from sqlalchemy import Connection

from zellig.server.leasing import count_leases
from zellig.server.submissions import count_states

MEDIA = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds

Labels = tuple[tuple[str, str], ...]


class Metrics:
    """What this process has counted since it began."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._buckets: defaultdict[str, list[int]] = defaultdict(lambda: [0] * (len(BUCKETS) + 1))
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """One request more."""
        with self._lock:
            self._requests[method, route, status] += 1
            self._buckets[route][bisect_left(BUCKETS, seconds)] += 1
            self._seconds[route] += seconds

    def text(self, connection: Connection, now: datetime) -> str:
        """Everything, with what the database says about submissions now."""
        with self._lock:
            lines = [*self._counted(), *self._timed()]
        states = count_states(connection)
        held, lost = count_leases(connection, now)
        lines += _family("zellig_submissions", "gauge", "Submissions by state.", _by("state", states))
        leases = _by("lease", {"held": held, "run_out": lost})
        lines += _family("zellig_leases", "gauge", "Submissions that a worker has taken up.", leases)
        return "\n".join(lines) + "\n"

    def _counted(self) -> Iterator[str]:
        samples = (
            ("", (("method", method), ("route", route), ("status", str(status))), float(number))
            for (method, route, status), number in sorted(self._requests.items())
        )
        return _family("zellig_requests_total", "counter", "Requests by route and status.", samples)

    def _timed(self) -> Iterator[str]:
        samples: list[tuple[str, Labels, float]] = []
        for route, numbers in sorted(self._buckets.items()):
            total = 0
            for bound, number in zip([*map(str, BUCKETS), "+Inf"], numbers, strict=True):
                total += number
                samples.append(("_bucket", (("route", route), ("le", bound)), total))
            samples.append(("_sum", (("route", route),), self._seconds[route]))
            samples.append(("_count", (("route", route),), total))
        return _family("zellig_request_seconds", "histogram", "Seconds that requests took.", samples)


def _by(label: str, numbers: dict[str, int]) -> list[tuple[str, Labels, float]]:
    return [("", ((label, name),), number) for name, number in sorted(numbers.items())]


def _family(name: str, kind: str, what: str, samples: Iterable[tuple[str, Labels, float]]) -> Iterator[str]:
    """The lines of one metric."""
    yield f"# HELP {name} {what}"
    yield f"# TYPE {name} {kind}"
    for ending, labels, value in samples:
        shown = ",".join(f'{label}="{_escaped(each)}"' for label, each in labels)
        yield (
            f"{name}{ending}{{{shown}}} {value:g}" if value % 1 else f"{name}{ending}{{{shown}}} {int(value)}"
        )


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
