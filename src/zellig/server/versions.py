"""How far the rows of a contest have grown: as long as that stays, so does what is computed from them."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from zellig.store.database.tables.contests import STATES, SUBMISSIONS
from zellig.store.database.tables.judging import QUESTIONS, VERDICTS


def newest_rows(connection: Connection, contest: str, number: int) -> list[int | None]:
    """The newest state of a submission, the newest verdict of a round, and how much is asked in it."""
    states = select(func.max(STATES.c.number)).join(SUBMISSIONS, SUBMISSIONS.c.id == STATES.c.submission)
    asked = (QUESTIONS.c.contest == contest, QUESTIONS.c.round == number)
    verdicts = select(func.max(VERDICTS.c.number)).join(QUESTIONS, QUESTIONS.c.id == VERDICTS.c.question)
    questions = select(func.count()).select_from(QUESTIONS)
    queries = (
        states.where(SUBMISSIONS.c.contest == contest),
        verdicts.where(*asked),
        questions.where(*asked),
    )
    return [connection.execute(query).scalar() for query in queries]
