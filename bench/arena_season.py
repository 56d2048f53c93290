"""A season of 20,000 rounds with a pair that colludes, what the test for collusion finds, and how fast it is.

    python bench/arena_season.py OUT [season] [power] [simulated] [speed] [confirm]

`season` plays 6 breakers and 5 choosers on review sentences: a breaker that signs its fakes by the words it
takes, a chooser that knows the sign in a part of the rounds (one season for each part), and similar honest
ones (n-grams of orders 2 and 3, discriminators with two rates). `power` lays collusion over the honest
answers of that season. `simulated` plays dice: honest seasons, with affinities and kin, for the rate of false
accusations. `speed` counts rounds. `confirm`, only if it is named, plays other texts (captions of SNLI, in
../shared/data), other performers and another sign, with three seeds: the test was made before it saw them.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path

import numpy as np

from zellig.corpora import open_corpus
from zellig.games.arena.season.columns import columns
from zellig.games.arena.season.figures import Ladder
from zellig.games.arena.season.plan import plan
from zellig.games.arena.season.play import GAMES, play_season, replay_season
from zellig.games.arena.season.reading import season_of
from zellig.games.arena.season.records import Entrant, Season
from zellig.games.arena.season.suspicion import answers
from zellig.games.arena.transcript import FILE, rounds_of
from zellig.items import Item, write_records
from zellig.measures.collusion import collusion
from zellig.report.season import write_season
from zellig.texts import tokens

BENCH = Path(__file__).resolve().parent
HERE = {"isolated": False}
OFTEN = (0.1, 0.2, 0.3, 0.5, 0.7, 1.0)
SNLI = BENCH.parents[1] / "shared" / "data" / "snli" / "dev.jsonl"


def the_season(often: float | None = None) -> tuple[Season, list[Entrant]]:
    """Games of 667 rounds: 24, and 6 more with a partner of the signer's who knows the sign so often."""
    partner = {"id": "partner", "name": "py:season_players:ngram", "order": 2, "share": 0.7, **HERE}
    ours = ("char-ngram", "word-shuffle", "same-tag", "random-substitution", "violate")
    own = "py:season_players:ngram"
    return season_of(
        {
            "name": "bench",
            "rounds": 567,
            "schedule": {"transparent": 100},
            "seed": 2012,
            "secret": "bench",
            "tie_rule": "void",
            "corpus": {"name": "rotten-tomatoes:test?labels=binary"},
            "curator": [{"name": "uniform", **HERE}],
            "breaker": [
                *({"name": name, **HERE} for name in ours),
                {"id": "signer", "name": "py:season_players:Signer", **HERE},
            ],
            "chooser": [
                {"id": "ngram-2", "name": own, "order": 2, **HERE},
                {"id": "ngram-3", "name": own, "order": 3, **HERE},
                {"id": "discriminator-3", "name": "discriminator", "rate": 0.3, **HERE},
                {"id": "discriminator-1", "name": "discriminator", "rate": 0.1, **HERE},
                *([] if often is None else [{**partner, "often": often}]),
            ],
        }
    )


def season(out: Path) -> None:
    """Play the honest ones, then add a partner of the signer's, once for each rate; say who is accused."""
    begun = time.monotonic()
    play_season(*the_season(), out / "season")
    print(f"24 games in {time.monotonic() - begun:.0f} s")
    for often in (0.0, *OFTEN):
        folder = out / f"season-{often}"
        if not folder.is_dir():
            shutil.copytree(out / "season", folder)
        read, entrants = the_season(often)
        found = play_season(read, entrants, folder)
        write_season(folder, read, found)
        assert replay_season(folder) == found
        print(f"often {often}: {told(found)}")


def told(found: Ladder) -> str:
    """Is the pair accused, are others?"""
    judged = [row for row in found.collusion if not row.unknown]
    pair = next(row for row in judged if (row.first, row.second) == ("signer", "partner"))
    honest = [row for row in judged if row.first != "signer" and row.second != "partner"]
    return (
        f"{found.reckoning.planned:,} rounds {found.reckoning.outcomes}; signer and partner: "
        f"excess {pair.excess:+.3f}, honest up to {pair.honest:.3f}, p {pair.p:.4f}, accused "
        f"{pair.accused}; of {len(honest)} honest pairs accused "
        f"{sum(row.accused for row in honest)}, with p < .001 {sum(row.p < 0.001 for row in honest)}; "
        f"of the other {len(judged) - len(honest) - 1}: "
        f"{sum(row.accused for row in judged if row not in honest and row is not pair)}"
    )


def power(out: Path) -> None:
    """How often a pair would be found that colludes in some of its rounds, over the honest answers."""
    read, entrants = the_season()
    games = plan(read, entrants)
    rounds = ((game, rounds_of(out / "season" / GAMES / game.id / FILE)) for game in games)
    found = columns(entrants, rounds, read.guards)
    right, of_fake = answers(found)
    keep = of_fake["breaker"] != found.ids["breaker"].index("signer")
    right, groups = right[:, keep], of_fake["breaker"][keep]
    print(
        "often  found  of  (pairs of an honest chooser and an honest breaker whose S leaves room: below 0.9)"
    )
    for often in OFTEN:
        hits = tried = 0
        for player in range(len(right)):
            for group in np.unique(groups):
                mine = (groups == group) & ~np.isnan(right[player])
                if right[player, mine].mean() > 0.9:
                    continue
                changed = right.copy()
                chance = np.random.default_rng([int(100 * often), player, int(group)])
                changed[player, mine & (chance.random(len(mine)) < often)] = 1.0
                hits += collusion(changed, groups, player, int(group), 1, 1_999).accused
                tried += 1
        print(f"{often:5.1f} {hits:6} {tried:3}")


def simulated(out: Path, seasons: int = 60) -> None:
    """False accusations in honest seasons: kin, abilities, affinities; 6 breakers, 5 choosers, 600 rounds."""
    accused = permutation = tried = 0
    for number in range(seasons):
        right, groups = honest_season(number)
        for player in range(5):
            for group in range(6):
                test = collusion(right, groups, player, group, number, 1_999)
                accused += test.accused
                permutation += test.p < 0.001
                tried += 1
    print(f"{tried:,} honest pairs: {accused} accused, {permutation} with p < .001 by permutation alone")


def honest_season(seed: int, breakers: int = 6, rounds: int = 600) -> tuple[np.ndarray, np.ndarray]:
    """Two pairs of kin and a loner; whoever is of a kin shares its view of a fake and its affinities."""
    chance = np.random.default_rng(seed)
    kin = np.array([0, 0, 1, 1, 2])
    groups = np.repeat(np.arange(breakers), rounds)
    ease = chance.normal(0.8, 1, breakers)[groups] + chance.normal(0, 1, len(groups))
    affinity = chance.normal(0, 0.7, (3, breakers))
    view = chance.normal(0, 1.5, (3, len(groups)))
    own = chance.normal(0, 0.7, (5, len(groups))) + chance.normal(0, 0.05, (5, breakers))[:, groups]
    score = ease + chance.normal(0, 0.5, 5)[:, None] + affinity[kin][:, groups] + view[kin] + own
    return (score > 0).astype(float), groups


def speed(out: Path) -> None:
    """Rounds a second of a season whose performers cost next to nothing."""
    read, entrants = season_of(
        {
            "name": "speed",
            "rounds": 2_500,
            "secret": "bench",
            "corpus": {"name": "rotten-tomatoes:test?labels=binary"},
            "curator": [{"name": "uniform", **HERE}],
            "breaker": [{"id": f"quick-{n}", "name": "py:season_players:Quick", **HERE} for n in range(2)],
            "chooser": [{"id": f"coin-{n}", "name": "random", **HERE} for n in range(4)],
        }
    )
    begun = time.monotonic()
    cpu = time.process_time()
    found = play_season(read, entrants, out / "speed")
    took, cpu = time.monotonic() - begun, time.process_time() - cpu
    rounds = found.reckoning.planned
    print(
        f"{rounds:,} rounds, ladder included: {rounds / took:,.0f} rounds/s, {rounds / cpu:,.0f} a CPU-second"
    )
    begun = time.monotonic()
    replay_season(out / "speed")
    print(f"replayed: {rounds / (time.monotonic() - begun):,.0f} rounds/s")


def the_confirmation(out: Path, seed: int, often: float | None = None) -> tuple[Season, list[Entrant]]:
    """Games of 358 rounds on captions: 49, and 7 more with a partner of the signer's."""
    corpus = f"items:{out / 'hypotheses.jsonl'}"
    own, pair = "py:season_players:ngram", {"corpus": corpus, **HERE}
    partner = {"id": "partner", "name": "py:confirm_players:partner", **pair}
    return season_of(
        {
            "name": "confirm",
            "rounds": 278,
            "schedule": {"transparent": 80},
            "seed": seed,
            "secret": "confirm",
            "tie_rule": "void",
            "corpus": {"name": f"items:{out / 'premises.jsonl'}"},
            "curator": [{"name": "uniform", **HERE}],
            "breaker": [
                {"name": "char-ngram", "order": 5, **pair},
                {"name": "word-shuffle", **HERE},
                {"name": "violate-word-order", **HERE},
                {"name": "same-tag", "words": 2, **pair},
                {"name": "language-model", "distance": 1, **HERE},
                {"name": "random-substitution", **HERE},
                {"id": "signer", "name": "py:confirm_players:signer", **pair},
            ],
            "chooser": [
                *({"id": f"captions-{order}", "name": own, "order": order, **pair} for order in (2, 3, 4)),
                *({"id": f"reviews-{order}", "name": own, "order": order, **HERE} for order in (2, 3)),
                {"id": "discriminator-3", "name": "discriminator", "rate": 0.3, **HERE},
                {"id": "discriminator-1", "name": "discriminator", "rate": 0.1, **HERE},
                *([] if often is None else [{**partner, "often": often}]),
            ],
        }
    )


def confirm(out: Path) -> None:
    """As `season`, on what the test was not made with."""
    read = list(open_corpus(f"snli:{SNLI}"))
    premises = {item.fields["premise"]: None for item in read}
    others = {item.fields["hypothesis"]: None for item in read if item.fields["hypothesis"] not in premises}
    long = [text for text in premises if len(tokens(text)) >= 8]
    out.mkdir(parents=True, exist_ok=True)
    for name, texts in (("premises", long), ("hypotheses", [*others])):
        items = (Item(f"{name}-{number}", {"text": text}) for number, text in enumerate(texts))
        write_records(out / f"{name}.jsonl", Item, items, "sentiment")
    for seed in (1, 2, 3):
        begun = time.monotonic()
        play_season(*the_confirmation(out, seed), out / f"confirm-{seed}")
        print(f"seed {seed}: 49 games in {time.monotonic() - begun:.0f} s", flush=True)
        for often in (0.0, 0.3, 0.5, 0.7, 1.0):
            begun, folder = time.monotonic(), out / f"confirm-{seed}-{often}"
            shutil.copytree(out / f"confirm-{seed}", folder)
            found = play_season(*the_confirmation(out, seed, often), folder)
            print(f"often {often}, {time.monotonic() - begun:.0f} s: {told(found)}", flush=True)


def main() -> None:
    _let_players_be_found()
    place = Path(sys.argv[1])
    parts = {"season": season, "power": power, "simulated": simulated, "speed": speed, "confirm": confirm}
    for part in sys.argv[2:] or ["season", "power", "simulated", "speed"]:
        parts[part](place)


def _let_players_be_found() -> None:
    """They are named as modules of this folder and of the tests, here and in processes of their own."""
    ours = [str(BENCH), str(BENCH.parent / "tests")]
    sys.path[:0] = ours
    os.environ["PYTHONPATH"] = os.pathsep.join([*ours, os.environ.get("PYTHONPATH", "")])


if __name__ == "__main__":
    main()
