"""Uploading, and what became of an upload."""

from __future__ import annotations

from litestar import get
from litestar.params import FromQuery

from zellig.games.contest.uploads import ACTS, ENDINGS, Kind
from zellig.server.given import By, InHouse, Name
from zellig.server.pages.contest import KINDS, own_submissions
from zellig.server.pages.places import Place, place_of
from zellig.server.pages.showing import Page, page

EXAMPLES: dict[Kind, str] = {
    "dev-predictions": '{"id": "d1", "answer": "+1"}',
    "predictions": '{"id": "4f0c…", "answer": "+1"}',
    "pairs": '{"id": "p1", "original": {"id": "s1", "fields": {"text": "The soup was warm and good."}, '
    '"accepted": ["+1"]}, "modified": {"id": "p1m", "fields": {"text": "The soup was anything but good."}, '
    '"accepted": ["-1"]}, "promise": "flip", "phenomenon": "negation", "rationale": "…"}',
}
_ITEM = '{"id": "s1", "fields": {"text": "The soup was warm and good."}, "accepted": ["+1"]}'


@get("/contests/{contest:str}/upload", sync_to_thread=True)
def show_upload(
    contest: Name, house: InHouse, caller: By, kind: FromQuery[str] = "", submission: FromQuery[str] = ""
) -> Page:
    """Bring a file; or, with `submission`, what became of one."""
    with place_of(house, caller, contest) as place:
        place.only_for("builder", "breaker", "organiser")
        return page(
            "upload.html",
            caller,
            place=place,
            kinds=KINDS,
            allowed=kinds_now(place),
            chosen=kind,
            submission=submission,
            endings=ENDINGS,
            examples={each: EXAMPLES.get(each, _ITEM) for each in KINDS},
            submissions=own_submissions(place),
        )


def kinds_now(place: Place) -> list[Kind]:
    """What the caller may upload now."""
    return [kind for kind in KINDS if (place.may(ACTS[kind]) if kind in ACTS else place.organises)]


HANDLERS = [show_upload]
