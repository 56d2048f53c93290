"""Appeals, rulings, scores, boards and bundles over HTTP."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromQuery, JSONBody, QueryParameter

from zellig.errors import ZelligError
from zellig.games.contest import events
from zellig.games.contest.bundle import write_archive, write_bundle
from zellig.games.contest.events import Side
from zellig.games.exchange.pairs_dataset import pairs_dataset
from zellig.server.api.cursors import InPart, part_of
from zellig.server.appeals import AppealShown, appeal, appeals, rule
from zellig.server.contests import allow
from zellig.server.datasets_card import about_contest, dev_kept
from zellig.server.etags import known_by
from zellig.server.given import By, InHouse, Name, Round
from zellig.server.pair_keys import pair_called
from zellig.server.scoring import Board, boards, gather_board, named, publish
from zellig.server.showing_boards import score
from zellig.server.state import House
from zellig.server.transactions import turn
from zellig.server.warnings import warnings_about

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=5000)]
Form = Literal["folder", "datasets"]
KEPT = 32 * 2**20  # bytes of a bundle that is not made anew for everybody
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]


class NewAppeal(msgspec.Struct, forbid_unknown_fields=True):
    """A side of a pair to be looked at again."""

    pair: Key
    side: Side
    reason: Text


class NewRuling(msgspec.Struct, forbid_unknown_fields=True):
    """The right answers of a side of a pair; none: the pair does not count."""

    pair: Key
    side: Side
    accepted: list[str]
    reason: Text
    appeal: str | None = None


class Publication(msgspec.Struct, forbid_unknown_fields=True):
    """With the names of the teams, or without? A `reason` lets it be while appeals wait for a ruling, or
    though something else counts by now than when the scores were computed."""

    names: bool = True
    reason: Annotated[str, msgspec.Meta(max_length=5000)] = ""


class Named(msgspec.Struct):
    """The id of what was made."""

    id: str


class ScoresMade(msgspec.Struct):
    """The id of the scores, and what to look at before they are published."""

    id: str
    warnings: list[str]


@post("/contests/{contest:str}/appeals", sync_to_thread=True)
def post_appeal(
    contest: Name, data: JSONBody[NewAppeal], house: InHouse, caller: By, number: Round = 1
) -> Named:
    """Appeal against an answer."""
    there = _is_there(house, contest, data.pair)
    with turn(house.database) as connection:
        standing = house.standings.held(connection, contest)
        made = appeal(
            connection,
            house.clock(),
            contest,
            standing,
            caller.account,
            number,
            data.pair,
            data.side,
            data.reason,
            there=there,
        )
    return Named(made)


@get("/contests/{contest:str}/appeals", sync_to_thread=True)
def get_appeals(
    contest: Name, house: InHouse, caller: By, part: InPart, number: Round = 1
) -> Response[list[AppealShown]]:
    """The appeals of one's own team, or all for an organiser, with their rulings; the oldest first."""
    with house.database.reading() as connection:
        standing = house.standings.of(connection, contest)
        found = appeals(connection, contest, standing, caller.account, number)
    return part_of(part, int, found, lambda each: each.number)


@post("/contests/{contest:str}/rulings", sync_to_thread=True, status_code=204)
def post_ruling(
    contest: Name, data: JSONBody[NewRuling], house: InHouse, caller: By, number: Round = 1
) -> None:
    """Rule what the right answers of a side of a pair are."""
    there = _is_there(house, contest, data.pair)
    with turn(house.database) as connection:
        standing = house.standings.held(connection, contest)
        ruling = events.Ruled(data.pair, data.side, tuple(data.accepted), data.reason.strip(), data.appeal)
        rule(connection, house.clock(), contest, standing, caller.account, number, ruling, there=there)


def _is_there(house: House, contest: str, key: str) -> bool:
    """Is there such a pair? Read before a turn, in which others would wait for it."""
    with house.database.reading() as connection:
        return pair_called(connection, contest, house.standings.of(connection, contest), key) is not None


@post("/contests/{contest:str}/scores", sync_to_thread=True)
def post_scores(contest: Name, house: InHouse, caller: By, number: Round = 1) -> ScoresMade:
    """Compute the scores of a round; earlier ones stay."""
    made = score(house, contest, caller.account, number)
    with house.database.reading() as connection:
        standing = house.standings.of(connection, contest)
        return ScoresMade(made, warnings_about(connection, house.clock(), contest, standing, number))


@post("/contests/{contest:str}/publication", sync_to_thread=True, status_code=204)
def post_publication(
    contest: Name, data: JSONBody[Publication], house: InHouse, caller: By, number: Round = 1
) -> None:
    """Show the boards of a round that there are by now to everybody."""
    with turn(house.database) as connection:
        standing = house.standings.held(connection, contest)
        publish(connection, house.clock(), contest, standing, caller.account, number, data.names, data.reason)


@get("/contests/{contest:str}/boards", sync_to_thread=True)
def get_boards(
    contest: Name,
    request: Request[Any, Any, Any],
    house: InHouse,
    caller: By,
    part: InPart,
    number: Round = 1,
    as_of: FromQuery[datetime | None] = None,
) -> Response[list[Board]]:
    """All scores of a round, the newest last, as they were known at a moment."""
    if as_of is not None and as_of.tzinfo is None:
        raise ZelligError("the time has no zone", field="as_of", remedy="Write it as 2026-11-17T18:00:00Z.")
    with house.database.reading() as connection:
        standing = house.standings.of(connection, contest)
        allow(connection, house.clock(), contest, standing, caller.signed_in, "see-board", number)
        known_by(request, caller.signed_in and caller.signed_in.id, standing.last)
        found = boards(connection, standing, caller.signed_in, number, as_of)
    computed = standing.scored[number]
    return part_of(part, int, found, lambda each: computed.index(each.id))


@get("/contests/{contest:str}/bundle", sync_to_thread=True, media_type="application/zip")
def get_bundle(
    contest: Name,
    request: Request[Any, Any, Any],
    house: InHouse,
    caller: By,
    number: Round = 1,
    form: Annotated[Form, QueryParameter(name="format")] = "folder",
) -> Response[bytes]:
    """The contest as a folder in a zip: `zellig contest score` on it gives the board. With the format
    `datasets`, a folder for `datasets.load_dataset` of Hugging Face."""
    with house.database.reading() as connection:
        standing = house.standings.of(connection, contest)
        allow(connection, house.clock(), contest, standing, caller.signed_in, "get-bundle", number)
        newest = boards(connection, standing, caller.signed_in, number)[-1]
        published = standing.published.get(number)
        kept = standing.keeps_dev_after(number)
        known_by(request, newest.id, published, kept)
        key = form, newest.id, published, kept, tuple(sorted(newest.names.items()))
        content: bytes | None = house.bundles.get(key)
        if content is None:
            found = gather_board(connection, contest, standing, newest)
    if content is None:
        with TemporaryDirectory(prefix="zellig-bundle-") as folder:
            path = Path(folder) / "bundle.zip"
            if form == "datasets":
                write_archive(path, pairs_dataset(found, about_contest(contest, standing, newest)))
            else:
                scores = named(newest.scores, newest.names) if published else newest.scores
                write_bundle(path, found, scores, dev_kept(standing, newest))
            content = path.read_bytes()
        if len(content) <= KEPT:
            house.bundles[key] = content
    name = f"{contest}-{number}" + ("-datasets" if form == "datasets" else "")
    headers = {"Content-Disposition": f'attachment; filename="{name}.zip"'}
    return Response(content, media_type="application/zip", headers=headers)


HANDLERS = [
    post_appeal,
    get_appeals,
    post_ruling,
    post_scores,
    post_publication,
    get_boards,
    get_bundle,
]
