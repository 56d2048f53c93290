"""Corpora: named sources of items, their readers and writers, and the overlap between two of them."""

from zellig.corpora.corpus import Corpus, Reader, Source, corpus_hash
from zellig.corpora.overlap import Overlap, overlap, refuse_overlap
from zellig.corpora.own_data import corpus_of
from zellig.corpora.specs import (
    convert,
    files_named,
    names_corpus,
    open_corpus,
    resource_of,
    told_task,
    with_mapping,
    with_mappings,
)

__all__ = [
    "Corpus",
    "Overlap",
    "Reader",
    "Source",
    "convert",
    "corpus_hash",
    "corpus_of",
    "files_named",
    "names_corpus",
    "open_corpus",
    "overlap",
    "refuse_overlap",
    "resource_of",
    "told_task",
    "with_mapping",
    "with_mappings",
]
