"""What a performer may know: every byte that reaches one, under all kinds of rules.

The performers are programs that write down what they read. What they should have been told is worked out
here from the transcript, and must be all that they were told.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from arena_performers import PROGRAM, apart, envelopes_in, here, make_rules, messages_in, played, program
from zellig.games.arena.rounds import Round
from zellig.games.arena.rules import Rules
from zellig.performers import derive_seed

pytestmark = pytest.mark.usefixtures("tests_on_the_path")

SEED = 918_273_645_546
SECRET = "hidden-secret"
SCHEDULES = {"none": (0, 0), "transparent": (3, 0), "opaque": (0, 3), "both": (2, 2)}

Message = dict[str, Any]


def copies(folder: Path, **options: Any) -> dict[str, dict[str, Any]]:
    """A breaker and a chooser of different names, and where they write what they read."""
    found = {}
    for role, name in (("breaker", "ana_of_lima"), ("chooser", "ben_of_oslo")):
        script = folder / f"{name}.py"
        script.write_bytes(PROGRAM.read_bytes())
        found[role] = program(folder / f"{role}.log", script, **options)
    return found


def known_of(each: Round) -> Message:
    return each.pair.original.metadata | {"label": each.accepted[0]}


def told(rules: Rules, role: str, rounds: list[Round]) -> list[Message]:
    """The observations that a role may make."""
    shown = rules.metadata.breaker if role == "breaker" else rules.metadata.chooser
    found = []
    for each in rounds:
        everything = each.phase == "transparent" and role in rules.schedule.transparent_to
        everything |= each.phase == "scored" and rules.schedule.scored == "transparent"
        if not everything and each.phase == "scored" and not rules.schedule.adapt:
            continue
        texts = [each.made, each.real] if each.fake == 0 else [each.real, each.made]
        observation: Message = {"id": str(each.n), "texts": texts}
        if everything or role == "breaker":
            observation["fake"] = each.fake
        if everything or role == "chooser":
            observation["choice"] = each.choice
        if shown or role == "curator":
            observation["metadata"] = known_of(each)
        found.append(observation)
    return found


def expected(rules: Rules, role: str, name: str, rounds: list[Round], size: int) -> list[Message]:
    """All messages to a role, without their turns."""
    seeds = [derive_seed(SEED, f"{role} {name}", str(each.n)) for each in rounds]
    found: list[Message] = [{"do": "start", "seed": derive_seed(SEED, f"start {role} {SECRET}", name)}]
    start = 0
    while start < len(rounds):
        stop = start + 1
        while stop < len(rounds) and stop - start < size and rounds[stop].phase == rounds[start].phase:
            stop += 1
        batch = rounds[start:stop]
        message: Message = {"seeds": seeds[start:stop]}
        if role == "breaker":
            items = [_item(rules, each) for each in batch]
            found.append({"do": "break", "items": items, **message})
        else:
            found.append({"do": "choose", "lineups": [_lineup(rules, each) for each in batch], **message})
        if observations := told(rules, role, batch):
            found.append({"do": "observe", "observations": observations})
        start = stop
    return found


def _item(rules: Rules, each: Round) -> Message:
    more = (
        {"accepted": list(each.accepted), "metadata": each.pair.original.metadata}
        if rules.metadata.breaker
        else {}
    )
    return {"id": str(each.n), "fields": {"text": each.real}, **more}


def _lineup(rules: Rules, each: Round) -> Message:
    texts = [each.made, each.real] if each.fake == 0 else [each.real, each.made]
    return {
        "id": str(each.n),
        "texts": texts,
        **({"metadata": known_of(each)} if rules.metadata.chooser else {}),
    }


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("adapt", [False, True])
@pytest.mark.parametrize("scored", ["opaque", "transparent"])
def test_nothing_else_reaches_a_performer(schedule: str, adapt: bool, scored: str, tmp_path: Path) -> None:
    transparent, opaque = SCHEDULES[schedule]
    for to_breaker, to_chooser in product([False, True], repeat=2):
        folder = tmp_path / f"{to_breaker}{to_chooser}"
        folder.mkdir()
        rules = make_rules(
            folder,
            rounds=3,
            seed=SEED,
            secret=SECRET,
            schedule={"transparent": transparent, "opaque": opaque, "adapt": adapt, "scored": scored},
            metadata={"breaker": to_breaker, "chooser": to_chooser},
            **copies(folder),
        )
        _, rounds = played(rules, folder / "game")
        watched = adapt or scored == "transparent"
        for role, name, shown in (
            ("breaker", "ana_of_lima", to_breaker),
            ("chooser", "ben_of_oslo", to_chooser),
        ):
            # In scored rounds of which nobody is told, everything comes at once.
            wanted = expected(rules, role, name, rounds, 1)
            if not watched:
                before = transparent + opaque
                wanted = expected(rules, role, name, rounds[:before], 1)
                wanted += expected(rules, role, name, rounds[before:], 256)[1:]
            found = envelopes_in(folder / f"{role}.log")
            assert found == [
                {"game": rules.game, "turn": turn, "message": message}
                for turn, message in enumerate(wanted, start=1)
            ]
            raw = (folder / f"{role}.log").read_bytes()
            for secret in (b"hidden-id", SECRET.encode(), str(SEED).encode(), b"corpus", b"_of_"):
                assert secret not in raw
            assert (b"hidden-topic" in raw) is shown
            if role == "chooser" or not shown:
                assert b"accepted" not in raw
            if not shown:
                assert b'"+1"' not in raw
                assert b'"-1"' not in raw


def test_who_is_shown_transparent_rounds_is_in_the_rules(tmp_path: Path) -> None:
    rules = make_rules(
        tmp_path,
        rounds=2,
        schedule={"transparent": 2, "opaque": 2, "transparent_to": ["breaker", "curator"]},
        curator=program(tmp_path / "curator.log"),
        **copies(tmp_path),
    )
    _, rounds = played(rules, tmp_path / "game")
    observed = {
        role: [
            each
            for message in messages_in(tmp_path / f"{role}.log")
            if message["do"] == "observe"
            for each in message["observations"]
        ]
        for role in ("curator", "breaker", "chooser")
    }
    assert [{"fake", "choice"} & each.keys() for each in observed["chooser"]] == [{"choice"}] * 4
    assert [{"fake", "choice"} & each.keys() for each in observed["breaker"]] == [
        *[{"fake", "choice"}] * 2,
        *[{"fake"}] * 2,
    ]
    # The curator has no part in a round whose outcome is not shown.
    assert [(each["id"], each["fake"], each["choice"]) for each in observed["curator"]] == [
        (str(each.n), each.fake, each.choice) for each in rounds[:2]
    ]


def test_a_bad_sentence_that_is_written_reaches_the_breaker_of_written_pairs_alone(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_text(
        "".join(
            f'{{"good": "The {name} sings.", "bad": "The {name} sing.", "phenomenon": "agreement"}}\n'
            for name in ("bird", "cook", "nurse", "clerk")
        )
    )
    corpus = {"name": f"minimal-pairs:{pairs}"}
    log = tmp_path / "breaker.log"
    rules = make_rules(tmp_path, rounds=4, corpus=corpus, breaker=program(log), chooser=here("ByChance"))
    played(rules, tmp_path / "own")
    assert b"sings." in log.read_bytes()
    assert b"sing." not in log.read_bytes()
    written = {"name": "as-written", "isolated": False}
    log = tmp_path / "chooser.log"
    rules = make_rules(
        tmp_path,
        rounds=4,
        corpus=corpus,
        breaker=written,
        chooser=program(log),
        metadata={"chooser": True},
        schedule={"transparent": 2},
    )
    _, rounds = played(rules, tmp_path / "written")
    assert {
        (each.real.replace("sings.", "sing."), each.pair.phenomenon or "agreement") for each in rounds
    } == {(each.made, "agreement") for each in rounds}
    assert all("bad" not in lineup["metadata"] for lineup in _lineups(log))


def _lineups(log: Path) -> list[Message]:
    return [each for message in messages_in(log) if message["do"] == "choose" for each in message["lineups"]]


# -- batches


@pytest.mark.parametrize("every", [1, 3])
@pytest.mark.parametrize("pipeline", [False, True])
def test_no_batch_crosses_a_point_where_somebody_observes(every: int, pipeline: bool, tmp_path: Path) -> None:
    schedule = {"transparent": 5, "opaque": 4, "every": every, "adapt": True}
    seats = copies(tmp_path)
    rules = make_rules(tmp_path, rounds=7, schedule=schedule, pipeline=pipeline, **seats)
    played(rules, tmp_path / "game")
    for role in ("breaker", "chooser"):
        done = observed = 0
        for message in messages_in(tmp_path / f"{role}.log")[1:]:
            asked = message.get("items") or message.get("lineups")
            if asked:
                behind = done - observed
                assert len(asked) <= every
                # With a pipeline the breaker goes on before it is told of its last batch.
                assert behind <= (every if pipeline and role == "breaker" else 0)
                done += len(asked)
            observed += len(message.get("observations", []))
        assert (done, observed) == (16, 16)


@pytest.mark.parametrize(
    ("batch", "size"), [((None, None), 1), ((4, None), 1), ((None, 4), 1), ((4, 3), 3), ((4, 4), 4)]
)
def test_a_clock_means_one_round_at_once_unless_both_declare_more(
    batch: tuple[int | None, int | None], size: int, tmp_path: Path
) -> None:
    seats = copies(tmp_path)
    for role, declared in zip(("breaker", "chooser"), batch, strict=True):
        if declared:
            seats[role]["batch"] = declared
    rules = make_rules(tmp_path, rounds=8, time_limit=20, **seats)
    played(rules, tmp_path / "game")
    asked = [len(message["items"]) for message in messages_in(tmp_path / "breaker.log")[1:]]
    assert max(asked) == size
    assert sum(asked) == 8


# -- the pipeline


def test_in_a_pipeline_breaker_and_chooser_work_at_the_same_time(tmp_path: Path) -> None:
    found = {}
    for pipeline in (False, True):
        folder = tmp_path / str(pipeline)
        folder.mkdir()
        seats = copies(folder, sleep=0.15)
        rules = make_rules(folder, rounds=6, time_limit=20, pipeline=pipeline, **seats)
        figures, rounds = played(rules, folder / "game")
        spans = {
            role: [
                tuple(map(float, line.split()))
                for line in (folder / f"{role}.log.times").read_text().splitlines()
            ]
            for role in ("breaker", "chooser")
        }
        both = sum(
            max(0.0, min(a[1], b[1]) - max(a[0], b[0])) for a in spans["breaker"] for b in spans["chooser"]
        )
        work = sum(end - start for each in spans.values() for start, end in each)
        took = spans["chooser"][-1][1] - spans["breaker"][0][0]
        found[pipeline] = (figures.S, [(each.real, each.made, each.choice, each.point) for each in rounds])
        if pipeline:
            assert both > 0.25 * work
            assert took < 0.8 * work
            # The chooser is one step behind: it ends a round after the breaker has begun the next.
            assert all(spans["breaker"][n + 1][0] < spans["chooser"][n][1] for n in range(5))
        else:
            assert both == 0
            assert took > work
    assert found[True] == found[False]


# -- collusion


@pytest.mark.parametrize("roles", [[], ["breaker", "chooser"], ["curator", "chooser"]])
def test_only_those_who_collude_share_a_seed(roles: list[str], tmp_path: Path) -> None:
    names = ("curator", "breaker", "chooser")
    seats = {role: program(tmp_path / f"{role}.log") for role in names}
    played(make_rules(tmp_path, rounds=2, collusion=roles, **seats), tmp_path / "game")
    shared = {role: messages_in(tmp_path / f"{role}.log")[0].get("shared") for role in names}
    assert {role for role in names if shared[role] is not None} == set(roles)
    assert len({shared[role] for role in roles}) == bool(roles)
    seeds = [messages_in(tmp_path / f"{role}.log")[0]["seed"] for role in names]
    assert len(set(seeds)) == 3


def test_a_performer_of_ours_is_told_what_it_shares(tmp_path: Path) -> None:
    found = []
    for roles in ([], ["breaker", "chooser"]):
        rules = make_rules(tmp_path, rounds=2, collusion=roles, chooser=here("Colluder"))
        _, rounds = played(rules, tmp_path / f"game{len(roles)}")
        found.append(rounds[0].confidence)
    assert found == [0.0, derive_seed(7, "collusion", rules.game) % 1000]


def test_those_who_collude_still_have_no_seed_of_a_round_in_common(tmp_path: Path) -> None:
    seats = {role: program(tmp_path / f"{role}.log") for role in ("breaker", "chooser")}
    played(make_rules(tmp_path, rounds=40, collusion=["breaker", "chooser"], **seats), tmp_path / "game")
    seeds = [
        seed
        for role in seats
        for message in messages_in(tmp_path / f"{role}.log")
        for seed in message.get("seeds", [])
    ]
    assert len(seeds) == len(set(seeds)) == 80


def test_a_local_performer_is_told_the_same_in_a_process_of_its_own(tmp_path: Path) -> None:
    schedule = {"transparent": 6, "opaque": 3, "adapt": True, "transparent_to": ["breaker", "chooser"]}
    found = []
    for seats in (
        {"breaker": here("LearningBreaker"), "chooser": here("Learner")},
        {"breaker": apart("LearningBreaker"), "chooser": apart("Learner")},
    ):
        rules = make_rules(tmp_path, rounds=8, schedule=schedule, **seats)
        _, rounds = played(rules, tmp_path / rules.game)
        found.append(rounds)
    assert found[0] == found[1]
    assert [each.confidence for each in found[0]] == [n / 1000 for n in range(17)]
