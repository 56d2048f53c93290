"""The page that puts our grammar beside original LIT, on made-up rows of its run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from conftest import ROOT

MRS = "[ TOP: h0 INDEX: e2 [ e SF: prop TENSE: pres MOOD: indicative PROG: + PERF: - ] RELS: < > ]"
ROWS = [
    {
        "sentence": "A cook is feeding the cat.",
        "outputs": {
            "native": ["A cook is feeding the cat."],
            "present progressive": ["A cook is feeding the cat."],
            "past progressive": ["A cook was feeding the cat.", "A Cook was feeding the cat."],
            "it cleft: ARG1": ["It is a cook which is feeding the cat."],
            "past progressive+it cleft: ARG1": ["It is a cook which was feeding the cat."],
        },
    },
    {"sentence": "Under the <b>table</b>.", "outputs": {}},
]


def test_page(tmp_path: Path) -> None:
    cost = {"parsed": True, "mrs": MRS, "parse_cpu": 0.5, "transfer_cpu": None}
    lines = [json.dumps({**row, **cost}) + "\n" for row in ROWS]
    (tmp_path / "outputs.jsonl").write_text("".join(lines), encoding="utf-8")
    page = tmp_path / "build" / "page.html"
    done = subprocess.run(
        [sys.executable, str(ROOT / "bench" / "compare_lit.py"), str(tmp_path), str(page)],
        capture_output=True,
        text=True,
        check=True,
    )
    table = {row[0].strip("` "): [int(cell) for cell in row[1:]] for row in _rows(done.stdout)}
    assert table["cleft-subject"][:4] == [1, 1, 1, 0]
    assert table["past"] == [1, 1, 1, 1, 0, 0]  # LIT, ours, both, the same, only LIT, only ours
    assert table["present"] == [0, 0, 0, 0, 0, 0]  # it is in the present already
    assert "LIT 0.50, ours 0." in done.stdout
    html = page.read_text(encoding="utf-8")
    assert "&lt;b&gt;table" in html
    assert "<script" not in html
    assert "default-src 'none'" in html
    assert not re.search(r"https?://", html)
    assert re.search(r'class="hint">\+1<', html)  # another text of LIT
    assert "not plain text" in html  # why ours has none of the last row


def _rows(printed: str) -> list[list[str]]:
    lines = [line for line in printed.splitlines() if line.startswith("| `")]
    return [line.strip("| ").split("|") for line in lines]
