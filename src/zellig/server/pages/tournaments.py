"""The pages of tournaments: what there is, founding one, the board, rounds, statistics, every question."""

from __future__ import annotations

from collections.abc import Iterator

from litestar import get
from litestar.params import FromPath

from zellig.games.tournament.plan import How, Pairing
from zellig.games.tournament.records import buzz_records, playing_of
from zellig.games.tournament.results import ORDER
from zellig.report.buzz_points import buzz_points
from zellig.report.tournament import METHOD, TIERS, apart_table, figure_tables, tier_table
from zellig.server.caller import Caller
from zellig.server.given import By, InHouse, Name
from zellig.server.pages.places import Tab
from zellig.server.pages.rooms import founding, founds
from zellig.server.pages.showing import Page, page
from zellig.server.problems import NotFoundError
from zellig.server.state import House
from zellig.server.tournaments.files import DOWNLOADS
from zellig.server.views.tournaments import (
    GameShown,
    TournamentShown,
    figures_shown,
    shown_tournament,
    tournaments_seen,
    visible_tournament,
)
from zellig.tasks.quiz import QUIZ

PAIRINGS: dict[Pairing, str] = {
    "round robin": "everybody against everybody, once",
    "swiss": "Swiss: who has won as often against each other",
    "bracket": "a bracket: who loses is out",
}
HOW: tuple[How, ...] = ("wrote", "edited", "played")


class Cup:
    """A tournament, seen by who asks."""

    def __init__(self, shown: TournamentShown) -> None:
        self.shown = shown

    @property
    def home(self) -> str:
        """Its address."""
        return f"/tournaments/{self.shown.tournament}"

    @property
    def api(self) -> str:
        """Where its API is."""
        return f"/api/v1{self.home}"

    @property
    def organises(self) -> bool:
        return "organise" in self.shown.you

    @property
    def waiting(self) -> list[GameShown]:
        """The games of the last round that are not over."""
        last = self.shown.rounds[-1].games if self.shown.rounds else []
        return [each for each in last if each.state not in ("over", "forfeited")]

    @property
    def own(self) -> GameShown | None:
        """The game that waits for the caller."""
        return next((each for each in self.waiting if self.shown.team in each.teams), None)

    @property
    def tabs(self) -> Iterator[Tab]:
        """The pages that are there."""
        yield Tab("Board", self.home)
        if self.shown.rounds:
            yield Tab("Rounds", f"{self.home}/rounds/{len(self.shown.rounds)}")
            yield Tab("Statistics", f"{self.home}/statistics")
        if "download" in self.shown.you:
            yield Tab("Questions", f"{self.home}/questions")


def _cup(house: House, caller: Caller, tournament: str) -> Cup:
    with house.database.reading() as connection:
        return Cup(shown_tournament(house, connection, tournament, caller.account))


@get("/tournaments", sync_to_thread=True)
def show_tournaments_page(house: InHouse, caller: By) -> Page:
    """The tournaments that the caller may see, by their state."""
    return page(
        "tournaments.html",
        caller,
        tournaments=tournaments_seen(house, caller),
        founds=founds(house, caller),
    )


@get("/new-tournament", sync_to_thread=True)
def show_new_tournament(house: InHouse, caller: By) -> Page:
    """Found a tournament."""
    systems = sorted(
        (each for each in house.systems.values() if each.task is QUIZ), key=lambda one: one.title
    )
    return page(
        "new_tournament.html",
        caller,
        systems=systems,
        pairings=PAIRINGS,
        how=HOW,
        **founding(house, caller),
    )


@get("/tournaments/{tournament:str}", sync_to_thread=True)
def show_tournament_board(tournament: Name, house: InHouse, caller: By) -> Page:
    """What to do next, who stands where, and the games of the round; it stays up to date by itself."""
    cup = _cup(house, caller, tournament)
    return page("tournament_board.html", caller, cup=cup, order=ORDER, tiers=TIERS)


@get("/tournaments/{tournament:str}/rounds/{number:int}", sync_to_thread=True)
def show_tournament_round(tournament: Name, number: FromPath[int], house: InHouse, caller: By) -> Page:
    """A round: its games, where they are played and what came of them."""
    cup = _cup(house, caller, tournament)
    if not 1 <= number <= len(cup.shown.rounds):
        raise NotFoundError(f"there is no round {number} yet", remedy="Look at the board.")
    return page("tournament_round.html", caller, cup=cup, made=cup.shown.rounds[number - 1])


@get("/tournaments/{tournament:str}/statistics", sync_to_thread=True)
def show_tournament_statistics(tournament: Name, house: InHouse, caller: By) -> Page:
    """How everybody played."""
    with house.database.reading() as connection:
        cup = Cup(shown_tournament(house, connection, tournament, caller.account))
        standing = visible_tournament(house, connection, tournament, caller.account)
        played = house.playing.of(connection, tournament, standing)
    figures = figures_shown(house, tournament, standing, played)
    return page(
        "tournament_statistics.html",
        caller,
        cup=cup,
        figures_of=figures,
        tables=figure_tables(figures),
        apart=apart_table(figures.apart) if figures.apart else None,
        tiers=tier_table(figures.tiers_of_players),
        method=METHOD,
        method_of_tiers=TIERS,
        downloads=DOWNLOADS,
    )


@get("/tournaments/{tournament:str}/questions", sync_to_thread=True)
def show_tournament_questions(tournament: Name, house: InHouse, caller: By) -> Page:
    """Every question with its side, and who buzzed where; when the end is published."""
    with house.database.reading() as connection:
        standing = visible_tournament(house, connection, tournament, caller.account, "download")
        cup = Cup(shown_tournament(house, connection, tournament, caller.account))
        found = house.playing.of(connection, tournament, standing).tournament
    points = buzz_points(playing_of(found), [each.answer for each in buzz_records(found)])
    return page("tournament_questions.html", caller, cup=cup, points=points)


HANDLERS = [
    show_tournaments_page,
    show_new_tournament,
    show_tournament_board,
    show_tournament_round,
    show_tournament_statistics,
    show_tournament_questions,
]
