"""A line between browser and server that can be cut: what a browser calls offline leaves WebSockets alone."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit


class Line:
    """Bytes go both ways until it is cut; then every connection ends, and a new one does at once."""

    def __init__(self, target: str) -> None:
        self._target = ("127.0.0.1", urlsplit(target).port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._guard = threading.Lock()
        self._open: set[socket.socket] = set()
        self._whole = True
        self._acceptor = threading.Thread(target=self._accept, daemon=True)
        self._acceptor.start()

    def cut(self) -> None:
        """End all that is open, and let nothing through."""
        with self._guard:
            self._whole = False
            for end in self._open:
                _end(end)
            self._open.clear()

    def mend(self) -> None:
        """Let new connections through."""
        self._whole = True

    def close(self) -> None:
        self.cut()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._acceptor.join()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:  # closed
                return
            with self._guard:
                if not self._whole:
                    near.close()
                    continue
                far = socket.create_connection(self._target)
                self._open |= {near, far}
            for given, taken in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(given, taken), daemon=True).start()

    def _carry(self, given: socket.socket, taken: socket.socket) -> None:
        try:
            while part := given.recv(65536):
                taken.sendall(part)
        except OSError:  # cut
            pass
        with self._guard:
            for end in {given, taken} & self._open:
                _end(end)
                self._open.discard(end)


def _end(end: socket.socket) -> None:
    with suppress(OSError):  # the other side was first
        end.shutdown(socket.SHUT_RDWR)


@contextmanager
def line_to(target: str) -> Iterator[Line]:
    """A line to a server on this machine."""
    line = Line(target)
    try:
        yield line
    finally:
        line.close()
