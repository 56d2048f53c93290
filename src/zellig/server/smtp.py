"""The mail server that an operator has named: plain texts are handed over to it, one at a time."""

from __future__ import annotations

import smtplib
import ssl
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate
from urllib.parse import unquote, urlsplit

import msgspec

from zellig.errors import ZelligError
from zellig.server.accounts import checked_address
from zellig.systems.http import is_loopback

PASSWORD = "ZELLIG_SMTP_PASSWORD"  # noqa: S105 -- the name of the variable
TIMEOUT = 30  # seconds for each step
PORTS = {"smtp": 587, "smtps": 465}


class Letter(msgspec.Struct, frozen=True):
    """A mail as it is sent; the same one always has the same id."""

    id: str
    to: str
    subject: str
    text: str


class UnsentError(Exception):
    """A letter was not taken; `for_good`: its address is not there, and no further try will help."""

    def __init__(self, reason: str, *, for_good: bool = False) -> None:
        super().__init__(reason)
        self.for_good = for_good


@dataclass(frozen=True)
class MailServer:
    """Where mails are handed over, and whose they are."""

    host: str
    port: int
    sender: str
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    encrypted: bool = False  # from the first byte; else as soon as the server offers it

    def send(self, letter: Letter) -> None:
        """Hand over a letter; raises `UnsentError` where the server does not take it."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, letter.to, letter.subject
        message["Date"] = formatdate()
        message["Message-ID"] = f"<{letter.id}@{self.sender.partition('@')[2]}>"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(letter.text)
        try:
            with self._connected() as server:
                server.send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            code, said = next(iter(error.recipients.values()))
            raise UnsentError(_reason(code, said, letter), for_good=code >= 500) from None
        except smtplib.SMTPResponseException as error:
            raise UnsentError(_reason(error.smtp_code, error.smtp_error, letter)) from None
        except (smtplib.SMTPException, OSError) as error:
            raise UnsentError(str(error) or type(error).__name__) from None

    def _connected(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self.encrypted:
            server: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=TIMEOUT, context=context)
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=TIMEOUT)
        try:
            server.ehlo_or_helo_if_needed()
            private = self.encrypted
            if not private and server.has_extn("starttls"):
                server.starttls(context=context)
                private = True
            if self.user is not None:
                if not private and not is_loopback(f"http://{self.host}"):
                    raise UnsentError("the mail server offers no encryption, and the password is not sent")
                server.login(self.user, self.password or "")
        except BaseException:
            server.close()
            raise
        return server


def mail_server(address: str | None, sender: str | None, password: str | None) -> MailServer | None:
    """The mail server of an address such as smtp://user@host:port; none if there is no address. Refuses one
    without a sender, with a password in it, or with a user and no password."""
    if not address and not sender:
        return None
    try:
        parts = urlsplit(address or "")
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if host is None or parts.scheme not in PORTS or parts.path not in ("", "/"):
        raise ZelligError(
            "this is no address of a mail server",
            field="smtp",
            remedy="Write it as smtp://USER@HOST:PORT, or smtps://... if it is encrypted from the start.",
        )
    if parts.password is not None:
        raise ZelligError(
            "others can read a password on a command line",
            field="smtp",
            remedy=f"Leave it out of the address, and set the environment variable {PASSWORD}.",
        )
    user = unquote(parts.username) if parts.username else None
    if user is not None and not password:
        raise ZelligError(
            f"the mail server wants the password of {user}",
            field="smtp",
            remedy=f"Set the environment variable {PASSWORD}.",
        )
    whose = checked_address(sender)
    if whose is None:
        raise ZelligError(
            "mails need a sender", field="sender", remedy="Say whose they are: --sender contests@example.org."
        )
    return MailServer(
        host, port or PORTS[parts.scheme], whose, user, password, encrypted=parts.scheme == "smtps"
    )


def _reason(code: int, said: bytes | str, letter: Letter) -> str:
    """What the server said, without whose address it was."""
    words = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return f"{code} {words}".replace(letter.to, "(the address)")[:500]
