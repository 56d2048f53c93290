"""Rounds of three, who tells fakes from real text: `zellig arena run`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from zellig.errors import ZelligError
from zellig.files import write_text
from zellig.front.options import checked
from zellig.front.places import REPORT, InFolder, Output
from zellig.front.players import Data, Players
from zellig.front.saying import saying
from zellig.games.arena.figures import Figures
from zellig.games.arena.play import play
from zellig.games.arena.rules import Rules, rules_of, wants_secret
from zellig.games.arena.transcript import FILE, rounds_of
from zellig.notices import note, warn
from zellig.outputs import new_file
from zellig.report.arena import game_html
from zellig.report.arena_words import game_in_words
from zellig.report.model_words import cost_in_words
from zellig.systems.replies import Terms, keeping

if TYPE_CHECKING:
    from zellig.front.frames import Table

OPEN_ORDER = "a performer from outside can work out the order of the texts from its seeds: set a secret"
NO_PARAMS: Mapping[str, object] = {}


@dataclass(frozen=True)
class PlayedArena(InFolder):
    """A game that was played."""

    figures: Figures

    def table(self) -> Table:
        """One row a round: both texts, which was the fake, what was chosen, whose point it was."""
        from zellig.front.frames import rows_to_table

        return rows_to_table(
            {
                "round": played.n,
                "phase": played.phase,
                "real": played.real,
                "made": played.made,
                "phenomenon": played.pair.phenomenon,
                "fake": played.fake,
                "choice": played.choice,
                "point": played.point,
                "confidence": played.confidence,
            }
            for played in rounds_of(self._output.path / FILE)
        )

    def report(self, path: str | PathLike[str]) -> Path:
        """Write the report, one HTML file; gives its path."""
        write_text(new_file(path), game_html(self._output.path, self.figures))
        return Path(path)

    def __repr__(self) -> str:
        return "\n".join(game_in_words(self.figures))


@dataclass(frozen=True)
class Arena:
    """A game that can be played."""

    rules: Rules
    said: tuple[str, ...] = ()  # what was taken to be so of the data
    _players: Players = field(default_factory=Players)

    @checked()
    def play(
        self,
        *,
        out: str | PathLike[str] | None = None,
        budget_calls: int | None = None,
        budget_tokens: int | None = None,
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> PlayedArena:
        """Play it; nothing is written unless `out` names a folder, where a killed game is taken up.

        `budget_calls` and `budget_tokens` limit what language models behind addresses (`openai:`) cost.
        """
        output = Output(out)
        with saying() as said, self._players.here():
            if wants_secret(self.rules):
                warn(OPEN_ORDER)
            with keeping(Terms(budget_calls, budget_tokens, output.answers)) as replies:
                figures = play(self.rules, output.path, progress)
            for by, cost in replies.costs().items():
                note(f"the {by} took {cost_in_words(cost)}")
            played = PlayedArena((*self.said, *said), output, figures)
            if output.kept is not None:
                played.report(output.kept / REPORT)
        return played


@checked()
def arena(
    data: Data,
    *,
    chooser: object,
    breaker: object = None,
    curator: object = "uniform",
    rounds: int = 200,
    seed: int = 2012,
    rules: Mapping[str, object] = NO_PARAMS,
) -> Arena:
    """A game of three on a corpus or on data of one's own; performers are names, or objects in hand.

    `rules` are the other keys of `arena.toml`, see docs/reference/arena.md; refuses what cannot be played.
    """
    if not isinstance(rules, Mapping):
        raise ZelligError("the rules are not keys and values", remedy="Give a dictionary.")
    players = Players()
    with saying() as said:
        corpus, _ = players.corpus(data, None, None)
    seats = {"curator": curator, "breaker": breaker, "chooser": chooser}
    written: dict[str, object] = {
        **rules,
        "rounds": rounds,
        "seed": seed,
        "corpus": {"name": corpus},
        **{
            role: each if isinstance(each, Mapping) else {"name": players.performer(role, each)}
            for role, each in seats.items()
            if each is not None
        },
    }
    with players.here():
        return Arena(rules_of(written), tuple(said), players)
