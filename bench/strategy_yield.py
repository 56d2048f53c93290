"""How many review sentences get enough good pairs from the strategies.

    python bench/strategy_yield.py [SPLIT [BEHIND]]

It takes the first 250 sentences of each label, in the order of the corpus, behind so many others. A sentence
counts if it has at least 4 valid pairs from 3 classes of which 2 change the label: the old answer is accepted
no more. Strategies of robustness, and tags behind an unchanged sentence, are left out.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict

from zellig.breakers.strategies.domains import FILM
from zellig.breakers.strategies.strategy import Strategy, codes_for
from zellig.breakers.strategies.taxonomy import taxonomy
from zellig.checks.pipeline import check
from zellig.checks.policy import default_policy
from zellig.checks.waivers import waivers_of
from zellig.corpora import open_corpus
from zellig.items import Item, Pair
from zellig.performers import derive_seed
from zellig.tasks import get_task

OF_EACH = 250
PAIRS, CLASSES, CHANGING = 4, 3, 2
TASK = "sentiment"


def main() -> None:
    split = sys.argv[1] if len(sys.argv) > 1 else "dev"
    items = slice_of(split, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    pairs, fired = pairs_of(items)
    good = Counter(item.accepted[0] for item in items if is_rich(pairs[item.id]))
    share = 100 * good.total() / len(items)
    print(f"{split}: {good.total()} of {len(items)} items ({share:.1f}%): {dict(good)}")
    print(f"{len(fired)} strategies fire\n\n| strategy | +1 | -1 |\n|---|---|---|")
    for code, counts in fired.items():
        print(f"| `{code}` | {counts['+1']} | {counts['-1']} |")


def slice_of(split: str, behind: int) -> list[Item]:
    seen: Counter[str] = Counter()
    found = []
    for item in open_corpus(f"rotten-tomatoes:{split}?labels=binary"):
        seen.update(item.accepted)
        if behind < seen[item.accepted[0]] <= behind + OF_EACH:
            found.append(item)
    return found


def pairs_of(items: list[Item]) -> tuple[dict[str, list[Pair]], dict[str, Counter[str]]]:
    """The valid pairs of each item, and how often each strategy fires on which label."""
    pairs: dict[str, list[Pair]] = defaultdict(list)
    fired: dict[str, Counter[str]] = {}
    for code in codes_for(TASK):
        seeds = [derive_seed(2017, code, item.id) for item in items]
        strategy = Strategy(code, TASK, FILM)
        made = [pair for some in strategy.break_items(items, seeds, None) for pair in some]
        rows, waived = enumerate(made, 1), waivers_of(strategy)
        valid = check(rows, get_task(TASK), default_policy(), validity=True, domain=FILM, waived=waived).valid
        if valid:
            fired[code] = Counter(pair.original.accepted[0] for pair in valid)
        for pair in valid:
            pairs[pair.original.id].append(pair)
    return pairs, fired


def is_rich(pairs: list[Pair]) -> bool:
    kept = [pair for pair in pairs if _class(pair) != "robustness" and not _is_tagged(pair)]
    changing = [pair for pair in kept if pair.original.accepted[0] not in pair.modified.accepted]
    return len(kept) >= PAIRS and len(set(map(_class, kept))) >= CLASSES and len(changing) >= CHANGING


def _class(pair: Pair) -> str:
    return taxonomy()[pair.phenomenon].class_


def _is_tagged(pair: Pair) -> bool:
    return pair.modified.fields["text"].startswith(pair.original.fields["text"].rstrip(" ."))


if __name__ == "__main__":
    main()
