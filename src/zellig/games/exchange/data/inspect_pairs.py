"""Pairs for Inspect: `inspect eval pairs.py --model ...`.

A model is asked about one item at a time. Its reply is read strictly: what is not clearly one label is
`unparsed`, and wrong.
"""

import json
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import json_dataset
from inspect_ai.model import GenerateConfig
from inspect_ai.scorer import (
    CORRECT,
    INCORRECT,
    Metric,
    SampleScore,
    Score,
    Scorer,
    Target,
    accuracy,
    metric,
    scorer,
    stderr,
)
from inspect_ai.solver import TaskState, generate
from passing import share_passed
from reading_replies import read_reply

HERE = Path(__file__).parent
SPELLINGS = json.loads((HERE / "spellings.json").read_text(encoding="utf-8"))


@metric
def passed() -> Metric:
    """The share of pairs with both items right."""

    def value(scores: list[SampleScore]) -> float:
        return share_passed((each.sample_metadata["pairs"], each.score.as_float() == 1) for each in scores)

    return value


@scorer(metrics=[accuracy(), stderr(), passed()])
def strict() -> Scorer:
    """Right, if the reply is one of the labels that are accepted."""

    async def score(state: TaskState, target: Target) -> Score:
        answer = read_reply(state.output.completion, **SPELLINGS)
        right = answer in target.target
        return Score(
            value=CORRECT if right else INCORRECT,
            answer="unparsed" if answer is None else answer,
            explanation=state.output.completion,
        )

    return score


@task
def pairs() -> Task:
    """Every item once."""
    return Task(
        dataset=json_dataset(str(HERE / "items.jsonl")),
        solver=generate(),
        scorer=strict(),
        config=GenerateConfig(temperature=0),
    )
