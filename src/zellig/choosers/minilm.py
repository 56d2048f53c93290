"""The chooser `minilm`: the small encoder MiniLM, fine-tuned between rounds on the fakes it was told of.

A text's score is a linear function of the mean of its pieces' vectors, and the text of the higher score is
the fake. Whenever enough rounds have been told, one pass over them moves the head and the upper layers so
that fakes score higher than the real texts beside them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn

from zellig.choosers.decision import decide
from zellig.errors import ZelligError
from zellig.language.pretrained import load_pretrained
from zellig.performers import Choice, Lineup, Observation, Spec, derive_seed
from zellig.resources import resource_path

LONGEST = 256  # pieces of words: more are cut
CHARACTERS = 8 * LONGEST  # enough for so many pieces, and quick to cut into them
TOGETHER = 64  # texts that are scored together
BATCH = 8  # rounds of a step
UPPER = 2  # layers that are trained, of six
RATE, HEAD_RATE = 2e-4, 1e-2
DIGITS = 2  # of a difference of scores: those after the fourth depend on the other texts of a batch

Told = tuple[str, str]  # the fake of a round, and the real text


class Scorer(nn.Module):
    """The encoder with a head that says how fake a text looks; untrained it says 0 of all."""

    def __init__(self) -> None:
        super().__init__()
        folder = resource_path("minilm")
        self.tokenizer: Any = load_pretrained("AutoTokenizer", folder)
        self.encoder: Any = load_pretrained("AutoModel", folder).eval()  # without dropout: without chance
        self.encoder.requires_grad_(False)
        self.upper: Any = self.encoder.encoder.layer[-UPPER:].requires_grad_(True)
        self.head = nn.Linear(self.encoder.config.hidden_size, 1, bias=False)
        nn.init.zeros_(self.head.weight)

    def forward(self, texts: Sequence[str]) -> Tensor:
        """The scores of a batch."""
        given = self.tokenizer(
            [text[:CHARACTERS] for text in texts],
            padding=True,
            truncation=True,
            max_length=LONGEST,
            return_tensors="pt",
        )
        mask = given["attention_mask"][:, :, None]
        vectors = (self.encoder(**given).last_hidden_state * mask).sum(1) / mask.sum(1)
        scores: Tensor = self.head(vectors)[:, 0]
        return scores


class MiniLm:
    """Guesses until it has been told of `every` rounds; rounds whose fake stays hidden teach it nothing."""

    def __init__(self, every: int) -> None:
        self.spec = Spec("minilm", {"every": every})
        self._every = every
        self.start("", 0)

    def start(self, game_id: str, seed: int) -> None:
        """Forget everything; the seed decides the order in which rounds are gone through."""
        self._seed = seed
        self._told: list[Told] = []
        self._lessons = 0
        self._scorer: Scorer | None = None

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        """The text that is more like the fakes so far; before the first lesson, by the seeds."""
        scores = self._scores([text for lineup in lineups for text in lineup.texts])
        differences = (scores[0::2] - scores[1::2]).double().numpy().round(DIGITS).tolist()
        return [decide(*each) for each in zip(lineups, seeds, differences, strict=True)]

    def _scores(self, texts: Sequence[str]) -> Tensor:
        found = torch.zeros(len(texts))
        if self._scorer is not None:
            order = sorted(range(len(texts)), key=lambda place: len(texts[place]))  # saves padding
            with torch.no_grad():
                for start in range(0, len(order), TOGETHER):
                    places = order[start : start + TOGETHER]
                    found[places] = self._scorer([texts[place] for place in places])
        return found

    def observe(self, observations: Sequence[Observation]) -> None:
        """Collect the rounds whose fake is told, and learn from every so many of them."""
        for each in observations:
            if each.fake is not None:
                self._told.append((each.texts[each.fake], each.texts[1 - each.fake]))
                if len(self._told) == self._every:
                    self._learn()

    def _learn(self) -> None:
        if self._scorer is None:
            self._scorer = Scorer()
            self._optimiser = torch.optim.AdamW(
                [
                    {"params": list(self._scorer.upper.parameters()), "lr": RATE},
                    {"params": list(self._scorer.head.parameters()), "lr": HEAD_RATE},
                ]
            )
        chance = random.Random(derive_seed(self._seed, "minilm", str(self._lessons)))  # noqa: S311  (an order)
        chance.shuffle(self._told)
        for start in range(0, len(self._told), BATCH):
            rounds = self._told[start : start + BATCH]
            scores = self._scorer([text for told in rounds for text in told])
            self._optimiser.zero_grad()
            torch.autograd.backward(nn.functional.softplus(scores[1::2] - scores[0::2]).mean())
            self._optimiser.step()
        self._told = []
        self._lessons += 1


def make(*, every: int = 64) -> MiniLm:
    """The chooser; `every` is how many rounds it is told of before it learns from them."""
    if every < 1:
        raise ZelligError(f"it cannot learn every {every} rounds", remedy="Give a number from 1.")
    return MiniLm(every)
