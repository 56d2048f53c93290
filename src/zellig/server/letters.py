"""What mails say: a few sentences and one link in plain text; nothing tells whether they were read."""

from __future__ import annotations

from datetime import datetime

import msgspec
from sqlalchemy import Connection

from zellig.games.contest.phases import open_window
from zellig.games.contest.reminders import Reminder
from zellig.games.contest.rules import in_zone, name_of
from zellig.server.accounts import Account, find_account
from zellig.server.contests import Standings
from zellig.server.mails import Mail
from zellig.server.passwords import new_link
from zellig.server.smtp import Letter

_CHOOSE = """\
Hello {name},

somebody, probably you, has asked for a new password for your account. Choose it here; the link is good once,
for a day:

{link}

If it was not you, there is nothing to do: your password stays as it is.
"""

_REMINDER = """\
Hello {name},

the phase {phase} of {title} closes on {closes}. {team} has not brought {what} yet, or nothing that counts.

{link}

You get this once for each phase. You can switch it off on the page of your account.
"""


def write_letter(
    connection: Connection, now: datetime, standings: Standings, mail: Mail, address: str
) -> Letter | str:
    """A mail as it is sent now; or why it is not sent any more. A link for a password is made here."""
    account = find_account(connection, mail.account)
    if account is None or account.email is None:
        return "the account has no address any more"
    if mail.kind == "password":
        link = f"{address}/join/{new_link(connection, now, account.id, None)}"
        text = _CHOOSE.format(name=account.name, link=link)
        return Letter(mail.id, account.email, "Choose a new password", text)
    return _reminder(connection, now, standings, mail, account, account.email, address)


def _reminder(
    connection: Connection,
    now: datetime,
    standings: Standings,
    mail: Mail,
    account: Account,
    to: str,
    address: str,
) -> Letter | str:
    about = msgspec.json.decode(mail.body, type=Reminder)
    standing = standings.of(connection, about.contest)
    window, team = open_window(standing.timeline, now), standing.team_of(account.id)
    if not account.reminders:
        return "reminders were switched off"
    if window is None or window.closes is None or (window.phase, window.round) != (about.phase, about.round):
        return "the phase has closed"
    if team is None:
        return "the account plays for no team any more"
    text = _REMINDER.format(
        name=account.name,
        phase=name_of(window),
        title=standing.title,
        closes=f"{in_zone(window.closes):%A %Y-%m-%d at %H:%M UTC}",
        team=f"Your team {team.name}",
        what=about.what,
        link=f"{address}/contests/{about.contest}",
    )
    return Letter(mail.id, to, f"{standing.title}: {name_of(window)} closes soon", text)
