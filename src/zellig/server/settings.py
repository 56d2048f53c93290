"""What an operator decides when a server is started."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from zellig.server.smtp import MailServer


@dataclass(frozen=True)
class Settings:
    """Where a server keeps its data, and whom it lets in."""

    data: Path
    database: str | None = None  # the address of a PostgreSQL database; None: a SQLite file among the data
    address: str = "http://127.0.0.1:8000"  # under which people reach it
    open: bool = False  # may anybody make an account, or only who was invited?
    mail: MailServer | None = None  # that takes mails to people; None: nobody gets any
    private_endpoints: bool = False  # may endpoints be in the server's own network, or on its machine?
    systems: Path | None = None  # the table of systems that people write against
    proxy: str = "127.0.0.1"  # the one address that is believed when it says for whom it asks

    rooms: bool = False  # may whoever has an account found rooms for matches?

    @property
    def where(self) -> Path | str:
        """The database."""
        return self.database or self.data / "zellig.sqlite"

    @property
    def secure(self) -> bool:
        """Are cookies for encrypted connections only?"""
        return self.address.startswith("https:")
