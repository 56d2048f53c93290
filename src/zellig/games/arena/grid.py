"""A grid: every chooser meets every breaker with every curator's texts, so that they can be compared.

All games of a curator have the same texts, and a breaker the same chance in every round, so two performers of
a role are compared round by round.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from zellig.errors import ZelligError
from zellig.files import reading, write_text
from zellig.games.arena.grid_scores import Place, compared
from zellig.games.arena.play import SCORES, play, seated
from zellig.games.arena.rules import Rules, Seating, decode_toml, rules_of
from zellig.games.arena.transcript import FILE, read_head, rounds_of
from zellig.performers import Role

GAMES = "games"
GRID = "grid.json"
ROLES: tuple[Role, ...] = ("curator", "breaker", "chooser")
FIGURES = ("rounds", "S", "interval", "late", "ties", "voids", "trend", "converged_at")
STATED = ("resources", "batch", "isolated")  # of a seating, beside its name and its parameters

_PLAIN = re.compile(r"[^a-z0-9]+")
