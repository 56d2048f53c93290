"""A tournament in words, in rows of tables, and as a page with every question and where it was buzzed on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from zellig import __version__
from zellig.games.tournament.figures import PlayFigures
from zellig.games.tournament.records import buzz_records, playing_of
from zellig.games.tournament.results import ORDER
from zellig.games.tournament.tournament import Game, Tournament
from zellig.measures.intervals import Estimate
from zellig.measures.playing import Apart, Line, Playing, Tier
from zellig.report.buzz_points import buzz_points
from zellig.report.figures import FigureTable
from zellig.report.p_values import p_in_words
from zellig.report.page import template
from zellig.report.picture import PERCENT

MOST_LINES = 100  # of a table on a page
HEADS = ("team", "tier", "won", "lost", "tied", "points", "a tossup", "a bonus")
LINE_HEADS = (
    "tossups",
    "buzzes",
    "right, %",
    "first, right, %",
    "words heard",
    "heard, %",
    "powers",
    "negs",
    "points",
    "a tossup",
    "a bonus",
    "expected wins",
)
APART_HEADS = (
    "buzzes",
    "right, points",
    "allowing for questions and players",
    "remaining, points",
    "allowing for both",
)
METHOD = (
    "Right: of all buzzes, and of those that were the first on their tossup. Heard: the share of a "
    "question's characters that had been read. A tossup heard counts for every player in the room. Expected "
    "wins: what the published win curve gives at a right buzz, for each tossup heard. Intervals are 95% and "
    "allow for questions and for players, both at once. Challenge against control: Fisher's exact test and "
    "Welch's t test take every buzz as independent, as Wallace et al. (2018) do; the figures beside them do "
    "not."
)
TIERS = (
    "A tier begins with the first who is told from the best of the tier above: by the points on the tossups "
    "that both were read, an exact permutation test, corrected after Holm for all pairs. Within a tier the "
    "data do not say who is better."
)


class StandingRow(msgspec.Struct, frozen=True):
    """Where a team stands; teams of one tier are not told apart by the data."""

    team: str
    tier: int | None
    won: int
    lost: int
    tied: int
    points: int
    points_a_tossup: float
    points_a_bonus: float | None


def standing_rows(found: Tournament, figures: PlayFigures) -> list[StandingRow]:
    """One row a team, by the order of the tournament."""
    tiers = {each.name: each.tier for each in figures.tiers_of_teams}
    return [
        StandingRow(
            each.team,
            tiers.get(each.team),
            each.wins,
            each.losses,
            each.ties,
            each.points,
            each.points_a_tossup,
            each.points_a_bonus,
        )
        for each in found.places
    ]


def standing_cells(row: StandingRow) -> list[str]:
    """A row under HEADS."""
    numbers = (row.won, row.lost, row.tied, row.points)
    shares = (_number(row.points_a_tossup, 2), _number(row.points_a_bonus, 2))
    return [row.team, str(row.tier or "–"), *map(str, numbers), *shares]


def tournament_in_words(found: Tournament, figures: PlayFigures) -> Iterator[str]:
    """How far it is, who leads, what the data say about that, and about the two sets of questions."""
    plan = found.beginning.plan
    games, are = ("1 game", "is") if len(found.results) == 1 else (f"{len(found.results)} games", "are")
    if found.over:
        yield f"{plan.name} is over: {plan.rounds} round{'s' if plan.rounds > 1 else ''}, {games}."
        yield f"{found.places[0].team} is first, by the order of the tournament."
    else:
        yield f"{plan.name} is in round {len(found.rounds)} of {plan.rounds}: {games} {are} over."
        for game in found.waiting:
            yield f"Round {game.round}, game {game.number} is not over: {' against '.join(game.teams)}."
    yield from _tiers_in_words(figures.tiers_of_teams)
    yield from apart_in_words(figures.apart)
    if replaced := sum(len(game.replaced) for game in found.games):
        yield f"{replaced} of the tossups had been seen, and others were read in their place."


def apart_in_words(found: Sequence[Apart]) -> Iterator[str]:
    """Challenge against control questions, a sentence each for accuracy and for position."""
    for each in found:
        right, remaining = each.right, each.remaining
        yield (
            f"{each.name.capitalize()}: right on {_percent(right.values[0])} of {each.buzzes[0]:,} buzzes on "
            f"challenge and {_percent(right.values[1])} of {each.buzzes[1]:,} on control questions "
            f"(Fisher's exact test: {p_in_words(right.p)}), with {_percent(remaining.values[0])} and "
            f"{_percent(remaining.values[1])} of the question remaining "
            f"(Welch's t test: {p_in_words(remaining.p)})."
        )


def render_tournament(found: Tournament, figures: PlayFigures) -> str:
    """The page as one string of HTML; the same tournament gives the same bytes."""
    plan = found.beginning.plan
    rows = standing_rows(found, figures)
    standing = FigureTable("Standings", HEADS, [standing_cells(row) for row in rows])
    play = playing_of(found)
    return _page(
        plan.name,
        [
            f"{len(plan.teams)} teams of {_kinds(found)}",
            f"round {len(found.rounds)} of {plan.rounds}",
            f"rules of {found.beginning.rules.name}",
            f"{figures.questions:,} questions",
            f"{figures.buzzes:,} buzzes",
        ],
        list(tournament_in_words(found, figures)),
        figures,
        play,
        [each.answer for each in buzz_records(found)],
        standing=standing,
        order=f"Order: {'; then '.join(ORDER)}.",
        rounds=[(each.number, _games(found, each.number), each.rests) for each in found.rounds],
    )


def render_buzzes(title: str, figures: PlayFigures, play: Playing) -> str:
    """The page of buzzes that come from elsewhere."""
    facts = [
        f"{len(play.buzzes.players):,} players",
        f"{figures.questions:,} questions",
        f"{figures.buzzes:,} buzzes",
    ]
    return _page(title, facts, list(buzzes_in_words(figures)), figures, play, [])


def buzzes_in_words(figures: PlayFigures) -> Iterator[str]:
    """What a table of buzzes says, a sentence each."""
    yield f"{figures.buzzes:,} buzzes of {len(figures.players):,} players on {figures.questions:,} questions."
    yield from _tiers_in_words(figures.tiers_of_teams)
    yield from apart_in_words(figures.apart)


def line_table(title: str, head: str, lines: Sequence[Line]) -> FigureTable:
    """A row for each, as many as a page can hold."""
    shown = [[each.name, *_cells(each)] for each in lines[:MOST_LINES]]
    more = f" (the first {MOST_LINES} of {len(lines):,})" if len(lines) > MOST_LINES else ""
    return FigureTable(f"{title}{more}", (head, *LINE_HEADS), shown)


def apart_table(found: Sequence[Apart]) -> FigureTable:
    """Challenge minus control."""
    rows = []
    for each in found:
        cells = [f"{each.buzzes[0]:,} and {each.buzzes[1]:,}"]
        for plain, clustered in (
            (each.right, each.right_clustered),
            (each.remaining, each.remaining_clustered),
        ):
            p = "" if clustered.p is None else f", {p_in_words(clustered.p)}"
            cells.append(f"{_points(plain.difference)}\n{_ends(plain.interval)}, {p_in_words(plain.p)}")
            cells.append(f"{_points(clustered.value)}\n{_ends(clustered.interval)}{p}")
        rows.append([each.name, *cells])
    return FigureTable("Challenge minus control questions", ("", *APART_HEADS), rows)


def figure_tables(figures: PlayFigures) -> list[FigureTable]:
    """Everybody, and kinds of questions; tables without a row are left out."""
    every = (
        line_table("Players", "player", figures.players),
        line_table("Teams", "team", figures.teams),
        line_table("People and programs", "kind", figures.kinds),
        line_table("Groups of ability", "group", figures.groups),
        line_table("Control and challenge questions", "side", figures.sides),
        line_table("Categories", "category", figures.categories),
        line_table("Phenomena", "phenomenon", figures.phenomena),
    )
    return [table for table in every if table.rows]


def _tiers_in_words(tiers: Sequence[Tier]) -> Iterator[str]:
    if len(tiers) > 1:
        many = max(each.tier for each in tiers)
        first = [each.name for each in tiers if each.tier == 1]
        yield (
            "By points a tossup the data do not tell any two tiers of teams apart."
            if many == 1
            else f"By points a tossup there are {many} tiers; in the first: {', '.join(first)}."
        )


def _page(
    title: str,
    facts: Sequence[str],
    words: Sequence[str],
    figures: PlayFigures,
    play: Playing,
    said: Sequence[str],
    *,
    standing: FigureTable | None = None,
    order: str = "",
    rounds: Sequence[tuple[int, Sequence[tuple[str, str]], Sequence[str]]] = (),
) -> str:
    return template("tournament.html").render(
        title=title,
        version=__version__,
        facts=facts,
        words=words,
        standing=standing,
        order=order,
        rounds=rounds,
        tables=figure_tables(figures),
        apart=apart_table(figures.apart) if figures.apart else None,
        tiers=tier_table(figures.tiers_of_players),
        method=METHOD,
        method_of_tiers=TIERS,
        points=buzz_points(play, said),
    )


def tier_table(tiers: Sequence[Tier]) -> FigureTable:
    """Where the data put each player."""
    rows = [[each.name, str(each.tier), f"{each.tossups:,}", f"{each.points_a_tossup:.2f}"] for each in tiers]
    return FigureTable("Tiers of players", ("player", "tier", "tossups", "points a tossup"), rows)


def _kinds(found: Tournament) -> str:
    programs = {bool(each.program) for team in found.beginning.plan.teams for each in team.players}
    return "people and programs" if len(programs) > 1 else "programs" if True in programs else "people"


def _games(found: Tournament, round_: int) -> list[tuple[str, str]]:
    return [(" – ".join(game.teams), _came_of(found, game)) for game in found.games if game.round == round_]


def _came_of(found: Tournament, game: Game) -> str:
    for each in found.results:
        if (each.round, each.game) == (game.round, game.number):
            if each.forfeited:
                return f"forfeited by {' and '.join(each.forfeited)}"
            return " – ".join(str(side.points) for side in each.sides)
    return "to be played"


def _cells(each: Line) -> list[str]:
    return [
        "–" if each.tossups is None else f"{each.tossups:,}",
        f"{each.buzzes:,}",
        *(_estimate(value) for value in (each.right, each.first_right)),
        _number(each.words, 1),
        _estimate(each.heard),
        f"{each.powers:,}",
        f"{each.negs:,}",
        f"{each.points:,}",
        _number(each.points_a_tossup, 2),
        _number(each.points_a_bonus, 2),
        _number(each.expected_wins, 3),
    ]


def _estimate(found: Estimate | None) -> str:
    if found is None:
        return "–"
    ends = (
        "" if found.interval is None else "\n{:.1f}–{:.1f}".format(*(PERCENT * end for end in found.interval))
    )
    return f"{PERCENT * found.value:.1f}{ends}"


def _number(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


def _percent(share: float) -> str:
    return f"{PERCENT * share:.1f}%"


def _points(difference: float) -> str:
    return f"{PERCENT * difference:+.1f}"


def _ends(interval: tuple[float, float] | None) -> str:
    return (
        "too few to tell"
        if interval is None
        else "{:.1f} to {:.1f}".format(*(PERCENT * end for end in interval))
    )
