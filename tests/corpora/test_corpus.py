"""What a corpus is: the hash of its items."""

from __future__ import annotations

from zellig.corpora import corpus_hash
from zellig.items import Item

SOUP, TEA = Item("1", {"text": "Soup."}, ("+1",)), Item("2", {"text": "Tea."}, ("-1",))


def test_a_corpus_is_known_by_its_items_and_their_answers() -> None:
    first = corpus_hash([SOUP, TEA])
    assert corpus_hash(iter([SOUP, TEA])) == first
    others = [
        [TEA, SOUP],
        [SOUP],
        [],
        [SOUP, Item("3", TEA.fields, TEA.accepted)],
        [SOUP, Item("2", TEA.fields, ("+1",))],
        [SOUP, Item("2", {"text": "Milk."}, TEA.accepted)],
        [SOUP, Item("2", TEA.fields, TEA.accepted, {"tree": "(Tea)"})],
    ]
    assert len({first, *map(corpus_hash, others)}) == 8
