"""The postman: makes the mails that are due, and hands them to the mail server one by one."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from threading import Event

from zellig.server.contests import Standings
from zellig.server.letters import write_letter
from zellig.server.mails import TRIES, WAIT, Mail, note_sending, take_mail
from zellig.server.reminders import remind
from zellig.server.smtp import Letter, MailServer, UnsentError
from zellig.server.worker import Clock, utc_now
from zellig.store.database import Database

IDLE = 2.0  # seconds between two looks for mails
LOOK = timedelta(minutes=1)  # between two looks whether somebody is to be reminded

log = logging.getLogger(__name__)


class Postman:
    """One who sends mails; any number of them may work on one database."""

    def __init__(self, database: Database, server: MailServer, address: str, clock: Clock = utc_now) -> None:
        self._database, self._server, self._address, self._clock = database, server, address, clock
        self._standings = Standings()
        self._looked: datetime | None = None

    def run(self, stopped: Event) -> None:
        """Work until somebody says to stop."""
        while not stopped.is_set():
            try:
                worked = self.work()
            except Exception:  # the database may be away; what was begun is tried again
                log.exception("a mail could not be taken up")
                worked = False
            if not worked:
                stopped.wait(IDLE)

    def work(self) -> bool:
        """Send one mail; says whether there was one."""
        now = self._clock()
        if self._looked is None or abs(now - self._looked) >= LOOK:
            self._looked = now  # a reminder that fails does not keep other mails waiting
            remind(self._database, now, self._standings)
        with self._database.writing() as connection:
            mail = take_mail(connection, now)
            if mail is None:
                return False
            letter = write_letter(connection, now, self._standings, mail, self._address)
            if isinstance(letter, str):
                note_sending(connection, now, mail.id, "given-up", letter)
                return True
        self._send(mail, letter)
        return True

    def _send(self, mail: Mail, letter: Letter) -> None:
        fault: UnsentError | None = None
        try:
            self._server.send(letter)
        except UnsentError as error:
            fault = error
        now = self._clock()
        with self._database.writing() as connection:
            if fault is None:
                note_sending(connection, now, mail.id, "sent")
            elif fault.for_good or mail.tries >= TRIES:
                note_sending(connection, now, mail.id, "given-up", str(fault))
            else:
                again = now + WAIT * 5 ** (mail.tries - 1)
                note_sending(connection, now, mail.id, "failed", str(fault), again_at=again)
        if fault is None:
            log.info("mail %s (%s) was sent", mail.id, mail.kind)
        elif fault.for_good or mail.tries >= TRIES:
            log.error("mail %s (%s) is given up after %d tries: %s", mail.id, mail.kind, mail.tries, fault)
        else:
            log.warning("mail %s (%s) is tried again: %s", mail.id, mail.kind, fault)
