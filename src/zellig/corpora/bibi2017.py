"""The release of the 2017 shared task as it lies: test sets, predictions, review sentences, crowd labels.

The files were written by seven teams with seven tools. Test sets are TSV with a header. Predictions are TSV
with a header (in two spellings) or without, or separated by spaces (`id sentence label`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from zellig.corpora.corpus import Reader, Source, files_of
from zellig.corpora.rows import Place, by_column, canonical, only_answer, read_csv, read_tsv, tsv_line
from zellig.errors import ZelligError
from zellig.files import read_blocks, read_lines, reading
from zellig.items import Item, Prediction
from zellig.tasks.sentiment import NEGATIVE, NEUTRAL, POSITIVE, SENTIMENT

TEAMS = ("Team1", "Team2", "Team3", "Team4")

# Two teams did not write UTF-8, and every builder copied their bytes: Team3 worked on a Mac (0x8e is é),
# Team4 on Windows (0x85 is an ellipsis). Read as Latin-1 both bytes would become control characters.
_FALLBACK = {"Team3": "mac_roman", "Team4": "cp1252"}

_CROWD_CLASS = "choose_one_of_the_sentiments_below"
_CROWD_LABELS = {
    "very_negative": NEGATIVE,
    "negative": NEGATIVE,
    "neutral": NEUTRAL,
    "positive": POSITIVE,
    "very_positive": POSITIVE,
}


def breaker_of(path: str | Path) -> str:
    """The breaker a file belongs to: its name before the first underscore."""
    return Path(path).name.partition("_")[0]


def read_gold(path: str | Path) -> Iterator[tuple[int, Item]]:
    """Yield (line, item) for every row of a test set, repeated ids included."""
    path = Path(path)
    breaker = breaker_of(path)
    for line, (name, text, label) in _three_columns(path):
        accepted = (canonical(SENTIMENT, label, Place(path, line), "sentiment_label"),)
        yield line, Item(name, {"text": text}, accepted, {"breaker": breaker})


def read_predictions(path: str | Path) -> Iterator[tuple[int, Prediction]]:
    """Yield (line, prediction) for every row of a builder's file in any of its variants."""
    path = Path(path)
    for line, (name, _, label) in _three_columns(path):
        yield line, Prediction(name, canonical(SENTIMENT, label, Place(path, line), "sentiment_label"))


def _three_columns(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield (line, [id, sentence, label]), without the header whatever its spelling."""
    for line, text in read_lines(path, _encoding(path)):
        if not text.strip():
            continue
        cells = text.split("\t") if "\t" in text else _split_at_spaces(text)
        if line == 1 and cells[0].strip("<>") == "sentence_id":
            continue  # one team's tool "predicted" a label for the header, too: `sentence_id sentence -1`
        if len(cells) != 3 or not cells[0]:
            raise ZelligError(
                f"a row is an id, a sentence and a label, and this one has {len(cells)} columns",
                path=path,
                line=line,
                remedy="Separate the three columns by tabs.",
            )
        yield line, cells


def _split_at_spaces(text: str) -> list[str]:
    name, _, rest = text.partition(" ")
    sentence, _, label = rest.rpartition(" ")
    return [name, sentence, label] if sentence else text.split()


def _encoding(path: Path) -> str:
    try:
        for _, block in read_blocks(path):
            block.decode()
    except UnicodeDecodeError:
        return _FALLBACK.get(breaker_of(path), "utf-8")  # reading as UTF-8 will name the line at fault
    return "utf-8"


def _read_reviews(path: Path) -> Iterator[Item]:
    for _, row in by_column(path, read_tsv(path), ("id", "sentence")):
        yield Item(row["id"], {"text": row["sentence"]})


def _read_crowd(path: Path) -> Iterator[Item]:
    """Units of the crowd platform; a test question for the workers repeats a review under a new unit."""
    for line, row in by_column(path, read_csv(path), ("_unit_id", "id", "sentence", _CROWD_CLASS)):
        if (label := _CROWD_LABELS.get(row[_CROWD_CLASS])) is None:
            raise ZelligError(
                f"{row[_CROWD_CLASS]!r} is not a class of the crowd labels",
                path=path,
                line=line,
                field=_CROWD_CLASS,
                remedy=f"Use one of {', '.join(_CROWD_LABELS)}.",
            )
        metadata = {
            "review": row["id"],
            "gold_class": row[_CROWD_CLASS],
            "gold_confidence": row.get(f"{_CROWD_CLASS}:confidence", ""),
            "judgments": row.get("_trusted_judgments", ""),
            "test_question": row.get("_unit_state") == "golden",
        }
        yield Item(row["_unit_id"], {"text": row["sentence"]}, (label,), metadata)


def _read_test_set(path: Path) -> Iterator[Item]:
    for _, item in read_gold(path):
        yield item


def _reader_for(path: Path) -> Callable[[Path], Iterator[Item]]:
    """Which kind of file this is, by its header."""
    _, header = next(read_lines(path, _encoding(path)), (1, ""))
    if header.startswith("_unit_id,"):
        return _read_crowd
    if header.split("\t") == ["id", "sentence"]:
        return _read_reviews
    if header.split("\t")[0].strip("<>") == "sentence_id":
        return _read_test_set
    raise ZelligError(
        "this is neither a test set, nor review sentences, nor crowd labels of the release",
        path=path,
        line=1,
        remedy="Give a file of gold/ or annotations/, or the folder of the release.",
    )


class _Bibi2017(Reader):
    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        with reading(source.place):
            gold = source.place / "gold"
            source = replace(source, path=gold) if gold.is_dir() else source
        for path in files_of(source, self.splits, (".tsv",)):
            yield from _reader_for(path)(path)

    def encode(self, items: Iterable[Item], form: str, task: str) -> Iterator[bytes]:
        """A test set; every item needs one answer."""
        yield tsv_line(("sentence_id", "sentence", "sentiment_label"))
        for item in items:
            yield tsv_line((item.id, item.fields["text"], only_answer(item).removeprefix("+")))


BIBI2017 = _Bibi2017(
    name="bibi2017",
    description="Build It Break It, The Language Edition: breakers' test sets, reviews, crowd labels",
    licence="none stated by the organisers (github.com/raosudha89/bibinlp)",
    citation=(
        "Allyson Ettinger, Sudha Rao, Hal Daumé III and Emily M. Bender. 2017. "
        "Towards Linguistically Generalizable NLP Systems: A Workshop and Shared Task."
    ),
    task="sentiment",
    splits=TEAMS,
    forms=("tsv",),
)
