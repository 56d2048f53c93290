"""The pages: one file a page, thin; they read through the functions that the API has, and change nothing."""

from __future__ import annotations

from litestar import Router

from zellig.server.pages import (
    account,
    appeals,
    arena,
    audit,
    blind,
    board,
    contest,
    downloads,
    front,
    handed_in,
    histories,
    judge,
    organise,
    pair,
    question_sets,
    queue,
    refused,
    reviews,
    rooms,
    static,
    team,
    upload,
    workshop,
    writing,
)

PAGES = Router(
    "/",
    route_handlers=[
        *front.HANDLERS,
        *contest.HANDLERS,
        *upload.HANDLERS,
        *judge.HANDLERS,
        *appeals.HANDLERS,
        *reviews.HANDLERS,
        *board.HANDLERS,
        *organise.HANDLERS,
        *pair.HANDLERS,
        *team.HANDLERS,
        *downloads.HANDLERS,
        *audit.HANDLERS,
        *account.HANDLERS,
        *writing.HANDLERS,
        *histories.HANDLERS,
        *workshop.HANDLERS,
        *queue.HANDLERS,
        *handed_in.HANDLERS,
        *blind.HANDLERS,
        *question_sets.HANDLERS,
        *rooms.HANDLERS,
        *arena.HANDLERS,
        static.serve,
    ],
    exception_handlers=refused.HANDLERS,
    include_in_schema=False,
)
