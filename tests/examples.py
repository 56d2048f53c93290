"""Items that several test files train tiny systems on, and odd texts that no system may stumble over."""

from __future__ import annotations

from zellig.items import Item

FRAMES = [
    "The soup was {} and warm .",
    "What a {} tavern !",
    "We had a {} evening .",
    "{} bread , as always .",
]
WORDS = {"+1": ["lovely", "splendid", "charming"], "-1": ["awful", "dreadful", "stale"]}


def trees(text: str, word: str, label: str) -> dict[str, str]:
    """Metadata as of the treebank, for a flat tree where this word makes the label."""
    found = {"+1": 4, "-1": 0}[label]
    leaves = " ".join(f"({found if each == word else 2} {each})" for each in text.split())
    return {"tree": f"({text})", "gold_tree": f"({found} {leaves})"}


TRAIN = [
    Item(
        f"{label}{word}{number}",
        {"text": text},
        (label,),
        trees(text, word, label),
    )
    for label, words in WORDS.items()
    for word in words
    for number, text in enumerate(frame.format(word) for frame in FRAMES)
]
ODD = [
    Item("empty", {"text": ""}),
    Item("emoji", {"text": "🙂🙂"}),
    Item("right to left", {"text": "חם וטעים"}),
    Item("long", {"text": "soup " * 20_000}),
    Item("unknown", {"text": "zzz qqq"}),
]
