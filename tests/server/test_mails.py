"""Reminders by mail: to whom, once, whoever sends them; and what becomes of a mail that is not taken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import select, update

from contest_night import night
from databases import KINDS, Databases
from helpers import zellig
from post_office import Mailbox, mailbox
from small_contest import NAME, PAIRS, C, Small, records
from zellig.errors import ZelligError
from zellig.items import Pair
from zellig.server.accounts import make_account
from zellig.server.mails import LEASE, TRIES, WAIT, take_mail
from zellig.server.passwords import forgotten
from zellig.server.postman import Postman
from zellig.server.running import open_house, settings_of, working
from zellig.server.smtp import Letter, MailServer, UnsentError, mail_server
from zellig.store.database.tables.accounts import ACCOUNTS
from zellig.store.database.tables.mails import MAILS, SENDINGS


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mailbox() as found:
        yield found


@pytest.fixture(scope="module", params=KINDS)
def played(
    request: pytest.FixtureRequest, new_databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Small]:
    with night(new_databases.new(request.param), tmp_path_factory.mktemp("mails")) as served:
        found = Small(served, remind_hours=12)
        served.clock.to("break")
        found.people["both"].upload(NAME, "pairs", records(Pair, PAIRS[2:]))
        served.work()
        yield found


@pytest.fixture
def small(played: Small) -> Small:
    """Twelve hours before the break closes; the team of `both` has brought pairs, that of `breaker` none."""
    played.night.clock.to("break", hours=12)
    with played.night.house.database.writing() as connection:
        connection.execute(SENDINGS.delete())
        connection.execute(MAILS.delete())
        for name in ("breaker", "both", "builder"):
            address = {"email": f"{name}@example.org", "reminders": True}
            connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.name == name).values(address))
    return played


def _postman(small: Small, box: Mailbox) -> Postman:
    house = small.night.house
    server = MailServer("127.0.0.1", box.port, "contests@example.org")
    return Postman(house.database, server, house.settings.address, house.clock)


def _deliver(small: Small, box: Mailbox) -> None:
    postman = _postman(small, box)
    while postman.work():
        pass


def _states(small: Small) -> list[tuple[str, str]]:
    with small.night.house.database.reading() as connection:
        query = select(SENDINGS.c.state, SENDINGS.c.reason).order_by(SENDINGS.c.number)
        return [(row.state, row.reason) for row in connection.execute(query)]


def test_members_of_teams_that_have_brought_nothing_get_one_mail_whoever_sends_it(
    small: Small, box: Mailbox
) -> None:
    small.night.clock.now -= timedelta(seconds=1)
    _deliver(small, box)
    assert box.letters == []  # not yet
    small.night.clock.now += timedelta(seconds=1)
    postmen = [_postman(small, box) for _ in range(4)]
    ready = Barrier(len(postmen))

    def work(postman: Postman) -> int:
        ready.wait()
        return sum(iter(postman.work, False))

    with ThreadPoolExecutor(len(postmen)) as pool:
        assert sum(pool.map(work, postmen)) == 1
    _deliver(small, box)  # another process, later
    (letter,) = box.letters  # not to who has brought pairs, has no address, or brings nothing in this phase
    assert letter["To"] == "breaker@example.org"
    text = letter.get_content()
    assert re.findall(r"https?://\S+", text) == [f"{small.night.address}{C}"]
    assert "break of A small one closes on Tuesday 2026-03-03 at 00:00 UTC" in text
    assert "Your team Owls has not brought pairs yet" in text
    assert _states(small) == [("begun", ""), ("sent", "")]


def test_who_has_switched_reminders_off_gets_none(small: Small, box: Mailbox) -> None:
    small.people["breaker"].put("/account", {"email": "breaker@example.org", "reminders": False})
    _deliver(small, box)
    assert box.letters == []


def test_what_is_refused_for_now_is_tried_again_and_given_up_with_a_reason(
    small: Small, box: Mailbox, caplog: pytest.LogCaptureFixture
) -> None:
    clock = small.night.clock
    box.replies = ["451 <breaker@example.org> later"] * 20
    for number in range(TRIES):
        _deliver(small, box)
        _deliver(small, box)  # it has to wait
        assert [state for state, _ in _states(small)].count("begun") == number + 1
        clock.now += WAIT * 5**number
    state, reason = _states(small)[-1]
    assert (state, reason) == ("given-up", "451 <(the address)> later")
    assert any("is given up after 5 tries: 451" in each.getMessage() for each in caplog.records)
    assert not any("breaker@example.org" in each.getMessage() for each in caplog.records)
    box.replies = []
    clock.now += timedelta(days=1)
    _deliver(small, box)
    assert box.letters == []


def test_an_address_that_is_not_there_is_not_tried_again(small: Small, box: Mailbox) -> None:
    box.replies = ["550 nobody of that name"]
    _deliver(small, box)
    assert _states(small)[-1] == ("given-up", "550 nobody of that name")


def test_what_a_killed_process_had_begun_is_taken_up_and_then_it_is_the_same_mail(
    small: Small, box: Mailbox
) -> None:
    house, clock = small.night.house, small.night.clock
    closed = MailServer("127.0.0.1", 1, "contests@example.org")  # nobody listens there
    Postman(house.database, closed, house.settings.address, clock).work()
    assert _states(small)[-1][0] == "failed"
    clock.now += WAIT
    with house.database.writing() as connection:
        taken = take_mail(connection, clock())
    assert taken is not None
    _deliver(small, box)
    assert box.letters == []
    clock.now += LEASE
    _deliver(small, box)
    assert [letter["Message-ID"] for letter in box.letters] == [f"<{taken.id}@example.org>"]


def test_a_reminder_that_is_out_of_date_is_not_sent(small: Small, box: Mailbox) -> None:
    box.replies = ["451 later"]
    _deliver(small, box)
    small.night.clock.to("predict", hours=13)
    with small.night.house.database.reading() as connection:
        assert connection.execute(select(MAILS.c.kind)).scalars().all() == ["reminder"]
    box.replies = ["250 well"] * 9
    _deliver(small, box)
    assert ("given-up", "the phase has closed") in _states(small)
    assert {letter["To"] for letter in box.letters} <= {"builder@example.org", "both@example.org"}


def test_who_was_reminded_is_not_again_if_the_phase_closes_later(small: Small, box: Mailbox) -> None:
    _deliver(small, box)
    closes = (small.night.clock.now + timedelta(hours=16)).isoformat()
    small.organiser.post(f"{C}/extensions", {"phase": "break", "closes": closes, "reason": "Ill."})
    small.night.clock.now += timedelta(hours=10)
    _deliver(small, box)
    assert len(box.letters) == 1


def test_who_checks_uploads_sends_mails_too(tmp_path: Path, box: Mailbox) -> None:
    settings = settings_of(tmp_path, None, smtp=f"smtp://127.0.0.1:{box.port}", sender="us@example.org")
    with open_house(settings) as house:
        with house.database.writing() as connection:
            make_account(connection, house.clock(), "Ada", None, email="ada@example.org")
            forgotten(connection, house.clock(), "ada", "")
        with working(house):
            assert box.arrived.wait(60)
    assert [letter["To"] for letter in box.letters] == ["ada@example.org"]
    done = zellig(
        "worker", "--data", tmp_path, "--smtp", "smtp://me@mail.example.org", "--sender", "us@example.org"
    )
    assert (done.returncode, "Set the environment variable ZELLIG_SMTP_PASSWORD" in done.stderr) == (1, True)


def test_a_mail_server_is_named_rightly_or_refused() -> None:
    assert mail_server(None, None, None) is None
    found = mail_server("smtp://me%40here@mail.example.org", "us@example.org", "secret")
    assert found == MailServer("mail.example.org", 587, "us@example.org", "me@here", "secret")
    assert "secret" not in repr(found)
    encrypted = mail_server("smtps://mail.example.org:1465", "us@example.org", None)
    assert encrypted == MailServer("mail.example.org", 1465, "us@example.org", encrypted=True)
    for address, sender, password, told in (
        ("smtp://mail.example.org", None, None, "mails need a sender"),
        (None, "us@example.org", None, "no address of a mail server"),
        ("http://mail.example.org", "us@example.org", None, "no address of a mail server"),
        ("smtp://mail.example.org:x", "us@example.org", None, "no address of a mail server"),
        ("smtp://me:secret@mail.example.org", "us@example.org", None, "read a password on a command line"),
        ("smtp://me@mail.example.org", "us@example.org", None, "wants the password of me"),
        ("smtp://mail.example.org", "us\n@example.org", None, "no address that a mail can be sent to"),
    ):
        with pytest.raises(ZelligError, match=told):
            mail_server(address, sender, password)


def test_a_password_is_sent_to_a_server_that_wants_it() -> None:
    letter = Letter("1", "ada@example.org", "Grüße", "Zeile\n.\nnoch eine\n")
    with mailbox(("me", "secret")) as box:
        for password, told in (("wrong", "535 who are you"), ("secret", None)):
            server = MailServer("127.0.0.1", box.port, "us@example.org", "me", password)
            if told is None:
                server.send(letter)
            else:
                with pytest.raises(UnsentError, match=told):
                    server.send(letter)
        (found,) = box.letters
    assert (found["Subject"], found.get_content().splitlines()) == ("Grüße", ["Zeile", ".", "noch eine"])
