"""Workshops in the database: founded, joined, ruled; drafts that are begun, opened and read."""

from __future__ import annotations

from datetime import datetime

import msgspec
from sqlalchemy import Connection, RowMapping, select, update

from zellig.errors import ZelligError
from zellig.games.contest.uploads import MEGABYTE, items_in
from zellig.games.writing import events
from zellig.games.writing.events import Event, decode, encode
from zellig.games.writing.looks import unpack
from zellig.games.writing.replay import Kept, Seen
from zellig.games.writing.rewriting import begun_with
from zellig.games.writing.rules import Role, WorkshopRules, check_rules, refuse_fixed
from zellig.games.writing.standing import Standing, stand
from zellig.games.writing.strokes import Stroke, replayed
from zellig.games.writing.strokes import decode as decode_stroke
from zellig.games.writing.strokes import encode as encode_stroke
from zellig.items import Item
from zellig.server.accounts import Account, folded_name
from zellig.server.live.systems import Systems
from zellig.server.logbook import Kind, Logbook, title_of
from zellig.server.problems import ConflictError, ForbiddenError, NotFoundError
from zellig.server.secrets import new_id
from zellig.store.database.tables.accounts import ACCOUNTS
from zellig.store.database.tables.writing import DRAFTS, LOOKS, MATERIALS, STROKES, WORKSHOP_EVENTS, WORKSHOPS
from zellig.tasks import get_task

WORKSHOP: Kind[Event, Standing] = Kind(
    "workshop", WORKSHOPS, WORKSHOP_EVENTS, encode=encode, decode=decode, stand=stand
)

REWRITING = "rewrite"  # in place of a tab: no tab can be called that, so nobody else begins a draft so
LARGEST = 20 * MEGABYTE  # bytes of what an editor brings


class Workshops(Logbook[Event, Standing]):
    """What the workshops are."""

    def __init__(self) -> None:
        super().__init__(WORKSHOP)


class DraftRow(msgspec.Struct, frozen=True):
    """A draft, and whose it is."""

    id: str
    workshop: str
    account: str
    pen: str
    created_at: datetime


def found_workshop(
    connection: Connection,
    now: datetime,
    account: Account,
    workshop: str,
    title: str,
    rules: WorkshopRules,
    systems: Systems,
) -> None:
    """Found a workshop; who does is its editor. Refuses a name that is taken, or fits into no address."""
    if not account.operator:
        raise ForbiddenError("only an operator founds workshops", remedy="Ask the operator of this server.")
    refuse_rules(rules, systems)
    WORKSHOP.begin(connection, now, workshop, account.id, events.Founded(title_of(title), rules))


def refuse_rules(rules: WorkshopRules, systems: Systems) -> None:
    """Refuse rules that nobody can write by, and systems that are not there or answer something else."""
    check_rules(rules)
    for name in rules.systems:
        if systems[name].task.name != rules.task:
            raise ZelligError(
                f"the system {name!r} answers {systems[name].task.name}, and not {rules.task}",
                field="systems",
                remedy="Choose systems of the workshop's task.",
            )


def change_rules(
    connection: Connection,
    now: datetime,
    workshop: str,
    standing: Standing,
    account: Account,
    rules: WorkshopRules,
) -> None:
    """Change what may be changed of the rules; editors only. What was handed in stays as it is."""
    only_for(standing, account, "editor")
    refuse_fixed(rules_of(standing), rules)
    check_rules(rules)
    WORKSHOP.append(connection, now, workshop, account.id, events.RulesChanged(rules))


def rules_of(standing: Standing) -> WorkshopRules:
    """The rules of a workshop."""
    if standing.rules is None:
        raise NotFoundError("there is no such workshop", remedy="Look at the list of workshops.")
    return standing.rules


def only_for(standing: Standing, account: Account, *roles: Role) -> None:
    """Refuse who has none of these roles."""
    if not set(roles) & standing.roles_of(account.id):
        raise ForbiddenError(
            f"this is for {' and '.join(f'{role}s' for role in roles)} of this workshop",
            remedy="Ask its editor for an invitation.",
        )


def give_role(
    connection: Connection,
    now: datetime,
    workshop: str,
    standing: Standing,
    account: Account,
    name: str,
    role: Role,
) -> None:
    """Let somebody who has an account take part; editors only."""
    only_for(standing, account, "editor")
    found = _called(connection, name)
    WORKSHOP.append(connection, now, workshop, account.id, events.RoleGiven(found, role))


def take_role(
    connection: Connection,
    now: datetime,
    workshop: str,
    standing: Standing,
    account: Account,
    name: str,
    role: Role,
) -> None:
    """Take a role from somebody; what they wrote and said stays. Editors only; refuses to take that of the
    last one."""
    only_for(standing, account, "editor")
    found = _called(connection, name)
    if role not in standing.roles.get(found, ()):
        raise NotFoundError(
            f"{name} was not made a {role} here", field="name", remedy="Look at the list of people."
        )
    if role == "editor":
        _refuse_last_editor(connection, standing, found)
    WORKSHOP.append(connection, now, workshop, account.id, events.RoleTaken(found, role))


def leave_workshops(connection: Connection, now: datetime, workshops: Workshops, account: str) -> None:
    """Take all roles from somebody who closes the account; refuses the last editor of a workshop."""
    names = connection.execute(select(WORKSHOPS.c.id).order_by(WORKSHOPS.c.id)).scalars().all()
    for name in [each for each in names if workshops.of(connection, each).roles.get(account)]:
        _give_up_roles(connection, now, name, workshops.held(connection, name), account)


def leave_workshop(
    connection: Connection, now: datetime, workshop: str, standing: Standing, account: Account
) -> None:
    """Give up all roles that one was given; what one wrote and said stays. Refuses the last editor."""
    if not standing.roles.get(account.id):
        raise ConflictError(
            "you were given no role here",
            remedy="Where everybody may write there is nothing to leave: withdraw what you handed in.",
        )
    _give_up_roles(connection, now, workshop, standing, account.id)


def _give_up_roles(
    connection: Connection, now: datetime, workshop: str, standing: Standing, account: str
) -> None:
    roles = standing.roles.get(account, frozenset())
    if "editor" in roles:
        _refuse_last_editor(connection, standing, account)
    taken = [events.RoleTaken(account, role) for role in sorted(roles)]
    WORKSHOP.append(connection, now, workshop, account, *taken)


def _refuse_last_editor(connection: Connection, standing: Standing, account: str) -> None:
    others = [each for each, roles in standing.roles.items() if "editor" in roles and each != account]
    there = select(ACCOUNTS.c.id).where(ACCOUNTS.c.id.in_(others), ACCOUNTS.c.closed_at.is_(None)).limit(1)
    if connection.execute(there).first() is None:
        raise ConflictError(
            f"this is the last editor of {standing.title}", remedy="Make somebody else an editor first."
        )


def _called(connection: Connection, name: str) -> str:
    """The account of a name."""
    query = select(ACCOUNTS.c.id).where(
        ACCOUNTS.c.folded == folded_name(name), ACCOUNTS.c.closed_at.is_(None)
    )
    found: str | None = connection.execute(query).scalar()
    if found is None:
        raise NotFoundError(f"nobody here is called {name!r}", remedy="Ask for the name of the account.")
    return found


def begin_draft(
    connection: Connection,
    now: datetime,
    workshop: str,
    standing: Standing,
    account: Account,
    copy_of: str | None,
) -> str:
    """A new draft, and its id."""
    only_for(standing, account, "writer", "editor")
    draft = new_id()
    if copy_of is not None:
        find_draft(connection, workshop, account, copy_of)
    row = {"id": draft, "workshop": workshop, "account": account.id, "copy_of": copy_of, "created_at": now}
    connection.execute(DRAFTS.insert().values(row))
    return draft


def begin_rewriting(
    connection: Connection, now: datetime, draft: str, rules: WorkshopRules, question: Item
) -> None:
    """Write what a draft begins with that rewrites a question."""
    rows = [
        {
            "draft": draft,
            "tab": REWRITING,
            "sequence": number,
            "at": now,
            "body": encode_stroke(stroke).decode(),
        }
        for number, stroke in enumerate(begun_with(question, rules.categories), 1)
    ]
    connection.execute(STROKES.insert(), rows)


def rewritten_by(connection: Connection, draft: str) -> tuple[str, str]:
    """The id and the text of the question that a draft rewrites, as it was begun with, or the draft that it
    is a copy of; none: empty."""
    for each in lineage_of(connection, draft):
        query = select(STROKES.c.body).where(STROKES.c.draft == each, STROKES.c.tab == REWRITING)
        bodies = connection.execute(query.order_by(STROKES.c.number)).scalars().all()
        if bodies:
            begun = replayed([decode_stroke(body) for body in bodies])
            return begun.notes.original, begun.fields.get("text", "")
    return "", ""


def find_draft(connection: Connection, workshop: str, account: Account, draft: str) -> DraftRow:
    """A draft of one's own; refuses any other."""
    query = select(DRAFTS).where(
        DRAFTS.c.id == draft, DRAFTS.c.workshop == workshop, DRAFTS.c.account == account.id
    )
    row = connection.execute(query).mappings().first()
    if row is None:
        raise NotFoundError("there is no such draft of yours", remedy="Look at the list of your drafts.")
    return _draft(row)


def lineage_of(connection: Connection, draft: str) -> list[str]:
    """A draft, the one that it is a copy of, and so on."""
    found = [draft]
    while before := connection.execute(select(DRAFTS.c.copy_of).where(DRAFTS.c.id == found[-1])).scalar():
        found.append(before)
    return found


def drafts_of(connection: Connection, workshop: str, account: Account) -> list[DraftRow]:
    """Somebody's own drafts, the newest first."""
    query = (
        select(DRAFTS)
        .where(DRAFTS.c.workshop == workshop, DRAFTS.c.account == account.id)
        .order_by(DRAFTS.c.created_at.desc(), DRAFTS.c.id)
    )
    return [_draft(row) for row in connection.execute(query).mappings()]


def _draft(row: RowMapping) -> DraftRow:
    return msgspec.convert({key: row[key] for key in DraftRow.__struct_fields__}, DraftRow)


def forget_drafts(connection: Connection, workshops: Workshops, account: str) -> None:
    """Delete what somebody has written and never handed in."""
    rows = connection.execute(select(DRAFTS.c.id, DRAFTS.c.workshop).where(DRAFTS.c.account == account)).all()
    handed_in = {
        text.event.draft
        for workshop in {row.workshop for row in rows}
        for text in workshops.of(connection, workshop).texts.values()
    }
    _delete_drafts(connection, [row.id for row in rows if row.id not in handed_in])


def delete_draft(
    connection: Connection, workshop: str, standing: Standing, account: Account, draft: str
) -> None:
    """Delete a draft of one's own with all its strokes; refuses one that was ever handed in."""
    find_draft(connection, workshop, account, draft)
    if standing.versions.get(draft):
        raise ConflictError(
            "this draft was handed in, and how it was written stays with it",
            remedy="Withdraw what you handed in: then it is in no set and no export.",
        )
    # Copies of it are copies of what it is a copy of: what was rejected for good stays in their lineage.
    before = select(DRAFTS.c.copy_of).where(DRAFTS.c.id == draft)
    found = connection.execute(before).scalar()
    connection.execute(update(DRAFTS).where(DRAFTS.c.copy_of == draft).values(copy_of=found))
    _delete_drafts(connection, [draft])


def _delete_drafts(connection: Connection, gone: list[str]) -> None:
    for table in (STROKES, LOOKS):
        connection.execute(table.delete().where(table.c.draft.in_(gone)))
    connection.execute(DRAFTS.delete().where(DRAFTS.c.id.in_(gone)))


def take_pen(connection: Connection, draft: str, tab: str, *, force: bool) -> bool:
    """Let a tab write if no other does, or if its owner says so; tells whether it holds the pen now."""
    free = DRAFTS.c.pen.in_(("", tab))
    wanted = update(DRAFTS).where(DRAFTS.c.id == draft)
    done = connection.execute((wanted if force else wanted.where(free)).values(pen=tab))
    return bool(done.rowcount)


def lay_down_pen(connection: Connection, draft: str, tab: str) -> None:
    """A tab that holds the pen does so no more."""
    connection.execute(update(DRAFTS).where(DRAFTS.c.id == draft, DRAFTS.c.pen == tab).values(pen=""))


def strokes_of(connection: Connection, draft: str, after: int = 0) -> list[Stroke]:
    """All strokes of a draft in their order, but for so many at the beginning."""
    query = select(STROKES.c.body).where(STROKES.c.draft == draft).order_by(STROKES.c.number).offset(after)
    return [decode_stroke(body) for body in connection.execute(query).scalars()]


def kept_of(connection: Connection, draft: str) -> list[Kept]:
    """All strokes of a draft in their order, with when they came."""
    query = select(STROKES).where(STROKES.c.draft == draft).order_by(STROKES.c.number)
    return [
        Kept(row["tab"], row["sequence"], row["at"], decode_stroke(row["body"]))
        for row in connection.execute(query).mappings()
    ]


def seen_of(connection: Connection, draft: str) -> list[Seen]:
    """All that was shown to who wrote a draft."""
    query = select(LOOKS).where(LOOKS.c.draft == draft).order_by(LOOKS.c.number)
    return [
        Seen(row["tab"], row["sequence"], unpack(row["body"])) for row in connection.execute(query).mappings()
    ]


def last_of(connection: Connection, draft: str, tab: str) -> int:
    """The number of the last stroke of a tab that is kept."""
    query = (
        select(STROKES.c.sequence)
        .where(STROKES.c.draft == draft, STROKES.c.tab == tab)
        .order_by(STROKES.c.sequence.desc())
    )
    return connection.execute(query.limit(1)).scalar() or 0


def count_material(filename: str, content: bytes, rules: WorkshopRules) -> int:
    """How many items there are in what an editor brings; refuses what cannot be read, and no items."""
    items = _items(filename, content, rules)
    if not items:
        raise ZelligError("there is no item in it", remedy="Bring a file with items and their right answers.")
    return len(items)


def give_material(
    connection: Connection,
    now: datetime,
    workshop: str,
    standing: Standing,
    account: Account,
    filename: str,
    content: bytes,
) -> None:
    """Keep items to be changed by writers, in any form that uploads have, after they were counted."""
    only_for(standing, account, "editor")
    row = {
        "id": new_id(),
        "workshop": workshop,
        "account": account.id,
        "filename": filename[-200:],
        "content": content,
        "at": now,
    }
    connection.execute(MATERIALS.insert().values(row))


def originals_of(connection: Connection, workshop: str, rules: WorkshopRules) -> dict[str, Item]:
    """The items that writers change, by id."""
    query = select(MATERIALS).where(MATERIALS.c.workshop == workshop).order_by(MATERIALS.c.at)
    return {
        item.id: item
        for row in connection.execute(query).mappings()
        for item in _items(row["filename"], row["content"], rules)
    }


def _items(filename: str, content: bytes, rules: WorkshopRules) -> list[Item]:
    return items_in(filename, content, get_task(rules.task), LARGEST)
