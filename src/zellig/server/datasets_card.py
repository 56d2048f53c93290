"""What the card of a contest says of how it was made, for the folder that goes to Hugging Face `datasets`."""

from __future__ import annotations

from importlib.resources import files
from string import Template

from zellig.games.contest.standing import Standing
from zellig.games.exchange.pairs_dataset import About
from zellig.server.gathering import rules_of
from zellig.server.scoring import Board

_MADE, _DEV_KEPT = (files(__package__) / "data" / name for name in ("datasets-made.md", "dev-kept.md"))


def about_contest(contest: str, standing: Standing, board: Board) -> About:
    """A contest that has been scored, in words."""
    rules = rules_of(standing)
    phases = {window.phase for window in standing.timeline if window.round == board.round}
    made = Template(_MADE.read_text("utf-8")).substitute(
        round=board.round,
        title=standing.title,
        day=f"{board.at:%Y-%m-%d}",
        judged="Others said what the right answer of a text is, without seeing what was promised; "
        f"{rules.judging.agree} who agree are a judgement. None changes a right answer by itself: the "
        "organiser rules."
        if "judge" in phases
        else "Nobody else has judged them.",
        names="their names" if standing.published.get(board.round) else "aliases",
    )
    made = " ".join(f"{made} {dev_kept(standing, board)}".split())
    return About(
        title=standing.title,
        licence=rules.licence,
        made=made,
        note="Pairs and answers of a contest",
        name=f"{contest}-{board.round}",
        year=board.at.year,
    )


def dev_kept(standing: Standing, board: Board) -> str:
    """Why the development items are missing, where they are."""
    return _DEV_KEPT.read_text("utf-8") if standing.keeps_dev_after(board.round) else ""
