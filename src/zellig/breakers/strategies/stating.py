"""Does a text state an opinion, and does it show which? Much that people write does something else.

Thanks, cheers, advice, commands and questions cannot be denied, doubted or reported. A text whose words do
not show its answer has one all the same, for whoever knows more than the text; readers of the text do not.
"""

from __future__ import annotations

import re

from zellig.breakers.strategies.domains import NEUTRAL
from zellig.breakers.strategies.evaluative import others
from zellig.breakers.strategies.opinion import SUBJECTS, Cue, Opinion, Reading, words
from zellig.breakers.strategies.version import about_something
from zellig.language.lexicon import valence
from zellig.language.tokens import FINITE
from zellig.transform.change import refuse_if

# Names, tags, links and faces: a message to somebody, not a sentence of a text.
MESSAGE = re.compile(r"(?:^|\s)[@#]\w|https?:|www\.|\bRT\b|[:;=]['-]?[)(DPpOo/\\|*]|<3|\^\^|\bx[dD]\b")
ADDRESSED = re.compile(r"^(?:@\w+\s+)+")
LINKING = frozenset({"be", "seem", "look", "feel", "sound", "taste", "smell", "remain"})
OUTRIGHT = frozenset({"ROOT", "amod", "acomp", "attr", "dobj", "conj", "oprd", "advmod", "compound"})
LONGEST_JUDGEMENT = 30  # tokens; longer, and a text about anything has more to say
CERTAIN_FROM = 1.9  # a word that people rate so far from zero shows the side of any text


def tells(opinion: Opinion) -> None:
    """Refuses what tells nothing: messages, commands, questions, cheers; and what does not show its side."""
    reading = opinion.reading
    refuse_if(reading.has("?"), "question")
    refuse_if(is_message(reading), "message")
    refuse_if(is_command(reading), "command")
    refuse_if(any(token.tag == "UH" for token in reading.tokens), "exclamation")
    refuse_if(not reading.domain.stories and reading.has_any("no-statement"), "no statement")
    refuse_if(_cheers(reading) or _feels(reading), "cheer")
    shows_its_side(opinion)
    if reading.domain.name == NEUTRAL:
        refuse_if(not _plainly_judges(opinion), "no judgement")


def states(opinion: Opinion) -> None:
    """Refuses what is no statement of an opinion: what tells nothing, advice, reports of facts."""
    reading = opinion.reading
    about_something(opinion)
    tells(opinion)
    refuse_if(reading.has_any("advice"), "advice")
    if not reading.domain.stories:
        refuse_if(
            not any(_certain(cue, opinion) and said_outright(reading, cue.i) for cue in opinion.cues),
            "no cue",
        )
        main_verb_judges(opinion)


def _cheers(reading: Reading) -> bool:
    """*Great job, team!*"""
    root = reading.tokens[reading.sentence.root]
    return reading.shape == "noun phrase" and root.low in ("job", "work", "going", "show", "try", "luck")


def _feels(reading: Reading) -> bool:
    """*Glad to own it*: said of whoever writes."""
    root = reading.tokens[reading.sentence.root]
    return reading.shape == "adjective phrase" and root.low in words("feelings")


def is_message(reading: Reading) -> bool:
    """Has it the marks of a message on a social network, but for the name to which it is addressed?"""
    return MESSAGE.search(ADDRESSED.sub("", reading.sentence.text)) is not None


def is_command(reading: Reading) -> bool:
    """*Buy this*, *Do not miss it*, *Let us hope*."""
    root = reading.tokens[reading.sentence.root]
    helped = reading.child(root.i, "aux")
    if reading.child(root.i, *SUBJECTS) is not None:
        return root.tag == "VB" and helped is None  # *Heaven help us*
    bare = root.tag == "VB" or (root.tag == "VBP" and root.i < 2)
    return bare and (helped is None or helped.low in ("do", "let"))


def is_formal(reading: Reading) -> bool:
    """Is it written as in a newspaper: no *I* or *you*, nothing shortened, no exclamation?"""
    spoken = reading.has_any("first-person") or reading.has_any("second-person") or reading.has("!", "...")
    short = any("'" in low and low != "'s" for low in reading.lows)
    return reading.domain.name == NEUTRAL and not spoken and not short


def shows_its_side(opinion: Opinion) -> None:
    """Refuses a text whose words do not show the answer, or of which as many speak against it."""
    reading, sign = opinion.reading, opinion.sign
    if sign == 0:
        return
    leaning = words("leaning-up" if sign > 0 else "leaning-down")
    cues = [cue for cue in reading.cues if cue.force == sign]
    places = {cue.i for cue in cues} | {i for i, low in enumerate(reading.lows) if low in leaning}
    refuse_if(not places, "nothing shows the answer")
    against = sum(cue.force != sign for cue in opinion.against)
    refuse_if(against >= len(places), "mixed")
    if reading.domain.name == NEUTRAL:
        # Of a text that may be about anything, weak words are what it tells of.
        sure = any(_certain(cue, opinion) for cue in cues) or len(cues) > 1
        refuse_if(not sure, "nothing shows the answer")


def said_outright(reading: Reading, i: int) -> bool:
    """Is a word what the main clause says, or what the phrase is: in no clause or adverbial inside it?"""
    return all(token.dep in OUTRIGHT for token in reading.above(i))


def main_verb_judges(opinion: Opinion) -> None:
    """Refuses *I bought it at a good price*: outside stories the main verb must judge, or bring what does."""
    reading = opinion.reading
    root = reading.tokens[reading.sentence.root]
    if reading.domain.stories or reading.shape in ("noun phrase", "adjective phrase"):
        return
    known = (
        root.lemma in LINKING or root.lemma in words("bringing") or any(c.i == root.i for c in opinion.cues)
    )
    refuse_if(not known or reading.shape != "clause", "no judgement")


def _certain(cue: Cue, opinion: Opinion) -> bool:
    domain = opinion.reading.domain
    listed = (
        cue.near is not None or cue.word in others("praise", domain) or cue.word in others("blame", domain)
    )
    return cue.real and (listed or abs(valence(cue.word) or valence(cue.lemma)) >= CERTAIN_FROM)


def _plainly_judges(opinion: Opinion) -> bool:
    """*The plan is a disgrace*, *I love the new bridge*: the main verb brings the judgement."""
    reading = opinion.reading
    root = reading.tokens[reading.sentence.root]
    helped = reading.child(root.i, "aux")
    subject = reading.child(root.i, "nsubj")
    finite = root.tag in FINITE or (helped is not None and helped.tag in FINITE)
    if not finite or subject is None or subject.i > root.i or len(reading.tokens) > LONGEST_JUDGEMENT:
        return False
    if any(cue.i == root.i for cue in opinion.cues):
        return subject.low in ("i", "we")
    said = reading.child(root.i, "acomp", "attr")
    if root.lemma not in LINKING or said is None:
        return False
    below = (cue for cue in opinion.cues if _certain(cue, opinion))
    return any(said.i == cue.i or reading.tokens[cue.i].head == said.i for cue in below)
