"""Zellig finds out where a language system breaks, and proves it with pairs."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zellig.errors import ZelligError
    from zellig.front.analysis import analyse
    from zellig.front.arena import arena
    from zellig.front.augmentation import augment
    from zellig.front.breaking import break_systems
    from zellig.front.comparison import compare
    from zellig.front.contest import read_contest
    from zellig.front.contrast import contrast_set, evaluate_contrasts
    from zellig.front.evaluation import evaluate
    from zellig.front.explanation import explain
    from zellig.front.exporting import export
    from zellig.front.gate import gate
    from zellig.front.grid import arena_grid
    from zellig.front.importing import import_pairs
    from zellig.front.judging import judging_report
    from zellig.front.match import play_match, replay_match
    from zellig.front.online import online_contest
    from zellig.front.packets import question_set
    from zellig.front.pairs import check_pairs
    from zellig.front.people import quiz_people
    from zellig.front.prediction import predict
    from zellig.front.questions import check_questions
    from zellig.front.quiz import quiz_evaluate, quiz_index, quiz_retrain, quiz_train_buzzer
    from zellig.front.retraining import retrain_with
    from zellig.front.tournament import play_tournament, read_tournament
    from zellig.front.tournament_buzzes import buzz_statistics
    from zellig.front.training import train, train_breaker
    from zellig.items import Item, Pair, Prediction
    from zellig.performers import Spec

__version__ = "0.1.0"

# Where the names are that a user needs; each is loaded when it is first asked for.
_PLACES = {
    "Item": "items",
    "Pair": "items",
    "Prediction": "items",
    "Spec": "performers",
    "ZelligError": "errors",
    "analyse": "front.analysis",
    "arena": "front.arena",
    "arena_grid": "front.grid",
    "augment": "front.augmentation",
    "break_systems": "front.breaking",
    "buzz_statistics": "front.tournament_buzzes",
    "check_pairs": "front.pairs",
    "check_questions": "front.questions",
    "compare": "front.comparison",
    "contrast_set": "front.contrast",
    "evaluate": "front.evaluation",
    "evaluate_contrasts": "front.contrast",
    "explain": "front.explanation",
    "export": "front.exporting",
    "gate": "front.gate",
    "import_pairs": "front.importing",
    "judging_report": "front.judging",
    "online_contest": "front.online",
    "play_match": "front.match",
    "play_tournament": "front.tournament",
    "predict": "front.prediction",
    "question_set": "front.packets",
    "quiz_evaluate": "front.quiz",
    "quiz_index": "front.quiz",
    "quiz_people": "front.people",
    "quiz_retrain": "front.quiz",
    "quiz_train_buzzer": "front.quiz",
    "read_contest": "front.contest",
    "read_tournament": "front.tournament",
    "replay_match": "front.match",
    "retrain_with": "front.retraining",
    "train": "front.training",
    "train_breaker": "front.training",
}

__all__ = [
    "Item",
    "Pair",
    "Prediction",
    "Spec",
    "ZelligError",
    "__version__",
    "analyse",
    "arena",
    "arena_grid",
    "augment",
    "break_systems",
    "buzz_statistics",
    "check_pairs",
    "check_questions",
    "compare",
    "contrast_set",
    "evaluate",
    "evaluate_contrasts",
    "explain",
    "export",
    "gate",
    "import_pairs",
    "judging_report",
    "online_contest",
    "play_match",
    "play_tournament",
    "predict",
    "question_set",
    "quiz_evaluate",
    "quiz_index",
    "quiz_people",
    "quiz_retrain",
    "quiz_train_buzzer",
    "read_contest",
    "read_tournament",
    "replay_match",
    "retrain_with",
    "train",
    "train_breaker",
]


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *_PLACES])
