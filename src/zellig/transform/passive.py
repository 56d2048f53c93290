"""Voice: active to passive, and passive with an agent back to active."""

from __future__ import annotations

from dataclasses import replace

from zellig.language.clause import Clause, Part, Phrase, plain
from zellig.language.phrases import HUMAN_PRONOUNS, PRONOUNS, SUBJECT_FORMS
from zellig.language.realise import by_phrase
from zellig.language.valency import takes_object, takes_two_objects
from zellig.language.verb_group import Agreement
from zellig.language.words import word_list
from zellig.transform.change import (
    Change,
    Meaning,
    beside_verb,
    is_gapped,
    lows,
    may_move,
    needs_subject,
    one_plain_verb,
    refuse_focused,
    refuse_if,
)
from zellig.transform.weight import (
    begins_vaguely,
    head_of,
    is_bare,
    is_concrete,
    refuse_heavy,
    refuse_limiting,
    refuse_long,
    refuse_second_statement,
    refuse_split_title,
    refuse_unsure_name,
    size,
)

LONGEST = 28  # words of the sentence
HEAVIEST_AGENT, HEAVIEST_OBJECT, HEAVIEST_KEPT = 12, 8, 5  # words
_OBJECT_FORMS = SUBJECT_FORMS.keys() - {"her", "you", "it"}  # which may begin a phrase: *her book*
_PRONOUN_AGENTS = HUMAN_PRONOUNS - {"you"}  # *by you and your crew* is English
_FLAT = ("well", "hard", "fast")  # adverbs of manner without *-ly*
_SCOPED = frozenset({"universal", "negative", "proportional", "numeral"})


def to_passive(clause: Clause) -> Change:
    """*A coat was hung by the boy.*"""
    one_plain_verb(clause)
    subject = needs_subject(clause)
    verb, parts = clause.verb, list(clause.predicate.parts)
    refuse_if(verb.passive, "already passive")
    refuse_if(subject.determiner in ("expletive", "negative", "bare singular"), subject.determiner)
    refuse_if(verb.lemma in word_list("no-passive") or not takes_object(verb.lemma), "verb without a passive")
    refuse_focused(subject)
    _check_agent(clause, subject)
    refuse_if(any(part.role == "complement" for part in parts), "bare clause")
    refuse_if(any(part.controlled for part in [*parts, *clause.front]), "dangling adjunct")
    refuse_if(any(_describes_subject(part) for part in clause.front), "dangling adjunct")
    refuse_if(any(part.preposition in ("like", "than") for part in parts), "unsure attachment")
    refuse_if(any(is_gapped(part) for part in parts), "gapping")
    refuse_if(verb.progressive and (verb.perfect or verb.modal), "will be being")
    place = next((i for i, part in enumerate(parts) if part.role in ("indirect", "object")), None)
    refuse_if(place is None or any(part.role != "particle" for part in parts[: place or 0]), "no object")
    promoted = parts.pop(place or 0)
    phrase = promoted.phrase
    refuse_if(phrase is None or len(phrase.words) != len(promoted.words), "no object")
    if phrase is None:
        raise AssertionError
    _check_object(verb.lemma, phrase)
    refuse_heavy(phrase, HEAVIEST_OBJECT)
    refuse_if(_is_new(phrase) and _is_given(subject), "new object")
    refuse_if(verb.lemma in word_list("takes-of") and "of" in lows(phrase.words), "unsure object")
    refuse_split_title(phrase, tuple(word for part in parts[place or 0 :] for word in part.words))
    refuse_if(any(_is_path(verb.lemma, part) for part in parts[: place or 0]), "path preposition")
    refuse_if(any(part.preposition == "by" or _is_reflexive(part) for part in parts), "another by")
    goals = any(part.role == "object" for part in parts)
    refuse_if(promoted.role == "indirect" and not goals, "no object")
    second = [part.phrase for part in parts if part.role == "object"]
    refuse_if(any(each is None or (is_bare(each) and not is_concrete(each)) for each in second), "idiom")
    # *uses a chain saw*: two objects where the verb takes one are one that the parser split
    refuse_if(goals and not takes_two_objects(verb.lemma), "two objects")
    kept = [part for part in parts if _stays_close(part)]
    rest = [part for part in parts if part not in kept]
    refuse_if(subject.modified and rest, "heavy agent")
    refuse_if(any(map(_is_manner, rest)), "agent before manner")
    # *follows the flight of a pilot in May*: was the flight in May?
    loose = phrase.determiner == "proper" or not is_concrete(phrase)
    refuse_if(phrase.animate and any(map(_may_describe, parts)), "unsure attachment")
    refuse_if(any(map(_is_direction, [promoted, *parts])), "agent before place")
    refuse_if(loose and any(part.preposition for part in parts), "unsure attachment")
    refuse_if(any(size(part.words) > HEAVIEST_KEPT for part in kept), "heavy phrase")
    needy = word_list("needs-a-place") | {"keep", "leave", "hold", "find"}
    refuse_if(rest and (verb.lemma in needy or any(map(_is_in_vessel, rest))), "agent before place")
    refuse_if("another" in lows(phrase.words), "reciprocal")  # it needs the other one before it
    refuse_if(any(_means_another(part) for part in [*parts, *clause.front]), "unsure pronoun")
    agent = by_phrase(as_object(subject))
    changed = replace(
        clause.predicate,
        verb=replace(verb, passive=True, emphatic=False, short_first=False),
        parts=(*kept, agent, *rest),
        inner=tuple(map(beside_verb, clause.predicate.inner)),
        spaces=(),
    )
    made = replace(clause.with_predicate(changed), subject=as_subject(phrase))
    return Change(made, _meaning(subject, phrase))


def to_active(clause: Clause) -> Change:
    """*A boy chases two dogs.*, from a passive whose *by* names an agent."""
    one_plain_verb(clause)
    subject = needs_subject(clause)
    verb, parts = clause.verb, list(clause.predicate.parts)
    refuse_if(not verb.passive, "not passive")
    # *the worst film ever released by a studio* is no sentence
    named = any(word.tag in ("JJS", "RBS") for word in subject.words) or subject.determiner == "negative"
    refuse_if(clause.restored and (named or bool(clause.predicate.inner)), "unsure verb")
    place = next((i for i, part in enumerate(parts) if part.role == "agent"), None)
    refuse_if(place is None, "no agent")
    agent = parts.pop(place or 0)
    phrase = agent.phrase
    refuse_if(phrase is None or len(phrase.words) != len(agent.words) - 1, "no agent")
    if phrase is None:
        raise AssertionError
    head = (phrase.words[phrase.head].lemma or phrase.words[phrase.head].text).lower()
    refuse_if(head in word_list("not-agents") or phrase.determiner == "bare singular", "no agent")
    # *a comedy enriched by a sharp eye* is no sentence; *a dog chased by a boy* tells of an event
    refuse_if(clause.restored and not (is_concrete(subject) and is_concrete(phrase)), "unsure verb")
    refuse_if(any(part.controlled for part in [*parts, *clause.front]), "dangling adjunct")
    refuse_if(set(lows(phrase.words)) & word_list("bound"), "bound possessive")
    refuse_if(phrase.words[-1].text.lower() in word_list("directions"), "unsure attachment")
    refuse_if(any(part.dep in ("prep", "agent") for part in parts[place or 0 :]), "unsure attachment")
    refuse_if(any(word.tag == "," for part in parts for word in part.words), "loose end")
    _check_rest(clause, subject)
    refuse_heavy(subject, HEAVIEST_AGENT)
    refuse_heavy(phrase, HEAVIEST_AGENT)
    moved = as_object(subject)
    goal = Part("object", moved.words, "dobj", phrase=moved)
    particles = [part for part in parts if part.role == "particle"]
    rest = [part for part in parts if part.role != "particle"]
    changed = replace(
        clause.predicate, verb=replace(verb, passive=False), parts=(*particles, goal, *rest), spaces=()
    )
    made = replace(clause.with_predicate(changed), subject=as_subject(phrase))
    return Change(made, _meaning(subject, phrase))


def _meaning(subject: Phrase, other: Phrase) -> Meaning:
    """*Every pupil read a book*: another one each? In the other voice it may be the same."""
    settled = ("definite", "proper", "pronoun")  # take no scope
    scoped = subject.determiner in _SCOPED or other.determiner in _SCOPED
    both = scoped and subject.determiner not in settled and other.determiner not in settled
    return "none" if both else "equivalent"


def _may_describe(part: Part) -> bool:
    """*treats the patient with a fever*: whose is it behind *by the doctor*?"""
    return part.preposition in ("with", "without", "in")


def _is_direction(part: Part) -> bool:
    """*takes the child home*, which the parser takes for a part of the object"""
    last = part.words[-1].text.lower() in word_list("directions")
    return last and (part.role in ("object", "indirect") or len(part.words) == 1)


def _is_manner(part: Part) -> bool:
    """*by the cook badly*: how something is done stands beside the verb, of which it is said."""
    word = part.words[-1].text.lower()
    manner = word in _FLAT or (word.endswith("ly") and word not in word_list("sentence-adverbs"))
    return part.dep == "advmod" and not part.time and manner


def _is_path(lemma: str, part: Part) -> bool:
    """*slides down the slide*: a preposition that the parser takes for a particle."""
    (word, *_) = part.words
    return word.tag == "IN" or (lemma in word_list("motion") and word.text.lower() in word_list("paths"))


def _is_in_vessel(part: Part) -> bool:
    """*stirs soup in a pot*: behind the agent it would say where the cook is."""
    return part.preposition == "in" and not word_list("vessels").isdisjoint(lows(part.words))


def _is_reflexive(part: Part) -> bool:
    return any(word.text.lower().endswith(("self", "selves")) for word in part.words)


def _is_result(part: Part) -> bool:
    """*calls it a dream*, *paints it red*."""
    return part.role == "predicative" or all(word.tag == "JJ" for word in part.words)


def _describes_subject(part: Part) -> bool:
    """*Though a comedy, the film ...*, *Like others, he ...*"""
    return part.dep == "advcl" or lows(part.words)[0] in (
        "though",
        "although",
        "while",
        "as",
        "like",
        "unlike",
    )


def _is_new(phrase: Phrase) -> bool:
    """*a sense of place*, *ominous charges*: not spoken of before, and nothing that can be seen."""
    bare = is_bare(phrase) and phrase.text.lower() not in SUBJECT_FORMS
    return (bare or phrase.determiner in ("indefinite", "some")) and not is_concrete(phrase)


def _is_given(phrase: Phrase) -> bool:
    """Is it what the sentence is about? Then nobody would put it last, behind what is new."""
    return phrase.determiner in ("definite", "proper", "pronoun")


def _means_another(part: Part) -> bool:
    """*scratches the disc when it closes*: what *it* means would change with the subject."""
    return any(word.text.lower() in word_list("bound") | {"it", "he", "she", "they"} for word in part.words)


def _check_agent(clause: Clause, subject: Phrase) -> None:
    """Refuses an agent that nobody would name last: *It was bought by me*, a pronoun, a heavy phrase."""
    alone = lows(subject.words)[0] if len(subject.words) == 1 else ""
    joined = subject.coordinated and _PRONOUN_AGENTS.intersection(lows(subject.words))
    refuse_if(alone in word_list("never-agents") or bool(joined), "pronoun agent")  # *by he and his crew*
    refuse_if(clause.verb.negative, "negative")  # *A shirt is not worn by the man*
    refuse_heavy(subject, HEAVIEST_AGENT)
    refuse_if(any(word.tag == "," for word in subject.words), "heavy agent")  # *by Anna, 64, and Ben, 50,*
    refuse_if(subject.words[-1].text.strip(".…") == "", "unsure end")
    refuse_if("by" in lows(subject.words), "another by")
    _check_rest(clause, subject)


def _check_rest(clause: Clause, subject: Phrase) -> None:
    """What both voices need of a sentence."""
    refuse_long(clause, LONGEST)
    refuse_unsure_name(clause, subject)
    refuse_limiting(clause)
    refuse_second_statement(clause)


def _stays_close(part: Part) -> bool:
    """*poured into cups by a cook*: what the verb is not complete without stands before the agent."""
    goal = part.preposition in word_list("goals") and part.words[0].tag != ","
    return goal or part.role in ("particle", "object") or _is_result(part)


def _check_object(lemma: str, phrase: Phrase) -> None:
    may_move(phrase)
    refuse_if(phrase.determiner in ("negative", "expletive"), phrase.determiner)
    head = phrase.words[phrase.head]
    refuse_if(f"{lemma}+{head_of(phrase)}" in word_list("idioms"), "idiom")
    torn = len(phrase.words) > 1 and phrase.words[0].text.lower() in _OBJECT_FORMS
    refuse_if(torn, "two objects")  # *elected him mayor*
    measured = lemma in word_list("measuring") and phrase.determiner == "numeral"
    refuse_if(measured, "verb without a passive")  # *takes two hours*
    lone = len(phrase.words) == 1 and is_bare(phrase) and phrase.text.lower() not in SUBJECT_FORMS
    # *defies reason*, *took issue*: such a noun is hardly more than a part of the verb
    refuse_if(lone and not is_concrete(phrase), "idiom")
    refuse_if(begins_vaguely(phrase.words) or phrase.text.lower() == "you", "bare quantifier")
    refuse_if(head.tag == "WP", "no object")
    refuse_if(phrase.words[-1].tag == "JJ", "unsure object")  # *painted the door red*


def as_object(phrase: Phrase) -> Phrase:
    """The phrase as it is behind a verb or preposition."""
    low = phrase.words[0].text.lower()
    if len(phrase.words) == 1 and low in PRONOUNS:
        return replace(phrase, words=plain(PRONOUNS[low][0]))
    return phrase


def as_subject(phrase: Phrase) -> Phrase:
    low = phrase.words[0].text.lower()
    if len(phrase.words) == 1 and low in SUBJECT_FORMS:
        form = SUBJECT_FORMS[low]
        _, person, plural = PRONOUNS[form]
        text = "I" if form == "i" else form
        return replace(phrase, words=plain(text), agreement=Agreement(person, plural))
    return phrase
