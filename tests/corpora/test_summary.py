from __future__ import annotations

from pathlib import Path

from zellig.corpora import open_corpus
from zellig.corpora.summary import all_readers, summarise
from zellig.tasks import get_task


def test_a_summary_counts_labels_and_what_was_left_out(tmp_path: Path) -> None:
    (tmp_path / "dev.txt").write_text("(3 good)\n(2 some)\n(0 awful)\n(1 bad)\n")
    summary = summarise(open_corpus(f"sst:{tmp_path}:dev"), first=1)
    assert (summary.items, summary.labels, summary.unanswered) == (3, {"+1": 1, "-1": 2}, 0)
    assert summary.skipped == {"neutral": 1}
    assert [item.fields["text"] for item in summary.first] == ["good"]


def test_every_reader_says_what_it_is() -> None:
    readers = all_readers()
    assert len(readers) >= 9
    for reader in readers:
        assert reader.description
        assert reader.licence
        assert reader.grammar.startswith(reader.name)
        if reader.task:
            assert get_task(reader.task).name == reader.task
            assert reader.citation
