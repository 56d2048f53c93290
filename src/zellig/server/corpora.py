"""The organiser's data that pairs are checked against, kept by each process: an upload never changes."""

from __future__ import annotations

from collections.abc import Sequence

from jinja2.utils import LRUCache
from sqlalchemy import Connection

from zellig.checks.corpus import IndexedCorpus
from zellig.games.contest.rules import Rules
from zellig.games.contest.uploads import MEGABYTE, Kind, read_items_of
from zellig.items import Item
from zellig.server.submissions import contents, submissions_that_count
from zellig.tasks import get_task

KEPT, LARGEST = 8, 4 * MEGABYTE  # corpora, and the bytes of each, that are not read anew for every check


class Corpora:
    """What organisers brought last, as it is looked up in."""

    def __init__(self) -> None:
        self._kept: LRUCache = LRUCache(KEPT)

    def of(self, connection: Connection, contest: str, rules: Rules, kind: Kind) -> Sequence[Item]:
        """The items of a kind that the organiser brought last; none, if nobody has."""
        chosen = submissions_that_count(connection, contest, kind)
        key = rules.task, rules.quotas.megabytes, tuple(each.id for each in chosen)
        kept: IndexedCorpus | None = self._kept.get(key)
        if kept is not None:
            return kept
        uploads = contents(connection, chosen).values()
        items = [item for each in uploads for item in read_items_of(each.filename, each.content, rules)]
        if sum(each.bytes for each in chosen) > LARGEST:
            return items
        found = self._kept[key] = IndexedCorpus(items, get_task(rules.task))
        return found
