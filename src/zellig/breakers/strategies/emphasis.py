"""Where a word makes a statement stronger: at a denial, a comparison, a limit that is passed, or the verb."""

from __future__ import annotations

from collections.abc import Iterator

from zellig.breakers.strategies.data import frames, pairs_of, substitutions
from zellig.breakers.strategies.domains import Domain
from zellig.breakers.strategies.evaluative import near_of, sign_of
from zellig.breakers.strategies.opinion import SUBJECTS, Opinion, Reading, words
from zellig.breakers.strategies.version import NEGATIVES
from zellig.language.tokens import FINITE, Token

Slot = tuple[int, list[str]]  # before which token, and what may stand there

STATED = frozenset({"ROOT", "conj", "relcl", "ccomp"})
NO_ADVERB = frozenset({"aux", "auxpass", "neg", "advmod", "expl"})
COMPARED = ("JJR", "RBR")
STRESSED = frozenset({"real", "true", "genuine", "absolute", "complete", "total", "utter", "sheer", "pure"})


def emphasis(opinion: Opinion) -> Iterator[Slot]:
    """The places where a word makes the opinion stronger, the surest first."""
    for token in opinion.reading.tokens[:-1]:
        for place in (_passed_limit(opinion, token), _denial(opinion, token), _comparison(opinion, token)):
            if place is not None:
                yield place
    for place in (_main_verb(opinion), _deciding_half(opinion)):
        if place is not None:
            yield place


def _listed(name: str) -> frozenset[str]:
    return frozenset(substitutions().stronger[name].split())


def _before(reading: Reading, i: int) -> str:
    return reading.lows[i - 1] if i else ""


def _after(reading: Reading, i: int) -> str:
    return reading.lows[i + 1] if i + 1 < len(reading.lows) else "."


def is_title(reading: Reading, i: int) -> bool:
    """Does the word stand in a title or a name?"""
    return i > 0 and reading.tokens[i].text[:1].isupper()


def _passed_limit(opinion: Opinion, token: Token) -> Slot | None:
    """*far too long*, *the very best*."""
    reading, before = opinion.reading, _before(opinion.reading, token.i)
    if token.low == "too" and opinion.sign < 0 and not reading.has_any("contrast"):
        graded = reading.tokens[token.i + 1]
        downtoned = before in substitutions().degree["downtoners"].split() or before in words("degrees")
        free = not downtoned and before not in ("all", "only", "are", "none")
        fits = token.head == graded.i and graded.tag in ("JJ", "RB") and graded.low not in ("bad", "often")
        return (token.i, ["far"]) if free and fits else None
    agrees = (token.low == "worst") == (opinion.sign < 0)
    if token.low in ("best", "worst", "finest") and agrees and before in ("the", "'s", "its", "his", "her"):
        fixed = "at" in reading.lows[max(0, token.i - 3) : token.i] or is_title(reading, token.i)
        known = (
            not fixed
            and not reading.has_any("contrast")
            and _after(reading, token.i) not in ("known", "of", "when")
        )
        return (token.i, ["very"]) if known else None
    return None


def _denial(opinion: Opinion, token: Token) -> Slot | None:
    """*absolutely no charm*, *completely lacks*, *simply does not work*."""
    reading = opinion.reading
    aside = any(above.dep == "advcl" for above in reading.above(token.i))
    if aside or reading.has("?", "if") or is_title(reading, token.i) or not _denies_for(opinion, token):
        return None
    after, before = _after(reading, token.i), _before(reading, token.i)
    if token.low in ("not", "n't"):
        return _negated_verb(reading, token) if after not in _listed("limited") else None
    word = pairs_of(substitutions().stronger["words"]).get(token.low)
    denying = {"no": "intensify_no", "nothing": "intensify_no", "never": "intensify_denied"}.get(token.low)
    if denying == "intensify_no" and reading.tokens[token.i - 1].lemma == "be":
        denying = "intensify_there_is_no"
    options = frames().insert[denying] if denying else [word or ""]
    free = after not in _listed("limited") and before not in _listed("fixed")
    if word is None or not free or token.i == 0 or reading.tokens[token.i - 1].tag in ("RB", "JJ"):
        return None
    noun = reading.tokens[token.head]
    if token.low in ("no", "few", "little"):
        fits = token.dep in ("det", "amod") and noun.i > token.i and noun.tag in ("NN", "NNS")
        fits = fits and noun.dep != "pobj"  # *to no avail*
        return (token.i, options) if fits and reading.tokens[token.i + 1].tag[:2] in ("NN", "JJ") else None
    if token.low == "never":
        return (token.i, options) if reading.tokens[token.i + 1].tag in (*FINITE, "VB") else None
    return (token.i, options) if token.low != "lack" or token.tag in ("VB", "VBP") else None


def _denies_for(opinion: Opinion, token: Token) -> bool:
    """Is what a word denies denied as the answer says? Of praise, a cue that it turns must show so."""
    reading = opinion.reading
    denied = token.i if token.low in pairs_of(substitutions().stronger["words"]) else token.head
    top = denied if reading.sentence.children[denied] else token.head
    under = {cue.i for cue in reading.cues if top in {above.i for above in reading.above(cue.i)}}
    if any(cue.i in under and cue.force != opinion.sign for cue in opinion.against):
        return False
    turned = any(cue.i in under and cue.sign != cue.force for cue in opinion.cues)
    return turned if opinion.sign > 0 else True


def _negated_verb(reading: Reading, token: Token) -> Slot | None:
    """Before *doesn't*, *is not*: where the clause says something, and not under *if*."""
    verb = reading.tokens[token.head]
    first = reading.tokens[token.i - 1] if token.i else None
    if token.dep != "neg" or first is None or verb.dep not in STATED or first.low in words("unreal-words"):
        return None
    if verb.dep == "relcl" and _before(reading, first.i) not in ("that", "which"):
        return None
    if first.tag not in FINITE or verb.i not in (first.head, first.i):
        return None
    if any(
        reading.lows[child] in ("if", "whether", "why", "how") for child in reading.sentence.children[verb.i]
    ):
        return None
    if token.low == "not" and first.lemma != "do":
        return (token.i, frames().insert["intensify_denied"]) if token.space else None
    if first.text.startswith("'") or _before(reading, first.i) in ("", ",", "and", "or") or first.low == "ai":
        return None
    if reading.tokens[first.i - 1].tag == "RB":  # *just can't*
        return None
    return first.i, frames().insert["intensify_denied"]


def _comparison(opinion: Opinion, token: Token) -> Slot | None:
    """*far better than*, *far more moving than*, *every bit as dull as*."""
    reading, after = opinion.reading, opinion.reading.tokens[token.i + 1]
    if reading.has_any("contrast") or _before(reading, token.i) in _listed("fixed"):
        return None
    if NEGATIVES.intersection(reading.lows) or not _of_main_clause(reading, token):
        return None
    compared = reading.has("than") and reading.lows.index("than") > token.i
    if token.low in ("more", "less") and token.dep == "advmod":
        graded = token.head == after.i and after.tag in ("JJ", "RB", "VBG") and after.low != "than"
        return (token.i, frames().insert["intensify_compared"]) if compared and graded else None
    if token.tag in COMPARED and token.low not in ("more", "less", "other"):
        close = compared and reading.lows.index("than") < token.i + 6
        return (
            (token.i, frames().insert["intensify_compared"])
            if close and _judges(token.low, reading.domain)
            else None
        )
    if token.low == "as" and token.head == after.i and after.tag == "JJ" and "as" in reading.lows[after.i :]:
        agree = any(cue.i == after.i for cue in opinion.cues)
        return (token.i, ["every bit"]) if agree else None
    return None


def _of_main_clause(reading: Reading, token: Token) -> bool:
    """Is it what the main clause says of its subject, or the head of a fragment?"""
    aside = ("relcl", "advcl", "acl", "ccomp", "xcomp", "pcomp", "pobj", "csubj", "nsubj", "dobj")
    return not any(above.dep in aside for above in reading.above(token.i))


def _judges(comparative: str, domain: Domain) -> bool:
    from lemminflect import getLemma

    base = str(getLemma(comparative, "ADJ")[0])
    return (
        comparative in ("better", "worse")
        or near_of(base, "adjective", domain) is not None
        or sign_of(base, base, domain) != 0
    )


def _main_verb(opinion: Opinion) -> Slot | None:
    """Before a main verb that brings the opinion, behind *be* or a helping verb."""
    reading = opinion.reading
    if (
        reading.shape not in ("clause", "subjectless")
        or opinion.mixed
        or NEGATIVES.intersection(reading.lows)
    ):
        return None
    root = reading.tokens[reading.sentence.root]
    if reading.child(root.i, "ccomp") is not None and not reading.domain.stories:
        return None  # *Officials say that ...*
    bare = root.tag == "VBD" and reading.child(root.i, "dobj", "acomp", "attr", "xcomp", "ccomp") is None
    if bare or reading.has("if", "?") or is_title(reading, root.i):
        return None
    near = [
        reading.tokens[c] for c in reading.sentence.children[root.i] if reading.tokens[c].dep in NO_ADVERB
    ]
    if any(child.i < root.i + 3 for child in near) or root.i + 2 >= len(reading.tokens):
        return None
    options = frames().insert["intensify_statement" if opinion.sign > 0 else "intensify_blamed_statement"]
    if root.lemma == "be":
        return (root.i + 1, options) if _room_behind_be(reading, root) else None
    judging = any(cue.i == root.i for cue in opinion.cues)
    brought = any(_reached(reading, root, cue.i) for cue in opinion.cues) and reading.domain.stories
    told = root.lemma in words("bringing") or judging or brought
    subject = reading.child(root.i, *SUBJECTS)
    first = root.i == 0 or (subject is not None and subject.i < root.i)
    return (root.i, options) if root.tag in ("VBZ", "VBD", "VBP") and told and first else None


def _room_behind_be(reading: Reading, be: Token) -> bool:
    after = reading.tokens[be.i + 1]
    plain = after.tag in ("JJ", "DT", "VBG", "VBN") and after.low not in ("all", "both", "that", "no")
    said = reading.child(be.i, "attr")
    stressed = said is not None and any(
        reading.lows[c] in STRESSED for c in reading.sentence.children[said.i]
    )  # *is a real treat*
    return (
        be.tag in FINITE
        and plain
        and not stressed
        and after.low not in words("degrees")
        and _after(reading, after.i) != "enough"
    )


def _reached(reading: Reading, root: Token, i: int) -> bool:
    """Is a cue the verb itself, or behind it and below it?"""
    return i == root.i or (i > root.i and root.i in {token.i for token in reading.above(i)})


def _deciding_half(opinion: Opinion) -> Slot | None:
    """*Slow, but in the end it works*; *Although it is slow, in the end it works*."""
    reading = opinion.reading
    joints = [token for token in reading.tokens if token.low in words("contrast")]
    if len(joints) != 1 or reading.has("?", "not", "only") or reading.has_any("verdicts"):
        return None
    place = _behind_but(reading, joints[0]) if joints[0].low == "but" else _main_half(reading, joints[0])
    if place is None or not place + 1 < len(reading.tokens):
        return None
    later = [cue for cue in reading.cues if cue.i >= place]
    agreeing = [cue for cue in later if cue in opinion.cues]
    elsewhere = any(cue.i < place for cue in opinion.cues)
    if len(agreeing) < len(later) or (elsewhere and not agreeing):
        return None
    return place, frames().insert["intensify_decided"]


def _behind_but(reading: Reading, but: Token) -> int | None:
    after = reading.tokens[but.i + 1] if but.i + 1 < len(reading.tokens) else None
    if but.i == 0 or but.dep != "cc" or after is None or after.low in (",", "also", "even", "rather"):
        return None
    degree = (
        after.tag == "RB" and after.i + 1 < len(reading.tokens) and reading.tokens[after.i + 1].tag == "JJ"
    )
    return after.i if degree or after.tag in ("DT", "PRP", "PRP$", "NNP", "JJ", "VBZ", "EX") else None


def _main_half(reading: Reading, joint: Token) -> int | None:
    """The beginning of the main clause behind *Although ...,*."""
    root = reading.tokens[reading.sentence.root]
    subject = reading.child(root.i, *SUBJECTS)
    if joint.i > 0 or joint.low not in ("although", "though", "while", "despite") or subject is None:
        return None
    span = reading.sentence.span(subject.i)
    return span[0] if span is not None and span[0] and reading.lows[span[0] - 1] == "," else None
