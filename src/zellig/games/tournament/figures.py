"""Every figure of a tournament, or of buzzes from elsewhere, computed from one table."""

from __future__ import annotations

import msgspec

from zellig.measures.playing import (
    Apart,
    Line,
    Playing,
    Tier,
    lines_by_category,
    lines_by_group,
    lines_by_kind,
    lines_by_phenomenon,
    lines_by_player,
    lines_by_side,
    lines_by_team,
    sides_apart,
    tiered,
)

MOST_IN_TIERS = 64  # players: of more, every two are compared too often for any to be told apart


class PlayFigures(msgspec.Struct, frozen=True):
    """How everybody played; lists are empty where nothing is known."""

    questions: int  # that were read, or somebody buzzed on
    buzzes: int
    players: list[Line]
    teams: list[Line]
    kinds: list[Line]
    groups: list[Line]
    sides: list[Line]
    categories: list[Line]
    phenomena: list[Line]
    apart: list[Apart]  # challenge against control questions
    tiers_of_teams: list[Tier]
    tiers_of_players: list[Tier]


def figures_of(play: Playing) -> PlayFigures:
    """Everything about a table."""
    teams = len(set(play.buzzes.teams))
    return PlayFigures(
        len(set(play.buzzes.question.tolist() if play.heard is None else play.heard.question.tolist())),
        len(play.buzzes),
        lines_by_player(play),
        lines_by_team(play) if any(play.buzzes.teams) else [],
        lines_by_kind(play) if len(set(play.buzzes.kinds)) > 1 else [],
        lines_by_group(play),
        lines_by_side(play),
        lines_by_category(play),
        lines_by_phenomenon(play),
        sides_apart(play),
        tiered(play, "team") if any(play.buzzes.teams) and teams <= MOST_IN_TIERS else [],
        tiered(play, "player") if len(play.buzzes.teams) <= MOST_IN_TIERS else [],
    )


def blinded(figures: PlayFigures) -> PlayFigures:
    """The figures without those that tell the two sides apart, for as long as nobody may know."""
    return msgspec.structs.replace(figures, sides=[], phenomena=[], apart=[])
