"""The `zellig` command: one file per command; each parses, calls and prints."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable
from types import FrameType
from typing import Annotated

import typer

from zellig import __version__
from zellig.cli import (
    arena,
    augment,
    breakers,
    breaking,
    cache,
    check,
    compare,
    contest,
    contrast,
    corpora,
    demo,
    doctor,
    explain,
    export,
    judge,
    match,
    pairs,
    perform,
    quiz,
    resources,
    serve,
    streams,
    systems,
    systems_group,
    tasks,
    tournament,
)
from zellig.cli.output import complain, say, show_notice
from zellig.cli.paths import keep_inputs_everywhere
from zellig.doors import command_line
from zellig.errors import ZelligError
from zellig.notices import hearing

UNDECIDED = 2  # the exit code of a command that decides something, and could not
STOPPED = 130  # by Ctrl-C, or somebody's `kill`
# Their 1 means no: a system does not pass, a pair or a question is rejected.
DECIDES = (["check"], ["pairs", "check"], ["quiz", "check"])
TAKES_UP = (
    ["break"],
    ["demo"],
    ["contrast", "make"],
    ["arena", "run"],
    ["arena", "grid"],
    ["tournament", "play"],
)

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
app.command("check")(check.check)
app.command("export")(export.export)
app.command("compare")(compare.compare)
app.command("perform")(perform.perform)
app.command("serve")(serve.serve)
app.command("worker")(serve.worker)
app.command("backup")(serve.backup)
app.command("restore")(serve.restore)
app.add_typer(arena.app, name="arena", help="Rounds of three: who tells fakes from real text?")
app.add_typer(systems_group.app, name="systems", help="Systems and adapters: list, show, check.")
app.add_typer(breakers.app, name="breakers", help="Breakers and strategies: list, show.")
app.add_typer(tasks.app, name="tasks", help="What a system can be asked: list, show.")
app.add_typer(contest.app, name="contest", help="Build-it/break-it contests, from files or on a server.")
app.add_typer(contrast.app, name="contrast", help="Contrast sets: sentences transformed by a grammar.")
app.add_typer(pairs.app, name="pairs", help="Check and look at pairs.")
app.add_typer(judge.app, name="judge", help="Texts put to people, blind: judge, report, sheet.")
app.add_typer(quiz.app, name="quiz", help="Questions heard piece by piece: guessers, buzzers, people.")
app.add_typer(match.app, name="match", help="Matches: questions read out word by word, teams that buzz.")
app.add_typer(tournament.app, name="tournament", help="Tournaments: rounds of matches, and who buzzed where.")
app.add_typer(corpora.app, name="corpora", help="Sources of items: list, show, analyse, fetch, convert.")
app.add_typer(resources.app, name="resources", help="Pinned data from your package index.")
app.add_typer(cache.app, name="cache", help="Answers kept from run to run: show, clear.")
keep_inputs_everywhere(app)


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


def _is_one_of(commands: Iterable[list[str]]) -> bool:
    """Was one of these commands given?"""
    return any(sys.argv[1 : 1 + len(command)] == command for command in commands)


def _complain_of_usage(error: typer.TyperException) -> None:
    """Typer's own words on one line; it has none where it has already printed the help."""
    if words := " ".join(error.format_message().split()):
        context = getattr(error, "ctx", None)
        command = context.command_path if context else app.info.name
        complain(f"{words.rstrip('.')}. See `{command} --help`.")


def _run() -> int | None:
    """Run the command; gives its exit code."""
    try:
        with command_line(), hearing(show_notice):
            code: int | None = app(standalone_mode=False)
    finally:
        sys.stdout.flush()
    if code == STOPPED:
        complain("stopped; run the same command again to go on." if _is_one_of(TAKES_UP) else "stopped.")
    return code


def main() -> None:
    """Run the command; a user's mistake ends in one sentence and exit code 1.

    For a command that decides, 1 means no: whatever kept it from deciding, a mistake of ours included, is 2.
    """
    trouble = UNDECIDED if _is_one_of(DECIDES) else 1
    signal.signal(signal.SIGTERM, _stop)  # so that temporary files are cleaned up as for Ctrl-C
    streams.prepare()
    try:
        for word in sys.argv[1:]:
            word.encode()  # a name that no record could hold is refused before any work is done
        sys.exit(_run())
    except typer.TyperException as error:
        _complain_of_usage(error)
        sys.exit(error.exit_code)
    except ZelligError as error:
        complain(str(error))
    except RecursionError:  # what was just within the limit when it was read need not be so afterwards
        complain("something that was read is nested too deeply. Use fewer brackets.")
    except UnicodeEncodeError as error:
        # Half a character, in the name of a file that is no Unicode or in what somebody's code said.
        part = error.object[max(0, error.start - 40) : error.end + 40]
        complain(f"{part!r} cannot be written as UTF-8. Give the file another name, or correct the text.")
    except OSError as error:
        if streams.is_lost_output(error):
            streams.give_up_output()
            if not isinstance(error, BrokenPipeError):
                complain(f"the output could not be written ({error.strerror})")
        elif error.filename is not None:
            complain(f"{os.fsdecode(error.filename)}: {error.strerror}. Check the path and its permissions.")
        else:
            complain(f"the operating system refused something ({error.strerror}). Try again.")
    except Exception:  # noqa: BLE001 -- a mistake of ours is told in full, as Python does
        sys.excepthook(*sys.exc_info())
    sys.exit(trouble)
