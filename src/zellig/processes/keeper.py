"""Runs a program, and ends all that it has started when it ends, or when the process that wanted it is gone.

    python -I -S keeper.py CONTROL PROGRAM ARGUMENT...

The program inherits the standard pipes and talks to Zellig directly; the keeper has no part in it. CONTROL is
the number of a socket: into it goes how the start went (0, or the number of an error), and later the exit
code (negative: the signal). When its other end is closed, by Zellig or by Zellig's death, all are killed.

On Linux nobody gets away: whoever loses its parent becomes a child of the keeper, in whatever session it is.
Elsewhere the program's process group is killed. This is run once for every program, so it imports little.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from contextlib import suppress

SUBREAPER, DEATH_SIGNAL = 36, 1  # PR_SET_CHILD_SUBREAPER, PR_SET_PDEATHSIG of <sys/prctl.h>

# The keeper ends when its work is done, not when everybody is told to stop; the program may do as it likes.
UNMOVED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
OF_PYTHON = (signal.SIGPIPE, signal.SIGXFSZ)  # Python ignores these


def main(control: int, words: list[str]) -> None:
    os.set_inheritable(control, False)
    for each in UNMOVED:
        signal.signal(each, signal.SIG_IGN)
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.set_wakeup_fd(wakes)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    linux_only(SUBREAPER, 1)
    program, fault = begin(words)
    tell(control, fault)
    if fault:
        return
    nothing = os.open(os.devnull, os.O_RDWR)
    for pipe in (0, 1, 2):  # so that Zellig sees the end of the program's output
        os.dup2(nothing, pipe)
    wait(control, woken, program)
    end_all(program)


def begin(words: list[str]) -> tuple[int, int]:
    """Run the program; its number, and that of the error if it cannot be run."""
    heard, said = os.pipe()  # closed when the program runs
    program = os.fork()
    if program == 0:
        try:
            os.setsid()
            linux_only(DEATH_SIGNAL, signal.SIGKILL)
            for each in (*UNMOVED, *OF_PYTHON):
                signal.signal(each, signal.SIG_DFL)
            os.execvp(words[0], words)  # noqa: S606 -- without a shell is what is wanted
        except OSError as error:
            os.write(said, b"%d" % (error.errno or 0))
        finally:
            os._exit(127)
    os.close(said)
    return program, int(os.read(heard, 16) or 0)


def wait(control: int, woken: int, program: int) -> None:
    """Until the program ends, which is told, or nobody is there any more to be told."""
    poll = select.poll()
    for each in (control, woken):
        poll.register(each, select.POLLIN)
    while control not in (ready for ready, _ in poll.poll()):
        os.read(woken, 4096)
        ended = -1
        while ended:  # orphans of the program's are buried here, too
            ended, status = os.waitpid(-1, os.WNOHANG)
            if ended == program:
                tell(control, os.waitstatus_to_exitcode(status))
                return


def end_all(program: int) -> None:
    """Kill the program's group, and then, generation by generation, whoever has become our child."""
    with suppress(OSError):  # nobody is left in it
        os.killpg(program, signal.SIGKILL)
    spared: set[int] = set()
    while left := children() - spared:
        for each in left:
            try:
                os.kill(each, signal.SIGKILL)
            except PermissionError:  # it has become another user's
                spared.add(each)
        for each in left - spared:
            os.waitpid(each, 0)  # now its own children are ours


def children() -> set[int]:
    """Our children, by what Linux tells of every process."""
    found: set[int] = set()
    for name in os.listdir("/proc") if sys.platform == "linux" else ():
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    parent = file.read().rpartition(b")")[2].split()[1]
            except OSError:  # it ended while we looked
                continue
            if int(parent) == os.getpid():
                found.add(int(name))
    return found


def tell(control: int, number: int) -> None:
    with suppress(BrokenPipeError):  # nobody listens any more
        os.write(control, number.to_bytes(4, "little", signed=True))


def linux_only(option: int, value: int) -> None:
    """Call prctl where it exists; without it, what leaves the process group is not ended."""
    if sys.platform == "linux":
        with suppress(ImportError, OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).prctl(option, value)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
    os._exit(0)
