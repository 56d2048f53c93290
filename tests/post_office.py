"""A mail server for tests: SMTP on loopback, which keeps what it is given, or refuses it as it is told to."""

from __future__ import annotations

import asyncio
import base64
import email
import email.policy
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage


@dataclass
class Mailbox:
    """What has arrived; `replies` go to the next recipients, and `login` is asked for if there is one."""

    port: int = 0
    login: tuple[str, str] | None = None
    replies: list[str] = field(default_factory=list)
    letters: list[EmailMessage] = field(default_factory=list)
    arrived: threading.Event = field(default_factory=threading.Event)

    def to(self, address: str) -> list[EmailMessage]:
        """The letters to an address."""
        return [each for each in self.letters if each["To"] == address]

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, command by command (RFC 5321)."""
        trusted = self.login is None
        writer.write(b"220 mailbox\r\n")
        while line := await reader.readline():
            verb, _, rest = line.decode().strip().partition(" ")
            match verb.upper():
                case "EHLO":
                    reply = "250-mailbox\r\n250 AUTH PLAIN"
                case "AUTH":
                    given = tuple(base64.b64decode(rest.split()[1]).decode().split("\0")[1:])
                    trusted = given == self.login
                    reply = "235 come in" if trusted else "535 who are you?"
                case "MAIL" | "RCPT" if not trusted:
                    reply = "530 say who you are"
                case "RCPT":
                    reply = self.replies.pop(0) if self.replies else "250 I know them"
                case "DATA":
                    writer.write(b"354 go on\r\n")
                    raw = await reader.readuntil(b"\r\n.\r\n")
                    text = re.sub(rb"(?m)^\.", b"", raw[:-3])
                    self.letters.append(email.message_from_bytes(text, policy=email.policy.default))
                    self.arrived.set()
                    reply = "250 I have it"
                case "MAIL" | "RSET" | "NOOP":
                    reply = "250 well"
                case "QUIT":
                    writer.write(b"221 good-bye\r\n")
                    break
                case _:
                    reply = "502 I do not know that"
            writer.write(f"{reply}\r\n".encode())
            await writer.drain()
        writer.close()


@contextmanager
def mailbox(login: tuple[str, str] | None = None) -> Iterator[Mailbox]:
    """A mail server, as long as it is needed."""
    box, loop = Mailbox(login=login), asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(asyncio.start_server(box.answer, "127.0.0.1", 0), loop).result()
    box.port = server.sockets[0].getsockname()[1]
    try:
        yield box
    finally:
        loop.call_soon_threadsafe(server.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
