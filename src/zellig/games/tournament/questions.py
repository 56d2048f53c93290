"""What is read in a tournament: packets in which nothing tells what kind of question is which, and who of the
teams has seen what."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from zellig.corpora.questions import ANSWER_LINE, MARKS, POWER
from zellig.errors import ZelligError
from zellig.games.match.designs import CATEGORY, NONE, Side, matched
from zellig.games.match.packet import Packet
from zellig.games.tournament.plan import How, Plan, Seen
from zellig.items import Item
from zellig.texts import digest

SHOWN = (ANSWER_LINE, MARKS, POWER)  # what readers need to know of a question beside its text and answer


class Pool(msgspec.Struct, frozen=True):
    """The questions of a tournament under their own names, and which side each is of: for organisers."""

    packets: tuple[Packet, ...]
    reserve: tuple[Item, ...] = ()
    sides: dict[str, Side] = {}  # by question; none where packets were given

    def tossups(self) -> list[Item]:
        """Every one that may be read, once."""
        every = [*(item for packet in self.packets for item in packet.tossups), *self.reserve]
        return list({item.id: item for item in every}.values())


class Replaced(msgspec.Struct, frozen=True):
    """A tossup of a packet that a team may not be read, and what is read in its place."""

    number: int
    question: str
    by: str
    why: str


Known = dict[tuple[str, bytes], How]  # by team and text: the same one may be there under several ids


def brought_pool(packets: Sequence[Packet], reserve: Sequence[Item]) -> Pool:
    """Packets as they were brought; refuses two questions of one id, which could not be told apart."""
    called: dict[str, Item] = {}
    for item in [*(each for packet in packets for each in packet.tossups), *reserve]:
        if called.setdefault(item.id, item).fields != item.fields:
            raise ZelligError(
                f"two questions are called {item.id!r}", field="questions", remedy="Give each its own id."
            )
    return Pool(tuple(packets), tuple(reserve))


def design_pool(plan: Plan, control: Sequence[Item], challenge: Sequence[Item], tossups: int) -> Pool:
    """As many control as challenge questions in every packet, with the same categories; what is left over is
    the reserve. Refuses what the two sets cannot give, and packets that cannot be halved."""
    if tossups % 2 or plan.questions.spares % 2:
        raise ZelligError(
            f"{tossups} tossups and {plan.questions.spares} spares are not the same number of each side",
            field="questions",
            remedy="Choose rules, and spares, with an even number of tossups.",
        )
    both: dict[Side, list[Item]] = {"control": list(control), "challenge": list(challenge)}
    sides: dict[str, Side] = {item.id: side for side, items in both.items() for item in items}
    if len(sides) < len(control) + len(challenge):
        raise ZelligError("two questions have one id", field="questions", remedy="Rename one of them.")
    packets = []
    for round_ in range(1, plan.rounds + 1):
        chosen: list[Item] = []
        for number in filter(None, (tossups // 2, plan.questions.spares // 2)):
            drawn = matched(both["control"], both["challenge"], number, seed=plan.seed + round_)
            chosen += drawn.questions
            both = {
                side: [each for each in left if each.id not in drawn.sides] for side, left in both.items()
            }
        packets.append(Packet(tuple(chosen)))
    return Pool(tuple(packets), (*both["control"], *both["challenge"]), sides)


def blind_id(plan: Plan, question: str) -> str:
    """What a question is called in packets and transcripts: it tells neither its side nor where it is
    from."""
    return f"q{hashlib.sha256(f'{plan.seed} {plan.name} {question}'.encode()).hexdigest()[:12]}"


def blind(plan: Plan, item: Item) -> Item:
    """A question as readers, moderators and players may have it."""
    kept = {key: item.metadata[key] for key in SHOWN if key in item.metadata}
    return Item(blind_id(plan, item.id), item.fields, item.accepted, kept)


def text_of(item: Item) -> bytes:
    """What a question is known by to who has seen it: its words, however they are spaced and spelt."""
    return digest(item.fields["text"])


def known_before(plan: Plan, items: Sequence[Item]) -> Known:
    """What the teams have seen before the tournament: by the plan, and by the questions' own authors and
    editors. What a player knows, the team knows."""
    teams = _teams(plan)
    found: Known = {}
    for item in items:
        for key, how in (("author", "wrote"), ("editor", "edited")):
            if (name := item.metadata.get(key)) in teams:
                found[teams[str(name)], text_of(item)] = how  # type: ignore[assignment]
    texts = {item.id: text_of(item) for item in items}
    for seen in plan.seen:
        named = [texts[question] for question in seen.questions if question in texts]
        found |= {(teams[seen.who], text): seen.how for text in named}
    return found


def own_work(plan: Plan, items: Iterable[Item]) -> tuple[Seen, ...]:
    """What the players of each team wrote and edited, by the questions' own authors and editors."""
    found: defaultdict[tuple[str, How], list[str]] = defaultdict(list)
    bare = msgspec.structs.replace(plan, seen=())
    for item in items:
        for (team, _), how in known_before(bare, [item]).items():
            found[team, how].append(item.id)
    return tuple(Seen(team, how, tuple(questions)) for (team, how), questions in found.items())


def kept_by_teams(plan: Plan, items: Iterable[Item]) -> tuple[Seen, ...]:
    """All that teams know when a tournament begins, under their own names: their players' may change."""
    teams = _teams(plan)
    planned = (msgspec.structs.replace(each, who=teams[each.who]) for each in plan.seen)
    return (*own_work(plan, items), *planned)


def _teams(plan: Plan) -> dict[str, str]:
    """Whose knowledge it is that a team or a player has."""
    teams = {team.name: team.name for team in plan.teams}
    return teams | {each.name: team.name for team in plan.teams for each in team.players}


def packet_for(
    packet: Packet, reserve: Sequence[Item], sides: Mapping[str, Side], known: Known, teams: Sequence[str]
) -> tuple[tuple[Item, ...], tuple[Replaced, ...]]:
    """The tossups that these teams may be read, none of them twice: in place of what one of them has seen,
    another one of the same side and category; refuses if there is none."""
    spare = defaultdict(list)
    taken = {text_of(item) for item in packet.tossups}
    for item in reserve:
        text = text_of(item)
        if text not in taken and not any((team, text) in known for team in teams):
            taken.add(text)
            spare[_like(item, sides)].append(item)
    given: list[Item] = []
    replaced = []
    for number, item in enumerate(packet.tossups, start=1):
        text = text_of(item)
        why = [f"{team} {known[team, text]} it" for team in teams if (team, text) in known]
        why += [f"it is tossup {n}, too" for n, each in enumerate(given, start=1) if text_of(each) == text]
        if why and not spare[_like(item, sides)]:
            raise ZelligError(
                f"tossup {number} ({item.id!r}) cannot be read to {' and '.join(teams)}: {', '.join(why)}, "
                "and no other of its side and category is left",
                field="questions",
                remedy="Bring more questions in reserve, or pair the teams otherwise.",
            )
        if why:
            instead = spare[_like(item, sides)].pop(0)
            replaced.append(Replaced(number, item.id, instead.id, ", ".join(why)))
            given.append(instead)
        else:
            given.append(item)
    return tuple(given), tuple(replaced)


def _like(item: Item, sides: Mapping[str, Side]) -> tuple[str, str]:
    return sides.get(item.id, ""), str(item.metadata.get(CATEGORY) or NONE)
