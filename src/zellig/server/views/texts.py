"""Texts of a workshop as their writers and the editors see them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import msgspec

from zellig.checks.findings import Finding
from zellig.checks.questions.findings import QuestionFinding
from zellig.games.writing import events
from zellig.games.writing.blind import Difficulty, difficulty
from zellig.games.writing.heard import HeardPair, HeardQuestion
from zellig.games.writing.in_sets import InSet, places_in_sets
from zellig.games.writing.standing import Standing, State, Text
from zellig.games.writing.telling import findings_for, may_read
from zellig.items import Item, Pair
from zellig.server.accounts import Account, names_of
from zellig.server.caller import Caller
from zellig.server.state import House
from zellig.server.views.workshops import visible


class TextShown(msgspec.Struct):
    """A text as its writer and the editors see it."""

    text: str
    number: int  # of the event
    at: datetime
    writer: str
    mine: bool
    state: State
    reason: str
    draft: str
    question: Item | None = None
    pair: Pair | None = None
    phenomena: tuple[str, ...] = ()
    findings: tuple[QuestionFinding, ...] = ()
    of_pair: tuple[Finding, ...] = ()
    machines: dict[str, HeardQuestion] = {}  # what systems made of a question
    pair_machines: dict[str, HeardPair] = {}
    decided_by: str = ""
    difficulty: Difficulty | None = None  # for people; of a question that was taken
    in_sets: list[InSet] = []  # where it stands in sets of packets


def known_texts(house: House, caller: Caller, workshop: str) -> list[TextShown]:
    """The texts that the caller may see."""
    account = caller.account
    with house.database.reading() as connection:
        standing = visible(house, connection, workshop, account)
        found = [each for each in standing.texts.values() if may_read(standing, account.id, each)]
        names = names_of(connection, accounts_in(found))
    return [shown_text(standing, each, names, account) for each in found]


def accounts_in(texts: Iterable[Text]) -> set[str]:
    """Who wrote texts, and who decided on them."""
    return {who for text in texts for who in (text.writer, text.decided_by) if who}


def shown_text(standing: Standing, text: Text, names: dict[str, str], account: Account) -> TextShown:
    """A text, with the name of its writer."""
    event = text.event
    shown = TextShown(
        event.text,
        text.number,
        text.at,
        names.get(text.writer, ""),
        text.writer == account.id,
        text.state,
        text.reason,
        event.draft,
        decided_by=names.get(text.decided_by or "", ""),
    )
    if isinstance(event, events.PairHandedIn):
        shown.pair, shown.of_pair, shown.pair_machines = event.pair, event.findings, event.machines
        return shown
    shown.question, shown.phenomena, shown.machines = event.question, event.phenomena, event.machines
    shown.findings = findings_for(standing, account.id, event.findings)
    if text.state == "taken":
        shown.difficulty, shown.in_sets = difficulty(text), places_in_sets(standing, event.text)
    return shown
