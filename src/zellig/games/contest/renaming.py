"""A contest by other names: teams go by aliases until they may be known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from zellig.games.contest.contest import Contest, Development


def renamed(contest: Contest, names: Mapping[str, str]) -> Contest:
    """The contest with other names for those who bring pairs and for those who answer them, and in their
    order; who has none keeps the one it has."""

    def called(name: str) -> str:
        return names.get(name, name)

    anew = [
        replace(entry, author=called(entry.author), victim=entry.victim and called(entry.victim))
        for entry in contest.entries
    ]
    entries = sorted(zip(anew, contest.names, strict=True), key=lambda both: both[0].name)
    systems = sorted(contest.answers, key=called)
    return replace(
        contest,
        entries=[entry for entry, _ in entries],
        answers={
            called(system): {entry.name: contest.answers[system][before] for entry, before in entries}
            for system in systems
        },
        confidences={
            called(system): {entry.name: contest.confidences[system][before] for entry, before in entries}
            for system in systems
            if system in contest.confidences
        },
        dev=Development(
            contest.dev.items, {called(system): given for system, given in contest.dev.answers.items()}
        ),
    )
