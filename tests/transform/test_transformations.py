"""More of what the transformations do and refuse, beyond the golden sentences."""

from __future__ import annotations

import pytest

from helpers import contrast_of

CASES = [
    ("She isn't happy.", "expansion", "She is not happy."),
    ("The man is not tall.", "contraction", "The man isn't tall."),
    ("He is running.", "contraction", "He's running."),
    ("The dogs are n't outside .", "past", "The dogs were n't outside ."),
    ("She isn't happy.", "question", "refused: negative"),
    (
        "A man wearing a cap is standing by a bus.",
        "relative",
        "A man who is wearing a cap is standing by a bus.",
    ),
    ("The team won the game yesterday.", "object-question", "What did the team win yesterday?"),
    ("The team won the game yesterday.", "when-question", "When did the team win the game?"),
    ("The girl is reading in the kitchen.", "where-question", "Where is the girl reading?"),
    ("Alice saw Bob.", "cleft-subject", "It was Alice who saw Bob."),
    ("Two dogs are chased by a boy.", "active", "A boy chases two dogs."),
    ("The boy saw him.", "passive", "He was seen by the boy."),
    ("A guide will help us.", "passive", "We will be helped by a guide."),
    ("A cat attacks a dog.", "swap", "A dog attacks a cat."),
    ("A man meets a woman.", "swap", "refused: symmetric verb"),
    ("The cook carries a pot.", "swap", "refused: inanimate"),
    ("An old man is feeding a horse .", "passive", "A horse is being fed by an old man ."),
    ("As he sings , a man waves .", "cleft-subject", "refused: unread beginning"),
    ("The cook carries a pot.", "nonsense-swap", "A pot carries the cook."),
    ("A cat attacks a dog.", "nonsense-swap", "refused: makes sense"),
    ("The cook knows the answer.", "progressive", "refused: stative verb"),
    ("The cook is going to sleep.", "past", "refused: going to"),
    ("The cook says that the soup is warm.", "past", "refused: reported speech"),
    ("A man who sings is dancing.", "past", "A man who sang was dancing."),
    ("The soup is being served.", "future", "refused: will be being"),
    ("Open the window.", "negation", "Do not open the window."),
    ("Someone is singing.", "negation", "No one is singing."),
    ("Another dog is barking.", "negation", "No other dog is barking."),
    ("Most dogs bark.", "negation", "refused: proportional scope"),
    (
        "A boy is eating the cake that his aunt made.",
        "may",
        "A boy may be eating the cake that his aunt made.",
    ),
    ("Two boys were fishing.", "cleft-subject", "It was two boys who were fishing."),
    ("A crowd is watching a game.", "cleft-subject", "It is a crowd that is watching a game."),
    ("The cook baked the bread.", "past+passive", "refused: already so"),
    ("The cook bakes the bread.", "past+passive", "The bread was baked by the cook."),
    ("The cook bakes the bread.", "future+passive+question", "Will the bread be baked by the cook?"),
    ("The cook bakes the bread.", "may+cleft-subject", "It is the cook who may bake the bread."),
    ("A child slides down the slide by himself .", "passive", "refused: path preposition"),
    ("A cook prepares the soup by himself.", "passive", "refused: another by"),
    ("A cook pours soup into cups.", "passive", "Soup is poured into cups by a cook."),
    ("The cook put the pot on the stove.", "passive", "refused: agent before place"),
    ("A cook sees the pot he bought.", "passive", "refused: bound possessive"),
    ("A rider feeds a horse.", "swap", "refused: one-way verb"),
    ("A bride greets her groom.", "cleft-object", "refused: bound possessive"),
    ("Nobody has soup.", "cleft-object", "refused: negative"),
    ("The cook was a baker for many years.", "present", "refused: time adverb"),
    ("The band has been together for years.", "simple", "refused: time adverb"),
    ("A car speeds away while a man waves.", "perfect", "refused: subordinate tense"),
    ("A car speeds away while a man waves.", "past", "A car sped away while a man waved."),
    ("A car speeds away while a man waves.", "future", "A car will speed away while a man waves."),
    ("Three children are dressed in white.", "progressive", "refused: state"),
    ("Two men are singing.", "tend", "Two men tend to sing."),
    ("A couple is walking past a shop.", "who-question", "Who is walking past a shop?"),
    ("There are two dogs outside.", "contraction", "refused: no short form"),
    ("A woman are running.", "negation", "refused: slip"),
    ("The cook is walking in a red hat.", "cleft-adjunct", "refused: unsure attachment"),
    ("A woman wearing jeans crosses a bridge.", "past", "A woman wearing jeans crossed a bridge."),
]


@pytest.mark.parametrize(("sentence", "name", "wanted"), CASES)
def test_case(sentence: str, name: str, wanted: str) -> None:
    assert contrast_of(sentence, name) == wanted
