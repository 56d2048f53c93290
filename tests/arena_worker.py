"""A worker of the arena in a process of its own, which is so many minutes later than the others:

python arena_worker.py DATABASE MINUTES
"""

from __future__ import annotations

import sys
from datetime import timedelta
from pathlib import Path

from zellig.server.arena.player import SeasonPlayer
from zellig.server.worker import utc_now
from zellig.store.database import open_database


def main() -> None:
    """Play all that can be played."""
    later = timedelta(minutes=int(sys.argv[2]))
    player = SeasonPlayer(open_database(Path(sys.argv[1])), lambda: utc_now() + later)
    while player.work():
        pass


if __name__ == "__main__":
    main()
