"""The rules of a season in plain words, and what somebody can do next in it."""

from __future__ import annotations

from collections.abc import Iterator

from zellig.games.arena.season.records import Season
from zellig.games.arena.standing import SeasonStanding
from zellig.seats.schedule import shows
from zellig.server.accounts import Account
from zellig.server.pages.next_step import Step
from zellig.texts import counted

_TIES = {
    "free_point": "the point is the chooser's",
    "coin": "chance decides",
    "void": "the round does not count",
}


def rules_in_words(season: Season, people: int) -> list[str]:
    """What somebody has to know who enters."""
    return [*_of_rounds(season), *_of_what_is_told(season), *_of_guards(season), *_of_people(season, people)]


def _of_rounds(season: Season) -> Iterator[str]:
    schedule = season.schedule
    yield (
        f"Every chooser meets every breaker on the texts of every curator, in games of "
        f"{counted(season.rounds, 'round')} that are scored."
    )
    before = [
        f"{number:,} {word}" for word in ("transparent", "opaque") if (number := getattr(schedule, word))
    ]
    if before:
        yield f"Before them come {' and '.join(before)} rounds, which are not scored."
    yield (
        f"A performer has {season.time_limit:g} seconds for a round. Who is late, gives no answer or "
        f"something else misses the round, and who misses {season.quarantine:,} of them is asked no more."
    )
    yield f"Where the fake is the real text, {_TIES[season.tie_rule]}."


def _of_what_is_told(season: Season) -> Iterator[str]:
    told = [
        role
        for role in ("curator", "breaker", "chooser")
        if shows(season.schedule, "scored", role) == "transparent"
    ]
    if told:
        yield "After every round all are told which text was the fake, and what was chosen."
    else:
        early = " and ".join(f"{role}s" for role in season.schedule.transparent_to)
        first = (
            f"Of transparent rounds {early} are told what came of them; of"
            if season.schedule.transparent
            else "Of"
        )
        yield f"{first} scored rounds nobody is told whether the choice was right until the season ends."
    shown = [f"{role}s" for role in ("breaker", "chooser") if getattr(season.metadata, role)]
    yield (
        f"What is known of a text is shown to {' and '.join(shown)}."
        if shown
        else "Nothing but texts is shown."
    )


def _of_guards(season: Season) -> Iterator[str]:
    guards = season.guards
    same = [word for word, on in (("capitals", guards.casing), ("tokens", guards.tokenisation)) if on]
    if same:
        yield f"Choosers see both texts with the same {' and '.join(same)}."
    if guards.length:
        yield f"A fake has at most {guards.length:g} times as many words as the text, or as few."
    if season.canary.share:
        yield f"In {season.canary.share:.0%} of the rounds a text comes again, to see who remembers."
    if season.collusion:
        yield f"{' and '.join(f'{role.capitalize()}s' for role in season.collusion)} may agree."
    else:
        yield "Nobody may agree with anybody: who does is found by a test of all rounds."


def _of_people(season: Season, people: int) -> Iterator[str]:
    if people:
        yield (
            f"People play, too, in games of {counted(people, 'scored round')} of their own; no clock runs "
            f"for them. At most {season.held_out:.0%} of the texts are ever offered to curators."
        )


def next_step(season: SeasonStanding | None, account: Account | None, organises: bool) -> Step:
    """What somebody can do next in an arena."""
    if season is None:
        if organises:
            return Step("No season is open.", "Open one", "organise")
        return Step("No season is open yet.")
    if season.ended:
        return Step("The season has ended; its transcripts are public.", "See the ladder", "ladder")
    if season.closed:
        return Step("Nobody enters any more; what is planned is being played.", "See the ladder", "ladder")
    if account is None:
        return Step("Sign in to play, or to enter a performer.", "Sign in", "sign-in")
    mine = [each for each in season.entered.values() if each.entrant.owner == account.id]
    if any(each.state == "waits" and each.entrant.kind == "joined" for each in mine):
        return Step("A performer of yours has not joined yet.", "See how it joins", "register")
    if season.people:
        return Step("Tell the fake from the real text, with two keys.", "Play", "play")
    return Step("Enter a performer of yours.", "Register a performer", "register")
