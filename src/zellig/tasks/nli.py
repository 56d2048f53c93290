"""Natural language inference: does the premise entail, contradict or leave open the hypothesis?"""

from __future__ import annotations

from zellig.tasks.task import Task

NLI = Task(
    name="nli",
    question="Given the premise, is the hypothesis entailed, neutral or contradicted?",
    fields=("premise", "hypothesis"),
    editable=("premise", "hypothesis"),
    labels=("entailment", "neutral", "contradiction"),
    spellings={
        "entailment": ("entailed", "entails", "e"),
        "neutral": ("n",),
        "contradiction": ("contradicted", "contradicts", "contradictory", "c"),
    },
)
