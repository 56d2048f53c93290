"""What leaves a workshop over HTTP: edit histories, what moved the machine, and pairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

from litestar import Response, get
from litestar.params import QueryParameter
from litestar.response import Stream

from zellig.games.contest.bundle import write_archive
from zellig.games.writing import events
from zellig.games.writing.histories import History, encode, exported, header_line, taken
from zellig.games.writing.histories_folder import histories_files
from zellig.items import Pair, encode_record, header_of
from zellig.server.given import By, InHouse, Name
from zellig.server.histories import histories_for
from zellig.server.views.histories import MovedBy, moved_by
from zellig.server.views.workshops import visible
from zellig.server.workshops import only_for, rules_of

JSONL, ZIP = "application/jsonl", "application/zip"


@get("/workshops/{workshop:str}/histories", sync_to_thread=True, media_type=JSONL)
def get_histories(workshop: Name, house: InHouse, caller: By) -> Stream:
    """How the texts of a workshop came to be, with what the machine said, without names: for an editor all,
    for a writer their own."""
    with house.database.reading() as connection:
        standing = visible(house, connection, workshop, caller.account)
    rules = rules_of(standing)
    found = histories_for(house.database, standing, caller.account)
    lines = _lines(header_line(rules.task, rules.licence), found)
    return Stream(lines, media_type=JSONL, headers=_named(f"{workshop}-histories.jsonl"))


@get("/workshops/{workshop:str}/histories/datasets", sync_to_thread=True, media_type=ZIP)
def get_histories_datasets(workshop: Name, house: InHouse, caller: By) -> Response[bytes]:
    """The same as a folder in a zip, for `datasets.load_dataset` of Hugging Face."""
    with house.database.reading() as connection:
        standing = visible(house, connection, workshop, caller.account)
    rules = rules_of(standing)
    found = list(histories_for(house.database, standing, caller.account))
    titles = [house.systems.title(name) for name in rules.systems]
    with TemporaryDirectory(prefix="zellig-histories-") as folder:
        path = Path(folder) / "histories.zip"
        write_archive(path, histories_files(found, standing.title, rules.task, rules.licence, titles))
        content = path.read_bytes()
    return Response(content, media_type=ZIP, headers=_named(f"{workshop}-histories-datasets.zip"))


@get("/workshops/{workshop:str}/moved", sync_to_thread=True)
def show_moved(workshop: Name, house: InHouse, caller: By) -> MovedBy:
    """Which edits moved the machine, over all histories that the caller may have."""
    with house.database.reading() as connection:
        standing = visible(house, connection, workshop, caller.account)
    return moved_by(house.moved.of(house.database, standing, caller.account))


@get("/workshops/{workshop:str}/pairs", sync_to_thread=True, media_type=JSONL)
def get_written_pairs(
    workshop: Name,
    house: InHouse,
    caller: By,
    accepted: Annotated[bool, QueryParameter(description="If not, those that wait, too")] = True,
) -> Response[bytes]:
    """The accepted pairs of a workshop, for an editor all, for a writer their own: a file for `zellig pairs
    check`."""
    account = caller.account
    with house.database.reading() as connection:
        standing = visible(house, connection, workshop, account)
    only_for(standing, account, "writer", "editor")
    own = "" if "editor" in standing.roles_of(account.id) else account.id
    found = taken(standing, own) if accepted else exported(standing, own)
    pairs = [text.event.pair for text in found if isinstance(text.event, events.PairHandedIn)]
    content = b"".join([header_of(Pair, rules_of(standing).task), *map(encode_record, pairs)])
    name = f"{workshop}-{'accepted-' if accepted else ''}pairs.jsonl"
    return Response(content, media_type=JSONL, headers=_named(name))


def _lines(header: bytes, found: Iterable[History]) -> Iterator[bytes]:
    yield header
    for each in found:
        yield encode(each) + b"\n"


def _named(filename: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{filename}"'}


HANDLERS = [get_histories, get_histories_datasets, show_moved, get_written_pairs]
