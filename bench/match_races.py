"""How often equally quick players win a race, by the length of their lines (docs/concepts/matches.md).

PYTHONPATH=tests python bench/match_races.py
"""

from __future__ import annotations

from racing import shares
from zellig.games.match.rules import Fairness
from zellig.server.live.rooms.lines import bounded

RACES, SEED = 10_000, 18
LINES = (5.0, 40.0, 75.0, 110.0, 145.0, 180.0, 215.0, 250.0)


def main() -> None:
    print("| line, ms there and back | " + " | ".join(f"{each:.0f}" for each in LINES) + " |")
    print("|---" * (len(LINES) + 1) + "|")
    for name, fairness in (("with the allowance", Fairness()), ("without", Fairness(most=0))):
        row = shares(LINES, fairness, RACES, SEED)
        print(f"| {name}, % won | " + " | ".join(f"{each:.1f}" for each in row) + " |")
    print("\n| 5 ms against | with the allowance | without |\n|---|---|---|")
    for far in (250.0, 350.0, 450.0, 600.0):
        row = [shares((5.0, far), fairness, RACES, SEED)[0] for fairness in (Fairness(), Fairness(most=0))]
        print(f"| {far:.0f} ms | {row[0]:.1f}% | {row[1]:.1f}% |")
    print("\n| both lines, ms | one delays its answers | and its acknowledgements by 40 ms | ms gained |")
    print("|---|---|---|---|")
    for line in (5.0, 40.0, 110.0, 250.0):
        both = [
            shares((line, line), Fairness(), RACES, SEED, held, bounded)[1] for held in (None, (0.0, 40.0))
        ]
        mean = line * 1.2 + 2  # what lines that vary as these take
        gained = bounded(mean + 40, line) - bounded(mean, line)
        print(f"| {line:.0f} | {both[0]:.1f}% | {both[1]:.1f}% | {gained:.0f} |")


if __name__ == "__main__":
    main()
