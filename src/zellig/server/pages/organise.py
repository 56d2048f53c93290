"""Setting a contest up, and looking after it."""

from __future__ import annotations

from litestar import get
from litestar.params import FromQuery

from zellig.games.contest.aliases import aliases
from zellig.games.contest.planning import suggest
from zellig.games.contest.rules import PHASES, Role
from zellig.games.contest.uploads import KINDS_OF_DATA
from zellig.registry import names
from zellig.server.accounts import names_of
from zellig.server.agreement import agreement
from zellig.server.appeals import count_waiting
from zellig.server.etags import tag_of_answer
from zellig.server.given import By, InHouse, Name
from zellig.server.outdated import is_outdated
from zellig.server.pages.contest import KINDS, lacks
from zellig.server.pages.contest import PHASES as PHASES_IN_WORDS
from zellig.server.pages.places import Place, place_of
from zellig.server.pages.showing import Page, page
from zellig.server.problems import ForbiddenError
from zellig.server.submissions import newest_accepted, submissions_of
from zellig.server.warnings import warnings_about
from zellig.tasks import get_task

ROLES: dict[Role, str] = {
    "builder": "brings a system's answers, for a team",
    "breaker": "brings pairs, for a team",
    "judge": "says what is right, blind",
    "observer": "sees the results",
    "organiser": "does what you do",
    "program": "a judge that is no person",
}


@get("/new", sync_to_thread=True)
def show_new(caller: By) -> Page:
    """Begin a contest."""
    if not caller.account.operator:
        raise ForbiddenError("only an operator begins contests", remedy="Ask the operator of this server.")
    return page("new_contest.html", caller)


@get("/contests/{contest:str}/organise", sync_to_thread=True)
def show_organise(contest: Name, house: InHouse, caller: By, measured: FromQuery[bool] = False) -> Page:
    """Rules, data, teams, invitations, scores; `measured`: how far the judges agree, which takes a while."""
    with place_of(house, caller, contest) as place:
        place.only_for("organiser")
        standing, connection = place.standing, place.connection
        called = names_of(connection, standing.roles)
        ruled = standing.rules is not None
        data = {kind: submissions_of(connection, contest, kind=kind)[::-1] for kind in KINDS_OF_DATA}
        counting = {kind: newest_accepted(data[kind][::-1]).get(None) for kind in KINDS_OF_DATA}
        rules = standing.rules or suggest(place.now)
        rounds = {
            number: {window.phase: window for window in rules.timeline if window.round == number}
            for number in sorted({window.round for window in rules.timeline})
        }
        return page(
            "organise.html",
            caller,
            place=place,
            seen=tag_of_answer(standing.rules) if standing.rules else "",
            rules=rules,
            rounds=list(rounds.items()),
            tasks=[get_task(name) for name in names("tasks") if get_task(name).labels],
            phases=PHASES,
            in_words=PHASES_IN_WORDS,
            data=data,
            counting=counting,
            kinds=KINDS,
            roles=ROLES,
            names=called,
            aliases=aliases(standing, place.round),
            alone={who: roles for who, roles in standing.roles.items() if not standing.team_of(who)},
            lacking=lacks(place),
            progress=place.progress(caller.account) if ruled else None,
            agreement=agreement(connection, contest, standing, caller.account, place.round)
            if measured
            else None,
            may_score=place.refusal("score"),
            warnings=_warnings(place),
            may_publish=place.refusal("publish"),
            waiting=count_waiting(connection, contest, standing, place.round) if ruled else 0,
            outdated=place.round in standing.scored
            and is_outdated(connection, contest, standing, place.round),
        )


def _warnings(place: Place) -> list[str]:
    """What to look at before scores are published."""
    standing, number = place.standing, place.round
    if not place.may("score") or standing.public.get(number, ()) == standing.scored.get(number, ()) != ():
        return []
    return warnings_about(place.connection, place.now, place.name, standing, number)


HANDLERS = [show_new, show_organise]
