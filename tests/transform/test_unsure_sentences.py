"""Sentences that are easily misread, and what must not be made of them."""

from __future__ import annotations

import pytest

from helpers import contrast_of
from zellig.language.clause import Clause
from zellig.language.reading import read_clauses
from zellig.transform.hypotheses import hypotheses
from zellig.transform.label_rules import CONDITIONS, Sides

CASES = [
    # a compound that the parser splits: two objects, or a second verb, where the verb takes neither
    ("A worker uses the chain saw on a log.", "passive", "refused: unsure verb"),
    ("A guy is using a table saw to cut wood.", "future", "refused: unsure verb"),
    ("The man will use the power saw.", "passive", "The power saw will be used by the man."),
    ("A surfer is surfing catches a wave.", "past", "refused: unsure verb"),
    # what nobody would say in the passive: what is new would come first, or a pronoun would mean another
    ("The film creates a strong sense of place.", "passive", "refused: new object"),
    ("A man carries a box.", "passive", "A box is carried by a man."),
    ("The door scratches the disc when it closes.", "passive", "refused: unsure pronoun"),
    ("The mayor accused the bakers of theft.", "passive", "refused: unsure object"),
    ("They should call the doctor.", "passive", "refused: pronoun agent"),
    ("The worst film ever released by a studio.", "active", "refused: unsure verb"),
    # a clause as the subject
    ("Having a pet is not easy.", "contraction", "Having a pet isn't easy."),
    ("What he wants isn't clear.", "expansion", "What he wants is not clear."),
    ("A clerk handed the boy a ticket.", "passive", "The boy was handed a ticket by a clerk."),
    # a verb that the parser takes for a noun behind a participle
    ("Five girls playing soccer chase after a cat.", "future", "refused: unsure verb"),
    ("Four boys playing tennis race after a cat.", "may", "refused: unsure verb"),
    ("A group of dancers wearing red dance in a hall.", "past", "refused: unsure verb"),
    ("Two boys sitting and eating ice cream.", "past", "Two boys were sitting and eating ice cream."),
    ("Two men playing acoustic guitar.", "past", "Two men were playing acoustic guitar."),
    ("A clown holding a drum and a tall girl are dancing.", "", "refused: unsure verb"),
    ("A girl with beach shades on.", "past", "refused: unsure verb"),
    # a verb that the parser takes for a noun behind *and*
    ("A woman plays chess and hums.", "past", "refused: unsure verb"),
    ("A woman plays chess and hums.", "future", "refused: unsure verb"),
    ("A woman plays chess and hums.", "perfect", "refused: unsure verb"),
    ("A woman plays chess and hums.", "progressive", "refused: unsure verb"),
    ("A woman plays chess and hums.", "may", "refused: unsure verb"),
    ("A boy pushes his cart and smiles.", "past", "refused: unsure verb"),
    ("Two cooks drink tea and laugh.", "past", "refused: unsure verb"),
    ("A cook watches a play and two boys dance.", "past", "refused: subordinate tense"),
    ("A cook eats rice and beans.", "past", "A cook ate rice and beans."),
    ("A cook sells shirts and ties.", "past", "A cook sold shirts and ties."),
    # several scenes in one caption
    ("Two cooks standing at a table and a waiter with a tray.", "past", "refused: unsure verb"),
    ("A cook kneeling and a clerk standing next to him.", "may", "refused: unsure verb"),
    ("A cook and a clerk dancing in a hall.", "past", "A cook and a clerk were dancing in a hall."),
    # forms that no dictionary has
    ("The crew setup the tent.", "past", "refused: unknown verb"),
    ("They backup the files.", "passive", "refused: unknown verb"),
    ("A girl is twerking.", "past", "A girl was twerking."),
    ("A girl is twerking.", "manage", "refused: unknown verb"),
    ("A girl is twerking.", "perfect", "refused: unknown verb"),
    ("A boy is skateboarding.", "perfect-progressive", "A boy has been skateboarding."),
    # what stands behind an object may belong to the verb
    ("A crowd scans a singer for familiar faces.", "swap", "refused: unsure attachment"),
    ("A teacher asks a pupil for a pencil.", "swap", "refused: unsure attachment"),
    ("A teacher asks a pupil for a pencil.", "passive", "refused: unsure attachment"),
    ("A woman wears a dress on a bike.", "passive", "refused: verb without a passive"),
    ("A boy eats a slice of bread.", "passive", "A slice of bread is eaten by a boy."),
    # a past that a verb or modal does not take
    ("The wood burned.", "can", "refused: past under can"),
    ("The wood has burned.", "can", "refused: past under can"),
    ("The wood burned.", "may", "The wood may have burned."),
    ("A pilot was given a medal.", "tend", "refused: single event"),
    ("A cook won a prize.", "tend", "refused: single event"),
    ("A cook wins prizes.", "tend", "A cook tends to win prizes."),
    ("The soup is being served.", "perfect-progressive", "refused: been being"),
    # titles and other names with an article
    ("The Matrix beats every rival.", "cleft-subject", "It is The Matrix that beats every rival."),
    ("The Kitchen Thief amuses the boys.", "passive", "The boys are amused by The Kitchen Thief."),
    ("The White House praised the plan.", "cleft-subject", "It was the White House that praised the plan."),
    ("The Cabinet meeting ended.", "cleft-subject", "It was the Cabinet meeting that ended."),
    ("The Millers bought a house.", "cleft-subject", "It was the Millers who bought a house."),
    # words whose stress depends on their place
    ("Not even the mayor can save the town.", "passive", "refused: cannot be in focus"),
    ("Not even the Baker Sisters can save it.", "passive", "refused: cannot be in focus"),
    ("Only the cook knows the recipe.", "passive", "refused: cannot be in focus"),
    # what is between quotation marks stays there, if it is a name and no speech
    ('A man in a "Lions" shirt carries a box.', "passive", 'A box is carried by a man in a "Lions" shirt.'),
    ('The cook calls the soup "a dream".', "passive", 'The soup is called "a dream" by the cook.'),
    ('The guide said "we are late".', "past", "refused: quotation"),
    ("The boys painted the door red.", "passive", "The door was painted red by the boys."),
    ("The boys painted the door red in May.", "passive", "refused: unsure object"),
    ("A cook is going somewhere.", "negation", "No cook is going anywhere."),
    # what nobody puts first
    ("Any guests are welcome.", "cleft-subject", "refused: cannot be in focus"),
    ("Kitchen serves good soup.", "cleft-subject", "refused: bare singular"),
    ("Music fills the hall.", "cleft-subject", "It is music that fills the hall."),
    # reasons
    ("The film is not dull.", "expansion", "refused: no short form to expand"),
    ("He has a dog.", "contraction", "refused: no short form"),
]


@pytest.mark.parametrize(("sentence", "name", "wanted"), CASES)
def test_what_may_be_misread(sentence: str, name: str, wanted: str) -> None:
    assert contrast_of(sentence, name) == wanted


MENDED = [
    ("The child is diving in the pool.", "past", "The child was diving in the pool."),
    ("a man is shaving", "may", "a man may be shaving"),
    ("Dog running down a wet path.", "negation", "refused: unsure name"),
    ("Dogs running down a wet path.", "past", "Dogs were running down a wet path."),
    ("Baker runs a shop.", "past", "Baker ran a shop."),
    ("Mom is running down a wet path.", "negation", "Mom is not running down a wet path."),
    ("They are both waiting for a train.", "past", "They were both waiting for a train."),
    ("They have all left the room.", "question", "Have they all left the room?"),
    (
        "A nurse wearing a coat and a tall cap is carrying a box of apples.",
        "future",
        "A nurse wearing a coat and a tall cap will be carrying a box of apples.",
    ),
]


@pytest.mark.parametrize(("sentence", "name", "wanted"), MENDED)
def test_slips_of_the_parser_that_are_put_right(sentence: str, name: str, wanted: str) -> None:
    assert contrast_of(sentence, name) == wanted


@pytest.mark.parametrize("first", ["Only one cook", "Just one cook", "Even a cook", "A cook also", "A cook"])
def test_that_somebody_alone_fails_says_that_others_do_not(first: str) -> None:
    (clause,) = read_clauses([f"{first} won a prize."])
    assert isinstance(clause, Clause)
    assert CONDITIONS["telic"](Sides((clause,), ())) == (first == "A cook")


@pytest.mark.parametrize("premise", ["A woman is laying on a bed.", "A cook is putting a pan on a stove."])
def test_a_hypothesis_keeps_what_the_verb_needs(premise: str) -> None:
    (clause,) = read_clauses([premise])
    assert isinstance(clause, Clause)
    assert "without-adjunct" not in [made.code for made in hypotheses(clause)]
