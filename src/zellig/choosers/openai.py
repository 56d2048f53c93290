"""`openai:MODEL@BASE_URL`: a language model that is shown both texts and says which is the fake.

A reply counts if it names one of the two numbers and not the other. Where it does not, the coin of the round
decides, with no confidence: a chooser has to choose.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import msgspec

from zellig.choosers.decision import coin
from zellig.performers import Choice, Lineup, Spec, Which
from zellig.systems.model import Model, Question, load_model
from zellig.systems.replies import Reply

UNSURE = 0.5  # the confidence of a coin

_NUMBER = re.compile(r"(?<![\w.,])[12](?![\w]|[.,]\d)")


class OpenAiChooser:
    """A language model, asked once for each round at temperature 0."""

    def __init__(self, model: Model) -> None:
        self.spec = Spec(model.name, model.params, model.version)
        self.model = model

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        """What it replies, or the coin of the round."""
        asked = [Question(_prompt(each), f"the round {each.id}") for each in lineups]
        found = []
        for lineup, seed, reply in zip(lineups, seeds, self.model.ask(asked), strict=True):
            fake = named(reply)
            found.append(Choice(lineup.id, coin(seed), UNSURE) if fake is None else Choice(lineup.id, fake))
        return found


def named(reply: Reply) -> Which | None:
    """The text that a reply calls the fake; None unless it names exactly one."""
    numbers = set() if reply.refused else set(_NUMBER.findall(reply.text))
    if len(numbers) != 1:
        return None
    return 0 if numbers == {"1"} else 1


def _prompt(lineup: Lineup) -> str:
    first, second = lineup.texts
    told = {"first": first, "second": second}
    return re.sub(r"\{(\w+)\}", lambda place: told[place[1]], _template())


@cache
def _template() -> str:
    raw = files("zellig.choosers").joinpath("data/openai.toml").read_bytes()
    return msgspec.toml.decode(raw, type=dict[str, str])["prompt"].strip("\n")


def load(name: str) -> OpenAiChooser:
    """Take the name apart; nothing is asked yet."""
    return OpenAiChooser(load_model(name, "chooser", ())[0])
