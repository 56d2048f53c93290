"""What somebody can do next in a contest: one thing, said in a sentence and put on one button."""

from __future__ import annotations

from datetime import datetime

import msgspec

from zellig.games.contest.phases import Act, latest_window, next_window, open_window, refuse_act
from zellig.games.contest.rules import name_of
from zellig.games.contest.standing import Standing

# What teams and judges do, in the order in which the phases want it: the act, what it is, the button, where.
_STEPS: tuple[tuple[Act, str, str, str], ...] = (
    (
        "put-dev-predictions",
        "Train a system on the training data, and let it answer the development items.",
        "Upload answers to the development items",
        "upload?kind=dev-predictions",
    ),
    (
        "put-pairs",
        "Change starter items so that systems go wrong, and say what the right answer is.",
        "Write pairs",
        "pairs/new",
    ),
    (
        "put-predictions",
        "Let your system answer the pairs that the breakers brought.",
        "Upload answers to the pairs",
        "upload?kind=predictions",
    ),
    ("judge", "Say what the right answers are. You see texts, and nothing else.", "Judge", "judge"),
    (
        "appeal",
        "See how pairs were judged, and appeal where the judges are wrong.",
        "See how pairs were judged",
        "judged",
    ),
)


class Step(msgspec.Struct, frozen=True):
    """What to do next; without a button there is nothing to do now."""

    sentence: str
    button: str = ""
    address: str = ""  # below that of the contest


def next_step(standing: Standing, account: str | None, now: datetime) -> Step:
    """What an account can do next."""
    roles = standing.roles_of(account)
    window = latest_window(standing.timeline, now)
    number = window.round if window else 1
    licence = standing.rules.licence if standing.rules else ""
    out = standing.published and refuse_act("see-board", roles, standing.timeline, now, number) is None
    if account is None:
        if out:
            return Step("The results are out.", "See the board", "board")
        return Step("Sign in to take part, or to see what is yours.", "Sign in", "sign-in")
    if roles & {"builder", "breaker"} and licence not in standing.consents.get(account, ()):
        return Step(
            f"What you bring is published under {licence}. Agree to that first.", "Read and agree", "#licence"
        )
    for act, sentence, button, address in _STEPS:
        if refuse_act(act, roles, standing.timeline, now, number) is None:
            return Step(sentence, button, address)
    if "organiser" in roles and (step := _organisers(standing, now, number)):
        return step
    if out:
        return Step("The results are out.", "See the board", "board")
    if not roles:
        return Step("You take no part in this contest. An organiser can invite you with a link.")
    return Step(_wait(standing, now))


def _organisers(standing: Standing, now: datetime, number: int) -> Step | None:
    def may(act: Act) -> bool:
        return refuse_act(act, {"organiser"}, standing.timeline, now, number) is None

    waiting = sum(each.ruling is None for each in standing.appeals.values())
    if not standing.timeline:
        return Step("The contest is a draft that only organisers see.", "Set it up", "organise")
    if waiting and may("rule"):
        appeals = "An appeal waits" if waiting == 1 else f"{waiting} appeals wait"
        return Step(f"{appeals} for a ruling.", "Rule on appeals", "appeals")
    if may("score") and number not in standing.scored:
        return Step("The round can be scored.", "Compute the scores", "organise#scores")
    if may("publish") and number not in standing.published:
        return Step("The scores are there, and nobody else sees them.", "Publish them", "organise#scores")
    if may("publish") and standing.scored.get(number) != standing.public.get(number):
        return Step("There are newer scores than the published ones.", "Publish them", "organise#scores")
    if number in standing.published:
        return None
    return Step("The phases open and close by themselves.", "Look after the contest", "organise")


def _wait(standing: Standing, now: datetime) -> str:
    following = next_window(standing.timeline, now)
    if not standing.timeline:
        return "The contest has not been opened yet."
    if open_window(standing.timeline, now) is None and following is None:
        return "The contest is over."
    after = f" The phase {name_of(following)} is next." if following else ""
    return f"There is nothing for you to do in this phase.{after}"
