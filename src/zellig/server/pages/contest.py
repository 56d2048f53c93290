"""The first page of a contest: where it stands, and what to do next."""

from __future__ import annotations

from litestar import get

from zellig.games.contest.planning import Lack, lacking
from zellig.games.contest.uploads import Kind
from zellig.server.endpoints import Endpoint, find_endpoint
from zellig.server.given import By, InHouse, Name
from zellig.server.pages.downloads import downloads
from zellig.server.pages.next_step import next_step
from zellig.server.pages.places import Place, place_of
from zellig.server.pages.showing import Page, page
from zellig.server.problems import NotFoundError
from zellig.server.submissions import ENDED, Submission, newest_accepted, submissions_of

KINDS: dict[Kind, str] = {
    "training": "training items",
    "dev": "development items",
    "starter": "starter items",
    "to-judge": "texts to be judged",
    "dev-predictions": "answers to the development items",
    "pairs": "pairs",
    "predictions": "answers to the pairs",
}
PHASES = {
    "build": "Builders train their systems, and let them answer the development items.",
    "break": "Breakers change the starter items: pairs that systems should get wrong.",
    "predict": "Builders let their systems answer all pairs, without knowing which side is which.",
    "judge": "Judges say what the right answers are, without seeing what was promised.",
    "appeal": "Teams see how their items were judged, and may appeal.",
    "score": "The organisers rule on appeals, and compute the scores.",
    "publish": "The results are for everybody.",
}


@get("/contests/{contest:str}", sync_to_thread=True)
def show_contest(contest: Name, house: InHouse, caller: By) -> Page:
    """A contest and what the caller can do in it."""
    with place_of(house, caller, contest) as place:
        who = caller.signed_in
        watched = place.organises and who is not None and place.standing.rules is not None
        return page(
            "contest_home.html",
            caller,
            place=place,
            phases=PHASES,
            step=next_step(place.standing, who.id if who else None, place.now),
            submissions=own_submissions(place),
            ended=ENDED,
            kinds=KINDS,
            downloads=[each for each in downloads(place) if not each.not_yet],
            endpoint=_endpoint(place),
            progress=place.progress(who) if watched and who else None,
            draft=lacks(place) if place.organises and not place.standing.timeline else None,
            waiting=sum(each.ruling is None for each in place.standing.appeals.values()),
        )


def lacks(place: Place) -> list[Lack]:
    """What a draft does not have yet, in the order to do it."""
    brought: list[Kind] = [
        kind
        for kind in ("training", "dev", "starter", "to-judge")
        if newest_accepted(submissions_of(place.connection, place.name, kind=kind)[::-1])
    ]
    return list(lacking(place.standing, brought))


def own_submissions(place: Place) -> list[Submission]:
    """The submissions of one's own team, or all of them for an organiser; the newest first."""
    if not place.organises and place.shown.team is None:
        return []
    team = None if place.organises or place.shown.team is None else place.shown.team.id
    return submissions_of(place.connection, place.name, team=team)[::-1]


def _endpoint(place: Place) -> Endpoint | None:
    """Where the system of one's own team answers, if it has said so."""
    if "builder" not in place.shown.roles or place.shown.team is None:
        return None
    try:
        return find_endpoint(place.connection, place.name, place.shown.team.id)
    except NotFoundError:
        return None


HANDLERS = [show_contest]
