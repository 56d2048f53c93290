"""One's own team: who is in it, what it has brought, and how much more it may bring."""

from __future__ import annotations

from collections import Counter

from litestar import get

from zellig.games.contest.aliases import aliases
from zellig.games.contest.phases import acts
from zellig.games.contest.uploads import ACTS
from zellig.server.accounts import names_of
from zellig.server.gathering import brought_pairs, rules_of
from zellig.server.given import By, InHouse, Name
from zellig.server.pages.contest import KINDS
from zellig.server.pages.places import place_of
from zellig.server.pages.showing import Page, page
from zellig.server.problems import NotFoundError
from zellig.server.receiving import CHARGED
from zellig.server.submissions import newest_accepted, submissions_of


@get("/contests/{contest:str}/team", sync_to_thread=True)
def show_team(contest: Name, house: InHouse, caller: By) -> Page:
    """The team of who asks."""
    with place_of(house, caller, contest) as place:
        place.only_for("builder", "breaker")
        team = place.standing.team_of(caller.account.id)
        if team is None:
            raise NotFoundError("you are in no team", remedy="Ask an organiser for an invitation to one.")
        rules = rules_of(place.standing)
        roles = {role for member in team.members for role in place.standing.roles_of(member)}
        brought = submissions_of(place.connection, contest, team=team.id)
        kinds = {kind for kind in KINDS if any(each.kind == kind for each in brought)}
        counting = {
            found.id
            for kind in kinds
            for number in place.rounds
            for found in newest_accepted(
                each for each in brought if (each.kind, each.round) == (kind, number)
            ).values()
        }
        charged = Counter(
            each.kind for each in brought if each.round == place.round and each.state in CHARGED
        )
        pairs = brought_pairs(place.connection, contest, rules, place.round)
        return page(
            "team.html",
            caller,
            place=place,
            team=team,
            alias=aliases(place.standing, place.round)[team.id],
            names=names_of(place.connection, team.members),
            submissions=brought[::-1],
            counting=counting,
            kinds=KINDS,
            charged=charged,
            mine=[kind for kind, act in ACTS.items() if roles & set(acts()[act].roles)],
            quotas=rules.quotas,
            pairs=sum(len(each.pairs) for each in pairs if each.team == team.id),
        )


HANDLERS = [show_team]
