"""The tables of the augmentation experiment, as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression

from zellig.items import Item, Pair
from zellig.measures.intervals import Block, bootstrap_sums, percentile_interval, wilson
from zellig.measures.significance import mcnemar, permutation_test
from zellig.oracle import answers_of
from zellig.performers import System
from zellig.tasks import get_task
from zellig.texts import TOKEN, key64
from zellig.transform.evaluation import ContrastEvaluation

NLI = get_task("nli")
REPLICATES, SEED = 1000, 2017
FOLDS = 5
FEWEST = 30  # pairs of a rule that is one of those in the mean
OF_INTEREST = ("ORI", "ORI-long", "AUG", "AUG-may")  # where `may` and `will` do not make neutral

Systems = Mapping[str, System]


class Training(NamedTuple):
    """One system and what its training took."""

    system: str
    items: int
    epochs: int
    updates: int
    minutes: float


def parts(parts: Mapping[str, Sequence[Item]]) -> str:
    """The sizes of the parts."""
    rows = [[name, len(part), len(set(_premises(part)))] for name, part in parts.items()]
    return in_table(["part", "items", "premises"], rows)


def new_items(corpora: Mapping[str, Sequence[Item]]) -> str:
    """How many items of every phenomenon, and of every label, each system learns from."""
    kinds = {name: Counter(_kind(item) for item in items) for name, items in corpora.items()}
    labels = {name: Counter(item.accepted[0] for item in items) for name, items in corpora.items()}
    names = sorted(set().union(*kinds.values()))
    rows = [[name, *(count[name] for count in kinds.values())] for name in names]
    rows += [[f"all: {label}", *(count[label] for count in labels.values())] for label in NLI.labels]
    return in_table(["items", *corpora], rows)


def _kind(item: Item) -> str:
    return f"`{item.metadata['phenomenon']}`" if "phenomenon" in item.metadata else "originals"


def _premises(items: Iterable[Item]) -> list[int]:
    return [key64(item.fields["premise"]) for item in items]


def trainings(trainings: Sequence[Training]) -> str:
    """How long each system learnt."""
    return in_table(["system", "items", "epochs", "updates", "minutes"], [list(each) for each in trainings])


def originals(systems: Systems, items: Sequence[Item], made_of: Sequence[Item] | None = None) -> str:
    """Accuracy, and the difference to the first system, tested by the premise of what items were made of."""
    right = np.array([_right(system, items) for system in systems.values()])
    clusters = np.unique(_premises(items if made_of is None else made_of), return_inverse=True)[1]
    block = Block(clusters, np.column_stack([np.ones(len(items)), *right]).astype(float))
    (sums,) = bootstrap_sums([block], int(clusters.max()) + 1, REPLICATES, SEED)
    shares = sums[:, 1:] / sums[:, :1]
    rows = []
    for place, name in enumerate(systems):
        row = [
            name,
            with_interval(right[place].mean(), percentile_interval(shares[:, place]), digits=1),
            "",
            "",
            "",
        ]
        if place:
            drawn = percentile_interval(shares[:, place] - shares[:, 0])
            only_this, only_first = (right[place] & ~right[0]).sum(), (right[0] & ~right[place]).sum()
            row[2] = with_interval(right[place].mean() - right[0].mean(), drawn, digits=1)
            row[3] = _p(mcnemar(int(only_this), int(only_first)))
            row[4] = _p(permutation_test(right[place].astype(int) - right[0], clusters))
        rows.append(row)
    return in_table(["system", "accuracy", f"minus {next(iter(systems))}", "McNemar", "permutation"], rows)


def _right(system: System, items: Sequence[Item]) -> NDArray[np.bool_]:
    answers = answers_of(system, items, NLI)
    return np.array([NLI.right(answer, item.accepted) for answer, item in zip(answers, items, strict=True)])


def by_phenomenon(systems: Systems, pairs: Sequence[Pair]) -> str:
    """Accuracy on the modified items of every phenomenon and of every label."""
    right = {name: _right(system, [pair.modified for pair in pairs]) for name, system in systems.items()}
    labels = np.array([pair.modified.accepted[0] for pair in pairs])
    names = np.array([pair.phenomenon for pair in pairs])
    groups = {f"`{name}`": names == name for name in np.unique(names)}
    groups |= {label: labels == label for label in NLI.labels}
    rows = [
        [name, int(inside.sum()), *(_percent(float(each[inside].mean())) for each in right.values())]
        for name, inside in groups.items()
    ]
    return in_table(["", "pairs", *systems], rows)


def give_aways(added: Mapping[str, Sequence[Item]]) -> str:
    """How well new items are told by the hypothesis, by the premise, and by one word, in cross-validation."""
    rows = []
    for name, items in added.items():
        labels = np.array([item.accepted[0] for item in items])
        folds = np.array([key64(str(item.metadata["original"])) % FOLDS for item in items])
        chance = max(Counter(labels).values()) / len(labels)
        sides = [_guessed_right([item.fields[side] for item in items], labels, folds) for side in NLI.fields]
        word = _one_word_right(items, labels, folds)
        rows.append([name, len(items), *map(_percent, (chance, sides[1], sides[0], word))])
    return in_table(
        ["", "new items", "most frequent label", "hypothesis only", "premise only", "one word"], rows
    )


def _guessed_right(texts: Sequence[str], labels: NDArray[np.str_], folds: NDArray[np.int64]) -> float:
    """The share that logistic regression on words and pairs of words gets right."""
    words = CountVectorizer(ngram_range=(1, 2), binary=True, min_df=2).fit_transform(texts)
    right = 0
    for fold in range(FOLDS):
        there = folds == fold
        model = LogisticRegression(C=0.3, max_iter=300).fit(words[~there], labels[~there])
        right += int((model.predict(words[there]) == labels[there]).sum())
    return right / len(labels)


def _one_word_right(items: Sequence[Item], labels: NDArray[np.str_], folds: NDArray[np.int64]) -> float:
    """The share that the best rule of the form *label A if this word is there, else label B* gets right."""
    texts = [
        " ".join(f"{side}={word}" for side in NLI.fields for word in TOKEN.findall(item.fields[side].lower()))
        for item in items
    ]
    words = CountVectorizer(analyzer=str.split, binary=True, min_df=5).fit_transform(texts).tocsc()
    each = np.stack([labels == label for label in NLI.labels], axis=1).astype(int)
    right = 0
    for fold in range(FOLDS):
        there = folds == fold
        with_word = words[~there].T @ each[~there]
        without = each[~there].sum(0) - with_word
        best = int((with_word.max(1) + without.max(1)).argmax())
        has = words[there][:, [best]].toarray()[:, 0].astype(bool)
        said = np.where(has, with_word[best].argmax(), without[best].argmax())
        right += int(each[there][np.arange(there.sum()), said].sum())
    return right / len(labels)


def accuracies(found: ContrastEvaluation, names: Sequence[str] = ("ORI", "AUG")) -> str:
    """Acc@Ori and Acc@Ctr of two systems, and by how much the second is better."""
    columns = {"accuracy_original": "Acc@Ori", "accuracy_modified": "Acc@Ctr"}
    better = found.comparisons["accuracy_modified"]
    rows = []
    for group, cells in _cells(found, list(columns), names):
        size, (row,) = found.systems[names[0]][group], better[group]
        gain = [with_interval(row.difference, row.interval), _p(row.adjusted_p)]
        rows.append([_group(group), size.pairs, size.originals, *cells, *gain])
    return in_table(["", "pairs", "of", *_titles(columns, names), "Acc@Ctr gain", "p"], rows)


def balanced(systems: Systems, pairs: Sequence[Pair]) -> str:
    """Acc@Ctr of two systems as the mean of the rules: how often a rule applies does not matter."""
    groups: dict[str, list[int]] = {}
    for place, pair in enumerate(pairs):
        groups.setdefault(pair.phenomenon, []).append(place)
    large = {rule: places for rule, places in groups.items() if len(places) >= FEWEST}
    right = [_right(system, [pair.modified for pair in pairs]) for system in systems.values()]
    clusters = np.unique([pair.original.id for pair in pairs], return_inverse=True)[1]
    inside = np.zeros((len(pairs), len(large)))
    for column, places in enumerate(large.values()):
        inside[places, column] = 1
    values = np.column_stack([inside, *(inside * each[:, None] for each in right)])
    (sums,) = bootstrap_sums([Block(clusters, values)], int(clusters.max()) + 1, REPLICATES, SEED)
    means = [_mean_of_rules(rows, len(systems)) for rows in (values.sum(0)[None], sums)]
    shown = [
        with_interval(float(value[0]), percentile_interval(drawn))
        for value, drawn in zip(*means, strict=True)
    ]
    return in_table(["rules", *systems, "gain"], [[len(large), *shown]])


def _mean_of_rules(sums: NDArray[np.float64], systems: int) -> list[NDArray[np.float64]]:
    """For each system the mean of the rules' shares, and the last system's minus the first one's."""
    counts, *wins = np.split(sums, systems + 1, axis=1)
    shares = [np.nanmean(won / np.where(counts, counts, np.nan), axis=1) for won in wins]
    return [*shares, shares[-1] - shares[0]]


def consistencies(found: ContrastEvaluation, names: Sequence[str] = ("ORI", "AUG")) -> str:
    """The three consistencies of two systems."""
    columns = {"same_prediction": "same", "passed": "both", "expected_change": "expected"}
    rows = [[_group(group), *cells] for group, cells in _cells(found, list(columns), names)]
    return in_table(["", *_titles(columns, names)], rows)


def all_systems(found: ContrastEvaluation) -> str:
    """Acc@Ctr of every system."""
    systems = found.systems
    rows = []
    for group, size in next(iter(systems.values())).items():
        shown = [_percent(figures[group].accuracy_modified.value) for figures in systems.values()]
        rows.append([_group(group), size.pairs, *shown])
    return in_table(["", "pairs", *systems], rows)


def _cells(
    found: ContrastEvaluation, figures: Sequence[str], names: Sequence[str]
) -> Iterator[tuple[str, list[str]]]:
    """For every group the figures of the systems, with their intervals."""
    systems = found.systems
    for group in systems[names[0]]:
        shown = (getattr(systems[name][group], figure) for figure in figures for name in names)
        yield group, [with_interval(each.value, each.interval) for each in shown]


def _titles(columns: Mapping[str, str], names: Sequence[str]) -> list[str]:
    return [f"{title} {name}" for title in columns.values() for name in names]


def modal(systems: Systems, items: Sequence[Item], pairs: Sequence[Pair]) -> str:
    """Accuracy and the share of neutral answers where `may` or `will` do not mean neutral."""
    kinds: dict[tuple[str, str], list[Item]] = {}
    for item in sorted(items, key=lambda item: item.accepted):
        kinds.setdefault(("as they stand", item.accepted[0]), []).append(item)
    for pair in sorted(pairs, key=lambda pair: pair.phenomenon):
        before, after = f"originals of `{pair.phenomenon}`", f"`{pair.phenomenon}`"
        kinds.setdefault((before, pair.original.accepted[0]), []).append(pair.original)
        kinds.setdefault((after, pair.modified.accepted[0]), []).append(pair.modified)
    rows = [
        [*kind, len(some), *(_right_and_neutral(systems[name], some) for name in OF_INTEREST)]
        for kind, some in kinds.items()
    ]
    return in_table(["items", "right answer", "number", *OF_INTEREST], rows)


def _right_and_neutral(system: System, items: Sequence[Item]) -> str:
    right = float(_right(system, items).mean())
    neutral = answers_of(system, items, NLI).count("neutral") / len(items)
    return f"{with_interval(right, wilson(right, len(items)))}, {_percent(neutral)}"


def in_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows under their titles."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def with_interval(
    value: float | None, interval: Sequence[float] | NDArray[np.float64] | None, digits: int = 0
) -> str:
    """A share in percent, with its interval."""
    if value is None or interval is None:
        return _percent(value)
    low, high = (f"{round(100 * float(end), digits) + 0.0:.{digits}f}" for end in interval)  # -0.0 is 0
    return f"{_percent(value)} ({low} to {high})"


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}"


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def _group(name: str) -> str:
    return f"`{name}`" if ";" in name else f"**{name}**"
