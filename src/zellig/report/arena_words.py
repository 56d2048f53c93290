"""The rules of a game and what came of it, in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.corpora.as_written import as_written
from zellig.games.arena.figures import Figures, Share
from zellig.games.arena.rules import AS_WRITTEN, Rules
from zellig.games.arena.scores import MOST_VALUES
from zellig.measures.trend import Slope

TIES = {
    "free_point": "the point is the chooser's",
    "coin": "the chooser still names one, and only its place can be right: that is chance",
    "void": "the round does not count",
}
WHY = {
    "late": "too late",
    "crashed": "crashed",
    "garbled": "gave something that is not an answer",
    "flooded": "gave far too much",
    "cut off": "was cut off",
    "too large": "had too large a text",
    "refused": "refused to answer",
    "gone": "was not called any more after failing too often",
    "length": "made a fake that is much longer or shorter than the text",
}


def rules_in_words(rules: Rules) -> list[str]:
    """What was agreed, one sentence each."""
    fake = "is written already" if rules.breaker.name == AS_WRITTEN else "is made by the breaker"
    words = [
        f"In each round the curator gives a real text of {as_written(rules.corpus)}, a fake of it {fake}, "
        "and the chooser sees both in random order and names the fake. S is the share of rounds in which it "
        "does.",
        f"{_number(rules.rounds, 'round')} are scored; the seed is {rules.seed}.",
        *_schedule(rules),
        f"When both texts are one: {TIES[rules.tie_rule]}.",
        _time(rules),
        _metadata(rules),
        _guards(rules),
    ]
    if rules.pipeline:
        words.append("The chooser is one step behind the breaker.")
    if rules.canary.share:
        words.append(
            f"About {100 * rules.canary.share:g}% of the rounds are canaries: they repeat an earlier text, "
            "and do not count."
        )
    if rules.collusion:
        words.append(f"These may collude: {_and(rules.collusion)}.")
    return words


def _schedule(rules: Rules) -> list[str]:
    schedule, words = rules.schedule, []
    if schedule.transparent:
        to = f"the {_and(schedule.transparent_to)}" if schedule.transparent_to else "nobody"
        come = _number(schedule.transparent, "transparent round")
        words.append(f"Before that come {come}: their outcome is shown to {to}.")
    if schedule.opaque:
        words.append(f"Before the scored rounds come {_number(schedule.opaque, 'opaque round')}, not shown.")
    if schedule.scored == "transparent":
        words.append("Everybody sees the outcome of scored rounds, too.")
    elif schedule.adapt:
        words.append("Performers may go on learning from scored rounds, without seeing their outcome.")
    return words


def _time(rules: Rules) -> str:
    if rules.time_limit is None:
        return "There is no time limit."
    return (
        f"Each performer has {rules.time_limit:g} s for a round. When the breaker misses it, the point is "
        "the chooser's; when the chooser misses it, a coin chooses."
    )


def _metadata(rules: Rules) -> str:
    told = [role for role in ("breaker", "chooser") if getattr(rules.metadata, role)]
    return (
        f"What is known about a text is told to the {_and(told)}." if told else "Metadata are told to nobody."
    )


def _guards(rules: Rules) -> str:
    guards = rules.guards
    alike = {"white space": guards.white_space, "tokenisation": guards.tokenisation, "casing": guards.casing}
    names = [name for name, on in alike.items() if on]
    words = f"Made alike in both texts: {_and(names)}." if names else "Nothing is made alike in the texts."
    if guards.length:
        words += f" A fake may be {guards.length:g} times longer or shorter than the text."
    return words


def game_in_words(figures: Figures) -> list[str]:
    """What came of a game."""
    if figures.S is None or figures.interval is None:
        return ["No round counts: in all of them both texts were one, and by the rules that is void."]
    low, high = figures.interval
    did = "has the point" if figures.no_fake else "named the fake"
    headline = (
        f"The chooser {did} in {100 * figures.S:.1f}% of {_number(figures.rounds, 'round')}: "
        f"S = {figures.S:.3f}, 95% interval {low:.3f} to {high:.3f}. {_against_chance(low, high)}"
    )
    return [headline, *notes_in_words(figures)]


def notes_in_words(figures: Figures) -> list[str]:
    """What one should know about these figures."""
    words = []
    if figures.no_fake:
        rounds = _number(figures.no_fake, "scored round")
        words.append(f"{rounds} had no fake. {_without_them(figures.with_fake)}")
    if figures.voids:
        words.append(f"{_number(figures.voids, 'round')} did not count.")
    for role, reasons in figures.missing.items():
        told = ", ".join(f"{WHY.get(why, why)} ({count:,})" for why, count in reasons.items())
        words.append(f"Without an answer of the {role} that counts: {told}.")
    if figures.perplexity:
        words.append(
            f"The chooser's model has a perplexity of {figures.perplexity.real:,.1f} a word on the real "
            f"texts and of {figures.perplexity.fake:,.1f} on the fakes."
        )
    repeated = figures.canary.repeated.rounds if figures.canary else 0
    if figures.texts < figures.played - repeated:
        rounds, texts = _number(figures.played, "round"), _number(figures.texts, "different text")
        words.append(f"{rounds} had {texts}: a performer that learns may know them by heart.")
    return words


def _without_them(others: Share) -> str:
    if others.S is None:
        return "There was no other one."
    return f"Without them S = {_share(others)} in {_number(others.rounds, 'round')}."


def ungrouped_in_words(figures: Figures) -> str:
    """Which tables there are not; empty if none is missing."""
    if not figures.ungrouped:
        return ""
    return f"S is not told by {_and(figures.ungrouped)}: more than {MOST_VALUES} different values."


def _share(share: Share) -> str:
    if share.S is None or share.interval is None:
        return "unknown"
    return f"{share.S:.3f} ({share.interval[0]:.3f} to {share.interval[1]:.3f})"


def _against_chance(low: float, high: float) -> str:
    if low > 0.5:
        return "That is above chance."
    return "That is below chance." if high < 0.5 else "Chance is within it."


def trend_in_a_word(slope: Slope) -> str:
    """Whether S rises or falls; empty if it may as well do neither."""
    if slope.interval is None:
        return ""
    low, high = slope.interval
    return "rises" if low > 0 else "falls" if high < 0 else ""


def trends_in_words(figures: Figures) -> list[str]:
    """How S changed with time."""
    words = []
    for phase, slope in figures.trend.items():
        if slope.interval is None:
            words.append(f"{_number(slope.rounds, f'{phase} round')}: too few to tell whether S changes.")
            continue
        low, high = slope.interval
        word = trend_in_a_word(slope)
        verdict = f"It {word}." if word else "That is not a clear change."
        words.append(
            f"In the {phase} rounds S changes by {slope.per_100_rounds:+.3f} in 100 rounds (95% interval "
            f"{low:+.3f} to {high:+.3f}). {verdict}"
        )
    at = figures.converged_at
    if at is not None:
        start = "From the first round on" if at == 0 else f"From round {at:,} on"
        words.append(f"{start} every window agrees with the last quarter of the game.")
    return words


def canary_in_words(figures: Figures) -> str:
    """Whether texts that come again are told better; empty without canaries."""
    if figures.canary is None:
        return ""
    first, repeated = figures.canary.first, figures.canary.repeated
    canaries = _number(repeated.rounds, "canary", "canaries")
    return (
        f"S is {_share(first)} where a text comes for the first time, and {_share(repeated)} in {canaries}."
    )


def _and(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _number(count: int, noun: str, many: str = "") -> str:
    return f"{count:,} {noun if count == 1 else many or noun + 's'}"
