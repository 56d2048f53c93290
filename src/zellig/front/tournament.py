"""Tournaments: play one among programs, take matches of people, and say who did what: `zellig tournament`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import asdict

from zellig.corpora import Corpus
from zellig.files import write_files, write_text
from zellig.front.options import checked, path_of
from zellig.front.places import InFolder, Output
from zellig.front.players import Players
from zellig.front.programs import bonuses_of, seated
from zellig.front.quiz_given import quiz_corpus
from zellig.front.saying import saying
from zellig.games.match.folder import write_match
from zellig.games.match.packet import Packet
from zellig.games.match.playing import Match
from zellig.games.match.programs import SeatedProgram
from zellig.games.match.rules import Rules, read_rules
from zellig.games.match.simulated import play
from zellig.games.quiz.questions import questions_of
from zellig.games.tournament import folder as kept
from zellig.games.tournament.exports import export_files
from zellig.games.tournament.figures import PlayFigures, figures_of
from zellig.games.tournament.plan import Plan, check_plan, read_plan
from zellig.games.tournament.questions import Pool, brought_pool, design_pool
from zellig.games.tournament.records import playing_of
from zellig.games.tournament.tournament import Beginning, Game, Tournament, advanced
from zellig.items import Item
from zellig.oracle import Progress
from zellig.outputs import new_file
from zellig.report.tournament import render_tournament, standing_rows, tournament_in_words

if TYPE_CHECKING:
    from zellig.front.frames import Table


@dataclass(frozen=True)
class PlayedTournament(InFolder):
    """A tournament as far as it was played; `tournament` has its rounds, matches and results."""

    tournament: Tournament

    @cached_property
    def figures(self) -> PlayFigures:
        """How everybody played."""
        return figures_of(playing_of(self.tournament))

    def table(self) -> Table:
        """One row a team, as they stand; teams of one tier are not told apart by the data."""
        from zellig.front.frames import rows_to_table

        return rows_to_table(asdict(row) for row in standing_rows(self.tournament, self.figures))

    def report(self, path: str | PathLike[str]) -> Path:
        """Write the report, one HTML file with every question and where it was buzzed on; gives its path."""
        write_text(new_file(path), render_tournament(self.tournament, self.figures))
        return Path(path)

    def export(self, path: str | PathLike[str]) -> Path:
        """Write a folder: `tournament.qbj`, `buzzes.csv`, and tables for Hugging Face `datasets`."""
        write_files(Path(path), export_files(self.tournament))
        return Path(path)

    def take(self, match: str | PathLike[str]) -> PlayedTournament:
        """Take a match that was played elsewhere, by its folder or a zip of it; refuses one that no game
        waits for."""
        kept.take(self._output.path, path_of(match, "the folder of a match"))
        return read_tournament(self._output.path)

    def forfeit(self, team: str, reason: str) -> PlayedTournament:
        """A team does not play the game that waits for it, for a reason: the other one wins."""
        kept.forfeit(self._output.path, team, reason)
        return read_tournament(self._output.path)

    def __repr__(self) -> str:
        return "\n".join(tournament_in_words(self.tournament, self.figures))


@checked()
def play_tournament(
    plan: str | PathLike[str] | Plan,
    *,
    out: str | PathLike[str] | None = None,
    progress: Progress = lambda what, done, total: None,
) -> PlayedTournament:
    """Play a tournament as far as programs can alone; the plan is a file (TOML), or in hand.

    Games with people in them are written down to be played elsewhere, and wait for their transcripts. The
    same call goes on where it stopped, and gives the same bytes. Refuses a guesser that has learnt from the
    questions, and a folder with another tournament.
    """
    output = Output(out)
    given = plan if isinstance(plan, Plan) else read_plan(path_of(plan, "the plan of a tournament"))
    check_plan(given)
    with saying() as said:
        rules = read_rules(given.rules)
        beginning = Beginning(given, rules, _pool(given, rules))
        kept.begin(output.path, beginning)
        total, done = _games(given), 0

        def played(game: Game) -> Match | None:
            nonlocal done
            match = kept.played_in(output.path, game)
            if match is None and game.of_programs:
                match = _play(given, game, output.path)
            elif match is None:
                kept.prepare(output.path, game)
            done += 1
            progress("games", done, total)
            return match

        found = advanced(beginning, kept.read_forfeits(output.path), played)
        kept.write_outcome(output.path, found)
    return PlayedTournament(tuple(said), output, found)


@checked()
def read_tournament(folder: str | PathLike[str]) -> PlayedTournament:
    """The tournament in a folder, every match from its transcript; refuses matches that are not its own."""
    place = path_of(folder, "the folder of a tournament")
    return PlayedTournament((), Output(place), kept.read_tournament(place))


def _games(plan: Plan) -> int:
    """About how many there are: half of the teams in every round."""
    return plan.rounds * (len(plan.teams) // 2)


def _pool(plan: Plan, rules: Rules) -> Pool:
    """The questions that a plan names."""
    asked = plan.questions
    if asked.packets:
        corpora = [quiz_corpus(Players(), each) for each in asked.packets]
        reserve = _questions(asked.reserve) if asked.reserve else ()
        return brought_pool([_packet(each) for each in corpora], reserve)
    control, challenge = (_questions(each) for each in (asked.control, asked.challenge))
    return design_pool(plan, control, challenge, rules.tossups)


def _packet(corpus: Corpus) -> Packet:
    return Packet(tuple(questions_of(corpus, None)), bonuses_of(corpus))


def _questions(name: str) -> Sequence[Item]:
    return questions_of(quiz_corpus(Players(), name), None)


def _play(plan: Plan, game: Game, out: Path) -> Match:
    """A game among programs, written to its folder."""
    setting = game.setting
    named = {each.name: each.program for team in plan.teams for each in team.players}
    packet = Packet(setting.tossups, setting.bonuses)
    with seated([named[each.id] for each in setting.players], packet, setting.rules.tossups) as seats:
        programs = [SeatedProgram(*each) for each in zip(setting.players, seats, strict=True)]
        match = play(setting, programs)
        specs = {each.player.id: each.seat.player.spec for each in programs}
        write_match(kept.place_of(out, game), match, specs)
    return match
