"""What can be downloaded, and when."""

from __future__ import annotations

import msgspec
from litestar import get

from zellig.games.contest.phases import Act, acts
from zellig.server.given import AnyRound, By, InHouse, Name
from zellig.server.pages.places import Place, place_of
from zellig.server.pages.showing import Page, page

_ADDRESSES: dict[Act, str] = {
    "get-training": "data/training",
    "get-dev": "data/dev",
    "get-starter": "data/starter",
    "get-dev-predictions": "data/dev-predictions",
    "get-blind-pairs": "data/pairs",
    "get-bundle": "bundle",
}


class Download(msgspec.Struct, frozen=True):
    """Something for the roles of who asks: where it is, or why it is not there yet."""

    what: str
    address: str
    name: str  # for `zellig contest pull`
    file: str  # what it is called on the disk, unless somebody says otherwise
    not_yet: str = ""


def downloads(place: Place) -> list[Download]:
    """All that is for who asks, sooner or later."""
    found = []
    known = place.standing.scored if place.organises else place.standing.published
    for act, address in _ADDRESSES.items():
        refusal = place.refusal(act)
        not_yet = refusal.remedy if refusal else ""
        if not place.standing.timeline:
            not_yet = "When the contest has been opened."
        elif refusal is None and act == "get-bundle" and place.round not in known:
            not_yet = "When there are scores." if place.organises else "When the results are published."
        if refusal is None or refusal.cause != "role":
            where = f"{place.api}/{address}?round={place.round}"
            name = address.rpartition("/")[2]
            if act != "get-bundle":
                found.append(Download(acts()[act].what, where, name, f"{name}.jsonl", not_yet))
                continue
            same, plain = "the same for datasets of Hugging Face", unpacked(place)
            found += [
                Download(acts()[act].what, where, name, f"{plain}.zip", not_yet),
                Download(same, f"{where}&format=datasets", "datasets", f"{plain}-datasets.zip", not_yet),
            ]
    return found


def unpacked(place: Place) -> str:
    """The folder that the bundle of a round is unpacked into."""
    return f"{place.name}-{place.round}"


@get("/contests/{contest:str}/downloads", sync_to_thread=True)
def show_downloads(contest: Name, house: InHouse, caller: By, number: AnyRound = None) -> Page:
    """Data, blind pairs, the bundle of the results."""
    with place_of(house, caller, contest, number) as place:
        place.only_for("builder", "breaker", "judge", "observer", "organiser")
        found = downloads(place)
        return page(
            "downloads.html",
            caller,
            place=place,
            downloads=found,
            bundle=any(each.name == "bundle" and not each.not_yet for each in found),
            public=place.round in place.standing.published and "get-bundle" not in place.standing.kept,
            folder=unpacked(place),
            address=house.settings.address,
        )


HANDLERS = [show_downloads]
