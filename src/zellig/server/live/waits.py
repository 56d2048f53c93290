"""How long a writer has waited for guesses, for evidence and for the bell, and when each is due.

What is less urgent comes after what is more so, of whichever writer, until it is due. From then on it is as
urgent as anything: on a server with too much to do everybody sees less often all of it, and nobody never.
"""

from __future__ import annotations

SOON, LATER, IDLE = 0.0, 0.25, 0.6  # guesses, evidence, the bell: seconds until they are due


class Waits:
    """Since when a writer waits for each; times are seconds of one clock."""

    def __init__(self) -> None:
        self._since: dict[float, float] = {}  # by how urgent it is

    def wrote(self, now: float) -> None:
        """Something is written: from now on all is waited for that is not waited for already."""
        for urgency in (SOON, LATER, IDLE):
            self._since.setdefault(urgency, now)

    def shown(self, urgency: float, taken: float, *, newest: bool) -> None:
        """It is shown, of the text that was taken at this moment; what is newer has come since then."""
        if newest:
            self._since.pop(urgency, None)
        else:
            self._since[urgency] = taken

    def due(self, urgency: float, now: float) -> float:
        """When it has its turn. What is late does not come before what others have waited for until now."""
        return max(now, self._since.get(urgency, now) + urgency)

    def is_late(self, urgency: float, now: float) -> bool:
        """Has it been due before?"""
        return self.due(urgency, now) <= now
