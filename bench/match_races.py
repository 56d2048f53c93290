"""How often equally quick players win a race, by the length of their lines (docs/concepts/matches.md).

PYTHONPATH=tests python bench/match_races.py
"""

from __future__ import annotations

from racing import shares
from zellig.games.match.rules import Fairness

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


if __name__ == "__main__":
    main()
