"""`file:PATH`: answers that somebody has computed already, in JSONL or TSV, found by the id of the item.

An item that was handed out blind (`zellig export --to blind`) goes by the hash of its fields instead.

What every adapter needs when predictions come back from elsewhere is here too: reading one, and putting
them into the order of the items.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NoReturn

import msgspec

from zellig.corpora.rows import Place, by_column, read_tsv, unique
from zellig.decoding import FAULTS, fault
from zellig.doors import by_door
from zellig.errors import ZelligError
from zellig.files import sha256_of
from zellig.items import Item, Prediction, content_hash, read_records
from zellig.performers import MixedUpError, Spec
from zellig.texts import shown

PREFIX = "file:"


_SLACK = 1e-6  # what a probability may exceed 1 by, from rounding

_DECODER = msgspec.json.Decoder(Prediction)


class _OnlyId(msgspec.Struct):
    id: str


class PredictionsFile:
    """Answers by the id of the item, or by the hash of its fields."""

    pinned = True

    def __init__(
        self, spec: Spec, fingerprint: str, predictions: dict[str, Prediction], path: Path, task: str | None
    ) -> None:
        self.spec = spec
        self.fingerprint = fingerprint
        self.task = task  # that its header names, if it has one
        self.predictions = predictions
        self._path = path

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """What the file says about each item; refuses an item that the file does not have."""
        return [self._prediction(item) for item in items]

    def answers(self, item: Item) -> bool:
        """Is there an answer to this item?"""
        return item.id in self.predictions or content_hash(item) in self.predictions

    def _prediction(self, item: Item) -> Prediction:
        found = self.predictions.get(item.id)
        if found is not None:
            return found
        found = self.predictions.get(content_hash(item))
        if found is None:
            # Not a text that a system fails on: whoever answered has not answered everything.
            raise MixedUpError(
                f"there is no prediction for the item {item.id!r}",
                path=self._path,
                remedy="Add a line with this id, or answer what "
                + by_door("`zellig export RUN --to blind`", "`zl.export(run, to='blind', out=...)`")
                + " writes.",
            )
        return msgspec.structs.replace(found, id=item.id)

    def refuse_two_texts(self, items: Iterable[Item]) -> None:
        """Refuse items of which two share an id and not their text: one answer would serve both."""
        known: dict[str, Item] = {}
        for item in (each for each in items if each.id in self.predictions):
            if known.setdefault(item.id, item).fields != item.fields:
                raise ZelligError(
                    f"the item {item.id!r} is one text here and another there, and a file answers by id",
                    path=self._path,
                    remedy="Give every text an id of its own, or ask the system itself.",
                )


def load(name: str) -> PredictionsFile:
    """Read the whole file; refuses an id that stands there twice."""
    path = Path(name.removeprefix(PREFIX))
    records = None if path.suffix == ".tsv" else read_records(path, Prediction)
    rows = _table(path) if records is None else records.numbered()
    placed = ((Place(path, line), each) for line, each in rows)
    predictions = {each.id: each for _, each in unique(placed, "prediction")}
    header = records.header if records else None
    task = header.task or None if header else None
    return PredictionsFile(Spec(path.stem, {"path": str(path)}), sha256_of(path), predictions, path, task)


def _table(path: Path) -> Iterator[tuple[int, Prediction]]:
    for line, row in by_column(path, read_tsv(path), ("id", "answer")):
        yield line, Prediction(row["id"], row["answer"])


def read_prediction(raw: bytes | msgspec.Raw, source: str) -> Prediction:
    """A prediction that `source` sent; a fault names the item, if the id can be read."""
    try:
        prediction = _DECODER.decode(raw)
    except FAULTS as error:
        what = "not a prediction" if isinstance(error, msgspec.ValidationError) else "not JSON"
        raise ZelligError(
            f"what it gave{_about(raw)} is {what} ({fault(error)}): {shown(bytes(raw))}",
            path=source,
            remedy='Give {"id": ..., "answer": ...} for each item, and "probabilities" if there are any.',
        ) from None
    for label, probability in (prediction.probabilities or {}).items():
        if not 0 <= probability <= 1 + _SLACK:
            raise ZelligError(
                f"the probability of {label!r} for the item {prediction.id!r} is {probability}",
                path=source,
                remedy="Probabilities are between 0 and 1.",
            )
    return prediction


def in_order(items: Sequence[Item], predictions: Iterable[Prediction], source: str) -> list[Prediction]:
    """The predictions in the order of the items; refuses unknown ids, ids given twice and missing ones."""
    wanted = {item.id for item in items}
    found: dict[str, Prediction] = {}
    for prediction in predictions:
        if prediction.id not in wanted:
            _refuse(f"it answered the item {shown(prediction.id)}, which it was not asked about", source)
        if prediction.id in found:
            _refuse(f"it answered the item {shown(prediction.id)} twice", source)
        found[prediction.id] = prediction
    missing = [item.id for item in items if item.id not in found]
    if missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        _refuse(
            f"it did not answer the item {shown(missing[0])}{more} of the {len(items)} it was asked", source
        )
    return [found[item.id] for item in items]


def batches(items: Sequence[Item], size: int) -> Iterator[list[Item]]:
    """Consecutive batches in which no id occurs twice, so that an answer's id says which item it is for."""
    batch: dict[str, Item] = {}
    for item in items:
        if len(batch) == size or item.id in batch:
            yield list(batch.values())
            batch = {}
        batch[item.id] = item
    if batch:
        yield list(batch.values())


def question(item: Item) -> dict[str, object]:
    """What leaves this process of an item: never its accepted answers or its metadata."""
    return {"id": item.id, "fields": item.fields}


def _about(raw: bytes | msgspec.Raw) -> str:
    try:
        return f" for the item {shown(msgspec.json.decode(raw, type=_OnlyId).id)}"
    except FAULTS:  # it has no id that could be named
        return ""


def _refuse(what: str, source: str) -> NoReturn:
    raise ZelligError(what, path=source, remedy="Give one prediction for each item, with the item's id.")
