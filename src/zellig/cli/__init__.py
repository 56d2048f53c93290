"""The `zellig` command: one file per command; each parses, calls and prints."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import Annotated

import typer

from zellig import __version__
from zellig.cli import (
    arena,
    augment,
    breaking,
    contest,
    contrast,
    corpora,
    demo,
    doctor,
    explain,
    pairs,
    perform,
    resources,
    systems,
    systems_group,
)
from zellig.cli.output import complain, say
from zellig.errors import ZelligError

app = typer.Typer(
    name="zellig",
    help="Find out where a language system breaks, and prove it with pairs.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.command("demo")(demo.demo)
app.command("doctor")(doctor.doctor)
app.command("train")(systems.train)
app.command("evaluate")(systems.evaluate)
app.command("predict")(systems.predict)
app.command("explain")(explain.explain)
app.command("augment")(augment.augment)
app.command("break")(breaking.break_systems)
app.command("check")(breaking.check)
app.command("perform")(perform.perform)
app.add_typer(arena.app, name="arena", help="Rounds of three: who tells fakes from real text?")
app.add_typer(systems_group.app, name="systems", help="Systems and adapters: list, show, check.")
app.add_typer(contest.app, name="contest", help="Build-it/break-it contests from a folder of files.")
app.add_typer(contrast.app, name="contrast", help="Contrast sets: sentences transformed by a grammar.")
app.add_typer(pairs.app, name="pairs", help="Check and look at pairs.")
app.add_typer(corpora.app, name="corpora", help="Sources of items: list, show, analyse, fetch, convert.")
app.add_typer(resources.app, name="resources", help="Pinned data from your package index.")


def _version(wanted: bool) -> None:
    if wanted:
        say(f"zellig {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    pass


def _stop(signal_number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _complain_of_usage(error: typer.TyperException) -> None:
    """Typer's own words on one line; it has none where it has already printed the help."""
    if words := " ".join(error.format_message().split()):
        context = getattr(error, "ctx", None)
        help = f" See `{context.command_path} --help`." if context else ""
        complain(f"{words.rstrip('.')}.{help}")


def main() -> None:
    """Run the command; a user's mistake ends in one sentence and exit code 1."""
    signal.signal(signal.SIGTERM, _stop)  # so that temporary files are cleaned up as for Ctrl-C
    try:
        for word in sys.argv[1:]:
            word.encode()  # a name that no record could hold is refused before any work is done
        sys.exit(app(standalone_mode=False))
    except typer.TyperException as error:
        _complain_of_usage(error)
        sys.exit(error.exit_code)
    except ZelligError as error:
        complain(str(error))
        sys.exit(1)
    except UnicodeEncodeError as error:
        # Half a character, in the name of a file that is no Unicode or in what somebody's code said.
        part = error.object[max(0, error.start - 40) : error.end + 40]
        complain(f"{part!r} cannot be written as UTF-8. Give the file another name, or correct the text.")
        sys.exit(1)
    except OSError as error:
        # Standard output is gone or full. What is still in its buffer must not fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            complain(f"the output could not be written ({error.strerror})")
        sys.exit(1)
