"""Sets of packets of a workshop: made of its accepted questions, put in order by its editors, published."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime

import msgspec
from sqlalchemy import Connection

from zellig.errors import ZelligError
from zellig.front.packet_files import FORMATS, files_of
from zellig.front.packets import question_set
from zellig.games.writing import events
from zellig.games.writing.distribution import Asked, Distribution, read_distribution, shipped
from zellig.games.writing.ordered_set import as_ordered
from zellig.games.writing.packets import QuestionSet
from zellig.games.writing.standing import SetKept, Standing
from zellig.items import Item
from zellig.server.accounts import Account, names_of
from zellig.server.logbook import title_of
from zellig.server.problems import ConflictError, NotFoundError
from zellig.server.secrets import new_id
from zellig.server.workshops import WORKSHOP, only_for, rules_of


def accepted_questions(connection: Connection, standing: Standing) -> dict[str, Item]:
    """The accepted questions by the names of their texts, each with its author and its tags."""
    names = names_of(connection, {text.writer for text in standing.texts.values()})
    return {
        name: _published(text.event, names.get(text.writer, ""))
        for name, text in standing.texts.items()
        if text.state == "taken" and isinstance(text.event, events.QuestionHandedIn)
    }


def _published(event: events.QuestionHandedIn, author: str) -> Item:
    """The question with its author, and what makes it hard where `zellig quiz evaluate` looks for it."""
    known = {**event.question.metadata, "author": author}
    if event.phenomena:
        known["phenomenon"] = list(event.phenomena)
    return msgspec.structs.replace(event.question, metadata=known)


def make_set(
    connection: Connection,
    standing: Standing,
    account: Account,
    title: str,
    packets: int,
    distribution: Asked,
    seed: int,
) -> events.SetMade:
    """Make packets of the accepted questions as `zellig quiz packets` does; nothing is written yet."""
    only_for(standing, account, "editor")
    items = accepted_questions(connection, standing)
    if not items:
        raise ConflictError("no question has been accepted yet", remedy="Read what waits in the queue.")
    known(distribution)
    made = question_set(
        list(items.values()), packets=packets, distribution=distribution, name=title, seed=seed
    )
    order = tuple(tuple(item.id for item in packet.tossups) for packet in made.found.packets)
    return events.SetMade(new_id(), title_of(title), distribution, order)


def keep_set(
    connection: Connection,
    now: datetime,
    workshop: str,
    standing: Standing,
    account: Account,
    made: events.SetMade,
) -> None:
    """Write down a set that was made; refuses one with a question that is not accepted any more."""
    only_for(standing, account, "editor")
    there = accepted_questions(connection, standing)
    if any(text not in there for packet in made.packets for text in packet):
        raise ConflictError("a question was taken back meanwhile", remedy="Make the set once more.")
    WORKSHOP.append(connection, now, workshop, account.id, made)


def known(distribution: Asked) -> Distribution:
    """A shipped distribution, or one that was brought; no file of this server is one."""
    if isinstance(distribution, str) and distribution not in shipped():
        raise ZelligError(
            f"there is no distribution called {distribution!r}",
            field="distribution",
            remedy=f"There are: {', '.join(shipped())}. Or say how many of each category a packet has.",
        )
    found = read_distribution(distribution)
    return found if isinstance(distribution, str) else found._replace(title="")


def find_set(standing: Standing, name: str) -> SetKept:
    """A set of a workshop; refuses one that is not there."""
    if name not in standing.sets:
        raise NotFoundError("there is no such set", remedy="Look at the list of sets.")
    return standing.sets[name]


def set_as_it_is(connection: Connection, standing: Standing, name: str) -> QuestionSet:
    """A set in its order, with what is missing and what repeats now."""
    kept = find_set(standing, name)
    items = accepted_questions(connection, standing)
    found = as_ordered(items, kept.packets, known(kept.distribution), kept.title)
    return msgspec.structs.replace(found, licence=rules_of(standing).licence)


def move_question(
    connection: Connection,
    now: datetime,
    workshop: str,
    standing: Standing,
    account: Account,
    name: str,
    text: str,
    packet: int,
    number: int,
) -> None:
    """Put an accepted question elsewhere in a set, or out of it (packet 0); editors only."""
    only_for(standing, account, "editor")
    kept = find_set(standing, name)
    if text not in accepted_questions(connection, standing):
        raise NotFoundError("there is no such accepted question", remedy="Accept it first.")
    if packet > len(kept.packets):
        raise ZelligError(
            f"there is no packet {packet}", field="packet", remedy=f"There are 1 to {len(kept.packets)}."
        )
    if packet:
        others = [each for each in kept.packets[packet - 1] if each != text]
        number = min(number, len(others) + 1)
    event = events.QuestionMoved(name, text, packet, number)
    WORKSHOP.append(connection, now, workshop, account.id, event)


def published(found: QuestionSet, to: str) -> tuple[str, bytes]:
    """A set in a format: the name of the file, and its bytes; several files are packed into one."""
    if to not in FORMATS:
        raise NotFoundError(f"there is no format {to!r}", remedy=f"There are: {', '.join(FORMATS)}.")
    files = dict(files_of(found, [to]))
    if len(files) == 1:
        [(path, content)] = files.items()
        return path.rpartition("/")[2], content
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(zipfile.ZipInfo(path), content, zipfile.ZIP_DEFLATED)
    return f"{to}.zip", packed.getvalue()
