"""A small world for guessers: invented towns, invented facts, and questions that get easier."""

from __future__ import annotations

import json
import random
from pathlib import Path

TOWNS = [
    "Ashmoor",
    "Belcastle",
    "Cindervale",
    "Dunwater",
    "Elmscar",
    "Farrowick",
    "Glimmergate",
    "Hollowmere",
    "Ivorystead",
    "Juniperton",
    "Kestrelby",
    "Larkhaven",
    "Mossbridge",
    "Nettlecombe",
    "Oldharrow",
    "Pinegarth",
    "Quillford",
    "Rookspire",
    "Saltmarsh",
    "Thistledon",
]
MAKERS = [
    "weavers",
    "potters",
    "bakers",
    "glaziers",
    "coopers",
    "brewers",
    "smiths",
    "tanners",
    "millers",
    "saddlers",
]
SAINTS = ["Odo", "Wynn", "Bertram", "Hild", "Cuthfred", "Ymma", "Leofric", "Tova", "Aldith", "Swithold"]
RIVERS = ["Ame", "Brend", "Corrow", "Dalve", "Esker", "Finn", "Garrel", "Hyle", "Issen", "Jorde"]
EPITHETS = ["Bald", "Grim", "Tall", "Late"]
FOODS = ["plum dumplings", "smoked eel", "barley bread", "goat cheese", "honey cake", "pickled beets"]


def question(town: str, seed: int) -> str:
    """A question about a town: facts that are its own, in an order and choice that the seed decides."""
    own = random.Random(town)
    facts = [
        f"The {own.choice(MAKERS)} of this town hid a bell near {own.choice(RIVERS)} Weir.",
        f"A chapel of Saint {own.choice(SAINTS)} in this town has {own.randint(3, 40)} green windows.",
        f"Visitors to this town are offered {own.choice(FOODS)} on the eve of the {own.choice(SAINTS)} fair.",
        f"Duke {own.choice(SAINTS)} the {own.choice(EPITHETS)} lost a siege of this town.",
        f"Its tower of {own.randint(41, 99)} steps leans towards the river {own.choice(RIVERS)}.",
    ]
    chance = random.Random(f"{town} {seed}")
    early = [f"Song number {seed} of an old book praises this town.", *chance.sample(facts, 3)]
    return " ".join([*early, f"For 10 points, name this town whose name begins like {town[:4].lower()}er."])


def write_questions(path: Path, seeds: range, towns: list[str] | None = None) -> Path:
    """A file of tossups: one question for each town and seed."""
    rows = [
        {
            "id": f"{town}-{seed}",
            "question": question(town, seed),
            "answer": f"<b><u>{town}</u></b> [accept {town} Town; prompt on {town[:5]}]",
            "category": "Geography" if len(town) % 2 else "History",
            "year": 2000 + seed,
        }
        for seed in seeds
        for town in towns or TOWNS
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def write_leads(path: Path) -> Path:
    """An encyclopedia of the same towns, and of some that no question is about."""
    rows = [
        {"title": town, "text": f"{town} is a town on the river {random.Random(town).choice(RIVERS)}."}
        for town in [*TOWNS, "Nowhere", "Elsewhere"]
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path
