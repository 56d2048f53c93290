"""A whole tournament as QBJ (quizbowl/schema 2.1.1): teams, phases, rounds, and every match that counts.

A question goes by the id that its organisers know, as in `buzzes.csv`.
"""

from __future__ import annotations

from zellig.games.match.qbj import Fields, Ids, match_object, qbj_file, registration, rules_object
from zellig.games.tournament.tournament import Game, Tournament


def tournament_qbj(found: Tournament) -> bytes:
    """The file."""
    plan = found.beginning.plan
    teams = {team.name: f"team-{place}" for place, team in enumerate(plan.teams, start=1)}
    members = [each.name for team in plan.teams for each in team.players]
    players = {name: f"player-{place}" for place, name in enumerate(members, start=1)}
    matches = [_match(found, game, teams, players) for game in found.games]
    tournament: Fields = {
        "type": "Tournament",
        "id": "tournament",
        "name": plan.name,
        **({"scoring_rules": rules_object(found.games[0].setting)} if found.games else {}),
        "registrations": [
            registration(
                place, teams[team.name], team.name, {players[each.name]: each.name for each in team.players}
            )
            for place, team in enumerate(plan.teams, start=1)
        ],
        "phases": [_phase(found, place) for place in range(len(plan.phases))],
    }
    return qbj_file([tournament, *matches])


def _phase(found: Tournament, place: int) -> Fields:
    phase = found.beginning.plan.phases[place]
    return {
        "id": f"phase-{place + 1}",
        "name": phase.name or phase.pairing,
        "rounds": [
            {
                "id": f"round-{each.number}",
                "name": str(each.number),
                "matches": [{"$ref": _id(game)} for game in found.games if game.round == each.number],
            }
            for each in found.rounds
            if each.phase == place
        ],
    }


def _match(found: Tournament, game: Game, teams: dict[str, str], players: dict[str, str]) -> Fields:
    """One that was played, was forfeited, or is to be played."""
    match = found.matches.get((game.round, game.number))
    if match is None:
        gone = {each.team: each.reason for each in found.forfeits if each.round == game.round}
        sides = [
            {"team": {"$ref": teams[each]}, **({"forfeit_loss": True} if each in gone else {})}
            for each in game.teams
        ]
        notes = "\n".join(f"{each}: {gone[each]}" for each in game.teams if each in gone)
        return {
            "type": "Match",
            "id": _id(game),
            "match_teams": sides,
            **({"notes": notes} if notes else {}),
        }
    setting = match.setting
    ids = Ids(
        _id(game),
        {each.id: teams[each.name] for each in setting.teams},
        {each.id: players[each.name] for each in setting.players},
    )
    return match_object(match, ids, found.names)


def _id(game: Game) -> str:
    return f"match-{game.round}-{game.number}"
