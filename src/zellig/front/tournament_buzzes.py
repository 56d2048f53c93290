"""The statistics of a tournament from buzzes that others wrote down: `zellig tournament buzzes`."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from zellig.corpora.buzzes import read_buzzes
from zellig.corpora.qbj_buzzes import read_qbj
from zellig.files import write_text
from zellig.front.options import checked, path_of
from zellig.front.players import Data, Players
from zellig.front.quiz_given import quiz_corpus
from zellig.front.saying import saying
from zellig.games.tournament.brought import playing_from
from zellig.games.tournament.figures import PlayFigures, figures_of
from zellig.measures.playing import Playing
from zellig.outputs import new_file
from zellig.report.tournament import buzzes_in_words, render_buzzes

if TYPE_CHECKING:
    from zellig.front.frames import Table

QBJ = (".qbj", ".json")


@dataclass(frozen=True)
class BuzzStatistics:
    """How those played whose buzzes were brought; `figures` has every number."""

    title: str
    figures: PlayFigures
    playing: Playing
    said: tuple[str, ...]

    def table(self) -> Table:
        """One row a player."""
        from zellig.front.frames import flat, rows_to_table

        return rows_to_table(flat("", line) for line in self.figures.players)

    def report(self, path: str | PathLike[str]) -> Path:
        """Write the report, one HTML file with every question and where it was buzzed on; gives its path."""
        write_text(new_file(path), render_buzzes(self.title, self.figures, self.playing))
        return Path(path)

    def __repr__(self) -> str:
        return "\n".join(buzzes_in_words(self.figures))


@checked()
def buzz_statistics(
    buzzes: str | PathLike[str], *, questions: Data, challenge: Data = None
) -> BuzzStatistics:
    """Describe buzzes of others: a table (CSV), or QBJ by its ending, on these questions.

    `challenge` are challenge questions, among the others or beside them; the others are then control.
    """
    path = path_of(buzzes, "the path of a file of buzzes")
    with saying() as said:
        harder = [] if challenge is None else list(quiz_corpus(Players(), challenge, "challenge"))
        both = [*quiz_corpus(Players(), questions), *harder]
        asked = list({item.id: item for item in both}.values())
        brought = read_qbj(path, asked) if path.name.endswith(QBJ) else read_buzzes(path, asked)
        play = playing_from(brought, {item.id for item in harder})
    return BuzzStatistics(path.name, figures_of(play), play, tuple(said))
