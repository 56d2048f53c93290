"""`python -m fuzz [TARGET ...] [--from N] [--count N] [--processes N]`: a table, and what was found."""

from __future__ import annotations

import argparse
import fnmatch
import os
import sys
from pathlib import Path

# One thread is enough for small inputs, and a fork must not meet the threads of its parent.
os.environ |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
os.environ["TOKENIZERS_PARALLELISM"] = "false"

from fuzz.all_targets import TARGETS
from fuzz.runner import Result, run
from fuzz.target import input_of, write_files


def main() -> int:
    """Run what was asked for; 1 if anything was found."""
    parser = argparse.ArgumentParser(
        prog="fuzz", description="Give mutated inputs to readers, folders and messages."
    )
    parser.add_argument("target", nargs="*", default=["*"], help="names or patterns, such as 'corpus-*'")
    parser.add_argument("--from", dest="first", type=int, default=0, help="number of the first input")
    parser.add_argument("--count", type=int, default=1000, help="how many inputs of each target")
    parser.add_argument("--processes", type=int, default=1, help="targets at once")
    parser.add_argument("--list", action="store_true", help="only name the targets")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="only write the first input there")
    asked = parser.parse_args()
    names = [name for name in TARGETS if any(fnmatch.fnmatch(name, pattern) for pattern in asked.target)]
    if not names:
        parser.error(f"there is no such target; there are: {', '.join(TARGETS)}")
    if asked.list:
        print("\n".join(names))
        return 0
    if asked.keep:
        return _keep(names[0], asked.first, asked.keep)
    print(
        f"{'target':<28}{'inputs':>8}{'sound':>8}{'refused':>8}{'found':>7}{'slowest':>9}{'memory':>8}{'took':>7}",
        flush=True,
    )
    results = []
    for result in run([TARGETS[name] for name in names], asked.first, asked.count, asked.processes):
        results.append(result)
        _show(result)
    found = [result for result in results if result.causes]
    for result in found:
        _tell(result)
    total = sum(result.verdicts.total() for result in results)
    print(f"\n{total:,} inputs of {len(results)} targets: {'something' if found else 'nothing'} was found.")
    return int(bool(found))


def _show(result: Result) -> None:
    counts = result.verdicts
    print(
        f"{result.target:<28}{counts.total():>8,}{counts['sound']:>8,}{counts['refused']:>8,}{counts['found']:>7,}"
        f"{result.seconds:>7.2f} s{result.megabytes:>5} MB{result.took:>5.0f} s",
        flush=True,
    )


def _tell(result: Result) -> None:
    for cause, times in result.causes.most_common():
        first = result.first[cause]
        print(
            f"\n{result.target}: {cause}, {times} times\n"
            f"  python -m fuzz {result.target} --from {first.number} --count 1"
        )
        print("".join(f"  | {line}\n" for line in first.details.splitlines()[-12:]), end="")


def _keep(name: str, number: int, folder: Path) -> int:
    """Write an input out, to look at it."""
    import tempfile

    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        write_files(input_of(TARGETS[name], TARGETS[name].seeds(Path(scratch)), number), folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
