"""A performer as a transcript names it."""

from __future__ import annotations

from typing import Any

import msgspec

from zellig.performers import Spec, capabilities


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who plays, and what is declared about it."""

    spec: Spec
    adapts: bool = False
    resources: tuple[str, ...] = ()
    justification: str = ""  # the curator's, for its choice of texts


def player_of(performer: Any, resources: tuple[str, ...] = ()) -> Player:
    """What the transcript says about a performer."""
    spec: Spec = performer.spec
    return Player(
        spec,
        adapts="adapts" in capabilities(performer),
        resources=resources or tuple(getattr(performer, "resources", ())),
        justification=getattr(performer, "justification", ""),
    )
