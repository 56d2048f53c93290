"""What nobody would write is not made: heavy, vague and loose phrases stay where they are."""

from __future__ import annotations

import pytest

from helpers import contrast_of

CLEFTS = [
    ("The clerk also found a key.", "cleft-subject", "refused: stressing adverb"),
    ("The baker who lives here sold the shop.", "cleft-subject", "refused: heavy phrase"),
    ("The mayor, a baker, sold the shop.", "cleft-subject", "refused: heavy phrase"),
    ("Fresh water is best.", "cleft-subject", "refused: generic"),
    ("Nearly two dozen guests left.", "cleft-subject", "refused: bare quantifier"),
    ("The result is a mess.", "cleft-subject", "refused: description"),
    ("The problem is that it broke.", "cleft-subject", "refused: description"),
    ("The lid did not fit.", "cleft-subject", "refused: negative"),
    ("The baker would call the clerk.", "cleft-subject", "refused: would"),
    ("The oven is good, but is dear.", "cleft-subject", "refused: loose end"),
    ("The music player works well.", "cleft-subject", "It is the music player that works well."),
    ("But the baker sold the shop.", "cleft-subject", "But it was the baker who sold the shop."),
    ("In May, the baker sold the shop.", "cleft-subject", "In May, it was the baker who sold the shop."),
    ("To its credit, the town paid the baker.", "cleft-subject", "refused: fronted adjunct"),
    (
        "The State Assembly closed the shop.",
        "cleft-subject",
        "It was the State Assembly that closed the shop.",
    ),
    ("7 coffee is included.", "cleft-subject", "refused: unsure subject"),
    ("We love this shop.", "cleft-object", "It is this shop that we love."),
    ("We have a garden.", "cleft-object", "refused: no event"),
    ("The clerk helped me.", "cleft-object", "refused: pronoun"),
    ("The baker took a look.", "cleft-object", "refused: cannot be in focus"),
    ("The parcel arrived on time.", "cleft-adjunct", "refused: no adjunct"),
    ("The baker worked around the clock.", "cleft-adjunct", "refused: idiom"),
    ("The baker slept in the garden.", "cleft-adjunct", "It was in the garden that the baker slept."),
]
VOICES = [
    ("I recommend the soup.", "passive", "refused: pronoun agent"),
    ("They baked a cake.", "passive", "refused: pronoun agent"),
    ("A guest would highly praise the soup.", "passive", "The soup would be highly praised by a guest."),
    ("The clerk can only carry the box.", "passive", "refused: stressing adverb"),
    ("The plan defies reason.", "passive", "refused: idiom"),
    ("The report follows a strike in Lyon.", "passive", "refused: unsure attachment"),
    ("A baker threw the bread into a basket.", "passive", "The bread was thrown into a basket by a baker."),
    ("The shop saves $300 a year.", "passive", "refused: bare quantifier"),
    ("The shop was praised by guests, by critics and by me.", "active", "refused: unsure attachment"),
]
OTHERS = [
    ("A boy is skilfully playing a flute.", "future", "A boy will be skilfully playing a flute."),
    ("A boy is probably playing a flute.", "may", "A boy may probably be playing a flute."),
    ("Man riding a horse.", "past", "refused: bare singular"),
    ("A letter concerning the rent was lost.", "relative", "refused: stative verb"),
    ("Anna carrying a box was a surprise.", "relative", "refused: unsure participle"),
    ("A girl carrying a box fell.", "relative", "A girl who was carrying a box fell."),
    ("One man sits while another stands.", "negation", "refused: scope"),
]


@pytest.mark.parametrize(("sentence", "name", "wanted"), [*CLEFTS, *VOICES, *OTHERS])
def test_case(sentence: str, name: str, wanted: str) -> None:
    assert contrast_of(sentence, name) == wanted
